"""Replies of further mail programs are the user's, and say what the user wrote, whatever they quote and in whatever language."""

import quopri

import pytest

from correspondence.new_words import new_words_of
from correspondence.numbered_wishes import numbered_wishes
from correspondence.verified import verified
from tests.correspondence.layouts import INTRODUCED, QUOTED, SENT
from tests.correspondence.more_programs import WRITTEN, Written
from tests.correspondence.numbered import NUMBERS, told
from tests.correspondence.replied import FORWARDERS, RECEIVERS, direct, passed_on

WORDS = {
    "2 archive\n3 yes": ("2: archive", "3: yes"),
    "2 archive; 4 tell her Tuesday works": ("2: archive", "4: tell her Tuesday works"),
    "Thanks!": ("rest: Thanks!",),
}


@pytest.mark.parametrize("written", WRITTEN, ids=lambda each: each.name)
def test_it_counts_directly_and_by_every_forwarder(written: Written) -> None:
    ways = [passed_on(written.program, receiver, by) for receiver in RECEIVERS for by in FORWARDERS]
    mails = [each.with_fields(written.changed) for each in (*ways, *(direct(written.program, receiver) for receiver in RECEIVERS))]
    assert {verified(each.arrival, each.trust).refused for each in mails} == {None}


@pytest.mark.parametrize("written", WRITTEN, ids=lambda each: each.name)
def test_its_words_are_read_and_nothing_that_it_quotes(written: Written) -> None:
    read = {words: told(numbered_wishes(new_words_of(_raw(written, words), [SENT]), NUMBERS)) for words in WORDS}
    assert read == WORDS


def _raw(written: Written, words: str) -> bytes:
    body = quopri.encodestring(written.body(words).encode())
    return f"Content-Type: {written.kind}\nContent-Transfer-Encoding: quoted-printable\n\n".encode() + body


@pytest.mark.parametrize(
    "device",
    [
        "Sent with [Proton Mail](https://proton.me/) secure email.", "Sent from [Proton Mail](https://proton.me/mail/home) for Android.",
        "Sent from Proton Mail for iOS.", "Sent from my Android device with K-9 Mail. Please excuse my brevity.", "Sent via Superhuman",
        "Sent with Spark", "Sent from Outlook for iOS", "Get Outlook for Android", "Gesendet mit der GMX Mail App",
        "Von meinem iPhone gesendet",
        "Gesendet von Outlook f\u00fcr Android", "Envoy\u00e9 de mon iPhone", "Envoy\u00e9 \u00e0 partir de Outlook pour iOS",
        "Enviado desde mi iPhone",
        "Enviado desde Yahoo Mail para Android", "Inviato da iPhone", "Verstuurd vanaf mijn iPhone", "Verzonden met Outlook voor iOS",
        "Diese Nachricht wurde von meinem Android-Ger\u00e4t mit K-9 Mail gesendet.", "Sent from Samsung Mobile.", "Enviado do meu iPhone",
        "Gesendet mit der WEB.DE iPhone App", "T\u00e9l\u00e9charger Outlook pour iOS", "Skickat fr\u00e5n min iPhone",
        "Wys\u0142ane z iPhone'a",
    ],
)  # fmt: skip
def test_a_yes_above_the_line_of_a_telephone_is_a_yes(device: str) -> None:
    written = f"yes\n\n{device}\n\n{INTRODUCED}\n{QUOTED}"
    said = new_words_of(f"Content-Type: text/plain; charset=utf-8\n\n{written}".encode(), [SENT])
    assert said.text == "yes"
    assert said.doubtful == ()
