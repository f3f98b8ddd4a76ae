"""HTML mail becomes text that can be read aloud."""

import time

import pytest

from providers.mime.html_text import html_to_text

HIDDEN = {
    "styles and scripts": "<style>p{color:red}</style><script>alert(1)</script><p>Hello</p>",
    "the head": "<html><head><title>News</title></head><body><p>Hello</p></body></html>",
    "a preheader": '<div class="preheader">Preview text</div><p>Hello</p>',
    "display none": '<div style="DISPLAY : NONE">Preview</div><p>Hello</p>',
    "outlook's hiding": '<span style="mso-hide:all">Preview</span><p>Hello</p>',
    "no height": '<div style="max-height:0px;overflow:hidden">Preview</div><p>Hello</p>',
    "no size": '<span style="font-size:0px;color:#fff">Preview</span><p>Hello</p>',
    "the hidden attribute": "<p hidden>Preview</p><p>Hello</p>",
    "hidden in hidden": '<div style="display:none"><p hidden>a</p><div style="display:none">b</div></div><p>Hello</p>',
    "comments": "<!-- secret --><!--[if mso]>Outlook only<![endif]--><p>Hello</p>",
    "characters without a shape": "<p>\u200bHel\u00adlo\u200c&zwnj;&#8203;</p>",
}


@pytest.mark.parametrize("html", HIDDEN.values(), ids=HIDDEN.keys())
def test_what_nobody_sees_is_not_read(html: str) -> None:
    assert html_to_text(html).text == "Hello"


LAYOUT = {
    "<p>One</p><p>Two</p>": "One\n\nTwo",
    "One<br>Two": "One\nTwo",
    "<div>One</div><div>Two</div>": "One\nTwo",
    "<div>One</div><div><br></div><div>Two</div>": "One\n\nTwo",
    "<ul><li>One</li><li>Two</li></ul>": "One\nTwo",
    "<table><tr><td>Tea</td><td>2 EUR</td></tr><tr><td>Milk</td><td>1 EUR</td></tr></table>": "Tea 2 EUR\nMilk 1 EUR",
    "<p>A <b>bold</b>, <a href='https://example.org/x'>linked</a> word</p>": "A bold, linked word",
    "<p>One\n   line&nbsp;only</p>": "One line only",
    "<pre>One\nTwo</pre>": "One\nTwo",
    "Above<hr>Below": "Above\n\nBelow",
    "no markup at all": "no markup at all",
}


@pytest.mark.parametrize(("html", "text"), LAYOUT.items(), ids=range(len(LAYOUT)))
def test_blocks_become_lines_and_links_keep_their_words(html: str, text: str) -> None:
    assert html_to_text(html).text == text


QUOTED = {
    "gmail": '<div>Yes.</div><div class="gmail_quote"><div>On Monday Bo wrote:</div><blockquote>Lunch?</blockquote></div>',
    "apple": '<div>Yes.</div><blockquote type="cite"><div>On Monday, Bo wrote:</div>Lunch?</blockquote>',
    "thunderbird": '<p>Yes.</p><div class="moz-cite-prefix">Am 3. März schrieb Bo:</div><blockquote type="cite">Mittag?</blockquote>',
    "outlook": '<div>Yes.</div><hr><div id="divRplyFwdMsg"><b>From:</b> Bo</div><div>Lunch?</div>',
    "outlook on the web": '<div>Yes.<div id="x_appendonsend"></div></div><hr><div id="x_divRplyFwdMsg">From: Bo</div><div>Lunch?</div>',
    "yahoo": '<div>Yes.</div><div class="yahoo_quoted">Lunch?</div>',
    "an indented answer": "<div>Yes.</div><div>Bo wrote:</div><blockquote>Lunch?</blockquote>",
    "gmail's container": '<div>Yes.</div><div class="gmail_quote_container">On Tuesday<div>Lunch?</div></div>',
    "gmail's line alone": '<div>Yes.</div><div class="gmail_attr">Bo, Tuesday</div><div class="gmail_quote">Lunch?</div>',
    "outlook's line, in any language": (
        '<div>Yes.</div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">Feladott: Bo</div>Lunch?'
    ),
    "headers below a drawn line": "<div>Yes.</div><div><hr><b>From: bo@x.example</b> <b>Date: 3 Mar 2026 10:02</b></div><p>Lunch?</p>",
    "an author inside": "<div>Yes.</div><blockquote>On 3 Mar 2026, Bo &lt;bo@x.example&gt; wrote:<br>Lunch?</blockquote>",
    "nested": '<div>Yes.</div><div class="gmail_quote"><div class="gmail_quote">a<div class="gmail_quote">b</div></div></div>',
}


@pytest.mark.parametrize("html", QUOTED.values(), ids=QUOTED.keys())
def test_earlier_mails_are_cut_where_programs_mark_them(html: str) -> None:
    found = html_to_text(html)
    assert found.text.removesuffix("Bo wrote:").strip() == "Yes."
    assert found.quoted


ANSWERS_OTHERWISE = {
    "between, in gmail's container": (
        '<div class="gmail_quote"><div class="gmail_attr">Bo wrote:</div><blockquote class="gmail_quote">Lunch?</blockquote><p>Yes.</p>'
        '<blockquote class="gmail_quote">Where?</blockquote><p>At Ada.</p></div>'
    ),
    "below a mail that answers another": (
        '<blockquote type="cite">Lunch?<div id="x_divRplyFwdMsg">From: Cy</div>Who?</blockquote><p>Yes.</p><p>At Ada.</p>'
    ),
    "below an author inside": "<p>Yes.</p><blockquote>On 3 Mar 2026, Bo &lt;bo@x.example&gt; wrote:<br>Lunch?</blockquote><p>At Ada.</p>",
}


@pytest.mark.parametrize("html", ANSWERS_OTHERWISE.values(), ids=ANSWERS_OTHERWISE.keys())
def test_an_answer_below_or_between_is_kept(html: str) -> None:
    assert html_to_text(html).text == "Yes.\n\nAt Ada."


@pytest.mark.parametrize(
    "marked",
    [
        'class="gmail_signature"', 'class="moz-signature"', 'class="protonmail_signature_block"', 'data-smartmail="gmail_signature"',
        'id="Signature"', 'id="composer_signature"', 'name="messageSignatureSection"', 'data-marker="__SIG_POST__"',
    ],
)  # fmt: skip
def test_a_signature_is_cut_where_programs_mark_it(marked: str) -> None:
    signed = f"<div {marked}>Anna Berg<br>Head of Maps</div>"
    assert html_to_text(f"<p>Yes.</p>{signed}").text == "Yes."
    assert not html_to_text(f"<p>Yes.</p>{signed}").quoted
    assert html_to_text(f'{signed}<blockquote type="cite">Lunch?</blockquote>').text == "Anna Berg\nHead of Maps"
    assert html_to_text(signed).text == "Anna Berg\nHead of Maps"


KEPT = {
    "a writer's own indent": ("<p>He said it well.</p><blockquote>Less is more.</blockquote>", "He said it well.\n\nLess is more."),
    "text below a line": ("<p>Yes.</p><hr><p>And one more thing.</p>", "Yes.\n\nAnd one more thing."),
    "words below a line that tell from where, and when": (
        "<p>Your trip</p><hr><p>From: Bern Date: 3 Mar 2026 10:02 To: Ulm</p>",
        "Your trip\n\nFrom: Bern Date: 3 Mar 2026 10:02 To: Ulm",
    ),
    "nothing but a quotation": ('<blockquote type="cite">Lunch?</blockquote>', "Lunch?"),
}


@pytest.mark.parametrize(("html", "text"), KEPT.values(), ids=KEPT.keys())
def test_what_is_no_earlier_mail_is_kept(html: str, text: str) -> None:
    found = html_to_text(html)
    assert found.text == text
    assert not found.quoted


def test_a_forwarded_mail_is_kept_and_what_it_quotes_is_cut() -> None:
    gmail = (
        '<div>For you.</div><div class="gmail_quote"><div class="gmail_attr">---------- Forwarded message ---------</div>'
        '<p>The rent goes up.</p><div class="gmail_quote"><blockquote>Will it?</blockquote></div></div>'
    )
    assert html_to_text(gmail).text == "For you.\n---------- Forwarded message ---------\n\nThe rent goes up."
    answered = gmail.replace("For you.", "Thanks.").replace('<div class="gmail_attr">', "On Monday Bo wrote:<br>For you.<div>")
    assert html_to_text(answered).text == "Thanks."
    outlook = (
        '<p>FYI</p><div id="divRplyFwdMsg">From: Bo</div><p>The rent goes up.</p><div id="x_divRplyFwdMsg">From: Cy</div><p>Will it?</p>'
    )
    assert html_to_text(outlook, forwarded=True).text == "FYI\n\nFrom: Bo\n\nThe rent goes up."


def test_a_mail_of_pictures_gives_their_descriptions() -> None:
    assert html_to_text('<img src="a.png" alt="Summer sale"><img src="b.png">').text == "Summer sale"


@pytest.mark.parametrize(
    "html",
    [
        "<div>" * 100_000 + "x",
        '<div class="gmail_quote">' * 20_000 + "x",
        "".join(f"<b id={number}>" for number in range(5_000)) + "<p>" * 20_000 + "x",
        "<" * 300_000,
        "<!--" * 80_000,
        "<blockquote>:</blockquote>" * 10_000,
        f'<p style="{"width:0;" * 12_000}">x</p>',
    ],
    ids=["deep", "deep quotes", "formatting without end", "angles", "comments", "many quotes", "a long style"],
)
def test_hostile_markup_takes_no_time(html: str) -> None:
    began = time.process_time()
    html_to_text(html)
    assert time.process_time() - began < 3.0


@pytest.mark.parametrize(
    "style",
    [
        "overflow:hidden;height:0",
        "height:0 !important;overflow:hidden",
        "width:1px;height:1px;overflow:hidden",
        "opacity:0 !important",
        "font-size:.1em",
        "left:-999em",
        "clip:rect(1px,1px,1px,1px)",
        "transform:scale(0,0)",
        "color:#0000",
        "display:/**/none",
    ],
)
def test_what_a_style_hides_is_not_read(style: str) -> None:
    assert html_to_text(f'<p>Seen.</p><p style="{style}">Hidden.</p>').text == "Seen."


@pytest.mark.parametrize(
    "style", ["color:#000000", "max-width:0;overflow:hidden", "width:100px;overflow:hidden", "font-size:0.9em", "opacity:0.9"]
)
def test_what_a_style_only_shapes_is_read(style: str) -> None:
    assert html_to_text(f'<p style="{style}">Seen.</p>').text == "Seen."


def test_what_is_typed_below_the_mark_of_a_signature_is_kept() -> None:
    typed = "<div>Hello Anna,</div><br><div class='gmail_signature'><div>Could you call the plumber today? He needs the key.</div></div>"
    assert "He needs the key." in html_to_text(typed).text
    signed = "<div>Fine with me.</div><div class='gmail_signature'><div>Ben Fuchs</div><div>Kontor, Hamburg</div><div>+49 40 12</div></div>"
    assert html_to_text(signed).text == "Fine with me."


def test_a_shortened_word_in_a_signature_ends_no_sentence() -> None:
    signed = (
        "<div>Fine with me.</div><div class='gmail_signature'><div>Ben Fuchs<br>Tel. 12</div><div>Head of Maps, Kontor Ltd.</div></div>"
    )
    assert html_to_text(signed).text == "Fine with me."
    typed = "<div>Hello,</div><div id='Signature'>Please <b>do</b> call me.</div>"
    assert html_to_text(typed).text == "Hello,\nPlease do call me."
