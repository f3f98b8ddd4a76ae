"""What the user asks of the glances: to stop, to look again, and what came of the last one."""

from collections.abc import Callable

from briefing.speech.sentences import about_screen
from glance.glance import GlanceReason
from session.call import Call
from session.glancing.shared_screen import ScreenEvent, Sharing
from session.outcome import Outcome, SkillRefusedError, saying


async def stop_looking(call: Call) -> Outcome:
    _refuse_without_a_screen(call)
    call.line.screen.happened(ScreenEvent.PAUSED)
    return saying(about_screen.STOPPED)


async def look_again(call: Call) -> Outcome:
    _refuse_without_a_screen(call)
    already = call.line.screen.looks
    call.line.screen.happened(ScreenEvent.RESUMED)
    return saying(about_screen.LOOKS_ALREADY if already else about_screen.LOOKS_AGAIN)


async def on_screen(call: Call) -> Outcome:
    """From the class of the reason alone: neither the picture nor a word of it is kept."""
    return saying(_of_the_last_look(call, about_screen.last_look))


async def why_silent(call: Call) -> Outcome:
    return saying(_of_the_last_look(call, about_screen.why_silent))


def _of_the_last_look(call: Call, sentence: Callable[[str], str]) -> str:
    screen = call.line.screen
    if (not_looking := _not_looking(call)) is not None:
        return not_looking
    if screen.last is None:
        return about_screen.NOTHING_YET
    return about_screen.NOT_SAID if screen.last is GlanceReason.SURFACED and screen.unsaid else sentence(screen.last)


def _not_looking(call: Call) -> str | None:
    screen = call.line.screen
    if not screen.can_look:
        return about_screen.CANNOT_LOOK
    return {Sharing.NOTHING: about_screen.NOT_SHARED, Sharing.PAUSED: about_screen.PAUSED}.get(screen.sharing)


def _refuse_without_a_screen(call: Call) -> None:
    screen = call.line.screen
    if not screen.can_look:
        raise SkillRefusedError(about_screen.CANNOT_LOOK)
    if screen.sharing is Sharing.NOTHING:
        raise SkillRefusedError(about_screen.NOT_SHARED)
