"""A wish of the user's turn, and what has become of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import takewhile

from briefing.mail import MailId
from briefing.mail_action import ON_MAILS
from briefing.understanding.commands import Command, CommandKind
from briefing.understanding.confirmation import Confirmation
from briefing.understanding.understanding import Understanding
from briefing.understanding.utterance import Utterance
from briefing.understanding.wish_words import points_at_the_open_one
from session.turn.tool_of_command import TOOL_OF, tool_for

_LEADS_ON = frozenset({"go", "open", "search_mail", "brief_only", "undo", "take_answer"})
"""Tools after which "it" is what they led to."""
WRITES = frozenset({"write", "change_draft"})
BEGINS_A_MAIL = frozenset({CommandKind.REPLY, CommandKind.REPLY_ALL, CommandKind.FORWARD, CommandKind.WRITE})
SENDS = frozenset({CommandKind.SEND, CommandKind.SEND_LATER})
_TELLS = ("tell ", "say ", "let ")
"""What begins words for whoever gets a mail, and no other mail as "reply" does."""
EDITS_A_MAIL = SENDS | frozenset(
    {
        *(CommandKind.COPY, CommandKind.BLIND_COPY, CommandKind.TAKE_OFF, CommandKind.SUBJECT),
        *(CommandKind.ADD_TEXT, CommandKind.CHANGE_TEXT),
    }
)
"""What says how, to whom or when the mail should go that was written before it in the line."""


def is_for_rules_alone(command: Command | None) -> bool:
    """Whether it is a change of a draft that a model makes where there is one: it knows what "it" stands for."""
    if command is None:
        return False
    replaces = bool(command.target and command.text)
    return (command.kind is CommandKind.CHANGE_TEXT and not replaces) or (command.kind is CommandKind.ADD_TEXT and bool(command.target))


class WishState(StrEnum):
    """What has become of a wish. One that is done leaves the list."""

    OPEN = "open"
    TAKEN = "taken"
    """It is being done."""
    REFUSED = "refused"
    """It could not be done, and the user is told why."""
    WAITS = "waits"
    """For the answer to what the wish before it asked."""
    LEFT = "left"
    """It is not going to be done, and the user is still to be told so."""


@dataclass(slots=True)
class Wish:
    """`it` is the mail that "it" means in these words, if that is not what was spoken of last; `tool` is what was used for it, and `led_to`
    the mail that was "it" when the tool was through.

    `turn` is the utterance that it is a part of: its words are heard as they were said then, however clearly, and of the `unsaid` mails the
    user had not been told then. `by_model`: a model answers. `has_waited`: it is done after a yes that was said later than it. `completes`
    is the utterance of a wish of which was asked which mail it is for, where these words say that.
    """

    said: Understanding = field(repr=False)
    turn: Utterance = field(repr=False)
    state: WishState = WishState.OPEN
    it: MailId | None = None
    led_to: MailId | None = None
    tool: str = ""
    by_model: bool = False
    has_waited: bool = False
    unsaid: frozenset[MailId] = frozenset()
    completes: Utterance | None = field(default=None, repr=False)


def begun(wishes: Sequence[Wish], tool: str) -> Wish | None:
    """The wish that this tool begins to do: the one that is taken. What a model uses behind the tool of the rules is for no wish."""
    wish = wishes[0] if wishes and wishes[0].state is WishState.TAKEN else None
    if wish is None or (wish.tool and not wish.by_model):
        return None
    wish.tool = tool
    return wish


def was_said_before_the_yes(wishes: Sequence[Wish]) -> bool:
    """Whether what is being done was wanted before the user agreed to a mail, which it can neither stop nor change then."""
    return bool(wishes) and wishes[0].has_waited


def kind_of(wish: Wish) -> CommandKind | None:
    return wish.said.command.kind if wish.said.command is not None else None


def next_edit(of: Wish, behind: Sequence[Wish]) -> Wish | None:
    """Of the wishes behind one that writes a mail, or changes it, the next that says how that mail should be, in the same line: it is done
    before the question whether to send it."""
    if of.tool not in WRITES or of.state is not WishState.TAKEN:
        return None
    left = [
        wish for wish in behind if (wish.turn is of.turn or wish.turn is of.completes) and wish.state in {WishState.OPEN, WishState.WAITS}
    ]
    own = takewhile(lambda wish: kind_of(wish) not in BEGINS_A_MAIL or _is_told_too(of, wish), left)
    return next((wish for wish in own if kind_of(wish) in EDITS_A_MAIL or _is_told_too(of, wish)), None)


def _is_told_too(of: Wish, wish: Wish) -> bool:
    """Whether, behind a change of a mail, it is words for whoever gets that: "cc Raj and tell her I'm late"."""
    command = wish.said.command
    is_reply = command is not None and command.kind is CommandKind.REPLY and not (command.who or command.target or command.ordinal)
    return is_reply and wish.said.words.lower().startswith(_TELLS) and kind_of(of) in EDITS_A_MAIL


def give_up_what_waits(wishes: Sequence[Wish]) -> None:
    """What they waited for is not coming."""
    for wish in wishes:
        wish.state = WishState.LEFT if wish.state is WishState.WAITS else wish.state


def agrees(done: Wish) -> bool:
    command = done.said.answer or done.said.command
    says_so = command is not None and command.kind in {CommandKind.YES, CommandKind.SEND}
    return says_so or done.said.confirmation() is Confirmation.YES


def it_after(done: Wish, wish: Wish | None = None) -> MailId | None:
    """The mail that "it" means in the next wish: the one that it meant in this, or that this led to, answered or named. "This one" stays
    the open one where another was only named: "flag the one from Anna and archive this one"."""
    points = wish is not None and points_at_the_open_one(wish.said.words)
    skips = kind_of(done) is CommandKind.SKIP_MAIL and not points  # it is still spoken of: "skip it and flag it"
    if done.tool in WRITES:
        return done.it if done.by_model else done.led_to or done.it  # a model may have looked for other mails to write it
    return done.led_to if (done.tool in _LEADS_ON and not skips) or (_names_another(done) and not points) else done.it


def pin_it(waiting: Sequence[Wish], it: MailId | None) -> None:
    """These wishes, which wait for an answer, mean this mail by "it", up to one that leads to another one or names it."""
    for wish in waiting:
        wish.it = wish.it or it
        command = wish.said.command
        leads = command is None or command.kind not in TOOL_OF or tool_for(command).tool in _LEADS_ON
        if (leads and kind_of(wish) is not CommandKind.SKIP_MAIL) or _names_another(wish):
            return


def _names_another(wish: Wish) -> bool:
    command = wish.said.command
    its = ON_MAILS.get(command.action) if command is not None and command.action is not None else None
    is_place = its is not None and its.place is not None  # then the target is no mail
    is_of_draft = kind_of(wish) in EDITS_A_MAIL  # then it is a subject, or words
    return command is not None and not is_of_draft and bool(command.ordinal or command.mail or (command.target and not is_place))
