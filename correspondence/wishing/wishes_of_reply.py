"""Carries out what a reply wishes for one mail: code that reads the user's own words, and no model.

What can be taken back is done on these words, by the same consent as in a call, and told by its receipt. What sends, or cannot be taken
back, becomes a question with exactly what would happen. Each wish is begun and ended in the store, so it is carried out once.
"""

import asyncio
import hashlib
from collections.abc import Sequence, Set
from dataclasses import dataclass
from datetime import datetime

from actions.changes.changer import Changed
from actions.changes.journal import JournalUnavailableError
from actions.changes.undo import Wanted
from actions.consent.payloads import BulkPayload, WarningKind
from actions.sending.draft_store import StoredDraft
from actions.sending.drafts import Drafts, payload_of
from actions.sending.left_drafts import answer_to, leave_draft
from actions.sending.recipients import warnings_for
from actions.sending.sealing import SealedWords
from actions.sending.unsubscriber import unsubscribe_payload
from briefing.mail import Address, MailId, account_of
from briefing.mail_action import MailAction
from briefing.speech.content.names import spoken_name
from briefing.speech.sentences import after_a_change
from briefing.speech.sentences.before_a_change import MOST_EXAMPLES, moment
from briefing.understanding.times.when import moment_of
from briefing.understanding.understanding import understand
from briefing.understanding.utterance import Channel, Utterance
from correspondence.briefing_mail.material import ToldMail
from correspondence.briefing_mail.plain_names import without_links
from correspondence.exchange import Correspondence
from correspondence.kept.wish_store import SEVERAL, Came, WishPlace, WishResult, WishStore
from correspondence.wishing import answer_sentences as by_mail
from correspondence.wishing.hands import Hands, UserDesk
from correspondence.wishing.meaning import (
    Meaning,
    NoneThere,
    ToAnswer,
    ToChange,
    ToChangeMany,
    ToLeaveAlone,
    ToLeaveList,
    ToRemember,
    ToTakeBack,
    Unclear,
)
from providers.durable.work_lanes import HeldLane
from providers.mailbox import MailboxError, MailboxUnavailableError, MailGoneError
from providers.mime.original import Original, read_original
from providers.sender import SendingError

PEOPLE_WITHIN_S = 90.0
"""For whom the user wrote to before, against which a recipient's address is held."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WishesOfReply:
    """One run over a correspondence. `drafts` seals what the user writes."""

    desk: UserDesk
    found: Correspondence
    store: WishStore
    lane: HeldLane
    drafts: SealedWords

    async def carry_out(self, at: WishPlace, mail: ToldMail, meaning: Meaning) -> WishResult:
        """What came of it, now or in a run before. Raises `LaneLostError` and `DatabaseUnavailableError`."""
        async with self.lane.writing() as session:
            if (known := await self.store.result(session, self.found, at)) is not None:
                return known
        try:
            result = await self._carried_out(at, mail, meaning)
        except MailGoneError:
            result = told(mail, Came.FAILED, by_mail.GONE)
        except (MailboxError, JournalUnavailableError):
            result = told(mail, Came.FAILED, by_mail.AWAY)
        except SendingError:
            result = told(mail, Came.FAILED, by_mail.NO_SENDING)
        return await self.ended(at, result)

    async def without_a_mail(self, at: WishPlace, meaning: Meaning) -> WishResult:
        """For what is about no one mail of the briefing."""
        async with self.lane.writing() as session:
            if (known := await self.store.result(session, self.found, at)) is not None:
                return known
        match meaning:
            case ToChangeMany():
                return await self.ended(at, self._asked_about_many(meaning))
            case ToRemember():
                return await self.ended(at, WishResult(came=Came.DONE, sentence=without_links(await self.desk.remember(meaning.words))))
            case NoneThere():
                return await self.ended(at, WishResult(came=Came.UNCLEAR, sentence=by_mail.none_there(meaning.words)))
            case Unclear():
                said = by_mail.unclear(meaning.words, taken_back=meaning.may_be_taken_back)
                return await self.ended(at, WishResult(came=Came.UNCLEAR, sentence=said))
        return await self.ended(at, WishResult(came=Came.UNCLEAR, sentence=by_mail.NOT_ASKED))

    def _asked_about_many(self, wanted: ToChangeMany) -> WishResult:
        """The question with all its mails, each as the briefing has it."""
        until, label = self._until_and_label(wanted.change)
        if label is None:
            return WishResult(came=Came.UNCLEAR, sentence=by_mail.unclear(wanted.change.words))
        mails = [mail for mail in self.found.mails if mail.number in wanted.numbers]
        payload = BulkPayload(
            action=wanted.change.action,
            mails=tuple(mail.mail_id for mail in mails),
            examples=tuple(dict.fromkeys(spoken_name(mail.sender) for mail in mails))[:MOST_EXAMPLES],
            label=label,
            until=until,
        )
        return WishResult(came=Came.ASKED, sentence=self.question_about_many(payload), mail=SEVERAL, payload=payload)

    def question_about_many(self, payload: BulkPayload, *, why: str = "") -> str:
        asked = by_mail.question(payload, now=self.desk.now(), why=why)
        mails = [mail for mail in self.found.mails if mail.mail_id in payload.mails]
        return "\n".join((asked, *(by_mail.named_mail(mail.number, mail.sender, mail.subject) for mail in mails)))

    def _until_and_label(self, wanted: ToChange) -> tuple[datetime | None, str | None]:
        """The moment until which, and the name or that moment in words; no name where the moment is not clear."""
        until = moment_of(wanted.when.lower(), self.desk.now()) if wanted.when else None
        if wanted.action is MailAction.SNOOZE and until is None:
            return None, None
        return until, moment(until, now=self.desk.now()) if until is not None else wanted.name

    async def ended(self, at: WishPlace, result: WishResult) -> WishResult:
        async with self.lane.writing() as session:
            await self.store.end(session, self.found, at, result)
        return result

    async def _carried_out(self, at: WishPlace, mail: ToldMail, meaning: Meaning) -> WishResult:
        match meaning:
            case ToChange():
                return await self._change(at, mail, meaning)
            case ToTakeBack():
                return await self._take_back(at, mail, meaning)
            case ToAnswer():
                return await self._answer(at, mail, meaning.text)
            case ToLeaveList():
                return await self._leave_list(mail)
            case ToLeaveAlone():
                return told(mail, Came.DONE, by_mail.LEFT_ALONE)
        said = by_mail.NOT_ASKED
        if isinstance(meaning, Unclear):
            said = by_mail.unclear(meaning.words, taken_back=meaning.may_be_taken_back)
        return told(mail, Came.UNCLEAR, said)

    async def _change(self, at: WishPlace, mail: ToldMail, wanted: ToChange) -> WishResult:
        until, label = self._until_and_label(wanted)
        if label is None:
            return told(mail, Came.UNCLEAR, by_mail.unclear(wanted.words))
        hands = self._hands_that_heard(wanted.words, mail.mail_id)
        grant = hands.consent.granted_by_words(wanted.action, [mail.mail_id], label=label)
        if grant is None:
            return told(mail, Came.UNCLEAR, by_mail.unclear(wanted.words))
        async with self.lane.writing() as session:
            again = await self.store.is_begun(session, self.found, at)
            await self.store.begin(session, self.found, at)
        if again:  # whoever began may have changed the mail, and died before the journal said so
            await hands.actions.settle_interrupted()
        changed = Changed()
        async for part in hands.actions.carry_out(grant, wanted.action, [mail.mail_id], label=label, until=until):
            changed += part
        return changed_so(mail, wanted.action, changed, label=label, again=again)

    async def _take_back(self, at: WishPlace, mail: ToldMail, wanted: ToTakeBack) -> WishResult:
        hands = self._hands_that_heard(wanted.words, mail.mail_id)
        since = self.found.briefing.sent_at if self.found.briefing is not None else None
        about = {mail.mail_id}
        key = ""
        for entry in reversed(await hands.undo.preview(Wanted(since=since or self.desk.now()))):
            if entry.mail_id in about:
                about.add(entry.mail_after)
                key = entry.key
        async with self.lane.writing() as session:
            keys = await self.store.begin(session, self.found, at, (key,) if key else ())
        if not keys and wanted.one_of_many:
            return WishResult(came=Came.DONE, sentence="")
        return await self._taken_back(mail, hands, keys, is_begun_before=keys != ((key,) if key else ()))

    async def _taken_back(self, mail: ToldMail, hands: Hands, keys: tuple[str, ...], *, is_begun_before: bool) -> WishResult:
        if not keys:
            return told(mail, Came.FAILED, by_mail.NO_UNDO)
        entries = await hands.undo.preview(Wanted(keys=keys))
        if not entries:
            return told(mail, Came.DONE if is_begun_before else Came.FAILED, by_mail.UNDONE if is_begun_before else by_mail.NO_UNDO)
        grant = hands.consent.granted_by_words(MailAction.UNDO, [entry.mail_after for entry in entries])
        if grant is None:
            return told(mail, Came.UNCLEAR, by_mail.unclear("undo"))
        taken = await hands.actions.take_back(grant, Wanted(keys=keys))
        return told(mail, Came.DONE, by_mail.UNDONE) if taken.undone else told(mail, Came.FAILED, by_mail.NOT_UNDONE)

    async def _answer(self, at: WishPlace, mail: ToldMail, text: str) -> WishResult:
        """A draft to who wrote the mail, and the question whether exactly that is sent."""
        original = read_original(await self.desk.inbox.original(mail.mail_id))
        content = answer_to(mail.mail_id, mail.thread_id, original, own_addresses=self.desk.own_addresses, body=text)
        draft_id = hashlib.sha256(f"{self.found.correspondence_id}/{at.reply}/{at.place}".encode()).hexdigest()[:24]
        async with self.desk.senders.open(self.desk.user_id, account_of(mail.mail_id)) as sender:
            own = sender.address.email
        async with self.lane.writing() as session:
            await leave_draft(session, self.drafts, self.desk.user_id, draft_id, content, own=own, at=self.desk.now())
            there = await session.get(StoredDraft, (self.desk.user_id, draft_id)) is not None
        draft = await self._drafts.get(draft_id) if there else None
        if draft is None or not draft.to:
            return told(mail, Came.FAILED, by_mail.GONE)
        differs = _other_than_sender(draft.to, original, self.desk.own_addresses)
        known = await self._known(account_of(mail.mail_id)) | self.desk.own_addresses
        # Whom a mail of the user's own names was written to before, or it is not the user's: nobody is excused for standing there.
        thread = frozenset() if _is_own(original, self.desk.own_addresses) else _people_of(original)
        warnings = warnings_for(draft.recipients, known=known, thread=thread, reply_to_differs=differs)
        if any(warning.kind is not WarningKind.NEW for warning in warnings):
            return told(mail, Came.FAILED, by_mail.DECEIVES)
        payload = payload_of(draft, warnings=warnings, answers=True)
        return WishResult(
            came=Came.ASKED,
            sentence=about(mail, by_mail.question(payload, now=self.desk.now())),
            mail=mail.number,
            payload=payload,
        )

    async def _leave_list(self, mail: ToldMail) -> WishResult:
        payload = unsubscribe_payload(mail.mail_id, read_original(await self.desk.inbox.original(mail.mail_id)))
        if payload is None:
            return told(mail, Came.FAILED, by_mail.NO_LIST)
        said = by_mail.question(payload, now=self.desk.now())
        return WishResult(came=Came.ASKED, sentence=about(mail, said), mail=mail.number, payload=payload)

    async def _known(self, account: str) -> frozenset[str]:
        """Whom the user wrote to. Without it no address can be told from one that looks like it, and nothing is asked: `MailboxError`."""
        try:
            async with asyncio.timeout(PEOPLE_WITHIN_S):
                known = await self.desk.inbox.written_to(account)
        except TimeoutError:
            known = None
        if known is None:
            raise MailboxUnavailableError("nobody knows whom the user wrote to")
        return known

    def _hands_that_heard(self, words: str, mail: MailId) -> Hands:
        hands = self.desk.hands()
        hands.consent.hear(
            Utterance(
                said=understand(words, verbatim=True), channel=Channel.TYPED, by=self.desk.user_id, at=hands.consent.clock(), open=(mail,)
            )
        )
        return hands

    @property
    def _drafts(self) -> Drafts:
        return self.desk.hands().drafts


def about(mail: ToldMail, said: str) -> str:
    return by_mail.about_mail(mail.number, mail.sender, mail.subject, said)


def told(mail: ToldMail, came: Came, said: str) -> WishResult:
    return WishResult(came=came, sentence=about(mail, said), mail=mail.number)


def changed_so(mail: ToldMail, action: MailAction, changed: Changed, *, label: str, again: bool) -> WishResult:
    """By the receipts. What a run before this one may have done counts as done where it is so."""
    if mail.mail_id in changed.gone:
        return told(mail, Came.FAILED, by_mail.GONE)
    done = after_a_change.done_sentence(action, where=label)
    if mail.mail_id in changed.done or (again and mail.mail_id in changed.unchanged):
        return told(mail, Came.DONE, done)
    if mail.mail_id in changed.unchanged:
        return told(mail, Came.DONE, after_a_change.was_so_already(action) or done)
    return told(mail, Came.FAILED, after_a_change.failed_sentence(action))


def _people_of(original: Original) -> frozenset[str]:
    return frozenset(each.email.lower() for each in (original.sender, *original.to, *original.cc) if each.email)


def _other_than_sender(to: Sequence[Address], original: Original, own: Set[str]) -> tuple[str, ...]:
    """The addresses to which the mail wants its answer to go and which it does not come from, as a Reply-To can arrange. An answer to a
    mail of the user's own goes to whom that went to, unless it has a Reply-To."""
    sender, asked_for = original.sender.email.lower(), {each.email.lower() for each in original.reply_to}
    others = [email for each in to if (email := each.email.lower()) != sender]
    return tuple(email for email in others if not _is_own(original, own) or email in asked_for)


def _is_own(original: Original, own: Set[str]) -> bool:
    return original.sender.email.lower() in own
