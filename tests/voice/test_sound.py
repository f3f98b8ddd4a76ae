"""Sound comes in at any rate and goes out at one, without a seam."""

import numpy as np
import pytest

from tests.voice.waves import pitch_of, tone, wav_of
from voice.listener import LISTENS_AT_HZ
from voice.sound import SPEAKS_AT_HZ, NotSoundError, Resampled, SoundTooLongError, pcm, samples_of, wav_header


@pytest.mark.parametrize("rate_hz", [8_000, 16_000, 22_050, 24_000, 44_100, 48_000])
@pytest.mark.parametrize("channels", [1, 2])
def test_a_tone_keeps_its_length_pitch_and_loudness_at_any_rate(rate_hz: int, channels: int) -> None:
    heard = samples_of(wav_of(tone(1, rate_hz=rate_hz), rate_hz=rate_hz, channels=channels))
    assert abs(len(heard) - LISTENS_AT_HZ) <= 32
    assert pitch_of(heard, rate_hz=LISTENS_AT_HZ) == pytest.approx(440, abs=2)
    assert np.max(np.abs(heard)) == pytest.approx(0.5, abs=0.03)


@pytest.mark.parametrize("sent", [b"", b"RIFF", b"hello" * 100, wav_of(tone(0, rate_hz=8_000), rate_hz=8_000)])
def test_what_is_no_sound_is_refused(sent: bytes) -> None:
    with pytest.raises(NotSoundError):
        samples_of(sent)


def test_a_file_that_breaks_off_is_heard_as_far_as_it_goes() -> None:
    heard = samples_of(wav_of(tone(1, rate_hz=16_000), rate_hz=16_000)[:16_044])
    assert 0.4 < len(heard) / LISTENS_AT_HZ < 0.6


def test_more_than_a_minute_is_refused() -> None:
    assert len(samples_of(wav_of(tone(59, rate_hz=8_000), rate_hz=8_000))) > 58 * LISTENS_AT_HZ
    with pytest.raises(SoundTooLongError):
        samples_of(wav_of(tone(61, rate_hz=8_000), rate_hz=8_000))


def test_pieces_are_resampled_without_a_seam() -> None:
    whole = tone(1, rate_hz=22_050)
    at_once, in_pieces = Resampled(22_050, SPEAKS_AT_HZ), Resampled(22_050, SPEAKS_AT_HZ)
    expected = np.concatenate([at_once.add(whole), at_once.rest()])
    pieces = [in_pieces.add(piece) for piece in np.array_split(whole, 7)]
    assert np.allclose(np.concatenate([*pieces, in_pieces.rest()]), expected, atol=1e-4)
    assert abs(len(expected) - SPEAKS_AT_HZ) <= 32


def test_samples_are_written_as_16_bit_and_too_loud_ones_are_cut() -> None:
    assert pcm(np.array([0, 0.5, 1, 2, -2], np.float32)) == np.array([0, 16_383, 32_767, 32_767, -32_767], "<i2").tobytes()


def test_a_streamed_wav_can_be_read() -> None:
    heard = samples_of(wav_header() + pcm(tone(1, rate_hz=SPEAKS_AT_HZ)))
    assert pitch_of(heard, rate_hz=LISTENS_AT_HZ) == pytest.approx(440, abs=2)
