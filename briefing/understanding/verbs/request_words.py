"""Words that several verbs share when people ask for them: parts of regular expressions over one clause."""

OBJECT = r"(?:it|this|that|them|these|those|all|both|every\w*|the|my|his|her|their|mails?|messages?|\w+'s)"
FAR = r"(?: [\w'&.-]+){0,8}?"
INBOX = r"(?:the |my )?in ?box"
BIN = r"(?:the |my )?(?:trash|bin|garbage|waste ?basket|rubbish)(?: can| bin)?"
SPAM = r"(?:spam|junk|phishing|a scam|scam)"
PUT = r"(?:put|pop|move|send|file|stick|drop|shove|chuck|bung|toss|throw|place|tuck|stash)"
_A_MAIL = (
    r"(?:it|them|(?:this|that|these|those|the) (?:ones?|mails?|messages?|newsletters?|thing)"
    r"|(?:this|that|these|those)(?= (?:please|now|then|too|for me|as well|right|will|would|thanks|and)\b|$))"
)
AWAY = rf"(?:(?:get|getting) rid of|(?:get(?:ting)? shot of|dispos(?:e|ing) of|do away with) {_A_MAIL})"
_NOT_SO = (
    r"to|who|whom|whose|what|which|whether|if|how|when|why|where|i|we|he|she|they|you|nobody|nothing|never|not|no|none|neither|nor|longer"
    r"|before|after|until|unless|without|than|instead|rather|less|kept|left|was|were|has|had|got|gets|sure|certain"
    r"|that(?! (?:one|mail|message|thing|newsletter|\w+ed)\b)"
)
WANTED = rf"(?:(?:want|get|have|need|like|be|prefer)(?: (?!(?:{_NOT_SO})\b)[\w']+){{0,5}}|make (?:it|this|that|these|those|them))"
"""What shall be so of a mail: "I'd like it archived", "make it deleted"; not "I'd like to know who archived it"."""
OF_A_THING = r"(?! (?:ones?|mails?|e-?mails?|messages?|letters?|newsletters?|things?|items?|stuff|folders?|pile|list)\b)"
"""Behind what a mail is to be: "the deleted ones" are not yet to be deleted."""
TAKING = r"(?:remove|clear|delete|take|drop|lose|removing|erase|discard|deleting)"
ELSEWHERE = rf"(?:to|in|into|under|as) (?:{BIN}|{SPAM}|(?:the |my )?archives?|(?:the |my )?in ?box)"
