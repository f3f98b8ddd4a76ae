"""Both bodies of a briefing mail say the same, whatever stands in the mails, and hold nothing that leads anywhere."""

import re
import unicodedata
from dataclasses import replace

import pytest

from actions.sending.as_file import as_file
from briefing.agenda import TopicKind
from correspondence.briefing_mail import compose
from correspondence.briefing_mail.letter_words import AND_THEN, BY_NUMBER
from knowledge.mail_wishes import MailLength
from tests.correspondence.briefing_mail.mail_read import links_in, material_of, page_of
from tests.correspondence.briefing_mail.odd_inboxes import INBOXES, ODD_WORDS, so_many
from tests.inbox.memory_mailbox import NOON

HARMLESS_TAGS = {"html", "head", "meta", "title", "style", "body", "table", "tr", "td", "div", "h1", "h2", "p"}
HARMLESS_ATTRIBUTES = {
    *("lang", "charset", "name", "content", "class", "style", "role", "cellpadding", "cellspacing", "border", "width"),
    *("align", "valign", "dir", "bgcolor"),
}
NUMBERED = re.compile(r"^(\d+)\. ", re.MULTILINE)


def test_there_are_more_than_fifty_odd_inboxes() -> None:
    assert len(INBOXES) > 50


@pytest.mark.parametrize("name", INBOXES)
async def test_whatever_stands_in_the_mails_the_html_holds_tables_and_text_alone(name: str) -> None:
    mail = compose(await material_of(INBOXES[name]))
    page = page_of(mail)
    assert set(page.tags) <= HARMLESS_TAGS
    assert {attribute for attribute, _ in page.attributes} <= HARMLESS_ATTRIBUTES
    assert page.tags.count("style") == 2
    assert len(page.comments) == 2
    assert all(re.fullmatch(r"\[if mso\]>(?:</?(?:table|tr|td)[^<>]*>)+<!\[endif\]", each) for each in page.comments)
    styles = [value for attribute, value in page.attributes if attribute == "style"]
    assert not any("url(" in style or "expression" in style or "@import" in style for style in styles)


@pytest.mark.parametrize("name", INBOXES)
async def test_no_mail_program_makes_a_link_of_anything_in_it(name: str) -> None:
    mail = compose(await material_of(INBOXES[name]))
    assert list(links_in(mail.text)) == []
    assert [found for said in page_of(mail).said for found in links_in(said)] == []
    assert list(links_in(mail.subject)) == []


@pytest.mark.parametrize("name", INBOXES)
async def test_both_bodies_say_the_same_under_the_same_numbers(name: str) -> None:
    material = await material_of(INBOXES[name])
    mail = compose(material)
    page = page_of(mail)
    numbers = [str(each.number) for each in material.mails]
    assert numbers == [str(number) for number in range(1, len(material.mails) + 1)]
    assert page.chips == numbers, "they are told in the order of their numbers"
    assert NUMBERED.findall(mail.text) == page.chips, "a line of the text begins with a number that is none of ours"
    in_text = " ".join(mail.text.split()).lower()
    assert [said for said in page.said if " ".join(said.split()).lower() not in in_text] == []


@pytest.mark.parametrize("name", INBOXES)
async def test_every_mail_has_a_number_or_is_counted(name: str) -> None:
    inbox = INBOXES[name]
    for length in MailLength:
        material = await material_of(inbox, length=length)
        assert material.unread == len(inbox.mails)
        assert len({each.mail_id for each in material.mails}) == len(material.mails)
        assert f"{material.unread} unread" in compose(material).text or not inbox.mails


@pytest.mark.parametrize("name", INBOXES)
async def test_nothing_is_in_it_that_cannot_be_seen_or_breaks_a_line(name: str) -> None:
    mail = compose(await material_of(INBOXES[name]))
    for said in (mail.text, mail.subject, *page_of(mail).said):
        odd = {unicodedata.category(each) for each in said if each not in "\n\u200c\u200d"} & {"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"}
        assert odd == set()
    raw = as_file("you@example.com", subject=mail.subject, text=mail.text, html=mail.html, date=NOON)
    assert raw.isascii()
    assert max(map(len, raw.split(b"\r\n"))) <= 998


@pytest.mark.parametrize("name", ["one", "forged number", "hebrew"])
async def test_the_same_material_makes_the_same_mail(name: str) -> None:
    first, second = await material_of(INBOXES[name]), await material_of(INBOXES[name])
    assert compose(first) == compose(second)


@pytest.mark.parametrize("name", ["forged number", "forged heading", "forged header", "forged end", "forged new mark", "line separators"])
async def test_what_a_stranger_wrote_begins_no_line(name: str) -> None:
    lines = compose(await material_of(INBOXES[name])).text.splitlines()
    forged = [piece for piece in re.split(r"[\r\n\u2028\u2029\x0b\x85]+", ODD_WORDS[name]) if piece.strip()]
    assert [line for line in lines for piece in forged[1:] if line.startswith(piece)] == []
    assert lines.count("HOW TO ANSWER") == 1
    assert sum(line == "--" for line in lines) == 1


async def test_who_what_and_by_when_stand_in_a_line_each() -> None:
    mail = compose(await material_of(INBOXES["very long"]))
    at = mail.text.splitlines()
    row = next(place for place, line in enumerate(at) if "Lunch on Tuesday" in line)
    assert re.fullmatch(r"\d+\. Person plain: Lunch on Tuesday", at[row])
    assert "Shall we say noon?" in at[row + 1]


async def test_it_says_what_was_left_out_and_how_to_answer() -> None:
    vips = " ".join(f"{number}@people.example" for number in range(100, 120))
    mail = compose(await material_of(so_many(200), length=MailLength.SHORT, vips=vips))
    assert "You have 200 unread mails; 20 of them need you." in mail.text
    assert "190 further mails, ten of which need you: your next call tells of them." in mail.text
    assert all(line in mail.text for line in (BY_NUMBER, *AND_THEN))
    nothing = compose(await material_of(INBOXES["nothing"]))
    assert "nothing unread" in nothing.text
    assert BY_NUMBER not in nothing.text


async def test_newsletters_are_named_so_and_only_where_they_have_a_number_wishes_for_them_are_taught() -> None:
    people = await material_of(INBOXES["newsletters alone"])  # who post to lists
    assert "(newsletter" not in compose(people).text
    letters = replace(people, mails=tuple(replace(mail, kind=TopicKind.NEWSLETTERS) for mail in people.mails))
    assert compose(letters).text.count("   (newsletter") == len(letters.mails) > 0
    assert "all newsletters read" in compose(letters).text
    assert "all newsletters read" not in compose(await material_of(INBOXES["one"])).text


async def test_an_account_that_is_away_is_named() -> None:
    material = replace(await material_of(INBOXES["one"]), away=("work",), not_loaded=2, at_least=True, calendar_away=True)
    said = compose(material).text
    assert "You have at least 3 unread mails" in said
    assert "Two mails that could not be read yet." in said
    assert "What came to work: that account did not answer." in said
    assert "Your calendar did not answer" in said


async def test_it_holds_no_picture_no_tracking_and_nothing_from_elsewhere() -> None:
    for inbox in INBOXES.values():
        html = compose(await material_of(inbox)).html
        assert re.search(r"\b(?:src|href|background|action|poster|srcset)=", re.sub(r">[^<]*<", "><", html)) is None
