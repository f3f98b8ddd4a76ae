"""Words that several verbs share when people ask for them: parts of regular expressions over one clause."""

OBJECT = r"(?:it|this|that|them|these|those|all|both|every\w*|the|my|his|her|their|mails?|messages?|\w+'s)"
FAR = r"(?: [\w'&.-]+){0,8}?"
INBOX = r"(?:the |my )?in ?box"
BIN = r"(?:the |my )?(?:trash|bin|garbage|waste ?basket|rubbish)(?: can| bin)?"
SPAM = r"(?:spam|junk|phishing|a scam|scam)"
PUT = r"(?:put|pop|move|send|file|stick|drop|shove|chuck|bung|toss|throw|place|tuck|stash)"
AWAY = r"(?:(?:get|getting) (?:rid|shot) of|dispos(?:e|ing) of|do away with)"
WANTED = (
    r"(?:want|get|have|need|like|be|make|see|prefer)"
    r"(?: (?!(?:to|who|whom|whose|what|which|whether|if|how|when|why|where|i|we|he|she|they|nobody|nothing|not)\b)[\w']+){0,5}"
)
"""What shall be so of a mail: "I'd like it archived", "make it deleted"; not "I'd like to know who archived it"."""
TAKING = r"(?:remove|clear|delete|take|drop|lose|removing|erase|discard|deleting)"
ELSEWHERE = rf"(?:to|in|into|under|as) (?:{BIN}|{SPAM}|(?:the |my )?archives?|(?:the |my )?in ?box)"
