"""What can be done on a plain word."""

from collections.abc import Mapping
from enum import StrEnum

from briefing.mail_action import MailAction


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
    IN_TIME = "in_time"
    GOODBYE = "goodbye"
    FORGET_TALK = "forget_talk"
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
    WHICH_ACCOUNT = "which_account"
    LOOK_UP = "look_up"
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


Meant = CommandKind | MailAction
"""What can be meant: a verb stands for itself, whether its command is a `CHANGE` or has a kind of its own."""

Phrases = Mapping[Meant, tuple[str, ...]]
"""Patterns by what they mean."""
