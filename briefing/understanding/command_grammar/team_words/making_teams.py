"""Teams that are made, who is added to one, and who goes: what is wanted, cut out of the line as it was said."""

import re
from dataclasses import dataclass, field

from briefing.understanding.command_grammar.command_phrases.team_talk import TeamAsk

LONGEST_NAME = 40
_TEAM = r"(?:the|my|our|your) (?:(?P<team>(?!\b(?:from|of|mails?)\b)[\w'\u2019-]+(?: [\w'\u2019-]+){0,2}) )?team\b"
_LOOKS_AFTER = re.compile(
    r"^(?:(?:will|shall|should|can|always|only) )*(?:looks? after|takes? care of|handles?|watch(?:es)?(?: over)?|manages?|deals? with"
    r"|is (?:there|responsible) for|cares? for|keeps? (?:an eye on|track of|watch (?:on|over))|minds?|sees? to|works? on)\b",
    re.IGNORECASE,
)
_DOES = re.compile(rf"{_LOOKS_AFTER.pattern}|^(?:does|do|reads?|checks?|sorts?|follows?|tracks?|knows?|finds?|collects?)\b", re.IGNORECASE)
_IN_TEAM = re.compile(rf"(?:,? (?:to|in|into|on|for|from)|^(?:to|in|into|on|for)) {_TEAM}", re.IGNORECASE)
_CALLED = re.compile(
    r"(?:^|,? )(?:called|named|by the name of) (?P<name>.+?)(?=,? (?:for|who|that|which|to look|to take|to|in)\b|[,.;!?]|$)", re.IGNORECASE
)
_LINK = re.compile(r"^(?:(?:for|who|that|which|to|on|around|about)\b[ ,]*)+", re.IGNORECASE)
_WHOSE = re.compile(r"^(?:(?:my|our|the|all|any|every)\b ?)+(?:of )?", re.IGNORECASE)
_NO_MATTER = re.compile(r"^(?:c\.?c\.?|b\.?c\.?c\.?|vips?|it|this|that|them|me|us|him|her|now)\b\W*$", re.IGNORECASE)
_POINTED_AT = (
    r"(?!(?:it|this|that|these|those|me|us|him|her|them|you|everything|everybody|everyone|all|any(?:thing|body|one)|some\w*|no\w*|away|up"
    r"|things?|mails?|messages?|the (?:mails?|messages?|drafts?|topics?|questions?|repl(?:y|ies)|next|last|first))\b)"
)
_GOES = re.compile(rf"^{_POINTED_AT}(?P<who>[\w'\u2019-]+(?: [\w'\u2019-]+){{0,6}}?)(?: go| be)[\s.!?]*$", re.IGNORECASE)
_SOMEBODY = re.compile(rf"^{_POINTED_AT}(?:[A-Z][\w'\u2019-]+\b.*|.*\b(?:worker|agent|team)s?\b.*)$")
_OF_A_TEAM = re.compile(
    r"^(?:(?:the|my|our|that) (?:(?!(?:mails?|e-?mails?|messages?|from|of|about)\b)[\w'\u2019-]+ ){0,3}?(?:worker|agent|team)\b"
    r"(?: (?:(?:for|called|named|who|that) .+|(?-i:[A-Z])[\w'\u2019-]*(?: [\w'\u2019-]+){0,3}))?"
    rf"|{_POINTED_AT}[\w'\u2019-]+(?: [\w'\u2019-]+)? from {_TEAM})[\s.!?]*$",
    re.IGNORECASE,
)

_OFF_A_TEAM = re.compile(rf"^{_POINTED_AT}[\w'\u2019-]+(?: [\w'\u2019-]+)? (?:off|out of) {_TEAM}[\s.!?]*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedTeam:
    """`name` as it was given, and `matter` that is to be looked after, in the user's words; `team` is the one that was named. Each may be
    empty."""

    name: str = field(default="", repr=False)
    matter: str = field(default="", repr=False)
    team: str = field(default="", repr=False)

    @property
    def called(self) -> str:
        """The name that was given, or one out of the matter: "my taxes" are "Taxes"."""
        told = " ".join((self.name or _WHOSE.sub("", self.matter)).split())[:LONGEST_NAME].rstrip()
        return told[:1].upper() + told[1:]


def text_of(ask: TeamAsk, head: str, rest: str) -> str:
    """What a line with this head is about; empty where it is nothing of this kind."""
    if ask is TeamAsk.LET_GO:
        return _who_goes(head, rest.strip())
    link = head.rpartition(" ")[2]
    if link in {"called", "named"}:
        return f"{link} {rest}"
    if _NO_MATTER.match(rest) or (ask is TeamAsk.NEW_WORKER and not _may_be_work(link, rest)):
        return ""
    return f"{link} {rest}"


def wanted_of(text: str) -> WantedTeam:
    said = text.strip().rstrip(".!? ")
    in_team, called = _IN_TEAM.search(said), _CALLED.search(said)
    rest = said
    for found in (in_team, called):
        rest = rest.replace(found[0], " ", 1) if found is not None else rest
    matter = _LOOKS_AFTER.sub("", _LINK.sub("", " ".join(rest.split()))).strip(" ,;:")
    return WantedTeam(
        name=called["name"].strip(" ,") if called is not None else "",
        matter=matter,
        team=(in_team["team"] or "") if in_team is not None else "",
    )


def who_goes(text: str) -> tuple[str, str]:
    """Who is meant, and the team that was named with them."""
    said = re.sub(r"^(?:the|my|our|that)\b ?", "", text.strip().rstrip(".!? "), flags=re.IGNORECASE)
    in_team = re.search(rf" (?:from|off|out of|in|of) {_TEAM}$", said, re.IGNORECASE)
    return (said[: in_team.start()], in_team["team"] or "") if in_team is not None else (said, "")


def _may_be_work(link: str, rest: str) -> bool:
    if link == "for":
        return True
    return _DOES.match(rest) is not None or (link == "to" and re.match(_TEAM, rest, re.IGNORECASE) is not None)


def _who_goes(head: str, rest: str) -> str:
    if head == "let":
        found = _GOES.match(rest)
        is_told = found is not None and re.search(r"\bknow\b", found["who"]) is not None  # "let Ruth know this must not go"
        return found["who"] if found is not None and not is_told and rest.rstrip(".!? ").endswith("go") else ""
    if head in {"fire", "sack", "dismiss", "let go of"}:
        return rest if _SOMEBODY.match(rest) else ""
    return rest if (_OFF_A_TEAM if head == "take" else _OF_A_TEAM).match(rest) else ""
