"""The open question as the page shows it: the exact words that were asked, and the digest that the buttons send back."""

from actions.consent.consent import VoidReason
from actions.consent.payloads import About, RecipientPayload, SendPayload, digest, question
from actions.sending.drafts import Draft
from session.call import Call
from session.dialogue import Offer


def open_question(call: Call) -> tuple[str, str]:
    """The words and the digest, both empty if nothing is asked. Addresses in the words are not shortened."""
    if call.dialogue.offer is Offer.TAKE_NUDGE and (nudge := call.line.screen.nudge) is not None:
        return nudge.message, f"nudge-{nudge.number}"
    asked = _asked(call)
    return ("", "") if asked is None else (" ".join(question(asked)), digest(asked))


def asks_to_send(call: Call, draft: Draft) -> bool:
    """Whether the open question is about sending this version of the draft, or about its recipients."""
    asked = _asked(call)
    mail = asked.mail if isinstance(asked, RecipientPayload) else asked
    return isinstance(mail, SendPayload) and mail.message_id == draft.message_id


def _asked(call: Call) -> About | None:
    """What the open question is about.

    After a draft was changed, the question no longer fits it, and is not shown. A question that waited too long is still shown: an answer
    to it makes us ask again.
    """
    if call.dialogue.offer is not Offer.AGREE or call.acting.consent.refused is VoidReason.CHANGED:
        return None
    return call.dialogue.asked
