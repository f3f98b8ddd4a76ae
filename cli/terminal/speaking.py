"""Whether a call in the terminal is heard as well as read."""

from enum import StrEnum

from agent.roomless.loudspeaker import Loudspeaker, LoudspeakerMissingError
from cli.screen import fail, out

NO_VOICE = "There is no voice: espeak-ng is not installed, and ALOUD_VOICE names no service."
INSTEAD = "What is said stands here as text."


class Speaking(StrEnum):
    NO = "no"
    IF_POSSIBLE = "if possible"
    REQUIRED = "required"


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
    if speaking is Speaking.REQUIRED:
        raise fail(missing, code=1)
    out.print(f"{missing} {INSTEAD}", style="dim", markup=False)
    return None
