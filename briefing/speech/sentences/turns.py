"""The short sentences between mails: what to do, what was done, what went wrong.

Every question asked here can be answered with a plain command. None is a yes-or-no question ("Keep it?"): a bare "no" would have to
be guessed at, and nothing is done to a mail on a guess.
Nor is a command named by its bare verb: "archive" alone waits for its object, "archive it" is done at once.
"""

from collections.abc import Sequence

from briefing.mail import ActionKind
from briefing.speech.wording.counts import count_word, counted, joined, sentence_start
from briefing.speech.wording.speakable import capped, speakable

GOODBYE = "Goodbye."

_FIRST = "You can say archive it, flag it, mark it as read, or next. What shall I do with it?"
_ASKS = (
    "What shall I do with it?",
    "Archive it, flag it, or next?",
    "What now?",
    "Archive it, or next?",
    "Flag it, archive it, or move on?",
    "And this one?",
    "Next, or something else?",
)
_ASKS_AFTER_QUESTION = ("Flag it for later, or next?", "What shall I do with it?", "Flag it, archive it, or move on?", "What now?")
_ASKS_AFTER_BULK = ("Archive it, or next?", "Archive it, skip it, or next?", "Archive this one, or next?")

_WAS_SO = {
    ActionKind.READ: "It was marked as read already.",
    ActionKind.UNREAD: "It is unread already.",
    ActionKind.FLAGGED: "It was flagged already.",
    ActionKind.UNFLAGGED: "It was not flagged.",
}
_DONE = {
    ActionKind.ARCHIVED: "Archived",
    ActionKind.READ: "Marked as read",
    ActionKind.FLAGGED: "Flagged",
    ActionKind.UNFLAGGED: "The flag is gone",
    ActionKind.DELETED: "Deleted",
    ActionKind.SNOOZED: "Put off",
    ActionKind.UNREAD: "Marked as unread",
    ActionKind.SPAM: "Reported as spam",
    ActionKind.LABELLED: "Labelled",
    ActionKind.UNLABELLED: "Taken off: the label",
    ActionKind.MOVED: "Moved",
}
_WHERE = {ActionKind.SNOOZED: "until ", ActionKind.MOVED: "to ", ActionKind.LABELLED: "", ActionKind.UNLABELLED: ""}
_STILL = {
    ActionKind.ARCHIVED: "the mail is where it was",
    ActionKind.READ: "the mail is still unread",
    ActionKind.FLAGGED: "the mail is not flagged",
    ActionKind.UNFLAGGED: "the flag is still there",
    ActionKind.DELETED: "the mail is where it was",
    ActionKind.SNOOZED: "the mail is where it was",
    ActionKind.UNREAD: "the mail is still read",
    ActionKind.SPAM: "the mail is where it was",
    ActionKind.LABELLED: "there may be no label of that name",
    ActionKind.UNLABELLED: "the label is still there",
    ActionKind.MOVED: "there may be no folder of that name",
}
_EXAMPLES = ("next", "archive it", "flag it", "go back", "skip this topic")


def ask(n: int, *, question: bool = False, bulk: bool = False) -> str:
    """What to do with the mail just presented, in few words; `n` counts the mails presented so far, from 0.

    `question`: somebody waits for an answer; `bulk`: a newsletter or a machine's notice.
    """
    if n <= 0:
        return _FIRST
    asks = _ASKS_AFTER_QUESTION if question else _ASKS_AFTER_BULK if bulk else _ASKS
    return asks[n % len(asks)]


def topic_intro(label: str, count: int, number: int, total: int) -> str:
    """Said when topic `number` (from 1) of `total` begins: `Next topic: Contract renewal, three mails.`"""
    name = capped(speakable(label[:300]).rstrip(".,;: "), 80) or "Other messages"
    if count == 1:
        return f"{'First' if number <= 1 else 'Last' if number == total else 'Next'}: {name}."
    which = "First" if number <= 1 else "Last" if number == total else "Next"
    return f"{which} topic: {name}, {counted(count, 'mail')}."


def done_sentence(action: ActionKind, what: str = "", *, where: str = "") -> str:
    """Said only when a receipt is there: `Archived.`, or `Archived: the mail from Anna Berg.` when it was not the current mail.

    `where` is the label or folder, or until when: `Moved to receipts.`, `Put off until Wednesday at eight.`
    """
    named = capped(speakable(what[:300]).rstrip(".,;: "), 100)
    place = capped(speakable(where[:300]).rstrip(".,;: "), 60)
    done = f"{_DONE[action]} {_WHERE[action]}{place}" if place and action in _WHERE else _DONE[action]
    return f"{done}: {named}." if named else f"{done}."


def was_so_already(action: ActionKind) -> str:
    """Where there was nothing to change; empty where it makes no difference to the user."""
    return _WAS_SO.get(action, "")


def done_several(action: ActionKind, done: int, *, failed: int = 0, gone: int = 0) -> str:
    """Of many at once, by receipts: `Archived: 12 mails. Two did not go through.`"""
    said = [f"{_DONE[action]}: {counted(done, 'mail')}."] if done else []
    if failed:
        said.append(sentence_start(f"{counted(failed, 'mail')} did not go through."))
    if gone:
        said.append(sentence_start(f"{counted(gone, 'mail')} {'is' if gone == 1 else 'are'} no longer there."))
    return " ".join(said)


def done_so_far(done: int, total: int) -> str:
    """Said while many are changed: `12 of 40 mails so far.`"""
    return sentence_start(f"{count_word(done)} of {counted(total, 'mail')} so far.")


def failed_sentence(action: ActionKind) -> str:
    """Said when a change was not confirmed by the mailbox."""
    return f"That did not go through; {_STILL[action]}."


def not_understood() -> str:
    """Said when nothing fits what was said."""
    return "Sorry, I did not get that."


def help_sentence(examples: Sequence[str] = ()) -> str:
    """A few things one can say: `You can say \u201cnext\u201d, \u201carchive it\u201d or \u201cgo back\u201d.`"""
    shown = [f"\u201c{example}\u201d" for example in (tuple(examples) or _EXAMPLES)]
    return f"You can say {joined(shown, last='or')}."
