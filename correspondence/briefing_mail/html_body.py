"""The briefing mail as HTML that mail programs show alike: tables, styles on each element, nothing from elsewhere.

It holds no picture, no link, no script and no form. The one style sheet is for what cannot stand on an element, dark mode and narrow
screens, and whoever drops it loses nothing else. Every word that came with a mail is escaped and has its own writing direction.
"""

from collections.abc import Iterator
from html import escape

from correspondence.briefing_mail.letter_parts import LetterParts, Row, Section

_FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;"
_WRAPS = "overflow-wrap:anywhere;word-break:break-word;"
_INK, _FAINT, _PAPER, _GROUND, _LINE, _MARK = "#1c1c1e", "#5f6368", "#ffffff", "#f3f4f6", "#e3e5e8", "#9a3412"
_DARK = """
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.ground{background:#111214!important}.paper{background:#1b1d20!important}.ink{color:#eceef1!important}
.faint{color:#a6abb3!important}.mark{color:#fdba74!important}.line{border-color:#33363b!important}.number{background:#2c3036!important;color:#eceef1!important}
}
@media (max-width:480px){.pad{padding-left:16px!important;padding-right:16px!important}.outer{padding:0!important}}
"""
_HEAD = (
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">'
    '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">'
    '<meta name="x-apple-disable-message-reformatting">'
)
_TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"'


def html_body(letter: LetterParts) -> str:
    inside = "".join([*_opening(letter), *(_section(section) for section in letter.sections), _closing(letter)])
    return (
        f'<!DOCTYPE html><html lang="en"><head>{_HEAD}<title>{escape(letter.subject)}</title><style>{_DARK}</style></head>'
        f'<body class="ground" style="margin:0;padding:0;background:{_GROUND};">\n'
        f'<table class="ground" {_TABLE} style="background:{_GROUND};"><tr><td class="outer" align="center" style="padding:24px 8px;">\n'
        f'<table class="paper" {_TABLE} style="max-width:640px;background:{_PAPER};">\n{inside}</table>\n'
        "</td></tr></table></body></html>\n"
    )


def _opening(letter: LetterParts) -> Iterator[str]:
    yield _cell(_words("h1", letter.greeting, f"margin:0;font-size:22px;line-height:28px;color:{_INK};", "ink"), top=28)
    for paragraph in letter.introduction:
        yield _cell(_words("p", paragraph, f"margin:0;font-size:16px;line-height:24px;color:{_INK};", "ink"), top=10)


def _section(section: Section) -> str:
    title = _words("h2", section.title, f"margin:0;font-size:13px;line-height:18px;letter-spacing:.04em;color:{_FAINT};", "faint")
    return _cell(title, top=26) + "".join(map(_row, section.rows))


def _row(row: Row) -> str:
    said = "".join(_said(row))
    if not row.number:
        return _cell(said, top=8)
    badge = f"min-width:28px;text-align:center;background:{_GROUND};color:{_INK};border-radius:12px;"
    chip = (
        '<td valign="top" width="40" style="width:40px;padding:2px 10px 0 0;">'
        f'<div class="number" style="{_FONT}font-size:14px;line-height:24px;{badge}">{escape(row.number)}</div></td>'
    )
    return _cell(f'<table {_TABLE}><tr>{chip}<td valign="top">{said}</td></tr></table>', top=10)


def _said(row: Row) -> Iterator[str]:
    if row.head:
        yield _words("div", row.head, f"font-size:14px;line-height:20px;color:{_FAINT};", "faint")
    if row.title:
        yield _words("div", row.title, f"font-size:16px;line-height:22px;font-weight:600;color:{_INK};", "ink")
    for line in row.lines:
        yield _words("div", line, f"font-size:15px;line-height:22px;color:{_INK};", "ink")
    if row.when:
        yield _words("div", f"When: {row.when}", f"font-size:14px;line-height:20px;font-weight:600;color:{_MARK};", "mark")
    if row.small:
        yield _words("div", row.small, f"font-size:13px;line-height:18px;color:{_FAINT};", "faint")


def _closing(letter: LetterParts) -> str:
    return _cell(
        _words("p", letter.why, f"margin:0;font-size:12px;line-height:18px;color:{_FAINT};", "faint"), top=26, bottom=28, ruled=True
    )


def _cell(inside: str, *, top: int, bottom: int = 0, ruled: bool = False) -> str:
    line = f"border-top:1px solid {_LINE};" if ruled else ""
    if ruled:
        inside = f'<table {_TABLE}><tr><td class="line" style="{line}padding-top:14px;">{inside}</td></tr></table>'
    return f'<tr><td class="pad" style="padding:{top}px 28px {bottom}px 28px;">{inside}</td></tr>\n'


def _words(tag: str, said: str, style: str, kind: str) -> str:
    """One element of text, on its own lines of the source so that none gets too long."""
    return f'<{tag} class="{kind}" dir="auto" style="{_FONT}{_WRAPS}{style}">{escape(said, quote=True)}</{tag}>\n'
