"""What people say of a mail before they say what shall become of it: "I don't need this one, bin it".

A frame for each way to give a reason of one's own. What may be a doubt, a condition, or somebody else's words is none.
"""

import re
from collections.abc import Sequence

from briefing.understanding.command_grammar.behind_a_verb import leaves_the_wish, unsettles
from briefing.understanding.command_grammar.command_phrases.kinds import CommandKind
from briefing.understanding.verbs.remarks_beside import remarks

_WORD = (
    r"(?: (?!(?:if|or|and|but|who|whose|what|which|when|where|why|how|whether|that(?! (?:one|mail|thing|deleted|archived|flagged)\b|$)"
    r"|to|you|he|she|they|we|because|unless|until|before|after|once"
    r"|sure|certain|maybe|perhaps|probably|possibly|might|should|would|could|think|guess|suppose|know|like|say|says|said|saying|tell|tells|told"
    r"|write|writes|wrote|written|ask|asks|asked|word|words|text|subject|title|button|quote|example|test|joke|advice|answer|order|wish"
    r"|suggestion|question|idea|here|wrong|kidding|joking)\b)[\w'&-]+)"
)
_MAIL = r"(?:it|this|that|these|those|(?:this|that) (?:one|mail|thing))"
_NAMED = rf"(?:the|this|that) (?:one|mail) (?:from|by|about){_WORD}{{1,3}}?"
_REASON = re.compile(
    r"(?:(?:yes|yeah|no|nah|oh|well|okay|so|right|and|hm|god) )*"
    rf"(?:(?:i would say )?(?:{_MAIL}|{_NAMED}) (?:is|was|looks|are|were){_WORD}{{1,5}}"
    r"(?: (?:to|for) me)?"
    rf"|{_MAIL} (?:matters|can (?:wait|go))"
    rf"|i (?:really |just |already )?(?:do not|did not|never|no longer) (?:want|need|read|use|wear|care|like|mean){_WORD}{{0,5}}"
    rf"|i (?:have|had) (?:already |just )?(?:read|seen|heard|paid|done|had|got|dealt){_WORD}{{0,5}}"
    rf"|i (?:need to|have to|must|will) (?:pay|keep|remember|read|come|look|go|deal|do)(?: back)?(?: to| at| into)?"
    rf"(?: (?:it|this|that))?{_WORD}{{0,4}}"
    r"|(?:i am|we are) (?:good|done|finished|through)(?: with (?:it|this|that)(?: one| mail)?)?"
    rf"|(?:i am )?not interested{_WORD}{{0,3}}|no (?:need|use)(?: (?:for|of){_WORD}{{1,3}})?|(?:seen|read|heard|done) (?:it|this|that)"
    r"|(?:rubbish|boring|nonsense|done|old news|forget that one))"
)


_REMARK = re.compile(
    rf"(?:(?:oh|okay|so|well|right|sorry|look|god|man|hey) )*(?:you (?:are|go|talk|tell|read|give|keep)|(?:that|this|it) (?:is|was)"
    r"|(?:i|we) (?:am|are|have|can|do|only|just)|there (?:is|are))"
    rf"(?!.*\b(?:want|need|archived|deleted|removed|flagged|gone|stopped|marked|moved|sent)\b){_WORD}{{1,7}}"
)
"""What one says of the briefing, or of oneself, before one says how it is to be told: it need not be so exact, since no mail is changed.

What asks for a change itself is none: "I have the boiler task stopped"."""


_AWAY = re.compile(
    rf"(?:(?:someone|somebody|my \w+|the \w+)(?:'s| is| are| has)(?:{_WORD}| here){{1,5}}"
    rf"|i (?:have to|need to|must) (?:get|take|grab|fetch|open|pay|park|pour|cross|find){_WORD}{{0,5}})"
)
"""Why the user cannot listen for now: "someone is at the door"."""

_HAVE_REASONS = frozenset({CommandKind.CHANGE, CommandKind.UNDO, CommandKind.UNSUBSCRIBE, CommandKind.NEXT, CommandKind.SKIP_MAIL})
_OF_TELLING = frozenset({CommandKind.PREFER, CommandKind.REVISE, CommandKind.ONLY_SOME, CommandKind.WITHOUT_SOME, CommandKind.IN_TIME,
    CommandKind.SLOWER, CommandKind.FASTER, CommandKind.REPEAT})  # fmt: skip


def explained_by(words: Sequence[str]) -> frozenset[CommandKind]:
    """The kinds of wish for which a clause says nothing but why; empty where it may say more."""
    said = " ".join(words)
    if unsettles(said):
        return frozenset()
    is_why = _REASON.fullmatch(said) is not None and (leaves_the_wish(said) or remarks(said))
    waits = frozenset({CommandKind.HOLD_ON, CommandKind.GOODBYE} if _AWAY.fullmatch(said) else ())
    return waits | (_HAVE_REASONS if is_why else frozenset()) | (_OF_TELLING if _REMARK.fullmatch(said) else frozenset())
