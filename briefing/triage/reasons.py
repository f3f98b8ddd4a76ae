"""Reasons in words: why a mail matters, short enough to be said beside it.

Each is a clause of its own ("it is from someone on your VIP list", "it asks you something"), so that a sentence can join several.
"""

from briefing.agenda import MailRef, Reason, ReasonKind
from briefing.mail import UNKNOWN_SENDER
from briefing.speech.content.names import spoken_name
from briefing.speech.wording.counts import count_word
from briefing.triage.topic_labels import label_words

_PHRASES = {
    ReasonKind.ASKED_AGAIN: "you asked to hear it again now",
    ReasonKind.VIP: "it is from someone on your VIP list",
    ReasonKind.KEYWORD: "it mentions one of your keywords",
    ReasonKind.KNOWN_SENDER: "it is from someone you have written to",
    ReasonKind.TO_ME: "it was sent to you directly",
    ReasonKind.ANSWERS_ME: "it answers a mail of yours",
    ReasonKind.BUSY_THREAD: "there are several mails in this thread",
    ReasonKind.FLAGGED: "it is flagged",
    ReasonKind.IMPORTANT: "your mailbox marks it as important",
    ReasonKind.QUESTION: "it asks you something",
    ReasonKind.REQUEST: "it wants something of you",
    ReasonKind.DEADLINE: "it names a deadline",
    ReasonKind.APPOINTMENT: "it names a day",
    ReasonKind.NEEDS_ACTION: "something has to be looked after",
    ReasonKind.INVITATION: "it is an invitation",
    ReasonKind.BULK: "it was sent to many people",
    ReasonKind.AUTOMATIC: "it was sent automatically",
    ReasonKind.NAMESAKE: "it is another sender of that name",
}


def reason_phrase(reason: Reason, ref: MailRef) -> str:
    """A few words that can be spoken about one reason of this mail; safe to say aloud, never empty."""
    if reason.kind is ReasonKind.KEYWORD and (keyword := label_words(reason.detail)):
        return f"it mentions {keyword}"
    if reason.kind is ReasonKind.BUSY_THREAD and reason.detail.isdecimal():
        return f"there are {count_word(int(reason.detail))} mails in this thread"
    if reason.kind is ReasonKind.KNOWN_SENDER and ref.sender != UNKNOWN_SENDER:
        return f"you have written to {spoken_name(ref.sender)}"
    return _PHRASES[reason.kind]
