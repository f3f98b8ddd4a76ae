"""What people say of a mail beside a wish, and of the wish: "boring", "of course", "not my department"."""

import re

_OF_IT = r"(?:it|this|that|these|those|them|him|her)(?: (?:ones?|mails?|people|guys|lot|things?))?"
_JUDGES = re.compile(
    r"(?:(?:and|oh|so|well|hm+|ah|this|that|these|those|it|is|was|are|just|very|too|far|way|really|totally|quite|pretty|how|more|another"
    r"|yet|still|again|always|an?|the|no|not|of|all|pure|only|complete|total|utter|absolute|sheer|looks? like|sounds? like|obvious(?:ly)?"
    r"|clear(?:ly)?|such|some|longer|same|old|good|great|bad) )*(?:boring|dull|useless|pointless|worthless|rubbish|trash|junk|spam"
    r"|nonsense|crap|garbage|old|stale|late|long|short|outdated|irrelevant|relevant|silly|stupid|annoying|ugh|yuck|meh|noted|known"
    r"|understood|urgent|important|interesting|nice|funny|useful|handy|clear|needed|good|great|bad|fine|things?|sorted|solved|paid"
    r"|answered|settled|signed|booked|ordered|cancelled|expired|over|finished|newsletters?|notifications?|ads?|advert\w*|promotions?"
    r"|phishing|scams?|news|mail|ones?|idea|need|interest|thanks|same|story|stuff|for (?:me|us)|out of date|news)?(?: for (?:me|us|work"
    r"|later|\w+day|tomorrow))?(?: (?:again|indeed|too|then|though|now|anyway|already))*"
)
"""What people call a mail before they say what to do with it: "boring", "another newsletter", "too late now"."""
_SURELY = (
    r"(?:honestly|frankly|seriously|basically|obviously|clearly|definitely|absolutely|certainly|surely|of course|as (?:usual|always"
    r"|before|ever)|once again|like (?:the last (?:one|time)|before)|same as (?:before|last time|always|ever)|without (?:a|any) doubt"
    r"|no doubt(?: about (?:it|that))?|no question(?: about (?:it|that))?|look|listen|come on|man|mate|dude|no hesitation)"
)
_REMARKS = re.compile(
    rf"(?:(?:oh|and|well|so|hm+|ah|i am|i do|i have|no) )*(?:{_SURELY}|got (?:it|that|this)|(?:message|point) (?:received|taken)"
    r"|consider (?:it|that|this) (?:done|handled|dealt with)|had a look|(?:heard|seen|had) enough|not worth \w+ing|not reading (?:it|that"
    r"|this)|not my (?:department|problem|business|thing|job)|(?:can not|could not) be bothered|wrong (?:number|address|person)|old hat"
    r"|life is too short|(?:i )?could not care less|for crying out loud|for (?:heaven's|god's|goodness'?|pete's)? ?sake|(?:good|lucky|bad"
    r"|shame|great) (?:for|on) (?:him|her|them|you|us|me)|make (?:it|this|that) (?:go away|disappear|vanish)|good (?:lord|god|heavens"
    r"|gracious)|heavens|crikey|blimey|my (?:goodness|word)|(?:away|off|out) with (?:it|this|that|them)|goodness|phew|hooray|yay|gross"
    r"|remember (?:it|this|that)"
    rf"(?: one)?|not {_OF_IT} again|better|do not (?:let me|let us) (?:forget|lose) {_OF_IT}|dear|(?:my )?god|good grief"
    rf"|gosh|wow|ha|no|right|fair enough|fine (?:by|with) me"
    r"|good to know|(?:great|good|bad) news|let me (?:see|think)|(?:do )?not forget|(?:same|ditto) (?:here|again|as before|old story)"
    r"|likewise|ditto|not my cup of tea|(?:another|more) (?:one )?of (?:those|these)|(?:it is )?\w+ again|bless (?:her|him|them)"
    r"|sweet of (?:her|him|them)|jeez|bah|alrighty|okey dokey|awesome|you know what|tell you what|no worries"
    rf"|one more|next (?:thing|up)|(?:sick|tired|fed up|had enough) (?:of|with) {_OF_IT}|(?:never|not) heard of {_OF_IT}|who cares"
    rf"|(?:my|our) \w+ (?:wants|needs|keeps|collects|likes) {_OF_IT}"
    rf"|(?:do )?not care|no idea (?:who|what) (?:it|this|that|he|she) is|been there(?: done that)?|ignore {_OF_IT}|no need for {_OF_IT})"
    r"(?: (?:again|then|though|now|anyway|already))*"
)


_NO_JUDGEMENT = re.compile(
    r"\b(?:funny|idea|interesting|silly|right|not|no|still)\b(?! (?:for me|for us|needed|important|urgent|relevant|longer|interest))"
)
_BEHIND = re.compile(
    r"(?:job done|good news|sweet|makes sense|fair enough|understood|one less thing|good riddance|same old|(?:total"
    r"|what a) waste(?: of time)?|never want to see (?:it|that|this) again|who (?:needs|wants|cares|reads|asked for)(?: (?:it|that|this"
    r"|those))?|mate|cheers|bless (?:her|him)|sweet of (?:her|him|them)|no worries|that (?:will|would) do|that does it|not for (?:me|us))"
)


def remarks(clause: str) -> bool:
    """Whether a clause says no more than that."""
    return _JUDGES.fullmatch(clause) is not None or _REMARKS.fullmatch(clause) is not None


def judges(clause: str) -> bool:
    """Whether a clause behind a wish only says what the mail is like, or that all is well: "useless", "job done"."""
    return _NO_JUDGEMENT.search(clause) is None and (_JUDGES.fullmatch(clause) is not None or _BEHIND.fullmatch(clause) is not None)
