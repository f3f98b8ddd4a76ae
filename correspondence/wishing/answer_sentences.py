"""What an answer by mail says of what was wished for in a reply."""

from datetime import datetime

from actions.consent import payloads
from actions.consent.payloads import BulkPayload, SendPayload, UnsubscribePayload
from briefing.mail import Address
from briefing.speech.content.names import spoken_name
from briefing.speech.wording.quoting import titled
from correspondence.briefing_mail.plain_names import read_text, without_links

THANKED = "You are welcome."
GONE = "It is no longer in your mailbox, so I did nothing."
AWAY = "Your mailbox did not answer, so I did nothing. Please write that to me once more later."
NO_UNDO = "There is nothing of it to undo."
UNDONE = "Undone: it is as it was."
NOT_UNDONE = "That could not be undone: it was changed since, or the mailbox did not answer."
NO_LIST = "This mail names no safe way to unsubscribe."
LEFT_ALONE = "Left as it is."
NOT_ASKED = "I did not ask you anything that this could be a yes to, so I did nothing."
ONE_QUESTION_AT_A_TIME = "That would be a second question about this mail. Write it once more when you have answered the first."
ONE_QUESTION_ABOUT_MANY = (
    "There is also a wish of yours for many mails at once, which I ask about first. Write it once more when you have answered the rest."
)
WHICH_YES = "I asked you more than one thing. Please answer each with its number, as in “3 yes”."
NOT_SENT_AS_TOLD = "I do not send it. The draft is kept."
NOT_LEFT_AS_TOLD = "I leave the list alone."
NOT_CHANGED_AS_TOLD = "I leave them as they are."
ASKED_BEFORE = "You answered that before, so I did nothing."
TOO_LATE = "That was longer than two days ago, so I ask again."
NOT_NOW = "I could not reach that account just now, so I ask again."
NOT_CERTAIN = "You wrote more than a plain yes, so I ask again."
CHANGED = "It was changed since I asked, so I did not send it. The draft is kept."
DECEIVES = "I left the draft for you and do not send it by mail: whoever would get it may be somebody else than it seems. Look at it first."
NO_SENDING = "I cannot send from this account, so I did nothing."
SENT = "Sent."
ON_ITS_WAY = "It is on its way."
WAS_NOT_SENT = "It could not be sent. The draft is kept."
PERHAPS_SENT = "I do not know whether it was sent: the mail server did not say. I do not try again."
LIST_LEFT = "Unsubscribed: the list's server has taken it."
LIST_REFUSED = "The list's server did not take it, so you are still on the list."
LIST_UNKNOWN = "I do not know whether the list took you off."
LIST_WRITTEN_TO = "I wrote to the list to take you off."
LIST_NOT_WRITTEN_TO = "The mail that takes you off the list could not be sent, so you are still on it."
ONLY_NUMBERS = "I can do what you wish for a mail by its number, as in “2 archive”. The rest I cannot answer without a language model."
CANNOT_ANSWER = "I could not find out the rest just now. Please ask me once more later."
HOW_TO_SAY_YES = "Answer this mail with “yes” and I do exactly that. The question holds for two days."
HOW_TO_SAY_WHICH = "Answer this mail with the number and “yes”, as in “3 yes”, and I do exactly that. The questions hold for two days."
NOTHING_TO_DO = "I found nothing to do in your reply."


def about_mail(number: int, sender: Address, subject: str, said: str) -> str:
    """One line: which mail it is, and what was done with it. Name and subject are a stranger's, so nothing in them becomes a link."""
    named, title = read_text(spoken_name(sender), 80), titled(read_text(subject, 140))
    return f"{number}. {named}{f', {title}' if title else ''}: {said}"


def named_mail(number: int, sender: Address, subject: str) -> str:
    return about_mail(number, sender, subject, "").rstrip(": ")


def none_there(words: str) -> str:
    return f"I found no mail in the briefing that “{read_text(words, 120)}” could mean, so I did nothing."


def unclear(words: str, *, taken_back: bool = False) -> str:
    why = "You may have taken back" if taken_back else "I did not understand"
    return f"{why} “{read_text(words, 120)}”, so I did nothing. What shall I do?"


def question(payload: SendPayload | UnsubscribePayload | BulkPayload, *, now: datetime, why: str = "") -> str:
    """All of it, a line for each piece, as it would be said. What is sent stands as it will be read, letter by letter."""
    pieces = payloads.question(payload, now=now)
    told = pieces if isinstance(payload, SendPayload) else tuple(map(without_links, pieces))
    return "\n".join(filter(None, (why, *told)))


def refused(payload: SendPayload | UnsubscribePayload | BulkPayload) -> str:
    """After a no."""
    match payload:
        case SendPayload():
            return NOT_SENT_AS_TOLD
        case UnsubscribePayload():
            return NOT_LEFT_AS_TOLD
        case BulkPayload():
            return NOT_CHANGED_AS_TOLD
