"""What is said to the team, or about what is known, in the user's own words: "find out what Anna still owes us, and tell me tomorrow".

As in dictation, only the words before are looked up, and what is wanted is cut out of the line as it was said. It is none of this where it
is about the open mail ("find out what he wants"), where rules answer it, where it is left open whether it is wanted, and where a second
wish follows, for then the line is cut.
"""

import re
from collections.abc import Callable, Iterator, Mapping

from briefing.understanding.command_grammar.command_frame import Lead
from briefing.understanding.command_grammar.command_leads import starts
from briefing.understanding.command_grammar.command_phrases import team_talk
from briefing.understanding.command_grammar.command_phrases.kinds import Command, CommandKind
from briefing.understanding.command_grammar.command_phrases.notation import expand_all
from briefing.understanding.command_grammar.command_phrases.team_talk import TeamAsk
from briefing.understanding.command_grammar.fillers import without_fillers
from briefing.understanding.command_grammar.team_words.ended_work import ended, without_any_more
from briefing.understanding.command_grammar.team_words.making_teams import text_of
from briefing.understanding.command_grammar.team_words.noted_facts import IS_A_THING, STATES_OF_ONESELF, is_to_be_noted
from briefing.understanding.command_grammar.team_words.told_facts import BY_THE_WAY, LONGEST, is_a_fact
from briefing.understanding.command_grammar.team_words.wanted_work import (
    ASKED_OF,
    MEANWHILE,
    POINTS,
    begun_heads,
    checked_later,
    in_the_background,
    is_work,
    may_be_left,
    told_when,
)

_ALLOWED = frozenset({Lead.FILLER, Lead.REQUEST, Lead.CONFIRMATION})
_HINTS = re.compile(
    r"\b(?:find out|in ?to\b|research\w*|investigat\w*|figure out|work out|dig up|digging|put together|compile|draw up|collect|gather"
    r"|track down|chase up|background|on the side|(?:over|on|off|it|this|that) to|me"
    r"|team|agents?|assistant|worker|somebody|someone|any(?:body|one)|nobody|no one|one of (?:them|your)"
    r"|hire|recruit|fire|sack|dismiss|let"
    r"|remember|forget|mind|note|noted|notes|down that|know\w*|learn(?:ed|t)?|unlearn|memor\w*|store|save|for the record|future|next time"
    r"|always|never|usually|normally|generally|typically|tends?|as a rule|only ever|every"
    r"|stop|quit|cease|leave off|drop|abandon|call off|cancel|scrap|scratch|kill|abort"
    r"|any ?(?:more|longer)|no more|(?:do not|don['\u2019]?t|no longer) need)\b",
    re.IGNORECASE,
)
"""Nothing of this can be meant without one of these words."""


def _heads(ask: TeamAsk, patterns: tuple[str, ...]) -> Mapping[str, TeamAsk]:
    return dict.fromkeys(expand_all(patterns), ask)


_HEADS: Mapping[str, TeamAsk] = {
    **_heads(TeamAsk.WORK, (*team_talk.TO_SOMEBODY, *team_talk.ALONE, *team_talk.WHETHER_SOMEBODY)),
    **_heads(TeamAsk.WORK, (*team_talk.BY_SOMEBODY, *team_talk.TO_HAND_ON)),
    **_heads(TeamAsk.REMEMBER, (*team_talk.TO_REMEMBER, *team_talk.TO_REMEMBER_OF_ONESELF)),
    **_heads(TeamAsk.FORGET, team_talk.TO_FORGET),
    **_heads(TeamAsk.STOP, (*team_talk.TO_STOP, *team_talk.TO_STOP_ANY_MORE, *team_talk.TO_STOP_A_TASK)),
    **_heads(TeamAsk.KNOWN, team_talk.TO_BE_KNOWN),
    **_heads(TeamAsk.NEW_TEAM, team_talk.TO_MAKE_A_TEAM),
    **_heads(TeamAsk.NEW_WORKER, team_talk.TO_ADD_SOMEBODY),
    **_heads(TeamAsk.LET_GO, team_talk.TO_LET_GO),
}
_BREAKS = re.compile(
    r"(?<![,.;!?\u2026])[,.;!?\u2026]++\s++(?:(?:and|then|also|but)\s++){0,8}|(?<!\s)\s++(?:(?:and|then|but)\s++){1,8}", re.IGNORECASE
)
_ANOTHER = re.compile(r"(?:and|but|then|or|also)\b", re.IGNORECASE)
"""What begins like this is another wish, and not what the first one is about: "forget that, and move on"."""
_TAKEN_BACK = re.compile(r"\b(?:no,? wait|wait,? no|scratch that|never ?mind|i mean|actually,? no|no,? sorry|strike that)\b", re.IGNORECASE)


def for_the_team(line: str, is_intent: Callable[[str], bool]) -> Iterator[tuple[Command, frozenset[Lead]]]:
    """The command that the line is, with the leads before it; `is_intent` says whether words are a command by themselves."""
    said = MEANWHILE.sub("", line.strip())
    if len(said) > LONGEST or _HINTS.search(said) is None or _TAKEN_BACK.search(said):
        return
    longest: tuple[Command, frozenset[Lead]] | None = None
    for words, end in begun_heads(said):
        for start, leads in starts(words).items():
            head = " ".join(words[start:])
            head = head if head in _HEADS else " ".join(without_fillers(words[start:]))
            ask = _HEADS.get(head) if leads <= _ALLOWED else None
            if ask is TeamAsk.STOP and said.endswith("?") and Lead.REQUEST not in leads:
                continue
            if ask is not None and (command := _made(ask, head, said, end, is_intent)) is not None:
                longest = command, leads
    if longest is not None:
        yield longest
    elif (command := _left_to_others(line, is_intent) or _without_head(said, is_intent)) is not None:
        yield command, frozenset()


def is_begun(line: str) -> bool:
    """Whether it begins like that, and what is wanted is still to come: "find out", "remember that"."""
    if _HINTS.search(line) is None:
        return False
    words = [(words, end) for words, end in begun_heads(line.strip()) if end == len(line.strip())]
    return any(" ".join(each[start:]) in _HEADS for each, _ in words for start in starts(each))


def _made(ask: TeamAsk, head: str, said: str, at: int, is_intent: Callable[[str], bool]) -> Command | None:
    rest = said[at:].strip()
    is_broken = said[at - 1] in ",.;:!?" and not (ask is TeamAsk.REMEMBER and said[at - 1] in ",:" and STATES_OF_ONESELF.match(rest))
    if not rest or is_broken or _ANOTHER.match(rest) or _is_cut(rest, is_intent):
        return None
    match ask:
        case TeamAsk.WORK:
            words = rest if head in ASKED_OF else said[_place_of(head, said, at) :]
            is_others = not is_intent(rest) or may_be_left(head, rest)
            return _command(ask, words, when=told_when(rest)) if is_work(head, rest) and is_others else None
        case TeamAsk.REMEMBER:
            kept_as = TeamAsk.FACT if is_a_fact(rest, begins_line=False) else ask
            return _command(kept_as, rest) if is_to_be_noted(head, rest) else None
        case TeamAsk.FORGET:
            is_said = not is_intent(_BREAKS.split(rest)[0]) and (len(rest.split()) > 1 or not head.endswith("that"))
            return _command(ask, rest) if is_said and not (head.endswith("that") and IS_A_THING.match(rest)) else None
        case TeamAsk.KNOWN:
            is_oneself = re.fullmatch(r"(?:me|myself)\W*", rest, re.IGNORECASE)
            return None if POINTS.match(rest) else _command(TeamAsk.ABOUT_ME if is_oneself else ask, rest.rstrip("?.! "))
        case _:
            text = ended(head, rest) if ask is TeamAsk.STOP else text_of(ask, head, without_any_more(rest))
            return _command(ask, text) if text else None


def _place_of(head: str, said: str, at: int) -> int:
    """Where the head begins in the line that it ends at: so many words before."""
    places = [found.start() for found in re.finditer(r"\S+", said[:at])]
    first = head.split(maxsplit=1)[0]
    fitting = [place for place in places if re.match(rf"{re.escape(first[:3])}", said[place:], re.IGNORECASE)]
    return fitting[-1] if fitting else places[0]


def _left_to_others(line: str, is_intent: Callable[[str], bool]) -> Command | None:
    said = in_the_background(line)
    is_wish = bool(said) and not is_intent(said) and not _is_cut(said, is_intent)
    return _command(TeamAsk.WORK, said, when=told_when(said)) if is_wish else None


def _without_head(said: str, is_intent: Callable[[str], bool]) -> Command | None:
    if _is_cut(said, is_intent):
        return None
    if (checked := checked_later(said)) is not None:
        what, when = checked
        return _command(TeamAsk.WORK, what, when=when)
    return _command(TeamAsk.FACT, BY_THE_WAY.sub("", said)) if is_a_fact(said) else None


def _is_cut(text: str, is_intent: Callable[[str], bool]) -> bool:
    """Whether a wish of its own follows behind a break."""
    return any(is_intent(text[found.end() :]) for found in _BREAKS.finditer(text) if text[found.end() :].strip())


def _command(ask: TeamAsk, text: str, *, when: str = "") -> Command:
    return Command(kind=CommandKind.TEAM, target=ask, text=text.strip().strip(",;:").strip(), when=when)
