"""Unsubscribes from a mailing list as the mail's own header says, after a yes; no web page is ever opened."""

import asyncio

from actions.consent.consent import SingleUseGrant
from actions.consent.payloads import UnsubscribePayload
from actions.sending.outbox import WrongGrantError
from actions.sending.unsubscriber import Leaving, unsubscribe_payload
from briefing.mail import account_of
from briefing.mail_action import MailAction
from briefing.speech.sentences import after_a_change
from briefing.speech.sentences.about_sending import CANNOT_KEEP, CANNOT_READ_IT
from providers.mailbox import MailboxError
from providers.mime.original import read_original
from providers.unsubscribe import read_mailto
from session.call import Call
from session.outcome import Outcome, SkillRefusedError, saying
from session.outgoing import OnItsWay, OutgoingStage
from session.skills.changing.asking import ask
from session.skills.changing.mailing import is_open_mail, meant, which
from session.skills.finding import find_mail
from session.skills.writing.drafting import writing
from storage.database import DatabaseUnavailableError

_ANY_LIST = frozenset({"newsletter", "newsletters", "list", "mailing", "mails", "emails"})
"""What any list is called: "the tea newsletter"."""


async def unsubscribe(call: Call, mail_id: str = "", number: int = 0, description: str = "") -> Outcome:
    if call.acting.outbox.dry_run:
        raise SkillRefusedError(after_a_change.NO_LIST_IN_DRY_RUN)
    told = " ".join(word for word in description.split() if word not in _ANY_LIST)  # any mail of the list will do
    mail = find_mail(call, description=told) if told and not number else meant(call, mail_id, number, description)
    try:
        original = await asyncio.to_thread(read_original, await call.mail.inbox.original(call.acting.id_now(mail)))
    except MailboxError:
        raise SkillRefusedError(CANNOT_READ_IT) from None
    payload = unsubscribe_payload(mail, original)
    if payload is None:
        raise SkillRefusedError(after_a_change.cannot_leave(which(call, mail, is_open=is_open_mail(call, mail))))
    await _own_address(call, payload)  # refuse now rather than after the yes
    return ask(call, payload)


async def agreed(call: Call, grant: SingleUseGrant, payload: UnsubscribePayload) -> Outcome:
    address = await _own_address(call, payload)
    try:
        left = await call.acting.unsubscriber.leave(grant, payload, address=address)
    except DatabaseUnavailableError:
        raise SkillRefusedError(CANNOT_KEEP) from None
    except WrongGrantError:
        raise SkillRefusedError(after_a_change.LIST_REFUSED) from None
    call.acting.receipts.note(MailAction.UNSUBSCRIBE, proved=left.leaving is Leaving.DONE)
    match left.leaving:
        case Leaving.DONE:
            return saying(after_a_change.list_left(payload.list_name))
        case Leaving.HELD if left.held is not None:
            held = left.held
            call.acting.outgoing.put(OnItsWay(sending_id=held.sending_id, stage=OutgoingStage.HELD, by=held.leaves_at), call.now())
            return saying(after_a_change.mail_to_list(payload.list_name, max(1, round((held.leaves_at - call.now()).total_seconds()))))
        case Leaving.DRY_RUN:
            raise SkillRefusedError(after_a_change.NO_LIST_IN_DRY_RUN)
        case Leaving.REFUSED:
            raise SkillRefusedError(after_a_change.LIST_REFUSED)
    raise SkillRefusedError(after_a_change.LIST_UNKNOWN)


async def _own_address(call: Call, payload: UnsubscribePayload) -> str:
    """The address that the mail to the list comes from; empty for a one-click request, which sends no mail."""
    if read_mailto(payload.target) is None:
        return ""
    async with writing(account_of(payload.mail_id), call) as sender:
        return sender.address.email
