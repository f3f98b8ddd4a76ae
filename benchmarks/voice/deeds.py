"""What a call does with what was heard, by what is seen from outside: played over a mailbox of its own, in the scene it is said in.

Two utterances may read differently and do the same, and what reads like a command may name a mail that nobody has, which is asked back.
Only what reads differently is played: most is the same command to the letter.
"""

import asyncio
import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from briefing.mail_action import MailAction
from briefing.understanding.commands import Command
from briefing.understanding.confirmation import Confirmation
from briefing.understanding.hearing.plain_forms import MaySay
from briefing.understanding.understanding import understand
from providers.models.ear_doubt import agrees
from session.turn.known_names import put_right
from session.turn.likely_words import likely_words, plain_now
from tests.servers.smtp import smtp_server
from tests.tasks.checks import World
from tests.utility.judging import NOT_UNDERSTOOD, Played
from tests.utility.script import Said
from tests.utility.stage import play, scene_of

AT_ONCE = 2
NOTHING_DONE = re.compile(
    rf"^$|^All right\.$|{NOT_UNDERSTOOD.pattern}|I (?:found no|have no|know no) |There is no |did not go through|[Ww]hich one|Do you mean"
)
"""Answers that neither do nor tell anything: the user says it again."""


class Outcome(StrEnum):
    RIGHT = "right"
    ASKED = "asked back"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    outcome: Outcome
    harms: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """What came of some words. `done` leaves out how a draft is worded, which is read out before it leaves."""

    done: Hashable
    drafted: Hashable
    said: str
    changes: bool
    harms: bool
    """Something was deleted, or is on its way."""

    @property
    def is_nothing(self) -> bool:
        return not self.changes and NOTHING_DONE.search(self.said) is not None


@dataclass(frozen=True, slots=True)
class Expected:
    """What the ear is told: at first, and of the plain forms that it may have been where that was not plain."""

    prompt: str
    may_say: MaySay


async def expected_in(cases: Iterable[Said], folder: Path) -> Mapping[tuple[str, ...], Expected]:
    """By scene."""
    found = dict[tuple[str, ...], Expected]()
    async with smtp_server() as desk:
        for case in cases:
            if case.scene not in found:
                async with scene_of(case, folder / str(len(found)), desk) as scene:
                    found[case.scene] = Expected(likely_words(scene.call, private=True), plain_now(scene.call))
    return found


async def judgements(heard: Iterable[tuple[Said, str]], folder: Path) -> Mapping[tuple[Said, str], Judgement]:
    """What became of each utterance that was heard without doubt; one without words should do nothing."""
    pairs = list(dict.fromkeys(heard))
    names = await _names_put_right(pairs, folder / "names")
    read = {pair: _by_reading(pair[0].words, names[pair]) for pair in pairs}
    unsure = [(said, names[said, words]) for (said, words), judgement in read.items() if judgement is None]
    deeds = await _deeds_of([case for said, words in unsure for case in (said, replace(said, words=words)) if case.words], folder / "deeds")
    return {
        (said, words): judgement or _by_deed(said, names[said, words], deeds.get(said), deeds[replace(said, words=names[said, words])])
        for (said, words), judgement in read.items()
    }


def _by_reading(said: str, heard: str) -> Judgement | None:
    """None where it has to be played."""
    found = _meaning(heard)
    if found is None:
        return Judgement(outcome=Outcome.ASKED if said else Outcome.RIGHT)
    return Judgement(outcome=Outcome.RIGHT) if said and found == _meaning(said) else None


def _by_deed(said: Said, heard: str, meant: Deed | None, done: Deed) -> Judgement:
    if done.is_nothing:
        return Judgement(outcome=Outcome.ASKED if said.words else Outcome.RIGHT)
    if meant is not None and done.done == meant.done and (done.changes or done.said == meant.said):
        return Judgement(outcome=Outcome.RIGHT if done.drafted == meant.drafted else Outcome.ASKED)
    return Judgement(outcome=Outcome.WRONG, harms=agrees(heard) or (done.harms and not (meant and meant.harms)))


def _meaning(words: str) -> Hashable:
    """What the rules make of it; none if that is nothing."""
    wishes = [wish.words for wish in understand(words).wishes]
    parts = [_one_meaning(wish) for wish in wishes] if len(wishes) > 1 else [_one_meaning(words)]
    return tuple(parts) if all(part is not None for part in parts) else None


def _one_meaning(words: str) -> Command | Confirmation | None:
    read = understand(words)
    answer = read.confirmation()
    return read.command or (answer if answer in {Confirmation.YES, Confirmation.NO} else None)


async def _names_put_right(pairs: Iterable[tuple[Said, str]], folder: Path) -> Mapping[tuple[Said, str], str]:
    by_scene = defaultdict[tuple[str, ...], list[tuple[Said, str]]](list)
    for pair in pairs:
        by_scene[pair[0].scene].append(pair)
    right = dict[tuple[Said, str], str]()
    async with smtp_server() as desk:
        for number, some in enumerate(by_scene.values()):
            async with scene_of(some[0][0], folder / str(number), desk) as scene:
                right |= {pair: put_right(scene.call, pair[1]) for pair in some}
    return right


async def _deeds_of(cases: Iterable[Said], folder: Path) -> Mapping[Said, Deed]:
    room, some = asyncio.Semaphore(AT_ONCE), list(dict.fromkeys(cases))
    async with smtp_server() as desk:

        async def one(case: Said, place: Path) -> Deed:
            async with room:
                return _deed_in(await play(case, place, desk))

        deeds = await asyncio.gather(*(one(case, folder / str(number)) for number, case in enumerate(some)))
    return dict(zip(some, deeds, strict=True))


def _deed_in(played: Played) -> Deed:
    before, after = played.before, played.after
    known = {entry.key for entry in before.journal}
    leaves = len(after.waiting) + len(after.taken) > len(before.waiting) + len(before.taken)
    moved = played.told != played.told_before
    return Deed(
        done=(_seen(after), played.told),
        drafted=_drafted(after),
        said=played.said.strip(),
        changes=moved or (_seen(after), _drafted(after)) != (_seen(before), _drafted(before)),
        harms=leaves or any(entry.action is MailAction.DELETE for entry in after.journal if entry.key not in known),
    )


def _seen(world: World) -> Hashable:
    places = frozenset((name, folder, flags.replace("R", "")) for name, (folder, flags) in world.places.items())
    journal = sorted(f"{entry.action} {entry.mail_id.partition(':')[2]} {entry.outcome} {entry.until}" for entry in world.journal)
    drafts = sorted(f"{draft.to} {draft.cc} {draft.bcc}" for draft in world.drafts)
    return places, tuple(journal), tuple(drafts), tuple(news.to for news in world.waiting), len(world.taken)


def _drafted(world: World) -> Hashable:
    return tuple(sorted(" ".join(re.findall(r"\w+", f"{draft.subject} {draft.body}".lower())) for draft in world.drafts))
