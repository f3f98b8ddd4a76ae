"""One glance: a frame in, one offer or silence out. Whatever goes wrong, it is silence; nothing is ever raised.

Prompts ask for what the stages should do, and code holds the result against the mailbox: exactly one thread has that subject and sender, it
was read, its newest mail waits for the user, and the offer names nothing that it does not say.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import partial

from briefing.mail import Envelope, MailId, ThreadId
from briefing.triage.traps import looks_like_a_trap
from briefing.words import words_of
from glance.analyst import Digest, RunsAStage, analyse
from glance.given_result import AnalystResult, Candidate
from glance.identity import Identity
from glance.loop import StepsSpentError, run
from glance.mail_tools import MOST_COMPARED, MOST_OF_A_MAIL, MailSeen, ReadableMail, ThreadRead
from glance.message_check import as_shown, may_be_asked, may_be_said
from glance.screening import screen
from glance.stages import ANALYST, TRIAGE, GlanceModels, RunSettings
from glance.thread_match import are_the_same, could_be, is_named, looked_for_by, matches
from providers.models.typed.history import AssistantLine, ModelStep, Picture
from providers.models.typed.purposes import Purpose
from providers.models.typed.typed_errors import DaySpentError, TypedModelError

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class GlanceResult:
    """All that page and call get to know."""

    surface: bool
    message: str | None = field(default=None, repr=False)
    action_prompt: str | None = field(default=None, repr=False)


SILENCE = GlanceResult(surface=False)


class GlanceReason(StrEnum):
    """How a glance ended, told by no word of the mail or the picture."""

    SURFACED = "surfaced"
    NOT_ALONE = "not_alone"
    NO_MAIL = "no_mail"
    NOT_READABLE = "not_readable"
    SAME_AGAIN = "same_again"
    NO_THREAD = "no_thread"
    ANSWERED = "answered"
    NOT_WAITING = "not_waiting"
    KNOWN = "known"
    NOT_HELD = "not_held"
    TOO_LONG = "too_long"
    MODEL_AWAY = "model_away"
    DAY_SPENT = "day_spent"
    NO_RESULT = "no_result"
    FAILED = "failed"
    STOPPED = "stopped"


_NO_VERDICT = frozenset(
    {
        *(GlanceReason.NOT_ALONE, GlanceReason.NO_MAIL, GlanceReason.TOO_LONG),
        *(GlanceReason.MODEL_AWAY, GlanceReason.DAY_SPENT, GlanceReason.NO_RESULT, GlanceReason.FAILED, GlanceReason.STOPPED),
    }
)
"""After these the same mail may be looked at again."""


class StageReached(StrEnum):
    NONE = "none"
    TRIAGE = "triage"
    ANALYST = "analyst"


@dataclass(slots=True, kw_only=True)
class Looked:
    """One run, for its decision log and for whoever makes the offer: `mail` is the one that waits. It was stopped unless it has ended."""

    stage: StageReached = StageReached.NONE
    reason: GlanceReason = GlanceReason.STOPPED
    requests: int = 0
    duration_s: float = 0.0
    mail: Envelope | None = field(default=None, repr=False)


class _SilentError(Exception):
    """There is nothing to say, for this reason."""

    def __init__(self, reason: GlanceReason) -> None:
        super().__init__()
        self.reason = reason


async def _of_nobody(_: Sequence[MailId]) -> bool:
    return False


async def _alone() -> bool:
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class GlanceParts:
    """What a glance is made with. `knows`: whether one of these mails was heard, acted on or nudged about before. `alone`: whether nobody
    but the user is in the room. `runs` is the loop of the analyst."""

    models: GlanceModels
    mail: ReadableMail
    digest: Digest
    now: Callable[[], datetime]
    own_addresses: frozenset[str] = frozenset()
    knows: Callable[[Sequence[MailId]], Awaitable[bool]] = _of_nobody
    alone: Callable[[], Awaitable[bool]] = _alone
    runs: RunsAStage = run


class _Counted:
    """The models, with the requests of this run counted."""

    def __init__(self, models: GlanceModels, looked: Looked) -> None:
        self._models = models
        self._looked = looked

    async def step(self, purpose: Purpose, step: ModelStep) -> AssistantLine:
        self._looked.requests += 1
        return await self._models.step(purpose, step)


class Glance:
    """The glances of one user. Remembers which candidate was analysed last, and nothing else."""

    def __init__(self, parts: GlanceParts, identity: Identity) -> None:
        self._parts = parts
        self._identity = identity
        self._analysed: Candidate | None = None

    async def look(self, frame: Picture, app: str = "", *, note: Callable[[Looked], None] = lambda _: None) -> GlanceResult:
        """Never raises. `note` is told how it ended, before this returns, and nothing where it is cancelled."""
        looked, begun = Looked(), time.monotonic()
        result = SILENCE
        try:
            result = await self._look(frame, app, looked)
            looked.reason = GlanceReason.SURFACED
        except _SilentError as silent:
            looked.reason = silent.reason
        except (StepsSpentError, TimeoutError):
            looked.reason = GlanceReason.TOO_LONG
        except TypedModelError as error:
            looked.reason = GlanceReason.DAY_SPENT if isinstance(error, DaySpentError) else GlanceReason.MODEL_AWAY
        except Exception as error:  # whatever fails, a glance is silent
            looked.reason = GlanceReason.FAILED
            logger.warning("a glance failed", extra={"error": type(error).__name__})
        finally:
            if looked.reason in _NO_VERDICT:
                self.begin_anew()
            looked.duration_s = time.monotonic() - begun
            _log(looked)
        note(looked)
        return result

    def begin_anew(self) -> None:
        """The mail that was analysed last may be analysed again."""
        self._analysed = None

    async def _look(self, frame: Picture, app: str, looked: Looked) -> GlanceResult:
        await self._only_alone()
        models = _Counted(self._parts.models, looked)
        looked.stage = StageReached.TRIAGE
        candidate = await self._candidate(models, frame, app)
        if self._analysed is not None and are_the_same(candidate, self._analysed):
            raise _SilentError(GlanceReason.SAME_AGAIN)
        async with asyncio.timeout(ANALYST.within_s):
            digest = await self._parts.digest()
            looked.stage, self._analysed = StageReached.ANALYST, candidate
            seen = MailSeen(self._parts.mail, self._parts.own_addresses)
            settings = RunSettings(stage=ANALYST, identity=self._identity, step_limit=ANALYST.steps)
            given = await analyse(
                models, settings, candidate=candidate, frame=frame, digest=digest, tools=seen.tools, runs=self._parts.runs
            )
            if given is None:
                raise _SilentError(GlanceReason.NO_RESULT)
            if not given.surface:
                raise _SilentError(self._why_not(candidate, seen))
            thread = await self._the_thread(candidate, seen)
            looked.mail = await self._waiting(thread)
        await self._only_alone()
        return self._held(given, thread)

    async def _candidate(self, models: GlanceModels, frame: Picture, app: str) -> Candidate:
        async with asyncio.timeout(TRIAGE.within_s):
            screened = await screen(models, self._identity, frame, app)
        if screened is None:
            raise _SilentError(GlanceReason.NO_RESULT)
        if not screened.dig_in:
            raise _SilentError(GlanceReason.NO_MAIL)
        candidate = screened.candidate
        if candidate is None or not (candidate.query or "").strip() or not is_named(candidate):
            raise _SilentError(GlanceReason.NOT_READABLE)
        return candidate

    async def _only_alone(self) -> None:
        if not await self._parts.alone():
            raise _SilentError(GlanceReason.NOT_ALONE)

    def _why_not(self, candidate: Candidate, seen: MailSeen) -> GlanceReason:
        threads = [seen.read[thread] for thread in self._matching(candidate, seen) if thread in seen.read]
        newest = [each.envelopes[-1] for each in threads if each.envelopes]
        if not newest:
            return GlanceReason.NO_THREAD
        return GlanceReason.ANSWERED if self._is_own(newest[0]) else GlanceReason.NOT_WAITING

    def _matching(self, candidate: Candidate, seen: MailSeen) -> list[ThreadId]:
        """The threads among all that was found in which a mail has that subject and sender."""
        return self._threads(seen, partial(matches, candidate))

    def _threads(self, seen: MailSeen, fits: Callable[[Envelope], bool]) -> list[ThreadId]:
        found = (each for each in seen.found.values() if not self._is_own(each) and fits(each))
        return list(dict.fromkeys(each.thread_id for each in found))

    async def _the_thread(self, candidate: Candidate, seen: MailSeen) -> ThreadRead:
        """The one thread of that subject and sender, which the analyst has read; code looks for others that could be taken for it."""
        found = [await seen.look_for(self._identity, query, most=MOST_COMPARED) for query in looked_for_by(candidate)]
        threads = self._matching(candidate, seen)
        others = set(self._threads(seen, partial(could_be, candidate))) - set(threads)
        is_sure = len(threads) == 1 and not others and found[0].is_all  # of a common subject nobody sees all
        if not is_sure or threads[0] not in seen.read or not seen.read[threads[0]].envelopes:
            raise _SilentError(GlanceReason.NO_THREAD)
        return seen.read[threads[0]]

    async def _waiting(self, thread: ThreadRead) -> Envelope:
        newest = thread.envelopes[-1]
        if self._is_own(newest) or await self._parts.mail.is_sent(self._identity, newest.mail_id):
            raise _SilentError(GlanceReason.ANSWERED)
        if (newest.bulk or newest.automatic) and not newest.answers_me:
            raise _SilentError(GlanceReason.NOT_WAITING)
        if not any(map(self._is_own, thread.envelopes)) and looks_like_a_trap(newest.sender, words_of(_read_of(thread))):
            raise _SilentError(GlanceReason.NOT_WAITING)
        if not thread.texts[-1].readable:
            raise _SilentError(GlanceReason.NOT_READABLE)
        if await self._parts.knows([newest.mail_id]):
            raise _SilentError(GlanceReason.KNOWN)
        return newest

    def _held(self, given: AnalystResult, thread: ThreadRead) -> GlanceResult:
        if not (given.message or "").strip():
            raise _SilentError(GlanceReason.NO_RESULT)
        message, now = as_shown(given.message or ""), self._parts.now()
        asks = " ".join((given.action_prompt or "").split())
        prompt = as_shown(asks) if asks else message
        if not may_be_said(message, thread, now=now) or not may_be_asked(prompt, thread, now=now):
            raise _SilentError(GlanceReason.NOT_HELD)
        return GlanceResult(surface=True, message=message, action_prompt=prompt)

    def _is_own(self, envelope: Envelope) -> bool:
        return envelope.sender.email in self._parts.own_addresses


def _read_of(thread: ThreadRead) -> str:
    return f"{thread.envelopes[-1].subject}\n{thread.texts[-1].text[:MOST_OF_A_MAIL]}"


def _log(looked: Looked) -> None:
    """The decision log: one line a run, and no word of the picture or the mail."""
    told = {
        "surfaced": looked.reason is GlanceReason.SURFACED,
        "stage": looked.stage,
        "reason": looked.reason,
        "seconds": round(looked.duration_s, 2),
        "requests": looked.requests,
    }
    logger.info("a glance has ended", extra=told)
