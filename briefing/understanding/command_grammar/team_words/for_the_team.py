"""What is said to the team, or about what is known, in the user's own words: "find out what Anna still owes us, and tell me tomorrow".

As in dictation, only the words before are looked up, and what is wanted is cut out of the line as it was said. It is none of this where it
is about the open mail ("find out what he wants"), where rules answer it, where it is left open whether it is wanted, and where a second
wish follows, for then the line is cut.
"""

import re
from collections.abc import Callable, Iterator, Mapping

from briefing.understanding.command_grammar.command_frame import Lead
from briefing.understanding.command_grammar.command_leads import VOCABULARY, starts
from briefing.understanding.command_grammar.command_phrases import team_talk
from briefing.understanding.command_grammar.command_phrases.kinds import Command, CommandKind
from briefing.understanding.command_grammar.command_phrases.notation import expand_all
from briefing.understanding.command_grammar.command_phrases.team_talk import TeamAsk
from briefing.understanding.command_grammar.command_words import beginnings
from briefing.understanding.command_grammar.fillers import without_fillers
from briefing.understanding.command_grammar.team_words.making_teams import text_of
from briefing.understanding.command_grammar.team_words.told_facts import BY_THE_WAY, LONGEST, is_a_fact
from briefing.understanding.command_grammar.team_words.wanted_report import wanted_report
from briefing.understanding.times.when import names_moment

_LONGEST_HEAD = 14
_ALLOWED = frozenset({Lead.FILLER, Lead.REQUEST, Lead.CONFIRMATION})

_HINTS = re.compile(
    r"\b(?:find out|in ?to\b|research\w*|investigat\w*|figure out|work out|dig up|digging|put together|compile|draw up"
    r"|collect|gather|team|agents?|assistant"
    r"|somebody|someone|any(?:body|one)|one of (?:them|your)|remember|forget|mind|note|know\w*|future|next time|memor\w*"
    r"|stop|quit|cease|leave off|drop|abandon|call off|cancel|scrap|scratch|any ?(?:more|longer)"
    r"|nobody|no one|learn(?:ed|t)?|noted|notes|always|never|usually|normally|generally|typically|tends?|down that|store|save"
    r"|(?:do not|don['\u2019]?t|no longer) need|no more|background|on the side|for the record|track down|chase up|unlearn|kill|abort"
    r"|(?:over|on|off|it|this|that) to|me|as a rule|only ever|every|worker|hire|recruit|fire|sack|dismiss|let)\b",
    re.IGNORECASE,
)
"""Nothing of this can be meant without one of these words."""


def _heads(ask: TeamAsk, patterns: tuple[str, ...]) -> Mapping[str, TeamAsk]:
    return dict.fromkeys(expand_all(patterns), ask)


_WORK = frozenset(expand_all((*team_talk.TO_SOMEBODY, *team_talk.ALONE)))
_ASKED_OF = frozenset(expand_all(team_talk.WHETHER_SOMEBODY))
_OF_ONESELF = frozenset(expand_all(team_talk.TO_REMEMBER_OF_ONESELF))
_ANY_MORE_IS_NEEDED = frozenset(expand_all(team_talk.TO_STOP_ANY_MORE))
_OF_A_TASK = frozenset(expand_all(team_talk.TO_STOP_A_TASK))
_BY_SOMEBODY, _HANDED_ON = frozenset(expand_all(team_talk.BY_SOMEBODY)), frozenset(expand_all(team_talk.TO_HAND_ON))
_THEM = frozenset(expand_all(("<them>",)))
_CHECKED = frozenset({"check", "verify", "see", "check up on"})
_ALONE = frozenset(expand_all(team_talk.ALONE))
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
_CHECKS = re.compile(
    r"(?:(?:please|and|so|now|okay|then|also|could you|can you|would you|will you|i want you to|i need you to"
    r"|i(?:['\u2019]d| would) like you to),? )*"
    r"(?P<what>(?:check|see (?:if|whether)|verify|compare|track down|chase up|go through|look (?:for|up|at|through)|count|sum up"
    r"|summari[sz]e|list|read through|make (?:me )?(?:a|an) \w+)\b.*)",
    re.IGNORECASE | re.DOTALL,
)
"""What a model does at once, and others where it is wanted later."""
_MEANWHILE = re.compile(
    r"^(?:(?:okay|so|and|well),? )?(?:in the (?:background|meantime)|meanwhile|on the side|while (?:we|i|you)(?: \w+){1,4}"
    r"|when(?:ever)? you (?:have|get|find) (?:the )?(?:time|a (?:moment|minute|chance))),? ",
    re.IGNORECASE,
)
_THERE = re.compile(r"^(?:(?:okay|so|and|well|please),? )?(?:in the background|on the side),? ", re.IGNORECASE)
_TAKES_A_WHILE = re.compile(
    r"^(?:find|look|check|research|investigate|go through|compare|collect|gather|dig|work out|figure out|sum up|list|read)\b", re.IGNORECASE
)
_ONCE = re.compile(r"(?:when|once|as soon as|after|whenever|later|next time|if|in case)\b", re.IGNORECASE)
_BY = re.compile(
    r"^(?:by|until|till|again|at the latest|no later than|sometime|some time)\s++|(?<!\s)\s++(?:at the latest|please|again)$",
    re.IGNORECASE,
)
_BREAKS = re.compile(
    r"(?<![,.;!?\u2026])[,.;!?\u2026]++\s++(?:(?:and|then|also|but)\s++){0,8}|(?<!\s)\s++(?:(?:and|then|but)\s++){1,8}", re.IGNORECASE
)
_ANOTHER = re.compile(r"(?:and|but|then|or|also)\b", re.IGNORECASE)
"""What begins like this is another wish, and not what the first one is about: "forget that, and move on"."""
_TAKEN_BACK = re.compile(r"\b(?:no,? wait|wait,? no|scratch that|never ?mind|i mean|actually,? no|no,? sorry|strike that)\b", re.IGNORECASE)

_NAMES = re.compile(
    r"\b(?:the|an?|my|our|all|any|every|each|last|which|how many|how much|what|about|from|of|with|by|on) (?!it\b"
    r"|this\b|that\b|he\b|she\b|they\b|him\b|her\b|them\b|you\b|i\b|we\b|me\b)"
    r"[a-z]{3,}|\b[A-Z][\w-]+|\b\w+['\u2019]s\b"
)
"""It says what it is about, and does not only point at it."""
_POINTS = re.compile(r"^(?:it|this|that|these|those|him|her|them)\b(?:[\s.!?,]|\b(?:for me|please|then|now|one|more)\b)*$", re.IGNORECASE)
_OF_THE_OPEN_ONE = re.compile(
    r"^(?:(?:what|who|whether|if|why|when|where|how) )?(?:he|she|it|they|this|that|these|those)\b"
    r"|\b(?:wants?|says?|said|wrote|writes|is asking|asks|asked|means?|meant)\b[\s.!?]*(?:(?:from|of|to) me[\s.!?]*)?$"
    r"|\b(?:the|this|that) (?:mail|e-?mail|message|sender|attachment|draft|next one)\b",
    re.IGNORECASE,
)
_ASKS_ABOUT = re.compile(
    r"^(?:what|who|whom|whose|which|when|where|why|how|whether|if|about|more|everything|all|anything|something|the|my|our)\b", re.IGNORECASE
)
_NO_WORK = re.compile(
    r"^(?:know|go\b(?! (?:through|over|and)\b)|have|see|in\b|think|that\b|who\b|else|copy|cc|bcc|hold|on\b|off\b|it be|be\b)"
    r"|^(?:the )?(?:list|vips?)\b",
    re.IGNORECASE,
)
_USES_US = re.compile(r"^(?:how (?:to|do i|can i|do you|can you)|whether you can|if you can|what (?:you|i) can)\b", re.IGNORECASE)
_IS_A_THING = re.compile(
    r"^(?:(?:mail|e-?mail|message|draft|reply|answer|question|one|newsletter|time|day|thing|guy|person|man|woman|song|name|text)s?\b"
    r"|(?:if possible|thanks|cheers|done with)\b|(?:it|this|that|me|him|her|them|to|when|how|who|where"
    r"|what|the (?:mail|time|day|name|milk))\b(?! (?:is|was|has|are|were|always|never)))",
    re.IGNORECASE,
)
_STATES_OF_ONESELF = re.compile(
    r"^(?:i|we|i['\u2019](?:m|ve|d|ll)|we['\u2019](?:re|ve|d|ll)|(?:my|our) [\w ]+['\u2019]s|(?:my|our) (?:\S+ ){1,5}?(?:is|are|was|were"
    r"|has|have|had|will|lives?|works?|likes?|hates?|prefers?|expires?|starts?|ends?|opens?|closes?|comes?|goes"
    r"|needs?|wants?|takes?|can(?:['\u2019]t|not)?|does(?:n['\u2019]t)?|never|always))\b(?: \S+)+",
    re.IGNORECASE,
)
_ANY_MORE = re.compile(r"^(?P<what>.+?),? (?:any ?more|any longer)[\s.!]*$", re.IGNORECASE | re.DOTALL)
_DROPS_IN = re.compile(r"(?:by|in|off|out|round|around)\b", re.IGNORECASE)
"""It is no work that is dropped."""
PUT_OFF = r"(?:yet|for now|for the moment|for the time being|today|tonight|at night|alone|again)"
UNTIL_THEN = r"(?:before|until|till)"
_STAYS = re.compile(
    rf"\b{PUT_OFF}[\s.!?]*+$|\b{UNTIL_THEN} \S"
    r"|, (?:\w+ ){1,3}(?:said|says|wrote|writes|thinks)\b",
    re.IGNORECASE,
)
"""It is only put off, or somebody else's word."""
_JUST_NOW = re.compile(r"\b(?:now|at the moment)[\s.!?]*$", re.IGNORECASE)
_DENIES = re.compile(r"\b(?:no|not|nobody)\b")
_SET_AT_SCHOOL = re.compile(r"\bassignments?[\s.!]*$", re.IGNORECASE)
_TELLS_OFF = re.compile(r"you\b|i (?:told|asked|said)\b", re.IGNORECASE)
_A_TASK = re.compile(r"^(?P<what>(?:[\w&'\u2019-]+ ){1,5}?)(?:task|research|investigation|assignment)s?[\s.!]*$", re.IGNORECASE)


def for_the_team(line: str, is_intent: Callable[[str], bool]) -> Iterator[tuple[Command, frozenset[Lead]]]:
    """The command that the line is, with the leads before it; `is_intent` says whether words are a command by themselves."""
    said = _MEANWHILE.sub("", line.strip())
    if len(said) > LONGEST or _HINTS.search(said) is None or _TAKEN_BACK.search(said):
        return
    longest: tuple[Command, frozenset[Lead]] | None = None
    for words, end in _begun(said):
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
    elif (command := _in_the_background(line, is_intent) or _without_head(said, is_intent)) is not None:
        yield command, frozenset()


def is_begun(line: str) -> bool:
    """Whether it begins like that, and what is wanted is still to come: "find out", "remember that"."""
    if _HINTS.search(line) is None:
        return False
    words = [(words, end) for words, end in _begun(line.strip()) if end == len(line.strip())]
    return any(" ".join(each[start:]) in _HEADS for each, _ in words for start in starts(each))


def matter_of(words: str) -> str:
    """What a piece of work is about, in the user's words, without how they asked for it and when they want to hear of it."""
    matter = _MEANWHILE.sub("", words.strip())
    for _ in range(2):
        heads = [end for begun, end in _begun(matter) if any(" ".join(begun[start:]) in _WORK | _CHECKED for start in starts(begun))]
        matter = matter[heads[-1] :].strip() if heads and matter[heads[-1] :].strip() else matter
    report = wanted_report(matter)
    return (matter if report is None else report.before).strip().strip(",;:.!?").strip() or words.strip()


def told_when(words: str) -> str:
    """When the user wants to hear of it, as a `Command` has a time; empty where they named none."""
    report = wanted_report(words)
    return _moment(report.when) if report is not None else ""


def _begun(said: str) -> Iterator[tuple[tuple[str, ...], int]]:
    for count, begun in enumerate(beginnings(said, vocabulary=VOCABULARY)):
        if count >= _LONGEST_HEAD:
            return
        yield begun.words, begun.end


def _made(ask: TeamAsk, head: str, said: str, at: int, is_intent: Callable[[str], bool]) -> Command | None:
    rest = said[at:].strip()
    is_broken = said[at - 1] in ",.;:!?" and not (ask is TeamAsk.REMEMBER and said[at - 1] in ",:" and _STATES_OF_ONESELF.match(rest))
    if not rest or is_broken or _ANOTHER.match(rest) or _is_cut(rest, is_intent):
        return None
    match ask:
        case TeamAsk.WORK:
            return _work(head, rest, said, at, is_intent)
        case TeamAsk.REMEMBER:
            return _remembered(head, rest)
        case TeamAsk.FORGET:
            is_said = not is_intent(_BREAKS.split(rest)[0]) and (len(rest.split()) > 1 or not head.endswith("that"))
            return _command(ask, rest) if is_said and not (head.endswith("that") and _IS_A_THING.match(rest)) else None
        case TeamAsk.KNOWN:
            is_oneself = re.fullmatch(r"(?:me|myself)\W*", rest, re.IGNORECASE)
            return None if _POINTS.match(rest) else _command(TeamAsk.ABOUT_ME if is_oneself else ask, rest.rstrip("?.! "))
        case _:
            text = _stopped(head, rest) if ask is TeamAsk.STOP else text_of(ask, head, _without_any_more(rest))
            return _command(ask, text) if text else None


def _stopped(head: str, rest: str) -> str:
    """What nobody is to work on any more; empty where it is something else that ends."""
    if _DROPS_IN.match(rest) or _STAYS.search(rest) or (_DENIES.search(head) and _JUST_NOW.search(rest)):
        return ""
    what = _without_any_more(rest)
    if head in _OF_A_TASK:
        is_one = (found := _A_TASK.match(what)) is not None and not (head.startswith(("forget", "i ")) and _SET_AT_SCHOOL.search(what))
        return found["what"] if found is not None and is_one else ""
    return what if what != rest or head not in _ANY_MORE_IS_NEEDED else ""


def _without_any_more(rest: str) -> str:
    return found["what"] if (found := _ANY_MORE.match(rest)) is not None else rest


def _work(head: str, rest: str, said: str, at: int, is_intent: Callable[[str], bool]) -> Command | None:
    if is_intent(rest) or (head not in _ALONE and _NO_WORK.match(rest)) or (head in _BY_SOMEBODY and not _TAKES_A_WHILE.match(rest)):
        return None
    if head in _HANDED_ON and rest.rstrip(" .!?").lower() not in _THEM:
        return None
    if head in _ALONE:
        needs_question = head.removesuffix(" for me").removesuffix(" for us").endswith(("find out", "work out", "figure out"))
        is_named = (
            _NAMES.search(rest if needs_question else f"about {rest}") is not None
            and _OF_THE_OPEN_ONE.search(rest if (report := wanted_report(rest)) is None else report.before) is None
        )
        points = _POINTS.match(rest) is not None and head.endswith("into")
        if (needs_question and not _ASKS_ABOUT.match(rest)) or _USES_US.match(rest) or not (is_named or points):
            return None
    words = rest if head in _ASKED_OF else said[_place_of(head, said, at) :]
    return _command(TeamAsk.WORK, words, when=told_when(rest))


def _place_of(head: str, said: str, at: int) -> int:
    """Where the head begins in the line that it ends at: so many words before."""
    places = [found.start() for found in re.finditer(r"\S+", said[:at])]
    first = head.split(maxsplit=1)[0]
    fitting = [place for place in places if re.match(rf"{re.escape(first[:3])}", said[place:], re.IGNORECASE)]
    return fitting[-1] if fitting else places[0]


def _remembered(head: str, rest: str) -> Command | None:
    if rest.endswith("?") or len(rest.split()) < 2 or _IS_A_THING.match(rest):
        return None
    if head.endswith(("you to know that", "for the record")) and _TELLS_OFF.match(rest):
        return None
    if head in _OF_ONESELF and not _STATES_OF_ONESELF.match(rest):
        return None
    if not head.endswith("that") and not re.match(r"(?:i|i['\u2019]\w+|my|we|our)\b", rest, re.IGNORECASE):
        return None  # "remember the milk"
    return _command(TeamAsk.FACT if is_a_fact(rest, begins_line=False) else TeamAsk.REMEMBER, rest)


def _in_the_background(line: str, is_intent: Callable[[str], bool]) -> Command | None:
    """What is said to be done there, where it is what others can do."""
    said = _THERE.sub("", line.strip())
    is_work = said != line.strip() and _TAKES_A_WHILE.match(said) and _NAMES.search(said) and not is_intent(said)
    return _command(TeamAsk.WORK, said, when=told_when(said)) if is_work and not _is_cut(said, is_intent) else None


def _without_head(said: str, is_intent: Callable[[str], bool]) -> Command | None:
    if _is_cut(said, is_intent):
        return None
    checks, report = _CHECKS.fullmatch(said), wanted_report(said)
    is_wanted = report is not None and report.before and (not report.tells or _moment(report.when) or _ONCE.match(report.when))
    if checks is not None and report is not None and is_wanted:
        return _command(TeamAsk.WORK, checks["what"], when=_moment(report.when))
    return _command(TeamAsk.FACT, BY_THE_WAY.sub("", said)) if is_a_fact(said) else None


def _is_cut(text: str, is_intent: Callable[[str], bool]) -> bool:
    """Whether a wish of its own follows behind a break."""
    return any(is_intent(text[found.end() :]) for found in _BREAKS.finditer(text) if text[found.end() :].strip())


def _moment(words: str) -> str:
    bare = _BY.sub("", _BY.sub("", words.strip().lower()))
    return bare if bare and names_moment(bare.split()) else ""


def _command(ask: TeamAsk, text: str, *, when: str = "") -> Command:
    return Command(kind=CommandKind.TEAM, target=ask, text=text.strip().strip(",;:").strip(), when=when)
