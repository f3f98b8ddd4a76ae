"""The voice and its speed are chosen on the page or in words: heard from the next sentence on, and in the user's next calls."""

import asyncio
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pydantic import ValidationError

from agent.board.board_messages import LikesOnBoard, VoiceOnBoard
from agent.board.drawing import draw
from agent.board.voice_pane import learn_of_the_voice, take_voice
from agent.board.voice_wish import LeaveOutUntil, VoiceWish
from briefing.speech.sentences import about_likes, about_narrowing, replies
from briefing.understanding.times.when import ends_at
from knowledge.likes import Length, Likes
from knowledge.preferences import VoiceChoice
from providers.models.espeak import EspeakTTS
from providers.models.model_set import AboutVoice
from session.outcome import SkillRefusedError
from session.skills.voice_choice import FASTEST, SLOWEST
from tests.agent.typed_call import TypedCall, sample_settings, typed_call

pytestmark = pytest.mark.slow

NADIA = "nadia.haddad@example.org"
JOE, ALBA = "en_US-joe-medium", "en_GB-alba-medium"


class TwoVoices:
    """A voice that can be changed, and makes no sound."""

    def __init__(self) -> None:
        self.voices: Sequence[str] = ()
        self.voice, self.speed = "default", 1.0

    def set_voice(self, name: str) -> None:
        self.voice = name

    def set_speed(self, speed: float) -> None:
        self.speed = speed

    def learned(self, voices: Sequence[str]) -> None:
        self.voices, self.voice = voices, voices[0]


async def two_voices(call: TypedCall, *, too_slow: bool = False) -> TwoVoices:
    voice = TwoVoices()
    call.call.line.voice = voice

    async def about() -> AboutVoice:
        return AboutVoice((JOE, ALBA), too_slow)

    await learn_of_the_voice(call.call, voice, about)
    return voice


async def wish(call: TypedCall, **changes: object) -> None:
    await take_voice(call.call, VoiceWish.model_validate_json(json.dumps(changes)))


async def test_the_board_names_the_voices_the_one_that_speaks_and_its_speed(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        call.call.line.voice = None
        assert draw(call.call, speaks=True, hears=True).voice is None
        await two_voices(call)
        assert draw(call.call, speaks=True, hears=True).voice == VoiceOnBoard(voices=(JOE, ALBA), voice=JOE, speed=1.0)
        assert draw(call.call, speaks=False, hears=True).voice is None


async def test_a_choice_is_heard_at_once_where_nobody_speaks_and_is_kept(tmp_path: Path) -> None:
    settings = sample_settings(tmp_path)
    async with typed_call(settings) as call:
        await call.greet()
        voice = await two_voices(call)
        await wish(call, voice=ALBA, speed=1.2)
        assert (voice.voice, voice.speed) == (ALBA, 1.2)
        await call.reads(replies.HOW_I_SOUND, within_s=10)
        assert draw(call.call, speaks=True, hears=True).voice == VoiceOnBoard(voices=(JOE, ALBA), voice=ALBA, speed=1.2)
    async with typed_call(settings) as call:
        assert await call.call.records.preferences.voice(call.call.user_id) == VoiceChoice(voice=ALBA, speed=1.2)


async def test_a_voice_that_is_not_there_is_refused_and_nothing_changes(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        await call.greet()
        voice = await two_voices(call)
        with pytest.raises(SkillRefusedError, match=replies.NO_SUCH_VOICE):
            await wish(call, voice="nobody")
        call.call.line.voice = None
        with pytest.raises(SkillRefusedError, match=replies.PACE_FIXED):
            await wish(call, speed=1.2)
        assert (voice.voice, voice.speed) == (JOE, 1.0)


@pytest.mark.parametrize(
    ("words", "speed", "answer"),
    [
        ("speak slower", 0.85, replies.SLOWER),
        ("could you speak a bit faster please", 1.18, replies.FASTER),
        ("speak at normal speed again", 1.0, replies.NORMAL_SPEED),
    ],
)
async def test_the_speed_is_changed_in_words_too(words: str, speed: float, answer: str, tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        await call.greet()
        voice = await two_voices(call)
        assert await call.type(words) == answer
        assert voice.speed == pytest.approx(speed)


async def test_the_speed_stays_intelligible_and_normal_is_normal(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        await call.greet()
        voice = await two_voices(call)
        for words, end in (("slower", SLOWEST), ("faster", FASTEST)):
            for _ in range(12):
                await call.type(words)
            assert voice.speed == end
        await call.type("normal speed")
        assert voice.speed == 1.0


async def test_the_next_call_speaks_as_was_chosen(tmp_path: Path) -> None:
    settings = sample_settings(tmp_path)
    async with typed_call(settings) as call:
        await call.greet()
        await two_voices(call)
        await call.type("slower")
    async with typed_call(settings) as call:
        chosen = await call.call.records.preferences.voice(call.call.user_id)
        assert chosen.speed == pytest.approx(0.85)
        if isinstance(call.call.line.voice, EspeakTTS):  # where it is installed, it speaks in this call
            assert call.call.line.voice.speed == pytest.approx(0.85)


async def test_a_machine_that_is_too_slow_is_told_of_on_the_board(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        assert not draw(call.call, speaks=True, hears=True).slow
        await two_voices(call, too_slow=True)
        assert draw(call.call, speaks=True, hears=True).slow


async def test_how_the_user_is_told_is_chosen_on_the_page_in_force_at_once_said_back_and_kept(tmp_path: Path) -> None:
    settings = sample_settings(tmp_path)
    async with typed_call(settings) as call:
        await call.greet()
        assert draw(call.call, speaks=True, hears=True).likes == LikesOnBoard(length=Length.USUAL, flows=False, prods=2)
        await wish(call, length="headlines")
        await call.reads("Just the headlines from now on.", within_s=20)
        assert len(await call.type("next")) < 220
        await wish(call, flows=True)
        await call.reads("I'll go on by myself", within_s=20)
        await wish(call, prods=1)
        await wish(call, prod_after_s=30)
        told = LikesOnBoard(length=Length.HEADLINES, flows=True, prods=1, prod_after_s=30)
        assert draw(call.call, speaks=False, hears=True).likes == told
        await call.type("the usual length again")
        assert draw(call.call, speaks=False, hears=True).likes.length is Length.USUAL
    async with typed_call(settings) as again:
        assert again.call.records.likes == Likes(flows=True, prods=1, prod_after_s=30)


async def test_the_time_zone_and_what_is_left_out_are_shown_and_chosen_on_the_page(tmp_path: Path) -> None:
    settings = sample_settings(tmp_path)
    async with typed_call(settings) as call:
        await call.greet()
        assert not draw(call.call, speaks=True, hears=True).likes.zone_chosen
        await wish(call, zone="Asia/Tokyo")
        await call.reads("Your times are those of Tokyo", within_s=20)
        shown = draw(call.call, speaks=True, hears=True).likes
        assert (shown.zone, shown.zone_chosen) == ("Asia/Tokyo", True)
        with pytest.raises(SkillRefusedError, match=about_likes.NO_SUCH_PLACE):
            await wish(call, zone="Nowhere/Land")
        await call.type("leave out Ruth until Saturday")
        (left_out,) = draw(call.call, speaks=True, hears=True).likes.left_out
        assert left_out.what == "ruth"
        assert left_out.until.startswith("2026-03-14T00:00:00")
        await wish(call, bring_back=left_out.what)
        await call.reads("Ruth is back.", within_s=20)
        assert draw(call.call, speaks=True, hears=True).likes.left_out == ()
        assert not call.call.tracker.progress().held_back
    async with typed_call(settings) as again:
        assert again.call.records.likes.zone == "Asia/Tokyo"
        await wish(again, zone="")
        assert not draw(again.call, speaks=True, hears=True).likes.zone_chosen


async def test_what_is_left_out_on_the_page_is_said_back_and_another_mail_follows_the_one_that_was_open(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        await call.greet()
        open_one = call.call.tracker.current()
        assert open_one is not None
        await wish(call, leave_out={"what": open_one.sender.email, "until": "tomorrow"})
        await call.reads("I leave out ", within_s=20)
        await call.reads("until tomorrow", within_s=20)
        after = call.call.tracker.current()
        assert after is not None
        await call.reads(after.sender.name, within_s=20)


async def test_what_names_no_mail_is_refused_and_nothing_of_the_wish_that_is_no_data_is_taken(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        await call.greet()
        for nothing in (" ", "...", "All mails", "everything"):
            with pytest.raises(SkillRefusedError, match=about_narrowing.NAME_WHAT_TO_LEAVE_OUT):
                await wish(call, leave_out={"what": nothing, "until": "monday"})
        assert draw(call.call, speaks=True, hears=True).likes.left_out == ()
    for odd in ({"what": ""}, {"what": "x" * 101}, {"what": 1}, {"until": "some day"}, {"until": ""}, {"and": 1}):
        with pytest.raises(ValidationError):
            VoiceWish.model_validate_json(json.dumps({"leave_out": {"what": "x", "until": "monday"} | odd}))
    for lax in ({"flows": 1}, {"prods": "1"}, {"prods": True}, {"heeds": "true"}, {"speed": "1"}, {"languages": "de"}):
        with pytest.raises(ValidationError):
            VoiceWish.model_validate_json(json.dumps(lax))


@pytest.mark.parametrize("until", LeaveOutUntil)
@pytest.mark.parametrize("now", [datetime(2026, 3, 29, 0, 5, tzinfo=UTC), datetime(2026, 12, 31, 23, 59, tzinfo=UTC)])
def test_each_time_that_can_be_chosen_is_to_come_whenever_it_is_chosen(until: LeaveOutUntil, now: datetime) -> None:
    ends = ends_at(until, now)
    assert ends is not None
    assert ends > now


async def test_what_comes_all_the_same_because_all_mail_was_asked_for_is_shown_so(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        await call.greet()
        await call.type("leave out Ruth until Saturday")
        assert not draw(call.call, speaks=True, hears=True).likes.left_out[0].comes
        await call.type("all my mail again")
        (shown,) = draw(call.call, speaks=True, hears=True).likes.left_out
        assert (shown.what, shown.comes) == ("ruth", True)
        await wish(call, leave_out={"what": "Ruth", "until": "monday"})
        (shown,) = draw(call.call, speaks=True, hears=True).likes.left_out
        assert (shown.what, shown.until[:10], shown.comes) == ("ruth", "2026-03-16", False)


async def test_who_matters_is_heeded_once_the_page_says_that_it_was_changed(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        await call.greet()
        (nadia,) = [mail.mail_id for mail in call.call.tracker.pending_mails() if mail.sender.email == NADIA]
        await call.call.records.preferences.add_vip(call.call.user_id, NADIA)
        await wish(call, heeds=True)
        async with asyncio.timeout(30):
            while not (state := call.call.tracker.state_of(nadia)) or not state.mail.important:  # noqa: ASYNC110 - it is ranked in a thread
                await asyncio.sleep(0.01)
