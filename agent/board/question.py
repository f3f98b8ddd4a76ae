"""The open question as the page shows it: in the very words in which it was asked, with the digest that its buttons are pressed about."""

from actions.consent.consent import VoidReason
from actions.consent.payloads import About, RecipientPayload, SendPayload, digest, question
from actions.sending.drafts import Draft
from session.call import Call
from session.dialogue import Offer


def open_question(call: Call) -> tuple[str, str]:
    """The words and the digest; both empty where nothing is asked. Addresses in it are what they are, however long."""
    asked = _asked(call)
    return ("", "") if asked is None else (question(asked), digest(asked))


def asks_to_send(call: Call, draft: Draft) -> bool:
    """Whether the open question is if this draft, as it is in this version, may leave, or to whom."""
    asked = _asked(call)
    mail = asked.mail if isinstance(asked, RecipientPayload) else asked
    return isinstance(mail, SendPayload) and mail.message_id == draft.message_id


def _asked(call: Call) -> About | None:
    """What it is about.

    Once a draft was changed, its words are no longer what would leave, and there is no question to be shown. One that waited too long is
    still there: the answer to it has it asked again.
    """
    if call.dialogue.offer is not Offer.AGREE or call.acting.consent.refused is VoidReason.CHANGED:
        return None
    return call.dialogue.asked
