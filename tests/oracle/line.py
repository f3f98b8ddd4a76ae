"""One whole call on a line of its own: the session with its real tools, consent, drafts, outbox and stores; turns as `agent` takes them.

LiveKit is left out, and nothing else: what it would do (run the tools of a step, play passages until the user interrupts, ask the model
again) stands here. Time is a number that the test moves.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

from actions.changes.changer import NotGrantedError
from actions.consent.grants import GrantRegister, GrantUsedError, SingleUseGrant
from actions.sending.unsubscriber import Unsubscriber
from briefing.mail import MailId, Preferences
from briefing.understanding.understanding import Understandings
from briefing.understanding.utterance import Channel, Utterance
from inbox.unified import UnifiedInbox
from knowledge.preferences import PreferenceStore
from session.acting import ActingParts
from session.behaviours import load_the_rest_meanwhile
from session.call import Call
from session.opening.opened_call import CallParts, opened
from session.outcome import Outcome, SkillRefusedError, saying
from session.passages import Passage, as_reply
from session.plain_answers import SILENCE
from session.skills.writing.draft_pane import DraftEdit, take_edit
from session.skills.writing.holding_at_once import hold_at_once
from session.timeouts import MAX_TOOL_STEPS
from session.tools import use
from session.turn.tool_of_command import Answer, Use
from session.turn.wish_by_wish import ToModel, first_answer, hear, next_answer
from storage.database import DatabaseUnavailableError
from tests.actions.sending_desk import ACCOUNT, OWN, VAULT
from tests.inbox.memory_call_state import MemoryCallState
from tests.inbox.memory_ledger import MemoryLedger
from tests.oracle.database import MemoryDatabase
from tests.oracle.world import MORNING, World

CHARACTERS_A_SECOND = 15.0

Called = tuple[str, dict[str, object]]


@dataclass(frozen=True, slots=True)
class Told:
    """Words of ours, in the order they were begun. `whole`: they were played to their end, at `at`. `by_model`: they are a model's."""

    words: str
    at: float
    whole: bool
    by_model: bool
    mail: MailId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """Words as they reach us. Of the user's, or of our own voice that came back."""

    words: str
    channel: Channel = Channel.TYPED
    overlapped: bool = False
    about: str = ""
    began_s_ago: float = 0.0


class Shared(Understandings):
    """Understandings that outlive a call: the lists of what is said are finite."""

    def __init__(self) -> None:
        super().__init__()
        self._known: dict[str, object] = {}

    def of(self, words: str):  # type: ignore[no-untyped-def]
        if words not in self._known:
            self._known[words] = super().of(words)
        return self._known[words]


SHARED = Shared()


class BrokenToolError(AssertionError):
    """A tool ended with an error of ours; the user was told that it did not work."""


class _NoToolBreaks(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        raise BrokenToolError(record.getMessage())


@dataclass
class Line:
    """`model` is asked for the calls of each step, and then for words; `told` is all that was said; `looks` is called after every step
    that may have had an effect. `cut` says after how many passages of an answer the user speaks, `loses` whether the first is not heard.
    `buttons` are the digests of what was asked, as the page has them, and `grants` those of this call."""

    world: World
    database: MemoryDatabase
    chance: Random
    user: str = "local"
    now: float = 0.0
    call: Call = field(init=False)
    told: list[Told] = field(default_factory=list)
    looks: Callable[[], None] = lambda: None
    model_calls: Callable[[], list[Called]] = list
    model_says: Callable[[], Sequence[str]] = tuple
    cuts: Callable[[], float | None] = lambda: None
    loses: Callable[[], bool] = lambda: False
    counts: dict[str, int] = field(default_factory=dict)
    ledger: MemoryLedger = field(default_factory=MemoryLedger)
    states: MemoryCallState = field(default_factory=MemoryCallState)
    calls: int = 0
    refusals: list[Outcome] = field(default_factory=list)
    buttons: list[str] = field(default_factory=list)
    grants: list[SingleUseGrant] = field(default_factory=list)
    story: list[str] = field(default_factory=list)

    def wall(self) -> datetime:
        return MORNING + timedelta(seconds=self.now)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        self.calls += 1
        parts = CallParts(
            inbox=UnifiedInbox([self.world.read()]),
            acting=ActingParts(
                writers={ACCOUNT: self.world.written},
                senders=self.world.desk,
                database=self.database,
                vault=VAULT,
                own_addresses=frozenset({OWN}),
                clock=lambda: 1000.0 + self.now,
            ),
            ledger=self.ledger,
            states=self.states,
            preferences=PreferenceStore(self.database),
            heeded=Preferences(own_addresses=frozenset({OWN})),
        )
        async with opened(parts, self.user, call_id=f"call-{self.calls}", now=self.wall) as (call, look):
            self.call = call
            call.dialogue.understandings = SHARED
            call.line.has_model = True
            call.acting.unsubscriber = Unsubscriber(call.acting.outbox, self.world, register=call.acting.consent.register)
            self._keep_grants(call.acting.consent.register)
            load_the_rest_meanwhile(call, look)
            while call.mail.loading:  # noqa: ASYNC110 - it loads in the same loop, and nothing tells of its end
                await asyncio.sleep(0)
            notices, log = _NoToolBreaks(logging.ERROR), logging.getLogger("session.tools")
            log.addHandler(notices)
            try:
                yield
            finally:
                log.removeHandler(notices)

    async def by_rules(self, *lines: str) -> str:
        """Hear typed lines without a model; returns what is said to the last of them."""
        self.call.line.has_model, before = False, len(self.told)
        for words in lines:
            before = len(self.told)
            await self.hears(Heard(words=words))
        return " ".join(each.words for each in self.told[before:])

    async def hears(self, heard: Heard) -> None:
        """One turn, to its end or to where the user interrupts."""
        call = self.call
        await hold_at_once(call, heard.words)
        if call.wants_silence(heard.words):
            return
        said = call.dialogue.understandings.of(heard.words)
        answer: Answer | ToModel | None = first_answer(call, said, pressed=heard.channel is Channel.PRESSED)
        turn = Utterance(
            said=said, channel=heard.channel, by=self.user, at=1000.0 + self.now - heard.began_s_ago, overlapped=heard.overlapped,
            about=heard.about,
        )  # fmt: skip
        hear(call, turn)
        if answer == SILENCE:
            return
        answer = ToModel.ASK if answer is None else answer
        if isinstance(answer, str):
            self.play([Passage(answer)])
            return
        while answer is not None:
            if isinstance(answer, Use):
                goes_on = self.play((await self.use(answer.tool, dict(answer.arguments))).spoken)
            elif isinstance(answer, ToModel):
                goes_on = await self.asks_model()
            else:
                goes_on = self.play([Passage(f" {answer}")])
            if not goes_on:
                return
            answer = next_answer(call)

    def overhears(self, words: str, *, by: str, channel: Channel, final: bool = True) -> None:
        """A guest's words, or a transcript that may still change: no turn of the call, but they might come to consent."""
        said = self.call.dialogue.understandings.of(words)
        self.call.acting.consent.hear(Utterance(said=said, channel=channel, by=by, at=1000.0 + self.now, final=final))

    def breaks(self) -> None:
        """The line is gone for a moment, as `agent` takes it."""
        self.call.caller_came_back()

    async def types_into_the_draft(self, text: str | None) -> str:
        """As on the page: other words, or none, where it is only read to its end; what stands there then, empty where nothing was done."""
        if (draft := self.call.acting.draft or self.call.acting.kept) is None:
            return ""
        try:
            await take_edit(self.call, DraftEdit(draft_id=draft.draft_id, version=draft.version, text=text, read=text is None))
        except SkillRefusedError:
            return ""
        return draft.text if text is None else text

    async def uses_again(self, grant: SingleUseGrant) -> bool:
        """Whether a grant that was made before, or that nobody has made, lets anything be done."""
        try:
            if not grant.mails:
                self.call.acting.consent.register.redeem(grant)
                return True
            async for _ in self.call.actions.carry_out(grant, grant.action, [*grant.mails], label=grant.label):
                pass
        except (GrantUsedError, NotGrantedError):
            return False
        finally:
            self.looks()
        return True

    def _keep_grants(self, register: GrantRegister) -> None:
        enters = register.enter

        def enter(grant: SingleUseGrant) -> SingleUseGrant:
            self.grants.append(grant)
            return enters(grant)

        self.grants.clear()
        vars(register)["enter"] = enter

    async def asks_model(self) -> bool:
        """Its calls, step by step; whether something of ours was said that the turn goes on behind."""
        for _ in range(MAX_TOOL_STEPS):
            wanted = self.model_calls()
            if not wanted:
                break
            outcomes = await asyncio.gather(*(self.use(tool, arguments) for tool, arguments in wanted))
            if any(outcome.verbatim for outcome in outcomes):
                return self.play([passage for outcome in outcomes if outcome not in self.refusals for passage in outcome.spoken])
        self.say_by_model(self.model_says())
        return False

    async def use(self, tool: str, arguments: dict[str, object]) -> Outcome:
        self.counts["tools used"] = self.counts.get("tools used", 0) + 1
        self.story.append(f"  -> {tool} {arguments}"[:140])
        try:
            outcome = await use(self.call, tool, arguments)
        except SkillRefusedError as refusal:
            self.refusals.append(outcome := saying(str(refusal)))
        if (asked := self.call.acting.consent.asked) and [asked] != self.buttons[-1:]:
            self.buttons.append(asked)
        self.looks()
        return outcome

    def play(self, passages: Sequence[Passage]) -> bool:
        """Play them one by one; False where the user interrupts, and the rest is not said."""
        for passage in as_reply(passages)[1 if self.loses() else 0 :]:
            cut = self.cuts()
            self.call.being_told(passage)
            self.now += len(passage) / CHARACTERS_A_SECOND * (1.0 if cut is None else cut)
            self.story.append(f"  A{'' if cut is None else ' (cut)'}: {passage.strip()}"[:160])
            self.told.append(Told(passage.strip(), self.now, cut is None, passage.by_model, passage.mail))
            if cut is not None:
                return False
            self.call.was_told(passage)
        return True

    def say_by_model(self, sentences: Sequence[str]) -> None:
        for words in sentences:
            passage = Passage(words, by_model=True)
            cut = self.cuts()
            self.call.being_told(passage)
            self.now += len(passage) / CHARACTERS_A_SECOND * (1.0 if cut is None else cut)
            self.story.append(f"  M{'' if cut is None else ' (cut)'}: {words}"[:160])
            self.told.append(Told(words, self.now, cut is None, by_model=True))
            self.call.model_said(passage, heard=cut is None)
            if cut is not None:
                return
            self.call.was_told(passage)

    def give_notice(self, words: str) -> None:
        """Say something unasked, by code."""
        self.play([Passage(words)])

    async def wait(self, seconds: float) -> None:
        """Time passes, and what is due leaves."""
        until = self.now + seconds
        acting = self.call.acting
        while acting.outgoing.agreed and self.now < until:
            self.now = min(until, self.now + max(1.0, seconds / 4))
            await self.send_what_is_due()
        self.now = until

    async def send_what_is_due(self) -> None:
        acting = self.call.acting
        try:
            await acting.outbox.clock(acting.senders).work_due()
            await acting.outgoing.look(acting.outbox, acting.drafts, self.call.now())
        except DatabaseUnavailableError as error:
            raise AssertionError("the database is away") from error
        self.looks()
