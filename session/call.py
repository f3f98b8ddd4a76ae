"""The state of one call of one user, grouped into records; the same for a spoken call and a written one.

It decides nothing: the rules are in `briefing`, the skills in `session.skills`, and what happens unasked in `session.behaviours`. A task
that waits for something waits for one of `Events`; there are no callbacks in here.
"""

import asyncio
import math
from collections.abc import Callable, Collection, Coroutine, Set
from dataclasses import dataclass, field, replace
from functools import partial

from actions.consent.consent import SpokenBy
from briefing.mail import Envelope, MailId
from briefing.mail_action import TAKES_OUT
from briefing.speech.sentences.before_a_change import YES_OR_NO
from briefing.tracking.arrival_states import Arrivals
from briefing.tracking.focus import Focus, Listed, MailNamed, TurnBegun
from briefing.tracking.tracker import BriefingSessionTracker
from briefing.understanding.may_ask import asks
from briefing.understanding.telling_words import NAMES_NOBODY, mails_named, senders_named, speaks_of
from briefing.understanding.utterance import Utterance
from briefing.words import split_words
from inbox.carrying_out import ActionDone, ActionTakenBack, MailActions, MailGone, MailNews
from knowledge.users_clock import UsersClock
from session.acting import ActingOnMail
from session.announcements.queue import AnnouncementQueue
from session.background_tasks import BackgroundTasks
from session.call_records import CallMail, CallStores, EarlierCall, Events, Line, Told, Turn
from session.dialogue import Closed, Dialogue
from session.outcome import Outcome
from session.passages import Passage, PassageRole
from session.timeouts import TOOL_ANSWERS_WITHIN_S
from session.turn.wish import WishState, next_edit

TELLS_OF_A_MAIL = frozenset({PassageRole.MAIL, PassageRole.READING})
QUOTES = TELLS_OF_A_MAIL | {PassageRole.DRAFT, PassageRole.RESULT}


@dataclass(slots=True, kw_only=True)
class Call:
    """The state of one call of one user.

    `now` is the user's wall clock; `arrivals` is what came in during the call and what became of it.
    """

    user_id: str
    now: UsersClock
    tracker: BriefingSessionTracker
    mail: CallMail
    acting: ActingOnMail
    records: CallStores
    background: BackgroundTasks
    announcements: AnnouncementQueue = field(init=False)
    earlier: EarlierCall = field(default_factory=EarlierCall)
    line: Line = field(default_factory=Line)
    arrivals: Arrivals = field(default_factory=Arrivals)
    dialogue: Dialogue = field(init=False)
    told: Told = field(default_factory=Told)
    turn: Turn = field(default_factory=Turn)
    events: Events = field(default_factory=Events)

    def __post_init__(self) -> None:
        self.dialogue = Dialogue(consent=self.acting.consent, clock=self.acting.consent.clock)
        self.announcements = AnnouncementQueue(asks=lambda: self.dialogue.asked is not None)

    def heard(self, passage: Passage) -> None:
        """A passage about a mail was played to its end."""
        reading = self.dialogue.reading
        if reading is not None and passage.role is PassageRole.READING and passage.mail == reading.mail:
            self.dialogue.reading = reading.after(passage)
        if passage.ends and passage.mail is not None:
            self.tracker.mark_briefed(passage.mail, at=self.now())
            self.settle()

    def being_told(self, passage: Passage) -> None:
        """A passage has begun to be played, or its words to be delivered."""
        self.being_said(passage)
        self.told.holds = self.told.holds and passage.role not in TELLS_OF_A_MAIL
        if passage.role is PassageRole.MAIL and passage.mail is not None:
            self.told.asks = False
            self.tracker.note_presented(passage.mail)

    def being_said(self, passage: Passage) -> None:
        """These words are being said; whose they are tells what they may mean for an open question."""
        self.told.unsaid = self.told.unsaid.told(self._told_of(passage), vaguely=passage.by_model or passage.role is PassageRole.DRAFT)
        quotes = passage.mail is not None or passage.role is PassageRole.RESULT
        by = SpokenBy.MAIL if quotes else SpokenBy.MODEL if passage.by_model else SpokenBy.CODE
        self.acting.consent.speaking(passage, by=by)
        self.told.asks = self.told.asks or (by is not SpokenBy.MAIL and asks(passage))

    def _told_of(self, passage: Passage) -> Set[MailId]:
        """What is quoted tells of no other mail; a model's words, or a question, that name others as well leave open which is meant."""
        words, envelopes = frozenset(split_words(passage)), self.mail.pipeline.envelopes
        told = {passage.mail} if passage.mail is not None else set[MailId]()
        unknown = [envelopes[mail] for mail in self.told.unsaid.mails | self.told.unsaid.listed if mail in envelopes]
        # One word of a subject may be the day of which we speak, or any other of ours; a model that speaks of one retells the mail.
        unsaid = {each.mail_id for each in unknown if (speaks_of(words, each) if passage.by_model else mails_named(words, [each]))}
        if not unsaid or passage.role in QUOTES:
            return told
        senders = {envelopes[mail].sender.email for mail in unsaid}
        may_list = passage.by_model or passage.rstrip().endswith(YES_OR_NO)
        names_others = may_list and any(each.sender.email not in senders for each in self.mails_named(words))
        if len(senders) > 1 and not self.dialogue.focus.unclear:
            unsaid -= {self.it}  # one of several that are named, but not the one that is spoken of
        return told if names_others else told | unsaid

    def was_told(self, passage: Passage) -> None:
        """A passage was played to its end while the caller was there, or delivered."""
        passage.played = True
        self.acting.consent.said(passage.strip())
        if self.records.team is not None and (then := self.records.team.when_heard.pop(passage.strip(), None)) is not None:
            then()
        if passage.role in TELLS_OF_A_MAIL:
            self.heard(passage)

    def mail_came(self, *, nothing_before: bool = False) -> None:
        """There is a mail under the cursor again after everything was told; `nothing_before`: the agenda was empty until now."""
        self.mail.nothing_before = nothing_before
        self.events.mail_came.set()

    @property
    def actions(self) -> MailActions:
        """What the user's words do to their mail; the call follows it."""
        return MailActions(changer=self.acting.changer, undo=self.acting.undo, marks=self.records.marks, now=self.now, watcher=self)

    def mail_changed(self, news: MailNews) -> None:
        """As a `MailWatcher`: a mail that leaves the mailbox leaves the agenda, and one that comes back returns to it."""
        self.told.done_to.add(news.mail)
        self.acting.changed_mail()
        match news:
            case MailGone(mail=mail):
                self.tracker.remove_handled_elsewhere([mail])
            case ActionDone(kind=kind, was_so=True) if kind not in TAKES_OUT:
                pass  # nobody has flagged it in this call, so it does not count as that
            case ActionDone(mail=mail, kind=kind, at=at) if self.tracker.state_of(mail):
                self.tracker.mark_actioned(mail, kind, at=at)
            case ActionDone(mail=mail, kind=kind, at=at):
                self.acting.off_agenda.note(mail, kind, at)
            case ActionTakenBack(mail=mail, kind=kind, at=at):
                self.acting.brought_back[mail] = at
                if kind is not None and not self.tracker.take_back(mail, kind, at=at):
                    self.acting.off_agenda.take_back(mail, kind)

    def settle(self) -> None:
        """Queue what has changed for the ledger, the saved state and the conversation; returns at once."""
        self.records.marks.put(self.tracker.drain_marks())
        self.records.saved.put(self.tracker)
        if self.records.talk is not None:
            self.records.talk.drafts_written(self.acting.drafts.written)
        self.events.changed.set()

    @property
    def understood(self) -> frozenset[str]:
        """Languages besides English whose words are told as they are: the user understands them, and they are written or can be said."""
        return frozenset(self.records.likes.languages.split()) if self.line.polyglot else frozenset()

    @property
    def is_over(self) -> bool:
        """Whether this briefing is not to be taken up again."""
        return self.line.finished or (self.tracker.is_complete() and self.line.caller_is_there)

    async def store_the_end(self, *, within_s: float) -> None:
        """Store how the call has ended, so that a new call right after it starts from there; waits so long for each store."""
        self.settle()
        saved = self.records.saved.end if self.is_over else self.records.saved.drain
        await asyncio.gather(saved(within_s=within_s), self.records.marks.drain(within_s=within_s))

    def heeds_stop(self) -> bool:
        """Whether "stop" means more than silence: a mail is about to leave, or has just left."""
        return self.acting.outgoing.heeds_stop(self.now())

    def wants_silence(self, words: str) -> bool:
        """Whether the words only ask us to stop talking, which saying them has done. To what we would do with a yes they are a no."""
        return self.dialogue.understandings.of(words).is_stop and not self.heeds_stop() and self.dialogue.asked is None

    @property
    def it(self) -> MailId | None:
        """The mail that "it" most likely means: the one that was named last, be it under the cursor or not."""
        current = self.tracker.current()
        return self.dialogue.focus.mail or (current.mail_id if current else None)

    def caller_came_back(self) -> None:
        """The line was gone: what was agreed to, wished for or asked back before it counts no more."""
        self.acting.consent.reconnected()
        self.dialogue.wishes.clear()
        self.turn.doubted = None

    def drop_unsaid(self) -> None:
        """The user speaks: what tools have made of what is spoken of counts for nothing where nothing was said since."""
        if self.told.unsaid.before is not None:
            self.dialogue.note(TurnBegun(self.told.unsaid.before))
            self.told.unsaid = self.told.unsaid.dropped()

    def doubt_it(self) -> None:
        """Others than the mail that was named last are spoken of, one that is not there or to be written, or several: "it" may be those."""
        if (mail := self.dialogue.focus.mail) is not None:
            self.told.unsaid = self.told.unsaid.doubted(mail)

    def speak_of_several(self, mails: Collection[MailId], *, named: bool) -> None:
        """These are spoken of now, and a list that they are not of no longer. A number and "them" mean them if they are `named`."""
        if not set(mails).issubset(self.dialogue.found):
            self.dialogue.note(Listed(tuple(mails) if named else (), unasked=True))

    def name(self, mail: MailId) -> None:
        """A mail was named: "it" is that one now."""
        current = self.tracker.current()
        self.dialogue.note(MailNamed(None if current is not None and current.mail_id == mail else mail))

    @property
    def more_to_come(self) -> bool:
        """Whether another wish of the turn follows the one that is being done."""
        return any(wish.state in {WishState.OPEN, WishState.WAITS} for wish in self.dialogue.wishes[1:])

    @property
    def edits_to_come(self) -> bool:
        """Whether the line says more of the mail that is being written: to whom as well, or when."""
        wishes = self.dialogue.wishes
        return bool(wishes) and next_edit(wishes[0], wishes[1:]) is not None

    def hear(self, utterance: Utterance, *, goes_on: bool = False, unsaid: frozenset[MailId] = frozenset()) -> None:
        """A wish of the user's is about to be done; `goes_on`: in the same turn. "It" means what was spoken of when they said it."""
        if not goes_on:
            self.told.asks = False
            if not utterance.said.says_nothing:  # "archive it", "um", "no, delete it" still speaks of what was done
                self.acting.receipts.next_turn()
            self.acting.consent.register.turn_begins()
        self.told.may_be_ours, self.told.open_then = self.acting.consent.may_be_ours(utterance), self.dialogue.state.open
        names = self.mails_named if not self.told.may_be_ours else None
        self.told.listed_then.append(self.dialogue.found)
        here = tuple(mail.mail_id for mail in self.tracker.active_mails())
        self.told.agenda_then.append(self.told.agenda_then[-1] if goes_on and self.told.agenda_then else here)
        self.dialogue.hear(utterance.said, it=lambda: self.it, names=names)
        self.told.unsaid_then, self.told.unlisted_then = self.told.unsaid.mails | unsaid, self.told.unsaid.listed
        self.told.unplaced_then = self.dialogue.focus.unplaced
        self.dialogue.meant = tuple(mail for mail in self.dialogue.meant if mail not in self.told.unsaid_then)
        self.acting.consent.hear(replace(utterance, open=self.dialogue.meant))

    def model_said(self, passage: Passage, *, heard: bool) -> None:
        """A model's words were begun to be played, and `heard` to their end. To retell the mail that is spoken of names no other.

        Where they ask something, a yes belongs to that, and no longer to what was asked before; a nudge has been opened as it began.
        """
        is_open = self.dialogue.offer is not None or self.dialogue.to_ask_again is not None
        if is_open and asks(passage) and not self.line.screen.has_offered(passage):
            self.dialogue.note(Closed())
        text = self.mail.prefetch.loaded(self.it) if self.it is not None else None
        quoted = frozenset(split_words(text.text)) if heard and text is not None else frozenset[str]()
        self.dialogue.model_said(passage, names=partial(self.mails_named, quoted=quoted) if heard else None)
        if heard and self._names_one_that_is_not_there(passage, quoted):
            self.doubt_it()

    def _names_one_that_is_not_there(self, passage: Passage, quoted: frozenset[str]) -> bool:
        """Whether words that name a mail name one of somebody else's as well that cannot be meant: to the user both are named."""
        words, mails = frozenset(split_words(passage)), self.mail.pipeline.envelopes.values()
        if not (there := {each.sender.email for each in self.mails_named(words, quoted=quoted)}):
            return False
        named = {each.sender.email for each in mails_named(words, mails, retold=self.it, quoted=quoted)}
        known = {word for each in mails for word in split_words(f"{each.sender.name} {each.sender.email} {each.subject}")}
        return not named <= there or not known | quoted | NAMES_NOBODY >= set(senders_named(passage, ""))

    def mails_named(self, words: Set[str], *, quoted: frozenset[str] = frozenset()) -> tuple[Envelope, ...]:
        """The mails that words, folded, name."""
        return mails_named(words, self.envelopes_to_speak_of(), retold=self.it, quoted=quoted)

    def envelopes_to_speak_of(self) -> list[Envelope]:
        """Those on the agenda that were not taken out, and those of the last list."""
        envelopes, listed = self.mail.pipeline.envelopes.values(), self.dialogue.found
        states = [(envelope, self.tracker.state_of(envelope.mail_id)) for envelope in envelopes]
        return [each for each, state in states if (state.active or state.skipped if state is not None else each.mail_id in listed)]

    async def perform(self, work: "Callable[[Call], Coroutine[object, object, Outcome]]") -> Outcome:
        """Run one tool at a time; its marks are queued for the ledger before anything is said."""
        answer_by = asyncio.get_running_loop().time() + TOOL_ANSWERS_WITHIN_S
        async with self.turn.lock:
            self.turn.answer_by = answer_by
            was = self.dialogue.focus
            self.told.done_to.clear()
            if self.mail.wanted.end_what_is_over(self.now()):
                self.tracker.brief_only(self.tracker.wanted_accounts, self.mail.wanted.fitting)
            try:
                return await work(self)
            finally:
                self._note_unsaid(was)
                self.turn.answer_by, self.turn.how_far = math.inf, ""
                self.settle()

    def _note_unsaid(self, was: Focus) -> None:
        """What a tool has made of what is spoken of is unsaid, but for mails that the user's last words speak of, if they are not ours that
        came back, and the one to which something was done for them: of several that were changed at once none was named. What is only put
        into words is told once these are played."""
        unsaid = self.told.unsaid.moved(was, self.dialogue.focus, it=self.it)
        words = frozenset(() if self.told.may_be_ours else self.dialogue.last.own_words)
        envelopes = self.mail.pipeline.envelopes
        spoken_of = {mail for mail in unsaid.mails if mail in envelopes and speaks_of(words, envelopes[mail])}
        done_to = self.told.done_to if len(self.told.done_to) == 1 else frozenset()
        known = spoken_of | (unsaid.mails & done_to)
        self.told.unsaid = replace(
            unsaid, mails=unsaid.mails - known, before=None if known else unsaid.before, listed=unsaid.listed - done_to
        )
