"""What can be done on a plain word, and the command that does it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from briefing.mail_action import ON_MAILS, MailAction


class CommandKind(StrEnum):
    """What the user can have done without a model being asked. `CHANGE` is any verb of `mail_action.ON_MAILS`, done to one mail."""

    NEXT = "next"
    SKIP_MAIL = "skip_mail"
    SKIP_TOPIC = "skip_topic"
    BACK = "back"
    REPEAT = "repeat"
    READ_IN_FULL = "read_in_full"
    CHANGE = "change"
    STOP = "stop"
    PROGRESS = "progress"
    HELP = "help"
    HOLD_ON = "hold_on"
    GO_ON = "go_on"
    SLOWER = "slower"
    FASTER = "faster"
    NORMAL_SPEED = "normal_speed"
    PREFER = "prefer"
    BY_MAIL = "by_mail"
    IN_TIME = "in_time"
    GOODBYE = "goodbye"
    FORGET_TALK = "forget_talk"
    STOP_LOOKING = "stop_looking"
    LOOK_AGAIN = "look_again"
    YES = "yes"
    NO = "no"
    WHAT_DID_I_SKIP = "what_did_i_skip"
    CHECK_NEW = "check_new"
    JUMP_TO_TOPIC = "jump_to_topic"
    JUMP_TO_MAIL = "jump_to_mail"
    SEARCH = "search"
    WHERE_WERE_WE = "where_were_we"
    ADD_VIP = "add_vip"
    ADD_KEYWORD = "add_keyword"
    REMOVE_VIP = "remove_vip"
    REMOVE_KEYWORD = "remove_keyword"
    ONLY_SOME = "only_some"
    WITHOUT_SOME = "without_some"
    BRING_BACK = "bring_back"
    ALL_AGAIN = "all_again"
    WHEREABOUTS = "whereabouts"
    LANGUAGE = "language"
    NO_LANGUAGE = "no_language"
    WHICH_ACCOUNT = "which_account"
    LOOK_UP = "look_up"
    ASK_MAILS = "ask_mails"
    UNSUBSCRIBE = "unsubscribe"
    BULK = "bulk"
    UNDO = "undo"
    REPLY = "reply"
    REPLY_ALL = "reply_all"
    FORWARD = "forward"
    WRITE = "write"
    COPY = "copy"
    BLIND_COPY = "blind_copy"
    TAKE_OFF = "take_off"
    SUBJECT = "subject"
    ADD_TEXT = "add_text"
    CHANGE_TEXT = "change_text"
    REVISE = "revise"
    READ_DRAFT = "read_draft"
    SEND = "send"
    SEND_LATER = "send_later"
    CANCEL = "cancel"
    TEAM = "team"


Meant = CommandKind | MailAction
"""What can be meant: a verb stands for itself, whether its command is a `CHANGE` or has a kind of its own."""

CHANGE_NOTHING = frozenset({
    CommandKind.NEXT, CommandKind.SKIP_MAIL, CommandKind.SKIP_TOPIC, CommandKind.BACK, CommandKind.REPEAT, CommandKind.READ_IN_FULL,
    CommandKind.PROGRESS, CommandKind.HELP, CommandKind.HOLD_ON, CommandKind.GO_ON, CommandKind.SLOWER, CommandKind.FASTER,
    CommandKind.WHAT_DID_I_SKIP, CommandKind.CHECK_NEW, CommandKind.JUMP_TO_MAIL, CommandKind.JUMP_TO_TOPIC, CommandKind.SEARCH,
    CommandKind.WHERE_WERE_WE, CommandKind.LOOK_UP, CommandKind.WHICH_ACCOUNT,
})  # fmt: skip
"""What changes no mail, sends none and ends nothing."""

Phrases = Mapping[Meant, tuple[str, ...]]
"""Patterns by what they mean."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One intent that is certain.

    `target` is the user's own description in lower case, without a leading article and with hyphens as spaces ("anna", "offsite budget");
    empty for `ADD_VIP` means the sender of the current mail. It is also the name of a label or folder, what many mails are described as
    (`BULK`) or what comes next (`ONLY_SOME`, `WITHOUT_SOME`), the subject of a new mail (`WRITE`) or, with its capitals, of the draft
    (`SUBJECT`), what is searched for ("from anna"), what a draft should become (`REVISE`), which of its words are to be replaced, or to go
    (`CHANGE_TEXT`; none for all of them, or for what is there of the kind of the new ones) and where words are
    added (`ADD_TEXT`). `ordinal` counts mails or topics from 1; -1 is the last one. A jump has exactly one of the two; what changes a mail
    has one of them when it is not the current mail that is meant. For `UNDO` it is how many changes.
    For `LOOK_UP` the target is a `Fact`, for `TEAM` a `TeamAsk`, for `PREFER` a `Liking`, for `BY_MAIL` a `MailWish`; the ordinal
    counts seconds, for `IN_TIME` those or minutes, as the target says.
    `text` was dictated: as it was said, with the user's own capitals and punctuation. `who` is a name, several with "and", or an address as
    it was spelled ("anna at example dot com"), in lower case. `when` names a moment to come (`when`), for `UNDO` a
    stretch that is past (`spans`). `action` is what is done to a mail (`CHANGE`), to many (`BULK`), or undone (`UNDO`, none for anything).
    `mail` describes the mail where `target` or `when` is a label, a folder or a time. `loosely`: a mail is meant only if one fits ("archive
    the parcel").
    """

    kind: CommandKind
    target: str = ""
    ordinal: int | None = None
    text: str = ""
    who: str = ""
    when: str = ""
    action: MailAction | None = None
    mail: str = ""
    loosely: bool = False

    @property
    def may_go_on(self) -> bool:
        """Whether more of it may follow after a breath: "find out what they owe us ... and tell me tomorrow"."""
        return self.kind is CommandKind.TEAM and bool(self.text)

    @property
    def meant(self) -> Meant:
        """What is to be done: the verb itself if it is done to one mail, else the kind."""
        return self.action if self.kind is CommandKind.CHANGE and self.action else self.kind


def command_of(meant: Meant) -> Command:
    """The command that means no more than this."""
    if isinstance(meant, CommandKind):
        return Command(kind=meant)
    return Command(kind=CommandKind.CHANGE, action=meant) if meant in ON_MAILS else Command(kind=CommandKind(meant.value))
