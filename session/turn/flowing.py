"""Flow: whether the next mail is to come by itself, for a user who does not want to be asked after each."""

from briefing.mail import MailStatus
from briefing.understanding.commands import CommandKind
from session.call import Call
from session.passages import PassageRole
from session.skills.in_time import flows


def comes_by_itself(call: Call) -> CommandKind | None:
    """How the briefing goes on where the user says nothing: with the next mail once this one was heard, else with this one or the rest of
    its reading. None where the user is asked first, where anything that was asked is open, where a draft is spoken of, or after "hold on",
    until they have a mail told: whatever else they say is said in between.

    What was only said beside the briefing (the time, new mail, "you are welcome") is no reason to wait.
    """
    dialogue = call.dialogue
    if not flows(call) or call.tracker.current() is None or call.line.finished or dialogue.focus.draft:
        return None
    asked = any(passage.role is PassageRole.QUESTION and passage.strip() for passage in dialogue.last_said)
    is_open = dialogue.offer is not None or dialogue.awaits is not None or dialogue.to_ask_again is not None
    if asked or is_open or call.told.asks or call.told.holds:
        return None
    heard = call.tracker.cursor_context().status is not MailStatus.PENDING and dialogue.reading is None
    return CommandKind.NEXT if heard else CommandKind.GO_ON
