"""What may be said now, as a prompt for a recogniser: it hears "flag it" and "Tomasz" rightly more often where it was told of them.

Whisper reads the end of a prompt, some 220 tokens, as what was said before; so it is a list of short sentences, the likeliest last.

Measured with two voices each of flite and espeak, not those of the benchmark, 288 plain commands in noise, babble and by telephone: told of
the commands in one form and of eight names, tiny.en heard 54 % as they were meant; told of other forms too and of sixteen names, 62 %; with
the names behind the commands, 53 %. What it heard as another command was not more.
"""

from collections.abc import Iterable, Mapping

from briefing.mail import Address
from briefing.mail_action import MailAction
from briefing.speech.wording.speakable import speakable
from briefing.understanding.commands import EXAMPLES, CommandKind
from briefing.understanding.hearing.plain_forms import MaySay
from session.call import Call
from session.dialogue import OPENS, Awaits

LIKELY = (
    *(CommandKind.NEXT, MailAction.ARCHIVE, MailAction.FLAG, MailAction.DELETE, MailAction.MARK_READ, MailAction.MARK_UNREAD),
    *(CommandKind.UNDO, CommandKind.READ_IN_FULL, CommandKind.REPEAT, CommandKind.BACK, CommandKind.SKIP_MAIL, CommandKind.SKIP_TOPIC),
    *(CommandKind.WHAT_DID_I_SKIP, CommandKind.PROGRESS, CommandKind.CHECK_NEW, CommandKind.HOLD_ON, CommandKind.GO_ON, CommandKind.STOP),
    *(CommandKind.HELP, CommandKind.GOODBYE),
)
"""Commands whose words are always the same: an example with a name in it would make that name likely."""

_IN_MORE_WORDS: Mapping[CommandKind | MailAction, tuple[str, ...]] = {CommandKind.UNDO: ("undo that", "undo it", "undo")}
"""Whisper hears "and do it" unless it was told of these very words."""

_OTHER_FORMS = (
    *("Next, please", "Archive this one, please", "Mark this as important", "Unflag it", "Remove the flag", "This is spam"),
    *("Snooze it until tomorrow", "Move it to the folder", "Search for the invoice", "Reply that Monday is fine"),
)
"""So that it is not only the shortest form of a command that is likely."""
_WITH_A_NAME = ("Open the one from {name}", "Delete the mail from {name}", "Forward this to {name}")

MOST_NAMES = 12
MOST_WRITERS = 80
"""Of whom the likest to what was heard are looked for."""
LONGEST_NAME = 30
LONGEST_TOPIC = 60
_TWO = 2
"""Words of a name by whose first a person is mostly called."""


def likely_words(call: Call, *, private: bool) -> str:
    """The names at hand, the plain commands, and the answers to an open question; what gets lost of too much are the other people. Has no
    effects.

    Only where it stays on this machine (`private`) does it name anybody besides who wrote the mail at hand.
    """
    current = call.tracker.current()
    senders = [current.sender] if current is not None else []
    people = [*senders, *(_others(call) if private else [])]
    topic = [_short(current.subject, LONGEST_TOPIC)] if current is not None else []
    commands = [f"{words[0].upper()}{words[1:]}" for kind in LIKELY for words in _IN_MORE_WORDS.get(kind, (EXAMPLES[kind],))]
    answers = ["Yes", "No", "Cancel"] if _is_asked(call) else []
    names = _names(people)
    forms = [form.format(name=names[0]) for form in _WITH_A_NAME if names]
    return " ".join(f"{words}." for words in (*reversed(names), *topic, *_OTHER_FORMS, *forms, *commands, *answers) if words)


def plain_now(call: Call) -> MaySay:
    """What may plainly be said now, with the names of all who wrote. For this machine only."""
    current = call.tracker.current()
    senders = [current.sender] if current is not None else []
    names = _names([*senders, *_others(call)], most=MOST_WRITERS)
    with_first = dict.fromkeys(form for name in names for form in (name, *(name.split()[:1] if len(name.split()) == _TWO else ())))
    return MaySay(names=tuple(with_first), is_asked=_is_asked(call), is_dictated=call.dialogue.awaits is Awaits.WORDS)


def _is_asked(call: Call) -> bool:
    return isinstance(call.dialogue.state.open, OPENS) or call.turn.doubted is not None


def _others(call: Call) -> list[Address]:
    """Who else wrote, those first to whom the user writes."""
    written_to = call.mail.pipeline.written_to
    senders = {envelope.sender.email: envelope.sender for envelope in call.mail.pipeline.envelopes.values()}
    return sorted(senders.values(), key=lambda each: each.email not in written_to)


def _names(people: Iterable[Address], *, most: int = MOST_NAMES) -> list[str]:
    names = dict.fromkeys(_short(each.name, LONGEST_NAME) for each in people)
    return [name for name in names if name][:most]


def _short(text: str, most: int) -> str:
    """On one line and without what ends a sentence, so that nobody's subject reads as one of ours."""
    return " ".join(speakable(text[:300]).translate(_NO_ENDS).split())[:most].strip()


_NO_ENDS = str.maketrans("", "", '.!?:;"\u201c\u201d')
