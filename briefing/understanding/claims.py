"""What a sentence claims has been done, by the names of `briefing.mail_action`: "I've archived it", "Sent.", "your reply is on its way".

A model's sentence that claims a change without a receipt must not be spoken, so each sentence is checked first. A claim has one of a few
shapes, each matched from the beginning of its clause: we did it ("I have just ..."), it is done ("that mail is now ..."), or a bare
"archived". Any other beginning makes the clause something else: a question, an offer, a plan, a refusal ("I have not"), a condition ("once
it is"), another person ("Anna has sent"). Searching for participles and then for words that deny them would never be complete.
"""

import re
from collections.abc import Callable, Mapping

SOMETHING = "something"
"""For "Done.", which claims that the request was carried out without naming the action."""

_ALONE = r"(?:it|that|this|they|these|those|both|all|everything|one|none of it|all of (?:it|them|these|those))"
_MAIL = (
    r"(?:mails?|messages?|e-?mails?|newsletters?|notifications?|invitations?|replies|reply|answer|draft|topic|ones?|thread|request|flag|star"
    r"|label|tag|mark)"
)
_WHICH = (
    r"(?:the|your|my|that|this|these|those|all|both|every|another|[0-9]+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
    r"|[a-z]+'s)"
)
_BEHIND = r"(?: (?:from|to|about|by|on|in) (?!and\b)[^,.;:!?]{1,60}?)?"
_OBJECT = rf"(?:{_ALONE}(?:{_BEHIND})|(?:{_WHICH} ){{1,3}}(?:[a-z]+ ){{0,2}}?{_MAIL}{_BEHIND}|{_MAIL})"
_ADVERB = r"(?:now|just|already|also|all|both|then|safely|successfully|gone ahead and|went ahead and|gone and|been)"
_IS = r"(?:'s| is| are|'re| was| were| has been| have been|'s been|'ve been| got"
_IS += r"| (?:has|have)(?= (?:both|all|now|already|just|also) been))"
_LEAD = (
    r"(?:okay|ok|sure(?: thing)?|yes|yep|right|all right|alright|great|perfect|good|well|so|and|now|there(?: you go| we go| it is)?|done"
    r"|of course|no problem|certainly|absolutely|got it|as you (?:asked|wished|said)|good news|i think|i believe|i see that|you're welcome"
    r"|thanks|alright then)"
)
_START = rf"^(?:{_LEAD}[,.!:]*\s+)*"
_WE_DID = re.compile(rf"{_START}(?:and )?(?:i|we)(?:'ve| have| had)?(?: {_ADVERB})*\s*$", re.IGNORECASE)
_WE_ARE = re.compile(rf"{_START}(?:(?:i|we)(?:'m|'re| am| are)(?: {_ADVERB})*)?\s*$", re.IGNORECASE)
_IT_IS = re.compile(rf"{_START}{_OBJECT}{_IS}(?: {_ADVERB})*\s*$", re.IGNORECASE)
_BARE = re.compile(rf"{_START}(?:{_OBJECT}\s+)?(?:{_ADVERB} )*$", re.IGNORECASE)
_YOU_ARE = re.compile(rf"{_START}you(?:'re| are|'ve been| have been)(?: {_ADVERB})*\s*$", re.IGNORECASE)
_CONSIDER = re.compile(rf"{_START}consider {_OBJECT}(?: {_ADVERB})*\s*$", re.IGNORECASE)
_HAS = re.compile(rf"{_START}(?:{_OBJECT}|the [a-z]+|you|i|we)\s*$", re.IGNORECASE)

_ADDRESSEE = r"(?: (?:it|that|this|them|him|her|you|all|both|everything|[a-z]+))"
_PLACE = r"(?:in|into|to)"
_DONE: Mapping[str, str] = {
    "archive": rf"archived|filed(?:{_ADDRESSEE})? away|(?:put|moved)(?: [\w']+){{0,5}}? {_PLACE} (?:the |your )?archive",
    "mark_read": r"marked(?: [\w']+){0,6}?(?: as)? read",
    "mark_unread": r"marked(?: [\w']+){0,6}?(?: as)? unread|set(?: [\w']+){0,3}? (?:back )?to unread|unread again",
    "flag": r"flagged|starred|marked(?: [\w']+){0,4}? for follow[- ]?up|put a (?:flag|star) on|added a (?:flag|star)",
    "unflag": r"unflagged|unstarred|(?:removed|cleared|taken|took)(?: off)? (?:the |its |that )?(?:flag|star)",
    "label": r"label(?:l)?ed|tagged|(?:added|put|applied|given|set)(?: [\w']+){0,4}? (?:label|tag)",
    "unlabel": r"unlabel(?:l)?ed|untagged|(?:removed|taken|took)(?: off)?(?: [\w']+){0,3}? (?:label|tag)",
    "move": r"moved|filed|put(?: [\w']+){1,3}? (?:in|into) (?:the |your )?[\w ]{1,30}? ?folder",
    "delete": r"deleted|trashed|binned|erased|discarded|(?:thrown|threw|tossed)(?: [\w']+){0,4}? (?:away|out)|got(?:ten)? rid of"
    rf"|(?:put|moved|sent)(?: [\w']+){{0,5}}? {_PLACE} (?:the |your )?(?:trash|bin)",
    "report_spam": r"reported|marked(?: [\w']+){0,6}? as (?:spam|junk)"
    rf"|(?:put|moved)(?: [\w']+){{0,4}}? {_PLACE} (?:the |your )?(?:spam|junk)",
    "snooze": r"snoozed|postponed|put(?: [\w']+){0,4}? off|set(?: you)? a reminder",
    "unsubscribe": r"unsubscribed|(?:taken|took|removed) you (?:off|from)|cancell?ed (?:the|your|that|this) subscription",
    "send": r"sent|replied|answered|responded|forwarded|e-?mailed|mailed|delivered|dispatched|passed(?: [\w']+){1,3}? on"
    r"|written (?:back )?to|wrote (?:back )?to|told|informed|notified|let \w+ know",
    "send_later": r"scheduled",
    "undo": r"undone|undid|reverted|reversed|restored|unarchived|undeleted|(?:put|brought|moved|taken|took)(?: [\w']+){0,4}? back",
}
_STANDS: Mapping[str, str] = {
    "archive": r"in (?:the|your) archive",
    "delete": r"in (?:the|your) (?:trash|bin)",
    "report_spam": r"in (?:the|your) (?:spam|junk)",
    "undo": r"back (?:in (?:the|your) inbox|where \w+ (?:was|were)|to where)",
    "send": r"on (?:its|their|the) way|out the door|out|off|gone out|off to \w+",
    "snooze": r"coming back",
    "unflag": r"(?<=flag is )(?:off|gone|removed|cleared)|(?<=flag has been )(?:removed|cleared)",
    "unlabel": r"(?<=label is )(?:off|gone|removed)|(?<=label has been )removed",
}
"""The state of a mail after the action; matched only behind "it is"."""

_HAPPENS: Mapping[str, str] = {
    "snooze": r"(?:will|'ll) (?:come|be) back",
    "send_later": r"(?:will|'ll) (?:go out|leave|be sent|be delivered|go)",
    "send": r"(?:just )?went out|leaves now|has left|has gone out",
}
"""What the mail itself does after the action."""

_DOING: Mapping[str, str] = {
    "archive": "archiving", "delete": "deleting", "send": "sending|forwarding|replying", "unsubscribe": "unsubscribing", "flag": "flagging",
    "mark_read": r"marking(?: [\w']+){0,6}?(?: as)? read", "move": "moving", "snooze": "snoozing", "undo": "undoing|restoring",
}  # fmt: skip
_REPLY = r"your (?:reply|answer|response|mail|message|e-?mail|forward|note|words)"
_SENTENCE: Mapping[str, str] = {
    "archive": rf"{_OBJECT} (?:(?:has|have) )?(?:just |now )?(?:gone|went) (?:in|into|to) (?:the|your) archive"
    rf"|the archive (?:now )?has (?:it|them|that|{_OBJECT})|archiv(?:e|ing) complete"
    rf"|{_OBJECT}{_IS}(?: {_ADVERB})* (?:no longer in|out of) (?:the|your) inbox",
    "send": rf"{_REPLY} (?:(?:has|have) )?(?:just |now )?(?:gone|went|left) (?:to|out|off)|(?:off|away) (?:it|they) goe?s?"
    rf"|[\w']+(?: now)? (?:has|have) {_REPLY}|[\w']+(?: will|'ll) (?:get|have|receive) {_REPLY}"
    r"|(?!it|that|this)[\w']+ (?:has|have) (?:now |just |already )?been (?:told|notified|informed|answered)(?: now| already| too)?$"
    r"|(?:i|we)(?:'ve| have)? (?:just |already )?(?:hit|pressed|clicked) send",
    "snooze": rf"(?:the |your )?(?:snooze|reminder)(?:'s| is| has been)(?: {_ADVERB})* (?:set|on)\b"
    rf"|(?:{_OBJECT})(?:'ll| will) (?:be|come) back",
    "unsubscribe": rf"you(?:'ll| will) (?:no longer|not|never) (?:receive|get)\b|you won't (?:receive|get)\b"
    rf"|{_OBJECT} (?:won't|will not|will no longer) (?:bother|reach|trouble) you",
    SOMETHING: rf"(?:you(?:'re| are) |we(?:'re| are) |it(?:'s| is) )?all set\b"
    rf"|{_OBJECT}{_IS}(?: {_ADVERB})* (?:settled|dealt with|gone|taken care of|sorted|handled)(?: now| for you)?$"
    r"|you won't (?:see|hear (?:from|of)) (?:it|that|this|them|these|those)\b"
    r"|(?:i|we)(?:'ve| have)?(?: just| already)? (?:took care of|taken care of|dealt with|seen to|saw to|sorted out)\b",
}
"""Whole clauses that make the claim in another way: about the mail, its recipients or the user."""

_VERBS: Mapping[str, str] = {
    "archive": "archive", "delete": "delete|trash|bin|discard", "send": "send|forward|reply|answer", "flag": "flag|star",
    "move": "move|file", "label": "label|tag", "snooze": "snooze", "unsubscribe": "unsubscribe", "undo": "undo|restore|revert",
    "report_spam": "report",
    "mark_read": r"mark(?: [\w']+){1,6}? read", "mark_unread": r"mark(?: [\w']+){1,6}? unread",
}  # fmt: skip
_MANAGED = rf"{_START}(?:i|we)(?:'ve| have| was| were)?(?: been)?(?: just)? (?:able to|managed to)(?: {_ADVERB})* "
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
    rf"{_START}(?:(?:{_ALONE}|consider it)(?:{_IS})?(?: {_ADVERB})* )?(?:done|taken care of|handled|sorted|gone)"
    r"(?: and dusted| for you| now)?$"
    r"|^(?:.*\b)?i(?:'ve| have)?(?: just| already)? (?:done|did|taken care of|took care of|handled) (?:it|that|this|so)\b",
    re.IGNORECASE,
)

_PATTERNS = {
    kind: {action: re.compile(rf"(?<![\w-])(?:{pattern})(?![\w-])", re.IGNORECASE) for action, pattern in table.items()}
    for kind, table in {"done": _DONE, "stands": _STANDS, "happens": _HAPPENS, "doing": _DOING}.items()
}
_SENTENCE_PATTERNS = {action: re.compile(rf"{_START}(?:{pattern})", re.IGNORECASE) for action, pattern in _SENTENCE.items()}
_MANAGED_PATTERNS = {action: re.compile(rf"{_MANAGED}(?:{pattern})\b", re.IGNORECASE) for action, pattern in _VERBS.items()}
_OVERLAPPED: Mapping[str, frozenset[str]] = {
    "mark_unread": frozenset({"mark_read"}),
    "archive": frozenset({"move", "label"}),
    "delete": frozenset({"move", "send"}),
    "report_spam": frozenset({"move"}),
    "undo": frozenset({"move", "unflag", "unlabel"}),
    "unflag": frozenset({"flag"}),
    "unlabel": frozenset({"label"}),
}
"""Actions whose words are part of another action's words: "moved to the archive" means archived and not moved."""

_SENTENCES = re.compile(r"(?<=[.!?\u2026])[\"'\u201d\u2019)]*\s+|\n+")
_CLAUSES = re.compile(r"[,;:\u2014\u2013]\s+|\s+-\s+|\s+(?:but|so|though|although|which means)\s+", re.IGNORECASE)
_ALSO = re.compile(r"(?<!ahead)(?<!have gone)(?<!ve gone)\s+and\s+(?:then\s+|also\s+)?", re.IGNORECASE)
_CONDITION = re.compile(r"\s*(?:if|when|once|unless|as soon as|before|until|after|whether|should)\b", re.IGNORECASE)
_QUOTED = re.compile(r"\"[^\"]*\"|\u201c[^\u201d]*\u201d|\u00ab[^\u00bb]*\u00bb")
_APOSTROPHES = str.maketrans({"\u2018": "'", "\u2019": "'", "\u02bc": "'"})
_LONGEST = 4000


def claims(sentence: str) -> frozenset[str]:
    """The actions that the words claim as done, `SOMETHING` for "Done." of no action in particular; empty where nothing is claimed.

    Several sentences may be given at once. What is quoted is a mail's, and no claim of ours.
    """
    text = _QUOTED.sub(" ", sentence[:_LONGEST].translate(_APOSTROPHES))
    return frozenset().union(*(_of_sentence(one) for one in _SENTENCES.split(text)))


def _of_sentence(sentence: str) -> set[str]:
    if "?" in sentence:
        return set()
    found: set[str] = set()
    for clause in _CLAUSES.split(sentence):
        if _CONDITION.match(clause):
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
        | _claimed("stands", clause, lambda before, _, behind: bool(_IT_IS.match(before)) and not _TOLD_BEHIND.match(behind))
        | _claimed("happens", clause, lambda before, *_: bool(_HAS.match(before)))
        | _claimed("doing", clause, lambda before, *_: bool(_WE_ARE.match(before)))
    )
    whole = {action for table in (_SENTENCE_PATTERNS, _MANAGED_PATTERNS) for action, pattern in table.items() if pattern.match(clause)}
    found |= whole - {SOMETHING}
    if (SOMETHING in whole and not found) or (_FINISHED.search(clause) and not continued):
        found.add(SOMETHING)
    return found - {less for action in found for less in _OVERLAPPED.get(action, ())}


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


_WHOLE_SENTENCE = re.compile(r"[^\n]*?(?:[.!?\u2026]+[\"'\u201d\u2019)\]]*\s+|\n+)")
_RECOUNTS = re.compile(
    r"\b(?:earlier|before|so far|previous(?:ly)?|last one|a moment ago|in (?:all|total|this call)|this morning"
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
    whole = _WHOLE_SENTENCE.match(text)
    return whole[0] if whole else ""


def recounts(sentence: str) -> bool:
    """Whether a sentence tells of the call so far, and not only of what was just asked for."""
    return _RECOUNTS.search(sentence) is not None


def is_of_several(sentence: str) -> bool:
    return _SEVERAL.search(sentence) is not None


def admits_failure(sentence: str) -> bool:
    """Whether a sentence says that something could not be done, and nothing else."""
    return _COULD_NOT.match(sentence.strip(" .!\n")) is not None
