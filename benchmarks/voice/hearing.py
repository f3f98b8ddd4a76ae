"""What the local voice hears: commands by three synthetic voices under all conditions, other talk and noises, over HTTP, with its latency.

What was heard is judged by what the rules make of it: right if it means the same as what was said; asked back if it is doubtful, means
nothing, or is a yes that is not heard without the prompt; wrong otherwise. A part of the commands, others in each run; with `PROOFS=1` 200
for each voice and condition, which takes more than an hour.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import httpx2
import numpy as np
from openai.types.audio import TranscriptionVerbose

from benchmarks.record import Figure, Measured, Picture
from benchmarks.voice.sounds import babble, by_telephone, mixed, noises, padded, pink, voices
from briefing.mail_action import MailAction
from briefing.understanding.commands import Command, CommandKind
from briefing.understanding.confirmation import Confirmation
from briefing.understanding.understanding import understand
from providers.models.ear_doubt import confidence, is_in_doubt
from providers.models.service_stt import signs_in
from tests.randomness import chance, times
from tests.servers.voice import real_voice
from tests.utility.script import wanted
from tests.voice.waves import wav_of
from voice.listener import LISTENS_AT_HZ, Samples

EACH = times(5, in_proofs=200)
NOISES = times(2, in_proofs=40)
LONGEST_WORDS = 7
NATURAL = "piper"
SLOWEST_S = 0.7
MOST_WRONG = 0.5

PROMPT = (
    "Next. Archive it. Mark this as unread. Mark it as read. Flag it. Delete it. Yes. No. Undo that. Go back. Skip this one. "
    "What did I skip? Repeat that. Reply. Send it. Snooze it until tomorrow. Who is it from? How many are left? Read the whole thing. "
    "Forward it. Stop. Tomasz, Swiftpost, Hillmark, Brightwave, Northgate, Peter Lindqvist, Priya, Oakfield."
)
"""What may be said, as a call gives it to the ear."""

OTHER_TALK = (
    "The weather in Lisbon is lovely at this time of year.", "My sister plays the cello in a small orchestra.",
    "I think we should have pasta for dinner tonight.", "The train to Hamburg leaves at a quarter past nine.",
    "Did you see the football match last night?", "He never told me where he had put the keys.", "Could you pass me the salt, please?",
    "The children are building a castle in the garden.", "Let us talk about something completely different.",
    "I have been working here for eleven years.", "Put the kettle on, would you?", "The museum is closed on Mondays.",
    "She said it was the best film of the year.", "There is a strange noise in the engine.", "We need more milk and some bread.",
    "It was raining all afternoon in the mountains.",
)  # fmt: skip

Shares = tuple[float, float, float]
"""Right, asked back and wrong, in per cent."""
Spoil = Callable[[Samples, Sequence[Samples]], Samples]
CONDITIONS: Mapping[str, tuple[float, Spoil]] = {
    "clean": (1.0, lambda sound, _: sound),
    "quick": (1.25, lambda sound, _: sound),
    "slow": (0.8, lambda sound, _: sound),
    "pink 20 dB": (1.0, lambda sound, _: mixed(sound, pink(len(sound)), 20)),
    "pink 10 dB": (1.0, lambda sound, _: mixed(sound, pink(len(sound)), 10)),
    "pink 5 dB": (1.0, lambda sound, _: mixed(sound, pink(len(sound)), 5)),
    "babble 20 dB": (1.0, lambda sound, talk: mixed(sound, babble(talk, len(sound)), 20)),
    "babble 10 dB": (1.0, lambda sound, talk: mixed(sound, babble(talk, len(sound)), 10)),
    "telephone": (1.0, lambda sound, _: by_telephone(sound)),
}
"""The speed, and what is done to the sound."""
LEAST_RIGHT = {"clean": (97, 90), "pink 10 dB": (90, 75), "babble 10 dB": (65, 0), "telephone": (90, 80)}
"""In per cent: by the natural voice, and by the others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardCommand:
    """One utterance, and what became of it. `said` is empty for noises."""

    voice: str
    condition: str
    said: str
    heard: str
    outcome: str
    seconds: float

    @property
    def harms(self) -> bool:
        """Whether it would be agreed to, sent or deleted though nobody said so."""
        command = understand(self.heard).command
        acts = command is not None and (command.action is MailAction.DELETE or command.kind is CommandKind.SEND)
        return self.outcome == "wrong" and (acts or _answer(self.heard) is Confirmation.YES)


def meaning(words: str) -> Hashable:
    """What the rules make of it; none if that is nothing."""
    read = understand(words)
    parts = [_meaning(wish.words) for wish in read.wishes] if len(read.wishes) > 1 else [_meaning(words)]
    return tuple(parts) if all(part is not None for part in parts) else None


def _meaning(words: str) -> Command | Confirmation | None:
    return understand(words).command or _answer(words)


def _answer(words: str) -> Confirmation | None:
    found = understand(words).confirmation()
    return found if found in {Confirmation.YES, Confirmation.NO} else None


def utterances() -> Sequence[str]:
    """Commands of the utility set that the rules understand: short, one at a time, and without dictation and figures."""
    short = dict.fromkeys(each.words for each in wanted() if len(each.words.split()) <= LONGEST_WORDS)
    plain = [words for words in short if _is_one_command(words) and not any(letter.isdigit() for letter in words)]
    return [*plain, "yes", "no", "yes please", "no don't"]


def _is_one_command(words: str) -> bool:
    read = understand(words)
    return len(read.wishes) == 1 and read.command is not None and not read.command.text and not read.depends


class Ear:
    """The server's transcription, asked as the worker asks it."""

    def __init__(self, origin: str) -> None:
        self._http = httpx2.Client(base_url=origin, timeout=120)

    def hear(self, voice: str, condition: str, said: str, sound: Samples) -> HeardCommand:
        wav = wav_of(sound, rate_hz=LISTENS_AT_HZ)
        began = perf_counter()
        answer = self._http.post(
            "/v1/audio/transcriptions",
            files={"file": ("a.wav", wav)},
            data={"prompt": PROMPT, "response_format": "verbose_json", "language": "en"},
        ).raise_for_status()
        seconds = perf_counter() - began
        heard = answer.json()
        doubtful = is_in_doubt(confidence(signs_in(TranscriptionVerbose.model_validate(heard))))
        outcome = judged(said, heard["text"], doubtful=doubtful, second=heard.get("second"))
        return HeardCommand(voice=voice, condition=condition, said=said, heard=heard["text"], outcome=outcome, seconds=seconds)


def judged(said: str, heard: str, *, doubtful: bool, second: str | None) -> str:
    """`right`, `asked back` or `wrong`. What is no command is right where it does nothing."""
    found, sought = meaning(heard), meaning(said)
    if _answer(heard) is Confirmation.YES and second is not None and _answer(second) is not Confirmation.YES:
        found = None
    does_nothing = doubtful or found is None
    if sought is None:
        return "right" if does_nothing else "wrong"
    return "asked back" if does_nothing else "right" if found == sought else "wrong"


def heard_of_all(origin: str) -> list[HeardCommand]:
    ear, by = Ear(origin), voices(origin)
    talk = [say(sentence, 1.0) for say in by.values() for sentence in OTHER_TALK]
    commands = utterances()
    print(f"{len(commands)} commands, {EACH} of them for each of {len(by)} voices and {len(CONDITIONS)} conditions", flush=True)
    heard = list[HeardCommand]()
    for voice, say in by.items():
        for condition, (speed, spoil) in CONDITIONS.items():
            some = chance(voice, condition).sample(commands, min(EACH, len(commands)))
            heard += [ear.hear(voice, condition, said, spoil(padded(say(said, speed)), talk)) for said in some]
        heard += [ear.hear(voice, "other talk", "", padded(say(said, 1.0))) for said in OTHER_TALK[:: times(4, in_proofs=1)]]
    for name, made in noises(talk, NOISES).items():
        heard += [ear.hear("noise", name, "", sound) for sound in made]
    return heard


def main() -> Measured:
    """A table, its figures and the latency of each transcription."""
    with TemporaryDirectory() as folder, real_voice(Path(folder)) as origin:
        heard = heard_of_all(origin)
    commands, nothing = [each for each in heard if each.said], [each for each in heard if not each.said]
    by = sorted({each.voice for each in commands}, key=lambda voice: voice != NATURAL)
    table = {voice: {condition: share(commands, voice, condition) for condition in CONDITIONS} for voice in by}
    print("right, asked back, wrong in %")
    for voice in by:
        for condition in CONDITIONS:
            print(f"{voice:8} {condition:14}" + "".join(f"{percent:7.0f}" for percent in table[voice][condition]))
    for each in heard:
        if each.outcome == "wrong":
            print(f"wrong: {each.voice}, {each.condition}: {each.said!r} -> {each.heard!r}")
    seconds = [each.seconds for each in heard]
    return Measured(
        figures=[
            *(_not_right(table, voice, condition) for condition in LEAST_RIGHT for voice in by),
            Figure(what="commands heard as another, %", measured=share(commands)[2], at_most=MOST_WRONG),
            Figure(what="of them a deletion, a sending or a yes", measured=sum(each.harms for each in commands), at_most=0),
            Figure(what="other talk and noises heard as a command", measured=sum(each.outcome == "wrong" for each in nothing), at_most=0),
            Figure(what="transcription, median, s", measured=float(np.median(seconds))),
            Figure(what="transcription, p95, s", measured=float(np.percentile(seconds, 95)), at_most=SLOWEST_S),
        ],
        numbers={"table": table, "utterances": len(heard), "commands for each voice and condition": EACH},
        picture=Picture(
            series={voice: [(number, table[voice][each][0]) for number, each in enumerate(CONDITIONS, start=1)] for voice in by},
            title="Commands heard right: " + ", ".join(f"{number} {each}" for number, each in enumerate(CONDITIONS, start=1)),
            x="condition",
            y="%",
            log=False,
        ),
    )


def _not_right(table: Mapping[str, Mapping[str, Shares]], voice: str, condition: str) -> Figure:
    least = LEAST_RIGHT[condition][voice != NATURAL]
    return Figure(what=f"not right, {voice}, {condition}, %", measured=100 - table[voice][condition][0], at_most=100 - least)


def share(heard: Sequence[HeardCommand], voice: str = "", condition: str = "") -> Shares:
    """Right, asked back and wrong, in per cent."""
    some = [each for each in heard if voice in {"", each.voice} and condition in {"", each.condition}]
    counts = Counter(each.outcome for each in some)
    right, asked, wrong = (100 * counts[outcome] / max(1, len(some)) for outcome in ("right", "asked back", "wrong"))
    return right, asked, wrong
