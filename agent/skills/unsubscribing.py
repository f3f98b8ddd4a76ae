"""Leaving a mailing list by what its own header names, after a yes; no page is ever visited."""

from actions.consent import Warrant
from actions.deeds import Deed
from actions.outbox import WrongWarrantError
from actions.payloads import UnsubscribePayload
from actions.unsubscribing import Leaving, unsubscribe_payload
from agent.call import Call
from agent.outcome import Outcome, RefusedError, saying
from agent.skills.asking import ask
from agent.skills.drafting import writing
from agent.skills.mailing import meant
from briefing.mail import account_of
from briefing.speech import undone
from briefing.speech.sending import CANNOT_KEEP
from providers.original import read_original
from storage.database import DatabaseUnavailableError


async def unsubscribe(call: Call, mail_id: str = "", number: int = 0, description: str = "") -> Outcome:
    """Ask whether to leave the list that a mail came from."""
    mail = meant(call, mail_id, number, description)
    async with writing(account_of(mail), call) as sender:
        payload = unsubscribe_payload(mail, read_original(await sender.original(mail)))
    if payload is None:
        raise RefusedError(undone.CANNOT_LEAVE)
    return ask(call, payload)


async def agreed(call: Call, warrant: Warrant, payload: UnsubscribePayload) -> Outcome:
    """The user said yes to it."""
    async with writing(account_of(payload.mail_id), call) as sender:
        address = sender.address.email
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
            call.hands.held, call.hands.leaves_at = left.held.sending_id, left.held.leaves_at
            call.hands.sending.set()
            return saying(undone.mail_to_list(payload.list_name, max(1, round((left.held.leaves_at - call.now()).total_seconds()))))
        case Leaving.REFUSED:
            raise RefusedError(undone.LIST_REFUSED)
    raise RefusedError(undone.LIST_UNKNOWN)
