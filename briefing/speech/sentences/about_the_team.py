"""What is said about work in the background, what came of it, and what is known: composed by code, of the user's own words if it can be."""

import re
from collections.abc import Sequence

from briefing.speech.wording.counts import count_word, counted, joined, sentence_start
from briefing.speech.wording.speakable import capped, one_line, speakable
from briefing.speech.wording.to_the_user import to_the_user

LONGEST_MATTER, LONGEST_SUMMARY, LONGEST_KNOWN = 120, 300, 160
MOST_NAMED, MOST_KNOWN = 3, 4

NO_TEAM = "There is no team to ask in this call."
NO_MODEL = "Nobody can work on that, because no language model is set."
AWAY = "I cannot reach the team's notes just now. Please ask me again in a moment."
ONLY_DRAFTS = "They read, note and draft, though: whatever goes out or changes something stays with you."
NOT_ASKED_FOR = "Tell me in your own words what the team shall find out."
HANDED_OVER_ALREADY = "That is handed over already."
WAITS_FOR_ME = "But I am pausing, so it waits until you let me go on."
WAITS_FOR_A_MODEL = "But no language model is set, so it waits."
SAY_WHAT = "Tell me what to remember, as in “remember that I work from home on Fridays”."
SAY_WHAT_FACT = "Tell me in your own words what the team should know."
NO_NEWS = "Nothing new from the team."
NOTHING_OPEN = "Nobody is working on anything for you."
NOTHING_TO_STOP = "Nobody is working on that."
PAUSED = "The team pauses; nothing is lost, and “go on working” sets it to work again."
PAUSED_ALREADY = "The team is pausing already."
GOES_ON = "The team goes on working."
GOES_ON_ALREADY = "The team is not pausing."
KNOW_NOTHING_OF_YOU = "I have noted nothing about you. Say “remember that …”, and I do."
NOTHING_LIKE_THAT = "I have noted nothing like that."
FORGOTTEN = "Forgotten."
KEPT = "All right, I keep it."
IS_NOTED = "This is noted:"
FACT_NOTED = "Noted for the team."
IN_FULL = "Shall I read it in full?"
RESULT_GONE = "That is not there any more."
NOTHING_TO_READ = "There is nothing more to read."
MISSION = "the team's mission"
NOBODY_TO_GO = "There is nobody to let go."
NOT_SAID = "I leave the team as it is, because you did not ask for that."
TOO_MUCH = "I have noted as much about you as I can. Have me forget something first."
SAY_WHAT_FOR = "Say what for, as in “make a team for my taxes” or “add somebody who looks after invoices”."
TOO_MANY = "There are as many as I can keep apart. Let one go first."
STAYS = "All right, nobody goes."
FIRST_TEAM_STAYS = "The first team stays, but it can pause: say “pause the team”."
_WANTS = re.compile(r"^i(?:['\u2019]d like| (?:want|need|would like)) (?P<who>.+?) to ", re.IGNORECASE)
_IS_A_CLAUSE = re.compile(
    r"(?:what|who|whom|whose|which|when|where|why|how|whether|if|the|an?|my|our|all|any|every|each|that|this|everything|your|[A-Z])\b|[A-Z]"
)


def acknowledged(words: str) -> str:
    """What will be done, in the user's words from our side: "I'll find out what Brightwave still owes you."."""
    told = to_the_user(_WANTS.sub(r"have \g<who> ", capped(one_line(words).strip(" .!?"), 240)))
    return f"I'll {told[0].lower()}{told[1:]}."


def noted_only(matter: str, *, paused: str = "") -> str:
    """Where no process is there in which agents work, or who is to do it is `paused`."""
    why = f"{paused} is pausing, so it waits" if paused else "nobody is working at the moment"
    return f"I have noted it: {on(matter)}. But {why}."


def on(matter: str) -> str:
    """The matter behind a word like "on": a clause or a thing as it is, and what is to be done in quotation marks. Without one, agents
    work for what their team is there for."""
    told = capped(one_line(matter).strip(" .!?"), LONGEST_MATTER) or MISSION
    return to_the_user(told[0].lower() + told[1:] if _lowers(told) else told) if _IS_A_CLAUSE.match(told) else f"“{told}”"


def _lowers(told: str) -> bool:
    return re.match(r"(?:What|Who|Whose|Which|When|Where|Why|How|Whether|If|The|All|Any|Every|My|Our|That|This)\b", told) is not None


def news(matter: str, summary: str) -> str:
    """What came of one piece of work, in short."""
    told = _sentence(summary)
    return f"The team has something on {on(matter)}: {told}" if matter else f"The team has something for you: {told}"


def in_greeting(matters: Sequence[str], *, named: bool = True) -> str:
    """That something came in, and on what if that is `named`; empty where nothing did. A matter is empty where nobody asked for it."""
    if not matters:
        return ""
    on_what = [on(each) for each in matters if each and named]
    if len(matters) == 1:
        return f"The team has something on {on_what[0]}." if on_what else "The team has something for you."
    first = f", one of them on {on_what[0]}" if on_what else ""
    return f"The team has {count_word(len(matters))} things for you{first}."


def no_news(under_way: Sequence[str]) -> str:
    if not under_way:
        return NO_NEWS
    on_it = (
        f"Not done yet: {on(under_way[0])}"
        if len(under_way) == 1
        else f"{sentence_start(count_word(len(under_way)))} things are not done yet"
    )
    return f"Nothing new from the team. {on_it}."


def working(matters: Sequence[tuple[str, str, bool]], *, more: int, paused: bool, nobody: bool, pausing: Sequence[str] = ()) -> str:
    """Who works on what: the agent, the matter, and whether it has begun; `pausing` are those who pause where not all do."""
    if not matters:
        return f"{NOTHING_OPEN}{' The team is pausing.' if paused else ''}"
    parts = [f"{who} {'is working on' if begun else 'has still to begin with'} {on(matter)}" for who, matter, begun in matters]
    rest = f", and {counted(more, 'more task')} waiting" if more else ""
    why = " The team is pausing." if paused else " Nobody is working at the moment, so it waits." if nobody else ""
    some = f" {joined([*pausing])} {'is' if len(pausing) == 1 else 'are'} pausing." if pausing and not paused else ""
    return f"{sentence_start(joined(parts))}{rest}.{some}{why}"


def stopped(matters: Sequence[str]) -> str:
    return f"Stopped: nobody works on {_the_first_of(matters)} any more."


def which_to_stop(matters: Sequence[str]) -> str:
    return f"There are {count_word(len(matters))} tasks: {_the_first_of(matters)}. Which one shall stop?"


def _the_first_of(matters: Sequence[str]) -> str:
    more = len(matters) - MOST_NAMED
    return joined([*map(on, matters[:MOST_NAMED]), *([f"{count_word(more)} more"] if more > 0 else [])])


def not_quite_that(matter: str) -> str:
    return f"Nobody is working on quite that. There is one task: {on(matter)}. Shall it stop?"


def remembered(words: str) -> str:
    return f"I'll remember that {_in_a_line(words)}."


def fact_noted(words: str) -> str:
    return f"I'll let the team know: {_in_a_line(words)}."


def corrected(words: str) -> str:
    return f"Put right: {_in_a_line(words)}."


def nothing_known(about: str) -> str:
    return f"Nothing is noted about {on(about)}. I can search your mail for it."


def noted_about(about: str) -> str:
    return f"Noted about {on(about)}:"


def facts(noted: Sequence[str], *, more: int = 0) -> str:
    """What was noted, one sentence each."""
    rest = f" There {'is' if more == 1 else 'are'} {count_word(more)} more." if more else ""
    return f"{' '.join(map(_sentence, noted))}{rest}"


def known_of_user(memories: Sequence[str], *, more: int = 0) -> str:
    if not memories:
        return KNOW_NOTHING_OF_YOU
    rest = f" And {count_word(more)} more." if more else ""
    return f"You told me this: {' '.join(_sentence(to_the_user(each)) for each in memories)}{rest}"


def read_back(noted: Sequence[str], *, more: int = 0) -> str:
    """What is about to go, whole; `more` are asked about afterwards."""
    told = joined([f"“{to_the_user(one_line(each).strip(' .!?'))}”" for each in noted])
    rest = f" {sentence_start(counted(more, 'more note'))} {'comes' if more == 1 else 'come'} after that." if more else ""
    return f"{told}.{rest}"


def to_forget(notes: int) -> str:
    return f"Shall I forget {'it' if notes == 1 else 'all of that'}?"


def team_made(name: str, matter: str, *, works: bool) -> str:
    """That it begins is said only where somebody works."""
    begins = "It gets to work at once." if works else "But nobody is working at the moment, so it waits."
    return f"There is a team {quoted(name)} now{_for(matter)}. {begins}"


def worker_added(name: str, matter: str, team: str) -> str:
    return f"{_name(name)} is in the team {quoted(team)} now{_for(matter)}."


def there_already(name: str) -> str:
    return f"There is somebody called {_name(name)} already."


def which_team(names: Sequence[str]) -> str:
    return f"To which team: {joined([quoted(each) for each in names], last='or')}? Say it with the team's name."


def whom(names: Sequence[str], teams: Sequence[str]) -> str:
    """Whom there is to let go, where nobody or more than one is meant."""
    there = [*map(_name, names), *(f"the team {quoted(each)}" for each in teams)]
    return f"Who is to go? There {'is' if len(there) == 1 else 'are'} {joined(there[:MOST_KNOWN])}." if there else NOBODY_TO_GO


def leads(name: str, team: str) -> str:
    return f"{_name(name)} leads the team {quoted(team)}, which is never without a lead. “Remove the team {_name(team)}” ends all of it."


def to_let_go(name: str, team: str, open_tasks: int) -> str:
    return f"{_name(name)} of the team {quoted(team)} would go with what it has learned{_with(open_tasks)}. Shall I let {_name(name)} go?"


def to_remove_team(name: str, agents: int, open_tasks: int) -> str:
    told = f"{counted(agents, 'agent')} and what they have learned{_with(open_tasks)}"
    return f"The team {quoted(name)} would go, with {told}. Shall I remove it?"


def gone(name: str) -> str:
    return f"{_name(name)} is gone."


def team_gone(name: str) -> str:
    return f"The team {quoted(name)} is gone."


def quoted(name: str) -> str:
    return f"“{_name(name)}”"


def _name(name: str) -> str:
    return capped(speakable(one_line(name)), LONGEST_MATTER).strip()


def _for(matter: str) -> str:
    return f", for {on(matter)}" if matter else ""


def _with(open_tasks: int) -> str:
    return f", and {counted(open_tasks, 'open task')} would end" if open_tasks else ""


def _in_a_line(words: str) -> str:
    return to_the_user(capped(one_line(words).strip(" .!?"), LONGEST_KNOWN))


def _sentence(words: str) -> str:
    told = capped(speakable(one_line(words)), LONGEST_SUMMARY).strip()
    return told if told.endswith((".", "!", "?", "…")) else f"{told}."
