"""The page's choice of voice and speed and of how the user is told, and what the speech server says of itself."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from agent.board.voice_wish import VoiceWish
from briefing.speech.sentences import about_likes, replies
from briefing.speech.wording.languages import language_names
from briefing.understanding.commands import CommandKind
from briefing.understanding.times.zones import zone_of
from providers.models.model_set import AboutVoice, ChangeableVoice
from session.announcements.announcement import Announcement, AnnouncementOutcome, Precedence
from session.call import Call
from session.outcome import SkillRefusedError
from session.skills.liking.how_told import chosen, go_by, speak_languages
from session.skills.liking.left_out_mails import back_again, leave_out
from session.skills.presenting import unpresented
from session.skills.vips import heed_anew
from session.skills.voice_choice import change_voice

SAMPLE_WITHIN_S = 3.0
"""Where somebody speaks for longer, the next sentence is sample enough."""


async def take_voice(call: Call, wish: VoiceWish) -> None:
    """Speak like this from the next sentence on; a short one is said where nobody speaks, so that it is heard at once.

    Raises `SkillRefusedError`.
    """
    if (wish.length, wish.flows, wish.prods, wish.prod_after_s) != (None, None, None, None):
        await _take_likes(call, wish)
    if wish.zone is not None:
        _say(call, await _take_zone(call, wish.zone))
    if wish.languages is not None:
        _say(call, await speak_languages(call, {code for code in wish.languages if language_names([code])}))
    if wish.bring_back is not None:
        _say(call, await back_again(call, wish.bring_back))
    if wish.leave_out is not None:
        said = await leave_out(call, wish.leave_out.what, wish.leave_out.until)
        _say(call, said, ended=partial(_go_on, call))
    if wish.heeds:
        call.background.start("heed what matters", heed_anew(call))
    if wish.voice is None and wish.speed is None:
        return
    await change_voice(call, voice=wish.voice, speed=wish.speed)
    clock = asyncio.get_running_loop().time
    until, chosen = clock() + SAMPLE_WITHIN_S, _sound(call)
    call.announcements.put(
        Announcement(
            says=lambda: replies.HOW_I_SOUND,
            precedence=Precedence.COMPANY,
            still=lambda: clock() < until and _sound(call) == chosen,
        )
    )


async def _take_likes(call: Call, wish: VoiceWish) -> None:
    """Said back as where it was asked for in words, so that flow begins behind it."""
    said = await chosen(call, length=wish.length, flows=wish.flows, prods=wish.prods, after_s=wish.prod_after_s)
    _say(call, said)


def _say(call: Call, said: str, *, ended: Callable[[AnnouncementOutcome], Announcement | None] = lambda _: None) -> None:
    likes = call.records.likes
    call.announcements.put(
        Announcement(says=lambda: said, precedence=Precedence.COMPANY, still=lambda: call.records.likes == likes, ended=ended)
    )


def _go_on(call: Call, outcome: AnnouncementOutcome) -> Announcement | None:
    """Where the open mail was left out with others, the next one is told."""
    if outcome is not AnnouncementOutcome.HEARD or unpresented(call) is None:
        return None
    return Announcement(says=lambda: CommandKind.GO_ON, precedence=Precedence.COMPANY, still=lambda: unpresented(call) is not None)


async def _take_zone(call: Call, name: str) -> str:
    zone = zone_of(name) if name else None
    if name and zone is None:
        raise SkillRefusedError(about_likes.NO_SUCH_PLACE)
    return await go_by(call, zone)


def _sound(call: Call) -> tuple[str, float]:
    voice = call.line.voice
    return (voice.voice, voice.speed) if voice is not None else ("", 1.0)


async def learn_of_the_voice(call: Call, voice: ChangeableVoice | None, about: Callable[[], Awaitable[AboutVoice]]) -> None:
    """Ask the speech server which voices it has and whether its machine is quick enough, for the page."""
    told = await about()
    if voice is not None and told.voices:
        voice.learned(told.voices)
    call.line.too_slow = told.too_slow
    call.events.changed.set()
