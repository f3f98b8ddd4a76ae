"""How soon the page shows the call again after a reload, and says that its agent does not answer: after its event loop came to a halt, and
after its worker was killed.

Real servers and workers, and the built page in a real Chromium. LiveKit itself would tell neither for a long time; the page goes by the
agent's pulse. A stopped process is one whose event loop stands still, of which the machine knows when that began.
"""

import asyncio
import re
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.async_api import Page

from benchmarks.record import Figure, Measured
from benchmarks.recovery import a_house
from tests.room.jobs import job_process
from tests.servers.worker import worker
from tests.web_page.browsing import browser

TIMES = 3
NOTICED_S = 5.0
RESTORED_S = 5.0
NOTICE = "Aloud has stopped answering"
THERE = "unread mails"
CAPTION = "[data-speaker=aloud]"
PROGRESS = re.compile("of [0-9]+ mails done")
TIMEOUT_MS = 90_000


async def noticed(page: Page, fault: Callable[[], None]) -> float:
    """Seconds from the fault until the page shows the notice."""
    began = time.monotonic()
    fault()
    await page.get_by_text(NOTICE).wait_for(timeout=TIMEOUT_MS)
    return time.monotonic() - began


async def restored(page: Page) -> float:
    """Seconds from the beginning of a reload until the page shows again where the call is, and what was said before."""
    await page.reload()
    await page.get_by_text(PROGRESS).first.wait_for(timeout=TIMEOUT_MS)
    await page.get_by_role("log", name="Captions").locator(CAPTION).first.wait_for(timeout=TIMEOUT_MS)
    milliseconds: float = await page.evaluate("performance.now()")
    return milliseconds / 1000


async def answered(page: Page) -> None:
    """Return once the page hears an agent again, and has for a while."""
    await page.get_by_text(NOTICE).wait_for(state="detached", timeout=TIMEOUT_MS)
    await page.get_by_role("button", name="Next").first.wait_for(timeout=TIMEOUT_MS)


async def notices(folder: Path) -> dict[str, list[float]]:
    """Reloads, blocked agents, each then killed so that another one comes, and after these killed workers."""
    taken: dict[str, list[float]] = {"reloaded": [], "blocked": [], "killed": []}
    async with a_house(folder) as (server, _, port, mail), browser() as chromium:
        page = await chromium.new_page()
        await page.goto(f"http://127.0.0.1:{port}")
        async with worker(server, folder, log="first.log", **mail) as running:
            await page.get_by_role("button", name="Start the call").click()
            await page.get_by_text(THERE).first.wait_for(timeout=TIMEOUT_MS)
            await page.get_by_role("button", name="Next").first.click()  # the greeting is over, and a mail is being told
            for _ in range(TIMES):
                await answered(page)
                taken["reloaded"].append(await restored(page))
            for _ in range(TIMES):
                await answered(page)
                job = await job_process(server, running.process.pid)
                taken["blocked"].append(await noticed(page, job.suspend))
                job.kill()
            await answered(page)
            taken["killed"].append(await noticed(page, running.kill))
        for number in range(1, TIMES):
            async with worker(server, folder, log=f"{number}.log", **mail) as running:
                await answered(page)
                taken["killed"].append(await noticed(page, running.kill))
        async with worker(server, folder, log="last.log", **mail):
            # Its leave is taken: a LiveKit server that is stopped waits for whoever is lost.
            await answered(page)
            await page.get_by_role("button", name="End call").click()
            await page.get_by_text("The call is over").wait_for(timeout=TIMEOUT_MS)
    return taken


def main() -> Measured:
    """One call, in which its agent is lost again and again."""
    with TemporaryDirectory() as folder:
        taken = asyncio.run(notices(Path(folder)))
    for how, seconds in taken.items():
        print(f"{how}: median {median(seconds):.1f} s, worst of {len(seconds)} {max(seconds):.1f} s")
    return Measured(
        figures=[
            Figure(what="call on the page again after a reload, worst, s", measured=max(taken["reloaded"]), at_most=RESTORED_S),
            Figure(what="page's notice of a blocked agent, worst, s", measured=max(taken["blocked"]), at_most=NOTICED_S),
            Figure(what="page's notice of a killed agent, worst, s", measured=max(taken["killed"]), at_most=NOTICED_S),
        ],
        numbers={"seconds": taken},
    )
