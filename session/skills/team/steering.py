"""Stops work, has the team pause, and sets it to work again: what is said of it is what the database holds."""

import re
from collections.abc import Sequence

from briefing.speech.sentences import about_the_team as words
from briefing.understanding.command_grammar.command_phrases.team_talk import TeamAsk
from briefing.understanding.command_grammar.team_words.ended_work import PUT_OFF, UNTIL_THEN
from briefing.understanding.commands import CommandKind
from briefing.understanding.evidence import Evidence
from briefing.understanding.telling_words import matter_words
from briefing.understanding.understanding import Understanding
from briefing.words import split_words
from session.call import Call
from session.dialogue import Awaits, SlotAsked
from session.outcome import CameTo, Outcome, SkillRefusedError, saying
from session.passages import Passage, PassageRole
from session.skills.team.at_the_desk import desk_of, the_users_own
from session.skills.team.remembering import said_in
from session.skills.team.team_desk import TeamDesk, UnderWay, reaching_the_team


async def stop(call: Call, about: str = "") -> Outcome:
    """Stop the work that is named, all of it, the only one there is, or what was handed over last in this call."""
    desk = desk_of(call)
    if not the_users_own(call):
        raise SkillRefusedError(words.NOT_SAID)
    async with reaching_the_team():
        under_way = await desk.under_way()
        chosen = chosen_of_those(call, call.dialogue.last) if call.told.open_then == SlotAsked(Awaits.WHICH_TASK) else ()
        named = "" if chosen else _named(call, desk, about)
        meant, is_sure = (_still(under_way, chosen), True) if chosen else _meant(under_way, named, handed=desk.handed)
        if meant and not is_sure:
            return _which(call, desk, meant)
        stopped = [work for work in meant if await desk.store.tasks.stop(desk.owner, work.first.task_id)]
        if not stopped:
            raise SkillRefusedError(words.NOTHING_TO_STOP)
    desk.handed.difference_update(work.first.task_id for work in stopped)
    desk.done[TeamAsk.STOP, call.dialogue.turn] += 1
    return saying(words.stopped([work.matter for work in stopped]), verbatim=True)


def chosen_of_those(call: Call, said: Understanding) -> Sequence[UnderWay]:
    """Which of the tasks that the user was asked about they mean with these words; empty where these answer nothing. Has no effects."""
    asked = call.records.team.which_to_stop if call.records.team is not None else ()
    if (place := _PLACE.fullmatch(said.words.strip())) is not None:
        named = asked if len(asked) <= words.MOST_NAMED else ()  # of more than were told, nobody knows which is the last
        return named[-1:] if place["place"].lower() == "last" else asked[(at := _PLACES.index(place["place"].lower())) : at + 1]
    if len(asked) == 1 and (said.is_idle_yes or (said.command is not None and said.command.kind is CommandKind.YES)):
        return asked
    is_every, names_one = _ALL.fullmatch(said.words) is not None, said.command is None or said.command.kind is CommandKind.JUMP_TO_MAIL
    if not (is_every or (names_one and _telling(said.words))) or _DENIES.search(said.words) is not None or "?" in said.words:
        return ()
    meant, is_sure = _meant(asked, said.words, handed=set())
    return meant if is_sure and (is_every or _only_names(said.words, meant)) else ()


async def pause(call: Call) -> Outcome:
    return await _pause(call, TeamAsk.PAUSE, paused=True)


async def go_on(call: Call) -> Outcome:
    return await _pause(call, TeamAsk.GO_ON, paused=False)


async def _pause(call: Call, ask: TeamAsk, *, paused: bool) -> Outcome:
    desk = desk_of(call)
    _is_wanted(call, ask)
    async with reaching_the_team():
        agents = await desk.store.agents.agents(desk.owner)
        if not agents:
            await desk.store.agents.first_team(desk.owner)
            agents = await desk.store.agents.agents(desk.owner)
        changed = [agent for agent in agents if agent.paused is not paused]
        for agent in changed:
            await desk.store.agents.pause(desk.owner, agent.agent_id, paused=paused)
    if paused:
        return saying(words.PAUSED if changed else words.PAUSED_ALREADY, verbatim=True)
    return saying(words.GOES_ON if changed else words.GOES_ON_ALREADY, verbatim=True)


def _is_wanted(call: Call, ask: TeamAsk) -> None:
    """Raises `SkillRefusedError` where a model wants it and the user did not say so."""
    last = call.dialogue.last
    is_said = last.command is not None and last.command.kind is CommandKind.TEAM and last.command.target == ask
    if not is_said or not the_users_own(call):
        raise SkillRefusedError(words.NOT_SAID)


def _named(call: Call, desk: TeamDesk, about: str) -> str:
    """The user's own words for what is to stop; empty where they only point. Each stop that they said is good for one; of other words, a
    model may take one, if they name in one line what nobody is to do any more. Raises `SkillRefusedError` where no stop is left.
    """
    last, used = call.dialogue.last, desk.done[TeamAsk.STOP, call.dialogue.turn]
    wishes = (last,) if last.command is not None else last.wishes
    commands = [wish.command for wish in wishes if wish.command is not None and wish.command.kind is CommandKind.TEAM]
    said = [command.text.strip() for command in commands if command.target == TeamAsk.STOP]
    is_users = bool(matter_words(about)) and call.dialogue.evidence.says(about)
    if used < len(said):
        return said[used] or (about if is_users else "")
    if said or used or not matter_words(about) or not Evidence((last,)).says(about) or not _asks_to_stop(last):
        raise SkillRefusedError(words.NOT_SAID)
    return about


def _asks_to_stop(last: Understanding) -> bool:
    return may_stop(last.words) and not last.words.rstrip().endswith("?")


def may_stop(said: str) -> bool:
    """Whether a model may take these words for a wish that work stops."""
    return _MAY_STOP.search(said) is not None and _STAYS.search(said) is None


def _meant(under_way: Sequence[UnderWay], said: str, *, handed: set[str]) -> tuple[Sequence[UnderWay], bool]:
    """What these words mean, and whether they mean all of it."""
    if (every := _ALL.fullmatch(said)) is not None:
        return under_way, len(under_way) <= 2 or not every["both"]
    if not (telling := _telling(said)):
        of_this_call = [work for work in under_way if work.first.task_id in handed]
        meant = of_this_call[:1] or under_way
        return meant, len(meant) == 1
    if named := _about(under_way, telling):
        return named, len(named) == 1
    each = [_about(under_way, _telling(part)) for part in _AND.split(said)]
    if len(each) > 1 and all(len(those) == 1 for those in each):
        return list({work.first.task_id: work for those in each for work in those}.values()), True
    return [work for work in under_way if said_in(_matter(work), telling)], False


def _about(under_way: Sequence[UnderWay], telling: frozenset[str]) -> list[UnderWay]:
    return [work for work in under_way if telling and telling <= said_in(_matter(work), telling)]


def _matter(work: UnderWay) -> str:
    return work.matter or words.MISSION


def _telling(said: str) -> frozenset[str]:
    return matter_words(said) - _TELL_NOTHING


def _only_names(said: str, meant: Sequence[UnderWay]) -> bool:
    """Whether they are the words of an answer, and no question or wish in which these tasks are named too: "tell me about the boiler"."""
    clause = _IN_A_CLAUSE.match(said)
    of_theirs = {word for work in meant for word in split_words(_matter(work))} if clause is not None else set[str]()
    return not said.lower().startswith("about ") and _telling(said).union(_OF_AN_ANSWER, of_theirs).issuperset(split_words(said))


def _still(under_way: Sequence[UnderWay], chosen: Sequence[UnderWay]) -> list[UnderWay]:
    wanted = {work.first.task_id for work in chosen}
    return [work for work in under_way if work.first.task_id in wanted]


def _which(call: Call, desk: TeamDesk, meant: Sequence[UnderWay]) -> Outcome:
    desk.which_to_stop = tuple(meant)
    call.dialogue.note(SlotAsked(Awaits.WHICH_TASK))
    told = [work.matter for work in meant]
    asked = words.not_quite_that(told[0]) if len(told) == 1 else words.which_to_stop(told)
    spoken = call.dialogue.say(Passage(asked, role=PassageRole.QUESTION))
    return Outcome(spoken=spoken, happened=CameTo.ASKED, what="Asked which one shall stop.", verbatim=True)


_ALL = re.compile(
    r"(?:all|(?P<both>both)|everything)(?: of)?(?: (?:it|that|this|them|these|those))?(?: (?:the|my|your|their))?"
    r"(?: (?:tasks?|work|research|things?))?(?: i asked for| (?:the team|they) (?:is|are) (?:doing|working on|at))?\W*",
    re.IGNORECASE,
)
_PLACES = ("first", "second", "third")
_PLACE = re.compile(rf"(?:please )?(?:the )?(?P<place>{'|'.join(_PLACES)}|last)(?: one| task)?(?: please)?[\s.!]*", re.IGNORECASE)
_AND = re.compile(r",? and (?:also )?|, ", re.IGNORECASE)
_TELL_NOTHING = frozenset(
    {"stop", "thing", "things", "stuff", "task", "tasks", "research", "work", "working", "job", "jobs", "matter", "business", "one", "ones"}
)
_OF_AN_ANSWER = _TELL_NOTHING | {
    "the", "a", "an", "my", "our", "that", "please", "just", "okay", "ok", "well", "hm", "um", "uh", "oh", "drop", "cancel", "about", "on",
    "with", "from", "of", "for", "and", "also", "both", "s",
}  # fmt: skip
_IN_A_CLAUSE = re.compile(r"(?:please )?(?:(?:stop|drop|cancel)|(?:the )?(?:one|task) (?:about|on|with)) (?=\w)", re.IGNORECASE)
"""Before a task that is told as a question: "the one about who owes us money"."""
_DENIES = re.compile(r"\b(?:not|no|none|neither|nor|except|but|\w+n['\u2019]t)\b", re.IGNORECASE)
_MAY_STOP = re.compile(
    r"\b(?:stop|drop|cancel|abandon|forget|enough|scrap|quit|call off|leave off|no need"
    r"|(?:not|no longer|\w+n['\u2019]t|never) (?:\w+ ){0,2}?need(?:ed)?)\b",
    re.IGNORECASE,
)
_STAYS = re.compile(
    r"\b(?:not|never|no|\w+n['\u2019]t|without) (?:\w+ ){0,2}?"
    r"(?:(?:stop|drop|cancel|abandon|forget|scrap|quit)\w*|enough|call|leave)\b"
    r"|\b(?:if|when|unless|whether|said|says|asked|asks|wrote|writes|should i|shall i|did|does|has|have|had|why|how|keep|still)\b"
    r"|\b(?:told|tells?|wants|(?:he|she|they|you|people) want|thinks|suggests?|recommends?|advises?|idea|do (?:i|we) (?:\w+ )?need)\b"
    r"|\b(?!(?:i|we|you|team|agents?|assistants?)\b)\w+ (?:will|might|would|may)\b"
    rf"|\b(?:{PUT_OFF}|{UNTIL_THEN})\b"
    r"|\b(?:not|no|\w+n['\u2019]t)\b.{0,80}\b(?:right|just) now\b",
    re.IGNORECASE,
)
"""It goes on, or it is told or asked of somebody else: "don't drop the invoices", "did Anna cancel the invoices"."""
