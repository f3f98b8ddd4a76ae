"""Leaving a mailing list by what its own header names, after a yes; no page is ever visited."""

from actions.consent import Warrant
from actions.deeds import Deed
from actions.outbox import WrongWarrantError
from actions.payloads import UnsubscribePayload
from actions.unsubscribing import Leaving, unsubscribe_payload
from agent.call import Call
from agent.outcome import Outcome, RefusedError, saying
from agent.outgoing import OnItsWay, Stage
from agent.skills.asking import ask
from agent.skills.drafting import writing
from agent.skills.mailing import meant
from briefing.mail import account_of
from briefing.speech import undone
from briefing.speech.sending import CANNOT_KEEP, CANNOT_READ_IT
from providers.mailbox import MailboxError
from providers.original import read_original
from providers.unsubscribe import read_mailto
from storage.database import DatabaseUnavailableError


async def unsubscribe(call: Call, mail_id: str = "", number: int = 0, description: str = "") -> Outcome:
    """Ask whether to leave the list that a mail came from."""
    mail = meant(call, mail_id, number, description)
    try:
        original = read_original(await call.inbox.original(call.hands.id_now(mail)))
    except MailboxError:
        raise RefusedError(CANNOT_READ_IT) from None
    payload = unsubscribe_payload(mail, original)
    if payload is None:
        raise RefusedError(undone.CANNOT_LEAVE)
    await _own_address(call, payload)  # where nothing can be sent, it is not asked whether to
    return ask(call, payload)


async def agreed(call: Call, warrant: Warrant, payload: UnsubscribePayload) -> Outcome:
    """The user said yes to it."""
    address = await _own_address(call, payload)
    try:
        left = await call.hands.unsubscriber.leave(warrant, payload, address=address)
    except DatabaseUnavailableError:
        raise RefusedError(CANNOT_KEEP) from None
    except WrongWarrantError:
        raise RefusedError(undone.LIST_REFUSED) from None
    call.hands.receipts.note(Deed.UNSUBSCRIBE, proved=left.leaving is Leaving.DONE)
    match left.leaving:
        case Leaving.DONE:
            return saying(undone.list_left(payload.list_name))
        case Leaving.HELD if left.held is not None:
            held = left.held
            call.hands.outgoing.put(OnItsWay(sending_id=held.sending_id, stage=Stage.HELD, by=held.leaves_at))
            return saying(undone.mail_to_list(payload.list_name, max(1, round((held.leaves_at - call.now()).total_seconds()))))
        case Leaving.REFUSED:
            raise RefusedError(undone.LIST_REFUSED)
    raise RefusedError(undone.LIST_UNKNOWN)


async def _own_address(call: Call, payload: UnsubscribePayload) -> str:
    """Whom the mail to the list comes from; empty where none is sent, so that a one-click request needs nothing to send by."""
    if read_mailto(payload.target) is None:
        return ""
    async with writing(account_of(payload.mail_id), call) as sender:
        return sender.address.email
