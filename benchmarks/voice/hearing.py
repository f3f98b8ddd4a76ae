"""What the local voice hears: commands by three synthetic voices under all conditions, other talk and noises, over HTTP, with its latency.

The ear is told what it is told in a call, and what was heard is judged by what a call does with it (`deeds`): right if that is the same as
with what was said; asked back if it is doubtful, or if nothing is done. A part of the commands, others in each run, the same in all
conditions of a voice; with `PROOFS=1` 200 for each voice and condition, which takes some hours, or `VOICE_MINUTES`: the cells grow evenly,
and what they have by then is told. The colloquial ones have no marks: such voices speak them like no person.
"""

import asyncio
import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, perf_counter

import httpx2
import numpy as np
from openai.types.audio import TranscriptionVerbose

from benchmarks.record import Figure, Measured, Picture
from benchmarks.voice.deeds import Expected, Outcome, expected_in, judgements
from benchmarks.voice.sounds import babble, by_telephone, mixed, noises, padded, pink, voices
from briefing.understanding.understanding import understand
from providers.models.ear_doubt import HeardSigns, confidence, is_in_doubt
from providers.models.heard_again import as_prompt, may_have_been, settled
from providers.models.service_stt import signs_in
from tests.randomness import chance, times
from tests.servers.voice import real_voice
from tests.utility.script import OPENED_BY, Said, said_in, unwanted, wanted
from tests.voice.waves import wav_of
from voice.listener import LISTENS_AT_HZ, Samples

PLAIN, COLLOQUIAL, IDLE = "plain", "colloquial", "nothing"
EACH = times(4, in_proofs=200)
COLLOQUIAL_EACH = times(1, in_proofs=60)
NOISES = times(2, in_proofs=12)
"""Of each of six kinds: 12 of them are 102 seconds."""
NON_COMMANDS = times(4, in_proofs=34)
"""By each voice, of the lines of the utility set that want nothing."""
MINUTES = float(os.environ.get("VOICE_MINUTES", "600"))
LONGEST_WORDS = 7
NATURAL = "piper"
SLOWEST_S = 0.7
MOST_WRONG = 0.5

OTHER_TALK = (
    "The weather in Lisbon is lovely at this time of year.", "My sister plays the cello in a small orchestra.",
    "I think we should have pasta for dinner tonight.", "The train to Hamburg leaves at a quarter past nine.",
    "Did you see the football match last night?", "He never told me where he had put the keys.", "Could you pass me the salt, please?",
    "The children are building a castle in the garden.", "Let us talk about something completely different.",
    "I have been working here for eleven years.", "Put the kettle on, would you?", "The museum is closed on Mondays.",
    "She said it was the best film of the year.", "There is a strange noise in the engine.", "We need more milk and some bread.",
    "It was raining all afternoon in the mountains.",
)  # fmt: skip

NOTHING = Said(words="", open="boiler", scene=(OPENED_BY["boiler"],), effects=())

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
    """One utterance, and what became of it. Without words for noises and other talk."""

    kind: str
    voice: str
    condition: str
    said: Said
    heard: str
    doubtful: bool
    seconds: float
    again: bool = False
    """Whether it was heard a second time."""
    outcome: Outcome = Outcome.RIGHT
    harms: bool = False
    """Whether something is deleted, is on its way or is agreed to, though nobody said so."""


def plain() -> Sequence[Said]:
    """Commands as people say them plainly."""
    return list(said_in(Path(__file__).with_name("plain.txt")))


def colloquial() -> Sequence[Said]:
    """Those of the utility set that the rules understand: short, one at a time, and without dictation and figures."""
    short = {each.words: each for each in wanted() if len(each.words.split()) <= LONGEST_WORDS}
    return [each for words, each in short.items() if _is_one_command(words) and not any(letter.isdigit() for letter in words)]


def _is_one_command(words: str) -> bool:
    read = understand(words)
    return len(read.wishes) == 1 and read.command is not None and not read.command.text and not read.depends


class Ear:
    """The server's transcription, asked as the worker asks it."""

    def __init__(self, origin: str, expected: Mapping[tuple[str, ...], Expected]) -> None:
        # none is kept: on a loaded machine the server may close it between two utterances, just when it is asked
        self._http = httpx2.Client(base_url=origin, timeout=120, limits=httpx2.Limits(max_keepalive_connections=0))
        self._expected = expected

    def hear(self, kind: str, voice: str, condition: str, said: Said, sound: Samples) -> HeardCommand:
        wav, told = wav_of(sound, rate_hz=LISTENS_AT_HZ), self._expected[said.scene]
        began = perf_counter()
        signs = self._signs(wav, told.prompt)
        forms = told.may_say.forms((signs.text, signs.second or ""))
        if near := may_have_been(signs, forms):
            signs = settled(signs, self._signs(wav, as_prompt(near)), near, forms)
        seconds = perf_counter() - began
        doubtful = is_in_doubt(confidence(signs))
        return HeardCommand(
            kind=kind, voice=voice, condition=condition, said=said, heard=signs.text, doubtful=doubtful, seconds=seconds, again=bool(near)
        )

    def _signs(self, wav: bytes, prompt: str) -> HeardSigns:
        form = {"prompt": prompt, "response_format": "verbose_json", "language": "en"}
        answer = self._http.post("/v1/audio/transcriptions", files={"file": ("a.wav", wav)}, data=form).raise_for_status()
        return signs_in(TranscriptionVerbose.model_validate(answer.json()))


def heard_of_all(origin: str, folder: Path) -> list[HeardCommand]:
    by = {voice: cache(say) for voice, say in voices(origin).items()}
    talk = [say(sentence, 1.0) for say in by.values() for sentence in OTHER_TALK]
    commands = {PLAIN: (plain(), EACH), COLLOQUIAL: (colloquial(), COLLOQUIAL_EACH)}
    drawn = {(kind, voice): chance(kind, voice).sample(of, min(each, len(of))) for kind, (of, each) in commands.items() for voice in by}
    rounds = sorted(
        ((number / len(of), kind, voice, said) for (kind, voice), of in drawn.items() for number, said in enumerate(of)), key=itemgetter(0)
    )
    some = [(kind, voice, condition, said) for _, kind, voice, said in rounds for condition in CONDITIONS]
    idle = [(voice, said) for voice in by for said in chance("unwanted", voice).sample(unwanted(), NON_COMMANDS)]
    print(f"{len(some)} commands by {len(by)} voices in {len(CONDITIONS)} conditions, {MINUTES:g} minutes at most", flush=True)
    ear = Ear(origin, asyncio.run(expected_in([NOTHING, *(said for *_, said in some), *(said for _, said in idle)], folder)))
    began, heard = monotonic(), list[HeardCommand]()
    for voice, said in idle:
        heard.append(ear.hear(IDLE, voice, "want nothing", said, padded(by[voice](said.words, 1.0))))
    for voice, say in by.items():
        for sentence in OTHER_TALK[:: times(4, in_proofs=1)]:
            heard.append(ear.hear(IDLE, voice, "other talk", NOTHING, padded(say(sentence, 1.0))))
    for name, made in noises(talk, NOISES).items():
        heard += [ear.hear(IDLE, "noise", name, NOTHING, sound) for sound in made]
    for kind, voice, condition, said in some:
        if monotonic() - began > 60 * MINUTES:
            break
        speed, spoil = CONDITIONS[condition]
        heard.append(ear.hear(kind, voice, condition, said, spoil(padded(by[voice](said.words, speed)), talk)))
    print(f"{len(heard)} heard in {(monotonic() - began) / 60:.1f} minutes", flush=True)
    return heard


def judged(heard: Sequence[HeardCommand], folder: Path) -> list[HeardCommand]:
    """With what became of each."""
    judgement = asyncio.run(judgements(((each.said, each.heard) for each in heard if not each.doubtful), folder))
    return [
        replace(each, outcome=judgement[each.said, each.heard].outcome, harms=judgement[each.said, each.heard].harms)
        if not each.doubtful
        else replace(each, outcome=Outcome.ASKED if each.said.words else Outcome.RIGHT)
        for each in heard
    ]


def main() -> Measured:
    """A table, its figures and the latency of each transcription."""
    with TemporaryDirectory() as folder, real_voice(Path(folder)) as origin:
        heard = judged(heard_of_all(origin, Path(folder) / "prompts"), Path(folder) / "deeds")
    commands, nothing = [each for each in heard if each.kind == PLAIN], [each for each in heard if each.kind == IDLE]
    loose = [each for each in heard if each.kind == COLLOQUIAL]
    by = sorted({each.voice for each in commands}, key=lambda voice: voice != NATURAL)
    table = {voice: {condition: share(commands, voice, condition) for condition in CONDITIONS} for voice in by}
    print("right, asked back, wrong in %: plain commands; colloquial ones")
    for voice in by:
        for condition in CONDITIONS:
            shares = (*table[voice][condition], *share(loose, voice, condition))
            print(f"{voice:8} {condition:14}" + "".join(f"{percent:7.0f}" for percent in shares))
    for each in heard:
        if each.outcome is Outcome.WRONG:
            print(f"wrong{', and harms' if each.harms else ''}: {each.kind}, {each.voice}, {each.condition}: {each.said} -> {each.heard!r}")
    seconds = [each.seconds for each in heard]
    return Measured(
        figures=[
            *(_not_right(table, voice, condition) for condition in LEAST_RIGHT for voice in by),
            Figure(what="commands heard as another, %", measured=share(commands)[2], at_most=MOST_WRONG),
            Figure(what="of them a deletion, a sending or a yes", measured=sum(each.harms for each in commands), at_most=0),
            Figure(
                what="other talk and noises heard as a command", measured=sum(each.outcome is Outcome.WRONG for each in nothing), at_most=0
            ),
            Figure(what="of which heard twice, %", measured=100 * sum(each.again for each in heard) / max(1, len(heard))),
            Figure(what="colloquial commands heard right, %", measured=share(loose)[0]),
            Figure(what="colloquial commands heard as another, %", measured=share(loose)[2]),
            Figure(what="of those a deletion, a sending or a yes", measured=sum(each.harms for each in loose)),
            Figure(what="transcription, median, s", measured=float(np.median(seconds))),
            Figure(what="transcription, p95, s", measured=float(np.percentile(seconds, 95)), at_most=SLOWEST_S),
        ],
        numbers={
            "table": table,
            "colloquial": {voice: {condition: share(loose, voice, condition) for condition in CONDITIONS} for voice in by},
            "utterances": len(heard),
            "of each cell": Counter(f"{each.voice} {each.condition}" for each in commands),
            "heard": [
                (each.kind, each.voice, each.condition, each.said.words, each.heard, each.outcome, each.again, round(each.seconds, 2))
                for each in heard
            ],
        },
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
    right, asked, wrong = (100 * counts[outcome] / max(1, len(some)) for outcome in Outcome)
    return right, asked, wrong
