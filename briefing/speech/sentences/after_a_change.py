"""What is said when mail was changed: that it was done, how many, why some were not, and the same for taking back and unsubscribing.

Nothing here says that a change was made unless the caller has a receipt for it.
"""

from collections.abc import Mapping, Sequence

from briefing.mail import Address
from briefing.mail_action import ON_MAILS, MailAction
from briefing.speech.content.names import spoken_name
from briefing.speech.sentences.before_a_change import but_not
from briefing.speech.wording.counts import count_word, counted, joined, sentence_start
from briefing.speech.wording.speakable import capped, speakable

MAIL_HAS_LEFT = "The last thing was a mail, and that cannot be undone. To take back what was done before it, name it: undo the flag."
NOTHING_TO_UNDO = "There is nothing to undo."
NO_SUCH_CHANGE = "I have done no such thing in this call that is still so. Ask what I did, and I tell you."
MAIL_NOT_SENT = "There is nothing to undo: the mail was not sent, and its draft is kept."
CANNOT_UNDO = "I cannot look up what was done just now. Please try again in a moment."
NO_LIST_IN_DRY_RUN = "This is a dry run, and a dry run leaves no list. Nothing was asked of it."
LIST_REFUSED = "That did not go through; the list's server did not take it."
LIST_UNKNOWN = "I do not know whether that went through: the list's server gave no answer."

_WHY = {
    "changed since": "changed since, so I left {it} alone",
    "gone": "no longer there",
    "away": "in a mailbox that does not answer just now",
    "not asked": "not what you asked about",
    "has left": "sent already, which cannot be fetched back",
    "dry run": "of a dry run and went to nobody, so nothing is to be fetched back",
    "not possible": "something that cannot be taken back",
    "not confirmed": "not put back: it did not go through",
}


def done_sentence(action: MailAction, what: str = "", *, where: str = "") -> str:
    """Said only when a receipt is there: `Archived.`, or `Archived: the mail from Anna Berg.` when it was not the current mail.

    `where` is the label or folder, or until when: `Moved to receipts.`, `Put off until Wednesday at eight.`
    """
    named = _named(what)
    place = capped(speakable(where[:300]).rstrip(".,;: "), 60)
    its = ON_MAILS[action]
    done = f"{its.done} {its.place}{place}" if place and its.place is not None else its.done
    return f"{done}: {named}." if named else f"{done}."


def cannot_leave(what: str = "") -> str:
    """`what` is the mail, where it is not plainly the one that is open."""
    return f"{sentence_start(_named(what)) or 'This mail'} names no safe way to unsubscribe."


def was_so_already(action: MailAction, what: str = "") -> str:
    """Said if nothing had to be changed: `It was flagged already: the mail from Anna.` Empty if it makes no difference to the user."""
    said, named = ON_MAILS[action].was_so, _named(what)
    return f"{said.removesuffix('.')}: {named}." if said and named else said


def _named(what: str) -> str:
    return capped(speakable(what[:300]).rstrip(".,;: "), 100)


def done_several(action: MailAction, done: int, *, failed: int = 0, gone: int = 0, left_out: Sequence[str] = ()) -> str:
    """Of many at once, by receipts: `Archived: 12 mails, but not the one from Anna. Two did not go through.`"""
    said = [f"{ON_MAILS[action].done}: {counted(done, 'mail')}{but_not(left_out)}."] if done else []
    if failed:
        said.append(sentence_start(f"{counted(failed, 'mail')} did not go through."))
    if gone:
        said.append(sentence_start(f"{counted(gone, 'mail')} {'is' if gone == 1 else 'are'} no longer there."))
    return " ".join(said)


def done_so_far(done: int, total: int) -> str:
    """Said while many are changed: `12 of 40 mails so far.`"""
    return sentence_start(f"{count_word(done)} of {counted(total, 'mail')} so far.")


def failed_sentence(action: MailAction) -> str:
    return f"That did not go through; {ON_MAILS[action].still}."


def taken_back(
    done: int, *, one: str = "", only: MailAction | None = None, not_sent: int = 0, lists_kept: int = 0, refused: Mapping[str, int]
) -> str:
    """`Undone: the mail from Anna is as it was.`, `Undone: 12 mails are as they were. One has changed since, so I left it alone.`

    `one` names the mail if there is only one. `only` is what alone was taken back of mails that were changed again since. `not_sent` counts
    mails that are now not sent, `lists_kept` unsubscribe requests that were taken back, `refused` by reason the mails that were not taken
    back.
    """
    said = []
    if done and only is not None:
        did = ON_MAILS[only].did.format(one or counted(done, "mail"))
        said.append(f"Undone: that you {did}. What was done to {'it' if done == 1 else 'them'} since stays.")
    elif done == 1 and one:
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


def which_change(done: Sequence[MailAction], whose: Sequence[str]) -> str:
    """Several mails fit what is to be taken back: `That could be the mail from Anna or the one from Ben. You can say undo, ...`"""
    mails = joined([f"the {'one' if at else 'mail'} from {name}" for at, name in enumerate(whose)], last="or")
    which = mails if len(whose) > 1 else f"one of {counted(len(done), 'change')} of mails from {whose[0] if whose else 'there'}"
    return f"That could be {which}. You can say undo, and what else it is about."


def to_take_back(actions: Sequence[MailAction], mails: int, sender: Address | None) -> str:
    """What an undo would take back, for a button: `Archived: Anna Weber`, `Flagged, archived: 3 mails`. `sender` is that of one."""
    done = ", ".join(dict.fromkeys(ON_MAILS[action].outcome if action in ON_MAILS else "Agreed to send" for action in actions))
    whose = spoken_name(sender) if mails == 1 and sender is not None else counted(mails, "mail")
    return f"{sentence_start(done.lower())}: {whose}"


def list_left(name: str) -> str:
    return f"Unsubscribed from {name or 'the list'}: its server has taken it."


def mail_to_list(name: str, seconds: int) -> str:
    """The request to unsubscribe is a mail, and is held like any other."""
    return f"The mail that unsubscribes you from {name or 'the list'} leaves in {counted(seconds, 'second')}; say stop to hold it back."
