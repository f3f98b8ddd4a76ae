"""What stands beside a wish and speaks against it, or asks about it: "delete it but I still need it", "archive it, what for".

Such a wish is asked about. The words are in the form of `briefing.understanding.intent_words`.
"""

import re

from briefing.mail_action import TAKES_OUT, MailAction

_JOINS = r"(?:(?:and|but|so|or|well|oh|hm+|no|yes|okay) )*"
_IT = r"(?:it|this|that|these|those|them)"
_A_FACT = rf"(?:when|who|whose|what time|how (?:long|old|big)) (?:is|was) {_IT} "
_ASKS_OF_IT = re.compile(
    rf"{_JOINS}(?!{_A_FACT})"
    r"(?:(?:what for|why(?: not)?|how come|how so|to what end|since when|says who|what|not|huh|eh)$"
    r"|why (?:would|should|could|might|did|do|does|is|am|are|not)\b"
    r"|(?:are|were|do|did|have) (?:not )?you\b"
    r"|(?:shall|should) (?:i|we)\b"
    r"|(?:can|could|will|would) you (?:really |even |ever )*(?:do|be|have|mean|think|believe|imagine|undo)\b"
    rf"|(?:what|how|when|where|who|does|did|do (?:i|we|they|people)|(?:can|could|will|would)(?! you\b))\b.*\b{_IT}\b"
    r"|what an? (?:\w+ )?(?:idea|mistake|shame|pity|plan|loss|thought|question|joke)$)"
)
_OF_THE_DRAFT = re.compile(rf"{_JOINS}(?:sorry |i (?:mean|meant|said) )*(?:the|my|your) (?:draft|reply|answer)$")
_STAYS = re.compile(r"^(?!.*\b(?:no|not|never|without)\b).*\b(?:keep|leave|stays?|hold on to)\b.*\b(?:it|this|that|them|copy|inbox|here)\b")
_UNREAD = re.compile(
    r"\b(?:have|has|had|did) not (?:even |yet |really )?(?:read|seen|answered|replied|finished|opened|looked|paid|decided)\b"
)
_NEEDED = re.compile(
    r"\b(?:i|we) (?:(?:do|still|might|may|will|really|just|also|would) )*(?:need|want|use|miss)(?: to (?:keep|read|see|answer|have))?"
    rf" {_IT}\b(?! (?:gone|out|off|away|done|dealt|deleted|removed|stopped)\b)"
    rf"|\b(?:i|we) still need\b|\b(?:need|want) {_IT} (?:tomorrow|later|again)\b"
)
_WORTH_KEEPING = re.compile(
    r"(?<!not )\b(?:is|are|was) (?:(?:very|really|so|quite|too) )*(?:important|urgent|needed|valuable|evidence|genuine)\b"
)
_NO_SPAM = re.compile(r"\bnot (?:really |actually |quite )?(?:an? )?(?:spam|junk|phishing|scam)\b")
_FOR_GOOD = frozenset({MailAction.DELETE, MailAction.REPORT_SPAM})


def asks_of_it(clause: str) -> bool:
    """Whether a clause beside a wish asks about that wish, or wonders at it; one that is a plain command or question does not count."""
    return _ASKS_OF_IT.match(clause) is not None


def speaks_against(action: MailAction, clause: str) -> bool:
    """Whether a clause behind the wish for this action is a reason not to do it, or says that it is no mail which is meant."""
    against = [_OF_THE_DRAFT]
    if action in TAKES_OUT:
        against += [_STAYS, _UNREAD]
    if action in _FOR_GOOD:
        against += [_NEEDED, _WORTH_KEEPING]
    if action is MailAction.REPORT_SPAM:
        against.append(_NO_SPAM)
    return any(each.search(clause) is not None for each in against)
