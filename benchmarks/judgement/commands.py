"""Plain commands with fillers in mid-sentence, and as a recogniser mishears them: right, or something else done.

`said/` holds them in two parts. Under `[fillers]` stand commands, each of which is said with each of the fillers named there at each place
between its words, with commas around it and without. Under `[misheard]` a line has the command, and behind the `=` what was written of it.
Under `[nothing]` stands what wants nothing of us. A line is right where each of its wishes is the command's own, and asked back where the
right command is ("Did you say ...?"), as where a change was misheard. What is not understood is refused, and does nothing.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import takewhile
from pathlib import Path

from benchmarks.judgement.labelled import NOW, Part
from benchmarks.record import Figure, Measured
from briefing.mail_action import MailAction
from briefing.understanding.command_grammar.described_mails import described
from briefing.understanding.command_grammar.narrowing import narrowed
from briefing.understanding.commands import Command, CommandKind
from briefing.understanding.hearing.likely_form import probably
from briefing.understanding.times.when import moment_of
from briefing.understanding.understanding import Understanding, understand
from briefing.words import split_words

SAID = Path(__file__).parent / "said"
_HARMS = frozenset({MailAction.DELETE, MailAction.REPORT_SPAM, CommandKind.BULK, CommandKind.UNSUBSCRIBE, CommandKind.SEND,
    CommandKind.SEND_LATER, CommandKind.FORGET_TALK})  # fmt: skip
_CALLS_TO_WAIT = frozenset({"hang on", "hold on"})
_PRINTED = 60


class Became(StrEnum):
    RIGHT = "right"
    ASKED = "asked back"
    REFUSED = "refused"
    WRONG = "wrong"
    HARMFUL = "harmful"


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """One line as it was heard, and the command that was said; none where nothing was wanted."""

    kind: str
    line: str
    said: str = ""


def main() -> Measured:
    figures: list[Figure] = []
    numbers: dict[str, object] = {}
    for part in Part:
        became = [(each, judged(each)) for each in heard(part)]
        for kind in dict.fromkeys(each.kind for each, _ in became):
            counts = Counter(found for each, found in became if each.kind == kind)
            numbers[f"{part} {kind}"] = {str(each): counts[each] for each in Became}
            figures += _figures(f"{part}: {kind}", counts, judges=part is Part.TEST)
        if part is Part.TUNE:
            wrong = [f"{found}: {each.line!r} ({each.said})" for each, found in became if found not in {Became.RIGHT, Became.ASKED}]
            print(*wrong[:: max(1, len(wrong) // _PRINTED)], sep="\n")
    return Measured(figures=figures, numbers=numbers)


def _figures(what: str, counts: Counter[Became], *, judges: bool) -> Iterator[Figure]:
    """With marks for the part to test on."""
    lines = counts.total()
    understood = (counts[Became.RIGHT] + counts[Became.ASKED]) / lines
    yield Figure(what=f"{what}, neither right nor asked back, share of {lines}", measured=1 - understood, at_most=0.02 if judges else None)
    yield Figure(what=f"{what}, asked back", measured=counts[Became.ASKED] / lines)
    wrong = (counts[Became.WRONG] + counts[Became.HARMFUL]) / lines
    yield Figure(what=f"{what}, something else done", measured=wrong, at_most=0.002 if judges else None)
    yield Figure(what=f"{what}, something else deleted or sent", measured=counts[Became.HARMFUL], at_most=0)


def judged(heard: Heard) -> Became:
    line = understand(heard.line)
    done, meant = _done(line), _done(understand(heard.said))
    if _same(done, meant):
        return Became.RIGHT
    if (guess := probably(line)) is not None and guess.command is not None and _same([guess.command], meant):
        return Became.ASKED
    if _same(done, meant[: len(done)]) or (len(done) == len(meant) and all(map(_names_nobody, done, meant))):
        return Became.REFUSED
    return Became.HARMFUL if any(each not in meant and each.meant in _HARMS for each in done) else Became.WRONG


def _done(line: Understanding) -> list[Command]:
    """What is done without a model: the wishes up to the first that is not plain."""
    plain = takewhile(lambda wish: wish.is_plain, line.wishes if len(line.wishes) > 1 else ())
    return [wish.command for wish in plain if wish.command is not None] if len(line.wishes) > 1 else [line.command] if line.command else []


def _same(done: Sequence[Command], meant: Sequence[Command]) -> bool:
    return len(done) == len(meant) and all(map(_is_same, done, meant))


def _is_same(done: Command, meant: Command) -> bool:
    """Whether it is the same, however it was said when and which mails. Of a text no word is lost; it is read out before it leaves."""
    kept = iter(split_words(done.text))
    return (
        replace(done, target="", when="", text="") == replace(meant, target="", when="", text="")
        and (done.target == meant.target or any(_same_mails(read(done.target), read(meant.target)) for read in (described, narrowed)))
        and (done.when == meant.when or moment_of(done.when, NOW) == moment_of(meant.when, NOW) is not None)
        and all(word in kept for word in split_words(meant.text))
    )


def _same_mails(done: object, meant: object) -> bool:
    return done is not None and done == meant


def _names_nobody(done: Command, meant: Command) -> bool:
    """Whether it does the same to something of another name: nothing is called that, so it is asked about."""
    if done.loosely and done.meant == meant.meant:
        return True
    named, wanted = (f"{each.target} {each.mail} {each.who}".strip() for each in (done, meant))
    return (done.kind, done.action) == (meant.kind, meant.action) and bool(named) and named != wanted


def heard(part: Part) -> Iterator[Heard]:
    kind, fillers = "", list[str]()
    for line in (SAID / f"{part}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            kind, _, named = line[1:].partition("]")
            fillers = [each.strip() for each in named.split(";")]
        elif line and not line.startswith("#"):
            match kind:
                case "fillers":
                    yield from (Heard(kind=kind, line=each, said=line) for each in with_fillers(line, fillers))
                case "misheard":
                    said, _, lines = line.partition(" = ")
                    yield from (Heard(kind=kind, line=each, said=said) for each in lines.split("; "))
                case _:
                    yield Heard(kind=kind, line=line)


def with_fillers(line: str, fillers: list[str]) -> Iterator[str]:
    words = line.split()
    for place in range(1, len(words)):
        before, behind = " ".join(words[:place]), " ".join(words[place:])
        for filler in fillers:
            if filler in _CALLS_TO_WAIT and understand(before).command is not None:
                continue  # it takes that back
            yield f"{before} {filler} {behind}"
            yield f"{before}, {filler}, {behind}"
