"""Plays one sequence: the user's words, faults and crashes; in the end everything works again, and the user hears the rest."""

import asyncio
import contextlib
from dataclasses import dataclass, field, replace
from pathlib import Path

from briefing.mail import MailId
from session.dialogue import Offer
from tests.agent.fault_run.disk import Disk
from tests.agent.fault_run.judge import Judge, Wanted
from tests.agent.fault_run.line import Line
from tests.agent.fault_run.process import KilledError
from tests.agent.fault_run.steps import CallAgain, Crash, Fault, HangUp, Heard, Intent, MailEvent, MailHappens, Say, Sequence, Step, Wait
from tests.agent.fault_run.truth import Finding, Harm
from tests.agent.fault_run.world import World

THINKS_S = 0.2
HEALS_WITHIN_S = 120.0
LONGEST_SILENCE_S = 100.0
"""After this the caller is not there any more, and the call ends."""

MOST_ELAPSED_S = 6 * 24 * 3600.0
RESUMED_WITHIN_S = 11 * 3600.0


@dataclass
class Report:
    """What became of one sequence."""

    steps: int = 0
    calls: int = 0
    crashes: int = 0
    told: int = 0
    faults: dict[str, int] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)


async def play(sequence: Sequence, disk: Disk, path: Path) -> Report:
    """Play a sequence on the fresh database at `path`."""
    world = World(disk, path, embedded=sequence.embedded, mails=sequence.mails)
    run = _Run(world)
    for step in sequence.steps:
        await run.take(step)
    await run.finish()
    run.report.faults = {f"{service}: {sky}": times for (service, sky), times in world.weather.met.items()}
    run.report.findings, run.report.told = run.judge.findings, run.judge.told
    return run.report


class _Run:
    def __init__(self, world: World) -> None:
        self.report = Report()
        self._world = world
        self.judge = Judge(world)
        self._line: Line | None = None
        self._older: list[Line] = []
        self._saved_place: MailId | None = None
        self._saved_at = 0.0
        self._places: set[MailId | None] = set()
        self._replaced = False

    async def take(self, step: Step) -> None:
        """One step, and a moment to think."""
        self.report.steps += 1
        self.judge.step = str(step)
        try:
            await self._do(step)
            await self._think()
        except KilledError:
            self._killed()
            if self._replaced:
                await self._replace()

    async def _do(self, step: Step) -> None:
        match step:
            case Wait(seconds):
                await self._time_goes_by(seconds)
            case Fault(service, sky, seconds):
                self._world.weather.turn(service, sky, seconds)
            case MailHappens(event):
                mail = self._world.happen(step)
                if mail and event is MailEvent.UNREAD_AGAIN:
                    self.judge.returned(mail)
            case Crash(accesses, replaced):
                self._replaced = replaced
                if self._line:
                    self._line.process.kill_after(accesses)
            case CallAgain(heard):
                await self._call(heard)
            case HangUp():
                await self._hang_up()
            case Say():
                if self._line is None:
                    await self._call(Heard())
                await self._say(step)

    async def _replace(self) -> None:
        """The agent is dead and the caller still there: another agent is sent."""
        self._replaced = False
        await self._call(Heard(), replaces=True)
        await self._think()

    async def _call(self, heard: Heard, *, replaces: bool = False) -> None:
        expected = self._certain_place()
        if self._line is not None:
            self._older.append(self._line)
            self.judge.truth.broke_off()
        self.report.calls += 1
        self._line = line = Line(self._world, self.report.calls, self.judge, replaces=replaces)
        look = await line.opened()
        self.judge.follows(line, expected, self._places)
        self._saved_place = None  # until it is known what of this call is stored
        outcome = await line.process.run(line.greet(look, heard))
        self.judge.compare()
        if outcome is not None:
            await line.process.run(line.play(outcome, replace(heard, passages=heard.passages - 1)))

    async def _say(self, step: Say) -> None:
        line, wanted = self._the_line(), list[Wanted]()
        try:
            outcome = await line.process.run(line.answer(step, lambda: wanted.append(self._before(step))))
        except KilledError:
            for one in wanted:
                self.judge.killed_in(one)
            raise
        self.judge.after(wanted[0])
        await line.process.run(line.play(outcome, step.heard))
        if line.call.line.finished and not step.heard.gone:
            await self._hang_up()

    def _before(self, step: Say) -> Wanted:
        self._saved_place = None  # until it is known what of this is stored
        return self.judge.before(step)

    async def _hang_up(self) -> None:
        if self._line is None:
            return
        line = self._line
        await line.hang_up()
        await self._note_what_is_stored(line)
        self._line = None
        self.judge.truth.broke_off()

    async def _time_goes_by(self, seconds: float) -> None:
        if asyncio.get_running_loop().time() + seconds > MOST_ELAPSED_S:
            return
        if seconds > LONGEST_SILENCE_S:
            await self._hang_up()
            for line in self._older:
                await line.process.kill()
        await (asyncio.sleep(seconds) if self._line is None else self._line.process.run(asyncio.sleep(seconds)))

    async def _think(self) -> None:
        """A moment in which nobody says anything."""
        await self._time_goes_by(THINKS_S)
        await self._make_way()
        if self._line is not None:
            self.judge.compare()
            await self._note_what_is_stored(self._line)

    async def _note_what_is_stored(self, line: Line) -> None:
        """By the writers' own word, which is what they are held to."""
        saved = await line.call.records.saved.drain(within_s=0)
        if await line.call.records.marks.drain(within_s=0) == 0:
            self.judge.truth.all_stored()
            if saved:
                self._places.clear()  # else the next call may go on where an earlier one was saved
        self._places.add(line.place)
        over = line.call.line.finished or line.call.tracker.is_complete()
        # What the ledger could not say when the call began was told anew, and is nowhere where the next call can ask it.
        self._saved_place = line.place if saved and not over and not line.ledger.forgot else None
        self._saved_at = asyncio.get_running_loop().time()

    def _certain_place(self) -> MailId | None:
        """Where the next call has to go on; none where that is not certain."""
        late = asyncio.get_running_loop().time() - self._saved_at > RESUMED_WITHIN_S
        moved = self._line is not None and not self._is_where_it_was_saved(self._line)
        certain = not late and not moved and self._world.saved_calls_are_there
        # Marks of a crashed call may be further than what was saved; then the next one goes on behind them.
        return self._saved_place if certain and self.judge.truth.is_certain else None

    def _is_where_it_was_saved(self, line: Line) -> bool:
        return line.place == self._saved_place and not line.call.tracker.is_complete()

    def _killed(self) -> None:
        self.report.crashes += 1
        if self._line is not None and self._line.is_open:
            self._places.add(self._line.place)
            self._saved_place = self._saved_place if self._is_where_it_was_saved(self._line) else None
        self._line = None
        self.judge.truth.broke_off()

    async def _make_way(self) -> None:
        """A call that learns of a newer one ends; one that was killed is gone."""
        for line in list(self._older):
            if line.process.dead:
                await line.process.kill()
                self.report.crashes += 1
            elif line.call.records.saved.taken_over.is_set():
                with contextlib.suppress(KilledError):
                    await line.hang_up()
            else:
                continue
            self._older.remove(line)

    async def finish(self) -> None:
        """Everything works; the process is killed once more; the next call tells the rest; what is remembered is what was heard."""
        self.judge.step = "in the end"
        self._world.weather.clear()
        try:
            await self._think()
            if self._line is not None:
                await self._line.process.run(self._everything_is_stored(self._line))
                await self._note_what_is_stored(self._line)
        except KilledError:
            self._killed()
        for line in filter(None, [*self._older, self._line]):
            await line.process.kill()
        self._older, self._line = [], None
        await self._tell_the_rest()

    async def _tell_the_rest(self) -> None:
        await self._call(Heard())
        line = self._the_line()
        await self._think()
        self.judge.compare_ledger(await self._world.remembered())
        for _ in range(3 * len(self._world.mails) + 3):
            if line.call.tracker.is_complete() and line.call.dialogue.offer is not Offer.HEAR_ARRIVALS:
                break
            await self.take(Say(Intent.YES if line.call.dialogue.offer is Offer.HEAR_ARRIVALS else Intent.NEXT))
        self.judge.step = "in the end"
        self.judge.complete()
        await self._everything_is_stored(line)
        self.judge.compare_ledger(await self._world.remembered())
        await line.hang_up()

    async def _everything_is_stored(self, line: Line) -> None:
        marks = await line.call.records.marks.drain(within_s=HEALS_WITHIN_S)
        saved = await line.call.records.saved.drain(within_s=HEALS_WITHIN_S)
        if marks or not saved:
            self.judge.finds(Harm.LOST, None, f"{marks} marks or the state ({saved=}) never stored")

    def _the_line(self) -> Line:
        assert self._line is not None
        return self._line
