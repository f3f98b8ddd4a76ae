"""What may stand behind the verb of a wish and leaves it one: courtesy, another wish, a mail that is named as well, why it is wanted.

All else may be a condition, a time, a doubt, a joke, a threat or somebody else's words, in more ways than can be listed, and is asked
about. The words are in the form of `briefing.understanding.intent_words`.
"""

import re

from briefing.understanding.intent_words import DOES_NOT_KNOW
from briefing.understanding.verbs.known_reasons import HAPPENED, HOW, is_known
from briefing.understanding.verbs.remarks_beside import judges

_COURTESY = (
    r"(?:please|now|right (?:now|away)|straight away|immediately|at once|then|too|as well|also|again|already|actually|instead|just|really"
    r"|so|for (?:me|us|good|now|later|today|tomorrow|\w+day|next week)|after all|(?:would|will|could|can) you|if (?:you )?possible|(?:if"
    r"|when) you (?:can|could|would|will|like|want|please|do not mind|get a chance|have (?:time|a moment))|(?:thanks(?: a (?:lot|bunch"
    r"|million))?|(?:please and )?thank you(?: (?:so|very) much)?|many thanks|cheers)(?: (?:mate|man|dude|buddy|pal|love|dear|my friend))?"
    r"|this (?:instant|minute)|ta|aloud|okay|ok|yes|yeah|all right|quickly|off|away|up|out|there|from (?:here|my inbox)|off my (?:list"
    r"|plate|desk)|out of (?:my|the) (?:inbox|way|sight)|(?:in|into|to) (?:the |my )?(?:archive|trash|bin)|as (?:read|unread|important"
    r"|unimportant|not important|urgent|spam|junk|done)|by the way|once more|once and for all|altogether|completely|finally|at last|first"
    r"|to be (?:safe|sure)|i would say|i am done|it is done|while (?:you|we) are at it|brilliant|great|perfect|lovely|good|excellent"
    r"|wonderful|nice|super|fine|(?:and )?(?:be done with (?:it|this|that)|that is (?:it|all)|go on|(?:then )?(?:next(?: one| mail)?"
    r"|move on|carry on|continue)))"
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
_SOMEBODY = (
    r"(?:he|she|(?:my|our|his|her|their|the|this|that) [\w'&-]+(?: (?:(?:with|from|for|of|in|at|on) )?[\w'&-]+)?"
    r"|(?!(?:i|we|you|it|this|that|they|there|what|who|when|where|how|why|if|once|until|unless|whether|tomorrow|tonight"
    r"|later|\w+day) )[\w&-]+)"
)
_STATES = re.compile(
    r"(?:(?:and|so|since|because|as|well|oh) )*(?:(?:i|we) (?!$)|(?:it|this|that|they|these|those|everything) (?!$)"
    r"|you (?:have|can|may|are (?:right|done)|were right)\b|there (?:is|was|are|were) (?:nothing|no|not|enough|never)\b"
    rf"|{_SOMEBODY} {HOW}(?:{HAPPENED}|(?:is|are) (?:handling|dealing|doing|taking|looking|coming|family|my \w+)\b|always \w+)"
    rf"|no (?:need|use|interest|longer|doubt|question|(?:answer|reply|action|response) (?:needed|required"
    r"|necessary))\b|(?:not|no longer) interested|(?:seen|read|heard|done|dealt with|answered|settled|finished|forget|not worth)\b"
    r"|(?:just|only) (?:an? )?\w+$|nothing(?! (?:of the (?:sort|kind)|doing|like that)\b)|enough\b"
    r"|what an? (?!(?:\w+ )?(?:joke|idea|mistake|shame|pity|plan|loss|thought|question)$)[\w ]+$"
    r"|what (?:rubbish|nonsense|junk|trash|garbage|crap|cheek|rot)$|such (?:an? )?\w)"
)
"""What the user did, needs and knows, what the mail is, and what has become of something: that is why."""
_SPEAKS = re.compile(
    r"\b(?:sing|humm?|recit|rehears|practi[sc]|quot|mutter|mumbl|whisper|shout|yell|dictat|spell|chant|perform|imitat|mimick?"
    r"|translat|read(?=ing\b.{0,80}\b(?:out|aloud)\b)|act|record|typ|talk|test)ing\b"
    r"|\b(?:sang|hummed|recited|rehearsed|quoted|muttered|mumbled|whispered|shouted|dictated|chanted"
    r"|read (?:it |this |that )?(?:out|aloud))\b"
)
"""The words beside it may be what is sung, read out or said to somebody else."""
_UNSETTLES = re.compile(
    r"\b(?:jok(?:e|es|ing)|kidding|teasing|pranks?|torn|decid(?:e|ed)|undecided|minds?|made (?:that|it) up|(?<!i would )says?|said|saying"
    r"|writes?|wrote|goes|went on|tells?|told|shout(?:s|ed)?|quot(?:e|es|ed|ation)|depends?|might|may|maybe|perhaps|possibly|could|should"
    r"|wonder|doubt|guess|suppose|think|hope|suing|sue|fired?|kill|regrets?|dare|peril|risk|hand|lying|lied|pretend|imagine|dream(?:ing"
    r"|s)?|someone else|hesitate|dunno|stand corrected|came out wrong|tempted|fear|afraid|example|lyrics?|caption|slogan|motto|proverb"
    r"|catchphrase|headline|slip|mistake|misspoke|serious|never happened|spoke too|takes? (?:it|that) back|talking to|meant|wrong (?:one"
    r"|mail)|plans?|intend|intention|(?<!they )keep \w+ing|word for word|heard? (?!it|this|that|all|enough|back|from|of|about"
    r"|nothing)\w+ (?!it|this|that))\b"
    rf"|{DOES_NOT_KNOW}|^as it were\b"
    r"|^(?:and |oh |well )*that (?:is|was) (?:wrong|for (?!me\b|us\b))"
    r"|\b(?:he|she|they|everyone|everybody|somebody|someone) (?:will|would) "
    r"|\b(?:i|we|you|he|she) (?:will|would|can) (?:not )?(?:be (?:cross|angry|mad|furious)|scream|quit|cry|complain|never)\b|^i do not$"
    r"|^(?:it|this|that) (?:will|would) (?!do\b|be (?:all|it|great|nice|lovely|good|fine|enough|perfect)\b)"
    r"|\b(?!(?:i|we|never|not|already|just|only|also|have|had) )\w+ (?:(?:has|have|had|just|always|only|also|never|not) )*"
    r"(?:asked|insisted|insists|ordered (?:me|us|you|that|to)|demanded|suggested|advised|recommended"
    r"|begged|yelled|claimed|explained|warned|promised|promises|expected|required|instructed|supposed)\b"
)
"""In a clause that states something: it is a doubt, a joke, a threat, somebody else's words, or takes back."""
_TELLS = re.compile(
    r"(?:(?:and|so|but|as|well|is|that|what|it|was) )*(?!(?:i|we|you|it|that|this|what|is|was|as|and|so|but|well)\b)(?:[\w']+ ){1,4}?"
    r"(?:sa(?:id|ys?|ying)|(?:repeat|shout|yell|whisper|mutter|insist|add|chant|scream|cry)(?:s|ed|ing))"
    r"(?: (?:to )?(?:me|us|him|her|them|everyone|everybody|it|that|so))?"
)
"""Behind a wish it is somebody else's: "archive it, he kept saying"."""
_ASKS_WHAT = re.compile(r"(?:(?:and|so|but|well) )*(?:what|who|when|where|how) (?:do|does|did) ")
_DOUBTS = re.compile(
    r"(?:(?:and|so|but|well|hm+) )*(?:(?:do|does|did|is|are|was|were|has|have|can|could|would|will) (?:every\w+|all|most|half|lots)\b"
    r"|(?:is|was|would|should|will)(?: not)? (?:it|that|this|there(?! (?:an?|any\w*|more|another|some\w*|new)\b))\b|what (?:would|could"
    r"|might|do|say|about|if|was) \w|what (?:is|are) your \w|(?:wait|hang on|hold on)\b|(?:who|god|heaven) knows\b|if (?:at all|anything"
    r"|ever)\b|see (?:what|if|how|whether)\b|(?:or|on) the other hand\b)|.*\b(?:insists?|claims?|demands?|thinks|believes|telling|orders"
    r"|begs|trouble|through$|(?:it|he|she|they) reads?$|would (?:love|like|want))\b"
)
"""The same of clauses that ask or wait, and of what others want."""


_HOLDS_OFF = re.compile(
    r"(?:(?:and|so|but|well|oh|no|hm+) )*(?:not so fast|(?:i (?:am|was) )?(?:only|just) (?:joking|teasing|kidding|testing)|i take (?:it"
    r"|that) back|let (?:it|this|that|them) (?:stay|be|go|stand|lie)|skip (?:it|that)|do nothing|do not (?:do|actually|touch)\b|(?:delete"
    r"|erase|forget|ignore) that(?: last)?(?: (?:command|one))?$|(?:undo|restore|reverse|revert|unarchive|undelete|save)\b|bring (?:it"
    r"|that) back|let me ask|give me (?:a|one) (?:second|minute|moment)|no need actually|back up|put (?:it|that) (?:right )?back|(?:wait"
    r"|hang on|hold on|hold it)(?! (?:for|until|till)\b)|let me (?:think|see|check)|hold your horses|my (?:mistake|bad|fault))\b"
)


def holds_off(clause: str) -> bool:
    """Whether a clause behind a wish takes it back, whatever else it is: "not so fast"."""
    return _HOLDS_OFF.match(clause) is not None


def is_courtesy(own: str) -> bool:
    """Whether nothing but courtesy stands behind the verb and "it"; a mail that is named may be named by any words."""
    return _NAMED.match(own) is not None or _BEHIND_THE_OPEN_ONE.fullmatch(own) is not None


def leaves_the_wish(clause: str) -> bool:
    """Whether a clause behind a wish only adds courtesy, or says why."""
    return _ADDS_NOTHING.fullmatch(clause) is not None or judges(clause) or (_STATES.match(clause) is not None and _is_why(clause))


def _is_why(clause: str) -> bool:
    return is_known(clause) and not any(each.search(clause) for each in (_UNSETTLES, _SPEAKS))


def unsettles(clause: str) -> bool:
    """Whether a clause beside a wish is a doubt, a joke, a threat or somebody else's words: "I'm torn", "he writes"."""
    states = _STATES.match(clause) is not None and _UNSETTLES.search(clause) is not None
    tells = _TELLS.fullmatch(clause) is not None and _ASKS_WHAT.match(clause) is None
    return states or tells or _DOUBTS.match(clause) is not None or holds_off(clause)
