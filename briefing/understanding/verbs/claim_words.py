"""Words that several verbs share when a model claims them: parts of regular expressions over a sentence."""

ALONE = r"(?:it|that|this|they|these|those|both|all|everything|one|none of it|all of (?:it|them|these|those))"
_MAIL = (
    r"(?:mails?|messages?|e-?mails?|newsletters?|notifications?|invitations?|replies|reply|answer|draft|topic|ones?|thread|request|flag|star"
    r"|label|tag|mark)"
)
_WHICH = (
    r"(?:the|your|my|that|this|these|those|all|both|every|another|[0-9]+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
    r"|[a-z]+'s)"
)
_BEHIND = r"(?: (?:from|to|about|by|on|in) (?!and\b)[^,.;:!?]{1,60}?)?"
OBJECT = rf"(?:{ALONE}(?:{_BEHIND})|(?:{_WHICH} ){{1,3}}(?:[a-z]+ ){{0,2}}?{_MAIL}{_BEHIND}|{_MAIL})"
ADVERB = r"(?:now|just|already|also|all|both|then|safely|successfully|gone ahead and|went ahead and|gone and|been)"
IS = (
    r"(?:'s| is| are|'re| was| were| has been| have been|'s been|'ve been| got"
    r"| (?:has|have)(?= (?:both|all|now|already|just|also) been))"
)
ADDRESSEE = r"(?: (?:it|that|this|them|him|her|you|all|both|everything|[a-z]+))"
INTO = r"(?:in|into|to)"
REPLY = r"your (?:reply|answer|response|mail|message|e-?mail|forward|note|words)"
