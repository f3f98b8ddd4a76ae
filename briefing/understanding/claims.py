"""What a sentence claims has been done, by the names of `briefing.mail_action`: "I've archived it", "Sent.", "your reply is on its way".

A model's sentence that claims a change without a receipt must not be spoken, so each sentence is checked first. A claim has one of a few
shapes, each matched from the beginning of its clause: we did it ("I have just ..."), it is done ("that mail is now ..."), or a bare
"archived". Any other beginning makes the clause something else: a question, an offer, a plan, a refusal ("I have not"), a condition ("once
it is"), another person ("Anna has sent"). Searching for participles and then for words that deny them would never be complete.
"""

import re
from collections.abc import Callable, Mapping, Sequence

from briefing.understanding.verbs import foreign_claims as foreign
from briefing.understanding.verbs.claim_words import ADVERB, ALONE, IS, OBJECT
from briefing.understanding.verbs.table import VERBS
from briefing.words import split_words

SOMETHING = "something"
"""For "Done.", which claims that the request was carried out without naming the action."""

_LEAD = (
    r"(?:okay|ok|sure(?: thing)?|yes|yep|right|all right|alright|great|perfect|good|well|so|and|now|there(?: you go| we go| it is)?|done"
    r"|of course|no problem|certainly|absolutely|got it|as you (?:asked|wished|said)|good news|i think|i believe|i see that|you're welcome"
    rf"|thanks|alright then|{foreign.LEAD})"
)
_START = rf"^(?:{_LEAD}[,.!:]*\s++)*"
_WE_DID = re.compile(rf"{_START}(?:and )?(?:i|we)(?:'ve| have| had)?(?: {ADVERB})*\s*$", re.IGNORECASE)
_WE_ARE = re.compile(rf"{_START}(?:(?:i|we)(?:'m|'re| am| are)(?: {ADVERB})*)?\s*$", re.IGNORECASE)
_IT_IS = re.compile(rf"{_START}{OBJECT}{IS}(?: {ADVERB})*\s*$", re.IGNORECASE)
_BARE = re.compile(rf"{_START}(?:{OBJECT}\s+)?(?:{ADVERB} )*$", re.IGNORECASE)
_YOU_ARE = re.compile(rf"{_START}you(?:'re| are|'ve been| have been)(?: {ADVERB})*\s*$", re.IGNORECASE)
_CONSIDER = re.compile(rf"{_START}consider {OBJECT}(?: {ADVERB})*\s*$", re.IGNORECASE)
_WE_DID_ABROAD = re.compile(rf"{_START}(?:{foreign.WE_DID})\s*$", re.IGNORECASE)
_IT_IS_ABROAD = re.compile(rf"{_START}(?:{foreign.IT_IS})\s*$", re.IGNORECASE)
_HAS = re.compile(rf"{_START}(?:{OBJECT}|the [a-z]+|you|i|we)\s*$", re.IGNORECASE)

_OVER = (
    r"(?:ancient )?history|toast|squared away|wrapped up|put to bed|off your (?:plate|hands|back)|out of your (?:hair|hands)|in the bag"
    r"|done and dusted|no more|out of the way"
)
_DONE_SOMEHOW = (
    rf"(?:you(?:'re| are) |we(?:'re| are) |it(?:'s| is) )?all set\b"
    rf"|{OBJECT}{IS}(?: {ADVERB})* (?:settled|dealt with|gone|taken care of|sorted|handled|marked|{_OVER})(?: now| for you)?$"
    r"|(?:mission|job|task)(?: is)? (?:accomplished|complete|completed|done)$|that's that$|you're rid of (?:it|them)$"
    rf"|(?:i|we)(?:'ve| have)?(?: {ADVERB})* marked(?: {OBJECT})?(?: now| for you)?$"
    r"|you won't (?:see|hear (?:from|of)) (?:it|that|this|them|these|those)\b"
    r"|(?:i|we)(?:'ve| have)?(?: just| already)? (?:took care of|taken care of|dealt with|seen to|saw to|sorted out)\b"
)
_MANAGED = rf"{_START}(?:i|we)(?:'ve| have| was| were)?(?: been)?(?: just)? (?:able to|managed to)(?: {ADVERB})* "
_TOLD_BEHIND = re.compile(
    r"^[^,;]*?\b(?:by (?!(?:me|us|now|then)\b)\w+|yesterday|ago|last (?:week|night|month|year|\w+day)"
    r"|(?:on|to|since) (?:\w+day|the \d+|\d+)\b)",
    re.IGNORECASE,
)
"""Words behind a participle that make it a report about others: "it was sent on Friday by Marcus"."""

_WAS_TOLD = re.compile(r"^ to (?:the (?:whole|entire)|all|everyone|everybody|you|me|us|your team)\b", re.IGNORECASE)
_NO_MAIL = re.compile(
    r"^ (?:the|our|your|my|his|her|a) (?:\w+ )?(?:meeting|appointment|call|date|deadline|lunch|dinner|flight|viewing)s?\b", re.IGNORECASE
)
_FINISHED = re.compile(
    rf"{_START}(?:(?:{ALONE}|consider it)(?:{IS})?(?: {ADVERB})* )?(?:done|taken care of|handled|sorted|gone|marked)"
    r"(?: and dusted| for you| now)?$"
    r"|^(?:.*\b)?i(?:'ve| have)?(?: just| already)? (?:done|did|taken care of|took care of|handled) (?:it|that|this|so)\b",
    re.IGNORECASE,
)


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE)


_CLAIMS = {action: verb.claim for action, verb in VERBS.items()}
_PATTERNS: Mapping[str, Mapping[str, re.Pattern[str]]] = {
    "done": {action: _pattern(its.done) for action, its in _CLAIMS.items()},
    "abroad": {action: _pattern(done) for action, done in (*foreign.DONE.items(), (SOMETHING, foreign.DONE_SOMEHOW))},
    "stands": {action: _pattern(its.stands) for action, its in _CLAIMS.items() if its.stands},
    "happens": {action: _pattern(its.happens) for action, its in _CLAIMS.items() if its.happens},
    "doing": {action: _pattern(its.doing) for action, its in _CLAIMS.items() if its.doing},
}
_WHOLE: Mapping[str, Sequence[re.Pattern[str]]] = {
    SOMETHING: [
        re.compile(rf"{_START}(?:{_DONE_SOMEHOW})", re.IGNORECASE),
        re.compile(rf"{_START}(?:{foreign.FINISHED})$", re.IGNORECASE),
    ],
    **{
        action: [
            *([re.compile(rf"{_START}(?:{its.whole})", re.IGNORECASE)] if its.whole else []),
            *([re.compile(rf"{_MANAGED}(?:{its.managed})\b", re.IGNORECASE)] if its.managed else []),
        ]
        for action, its in _CLAIMS.items()
    },
}
"""Whole clauses that make the claim: about the mail, its recipients or the user, or by "I was able to"."""

_SENTENCES = re.compile(r"(?<=[.!?\u2026])[\"'\u201d\u2019)]*\s+|\n+")
_CLAUSES = re.compile(r"[,;:\u2014\u2013]\s+|(?<!\s)\s++-\s+|(?<!\s)\s++(?:but|so|though|although|which means)\s+", re.IGNORECASE)
_ALSO = re.compile(r"(?<!ahead)(?<!have gone)(?<!ve gone)(?<!\s)\s++and\s+(?:then\s+|also\s+)?", re.IGNORECASE)
_CONDITION = re.compile(rf"\s*(?:if|when|once|unless|as soon as|before|until|after|whether|should|{foreign.CONDITION})\b", re.IGNORECASE)
_SAYS = re.compile(
    r"(?<!\bi )(?<!\bwe )\b(?:says|said|writes|wrote|answers|answered|replies|tells (?:you|us)|told (?:you|us)|reports"
    rf"|{foreign.SAYS})$",
    re.IGNORECASE,
)
"""What ends so is followed by what a mail or a person says."""
_QUOTED = re.compile(r"\u201e[^\u201e\u201c\u201d]*+[\u201c\u201d]|\"[^\"]*+\"|\u201c[^\u201c\u201d]*+\u201d|\u00ab[^\u00ab\u00bb]*+\u00bb")
_APOSTROPHES = str.maketrans({"\u2018": "'", "\u2019": "'", "\u02bc": "'"})
_LONGEST = 4000
LONGEST_SENTENCE = 1_000
"""Characters: what a model says without an end is a sentence from here on, so that it is not looked at over and over."""


def claims(sentence: str) -> frozenset[str]:
    """The actions that the words claim as done, `SOMETHING` for "Done." of no action in particular; empty where nothing is claimed.

    Several sentences may be given at once. What is quoted is a mail's, and no claim of ours.
    """
    text = _QUOTED.sub(" ", sentence[:_LONGEST].translate(_APOSTROPHES))
    return frozenset().union(*(_of_sentence(one) for one in _SENTENCES.split(text)))


_WHOSE = re.compile(r"\b(?:from|by|von|de|di) ([\w']+)|\b(\w+)'s\b", re.IGNORECASE)


def people_of(sentence: str, action: str) -> frozenset[str]:
    """The words by which a claim of the action names whose mail it was: "I've archived Ruth's mail"."""
    text = _QUOTED.sub(" ", sentence[:_LONGEST].translate(_APOSTROPHES))
    parts = (part for clause in _CLAUSES.split(text) for part in _ALSO.split(clause) if action in claims(part))
    return frozenset(word for part in parts for each in _WHOSE.finditer(part) for word in split_words(each[1] or each[2]))


def _of_sentence(sentence: str) -> set[str]:
    if "?" in sentence:
        return set()
    found: set[str] = set()
    for clause in _CLAUSES.split(sentence):
        if _CONDITION.match(clause) or _SAYS.search(clause):
            break
        ours = False
        for part in _ALSO.split(clause):
            told = part.strip(" .!\u2026*_\"'()")
            claimed = _of_clause(told, continued=ours)
            found |= claimed
            ours = ours or bool(claimed)
            if told and not claimed and not re.match(rf"{_START}$", f"{told} "):
                ours = False
                if part is not clause and not _WE_DID.match(told):
                    break  # "Anna has signed it and sent it back": what follows is hers as well
    return found


def _of_clause(clause: str, *, continued: bool) -> set[str]:
    found = (
        _claimed("done", clause, _is_done)
        | _claimed("abroad", clause, _is_done_abroad)
        | _claimed("stands", clause, lambda before, _, behind: bool(_IT_IS.match(before)) and not _TOLD_BEHIND.match(behind))
        | _claimed("happens", clause, lambda before, *_: bool(_HAS.match(before)))
        | _claimed("doing", clause, lambda before, *_: bool(_WE_ARE.match(before)))
    )
    whole = {action for action, patterns in _WHOLE.items() if any(pattern.match(clause) for pattern in patterns)}
    found |= whole - {SOMETHING}
    if (SOMETHING in whole and not found) or (_FINISHED.search(clause) and not continued):
        found.add(SOMETHING)
    return found - {less for action, its in _CLAIMS.items() if action in found for less in its.hides}


def _claimed(kind: str, clause: str, is_claim: Callable[[str, str, str], bool]) -> set[str]:
    """The actions with a pattern in the clause that is a claim, judged by what stands before it, itself and what stands behind it."""
    return {
        action
        for action, pattern in _PATTERNS[kind].items()
        if any(is_claim(clause[: each.start()], each[0], clause[each.end() :]) for each in pattern.finditer(clause))
    }


def _is_done(before: str, verb: str, behind: str) -> bool:
    if verb.lower() == "unsubscribed" and _YOU_ARE.match(before):
        return True
    if _WE_DID.match(before) or _CONSIDER.match(before):
        return _NO_MAIL.match(behind) is None
    if _IT_IS.match(before):
        was = before.rstrip().endswith((" was", " were"))
        return _TOLD_BEHIND.match(behind) is None and not (was and _WAS_TOLD.match(behind))
    return _BARE.match(before) is not None


def _is_done_abroad(before: str, _: str, behind: str) -> bool:
    if foreign.ANOTHERS.match(behind):
        return False
    if _BARE.match(before):
        return foreign.FOR_YOU.match(behind) is not None
    return bool(_WE_DID_ABROAD.match(before)) or bool(_IT_IS_ABROAD.match(before) and not foreign.TOLD_BEHIND.match(behind))


_WHOLE_SENTENCE = re.compile(r"[^\n]*?(?:(?<![.!?\u2026])[.!?\u2026]++[\"'\u201d\u2019)\]]*+\s+|\n+)")
_RECOUNTS = re.compile(
    r"\b(?:earlier|before|so far|previous(?:ly)?|last one|a moment ago|in (?:all|total|this call)|this morning"
    r"|vorhin|vorher|zuvor|bisher|heute|zwei|drei|vier|tout à l'heure|avant|deux|trois|quatre|antes|hoy|dos|tres|prima|due|tre|oggi"
    r"|\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b",
    re.IGNORECASE,
)
_SEVERAL = re.compile(
    r"\b(?:both|all|each|every\w*|they|them|these|those|two|three|four|five|several|\d+|mails|messages|newsletters)\b", re.IGNORECASE
)
_COULD_NOT = re.compile(
    r"^(?:(?:sorry|unfortunately|i'm sorry|i am sorry|i'm afraid|i am afraid|well|hm+|okay|no)[,.]? (?:but )?)*"
    r"(?:(?:i|we) (?:could not|couldn't|can't|cannot|can not|was not able|wasn't able|am not able|did not|didn't|have not|haven't|do not"
    r"|don't|am unable|was unable)|i'm (?:not able|unable)|there (?:is|are) (?:no|none)\b|there(?:'s| isn't| aren't) no\b)"
    r"(?!.*\b(?:but|and|then|so|though|instead|done|gone)\b)[^,;:]*$",
    re.IGNORECASE,
)


def whole_sentence(text: str) -> str:
    """The first sentence of a growing text; empty until text stands behind its end, since "3." may become "3.5"."""
    if whole := _WHOLE_SENTENCE.match(text, 0, LONGEST_SENTENCE):
        return whole[0]
    return text[: text.rfind(" ", 0, LONGEST_SENTENCE) + 1 or LONGEST_SENTENCE] if len(text) >= LONGEST_SENTENCE else ""


def recounts(sentence: str) -> bool:
    """Whether a sentence tells of the call so far, and not only of what was just asked for."""
    return _RECOUNTS.search(sentence) is not None


def is_of_several(sentence: str) -> bool:
    return _SEVERAL.search(sentence) is not None


def tells_no_success(sentence: str) -> bool:
    """Whether a sentence without a claim cannot be taken for one, while something that was asked for is not done: a question, an admission,
    a condition, what the user may do or was asked, or what a mail or a person says.

    It is a list of what may be said, since a success can be worded in any way.
    """
    if "?" in sentence:
        return True
    told = re.sub(_START, "", _QUOTED.sub(" ", sentence[:_LONGEST].translate(_APOSTROPHES)).strip(" .!\u2026\n"), flags=re.IGNORECASE)
    if _COULD_NOT.match(told) or _UNDONE.match(told):
        return True
    if not _ENGLISH.search(told):
        return foreign.tells_no_success(told)
    if len(told.split()) < _FEWEST_WORDS or _SUCCESS.search(told):
        return False
    return bool(_OPEN.match(told) or _TELLS.match(told) or not _OURS.match(told))


_FEWEST_WORDS = 4
_UNDONE = re.compile(
    rf"^(?:(?:{OBJECT}|that mail|nothing)(?:'s| is| was| has| are| were| have)(?: been)? (?:not|still not)(?: yet)?(?: been)?"
    r" (?:sent|archived|deleted|moved|flagged|labelled|reported|unsubscribed|changed|done|snoozed|marked)(?: yet| so far| by me)?"
    r"|nothing (?:has been|was|is) (?:sent|archived|deleted|moved|flagged|labelled|reported|changed|done|marked)(?: yet| so far)?"
    rf"|(?:{OBJECT}|the draft)(?:'s| is| are) (?:still|only) (?:a draft|drafts|open|unsent|unread|in (?:your|the) inbox"
    rf"|where it was|there|waiting)"
    r"(?: for you| for your yes)?|(?:the|your) draft (?:stays|is kept|remains)(?: as it is)?"
    r"|(?:if|once|as soon as|unless) you (?:say|agree|confirm|want|like|wish|tell|answer)\b.*"
    r"|(?:i|we) (?:will not|won't|would not|wouldn't|must not) [^,;:]*)$",
    re.IGNORECASE,
)
"""It is not done, in so many words; what is "not there any more" would be a success."""

_OPEN = re.compile(
    r"^(?:(?:if|once|as soon as|before|until|unless) |(?:please |just |then )*(?:say|tell me|let me know|spell)\b|(?:i"
    r"|we) (?:can|could) (?!confirm|see|say"
    r"|tell|assure|report|promise)|(?:i|we)(?:'m| am|'ve| have)? (?:just )?(?:asked|asking|need|waiting|wait"
    r"|am waiting) |i'd need |i would need "
    r"|you (?:have to|need|should|could|can|may|must|want|asked|wanted|owe|have (?:an?|one|two|three|four|five|\d+|no|until)) )",
    re.IGNORECASE,
)
_TELLS = re.compile(
    rf"^(?:{OBJECT}|they|he|she)(?: only| also| just)? (?:says?|asks?|tells?|mentions?|wants?|needs?|contains?|lists?"
    rf"|explains?|reminds?|invites?"
    r"|ends?|begins?|comes? from|came from|costs?|is (?:from|about|due|dated)|are (?:from|about)|has (?:an?|no|one|two|three)) ",
    re.IGNORECASE,
)
_OURS = re.compile(
    rf"^(?:i|we|it|that|this|they|those|these|you|your|all|everything|both|none|nothing|not|no|now|there|here|consider|{OBJECT})\b",
    re.IGNORECASE,
)
_SUCCESS = re.compile(
    r"\b(?:archived?|deleted|trash|trashed|bin|binned|flagged|starred|labell?ed|tagged|moved|spam|junk|snoozed"
    r"|unsubscribed|sent|forwarded|replied"
    r"|answered|marked|undone|restored|removed|cleared|cleaned|filed|put|gone|done|away|handled|sorted|settled|dealt"
    r"|taken|care|finished|complete\w*"
    r"|success\w*|processed|now|already|inbox|outbox|mailbox|on (?:its|the|their) way|(?:has|have|had|got|gets) (?:it"
    r"|been|your|all|everything)"
    r"|no longer|any ?more|history|lighter|less|fewer|vanished|disappeared|informed|notified|receive[sd]?|left|reached|delivered|again"
    r"|went|goes|going|out|off|executed|accomplished|as (?:you )?(?:asked|wished|requested))\b",
    re.IGNORECASE,
)
_ENGLISH = re.compile(r"\b(?:the|to|of|by|with|for|and|from|is|are|you|on)\b", re.IGNORECASE)
