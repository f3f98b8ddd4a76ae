"""Writes a mail with the user: a reply, a forward or a new one, which is changed until it is right, and read back.

The text is the user's, or a model's on the user's word. Recipients come from the mail that is answered, from people the user knows, or
from an address that the user spelled. Nothing is sent from here.
"""

import asyncio
import dataclasses
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from functools import partial

from actions.sending.draft_store import DraftKind
from actions.sending.drafts import Draft, DraftChange, DraftLeavingError, StaleDraftError
from actions.sending.outbox import SendingNews
from actions.sending.replying import reply_headers
from actions.sending_states import SendingState
from briefing.mail import Envelope, MailId, account_of
from briefing.mail_action import MailAction
from briefing.speech.sentences import about_sending as words
from briefing.tracking.focus import DraftNamed
from providers.mailbox import MailboxError, MailGoneError
from providers.mime.original import Original, read_original
from providers.sender import MailSender, SendRefusedError
from session.call import Call
from session.dialogue import Awaits, Closed, SlotAsked
from session.outcome import CameTo, Outcome, SkillRefusedError
from session.passages import Passage, PassageRole
from session.skills.changing.mailing import meant
from session.skills.writing.addressing import chosen_recipients, recipients_of
from session.skills.writing.answered import to_answer
from session.skills.writing.asking_to_send import ask_to_send, names_of
from session.skills.writing.editing import Edit, changed_text, dictated_again, may_write_over, text_of
from session.turn.wish import was_said_before_the_yes
from session.untrusted import as_data
from storage.database import DatabaseUnavailableError


async def reply(
    call: Call, *, text: str = "", mail_id: str = "", number: int = 0, description: str = "", cc: str = "", bcc: str = ""
) -> Outcome:
    return await _reply(call, to_answer(call, mail_id, number, description), Edit(text=text, cc=cc, bcc=bcc), everyone=False)


async def reply_all(
    call: Call, *, text: str = "", mail_id: str = "", number: int = 0, description: str = "", cc: str = "", bcc: str = ""
) -> Outcome:
    """A reply to everyone, if the user spoke of everyone; else to the sender alone."""
    everyone = call.dialogue.evidence.speaks_of_everyone()
    return await _reply(call, to_answer(call, mail_id, number, description), Edit(text=text, cc=cc, bcc=bcc), everyone=everyone)


async def _reply(call: Call, mail: MailId, edit: Edit, *, everyone: bool) -> Outcome:
    """Begin the reply to a mail, or go on with its draft; a draft that was edited by hand is never overwritten."""
    async with writing(account_of(mail), call) as sender:
        original, thread = await _original(sender, call.acting.id_now(mail)), (await _envelope(call, mail)).thread_id
        draft = await call.acting.drafts.reply(mail, thread, original, address=sender.address.email, everyone=everyone, body=edit.text)
        widens = everyone and draft.kind is DraftKind.REPLY and not await on_its_way(call, draft)
        if widens and not draft.edited_by_hand:
            head = reply_headers(original, call.acting.own_addresses, everyone=True)
            draft = await call.acting.drafts.change(draft.draft_id, draft.version, DraftChange(to=head.to, cc=head.cc))
        return await _opened(call, draft, edit, another=widens and draft.edited_by_hand)


async def forward(  # noqa: PLR0913 - each is one thing that a user can ask for
    call: Call, *, to: str = "", text: str = "", mail_id: str = "", number: int = 0, description: str = "", cc: str = "", bcc: str = ""
) -> Outcome:
    mail = meant(call, mail_id, number, description)
    async with writing(account_of(mail), call) as sender:
        original, thread = await _original(sender, call.acting.id_now(mail)), (await _envelope(call, mail)).thread_id
        recipients = chosen_recipients(call, to)
        drafts = call.acting.drafts
        draft = await drafts.forward(mail, thread, original, address=sender.address.email, to=recipients, body=text)
        if recipients and draft.to != recipients and not draft.edited_by_hand:
            draft = await drafts.change(draft.draft_id, draft.version, DraftChange(to=recipients))
        return await _opened(call, draft, Edit(text=text, cc=cc, bcc=bcc), another=draft.edited_by_hand)


async def write_mail(call: Call, *, to: str = "", subject: str = "", text: str = "", cc: str = "", bcc: str = "") -> Outcome:
    accounts = await call.acting.senders.accounts(call.user_id)
    if not accounts:
        raise SkillRefusedError(words.CANNOT_SEND)
    current = call.tracker.current()
    here = account_of(current.mail_id) if current else accounts[0]
    account = here if here in accounts else accounts[0]
    async with writing(account, call) as sender:
        recipients = chosen_recipients(call, to)
        draft = await call.acting.drafts.new(account, address=sender.address.email, to=recipients, subject=subject, body=text)
        return await _opened(call, draft, Edit(text=text, cc=cc, bcc=bcc))


async def change_draft(  # noqa: PLR0913 - each is one thing that a user can ask for
    call: Call,
    *,
    text: str = "",
    add: str = "",
    first: str = "",
    replace: str = "",
    by: str = "",
    to: str = "",
    cc: str = "",
    bcc: str = "",
    take_off: str = "",
    subject: str = "",
    version: int = 0,
) -> Outcome:
    """Change the open draft and say its new text. Text that was typed by hand stays unless the user asks to change it."""
    words_of_it = {"text": text, "add": add, "first": first, "replace": replace, "by": by, "subject": subject}
    edit = Edit(**words_of_it, to=to, cc=cc, bcc=bcc, take_off=take_off, version=version)
    draft = await open_draft(call)
    if edit == Edit(version=version):
        call.turn.asked_what_to_change = call.dialogue.turn
        call.dialogue.note(DraftNamed())
        return Outcome(spoken=call.dialogue.say(Passage(words.WHAT_TO_CHANGE)), happened=CameTo.ASKED, what="", verbatim=True)
    was_held = await _before_a_change(call, draft)
    if to:
        call.dialogue.note(Closed())  # a yes no longer sends it to those whom the question named, should the others not be found
    if not may_write_over(call, draft, edit):
        return await told(call, draft, lead=words.THERE_ALREADY)
    try:
        change = dataclasses.replace(recipients_of(call, draft, edit), body=changed_text(draft.body, edit), subject=edit.subject or None)
    except SkillRefusedError:
        if not draft.text.strip():
            call.dialogue.note(SlotAsked(Awaits.WORDS))  # it still waits for them
        raise
    async with keeping(call):
        changed = await call.acting.drafts.change(draft.draft_id, edit.version or draft.version, change)
    call.acting.wrote()
    call.acting.consent.changed()
    return await told(call, changed, was_held=was_held)


async def read_draft(call: Call) -> Outcome:
    """Read all of the open draft, with the question whether to send it."""
    return await told(call, await open_draft(call), whole=True)


def is_told_of(call: Call) -> bool:
    """Whether the draft was spoken of last, and not a mail."""
    return call.dialogue.awaits is Awaits.DRAFT_DECISION or (call.acting.draft is not None and call.dialogue.focus.draft)


async def open_draft(call: Call) -> Draft:
    """The draft that "it" means: the last one opened in this call, else the last one changed anywhere."""
    async with keeping(call):
        drafts = call.acting.drafts
        seen = call.acting.draft or call.acting.kept
        draft = (await drafts.get(seen.draft_id) if seen else None) or await drafts.current()
    if draft is None:
        raise SkillRefusedError(words.NO_DRAFT)
    call.acting.draft = draft
    return draft


async def _opened(call: Call, draft: Draft, edit: Edit, *, another: bool = False) -> Outcome:
    """Put the text into a draft that existed already, unless it was edited by hand, or is `another` kind than was asked for; and put into
    copy whom the user named. Who cannot be found keeps nobody's words from being written down: the draft is there when that is said.

    What becomes of the words that stood there, and of the draft that was open before, is said."""
    was_held = await _before_a_change(call, draft)
    before, call.acting.draft = call.acting.draft, draft
    kept = another or (bool(edit.text) and draft.body != edit.text)
    change = DraftChange() if another else recipients_of(call, draft, edit)
    lead = (words.NOT_WRITTEN_OVER if edit.text and draft.edited_by_hand else words.THERE_ALREADY) if kept else ""
    if kept and not another and not draft.edited_by_hand and may_write_over(call, draft, edit):
        body = dictated_again(call, draft.body, edit.text)
        change, lead = dataclasses.replace(change, body=body), words.replaced(draft.body) if body == edit.text else ""
    if change.body is not None or edit.cc or edit.bcc:
        draft = await call.acting.drafts.change(draft.draft_id, draft.version, change)
    call.acting.wrote()
    call.acting.consent.changed()
    if before is not None and before.draft_id != draft.draft_id and await on_its_way(call, before) is None:
        lead = f"{words.stays(await names_of(call, before))} {lead}".strip()
    return await told(call, draft, was_held=was_held, lead=lead)


async def told(call: Call, draft: Draft, *, was_held: bool = False, whole: bool = False, lead: str = "") -> Outcome:
    """Say what the draft says now; one that could be sent is read with the question whether to send it, if it is short or the user wants
    to hear the `whole` of it. `was_held`: a mail made of it was to leave; whether it still does is said as well. `lead` comes first."""
    call.acting.draft = draft
    if draft.replies_to is not None and (answered := call.tracker.state_of(draft.replies_to)) is not None and answered.active:
        call.name(draft.replies_to)
    elif call.dialogue.focus.mail != draft.replies_to:
        call.doubt_it()
    call.dialogue.note(DraftNamed())
    (own, passes_on), leaves = text_of(draft), await on_its_way(call, draft)
    lead = when_it_leaves(call, leaves) if leaves else f"{words.NOT_LEAVING} {lead}".strip() if was_held else lead
    if leaves is None:
        lead = f"{_on_your_page(call, draft)} {lead}".strip()
    if leaves is None and not whole and call.edits_to_come:
        return _to_be_told(call, draft, lead)
    if leaves is None and draft.to and draft.text.strip() and (whole or len(own.split()) <= words.MOST_READ):
        return await ask_to_send(call, draft, lead=lead, anew=partial(read_draft, call), whole=True, data=_as_told(draft))
    if not draft.text.strip():
        call.dialogue.note(SlotAsked(Awaits.WORDS))
    most = None if whole else words.MOST_FIRST
    said = words.drafted(to=await names_of(call, draft), body=own, passes_on=passes_on, asks=leaves is None, most=most)
    spoken = call.dialogue.say(Passage(f"{lead} {said}".strip(), role=PassageRole.DRAFT))
    return Outcome(spoken=spoken, happened=CameTo.KEPT, what="", data=_as_told(draft), verbatim=True)


def _to_be_told(call: Call, draft: Draft, lead: str) -> Outcome:
    """The user has said more of it in the same line: it is told once that is done as well."""
    begun = (words.WRITTEN if draft.text.strip() else words.BEGUN) if call.dialogue.wishes[0].tool == "write" else ""
    said = f"{lead} {begun}".strip()
    return Outcome(spoken=(Passage(said),) if said else (), happened=CameTo.KEPT, what=said, data=_as_told(draft), verbatim=True)


def _on_your_page(call: Call, draft: Draft) -> str:
    """Said once of a draft whose user does not see it, in a call that is kept: a page that is opened later shows it."""
    if call.line.shows or call.records.talk is None or not draft.text.strip() or draft.draft_id in call.told.on_page:
        return ""
    call.told.on_page.add(draft.draft_id)
    return words.DRAFT_IS_READY


async def on_its_way(call: Call, draft: Draft) -> SendingNews | None:
    """The mail made of this draft, if it is on its way according to the outbox."""
    async with keeping(call):
        waiting = await call.acting.outgoing.look(call.acting.outbox, call.acting.drafts, call.now())
    return next((news for news in waiting if news.message_id == draft.message_id), None)


async def _before_a_change(call: Call, draft: Draft) -> bool:
    """Whether a mail made of this draft was to leave; when, is noted. Refuses where that was agreed to after these words."""
    leaves = await on_its_way(call, draft)
    if leaves is not None and was_said_before_the_yes(call.dialogue.wishes):
        call.acting.draft = None if call.acting.draft == draft else call.acting.draft  # then a stop means what leaves
        raise SkillRefusedError(words.AGREED_TO_SINCE)
    if leaves is not None and leaves.action is MailAction.SEND_LATER:
        call.acting.leaves_on[draft.draft_id] = leaves.leaves_at.astimezone(call.now().tzinfo)
    return leaves is not None


def when_it_leaves(call: Call, mail: SendingNews) -> str:
    if mail.state is not SendingState.HELD:
        said = words.ON_ITS_WAY
    elif mail.action is MailAction.SEND_LATER:
        said = words.leaves_later(mail.leaves_at.astimezone(call.now().tzinfo), now=call.now())
    else:
        said = words.held(seconds_until(call, mail.leaves_at))
    return words.truly(said, dry_run=mail.dry_run)


def seconds_until(call: Call, moment: datetime) -> int:
    return max(1, round((moment - call.now()).total_seconds()))


def _as_told(draft: Draft) -> str:
    """What a model is told of a draft."""
    fields = {
        "version": draft.version,
        "to": [address.email for address in draft.to],
        "cc": [address.email for address in draft.cc],
        "bcc": [address.email for address in draft.bcc],
        "subject": draft.subject,
        "text": draft.body,
        **({"passes_on": draft.quoted} if draft.quoted else {}),
    }
    return as_data(fields)


async def _envelope(call: Call, mail: MailId) -> Envelope:
    envelope = await call.mail.prefetch.envelope(mail)
    if envelope is None:
        raise SkillRefusedError(words.CANNOT_READ_IT)
    return envelope


async def _original(sender: MailSender, mail: MailId) -> Original:
    return await asyncio.to_thread(read_original, await sender.original(mail))


@asynccontextmanager
async def writing(account: str, call: Call) -> AsyncIterator[MailSender]:
    """The sender of an account; every failure becomes a refusal that can be said."""
    async with keeping(call):
        try:
            async with call.acting.senders.open(call.user_id, account) as sender:
                yield sender
        except SendRefusedError:
            raise SkillRefusedError(words.CANNOT_SEND) from None
        except MailGoneError:
            raise SkillRefusedError(words.CANNOT_READ_IT) from None
        except MailboxError:
            raise SkillRefusedError(words.SENDER_AWAY) from None


@asynccontextmanager
async def keeping(call: Call) -> AsyncIterator[None]:
    """Turns what a draft store raises into a refusal that can be said."""
    try:
        yield
    except DatabaseUnavailableError:
        raise SkillRefusedError(words.CANNOT_KEEP) from None
    except StaleDraftError:
        raise SkillRefusedError(words.CHANGED_MEANWHILE) from None
    except DraftLeavingError:
        raise SkillRefusedError(words.too_late(dry_run=call.acting.outbox.dry_run)) from None
