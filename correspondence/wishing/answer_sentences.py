"""What an answer by mail says of what was wished for in a reply."""

from collections.abc import Sequence

from briefing.mail import Address
from briefing.speech.content.names import spoken_name
from briefing.speech.wording.quoting import titled
from briefing.speech.wording.speakable import capped, one_line

GREETING = "Here is what I did."
THANKED = "You are welcome."
GONE = "It is no longer in your mailbox, so I did nothing."
AWAY = "Your mailbox did not answer, so I did nothing. Please write that to me once more later."
NO_UNDO = "There is nothing of it to undo."
UNDONE = "Undone: it is as it was."
NOT_UNDONE = "That could not be undone: it was changed since, or the mailbox did not answer."
NO_LIST = "This mail names no safe way to unsubscribe."
NOT_ASKED = "I did not ask you anything that this could be a yes to, so I did nothing."
ONE_QUESTION_AT_A_TIME = "That would be a second question about this mail. Write it once more when you have answered the first."
WHICH_YES = "I asked you more than one thing. Please answer each with its number, as in “3 yes”."
NOT_SENT_AS_TOLD = "I do not send it. The draft is kept."
ASKED_BEFORE = "You answered that before, so I did nothing."
TOO_LATE = "That was longer than two days ago, so I ask again."
NOT_CERTAIN = "You wrote more than a plain yes, so I ask again."
CHANGED = "It was changed since I asked, so I did not send it. The draft is kept."
DECEIVES = "I left the draft for you and do not send it by mail: whoever would get it may be somebody else than it seems. Look at it first."
NO_SENDING = "I cannot send from this account, so I did nothing."
SENT = "Sent."
ON_ITS_WAY = "It is on its way."
WAS_NOT_SENT = "It could not be sent. The draft is kept."
PERHAPS_SENT = "I do not know whether it was sent: the mail server did not say. I do not try again."
LIST_LEFT = "I asked the list to take you off."
LIST_UNKNOWN = "I do not know whether the list took you off."
ONLY_NUMBERS = "I can do what you wish for a mail by its number, as in “2 archive”. The rest I cannot answer without a language model."
CANNOT_ANSWER = "I could not find out the rest just now. Please ask me once more later."
HOW_TO_SAY_YES = "Answer this mail with “yes” and I do exactly that. The question holds for two days."
HOW_TO_SAY_WHICH = "Answer this mail with the number and “yes”, as in “3 yes”, and I do exactly that. The questions hold for two days."
NOTHING_TO_DO = "I found nothing to do in your reply."


def about_mail(number: int, sender: Address, subject: str, said: str) -> str:
    """One line: which mail it is, and what was done with it."""
    named = spoken_name(sender)
    title = titled(subject) if subject.strip() else ""
    return f"{number}. {named}{f', {title}' if title else ''}: {said}"


def unclear(words: str) -> str:
    return f"I did not understand “{capped(one_line(words), 120)}”, so I did nothing. What shall I do?"


def no_such_number(number: int) -> str:
    return f"{number}. There is no mail of that number in the briefing."


def question(pieces: Sequence[str]) -> str:
    """The pieces of a question as one line each, as they would be said."""
    return "\n".join(pieces)
