"""One form of each command that can be read aloud after "you can say"."""

from collections.abc import Mapping

from briefing.understanding.command_grammar.command_phrases.kinds import CommandKind, Meant
from briefing.understanding.verbs.table import VERBS

EXAMPLES: Mapping[Meant, str] = {
    **{action: verb.example for action, verb in VERBS.items()},
    CommandKind.NEXT: "next",
    CommandKind.SKIP_MAIL: "skip this one",
    CommandKind.SKIP_TOPIC: "skip this topic",
    CommandKind.BACK: "go back",
    CommandKind.REPEAT: "say that again",
    CommandKind.READ_IN_FULL: "read it in full",
    CommandKind.STOP: "stop",
    CommandKind.PROGRESS: "how many are left",
    CommandKind.HELP: "help",
    CommandKind.HOLD_ON: "hold on",
    CommandKind.GO_ON: "go on",
    CommandKind.SLOWER: "slower",
    CommandKind.FASTER: "faster",
    CommandKind.GOODBYE: "goodbye",
    CommandKind.YES: "yes",
    CommandKind.NO: "no",
    CommandKind.WHAT_DID_I_SKIP: "what did I skip",
    CommandKind.CHECK_NEW: "anything new",
    CommandKind.JUMP_TO_TOPIC: "go to topic two",
    CommandKind.JUMP_TO_MAIL: "go to the one from Anna",
    CommandKind.SEARCH: "search for the invoice",
    CommandKind.WHERE_WERE_WE: "where were we",
    CommandKind.ADD_VIP: "make her a VIP",
    CommandKind.ADD_KEYWORD: "add budget to my keywords",
    CommandKind.ONLY_ACCOUNT: "only my work mail",
    CommandKind.ALL_ACCOUNTS: "all my mail again",
    CommandKind.WHICH_ACCOUNT: "which account is this",
    CommandKind.LOOK_UP: "who sent it",
    CommandKind.BULK: "archive all newsletters",
    CommandKind.REPLY: "reply that Tuesday works",
    CommandKind.REPLY_ALL: "reply to all that Tuesday works",
    CommandKind.FORWARD: "forward this to Anna",
    CommandKind.WRITE: "write a mail to Anna",
    CommandKind.SUBJECT: "the subject is Lunch",
    CommandKind.ADD_TEXT: "add that Tuesday works",
    CommandKind.CHANGE_TEXT: "change Tuesday to Wednesday",
    CommandKind.REVISE: "make it shorter",
    CommandKind.READ_DRAFT: "read it back",
    CommandKind.CANCEL: "don't send it",
}
