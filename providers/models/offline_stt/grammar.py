"""What can be said to the offline microphone: short plain forms out of `command_phrases`, by command.

Not all of them: a recogniser that must choose one phrase for every sound errs more the more phrases it has, and tells forms apart that
nobody needs apart ("flag it", "flag that"). Words stand in pocketsphinx's US English dictionary, which has "what's" but no "unflag".
"""

from briefing.mail_action import MailAction
from briefing.understanding.command_grammar.command_phrases.kinds import CommandKind, Phrases

PHRASES: Phrases = {
    CommandKind.NEXT: ("next", "next one", "next mail", "the next one", "move on", "go to the next one", "what's next"),
    CommandKind.SKIP_MAIL: ("skip", "skip it", "skip this one", "skip this mail"),
    CommandKind.SKIP_TOPIC: ("skip topic", "skip this topic", "next topic", "skip the rest of this topic"),
    CommandKind.BACK: ("back", "go back", "go back one", "previous", "the previous mail"),
    CommandKind.REPEAT: ("repeat", "repeat that", "say that again", "say it again", "once more", "what was that"),
    CommandKind.READ_IN_FULL: (
        "read it", "read this", "read it in full", "read the whole mail", "read the whole thing", "read all of it", "read it out loud",
    ),
    MailAction.ARCHIVE: ("archive", "archive it", "archive this", "archive that", "archive this one", "archive this mail"),
    MailAction.FLAG: ("flag it", "flag this", "flag this one", "flag this mail", "star it", "mark it for follow up"),
    MailAction.UNFLAG: ("remove the flag", "take the flag off", "clear the flag"),
    MailAction.MARK_READ: ("mark as read", "mark it as read", "mark this as read"),
    CommandKind.STOP: ("stop", "stop it", "stop talking", "stop reading", "be quiet", "quiet", "that's enough"),
    CommandKind.PROGRESS: ("how many are left", "how many more", "how many mails are left", "what is left", "how far are we", "progress"),
    CommandKind.HELP: ("help", "help me", "what can i say", "what can you do", "what are my options"),
    CommandKind.HOLD_ON: (
        "hold on", "hold on a second", "wait", "wait a moment", "pause", "just a moment", "one moment", "give me a moment",
    ),
    CommandKind.GO_ON: ("go on", "continue", "carry on", "keep going", "go ahead", "resume", "keep reading"),
    CommandKind.SLOWER: ("slower", "more slowly", "slow down", "too fast", "a bit slower"),
    CommandKind.FASTER: ("faster", "speed up", "too slow", "a bit faster"),
    CommandKind.GOODBYE: ("goodbye", "bye", "hang up", "end the call", "that is all for now", "good night", "see you later"),
    CommandKind.YES: ("yes", "yes please", "yeah", "sure", "okay", "of course"),
    CommandKind.NO: ("no", "no thanks", "no thank you", "not now", "never mind"),
    CommandKind.WHAT_DID_I_SKIP: ("what did i skip", "what have i skipped", "what did we skip"),
    CommandKind.CHECK_NEW: ("anything new", "is there anything new", "check for new mail", "any new mail"),
    CommandKind.JUMP_TO_TOPIC: (
        "go to topic one", "go to topic two", "go to topic three", "go to the second topic", "go to the last topic",
        "go to the newsletters",
    ),
    CommandKind.JUMP_TO_MAIL: (
        "the first one", "the second one", "the last one", "go to the second one", "go to the last one",
    ),
    CommandKind.ONLY_SOME: ("only my work mail", "only my home mail", "only my personal mail", "only my private mail"),
    CommandKind.ALL_AGAIN: ("all my mail", "all my accounts", "all accounts"),
    CommandKind.WHICH_ACCOUNT: ("which account is that", "which account is this", "which account is it in"),
    CommandKind.WHERE_WERE_WE: ("where were we", "where are we", "which one is this"),
}  # fmt: skip

NEED_CONFIRMATION = frozenset({MailAction.ARCHIVE, MailAction.MARK_READ})
"""Commands to ask back when they were recognised here: a false "archive" takes a mail out of the briefing without a word from the user."""

_CHANGES = (MailAction.ARCHIVE, MailAction.FLAG, MailAction.MARK_READ)
_TURNED_AROUND = ("don't", "do not", "never", "should i", "can i", "did you")
_OTHER_MAILS = tuple(
    form.format(mails)
    for form in ("archive {}", "flag {}", "mark {} as read")
    for mails in ("everything", "all of them", "the first one", "the second one", "the last one", "the other one")
)
_PUT_OFF = ("archive it later", "archive it tomorrow", "mark it as read later")


def all_phrases() -> tuple[str, ...]:
    """Every phrase that is listened for: commands, and what is no command (or no plain one) but sounds like one.

    Without "don't archive it" in the grammar, that sentence would be heard as "archive it". Heard in full, it is left to
    `briefing.understanding.commands`, where it is none.
    """
    commands = [phrase for phrases in PHRASES.values() for phrase in phrases]
    turned = [f"{start} {phrase}" for kind in _CHANGES for phrase in PHRASES[kind] for start in _TURNED_AROUND]
    return (*commands, *turned, *_OTHER_MAILS, *_PUT_OFF)
