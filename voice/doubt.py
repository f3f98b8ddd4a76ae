"""When a transcript is doubtful: it may be of something else than speech, or of other words.

Measured with tiny.en, 35 commands, 16 other sentences, three dictations and 48 noises, by Piper, espeak and two voices of flite; clean, by
telephone, in pink noise at 10 and 0 dB and with three people talking at 10 and 3 dB; with the commands as the prompt. With these marks, all
four commands that were heard as another are doubtful, so are the one command and the 14 other texts that were heard in noises and babble,
and 29 of 39 that were misheard as no command; of the right ones 2 of 74 clean and 7 of 102 noisy ones are, and none of 12 dictations. At
-0.6 two of the wrong commands would pass (they had -0.53 and -0.54); at -0.4 another three right ones would be doubted. The same voices set
the marks, so those of others may differ.

The log-probability does most of it. Noise has 0.3 and more as its no-speech probability where it is heard at all, right ones 0.16 at most.
A transcript that repeats itself (above 2; others had 1.3 at most) was not among them, but is known of Whisper.
"""

from voice.listener import Transcript

LEAST_LOGPROB = -0.5
MOST_NO_SPEECH = 0.3
MOST_COMPRESSION = 2.0


def is_doubtful(transcript: Transcript) -> bool:
    """True where a part of it is improbable, may be no speech, or repeats itself. Nothing heard leaves nothing to doubt."""
    return any(
        part.avg_logprob < LEAST_LOGPROB or part.no_speech_prob > MOST_NO_SPEECH or part.compression_ratio > MOST_COMPRESSION
        for part in transcript.parts
        if part.text
    )
