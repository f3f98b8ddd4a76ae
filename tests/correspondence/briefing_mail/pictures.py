"""`python -m tests.correspondence.briefing_mail.pictures FOLDER`: the briefing mail of the sample inbox in Chromium, to be looked at."""

import asyncio
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.async_api import Browser

from briefing.mail import Address
from correspondence.briefing_mail import BriefingMail
from knowledge.mail_wishes import MailLength, MailWishes
from providers.calendars.calendar import CalendarEntry
from session.opening.assembly import open_call
from session.opening.letter_for_user import letter_for_user
from tests.agent.typed_call import NOW, sample_settings
from tests.storage.prepared import prepared
from tests.web_page.browsing import browser

COLOURS = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    name: str
    width: int = 760
    height: int = 1100
    scheme: Literal["light", "dark"] = "light"
    plain: bool = False


PICTURES = (
    Picture(name="briefing-mail"),
    Picture(name="briefing-mail-dark", scheme="dark"),
    Picture(name="briefing-mail-phone", width=320, height=900),
    Picture(name="briefing-mail-text", plain=True),
)


class MadeUpDay:
    """A calendar with two meetings."""

    async def entries(self, since: datetime, until: datetime) -> Sequence[CalendarEntry]:
        """As `Calendar`."""
        first = until - timedelta(hours=3)
        priya = Address(name="Priya Nair", email="priya.nair@tidewater.example")
        marcus = Address(name="Marcus Bell", email="marcus.bell@tidewater.example")
        return [
            CalendarEntry(key="a", title="Opening screens", starts_at=first, ends_at=first + timedelta(hours=1), people=(priya, marcus)),
            CalendarEntry(key="b", title="Dentist", starts_at=first, ends_at=first + timedelta(hours=2), place="Okafor Practice"),
        ]


async def sample_letter(folder: Path) -> BriefingMail:
    settings = sample_settings(folder, unread=50)
    await prepared(settings)
    async with open_call(settings, "local", call_id=None, now=lambda: NOW) as (call, look):
        _, letter = await letter_for_user(call, look, MailWishes(length=MailLength.SHORT), calendars=[MadeUpDay()])
    return letter


async def take(chromium: Browser, picture: Picture, letter: BriefingMail, folder: Path) -> None:
    context = await chromium.new_context(viewport={"width": picture.width, "height": picture.height}, color_scheme=picture.scheme)
    page = await context.new_page()
    text = f"<pre style='font:14px/20px monospace;white-space:pre-wrap;margin:24px'>{escape(letter.text)}</pre>"
    await page.set_content(text if picture.plain else letter.html)
    taken = await page.screenshot(full_page=True)
    wide = await page.evaluate("document.documentElement.scrollWidth")
    assert wide <= picture.width, f"{picture.name} is {wide} pixels wide"
    await context.close()
    # Few colours and much paper: a palette halves the file, and nobody sees it.
    Image.open(BytesIO(taken)).convert("RGB").quantize(COLOURS).save(folder / f"{picture.name}.png", optimize=True)


async def main(folder: Path) -> None:
    letter = await sample_letter(folder / "data")
    async with browser() as chromium:
        for picture in PICTURES:
            await take(chromium, picture, letter, folder)


if __name__ == "__main__":
    into = Path(sys.argv[1])
    into.mkdir(parents=True, exist_ok=True)
    asyncio.run(main(into))
