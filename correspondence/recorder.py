"""Finds replies and writes them down: mechanical, without any model. It runs every half minute for whoever has an open correspondence.

It reads the mail thread of each briefing, sent mail included, and looks at each mail once. Whose a mail is, `verified` decides; what is not
from the user is kept to be shown, and does nothing.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from typing import Protocol

from briefing.mail import Envelope, MailId, MailStatus, Mark, ThreadId, mail_id, provider_id_of
from correspondence.exchange import BRIEFING, Correspondence, LetterState, NotFromYou, OwnLetter, Reply
from correspondence.kept.store import CorrespondenceStore
from correspondence.kept.watches import Watches
from correspondence.message_ids import OurLetter, letter_of
from correspondence.new_words import new_words_of
from correspondence.posting import LIST_NAME
from correspondence.verified import ArrivedReply, Folder, NotFromUser, ReplyVerdict, Trust, verified
from inbox.ledger.briefed_emails import BriefedEmailStore, LedgerUnavailableError
from inbox.unified import UnifiedInbox
from providers.mailbox import MailboxError, MailGoneError
from providers.mime.headers import read_headers

logger = logging.getLogger(__name__)

_SAYS_NOTHING = frozenset({NotFromUser.OWN_MAIL, NotFromUser.SEEN})
"""Mails of ours, and copies of what is recorded: nobody has to be shown them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UserPost:
    """Where replies to one account come in, and whom to believe whose a mail is: nobody, where the account is not known any more.

    With `discard` it is no mailbox of the user's: mail of other users lies there too, and what is written down is deleted. With a `ledger`
    it is one, and replies may lie there among the mails that are to be told.
    """

    inbox: UnifiedInbox
    trust: Trust | None
    discard: Callable[[MailId], Awaitable[None]] | None = None
    ledger: Callable[[], AbstractAsyncContextManager[BriefedEmailStore]] | None = None


class OpenPost(Protocol):
    def __call__(self, user_id: str, account: str, /) -> AbstractAsyncContextManager[UserPost]:
        """May raise `DatabaseUnavailableError`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorder:
    store: CorrespondenceStore
    watches: Watches
    open_post: OpenPost
    now: Callable[[], datetime]

    async def look(self, watch_id: str) -> None:
        """Record what came since the last look. Raises `DatabaseUnavailableError`."""
        if (user_id := await self.watches.user_of(watch_id)) is None:
            return
        await self.watches.looked(watch_id, self.now())
        open_ones = sorted(await self.store.listening(user_id, self.now()), key=lambda each: each.account)
        for account, theirs in groupby(open_ones, key=lambda each: each.account):
            async with self.open_post(user_id, account) as post:
                for each in theirs:
                    try:
                        await self._record(post, each)
                    except MailboxError as error:
                        logger.info("replies cannot be looked for now", extra={"error": type(error).__name__})

    async def _record(self, post: UserPost, found: Correspondence) -> None:
        if post.trust is None:
            return
        trust = replace(post.trust, replaced=_given_by_the_service(found, post.trust), subjects=_subjects(found))
        known, thread = await self.store.seen(found.correspondence_id), await self._thread(post.inbox, found)
        new = [each for each in thread if each.mail_id not in known]
        judged = [judgement for each in new if (judgement := await _judged(post.inbox, found, each, trust)) is not None]
        if post.discard is not None:
            judged = [each for each in judged if each.names(found)]
        # Whatever answers a letter under its other id is known for a reply once that is stored: with the next look.
        judged = [each for each in judged if each.is_ours_under_another_id] or judged
        for each in sorted(judged, key=lambda each: not each.verdict.from_user):  # so that a copy of what is accepted is known as one
            await self._write_down(found, each)
        await _are_told(post, found, judged, self.now())
        if post.discard is not None:
            known = await self.store.seen(found.correspondence_id)
            for mail in thread:
                if mail.mail_id in known:
                    await post.discard(mail.mail_id)

    async def _write_down(self, found: Correspondence, judged: "_Judged") -> None:
        verdict, mail, now = judged.verdict, judged.envelope, self.now()
        is_reply = verdict.from_user and verdict.letter is not None and verdict.letter.day == found.day
        if is_reply and await self.store.append_reply(found, judged.reply(found), now):
            logger.info("a reply was recorded", extra={"correspondence": found.correspondence_id})
            return
        if verdict.refused is NotFromUser.OWN_MAIL and judged.is_on_its_way(found):
            return  # who sends it may have to find it yet
        is_ours = verdict.refused is NotFromUser.OWN_MAIL or judged.is_ours_under_another_id
        if is_ours:
            await self._arrived(found, judged)
        why = None if is_ours or verdict.refused in _SAYS_NOTHING else verdict.refused
        stranger = None if why is None else NotFromYou(
            mail_id=mail.mail_id,
            message_id=judged.message_id,
            sender=mail.sender.email,
            subject=mail.subject,
            why=why.value,
            at=now,
        )  # fmt: skip
        await self.store.note_seen(found, mail.mail_id, judged.message_id, now, not_from_you=stranger)

    async def _arrived(self, found: Correspondence, judged: "_Judged") -> None:
        """A letter of which nobody knew whether it left is there."""
        mail, id_ = judged.envelope, judged.message_id
        for letter in found.letters:
            if letter.state is LetterState.UNKNOWN and (letter.message_id == id_ or judged.answers_as(letter)):
                async with self.store.database.session() as session:
                    await self.store.settle_letter(
                        session, found, letter.number, LetterState.SENT, message_id=id_, provider_id=mail.mail_id, at=mail.received_at
                    )

    async def _thread(self, inbox: UnifiedInbox, found: Correspondence) -> list[Envelope]:
        """The briefing's thread as its provider has it; where that does not know the mail, by its Message-ID."""
        briefing = found.briefing
        if briefing is None:
            return []
        anchor = briefing.provider_id or mail_id(found.account, "")
        envelopes = (await inbox.envelopes([anchor])).found if briefing.provider_id is not None else ()
        thread = envelopes[0].thread_id if envelopes else ThreadId(mail_id(found.account, briefing.message_id))
        return await inbox.thread(anchor, thread)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Judged:
    envelope: Envelope
    raw: bytes
    message_id: str
    links: tuple[str, ...]
    verdict: ReplyVerdict
    is_ours_under_another_id: bool = False

    def answers_as(self, letter: OwnLetter) -> bool:
        """Whether it is this letter, to which the service that took it gave another Message-ID: what it answers has stayed."""
        return self.is_ours_under_another_id and bool(letter.in_reply_to) and self.links[-1:] == (letter.in_reply_to,)

    def names(self, found: Correspondence) -> bool:
        """Whether it is of this correspondence itself, and not only in one thread with it: a sender can tie any two threads together."""
        return not found.own_ids.isdisjoint({self.message_id, *self.links})

    def is_on_its_way(self, found: Correspondence) -> bool:
        return any(each.message_id == self.message_id and each.state is LetterState.LEAVING for each in found.letters)

    def reply(self, found: Correspondence) -> Reply:
        return Reply(
            number=0,
            message_id=self.message_id,
            mail_id=self.envelope.mail_id,
            sender=self.envelope.sender.email,
            said=new_words_of(self.raw, [each.text for each in found.letters]),
            to_letter=self.verdict.letter.number if self.verdict.letter is not None else BRIEFING,
            links=self.links,
            thread=provider_id_of(MailId(self.envelope.thread_id)),
            at=self.envelope.received_at,
        )


async def _judged(inbox: UnifiedInbox, found: Correspondence, mail: Envelope, trust: Trust) -> _Judged | None:
    """None for a mail that is gone."""
    try:
        raw = await inbox.original(mail.mail_id)
        folder = Folder.SENT if await inbox.is_sent(mail.mail_id) else Folder.INBOX
    except MailGoneError:
        return None
    verdict = verified(ArrivedReply(raw=raw, folder=folder), trust, recorded={each.message_id for each in found.replies})
    headers = read_headers(raw)
    # Nobody but the user and we put a mail among the sent ones, and no mail program writes the id of our list.
    is_ours = folder is Folder.SENT and trust.one_mailbox and headers.list_id == LIST_NAME
    return _Judged(
        envelope=mail,
        raw=raw,
        message_id=verdict.message_id or headers.message_id,
        links=headers.links,
        verdict=verdict,
        is_ours_under_another_id=is_ours and verdict.refused is not NotFromUser.OWN_MAIL,
    )


async def _are_told(post: UserPost, found: Correspondence, judged: Sequence[_Judged], now: datetime) -> None:
    """What the user has written to us is no news: no call and no briefing tells of it. Letters of ours are known by `own_letters`."""
    replies = {each.message_id for each in found.replies} | {each.message_id for each in judged if each.verdict.from_user}
    marks = [Mark(mail_id=each.envelope.mail_id, status=MailStatus.NO_NEWS, at=now) for each in judged if each.message_id in replies]
    if post.ledger is None or not marks:
        return
    try:
        async with post.ledger() as ledger:
            await ledger.mark(found.user_id, marks)
    except LedgerUnavailableError:
        logger.warning("the ledger is away; mails of a correspondence may be told")


def _given_by_the_service(found: Correspondence, trust: Trust) -> dict[str, OurLetter]:
    """The Message-IDs that a service gave to letters of ours in place of ours."""
    theirs = [each for each in found.letters if letter_of(trust.key, trust.user_id, each.message_id) is None]
    return {each.message_id: OurLetter(day=found.day, number=each.number) for each in theirs}


def _subjects(found: Correspondence) -> dict[OurLetter, str]:
    return {OurLetter(day=found.day, number=each.number): each.subject for each in found.letters}
