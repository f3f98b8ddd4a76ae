"""Tells what came of work: short, then all of it if the user wants that. It may quote mail, so a model gets it as data."""

import asyncio
import contextlib
from functools import partial

from briefing.speech.content.splitting import sentences
from briefing.speech.content.whole_mail import pieces_of
from briefing.speech.sentences import about_the_team as words
from briefing.speech.wording.speakable import speakable
from briefing.understanding.command_grammar.team_words.wanted_work import told_when
from briefing.understanding.times.when import between, moment_of
from session.call import Call
from session.dialogue import Offer, Offered
from session.outcome import Outcome, SkillRefusedError
from session.passages import Passage, PassageRole
from session.skills.team.at_the_desk import desk_of
from session.skills.team.team_desk import TeamDesk, UntoldItem, reaching_the_team
from session.untrusted import as_data
from storage.database import DatabaseUnavailableError
from team.records import ItemState

MOST_READ = 20_000


def is_due(call: Call, news: UntoldItem) -> bool:
    """Whether it may be told unasked: the user may have said when they want to hear of it, and that stands in their words."""
    if news.task is None or not (when := told_when(news.task.text)):
        return True
    at = moment_of(when, news.task.created_at.astimezone(call.now().tzinfo))
    return at is None or between(at, call.now()).total_seconds() >= 0


def in_short(news: UntoldItem) -> str:
    return words.news(news.matter, news.item.summary)


async def tell_next(call: Call, desk: TeamDesk) -> Outcome:
    """The oldest that the user has not heard; it counts as told once it was."""
    news = desk.unread[0]
    desk.when_heard[in_short(news)] = partial(was_told, call, desk, news)
    passages = _passages(call, news)
    call.dialogue.say(*passages, again=partial(again, call, news))
    data = as_data({"summary": news.item.summary, "waiting_beside": len(desk.unread) - 1})
    return Outcome(spoken=passages, what="", data=data, verbatim=True)


def _passages(call: Call, news: UntoldItem) -> tuple[Passage, ...]:
    said = Passage(in_short(news))
    if not news.has_more:
        return (said,)
    offer(call, news)
    return said, Passage(words.IN_FULL)


def offer(call: Call, news: UntoldItem) -> None:
    """A yes reads all of it."""
    call.dialogue.note(Offered(Offer.HEAR_RESULT, (news.item.item_id,)))


def was_told(call: Call, desk: TeamDesk, news: UntoldItem) -> None:
    """It was heard to its end."""
    if news.item.item_id not in desk.told:
        desk.was_told(news)
        call.background.start("note what was told of the team", _mark(desk, news))


async def _mark(desk: TeamDesk, news: UntoldItem) -> None:
    with contextlib.suppress(DatabaseUnavailableError):  # then it is told once more, in the next call
        await desk.store.items.mark(desk.owner, news.item.item_id, ItemState.OPEN)


async def read_in_full(call: Call, item_id: str) -> Outcome:
    """All of it, in pieces that are heard or not heard by themselves."""
    desk = desk_of(call)
    async with reaching_the_team():
        item = next((each for each in await desk.store.items.items(desk.owner) if each.item_id == item_id), None)
        if item is None:
            raise SkillRefusedError(words.RESULT_GONE)
        full = (await desk.store.items.full_text(desk.owner, item))[:MOST_READ]
    passages = tuple(Passage(piece, role=PassageRole.RESULT) for piece in await asyncio.to_thread(_pieces, full))
    passages = passages or (Passage(words.NOTHING_TO_READ),)
    call.dialogue.say(*passages)
    return Outcome(spoken=passages, what="", data=as_data({"result": full}), verbatim=True)


def _pieces(full: str) -> list[str]:
    return pieces_of([each for line in full.splitlines() for each in sentences(speakable(line))])


async def again(call: Call, news: UntoldItem) -> Outcome:
    return Outcome(spoken=_passages(call, news), what="", data=as_data({"summary": news.item.summary}))
