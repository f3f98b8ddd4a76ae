"""What is said when changes are taken back: how many, and why some were not."""

from collections.abc import Mapping

from briefing.speech.wording.counts import counted, sentence_start

NOTHING_TO_UNDO = "There is nothing to undo."
CANNOT_UNDO = "I cannot look up what was done just now. Please try again in a moment."

_WHY = {
    "changed since": "changed since, so I left {it} alone",
    "gone": "no longer there",
    "away": "in a mailbox that does not answer just now",
    "not asked": "not what you asked about",
    "has left": "sent already, which cannot be fetched back",
    "not possible": "something that cannot be taken back",
    "not confirmed": "not put back: it did not go through",
}


def taken_back(done: int, *, one: str = "", not_sent: int = 0, lists_kept: int = 0, refused: Mapping[str, int]) -> str:
    """`Undone: the mail from Anna is as it was.`, `Undone: 12 mails are as they were. One has changed since, so I left it alone.`

    `one` is what the only mail is called; `not_sent` are mails of the user's that do not leave now, `lists_kept` the lists that
    are not left; `refused` are the numbers of those that were not taken back, by the reason.
    """
    said = []
    if done == 1 and one:
        said.append(f"Undone: {one} is as it was.")
    elif done:
        said.append(f"Undone: {counted(done, 'mail')} {'is as it was' if done == 1 else 'are as they were'}.")
    if not_sent:
        said.append("It is not sent." if not_sent == 1 else f"{sentence_start(counted(not_sent, 'mail'))} are not sent.")
    if lists_kept:
        said.append("You stay on the list." if lists_kept == 1 else f"You stay on {counted(lists_kept, 'list')}.")
    for why, mails in refused.items():
        reason = _WHY[why].format(it="it" if mails == 1 else "them")
        said.append(sentence_start(f"{counted(mails, 'mail')} {'is' if mails == 1 else 'are'} {reason}."))
    return " ".join(said) or NOTHING_TO_UNDO


def list_left(name: str) -> str:
    """The list's server has taken the request."""
    return f"Unsubscribed from {name or 'the list'}: its server has taken it."


def mail_to_list(name: str, seconds: int) -> str:
    """The request is a mail, and is held like any other."""
    return f"The mail that unsubscribes you from {name or 'the list'} leaves in {counted(seconds, 'second')}; say stop to hold it back."


CANNOT_LEAVE = "This mail names no safe way to unsubscribe."
LIST_REFUSED = "That did not go through; the list's server did not take it."
LIST_UNKNOWN = "I do not know whether that went through: the list's server gave no answer."
