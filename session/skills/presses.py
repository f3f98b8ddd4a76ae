"""What a hand points at on the page: the button in a draft's pane, or the row of a list. It is about what the page shows there, whatever
else is open or asked in the call, so it is no line that is understood."""

from briefing.speech.sentences import replies
from session.call import Call
from session.call_records import PanePress, RowPress
from session.dialogue import Closed
from session.outcome import Outcome, SkillRefusedError
from session.skills.moving import open_mail
from session.skills.writing.pane_buttons import press_in_pane
from session.turn.tool_of_command import Use

OPEN_THIS = "open this one"
"""The line that stands for the row of a list in the conversation."""

PRESSED = Use("take_answer", {"answer": "pressed"})
"""What answers such a press, whatever its line would mean."""


def note_press(call: Call, press: PanePress | RowPress | None) -> None:
    """Before a turn of the user is heard: whether it is such a press, which answers nothing that is asked."""
    call.turn.pressed = press
    if press is not None:
        call.dialogue.note(Closed())


async def take_press(call: Call) -> Outcome:
    """Do what the hand points at in this turn; once, and nothing in a turn that is none, whoever asks for it."""
    press, call.turn.pressed = call.turn.pressed, None
    match press:
        case PanePress():
            return await press_in_pane(call, call.dialogue.last.words, press)
        case RowPress(mail_id=mail):
            return await open_mail(call, mail)
        case None:
            raise SkillRefusedError(replies.DID_NOT_WORK)
