"""Where mail programs put the words of a reply, and how they quote the briefing."""

import textwrap
from collections.abc import Callable, Mapping
from email.message import EmailMessage
from html import escape

SENT = """Good morning, Anna. It is Thursday, 26 November. Nine mails matter today.

1. Ruth Klein: Contract for the boiler
   Sign it by Friday.
2. Priya Nair: Lunch on Tuesday?
   She asks whether Tuesday at noon suits you, or else Wednesday at one o'clock in the small place behind the station.
3. Github: 4 failed builds
   Nothing to do.
4. Marta Lopez: Minutes of the board
   She wants your changes by Monday.
5. Bank: Statement for October
6. Travel Weekly: 12 places for the winter
7. Tom Reed: Keys
8. Landlord: Heating works on 3 December
9. School: Parents' evening

Left out: 12 newsletters and 3 notifications.

Today: 10:00 Budget with Marta (she sent 2 files yesterday); 15:30 Dentist.

To answer, reply to this mail, for example: 2 archive; 3 yes; 4 tell her Tuesday works.
"""
INTRODUCED = "On Thu, Nov 26, 2026 at 5:00\u202fAM Aloud <aloud@aloud.example> wrote:"
QUOTED = "\n".join(f"> {line}".rstrip() for line in SENT.splitlines())
WRAPPED = "\n".join(f"> {piece}".rstrip() for line in SENT.splitlines() for piece in (textwrap.wrap(line, 60) or [""]))
HEADERS = (
    "From: Aloud <aloud@aloud.example>\nSent: Thursday, 26 November 2026 05:00\nTo: Anna Berg <anna@berg.example>\n"
    "Subject: Your briefing for Thursday, 26 November"
)  # fmt: skip


def _plain(text: str) -> bytes:
    mail = EmailMessage()
    mail.set_content(text)
    return mail.as_bytes()


def _html(html: str, plain: str = "") -> bytes:
    mail = EmailMessage()
    if plain:
        mail.set_content(plain)
        mail.add_alternative(html, subtype="html")
    else:
        mail.set_content(html, subtype="html")
    return mail.as_bytes()


def _lines(words: str) -> str:
    return "".join(f"<div>{escape(line) or '<br>'}</div>" for line in words.split("\n"))


def _flowed(words: str) -> bytes:
    mail = EmailMessage()
    mail.set_content(f"{words}\n\n{INTRODUCED}\n{QUOTED}")
    mail.replace_header("Content-Type", 'text/plain; charset="utf-8"; format=flowed')
    return mail.as_bytes()


_OUR_HTML = "".join(f"<p>{escape(line)}</p>" for line in SENT.splitlines())

LAYOUTS: Mapping[str, Callable[[str], bytes]] = {
    "nothing quoted": _plain,
    "above, as Gmail does": lambda words: _plain(f"{words}\n\n{INTRODUCED}\n\n{QUOTED}\n"),
    "above, wrapped anew": lambda words: _plain(f"{words}\n\n{INTRODUCED}\n{WRAPPED}\n"),
    "below": lambda words: _plain(f"{INTRODUCED}\n{QUOTED}\n\n{words}\n"),
    "below, as Thunderbird does": _flowed,
    "above, as Outlook does": lambda words: _plain(f"{words}\n\n________________________________\n{HEADERS}\n\n{SENT}"),
    "above, in a language nobody knows": lambda words: _plain(f"{words}\n\n2026年11月26日(木) 5:00 Aloud <aloud@aloud.example>:\n\n{SENT}"),
    "with a signature": lambda words: _plain(f"{words}\n\n-- \nAnna Berg\n12 Main Street\n2 archive\n\n{INTRODUCED}\n{QUOTED}"),
    "from a telephone": lambda words: _plain(
        f"{words}\n\nSent from my iPhone\n\n> On 26 Nov 2026, at 05:00, Aloud <a@b.example> wrote:\n> \n{QUOTED}"
    ),
    "in HTML alone, as Gmail quotes": lambda words: _html(
        f'{_lines(words)}<div class="gmail_quote">{INTRODUCED}<blockquote>{_OUR_HTML}</blockquote></div>'
    ),
    "in HTML alone, as Outlook quotes": lambda words: _html(
        f'{_lines(words)}<div id="divRplyFwdMsg"><b>From:</b> Aloud</div><div>{_OUR_HTML}</div>'
    ),
    "in HTML alone, unmarked": lambda words: _html(f"{_lines(words)}<hr>{_OUR_HTML}"),
    "in both": lambda words: _html(f"{_lines(words)}<blockquote type=cite>{_OUR_HTML}</blockquote>", f"{words}\n\n{INTRODUCED}\n{QUOTED}"),
}
