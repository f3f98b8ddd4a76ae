"""Words that may stop a mail which is about to leave, and whether all of a line, or of a text that was dictated, is such words."""

import re

from briefing.words import split_words

_NEGATED = r"\w+n[\u02bc ]t|(?:do|does|did|is|are|was|were|has|have|had|could|should|would|must|ca|wo|ai|need)nt|cannot"
CALLS_OUT = (
    r"no+|nope|nah|naw|wait|stop\w*|oops\w*|whoops\w*|woops|uh oh|whoa|halt|cancel\w*|abort\w*|never ?mind|hang on|hold (?:on|up|off|it)|"
    r"do nothing|"
    r"unsend|un send|scratch (?:it|that)|do not(?= send|$)|don[\u02bc ]?t(?= send|$)|not yet|too (?:soon|early|fast|quick)"
    r"|(?:the )?wrong (?:person|address|one|mail|email)|chang(?:ed?|ing) my mind|(?:on )?second thoughts?"
    r"|nein|nee|warte\w*|nicht|abbrechen|zuruck\w*|moment (?:mal|bitte)|attend(?:s|ez)(?= |$)(?! (?:the|a|an|to|our|my|his|her|their)\b)"
    r"|arretez?|annulez?|pas (?:encore|maintenant|envoyer)|(?:ne )?(?:l|n) envo\w+(?: pas)?"
)
"""Said by itself in the middle or at the end of anything, it is no part of that."""

TAKES_BACK = (
    rf"{CALLS_OUT}|hold|holding|pause|freeze|undo|undoing|un do|revert|reverse|recall|retract|withdraw|scratch|postpone|premature"
    r"|wrong\w*|mistake\w*|mistook|typo\w*|misspel\w*|mis spel\w*|misheard|incorrect\w*|meant|i mean|intended|accident\w*"
    r"|(?:let me|i want to|i need to|i d like to|i would like to) (?:\w+ )?(?:read|see|check|look|hear|think)"
    r"|(?:read|check|see|hear) (?:it|that) \w* ?first"
    r"|actually (?:make|change|send|say|tell|put|write|add|let)|^(?:no )?make (?:it|that)"
    r"|before (?:it|that|this|the mail|my \w+) (?:goes|leaves|is|gets)|(?:keep|leave) (?:it|that|this|them|the \w+|that \w+) here"
    r"|pull (?:it|that|this|the mail|that mail)|regret"
    r"|should (?:have|ve|of)|shoulda|reconsider|rethink|think (?:again|about it|it over|twice)|bad idea|unsure"
    r"|(?:take|took|call|get|bring|pull|put|have|want|fetch|keep) (?:it|that(?: mail| one)?|this|them|(?:the|my) (?:other |last )?\w+) back"
    r"|(?:take|call|get|bring|pull) (?:the|that|my) (?:mail|e ?mail|message|reply|answer|draft|one) (?:\w+ ){1,4}back"
    r"|(?:take|call|pull) back (?:it|that|this|the|my)|put (?:it|that|this) off|block (?:it|that(?: mail)?|the mail)"
    r"|(?:did|have) i (?:\w+ )?(?:attach|say|said|write|written|mention|spell|spelt|add|include|done)\w*|oh (?:dear|god|my god|gosh)"
    r"|shit|crap|damn|dammit"
)
ASKS_AFTER_IT = r"(?:gone|left|sent|out) (?:already|yet)|already (?:gone|left|sent|out)|too late"
MAY_TAKE_BACK = (
    rf"{TAKES_BACK}|{_NEGATED}|not|never|forget|forgot\w*|error|supposed|instead|rather|later"
    r"|call (?:(?:it|that|this|him|her|them|the \w+) )?off|keep (?:that|this|the) (?:mail|message|one|reply)$"
    r"|(?:tell|write|send|say|let) (?:\w+ ){0,2}(?:know )?(?:nothing|nobody|no one)(?: yet| anything)?$"
    r"|(?:one|a|just|give me a) (?:moment|second(?! thought)|sec|minute|bit)"
    r"|(?:some(?:one|body) else|another|different|the other)(?: (?:address|person))?"
)
"""Takes back unless it is part of a question about something else."""

SMALL = r"oh|okay|ok|well|so|and|but|um|uh|er|hey|aloud|please|sorry|actually|all right|then|just"
AROUND = (
    rf"{SMALL}|i|it|its|this|that|there|the|a|an|s|m|is|was|am|to|of|for|my|me|you|do|did|have|made|want|send|sent|sending|go|leave|now"
    r"|thanks|thank|person|address|one|mail|email|message|reply|something|anything|everything|had|with|back|on|right away|right|quick"
)

PLAINLY = re.compile(rf"(?=.*\b(?:{MAY_TAKE_BACK})\b)(?>(?:(?:{MAY_TAKE_BACK}|{AROUND})(?: |$))+)")
"""Atomic: of what fits in several ways the first is taken, so that a line takes no longer than its words do."""

_DENIES = r"nothing|nobody|no one|none|n?uh uh"
_SOFTLY = (
    rf"{MAY_TAKE_BACK}|{_DENIES}|{AROUND}|maybe|perhaps|probably|possibly|let s|lets|let us|course|how|about|would|could|can|will|shall|we"
    r"|he|she|they|be|really|sure|all|t|out|off|yet|else|more|thought"
)
_MAY_STOP = re.compile(rf"(?=.*\b(?:{MAY_TAKE_BACK}|{_DENIES})\b)(?>(?:(?:{_SOFTLY})(?: |$))+)")
_ASKS_WHETHER_IT_LEFT = re.compile(
    rf"(?>(?:(?:{SMALL}) )*)(?:is|was|has|have|did|are|were|will|does) (?:it|that|this|you|the (?:mail|reply|message|draft|one)|my \w+)"
    rf" (?:\w+ )?(?:gone|go|going|sent|send|sending|left|leave|leaving|out|away)(?>(?: (?:{AROUND}|yet|already)\b)*)"
)
_IS_AN_ANSWER = re.compile(r"(?:no|nope|nah|never|not at all)(?: (?:no|sorry|thanks|thank you|i m afraid))*")
_TELLS_OF_SOMEBODY = re.compile(r"(?:sorry |unfortunately |okay )?(?:i|we)\b(?!.*\b(?:want to send|t(?:ake|ook) (?:it|that|this) back)\b)")

_THE_MAIL = r"(?:the|that|this|my) (?:mail|e ?mail|message|reply|answer|draft)"
_IT = rf"(?:it|this|that|{_THE_MAIL})"
_I_WANT = r"(?:i|we)(?: would| d| ve)? (?:need|have|want|like|got) to"
_GOES = r"(?:go|get|be sent|leave)(?: out| off)?(?: yet| now| like (?:this|that))?"
_BY_MISTAKE = r"by (?:mistake|accident)|accidentally|in error|too (?:soon|early)|to the wrong \w+"
_IN_DISMAY = re.compile(
    rf"(?>(?:(?:{SMALL}|no) )*)(?:"
    rf"{_IT} (?:must|should|may|can|shall|will|is|ought)(?: not|n t)(?: to)? {_GOES}"
    rf"|(?:i|we) (?:do not|don t|dont|did not|didn t|never) want(?:ed)? {_IT} to {_GOES}"
    rf"|{_I_WANT} (?:stop|hold|cancel|keep|recall|unsend|withdraw|take|call|pull|get)(?: back)? {_THE_MAIL}(?: back| here)?"
    rf"|{_I_WANT} (?:hold (?:it|that|this) back|(?:stop|cancel|unsend|recall) (?:it|that|this)(?: one)?)"
    rf"|(?:i|we) (?:want|need) {_IT} back"
    rf"|(?:{_IT}|it s|that s)(?: is| was| has| just){{0,2}} (?:going|went|gone|sent) to the wrong \w+"
    rf"|{_IT} (?:has|needs|will have) to wait"
    r"|(?:it|that|this) (?:is|was|s) the wrong \w+|(?:i|we)(?: ve| have)? forg[eo]t(?:ten)? (?:to (?:add|attach) )?the (?:attachment|file)"
    r"|the (?:file|attachment) is (?:missing|not (?:there|attached))"
    rf"|(?:i|we|it)(?: ve| have| was| just){{0,2}} (?:sent|mailed|wrote)(?: {_IT})? (?:{_BY_MISTAKE})"
    rf"|(?:i|we) (?:should(?: not|n t)|shouldnt|never should) (?:have|ve) sent {_IT}"
    r"|(?:the|a) wrong \w+(?: is| was| s| got)? attached|(?:i|we)(?: ve| have)? attached the wrong \w+"
    r"|(?:the|my) attachment (?:is|was) (?:wrong|missing|the wrong one)"
    r")(?: please| sorry)?"
)
"""What somebody says in dismay while a mail leaves. As a text it is an honest one where none does."""


def speaks_of_what_leaves(text: str) -> bool:
    """Whether a text plainly says of a mail that it is not to leave, or that something in it is wrong: "the wrong file is attached"."""
    return _IN_DISMAY.fullmatch(" ".join(split_words(text))) is not None


def is_rather_a_stop(text: str) -> bool:
    """Whether nothing in a text is certain to be for somebody else: "please wait", "maybe not", "did it go".

    An answer, and what somebody says of themselves, is what mails say: "no, sorry", "I forgot".
    """
    said = " ".join(split_words(text))
    if _IS_AN_ANSWER.fullmatch(said) or _TELLS_OF_SOMEBODY.match(said):
        return False
    return _MAY_STOP.fullmatch(said) is not None or _ASKS_WHETHER_IT_LEFT.fullmatch(said) is not None
