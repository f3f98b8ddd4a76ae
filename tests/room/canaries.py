"""Words that stand nowhere but in one mail, one caller's mouth, one model's answer; and the search for them in whatever was written."""

from collections.abc import Iterable
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path

import asyncpg
from redis.asyncio import Redis

FILE = "1773000000.goldcrest.host"
"""The name of the mail's file, of which its id is made: what may be stored, and shows that a search finds what is there."""

NAME, ADDRESS = "Quillon Farthingale", "quillon.farthingale@sender.example"
SUBJECT, BODY, HTML = "zephyranthes", "marmalade-in-the-body", "nougat-in-the-markup"
ATTACHMENT, ATTACHED = "pomegranate-ledger.pdf", "quince-in-the-attachment"
MEETING, PLACE = "oubliette-meeting", "room-of-the-heron"
HEADERS = {
    "Cc": "Perpetua Oxenholme <perpetua@copied.example>",
    "Reply-To": "answers-to-wexcombe@reply.example",
    "Message-ID": "<halcyon-message@id.example>",
    "References": "<isinglass-thread@id.example>",
    "In-Reply-To": "<isinglass-thread@id.example>",
    "List-Id": "Juniper Society <juniper.list.example>",
    "X-Campaign": "kestrel-campaign",
}
IN_MAIL = (
    SUBJECT, *NAME.split(), ADDRESS, BODY, HTML, ATTACHMENT.partition(".")[0], ATTACHED, MEETING, PLACE, "Perpetua", "copied.example",
    "wexcombe", "halcyon", "isinglass", "juniper", "kestrel",
)  # fmt: skip

TYPED, SPOKEN, SEARCHED = "xylophone", "harpsichord", "tourmaline"
ANSWERED, ARGUMENTS = "vermilion-answer", "bassoon-arguments"
REFUSED = "chrysalis-in-the-error"
MEMORY, FACT, TASK, RESULT = "wisteria", "persimmon", "tamarind", "cinnabar"
"""What the user tells of themselves, what they tell those who work for them, what these are to find out, and what comes of it."""
IN_CALL = (TYPED, SPOKEN, SEARCHED, ANSWERED, ARGUMENTS, REFUSED, MEMORY, FACT, TASK)

ROOM, IDENTITY, USER = "room-of-larkspur", "caller-from-mulberry", "user-of-damson"
WHO_CALLS = (ROOM, IDENTITY, USER)
"""Not private to a store, which keeps everything by user, but to whoever watches."""


def deliver_the_mail(inbox: Path, *, to: str) -> None:
    """A mail with a word to look for in every part of it."""
    mail = EmailMessage()
    mail["From"] = f"{NAME} <{ADDRESS}>"
    mail["To"] = to
    mail["Subject"] = f"Urgent: {SUBJECT}, deadline today"
    mail["Date"] = format_datetime(datetime.now(UTC))
    for name, value in HEADERS.items():
        mail[name] = value
    mail.set_content(f"Could you answer {BODY} today?\n")
    mail.add_alternative(f"<p>Could you answer {BODY} today?</p><p>{HTML}</p>", subtype="html")
    start = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    calendar = f"BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:{start}\nSUMMARY:{MEETING}\nLOCATION:{PLACE}\nEND:VEVENT\nEND:VCALENDAR\n"
    mail.add_attachment(calendar.encode(), maintype="text", subtype="calendar", filename="meeting.ics")
    mail.add_attachment(ATTACHED.encode(), maintype="application", subtype="pdf", filename=ATTACHMENT)
    (inbox / "new" / FILE).write_bytes(mail.as_bytes())


def found(words: Iterable[str], where: bytes) -> list[str]:
    """Those of the words that stand there, in any case, as text of one or of two bytes a character, or in hexadecimal."""
    text = where.lower()
    return [
        word
        for word in words
        if any(form in text for form in (word.lower().encode(), word.lower().encode("utf-16-le"), word.encode().hex().encode()))
    ]  # fmt: skip


def files_in(folder: Path) -> bytes:
    """Every file below it, with its name: databases, their write-ahead logs, whatever else there is."""
    return b"\n".join(str(file).encode() + b"\n" + file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file())


async def rows_in(database_url: str) -> bytes:
    """Every row of every table of a PostgreSQL database, as text."""
    connection = await asyncpg.connect(database_url)
    try:
        tables = await connection.fetch("SELECT relid::regclass::text AS name FROM pg_stat_user_tables")
        assert tables
        rows = [row[0] for table in tables for row in await connection.fetch(f"SELECT t::text FROM {table['name']} t")]  # noqa: S608 - of a test
    finally:
        await connection.close()
    return "\n".join(rows).encode()


async def commands_in(redis_url: str) -> bytes:
    """Every command that a Redis server has ever carried out, as its append-only file holds them; and every key with its value now."""
    async with Redis.from_url(redis_url) as redis:
        folder = Path(str((await redis.config_get("dir"))["dir"]))
        keys = [key if isinstance(key, bytes) else key.encode() for key in await redis.keys()]
        values = [await redis.dump(key) or b"" for key in keys]
    return b"\n".join([files_in(folder / "appendonlydir"), *keys, *values])
