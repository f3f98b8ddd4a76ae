"""The HTML keeps to what Gmail, Outlook and Apple Mail are known to show. None of them runs here: it is held to rules, and seen in none.

Of Outlook on Windows, what Word does with HTML (Microsoft, "Word 2007 HTML and CSS rendering capabilities in Outlook 2007", still its
engine in the classic program); of Gmail its own page on CSS, and that it hides what is behind 102 kB; of the others that they show more.
"""

import re
from dataclasses import replace

import pytest

from correspondence.briefing_mail import compose
from correspondence.briefing_mail.html_body import MOST_BYTES
from knowledge.mail_wishes import MailLength
from tests.correspondence.briefing_mail.mail_read import material_of, page_of
from tests.correspondence.briefing_mail.odd_inboxes import INBOXES, so_many

GMAIL_SHOWS = 102 * 1024
GMAIL_TAKES_OF_A_SHEET = 8_192
IN_WORD_TOO = {
    *("background-color", "border-top", "color", "font-family", "font-size", "font-weight", "letter-spacing", "line-height", "margin"),
    *("padding", "padding-top", "text-align"),
}
IGNORED_BY_WORD = {"border-radius", "max-width", "word-break"}
"""Without which it is as readable: corners, the width that the table for Word has, and words that no screen holds."""
FONTS_OF_WORD = {"'Segoe UI'", "Arial"}
TAG = re.compile(r"<([a-z0-9]+)((?: [a-z-]+=\"[^\"]*\")*)>")
SHEETS = re.compile(r"<style>(.*?)</style>", re.DOTALL)


def styles(html: str) -> list[tuple[str, str, dict[str, str]]]:
    """Of each element its tag, all of its attributes, and its style by property."""
    found = []
    for tag, attributes in TAG.findall(html):
        style = re.search(r' style="([^"]*)"', attributes)
        pairs = [each.partition(":") for each in (style[1].split(";") if style else []) if each]
        found.append((tag, attributes, {name.strip(): value.strip() for name, _, value in pairs}))
    return found


@pytest.fixture(params=["very long", "newsletters alone", "two hundred", "hebrew"])
async def html(request: pytest.FixtureRequest) -> str:
    return compose(await material_of(INBOXES[request.param])).html


def test_no_style_stands_on_an_element_that_outlook_would_read_otherwise(html: str) -> None:
    for tag, attributes, style in styles(html):
        assert style.keys() <= IN_WORD_TOO | IGNORED_BY_WORD
        if "background-color" in style and tag != "div":
            assert f'bgcolor="{style["background-color"]}"' in attributes
        if style.keys() & {"padding", "padding-top"} and style["padding" if "padding" in style else "padding-top"] != "0":
            assert tag == "td", "Word pads cells alone"
        if "font-family" in style:
            assert style["font-family"].split(",")[0] in FONTS_OF_WORD, "Word takes Times for a first font that it does not have"
        assert style.get("font-weight", "bold") == "bold"


def test_every_word_stands_in_a_cell_with_a_font_and_a_colour(html: str) -> None:
    """What is above a cell does not reach into it in Word."""
    cells = [style for tag, _, style in styles(html) if tag == "td" and "font-size" in style]
    assert cells
    assert all("font-family" in style and "color" in style for style in cells)
    said = re.findall(r'<td[^>]*style="([^"]*)"[^>]*>\s*<(?:h1|h2|p|div) dir', html)
    assert said
    assert all("font-family" in each for each in said)


def test_layout_is_by_tables_that_are_none_to_a_screen_reader(html: str) -> None:
    tables = [attributes for tag, attributes, _ in styles(html.replace("<!--[if mso]>", "").replace("<![endif]-->", "")) if tag == "table"]
    assert len(tables) >= 3
    for attributes in tables:
        assert all(f'{name}="' in attributes for name in ("role", "cellpadding", "cellspacing", "border", "width"))
        assert 'role="presentation"' in attributes


def test_where_a_width_is_limited_outlook_has_a_table_of_that_width(html: str) -> None:
    limited = [style["max-width"] for _, _, style in styles(html) if "max-width" in style]
    for_word = re.findall(r'<!--\[if mso\]><table[^>]* width="(\d+)"', html)
    assert limited == [f"{width}px" for width in for_word] == ["640px"]
    assert html.count("<!--[if mso]>") == html.count("<![endif]-->") == 2


def test_the_sheet_that_gmail_uses_holds_nothing_for_which_it_would_drop_it(html: str) -> None:
    for_gmail, dark = SHEETS.findall(html)
    assert len(for_gmail) + len(dark) < GMAIL_TAKES_OF_A_SHEET
    assert re.fullmatch(r"@media \(max-width:480px\)\{(?:\.[a-z]+\{[a-z:0-9!;-]+\})+\}", for_gmail)
    assert "prefers-color-scheme:dark" in dark


def test_apple_mail_is_told_that_there_is_a_dark_mode(html: str) -> None:
    for name in ("color-scheme", "supported-color-schemes"):
        assert f'<meta name="{name}" content="light dark">' in html
    _, dark = SHEETS.findall(html)
    used = {name for _, attributes, _ in styles(html) for found in re.findall(r' class="([^"]*)"', attributes) for name in found.split()}
    assert used - {"pad", "outer"} <= set(re.findall(r"\.([a-z]+)\{", dark)), "each colour has one for the dark"


@pytest.mark.parametrize("length", MailLength)
async def test_gmail_hides_no_end_of_it(length: MailLength) -> None:
    mail = compose(await material_of(so_many(200), length=length))
    assert 0 < len(mail.html.encode()) <= MOST_BYTES < GMAIL_SHOWS
    assert len(mail.text.encode()) < GMAIL_SHOWS


async def test_of_fifty_mails_with_much_to_say_all_is_told_and_of_more_than_gmail_shows_who_what_and_when() -> None:
    material = await material_of(so_many(200), length=MailLength.LONG)
    said = "It is about the roof of the house by the lake, as we have said on Monday. " * 5
    fifty = compose(replace(material, mails=tuple(replace(mail, line=said, when="Friday") for mail in material.mails[:50])))
    assert len(fifty.html.encode()) <= MOST_BYTES
    assert fifty.html.count("by the lake") >= 50
    much = compose(replace(material, mails=tuple(replace(mail, line=said, when="Friday") for mail in material.mails)))
    assert "by the lake" not in much.html
    assert page_of(much).chips == [str(mail.number) for mail in material.mails]
    assert much.html.count("When: Friday") == len(material.mails)
    assert "by the lake" in much.text


async def test_what_would_be_longer_still_goes_as_text_alone() -> None:
    material = await material_of(so_many(200), length=MailLength.LONG)
    odd = tuple(replace(mail, subject="\u0e01" * 140, when="\u0e01" * 300) for mail in material.mails)
    mail = compose(replace(material, mails=odd))
    assert mail.html == ""
    assert "\u0e01" in mail.text
