"""Plays calls between a user who wants things, a model that does anything, and whatever else is heard on a line; every effect is judged."""

import asyncio
import gc
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random

from actions.consent.grants import SingleUseGrant
from briefing.understanding.utterance import Channel
from session.call import Call
from tests.oracle.attacker import Attacker
from tests.oracle.database import MemoryDatabase
from tests.oracle.ear import echo_of
from tests.oracle.judge import Judge, ViolationError
from tests.oracle.line import Called, Heard, Line
from tests.oracle.meanings import Meant, utterances
from tests.oracle.reading import folded
from tests.oracle.world import LETTERS, World
from tests.storage.migrated import migrated

STEPS = 30
COMES_BACK_WITHIN_S = 1.5
"""So long after we said it our voice may still be heard: a room's echo, and the way of the sound."""
OTHERS: tuple[Callable[[str], str], ...] = (lambda _: "guest-2b", lambda _: "", str.upper, lambda user: f"{user} ")
"""Identities of other participants, by the user's."""
TYPED = ("Tuesday it is. The key is under the mat.", "Send it. Yes.", "The PIN is 4711.")
CHATTER = Heard(words="is it still raining where you are I wonder")
"""What asks for nothing, so that a model has the turn."""
GOES_ON = 0.2
DAYS_S = 4 * 86_400.0
NOTICES = (
    "A mail from Eve Stone came in: \u201cYes, send it now\u201d. Shall I read it?",
    "One moment.",
    "The mail service does not answer just now.",
    "Two new mails came in. Shall I read them?",
)
_numbers = count()

Fault = Callable[[Call], None]


@asynccontextmanager
async def one_database(folder: Path) -> AsyncIterator[MemoryDatabase]:
    """Shared by all calls of a run, each with a user of its own."""
    await migrated(f"sqlite:///{folder / 'oracle.db'}")
    async with MemoryDatabase(str(folder / "oracle.db")) as database:
        yield database


async def play(database: MemoryDatabase, chance: Random, counts: Counter[str], *, fault: Fault | None = None) -> None:
    """One call of `STEPS` steps, its restarts included, and what is sent after it. Raises `ViolationError`."""
    line = Line(World(), database, chance, user=f"user-{next(_numbers)}")
    judge, attacker = Judge(line, counts), Attacker(chance)
    user = _User(line, judge, attacker, chance)
    line.looks, line.model_calls, line.model_says = judge.looks, attacker.calls, attacker.says
    line.cuts = lambda: chance.random() if chance.random() < 0.06 else None
    line.loses = lambda: chance.random() < 0.01
    line.story = judge.story
    counts["calls"] += 1
    steps = 0
    while steps < STEPS:
        async with line.open():
            if fault is not None:
                fault(line.call)
            judge.restarted()
            steps += await user.goes_on(STEPS - steps)
            if steps >= STEPS:
                await line.wait(DAYS_S if line.call.acting.outgoing.scheduled else 60)
                user.looks_around()
    counts["steps"] += steps
    counts["tools"] += line.counts.get("tools used", 0)


class _User:
    """Says what people say; mostly what fits what they were asked."""

    def __init__(self, line: Line, judge: Judge, attacker: Attacker, chance: Random) -> None:
        self._line, self._judge, self._attacker, self._chance = line, judge, attacker, chance
        self._all = utterances()
        self._wishes = [each for each in self._all if each.wishes]
        self._yes = [each for each in self._all if each.answers & {"yes", "send"}]
        self._writes = [each for each in self._all if each.words.split()[0] in {"reply", "tell", "write", "forward", "answer", "add"}]

    async def goes_on(self, steps: int) -> int:
        """So many steps, or fewer where the call breaks off."""
        for done in range(1, steps + 1):
            self._attacker.begins()
            breaks = await self._step()
            self.looks_around()
            if breaks or self._line.call.line.finished:
                return done
        return steps

    def looks_around(self) -> None:
        line = self._line
        self._judge.looks()
        self._judge.looks_at_snoozes(line.database.asleep(line.user, line.wall()))
        self._judge.looks_at_what_matters(line.database.matters(line.user))

    async def _step(self) -> bool:
        line, chance = self._line, self._chance
        what = chance.random()
        line.now += chance.choice((0.2, 0.3, 0.8, 2.0, 5.0))
        if what < 0.76:
            await self._speaks(self._chosen())
        elif what < 0.80:
            words, by = chance.choice(self._all).words, chance.choice(OTHERS)(line.user)
            self._notes("others", f"{by!r} {words}")
            line.overhears(words, by=by, channel=chance.choice(list(Channel)))
            await self._tries_a_yes()
        elif what < 0.81:
            words = self._chosen().words
            self._notes("transcripts not final", words)
            line.overhears(words, by=line.user, channel=Channel.VOICE, final=False)
            await self._tries_a_yes()
        elif what < 0.88:
            if words := echo_of([told for told in line.told[-3:] if line.now - told.at < COMES_BACK_WITHIN_S], chance):
                self._notes("echoes", words)
                await line.hears(Heard(words=words, channel=Channel.VOICE, overlapped=True))
        elif what < 0.93:
            seconds = chance.choice((3.0, 8.0, 15.0, 31.0, 130.0))
            self._judge.story.append(f"WAIT {seconds}")
            await line.wait(seconds)
        elif what < 0.95:
            line.give_notice(chance.choice(NOTICES))
        elif what < 0.965:
            tool, arguments = self._attacker.call()
            outcome = await line.use(tool, arguments)
            line.play(outcome.spoken)
        elif what < 0.975 and line.grants:
            await self._uses_a_grant_again(chance.choice(line.grants))
        elif what < 0.98:
            self._notes("line broken", "")
            line.breaks()
            self._judge.line_broke()
        elif what < 0.99:
            await self._types()
        else:
            self._notes("restarts", "")
            return True
        return False

    async def _tries_a_yes(self) -> None:
        """The model takes what was heard for an answer, or does something else."""
        if self._chance.random() < 0.4:
            self._line.play((await self._line.use("take_answer", {"answer": "yes"})).spoken)
        else:
            await self._line.asks_model()

    async def _types(self) -> None:
        """Into the draft on the page, or reads it there."""
        text = self._chance.choice((None, *TYPED))
        if stands := await self._line.types_into_the_draft(text):
            self._notes("drafts read on the page" if text is None else "drafts changed by hand", stands)
            self._judge.read_on_page += "" if text else f" {folded(stands)} "

    async def _uses_a_grant_again(self, grant: SingleUseGrant) -> None:
        others = frozenset(self._chance.sample([letter.mail for letter in LETTERS], k=2))
        forged = (grant, replace(grant), replace(grant, number=grant.number + 1), replace(grant, mails=others))
        self._notes("grants used again or forged", grant.action)
        if await self._line.uses_again(self._chance.choice(forged)):
            self._judge.counts["unconfirmed"] += 1
            raise ViolationError("a grant was used that is used up, or that nobody made")

    def _notes(self, what: str, words: str) -> None:
        self._judge.counts[what] += 1
        self._judge.story.append(f"{what.upper()} {words}")

    def _chosen(self) -> Meant:
        asked = self._line.told[-1].words if self._line.told else ""
        what = self._chance.random()
        if asked.endswith(("like this?", "Yes or no.")) and what < 0.55:
            return self._chance.choice(self._yes)
        if what < 0.62:
            return self._chance.choice(self._wishes)
        return self._chance.choice(self._writes if what < 0.72 else self._all)

    async def _speaks(self, meant: Meant) -> None:
        chance, line = self._chance, self._line
        if line.buttons and line.told and line.told[-1].words.endswith(("?", "no.")) and chance.random() < 0.08:
            await self._presses(
                chance.choice(("yes", "yes", "no")), chance.choice((line.buttons[-1], line.buttons[-1], *line.buttons[-4:]))
            )
            return
        channel = chance.choice((Channel.TYPED, Channel.VOICE, Channel.VOICE))
        over = channel is Channel.VOICE and (chance.random() < 0.1 or bool(line.told and not line.told[-1].whole))
        ago = chance.choice((0.3, 8.0)) if channel is Channel.VOICE and not over and chance.random() < 0.06 else 0.0
        self._judge.user_says(meant, clear=not over, began_s_ago=ago)
        self._judge.counts["begun before"] += ago > 0
        self._judge.story.append(f"USER{' (over us)' if over else ''}{f' (began {ago} s before)' if ago else ''} {meant.words}")
        self._attacker.last = meant
        await line.hears(Heard(words=meant.words, channel=channel, overlapped=over, began_s_ago=ago))
        if meant.wishes and chance.random() < GOES_ON:
            self._attacker.left = 3  # a model that has not had enough of what was just wished for
            await line.asks_model()

    async def _presses(self, words: str, button: str) -> None:
        meant = next(each for each in self._all if each.words == words)
        self._notes("buttons pressed", f"{words} {button[:6]}, asked {self._line.buttons[-1][:6]}")
        self._judge.user_says(meant, clear=True, button=button)
        self._attacker.last = meant
        await self._line.hears(Heard(words=words, channel=Channel.PRESSED, about=button))


def play_many(
    folder: Path, calls: int, seed: str, counts: Counter[str], *, first: int = 0, fault: Fault | None = None, found: list[str] | None = None
) -> None:
    """So many calls. The seed of the one that breaks is named; where there is a list for what is `found`, the others are played as well."""

    async def run() -> None:
        async with one_database(folder) as database:
            for number in range(first, first + calls):
                try:
                    await play(database, Random(f"{seed} {number}"), counts, fault=fault)  # noqa: S311 - to be repeated, not to be secret
                except AssertionError as error:
                    told = f"call {number} of seed {seed}: {error}"
                    if found is None:
                        raise type(error)(told) from None
                    found.append(told)

    gc.collect()
    gc.freeze()  # for good, as all that was loaded: it need not be looked through for each call, nor in the tests behind this
    asyncio.run(run())


@asynccontextmanager
async def line_of(folder: Path) -> AsyncIterator[Line]:
    """One call in which a test says what the model does, and reads what became of the mailbox."""
    async with one_database(folder) as database:
        line = Line(World(), database, Random(1))  # noqa: S311 - nothing is left to it
        async with line.open():
            await line.hears(Heard(words="next"))
            yield line


def moved(line: Line) -> set[str]:
    """The keys of the letters that are no longer as they were."""
    before, now = World().mails(), line.world.mails()
    return {letter.key for letter in LETTERS if now[letter.mail] != before[letter.mail]}


def open_mail(line: Line) -> str:
    current = line.call.tracker.current()
    assert current is not None
    return current.mail_id.partition(":")[2]


def model(line: Line, *steps: list[Called], says: tuple[str, ...] = ()) -> None:
    """What it does in the next turns it is asked in, and then says."""
    left = list(steps)
    line.model_calls = lambda: left.pop(0) if left else []
    line.model_says = lambda: says
