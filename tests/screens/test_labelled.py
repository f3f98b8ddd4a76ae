"""The labelled screens, from the picture to the nudge: drawn in Chromium, with a real mailbox and a scripted model over HTTP.

What is counted is what code makes of a model that is right, that errs, or that obeys what it reads; how well a real model sees is not.
"""

import asyncio
import hashlib
import io
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PIL import Image
from playwright.async_api import Browser

from agent.glancing.pictures import jpeg_of
from glance.glance import Glance, GlanceParts, GlanceReason, GlanceResult, Looked
from glance.identity import Identity
from glance.unified_mail import MailOfUser
from inbox.unified import UnifiedInbox
from providers.maildir import MaildirMailbox, maildir_account
from providers.mime import language
from providers.models.typed.history import Picture
from tests.glance.stage_set import no_talks
from tests.providers.models.typed.asking import typed_models
from tests.screens.drawing import Screen, in_thread, screens
from tests.screens.mailbox import write_mailbox
from tests.screens.seeing_model import ANALYST_ERRORS, TRIAGE_ERRORS, SeeingModel, digest
from tests.screens.stories import OWN
from tests.servers.openai.double import openai_server
from tests.web_page.browsing import browser

pytestmark = pytest.mark.slow

NOW = datetime(2026, 3, 3, 12, 0, tzinfo=UTC)
ROBIN = Identity(user_id="robin")
AT_ONCE = 2
"""So that the time limits are about the models, and not about what else the machine does."""
LONG_S = 30.0
_TAG = re.compile(r"<[^>]*>")
PART = 5
"""One of so many screens is in `make test`."""


@dataclass(slots=True)
class Counted:
    """What came of each screen, by its name."""

    results: dict[str, tuple[Screen, GlanceResult, Looked]] = field(default_factory=dict)
    errors: Mapping[str, int] = field(default_factory=dict)

    @property
    def offered(self) -> list[tuple[Screen, GlanceResult, Looked]]:
        return [each for each in self.results.values() if each[1].surface]

    @property
    def precision(self) -> float:
        return sum(screen.waits for screen, _, _ in self.offered) / max(1, len(self.offered))

    @property
    def silence(self) -> float:
        negatives = [result for screen, result, _ in self.results.values() if not screen.waits]
        return sum(not result.surface for result in negatives) / len(negatives)

    @property
    def figures(self) -> str:
        """As the documents tell them; `pytest -s` shows them."""
        negatives = sum(not screen.waits for screen, _, _ in self.results.values())
        missed = sum(screen.waits and not result.surface for screen, result, _ in self.results.values())
        return (
            f"{len(self.results)} looks, {negatives} of them at what waits for nobody: {len(self.offered)} nudges, "
            f"{len(self.of_another_thread)} about another thread, precision {self.precision:.1%}, silence {self.silence:.1%}, "
            f"{missed} missed; errors {dict(sorted(self.errors.items()))}"
        )

    @property
    def of_another_thread(self) -> list[str]:
        return [screen.name for screen, _, looked in self.offered if screen.story is None or _subject(looked) != screen.story.subject]


def _subject(looked: Looked) -> str:
    return looked.mail.subject if looked.mail is not None else ""


async def drawn(chromium: Browser, wanted: Sequence[Screen]) -> Mapping[str, Picture]:
    """Each as a share of it would be looked at."""
    pictures = {}
    page = await chromium.new_page()
    for screen in wanted:
        await page.set_viewport_size({"width": screen.width, "height": screen.height})
        await page.set_content(screen.html)
        pictures[screen.name] = jpeg_of(Image.open(io.BytesIO(await page.screenshot())).convert("RGB"))
    await page.close()
    return pictures


def content_of(folder: Path) -> Mapping[str, str]:
    """Every file below it with its content: any change of the mailbox would show."""
    return {str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest() for file in folder.rglob("*") if file.is_file()}


@asynccontextmanager
async def mail_in(folder: Path) -> AsyncIterator[UnifiedInbox]:
    write_mailbox(folder, NOW, with_orders=in_thread())
    inbox = UnifiedInbox([MaildirMailbox(folder, account=maildir_account(folder), own_addresses=frozenset({OWN[1]}))], timeout_s=LONG_S)
    try:
        yield inbox
    finally:
        await inbox.aclose()


async def looked_at(wanted: Sequence[Screen], folder: Path, *, errs: float = 0.0, obeys: bool = False, seeds: int = 1) -> Counted:
    """Every screen, with each seed of the errors; the mailbox is held against what it was before."""
    counted = Counted()
    async with browser() as chromium:
        pictures = await drawn(chromium, wanted)
    labels = {digest(pictures[screen.name].data): screen for screen in wanted}
    assert len(labels) == len(wanted), "two screens look the same"
    async with mail_in(folder) as inbox, openai_server() as server, typed_models(server, most=10**9) as models:
        before = content_of(folder)
        await models.load()
        await asyncio.to_thread(language.prepare)
        for seed in range(seeds):
            model = SeeingModel(labels, errs=errs, obeys=obeys, seed=seed)
            server.always(model)
            at_once = asyncio.Semaphore(AT_ONCE)

            async def look(screen: Screen, at_once: asyncio.Semaphore, seed: int) -> None:
                parts = GlanceParts(
                    models=models, mail=MailOfUser(inbox, ROBIN), digest=no_talks, now=lambda: NOW, own_addresses=frozenset({OWN[1]})
                )
                runs: list[Looked] = []
                async with at_once:
                    result = await Glance(parts, ROBIN).look(pictures[screen.name], note=runs.append)
                counted.results[f"{seed} {screen.name}"] = (screen, result, runs[0])

            await asyncio.gather(*(look(screen, at_once, seed) for screen in wanted))
            counted.errors = {kind: counted.errors.get(kind, 0) + model.made.get(kind, 0) for kind in {*counted.errors, *model.made}}
        assert content_of(folder) == before, "the mailbox was changed"
        offered = {tool for chat in server.chat_requests for tool in chat.tool_names}
        print(counted.figures)  # noqa: T201 - for the documents
        assert offered <= {"finalize_glance_triage", "finalize_glance", "search_email", "read_email_thread"}
    return counted


def part_of(everything: Sequence[Screen]) -> Sequence[Screen]:
    return everything[::PART]


def test_the_set_is_what_it_should_be() -> None:
    everything = screens()
    assert len({screen.name for screen in everything}) == len(everything) >= 120
    assert sum(bool(screen.order) for screen in everything) >= 20
    assert sum(screen.waits for screen in everything) >= 40
    for screen in everything:
        if screen.waits and screen.story is not None:
            assert screen.story.fact in screen.story.offer
            assert screen.story.fact not in re.findall(r"\w+", _TAG.sub(" ", screen.html)), (
                "a nudge holds a fact that the picture does not show"
            )
            assert len(screen.story.offer) <= 120


def as_labelled(counted: Counted) -> None:
    wrong = [f"{name}: {looked.reason}" for name, (screen, result, looked) in counted.results.items() if result.surface != screen.waits]
    assert wrong == []
    assert counted.of_another_thread == []
    for screen, result, _ in counted.offered:
        assert screen.story is not None
        assert result.message == screen.story.offer
    not_mail = [looked for screen, _, looked in counted.results.values() if screen.story is None]
    assert not_mail
    assert {(looked.reason, looked.requests) for looked in not_mail} == {(GlanceReason.NO_MAIL, 1)}, "no analyst was started"


def obeyed_by_nobody(counted: Counted) -> None:
    assert counted.of_another_thread == []
    assert [screen.name for screen, _, _ in counted.offered if screen.order] == []
    assert counted.silence == 1.0


@pytest.mark.takes(15)
async def test_a_model_that_is_right_offers_what_waits_and_nothing_else(tmp_path: Path) -> None:
    as_labelled(await looked_at(part_of(screens()), tmp_path / "mail"))


@pytest.mark.takes(15)
async def test_a_model_that_obeys_what_it_reads_comes_to_nothing(tmp_path: Path) -> None:
    wanted = [screen for screen in screens() if screen.order]
    obeyed_by_nobody(await looked_at(wanted[::3], tmp_path / "mail", obeys=True))


@pytest.mark.proof
async def test_all_of_them_as_labelled(tmp_path: Path) -> None:
    as_labelled(await looked_at(screens(), tmp_path / "mail"))


@pytest.mark.proof
async def test_all_of_them_with_a_model_that_obeys(tmp_path: Path) -> None:
    obeyed_by_nobody(await looked_at(screens(), tmp_path / "mail", obeys=True))


@pytest.mark.proof
async def test_all_of_them_with_a_model_that_errs_in_one_of_ten_answers(tmp_path: Path) -> None:
    counted = await looked_at(screens(), tmp_path / "mail", errs=0.1, seeds=5)
    assert counted.errors.keys() == {*TRIAGE_ERRORS, *ANALYST_ERRORS}
    assert sum(counted.errors.values()) > 50
    assert counted.of_another_thread == []
    assert counted.precision >= 0.95
    assert counted.silence >= 0.99
    assert len(counted.offered) > 100
