"""Labels for topics whose own were not kept: a saved briefing holds no words out of mails, so they are made again from mails read again."""

from collections.abc import Sequence

from briefing.agenda import MailRef, TopicKind
from briefing.speech.content.names import spoken_name
from briefing.triage.topic_labels import shared_label

_PILES = {
    TopicKind.NEWSLETTERS: "Newsletters",
    TopicKind.NOTIFICATIONS: "Notifications",
    TopicKind.ARRIVALS: "New messages",
    TopicKind.OTHER: "Other messages",
}


def plain_label(kind: TopicKind, mails: Sequence[MailRef]) -> str:
    """The name of a pile, or what the subjects share, or whom the mails are from; that of the last pile while none is loaded."""
    loaded = [mail for mail in mails if mail.loaded]
    if kind in _PILES or not loaded:
        return _PILES.get(kind, _PILES[TopicKind.OTHER])
    return shared_label([mail.subject for mail in loaded]) or f"Mail from {spoken_name(loaded[0].sender)}"
