"""When a transcript is doubtful: it may be of something else than speech, or of other words."""

from voice.listener import Transcript

LEAST_LOGPROB = -0.9
MOST_NO_SPEECH = 0.5
MOST_COMPRESSION = 2.0


def is_doubtful(transcript: Transcript) -> bool:
    """True where a part of it is improbable, may be no speech, or repeats itself. Nothing heard leaves nothing to doubt."""
    return any(
        part.avg_logprob < LEAST_LOGPROB or part.no_speech_prob > MOST_NO_SPEECH or part.compression_ratio > MOST_COMPRESSION
        for part in transcript.parts
        if part.text
    )
