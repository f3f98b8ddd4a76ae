"""Whether a call in the terminal is heard as well as read, and hears as well as reads."""

from enum import StrEnum

from agent.roomless.loudspeaker import Loudspeaker, LoudspeakerMissingError
from agent.roomless.microphone import Microphone, MicrophoneMissingError
from cli.screen import fail, out

NO_VOICE = "There is no voice: espeak-ng is not installed, and ALOUD_VOICE names no service."
NO_EAR = "Nobody listens here: ALOUD_VOICE is none, or the local voice did not start. Without --voice you type."
INSTEAD = "What is said stands here as text."


class Speaking(StrEnum):
    NO = "no"
    IF_POSSIBLE = "if possible"
    REQUIRED = "required"
    AND_LISTENING = "and listening"


def chosen_loudspeaker(speaking: Speaking, *, has_voice: bool) -> Loudspeaker | None:
    """The loudspeaker; None if no sound is wanted, or if this machine has none and it is not required."""
    if speaking is Speaking.NO:
        return None
    missing = NO_VOICE
    if has_voice:
        try:
            return Loudspeaker()
        except LoudspeakerMissingError as error:
            missing = str(error)
    if speaking in {Speaking.REQUIRED, Speaking.AND_LISTENING}:
        raise fail(missing, code=1)
    out.print(f"{missing} {INSTEAD}", style="dim", markup=False)
    return None


def chosen_microphone(speaking: Speaking, *, listens: bool) -> Microphone | None:
    """The microphone; None if none is wanted. Ends the command with a sentence where it is and there is none, or nobody listens."""
    if speaking is not Speaking.AND_LISTENING:
        return None
    if not listens:
        raise fail(NO_EAR, code=1)
    try:
        return Microphone()
    except MicrophoneMissingError as error:
        raise fail(str(error), code=1) from None
