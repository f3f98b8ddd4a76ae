"""Which words of an answer are its own, where mail programs of many languages put the other mail below or above it."""

import pytest

from providers.mime.attributions import forwards
from providers.mime.body import read_body
from providers.mime.quotes import own_words

BLOCK = "\n\nThe other mail."


@pytest.mark.parametrize(
    "between",
    [
        "No dia 19/11/2026, às 10:02, Anna Berg <anna@x.example> escreveu:\n> Sim?",
        "Op 19 nov. 2026, om 10:02 heeft Anna Berg <anna@x.example> het volgende geschreven:\n> Ja?",
        "W dniu 19.11.2026 o 10:02, Anna Berg pisze:\n> Tak?",
        "czw., 19 lis 2026 o 10:02 Anna Berg <anna@x.example> napisał(a):\n> Tak?",
        "Den tors 19 nov. 2026 kl 10:02 skrev Anna Berg\n<anna@x.example>:\n> Ja?",
        "Anna Berg kirjoitti 19.11.2026 klo 10.02:\n> Joo?",
        "чт, 19 нояб. 2026 г. в 10:02, Anna Berg <anna@x.example>:\n> Да?",  # noqa: RUF001 - Russian
        "Vào 14:24 8 tháng 6, 2017, Anna Berg <anna@x.example> đã viết:\n\nKhông",
        "* Anna Berg <anna@x.example> [2026-11-19 10:02]:\n> Yes?",
        "Gesendet: 19. November 2026 um 10:02 Uhr\nVon: Anna\nAn: Robin\nBetreff: Karten" + BLOCK,
        "Lähettäjä: Anna\nLähetetty: 19. marraskuuta 2026\nVastaanottaja: Robin\nAihe: Kartat" + BLOCK,
        "Date: Wed, 16 May 2012 00:15:02 -0600\nTo: anna@x.example" + BLOCK,
        "-------- Oryginalna wiadomość --------\nOd: Anna\nData: 19.11.2026\nDo: Robin" + BLOCK,
        "From: Anna Sent: Monday To: Robin Subject: Maps The other mail.",
        "Wysłane z mojego telefonu",
        "On Thu, 19 Nov 2026 10:02:11 +0100 Anna Berg <anna@x.example> wrote" + BLOCK,
        "- Am 19.11.2026 10:02, Anna Berg schrieb:\n> Ja?",
        "--- On Thu, 11/19/26, anna@x.example <anna@x.example> wrote:" + BLOCK,
        "Anna Berg <anna@x.example> wrote:" + BLOCK,
        "-----Reply Message-----" + BLOCK,
        "**From:** Anna Berg <anna@x.example>\n**Sent:** Thursday, 19 November 2026 10:02\n**To:** Robin\n**Subject:** Maps" + BLOCK,
        "De : Anna Berg\nDate : jeu. 19 nov. 2026 10:02\nPour : Robin\nCopie à : Cy\nSujet : Cartes" + BLOCK,
        "发件人: Anna Berg <anna@x.example>\n发送时间: 2026年11月19日 10:02\n收件人: Robin\n主题: 地图" + BLOCK,
        "寄件者：Anna Berg\n日期：2026年11月19日 星期四 上午10:02\n收件者：Robin\n主旨：地圖" + BLOCK,  # noqa: RUF001 - Chinese
        "差出人: Anna Berg\n送信日時: 2026年11月19日 10:02\n宛先: Robin\n件名: 地図" + BLOCK,
        "보낸 사람: Anna Berg\n보낸 날짜: 2026년 11월 19일 10:02\n받는 사람: Robin\n제목: 지도" + BLOCK,
        "Від: Anna Berg\nНадіслано: 19 листопада 2026 р. 10:02\nКому: Robin\nТема: Мапи" + BLOCK,  # noqa: RUF001 - Ukrainian
        "Od: Anna Berg\nOdesláno: 19. listopadu 2026 10:02\nKomu: Robin\nPředmět: Mapy" + BLOCK,
        "Feladó: Anna Berg\nElküldve: 2026. november 19. 10:02\nCímzett: Robin\nTárgy: Térképek" + BLOCK,
        "Kimden: Anna Berg\nGönderildi: 19 Mart 2026 10:02\nKime: Robin\nKonu: Haritalar" + BLOCK,
        "Anna Berg <anna@x.example> 于2026年11月19日周四 10:02写道：" + BLOCK,  # noqa: RUF001 - Chinese
        "2026/11/19 10:02、Anna Berg <anna@x.example>のメール:" + BLOCK,
        "2026年11月19日(木) 10:02 Anna Berg <anna@x.example>:" + BLOCK,
        "19 листопада 2026 р. о 10:02 Anna Berg <anna@x.example> пише:\n> Так?",  # noqa: RUF001 - Ukrainian
        "čt 19. 11. 2026 v 10:02 odesílatel Anna Berg <anna@x.example> napsal:\n> Ano?",
        "Sent from Somemail<https://somemail.example/get?b=12>",
        "Sent from my Windows 8 PC <https://somemail.example/a-long-page-about-this-device>",
        "Sent with Airmail",
        "(sent from my phone)",
        "<<sent by mobile>>",
        "From my iPhone 6",
        "从我的 iPhone 发送",
        "iPhoneから送信",
        "나의 iPhone에서 보냄",
        "Надіслано з iPhone",
        "Odesláno z iPhonu",
        "iPhone'umdan gönderildi",
    ],
)
def test_what_a_mail_program_puts_below_an_answer_is_cut(between: str) -> None:
    assert own_words(f"That suits me.\n\n{between}\n").text == "That suits me."


@pytest.mark.parametrize("own", ["Thanks", "Thanks.\nYes - gladly -"])
def test_an_answer_that_shares_its_line_with_the_attribution_is_kept(own: str) -> None:
    assert own_words(f"{own} On 3 Mar 2026 at 10:00, Bo <bo@x.example> wrote:\n> Here.").text == own


def test_headers_are_one_block_and_not_lines_far_apart() -> None:
    told = "From: the attic\nTwo lamps.\n\nI can bring them.\n\n"
    block = "From: Bo Berg\nSent: Monday\nTo: Anna\nSubject: Lamps\n\nWhat have you got?"
    assert own_words(told + block).text == told.strip()
    apart = "Yes.\n\nFrom: Bo\n\nSent: Monday\nTo: Anna Berg <anna@x.example>,\n  Cy <cy@x.example>\n\n\nSubject: Lamps\n\nWhich?"
    assert own_words(apart).text == "Yes."


@pytest.mark.parametrize(
    "text",
    [
        "From: Berlin\nTo: Hamburg\nDate: 3 May 2026 10:00\n\nThat is the trip.",
        "Anna wrote a list:\nmilk\nbread",
        "The result of 3 May 2026:\nall good",
        "mysql> select 1\nThat is all.",
        "This is what I did:\n\nmysql> use shop;\nmysql> delete from carts;\nmysql> exit\n\nWas it wrong?",
        "sftp> cd in\nsftp> put a.csv\nsftp> bye",
        "Everything must go.\n>>> HALF PRICE <<<\nOn Saturday only.",
        "Sent via DHL",
        "From my phone bill.",
        "It is in the post.\n\nSent with love",
        "On 3 May 2026 at 10:00 Anna wrote\n\nThat is all that the log says.",
        "The box is packed.\n-----Lamp-----\nThe lamp is not.",
    ],
)
def test_what_only_looks_like_a_quotation_is_kept(text: str) -> None:
    assert own_words(text).text == text


def test_the_line_above_an_attribution_is_no_part_of_it() -> None:
    assert own_words("Test reply\nOn 04/19/2011 07:10 AM, Bo Berg wrote:\n\n>Test\n\nRegards, Bo").text == "Test reply\n\n\nRegards, Bo"


def test_supercite_is_quoted_and_the_answer_below_it_is_not() -> None:
    cited = "In article <1@x.example>, Ted Moss writes:\n\nTed> It cannot be done.\n\nIt can."
    assert own_words(cited).text == "It can."
    assert own_words("AB> one\nAB> two\nAB> three\n\nNo.").text == "No."


def test_vs_is_an_answer_in_finnish_and_a_forwarded_mail_in_norwegian() -> None:
    assert not forwards("VS: Kartat", "Lähettäjä: Anna")
    assert forwards("VS: Kart", "Fra: Anna")


@pytest.mark.parametrize(
    ("flowed", "read"),
    [
        ("> Where are the \n> keys? \nUnder the pot, and the code \nis new.\n", "Under the pot, and the code is new."),
        ("One \n line.\n", "One line."),
        ("> one \n>> two \nThree.\n", "Three."),
        ("Yes.\n-- \nAnna\n", "Yes."),
    ],
)
def test_flowed_lines_are_joined_at_one_depth_of_quotation(flowed: str, read: str) -> None:
    head = "From: a@x.example\nContent-Type: text/plain; format=flowed\n\n"
    assert read_body(f"{head}{flowed}".encode()).text == read


def test_delsp_takes_the_space_away() -> None:
    head = "From: a@x.example\nContent-Type: text/plain; format=flowed; delsp=yes\n\n"
    assert read_body(f"{head}Don \naudampf\n".encode()).text == "Donaudampf"
