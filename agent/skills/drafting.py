"""Writing a mail with the user: a reply, a forward, a new one; changed until it says what they want, and read back.

The words are the user's, or a model's on their word; whom it goes to comes from the mail that is answered, from people the user knows, or
from an address they spelled. Nothing leaves from here.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from actions.draft_store import DraftKind
from actions.drafts import Draft, DraftChange, DraftLeavingError, StaleDraftError
from actions.recipients import spelled
from actions.replying import reply_headers
from agent.call import Call
from agent.outcome import Outcome, RefusedError, saying
from agent.skills.mailing import meant
from agent.skills.own_words import names, says, spells
from agent.spoken import Passage
from agent.untrusted import as_data
from briefing.mail import Address, Envelope, MailId, account_of
from briefing.speech import sending as words
from briefing.speech.names import spoken_name
from briefing.words import split_words
from prompts import render
from providers.mailbox import MailboxError, MailGoneError
from providers.original import Original, read_original
from providers.sending import MailSender, SendRefusedError
from storage.database import DatabaseUnavailableError


async def reply(
    call: Call, *, text: str = "", everyone: bool = False, mail_id: str = "", number: int = 0, description: str = ""
) -> Outcome:
    """Begin the reply to a mail, or go on with the one there is; an edited draft is never written over."""
    mail = meant(call, mail_id, number, description)
    async with writing(account_of(mail), call) as sender:
        original, thread = await _original(sender, mail), (await _envelope(call, mail)).thread_id
        draft = await call.hands.drafts.reply(mail, thread, original, address=sender.address.email, everyone=everyone, body=text)
        if everyone and draft.kind is DraftKind.REPLY and not await _is_held(call):
            head = reply_headers(original, call.hands.own_addresses, everyone=True)
            draft = await call.hands.drafts.change(draft.draft_id, draft.version, DraftChange(to=head.to, cc=head.cc))
        return await _opened(call, draft, text, another=draft.kind is DraftKind.FORWARD)


async def forward(call: Call, *, to: str = "", text: str = "", mail_id: str = "", number: int = 0, description: str = "") -> Outcome:
    """Begin to forward a mail."""
    mail = meant(call, mail_id, number, description)
    async with writing(account_of(mail), call) as sender:
        original, thread = await _original(sender, mail), (await _envelope(call, mail)).thread_id
        recipients = await _recipients(call, to)
        drafts = call.hands.drafts
        draft = await drafts.forward(mail, thread, original, address=sender.address.email, to=recipients, body=text)
        if draft.kind is DraftKind.FORWARD and recipients and draft.to != recipients:
            draft = await drafts.change(draft.draft_id, draft.version, DraftChange(to=recipients))
        return await _opened(call, draft, "", another=draft.kind is not DraftKind.FORWARD)


async def write_mail(call: Call, *, to: str = "", subject: str = "", text: str = "") -> Outcome:
    """Begin a mail of its own."""
    accounts = await call.hands.senders.accounts(call.user_id)
    if not accounts:
        raise RefusedError(words.CANNOT_SEND)
    current = call.tracker.current()
    here = account_of(current.mail_id) if current else accounts[0]
    account = here if here in accounts else accounts[0]
    async with writing(account, call) as sender:
        recipients = await _recipients(call, to)
        draft = await call.hands.drafts.new(account, address=sender.address.email, to=recipients, subject=subject, body=text)
        return await _opened(call, draft, text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """A change of a draft: the whole text, a sentence more, some words for others, whom it goes to, its subject.

    `version` is the one that the change was made of; 0 is the one that there is now.
    """

    text: str = ""
    add: str = ""
    replace: str = ""
    by: str = ""
    to: str = ""
    subject: str = ""
    version: int = 0


async def change_draft(call: Call, *, edit: Edit) -> Outcome:
    """Change the open draft, and say what it says now."""
    draft, was_held = await open_draft(call), await _is_held(call)
    change = DraftChange(body=_changed_body(draft.body, edit), to=await _recipients(call, edit.to) or None, subject=edit.subject or None)
    async with _keeping():
        changed = await call.hands.drafts.change(draft.draft_id, edit.version or draft.version, change)
    call.hands.consent.changed()
    return _told(call, changed, held_back=was_held and not await _is_held(call))


async def read_draft(call: Call) -> Outcome:
    """Read the open draft back, whole."""
    draft = await open_draft(call)
    said = words.read_back(to=_names(draft.to), subject=draft.subject, body=draft.body)
    return _spoken(call, draft, said)


async def discard_draft(call: Call) -> Outcome:
    """Throw the open draft away."""
    draft = await open_draft(call)
    async with _keeping():
        await call.hands.drafts.discard(draft.draft_id, draft.version)
    call.hands.consent.changed()
    call.hands.draft = call.hands.kept = None
    return saying(words.DISCARDED)


async def open_draft(call: Call) -> Draft:
    """The draft that "it" means: the one opened last in this call, or changed last anywhere."""
    async with _keeping():
        drafts = call.hands.drafts
        seen = call.hands.draft
        draft = (await drafts.get(seen.draft_id) if seen else None) or await drafts.current()
    if draft is None:
        raise RefusedError(words.NO_DRAFT)
    call.hands.draft = draft
    return draft


async def _opened(call: Call, draft: Draft, text: str, *, another: bool = False) -> Outcome:
    """A draft that was there already takes the words unless somebody has typed in it, or it is `another` than was asked for."""
    was_held = await _is_held(call)
    kept = another or (bool(text) and draft.body != text)
    if kept and not another and not draft.edited_by_hand:
        draft, kept = await call.hands.drafts.change(draft.draft_id, draft.version, DraftChange(body=text)), False
    call.hands.consent.changed()
    return _told(call, draft, kept=kept, held_back=was_held and not await _is_held(call))


def _told(call: Call, draft: Draft, *, kept: bool = False, held_back: bool = False) -> Outcome:
    """What it says now; `held_back`: the change has kept a mail from leaving, which must not go without a word."""
    if held_back:
        call.hands.held = ""
    said = words.drafted(to=_names(draft.to), body=draft.body, kept=kept)
    return _spoken(call, draft, f"{words.NOT_LEAVING} {said}" if held_back else said)


async def _is_held(call: Call) -> bool:
    held = call.hands.held
    return bool(held) and any(news.sending_id == held for news in await call.hands.outbox.waiting())


def _spoken(call: Call, draft: Draft, said: str) -> Outcome:
    call.last_said = (Passage(said),)
    call.hands.draft, call.hands.awaits_words = draft, not draft.body.strip()
    fields = {
        "version": draft.version,
        "to": [address.email for address in draft.to],
        "cc": [address.email for address in draft.cc],
        "subject": draft.subject,
        "text": draft.body,
    }
    return Outcome(spoken=call.last_said, told=render("told_draft", draft=as_data(fields), said=said), verbatim=True)


def _names(addresses: tuple[Address, ...]) -> list[str]:
    return [spoken_name(address) for address in addresses]


def _changed_body(body: str, edit: Edit) -> str | None:
    """The new text; None where it stays. Refuses where the words to be changed are not there."""
    if edit.text:
        return edit.text
    if edit.add:
        return f"{body.rstrip()} {edit.add}".strip()
    if not edit.replace:
        return None
    place = body.lower().find(edit.replace.lower())
    if place < 0:
        raise RefusedError(words.NOT_FOUND)
    return f"{body[:place]}{edit.by}{body[place + len(edit.replace) :]}"


async def _recipients(call: Call, named: str) -> tuple[Address, ...]:
    """Whom the user names: by an address that they spelled or typed, or by the name of somebody on the agenda: not a mail, in its text."""
    if not named.strip():
        return ()
    known = {envelope.sender.email: envelope.sender for envelope in call.pipeline.envelopes.values()}
    if address := spelled(named):
        person = known.get(address.email)
        if not spells(call, address) and not (person and names(call, person)):
            raise RefusedError(words.NO_RECIPIENT)
        return (address,)
    if not says(call, named):
        raise RefusedError(words.NO_RECIPIENT)
    wanted = set(split_words(named))
    fitting = [address for address in known.values() if wanted and wanted.issubset(split_words(address.name))]
    if len(fitting) != 1:
        raise RefusedError(words.NO_RECIPIENT)
    return (fitting[0],)


async def _envelope(call: Call, mail: MailId) -> Envelope:
    envelope = await call.shelf.envelope(mail)
    if envelope is None:
        raise RefusedError(words.CANNOT_READ_IT)
    return envelope


async def _original(sender: MailSender, mail: MailId) -> Original:
    return read_original(await sender.original(mail))


@asynccontextmanager
async def writing(account: str, call: Call) -> AsyncIterator[MailSender]:
    """The sender of an account; whatever fails is a sentence."""
    async with _keeping():
        try:
            async with call.hands.senders.open(call.user_id, account) as sender:
                yield sender
        except SendRefusedError:
            raise RefusedError(words.CANNOT_SEND) from None
        except MailGoneError:
            raise RefusedError(words.CANNOT_READ_IT) from None
        except MailboxError:
            raise RefusedError(words.SENDER_AWAY) from None


@asynccontextmanager
async def _keeping() -> AsyncIterator[None]:
    try:
        yield
    except DatabaseUnavailableError:
        raise RefusedError(words.CANNOT_KEEP) from None
    except StaleDraftError:
        raise RefusedError(words.CHANGED_MEANWHILE) from None
    except DraftLeavingError:
        raise RefusedError(words.TOO_LATE) from None
