"""`aloud glance`: one look at a file, with the user's mail and the models over HTTP."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PIL import Image

from cli.commands.aloud_glance import NO_MODELS
from cli.glance_at_file import NOT_A_PICTURE
from tests.cli.piped import Written, aloud_piped
from tests.room.glancing.shared_picture import MESSAGE, Shown, seeing
from tests.screens.mailbox import write_mailbox
from tests.screens.stories import OWN
from tests.servers.openai.double import openai_server

pytestmark = pytest.mark.slow


async def looked(folder: Path, picture: Path) -> Written:
    write_mailbox(folder / "mail", datetime.now(UTC))
    async with openai_server() as openai:
        openai.always(seeing)
        settings = {
            "ALOUD_MAILDIR": str(folder / "mail"),
            "ALOUD_ADDRESSES": OWN[1],
            "OPENAI_API_KEY": "sk-test",
            "OPENAI_BASE_URL": openai.url,
            "ALOUD_SMALL_VISION_MODEL": "small-vision-model",
            "ALOUD_VISION_MODEL": "vision-model",
        }
        return await asyncio.to_thread(aloud_piped, "glance", str(picture), folder=folder, settings=settings)


def drawn(folder: Path, shown: Shown) -> Path:
    Image.new("RGBA", (1600, 900), shown.value).save(folder / "screen.png")
    return folder / "screen.png"


async def test_what_waits_is_offered(tmp_path: Path) -> None:
    written = await looked(tmp_path, drawn(tmp_path, Shown.WAITING))
    assert (written.exit_code, written.stderr) == (0, "")
    first, second, third = written.stdout.splitlines()
    assert first == MESSAGE
    assert second.startswith("A yes would ask: ")
    assert "(4 requests, " in third


async def test_what_is_no_mail_is_silence_and_why(tmp_path: Path) -> None:
    written = await looked(tmp_path, drawn(tmp_path, Shown.DOCUMENT))
    assert written.stdout.startswith("Silence: it showed no mail that seems to wait for you (1 requests, ")


def test_without_models_that_is_said(tmp_path: Path) -> None:
    write_mailbox(tmp_path / "mail", datetime.now(UTC))
    settings = {"ALOUD_MAILDIR": str(tmp_path / "mail"), "OPENAI_API_KEY": "sk-test"}
    written = aloud_piped("glance", str(drawn(tmp_path, Shown.WAITING)), folder=tmp_path, settings=settings)
    assert written.exit_code != 0
    assert NO_MODELS in " ".join(written.stderr.split())


async def test_a_file_that_is_no_picture_is_refused(tmp_path: Path) -> None:
    (tmp_path / "screen.png").write_text("no picture")
    written = await looked(tmp_path, tmp_path / "screen.png")
    assert written.exit_code != 0
    assert NOT_A_PICTURE in written.stderr
