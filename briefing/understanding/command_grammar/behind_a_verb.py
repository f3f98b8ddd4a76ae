"""What may stand behind the verb of a wish and leaves it one: courtesy, another wish, a mail that is named as well, why it is wanted.

All else may be a condition, a time, a doubt, a joke, a threat or somebody else's words, in more ways than can be listed, and is asked
about. The words are in the form of `briefing.understanding.intent_words`.
"""

import re

_COURTESY = (
    r"(?:please|now|right (?:now|away)|straight away|immediately|at once|then|too|as well|also|again|already|actually|instead|just|really"
    r"|so|for (?:me|us|good|now|later|today|tomorrow|\w+day|next week)|after all|(?:would|will|could|can) you|if (?:you )?possible"
    r"|(?:if|when) you (?:can|could|would|will|like|want|please|do not mind|get a chance|have (?:time|a moment))"
    r"|thanks(?: a lot)?|thank you(?: (?:so|very) much)?|many thanks|cheers|ta|aloud|okay|ok|yes|yeah|all right|quickly|off|away|up|out"
    r"|there|from (?:here|my inbox)|off my (?:list|plate|desk)|out of (?:my|the) (?:inbox|way|sight)"
    r"|(?:in|into|to) (?:the |my )?(?:archive|trash|bin)|as (?:read|unread|important|unimportant|not important|urgent|spam|junk|done)"
    r"|by the way|once more|once and for all|altogether|completely|finally|at last|first|to be (?:safe|sure)|i would say|i am done"
    r"|it is done|while (?:you|we) are at it|brilliant|great|perfect|lovely|good|excellent|wonderful|nice|super|fine"
    r"|(?:and )?(?:that is (?:it|all)|(?:so|go) on|(?:then )?(?:next(?: one| mail)?|move on|carry on|continue)))"
)
_MAIL = r"(?:mails?|messages?|newsletters?|notifications?)"
_POINTED_AT = (
    r"(?:all (?:of )?)?(?:it|this|that|these|those|them|both(?: of (?:them|these|those))?)"
    rf"(?: (?:(?:old|whole|other|last|same) )?(?:ones?|two|three|{_MAIL}|things?|lot))?(?: all| both)?"
)
_NAMED_TOO = r"and (?:also )?(?:the|this|that|number|mail|both|all|\w+'s)\b(?! (?:is|was|moment|minute|day|will|would)\b).*"
_OWN_PLAN = (
    r"and (?:i|we) (?:will|am going to|are going to|have to|need to|must|want to|can) (?!sue|kill|scream|hate|never|quit|cry|fire|be )\w.*"
)
_NAMED = re.compile(rf"(?:all|both|this|that|these|those)\b[\w ]{{1,40}}\b(?:from|by|about|regarding)\b|(?!{_POINTED_AT}(?: |$))\w")
_BEHIND_THE_OPEN_ONE = re.compile(rf"(?:{_POINTED_AT})?(?: ?(?:and )?{_COURTESY}(?= |$))*(?: (?:{_NAMED_TOO}|{_OWN_PLAN}))?")
_ADDS_NOTHING = re.compile(rf"(?:(?:and|but|so|well|oh|or) )*(?:{_COURTESY}(?: |$))+")
_STATES = re.compile(
    r"(?:(?:and|so|since|because|as|well|oh) )*(?:(?:i|we|you|it|that|this|they|these|those|there|he|she|nothing|everything|my \w+|the \w+"
    r"|\w+(?= (?:has|have|had|is|was|can|called|answered|paid)\b)) (?!$)|no (?:need|use|interest|longer)\b|(?:not|no longer) interested"
    r"|(?:seen|read|heard|done|dealt with|answered|settled|finished|forget)\b|(?:just|only) (?:an? )?\w+$|nothing\b|enough\b"
    r"|what an? (?!joke)[\w ]+$|such (?:an? )?\w)"
)
_UNSETTLES = re.compile(
    r"\b(?:jok(?:e|es|ing)|kidding|pranks?|torn|decid(?:e|ed)|undecided|minds?|made (?:that|it) up|(?<!i would )says?|said|saying|writes?"
    r"|wrote|goes|went|tells?|told|shouts?|quotes?|depends?|might|may|maybe|perhaps|possibly|could|should|wonder|doubt|guess|suppose|think"
    r"|do not know|hope|suing|sue|fired?|kill|regrets?|dare|peril|risk|hand|lying|lied|pretend|imagine|dream(?:ing|s)?|someone else"
    r"|hesitate)\b"
    r"|\b(?:i|we|you|he|she) (?:will|would|can) (?:not )?(?:be (?:cross|angry|mad|furious)|scream|quit|cry|complain|never)\b|^i do not$"
)
"""In a clause that states something: it is a doubt, a joke, a threat or somebody else's words."""
_DOUBTS = re.compile(
    r"(?:(?:and|so|but|well|hm+) )*(?:(?:is|was|would|should|will) (?:it|that|this|there)\b|what (?:would|do|say|about|if|was) \w"
    r"|let me (?:think|see|check)\b|(?:wait|hang on|hold on)\b|(?:who|god|heaven) knows\b|if (?:at all|anything|ever)\b"
    r"|(?:or|on) the other hand\b)"
    r"|.*\b(?:insists?|claims?|demands?|thinks|believes|telling|orders|begs|trouble|through$|(?:it|he|she|they) reads?$"
    r"|would (?:love|like|want))\b"
)
"""The same of clauses that ask or wait, and of what others want."""


def is_courtesy(own: str) -> bool:
    """Whether nothing but courtesy stands behind the verb and "it"; a mail that is named may be named by any words."""
    return _NAMED.match(own) is not None or _BEHIND_THE_OPEN_ONE.fullmatch(own) is not None


def leaves_the_wish(clause: str) -> bool:
    """Whether a clause behind a wish only adds courtesy, or says why."""
    return _ADDS_NOTHING.fullmatch(clause) is not None or (_STATES.match(clause) is not None and _UNSETTLES.search(clause) is None)


def unsettles(clause: str) -> bool:
    """Whether a clause beside a wish is a doubt, a joke, a threat or somebody else's words: "I'm torn", "he writes"."""
    states = _STATES.match(clause) is not None and _UNSETTLES.search(clause) is not None
    return states or _DOUBTS.match(clause) is not None
