"""What only a mail can answer: "when is my dentist appointment", "how much is the invoice", "who is Joanne".

A question says what is asked for and of what. Everything in it must be one or the other, and no word of it may point at the open mail or at
the briefing itself: those questions are in `asked_for`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class AnswerKind(StrEnum):
    PERSON = "person"
    TIME = "time"
    SUM = "sum"
    CODE = "code"
    PLACE = "place"
    CAME = "came"


@dataclass(frozen=True, slots=True, kw_only=True)
class MailQuestion:
    """`about` are the words, in lower case, that the mail that answers it must bear, `itself` is the one that its sentence must bear."""

    asked_for: AnswerKind
    about: tuple[str, ...]
    itself: str = ""


_BE = r"(?:is|are|was|were|will|does|do|did|has|have)"
_TOPIC = r"(?P<topic>[\w'&@-]+(?: [\w'&@-]+){0,6}?)"
_OF = r"(?:of|for|on|in|from|with)"
_HAPPENS = r"(?: (?:be|due|leave|leaves|start|starts|begin|begins|arrive|arrives|come|take place|happen|end|ends|open|close|again))*"
_SUMS = r"deposit|fee|rent|postage|fare|fine|discount|refund|balance"
_CODES = r"platform|password|passcode|pin|gate|seat"
_DUTY = r"(?:pay(?: for)?|sign|return|collect|renew|book|answer|send|post|be at)"
_WHEN = r"(?:when|what time|at what time|which day|what day|on what day|what date|how long ago)"
_SENT = r"(?:(?:write|mail|message)(?: to)?(?: me| us)?|get in touch|come in)"
_FORMS = (
    (AnswerKind.CAME, re.compile(rf"{_WHEN} did (?:i|we) (?:get|receive) {_TOPIC}")),
    (AnswerKind.CAME, re.compile(rf"{_WHEN} did {_TOPIC} (?:mail|email|message) (?:come(?: in)?|arrive|get here)")),
    (AnswerKind.CAME, re.compile(rf"{_WHEN} did (?:mail|email|message) (?:from|about) {_TOPIC} (?:come(?: in)?|arrive|get here)")),
    (AnswerKind.CAME, re.compile(rf"{_WHEN} did {_TOPIC} (?:send(?: me| us)?(?: (?P<what>[\w'-]+(?: [\w'-]+){{0,3}}))?|{_SENT})")),
    (AnswerKind.CAME, re.compile(rf"{_WHEN} (?:was|were) {_TOPIC} (?:sent|received|delivered|written)")),
    (AnswerKind.PERSON, re.compile(rf"who (?:is|are|was) {_TOPIC}")),
    (AnswerKind.TIME, re.compile(rf"(?:(?:at |by )?(?:when|what time|which day|what day|what date)) {_BE} {_TOPIC}{_HAPPENS}")),
    (AnswerKind.TIME, re.compile(rf"(?:when|by when|until when) (?:do|must|should) i (?:have to |need to )?{_DUTY} {_TOPIC}")),
    (AnswerKind.SUM, re.compile(rf"how much (?:do|must|should) i (?:owe|(?:have to |need to )?pay)(?: to| for)? {_TOPIC}")),
    (AnswerKind.SUM, re.compile(rf"how much {_BE} (?P<who>[\w'-]+) (?:want|charge|ask|owe|pay) for {_TOPIC}")),
    (AnswerKind.SUM, re.compile(rf"how much (?:{_BE}|for) {_TOPIC}(?: (?:be|cost|costs|come to))?")),
    (AnswerKind.SUM, re.compile(rf"what {_BE} (?:price|cost|amount|total) {_OF} {_TOPIC}")),
    (AnswerKind.SUM, re.compile(rf"what {_BE} (?P<word>{_SUMS})(?: {_OF} {_TOPIC})?")),
    (AnswerKind.CODE, re.compile(rf"what {_BE} {_TOPIC} (?:code|number)")),
    (AnswerKind.CODE, re.compile(rf"what {_BE} (?:(?P<word>reference|code|number|{_CODES})(?: number| code)?)(?: {_OF} {_TOPIC})?")),
    (AnswerKind.CODE, re.compile(rf"(?:what|which) (?P<word>{_CODES})(?: {_BE} {_TOPIC}{_HAPPENS}(?: from)?)?")),
    (AnswerKind.PLACE, re.compile(rf"where {_BE} {_TOPIC}{_HAPPENS}")),
)
_SAYS_NOTHING = frozenset({"the", "a", "an", "my", "our", "your", "of", "for", "on", "in", "to", "at", "next", "with", "and", "from"})
_OF_THE_CALL = frozenset(
    """
    i me you we us he she they him her them it its this that these those one ones here there now today yesterday so left time
    mail mails email emails message messages inbox briefing draft drafts sender subject attachment next who what which when where why how
    waiting asking writing sent got said wrote done first second third last other else more topic topics screen date day not no be
    trash archive spam junk folder page snooze list lists important charge voice go back still
    """.split()  # noqa: SIM905 - a list would fill the screen
)
"""What points at the open mail, at the briefing or at those who talk."""


def question_in(words: str | Sequence[str]) -> MailQuestion | None:
    """The question that all of these words are, in lower case and without an article before what is asked for; else none."""
    said = " ".join(word for word in (words.split() if isinstance(words, str) else words) if word not in {"the", "please", "again"})
    for asked_for, form in _FORMS:
        if (found := form.fullmatch(said)) is None:
            continue
        parts = [part for part in found.groupdict().values() if part]
        told = " ".join(parts).replace("-", " ").replace("&", " ").split()
        about = tuple(word.removesuffix("'s") for word in told if word not in _SAYS_NOTHING)
        if about and _OF_THE_CALL.isdisjoint(told) and (asked_for is not AnswerKind.PERSON or _may_be_somebody(about)):
            return MailQuestion(asked_for=asked_for, about=about, itself=found.groupdict().get("word") or "")
    return None


def _may_be_somebody(words: Sequence[str]) -> bool:
    return len(words) <= 3 and not any(word.endswith("ing") for word in words)  # "who is coming" asks for anybody
