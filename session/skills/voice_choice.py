"""Which voice speaks and how fast: heard from the next sentence on, and kept for the user's next calls."""

import logging

from briefing.speech.sentences import replies
from knowledge.preferences import VoiceChoice
from session.call import Call
from session.outcome import SkillRefusedError
from storage.database import DatabaseUnavailableError

logger = logging.getLogger(__name__)

SLOWEST, FASTEST = 0.5, 2.0
"""Times the normal speed: what stays intelligible."""


async def change_voice(call: Call, *, voice: str | None = None, speed: float | None = None) -> None:
    """Speak with the voice of this name, at so many times the normal speed. Raises `SkillRefusedError`, and has changed nothing then."""
    now = call.line.voice
    if now is None:
        raise SkillRefusedError(replies.PACE_FIXED)
    if voice is not None and voice not in now.voices:
        raise SkillRefusedError(replies.NO_SUCH_VOICE)
    if voice is not None:
        now.set_voice(voice)
    if speed is not None:
        before = now.speed
        now.set_speed(min(FASTEST, max(SLOWEST, speed)))
        call.line.time.speeds_up(now.speed / before)
    call.events.changed.set()
    try:
        await call.records.preferences.keep_voice(call.user_id, VoiceChoice(voice=now.voice, speed=now.speed))
    except DatabaseUnavailableError:
        logger.warning("the choice of a voice is not kept; it holds for this call")
