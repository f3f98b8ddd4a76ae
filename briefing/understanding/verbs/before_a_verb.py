"""What may stand before a wish in a clause of its own and leaves it one: courtesy, a reason, the mail, another wish, a judgement.

All else may be a condition, a time, a report, a joke or a call to somebody else ("in theory, delete it", "note to self, archive it", "hi
Anna, flag it"), and is asked about. The words are in the form of `briefing.understanding.intent_words`.
"""

import re
from collections.abc import Callable

from briefing.understanding.command_grammar.behind_a_verb import leaves_the_wish, unsettles
from briefing.understanding.intent_words import (
    ALL_BUT,
    CALLS_SOMEBODY,
    CONDITION,
    DOUBTS,
    ENDS_OPEN,
    FRAME,
    OWN_TELLING,
    REPORTS,
    TOLD,
    only_names,
)

_ANSWERS = re.compile(r"^(?:(?:yes|yeah|no|nope|nah|okay|ok|well|oh|never mind)(?: |$))+")
_OF_IT = r"(?:it|this|that|these|those|them|him|her)(?: (?:ones?|mails?|people|guys|lot|things?))?"
_JUDGES = re.compile(
    r"(?:(?:and|oh|so|well|hm+|ah|this|that|these|those|it|is|was|are|just|very|too|far|way|really|totally|quite|pretty|how|more|another"
    r"|yet|still|again|always|an?|the|no|not|of|all|pure|only|complete|total|utter|absolute|sheer|looks? like|sounds? like"
    r"|obvious(?:ly)?|clear(?:ly)?|such|some|longer|same"
    r"|old|good|great|bad) )*"
    r"(?:boring|dull|useless|pointless|worthless|rubbish|trash|junk|spam|nonsense|crap|garbage|old|stale|late|long|short"
    r"|outdated|irrelevant"
    r"|relevant|silly|stupid|annoying|ugh|yuck|meh|noted|known|understood|urgent|important|interesting|nice|funny|useful|handy|clear|needed"
    r"|good|great|bad|fine|things?|sorted|solved|paid|answered|settled|signed|booked|ordered|cancelled|expired|over|finished|newsletters?|notifications?|ads?"
    r"|advert\w*|promotions?|phishing|scams?|news|mail|ones?|idea|need|interest|thanks|same|story|stuff|for (?:me|us)|out of date|news)?"
    r"(?: for (?:me|us|work|later|\w+day|tomorrow))?"
    r"(?: (?:again|indeed|too|then|though|now|anyway|already))*"
)
"""What people call a mail before they say what to do with it: "boring", "another newsletter", "too late now"."""
_SURELY = (
    r"(?:honestly|frankly|seriously|basically|obviously|clearly|definitely|absolutely|certainly|surely|of course|as (?:usual|always"
    r"|before|ever)|once again|like (?:the last (?:one|time)|before)|same as (?:before|last time|always|ever)|without (?:a|any) doubt"
    r"|no doubt(?: about (?:it|that))?|no question(?: about (?:it|that))?|look|listen|come on|man|mate|dude|no hesitation)"
)
_REMARKS = re.compile(
    rf"(?:(?:oh|and|well|so|hm+|ah|i am|i do|i have|no) )*(?:{_SURELY}|got (?:it|that|this)|(?:message|point) (?:received|taken)"
    r"|consider (?:it|that|this) (?:done|handled|dealt with)|had a look|(?:heard|seen|had) enough|not worth \w+ing"
    r"|not reading (?:it|that|this)"
    r"|not my (?:department|problem|business|thing|job)|(?:can not|could not) be bothered|wrong (?:number|address|person)|old hat"
    r"|life is too short|(?:i )?could not care less|for crying out loud|for (?:heaven's|god's|goodness'?|pete's)? ?sake"
    r"|(?:good|lucky|bad|shame|great) (?:for|on) (?:him|her|them|you|us|me)|make (?:it|this|that) (?:go away|disappear|vanish)"
    r"|good (?:lord|god|heavens|gracious)|heavens|crikey|blimey|my (?:goodness|word)|(?:away|off|out) with (?:it|this|that|them)"
    r"|goodness|phew|hooray|yay|gross|remember (?:it|this|that)"
    rf"(?: one)?|not {_OF_IT} again|better|do not (?:let me|let us) (?:forget|lose) {_OF_IT}|dear|(?:my )?god|good grief"
    rf"|gosh|wow|ha|no|right|fair enough|fine (?:by|with) me"
    r"|good to know"
    r"|(?:great|good|bad) news|let me (?:see|think)|(?:do )?not forget|(?:same|ditto) (?:here|again|as before|old story)|likewise|ditto"
    rf"|one more|next (?:thing|up)|(?:sick|tired|fed up|had enough) (?:of|with) {_OF_IT}|(?:never|not) heard of {_OF_IT}|who cares"
    rf"|(?:my|our) \w+ (?:wants|needs|keeps|collects|likes) {_OF_IT}"
    rf"|(?:do )?not care|no idea (?:who|what) (?:it|this|that|he|she) is|been there(?: done that)?|ignore {_OF_IT}|no need for {_OF_IT})"
    r"(?: (?:again|then|though|now|anyway|already))*"
)
_A_LIST = re.compile(r"to do$")


def denies(before: str) -> bool:
    """Whether the clause right before a wish makes it none: it denies it, sets a condition, calls somebody else, or tells what they say."""
    return _is_telling(before) or any(re.search(each, before) for each in (ENDS_OPEN, ALL_BUT, CONDITION, CALLS_SOMEBODY))


def scoffs(before: str) -> bool:
    """Whether all that stands before a wish ends in what sounds like a yes and doubts: "yeah, right"."""
    return re.search(r"\b(?:yeah|yea|yep|yup|sure) right$", before) is not None


def leads_on(clause: str, *, is_wanted: Callable[[str], bool]) -> bool:
    """Whether a clause before a wish is understood, and leaves it one; what `is_wanted` in it is judged by itself."""
    if is_wanted(clause):
        return True
    return any(map(_is_known, (clause, _ANSWERS.sub("", clause)))) and _A_LIST.fullmatch(clause) is None


def _is_known(clause: str) -> bool:
    if _remarks(clause):
        return True
    names = only_names(clause) and not unsettles(clause)
    is_known = names or re.match(FRAME, f"{clause} ") is not None or leaves_the_wish(clause)
    return is_known and re.search(DOUBTS, clause) is None


def _remarks(clause: str) -> bool:
    return _JUDGES.fullmatch(clause) is not None or _REMARKS.fullmatch(clause) is not None


def _is_telling(clause: str) -> bool:
    """Whether a clause ends by announcing somebody else's words: "she said, archive it"."""
    told = re.sub(OWN_TELLING, "", clause)
    return re.search(rf"{TOLD}(?: (?:me|us|you|that|to|him|her|them))*$", told) is not None or re.search(REPORTS, told) is not None
