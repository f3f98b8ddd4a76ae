"""Words that are wrong in dictated replies, of a hundred that were said, by each voice; names apart.

The ear is told what it is told in a call in which a draft was begun. Sentences of what people write, none with figures, which have more
than one spelling.
"""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.record import Figure, Measured
from benchmarks.voice.deeds import expected_in
from benchmarks.voice.hearing import IDLE, NATURAL, Ear
from benchmarks.voice.sounds import padded, voices
from briefing.words import split_words
from tests.randomness import some
from tests.servers.voice import real_voice
from tests.utility.script import OPENED_BY, Said

MOST_WRONG = 8.0
NAMES = frozenset(split_words("Tomasz Priya Peter Ruth Hillmark Anna"))
FEW = 6
SENTENCES = (
    "Thank you for letting me know, I will be at home all afternoon.", "Tuesday works for me, but I have to leave before noon.",
    "Could you send me the invoice again, please? I cannot open the file.", "I am sorry for the late answer, last week was very busy.",
    "Please tell Tomasz that the key is with the neighbours.", "Let us meet in front of the station and walk from there.",
    "I agree with everything except the second point.", "Has anybody looked at the boiler since the winter?",
    "The children have the day off, so we would like to come a little earlier.", "I will ask Priya and come back to you tomorrow.",
    "That is very kind of you, but we have already bought the tickets.", "Please take my name off the list for the trip.",
    "My plane lands late in the evening, so do not wait for me with dinner.", "The second offer is cheaper, and the garden is larger.",
    "Would it be possible to pay in two parts?", "I have read the contract and have no further questions.",
    "Ruth cannot come, but she sends her best wishes.", "We should talk about the budget before the meeting starts.",
    "The parcel arrived this morning, and nothing was broken.", "Please remind Peter that the rent is due at the end of the month.",
    "I would rather have the window seat if there is one left.", "The slides look good, only the last picture is too dark.",
    "Can we move our call to the afternoon?", "I hope you feel better soon.",
)  # fmt: skip


def wrong_words(said: str, heard: str, *, names: frozenset[str] = NAMES) -> tuple[int, int]:
    """The least number of words to change, leave out or add, and how many were said. A name may be heard as anything."""
    wanted, got = split_words(said), split_words(heard)
    row = list(range(len(got) + 1))
    for word in wanted:
        cost = 0 if word in names else 1
        before, row = row, [row[0] + cost]
        for place, other in enumerate(got):
            row.append(min(before[place] + (cost if word != other else 0), before[place + 1] + cost, row[-1] + 1))
    return row[-1], sum(word not in names for word in wanted)


def main() -> Measured:
    draft = Said(words="", open="boiler", scene=(OPENED_BY["boiler"], "reply that Tuesday works"), effects=())
    sentences = some(SENTENCES, FEW)
    rates = dict[str, float]()
    with TemporaryDirectory() as folder, real_voice(Path(folder)) as origin:
        ear = Ear(origin, asyncio.run(expected_in([draft], Path(folder) / "calls")))
        for voice, say in voices(origin).items():
            heard = [ear.hear(IDLE, voice, "dictated", draft, padded(say(sentence, 1.0))).heard for sentence in sentences]
            rates[voice] = rate(sentences, heard)
    return Measured(
        figures=[
            Figure(what=f"words wrong in dictation, {voice}, %", measured=percent, at_most=MOST_WRONG if voice == NATURAL else None)
            for voice, percent in rates.items()
        ],
        numbers={"sentences": len(sentences), "rates": rates},
    )


def rate(said: Sequence[str], heard: Sequence[str]) -> float:
    """In per cent."""
    counts = [wrong_words(one, other) for one, other in zip(said, heard, strict=True)]
    return 100 * sum(wrong for wrong, _ in counts) / max(1, sum(words for _, words in counts))
