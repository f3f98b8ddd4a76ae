"""What stands beside a wish and speaks against it, or asks about it: "delete it but I still need it", "archive it, what for".

Such a wish is asked about. The words are in the form of `briefing.understanding.intent_words`.
"""

import re

from briefing.mail_action import TAKES_OUT, MailAction

_JOINS = r"(?:(?:and|but|so|or|well|oh|hm+|no|yes|okay) )*"
_IT = r"(?:it|this|that|these|those|them)"
_SOMEBODY = r"(?:i|we|you|he|she|they|people|every(?:one|body)|any(?:one|body)|some(?:one|body)|nobody)"
_A_FACT = (
    rf"(?:who (?:needs|wants|reads|cares|asked)\b|(?:when|who|whose|what time|how (?:long|old|big)) (?:is|was) {_IT}\b"
    r"|(?:(?:do|did) (?:i|we) (?:still )?(?:have|get)|have (?:i|we) (?:still )?got) (?:any|more|new|an)|is there any)"
)
"""Questions of a mail, or of the mailbox."""
_REQUEST = r"(?:can|could|will|would) you\b"
_ASKS_OF_IT = re.compile(
    rf"{_JOINS}(?!{_A_FACT})"
    r"(?:(?:what for|why(?: not)?|how come|how so|to what end|since when|says who|what|not|huh|eh)$"
    r"|why (?:would|should|could|might|did|do|does|is|am|are|not)\b"
    rf"|{_REQUEST} (?:really |even |ever )*(?:do|be|have|mean|think|believe|imagine|undo)\b|(?!{_REQUEST})(?:is|are|was|were|am|do|does"
    rf"|did|have|has|had|can|could|may|might|will|would|should|shall) (?:not )?(?:{_SOMEBODY}|there)\b|(?!{_REQUEST})(?:would|should|may"
    rf"|might) \w|(?!{_REQUEST})(?:what|how|when|where|who|does|did|will|can|could)\b.*\b(?:{_IT}|then|happens?)\b|(?:{_SOMEBODY} "
    rf"|all )?(?:ok|okay|happy|agreed?|fine|all right|alright)(?: with (?:it|that|this))?$"
    r"|what an? (?:\w+ )?(?:idea|mistake|shame|pity|plan|loss|thought|question|joke)$)"
)
_OF_THE_DRAFT = re.compile(rf"^{_JOINS}(?:sorry |i (?:mean|meant|said) )*(?:the|my|your) (?:draft|reply|answer)$")
_STAYS = re.compile(r"\b(?:keep|leave|stays?|staying|hold on to)\b")
_OF_IT = re.compile(r"\b(?:it|this|that|them|copy|inbox|here)\b")
_DENIES = re.compile(r"\b(?:no|not|never|without)\b")
_UNREAD = re.compile(
    r"\b(?:have|has|had|did) not (?:even |yet |really )?(?:read|seen|heard|listened|answered|replied|finished|opened|looked|paid|decided)\b"
)
_NEEDED = re.compile(
    rf"\b(?:i|we) (?:(?:do|still|may|might|will|really|just|also|first|have|would) )*"
    r"(?:need|want|must|got to|have to|ought to|should|prefer|love|like|rather|miss)\b"
    rf"(?! {_IT} (?:gone|out|off|away|done|dealt|deleted|removed|stopped|archived|filed)\b| to (?:go|run|leave|move on|hurry|get on)\b"
    r"| (?:no|nothing|none)\b)"
)
_OPEN_STILL = re.compile(
    r"\b(?:is|am|are|was|have|has|had) not (?:yet |quite |all )?(?:done|finished|over|through|ready|there|settled|sorted)\b|\bstill open\b"
)
_ONLY_ONE = re.compile(
    r"(?<!not )(?<!not very )(?<!not so )(?<!not too )(?<!not that )\b(?:important|urgent|needed|useful|valuable|evidence|genuine"
    r"|interesting|legitimate)\b|\b(?:is|are|was) (?:my|our) (?!turn|job|task|business|problem|fault|spam|junk)\w|\bonly copy\b"
    r"|\bno (?:\w+ )?(?:backup|copy|copies)\b|(?<!not )\bworth keeping\b|\billegal\b|\bnot (?:\w+ )?(?:junk|spam|saved|allowed)\b"
)
_BAD_IDEA = re.compile(
    r"\b(?:bad|terrible|stupid|silly|dumb|great|good) idea\b|\b(?:got|had) (?:that|this|it) wrong\b"
    r"|(?<!no )(?<!without a )(?<!any )\b(?:doubts?|a question)\b"
)
_NO_REASON_FOR_SPAM = re.compile(
    rf"^{_JOINS}(?:i|we|it|he|she|they|that|this)\b(?!.*\b(?:spam|scam|junk|phish\w*|fake|fraud|not|never|no|nothing|keep|again|every"
    rf"|annoy\w*"
    r"|unwanted|unsolicited|nonsense|rubbish|advert\w*|ads?|suspicious|dodgy|fishy|strange|weird|always|only|just|from (?:an?|some))\b)"
    r"|\bnot (?:really |actually |quite )?(?:an? )?(?:spam|junk|phishing|scam)\b"
)
_NO_FLAG = re.compile(r"\b(?:not worth|(?:do|does) not need|no need|not (?:important|urgent|needed))\b")
_RUBBISH = re.compile(r"\b(?:rubbish|nonsense|spam|junk|boring|useless|garbage|crap)\b")
_AGAINST = {
    MailAction.DELETE: (_ONLY_ONE,),
    MailAction.REPORT_SPAM: (_NO_REASON_FOR_SPAM,),
    MailAction.MARK_READ: (_UNREAD, _OPEN_STILL),
    MailAction.FLAG: (_NO_FLAG,),
    MailAction.MARK_IMPORTANT: (_RUBBISH,),
}


def asks_of_it(clause: str) -> bool:
    """Whether a clause beside a wish asks about that wish, or wonders at it; one that is a plain command or question does not count."""
    return _ASKS_OF_IT.match(clause) is not None


def speaks_against(action: MailAction, clause: str) -> bool:
    """Whether a clause behind the wish for this action is a reason not to do it, or says that it is no mail which is meant."""
    against = [_OF_THE_DRAFT, _BAD_IDEA, *_AGAINST.get(action, ())]
    if action in TAKES_OUT:
        against += [_UNREAD, _NEEDED, _OPEN_STILL]
    stays = action in TAKES_OUT and _STAYS.search(clause) and _OF_IT.search(clause) and not _DENIES.search(clause)
    return bool(stays) or any(each.search(clause) is not None for each in against)
