"""The briefing mail as HTML that mail programs show alike: tables, styles on each element, nothing from elsewhere.

It holds no picture, no link, no script and no form. Every word that came with a mail is escaped and has its own writing direction. What
stands here goes by what is known of mail programs, and a test holds it to that:

- Outlook on Windows lays out as Word does: no `max-width` (so it is given a table of a fixed width), no padding but of cells, colours of
  grounds as attributes too, and of a list of fonts the first, which has to be one that it has.
- Gmail drops a whole style sheet for one rule that it does not know. So what it can use stands in a sheet of its own, and dark mode in
  another; whoever drops both loses nothing else. It shows 102 kB of a mail and hides the rest.
- Apple Mail and Outlook on phones want to be told that there is a dark mode.
"""

from collections.abc import Iterator
from html import escape

from correspondence.briefing_mail.letter_parts import LetterParts, Row, Section

MOST_BYTES = 95_000
"""Of the 102 kB that Gmail shows: transports add some."""
_FONT = "font-family:'Segoe UI',-apple-system,Roboto,Helvetica,Arial,sans-serif;"
_INK, _FAINT, _PAPER, _GROUND, _LINE, _MARK = "#1c1c1e", "#5f6368", "#ffffff", "#f3f4f6", "#e3e5e8", "#9a3412"
_SAID = f"{_FONT}font-size:15px;line-height:22px;word-break:break-word;color:{_INK};"
"""Of a cell with words: what is in it inherits that."""
_NARROW = "@media (max-width:480px){.pad{padding-left:16px!important;padding-right:16px!important}.outer{padding:0!important}}"
_DARK = """
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.ground{background-color:#111214!important}.paper{background-color:#1b1d20!important}.ink{color:#eceef1!important}
.faint{color:#a6abb3!important}.mark{color:#fdba74!important}.line{border-color:#33363b!important}
.number{background-color:#2c3036!important;color:#eceef1!important}
}
"""
_HEAD = (
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">'
    '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">'
    '<meta name="x-apple-disable-message-reformatting">'
)
_TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"'
_FOR_WORD = '<!--[if mso]><table role="presentation" cellpadding="0" cellspacing="0" border="0" width="640"><tr><td><![endif]-->'
_END_FOR_WORD = "<!--[if mso]></td></tr></table><![endif]-->"


def html_body(letter: LetterParts) -> str:
    """Of a letter that would be too long, the mails alone with who, what and when; empty if that is too long too."""
    ways = (_drawn(letter, at_length=at_length) for at_length in (True, False))
    return next((each for each in ways if len(each.encode()) <= MOST_BYTES), "")


def _drawn(letter: LetterParts, *, at_length: bool) -> str:
    inside = "".join([*_opening(letter), *(_section(section, at_length=at_length) for section in letter.sections), _closing(letter)])
    return (
        f'<!DOCTYPE html><html lang="en"><head>{_HEAD}<title>{escape(letter.subject)}</title><style>{_NARROW}</style><style>{_DARK}</style>'
        f'</head><body class="ground" bgcolor="{_GROUND}" style="margin:0;padding:0;background-color:{_GROUND};">\n'
        f'<table class="ground" {_TABLE} bgcolor="{_GROUND}" style="background-color:{_GROUND};"><tr>'
        f'<td class="outer" align="center" style="padding:24px 8px;">{_FOR_WORD}\n'
        f'<table class="paper" {_TABLE} bgcolor="{_PAPER}" style="max-width:640px;background-color:{_PAPER};">\n{inside}</table>\n'
        f"{_END_FOR_WORD}</td></tr></table></body></html>\n"
    )


def _opening(letter: LetterParts) -> Iterator[str]:
    yield _cell(_words("h1", letter.greeting, "margin:0;font-size:22px;line-height:28px;"), top=28)
    for paragraph in letter.introduction:
        yield _cell(_words("p", paragraph, "margin:0;font-size:16px;line-height:24px;"), top=10)


def _section(section: Section, *, at_length: bool) -> str:
    title = _words("h2", section.title, f"margin:0;font-size:13px;line-height:18px;letter-spacing:1px;color:{_FAINT};", "faint")
    numbered = "".join(_numbered(row, at_length=at_length) for row in section.rows if row.number)
    others = "".join(_cell("".join(_said(row)), top=8) for row in section.rows if not row.number)
    mails = f'<tr><td class="pad" style="padding:0 28px;"><table {_TABLE}>\n{numbered}</table></td></tr>\n' if numbered else ""
    return _cell(title, top=26) + mails + others


def _numbered(row: Row, *, at_length: bool) -> str:
    badge = f"font-family:Arial,sans-serif;font-size:14px;line-height:24px;text-align:center;background-color:{_GROUND};border-radius:12px;"
    return (
        '<tr><td valign="top" width="30" style="padding:12px 10px 0 0;">'
        f'<div class="number" style="{badge}">{escape(row.number)}</div></td>'
        f'<td class="ink" valign="top" style="padding-top:10px;{_SAID}">{"".join(_said(row, at_length=at_length))}</td></tr>\n'
    )


def _said(row: Row, *, at_length: bool = True) -> Iterator[str]:
    if row.head:
        yield _words("div", row.head, f"font-size:14px;color:{_FAINT};", "faint")
    if row.title:
        yield _words("div", row.title, "font-size:16px;font-weight:bold;")
    for line in row.lines if at_length else ():
        yield _words("div", line)
    if row.when:
        yield _words("div", f"When: {row.when}", f"font-weight:bold;color:{_MARK};", "mark")
    if row.small and at_length:
        yield _words("div", row.small, f"font-size:13px;color:{_FAINT};", "faint")


def _closing(letter: LetterParts) -> str:
    why = _words("p", letter.why, f"margin:0;font-size:12px;line-height:18px;color:{_FAINT};", "faint")
    ruled = f'<td class="line" style="border-top:1px solid {_LINE};padding-top:14px;{_FONT}">{why}</td>'
    return _cell(f"<table {_TABLE}><tr>{ruled}</tr></table>", top=26, bottom=28)


def _cell(inside: str, *, top: int, bottom: int = 0) -> str:
    return f'<tr><td class="pad ink" style="padding:{top}px 28px {bottom}px 28px;{_SAID}">{inside}</td></tr>\n'


def _words(tag: str, said: str, style: str = "", kind: str = "") -> str:
    """One element of text, on its own lines of the source so that none gets too long. What it does not say is as in its cell."""
    shown = "".join((f' class="{kind}"' if kind else "", f' style="{style}"' if style else ""))
    return f'<{tag} dir="auto"{shown}>{escape(said, quote=True)}</{tag}>\n'
