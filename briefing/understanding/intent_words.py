"""What turns the words of a request into something else: the tables behind `briefing.understanding.change_intents`.

The patterns are searched for in one clause in the form that `briefing.understanding.change_intents` brings it into: lower case,
contractions spelled out, without punctuation. The words that ask for an action stand with its verb, in `briefing.understanding.verbs`.
"""

import re

SPELLED = (
    (r"\bcan't\b|\bcannot\b", "can not"),
    (r"\bwon't\b", "will not"),
    (r"\b(do|does|did|is|are|was|were|has|have|had|could|should|would|must)nt\b", r"\1 not"),
    (r"n't\b", " not"),
    (r"\blet's\b|\blets\b", "let us"),
    (r"'m\b", " am"),
    (r"'re\b", " are"),
    (r"'ve\b", " have"),
    (r"'ll\b", " will"),
    (r"'d\b", " would"),
    (r"\b(that|it|he|she|what|there)'s\b", r"\1 is"),
    (r"\blife's\b", "life is"),
    (r"\bby all means\b", "certainly"),
    (r"\be-?mail|\bmale(?=s?\b)", "mail"),
    (r"\bgonna\b", "going to"),
    (r"\bwanna\b", "want to"),
    (r"-", " "),
    (r"\b(?:um+|uhm?|uhh|er|erm|ehm|hm+|mm+|ah|eh|you know|after all)\b", ""),
)
"""How what is spelled in short, or falsely, is written in all other patterns."""

A_THING = r"\b(?:the|an?|my|your|in|from|through|our|which|any) $"
"""Directly before a verb that is also a noun: "show me the archive", "which label"."""

OWN_WORD_FOR_IT = r"(?:want|need|like|prefer|did not mean)"
"""Patterns that begin like this have the user as their subject; before any other verb "I" reports something."""

NEGATIONS = (
    r"\b(?:not|never|you (?:just )?(?:try|dare)|without|nobody|none|neither|nor|avoid|hold off|instead of|rather than|no need|no reason"
    r"|refuse|stop|quit)\b"
)
"""Before the action, in the same clause: the action is denied."""

HARMLESS_NEGATIONS = (
    r"\bwhy (?:do|can|could) (?:not|you not|we not)(?: you| we)?\b|\bwhy not\b"
    r"|\b(?:do|does|did|can|am|is|are) not (?:need|care about|care for|care|like|have time for|know|interested in)"
    r"(?: (?:this|that|it|them|these|those|him|her))?(?: (?:one|ones|mail|mails|newsletter|email|stuff))?(?: any ?more)?\b"
    r"|\bdo not want (?:this|that|it|them|these|those)(?: (?:one|ones|mail|mails|newsletter|email))? any ?more\b"
    r"|\bnot (?:now|interested|important|relevant)\b"
)
"""Negations of something else, which often stand before an intent: "I don't need this, delete it"."""

ENDS_OPEN = (
    r"\b(?:not|never|without|avoid|rather than|instead of|no need to)(?: (?:please|you|dare|just|to|ever))*$|\b(?:not|never)\b.* to$"
)
"""A clause with this ending denies what the next clause says."""
ALL_BUT = r"^(?:(?:please|just|do|really|you can|you may|i want|i would like) )*(?:(?:any|every)thing|all)$"
"""A clause that says no more denies the next: "anything but archive it"."""

NOT_AN_INTENT = (
    r"\b(?:if(?! (?:you|possible)\b)|when|whenever|whether|unless|until|till|before|while|once|how|who|whose|what|which|where"
    r"|(?:should|shall) (?:i|we)"
    r"|(?:did|does|has|had|have|was|were|will|would) (?:i|we|it|he|she|they|that|this|somebody|anyone|anybody)"
    r"|(?:did|have|had|are|were|do) you|(?:can|could|may|might|must|do|did|will) (?:i|we)(?! (?:just )?(?:ask|trouble|bother|get) you\b)"
    r"|always|usually|often|normally|sometimes|maybe|perhaps|might|thinking|almost|about to|going to|had to|used to|supposed to|already"
    r"|imagine|suppose|pretend|the word|the button|called|named|titled|entitled|subject)\b"
    r"|^(?:did|does) (?:[\w']+ ){1,2}$"
)
"""Before the action, in the same clause: a question, a condition, a habit, somebody's doubt."""

_OPEN_MAIL = r"(?:it|these|those|them|(?:this|that|the) (?:[\w']+ )?(?:one|mail|message|newsletter|notification)|(?:this|that)(?! is\b))"
FRAME = (
    r"^(?>(?>(?:"
    r"(?:(?:it )?would be (?:great|nice|lovely|good|wonderful|kind|helpful|super|brilliant)(?: of you)?|i would (?:appreciate it"
    r"|be (?:(?:so|very|most) )?(?:grateful|thankful|glad|happy|pleased|obliged))) if you(?: could| would)?|i wish(?: that)? you(?: would)?"
    r"|(?:be|you are) an? (?:star|angel|dear|darling|love|sport) and|do (?:me|us)(?: all)? (?:a|the) favou?r(?: and)?|mind"
    r"|basically|definitely|absolutely|obviously|clearly|honestly|frankly|seriously|certainly|of course|by all means|look|listen|come on"
    r"|for (?:heaven's|god's|goodness) sake|safely|gladly|happily"
    r"|i mean(?:t)?(?: to say)?|i am (?:done|finished|through)(?: with (?:it|this|that))?"
    r"|(?:would|do) you mind|(?:can|could|would|will|might) you|(?:it is )?time to"
    r"|(?:i think )?(?:you|we) (?:(?:can|may|could|should)(?: as well)?"
    r"|might as well)|why (?:do|can|could) not (?:you|we)|why not"
    r"|(?:i|we)(?: (?:would|do|just|really|also|still|only|now|will|rather))*(?: (?:want|need|like|love|prefer))?(?: you)?(?: to)?"
    r"|(?:that|it|this) (?:is|looks|sounds) (?:good|great|fine|okay|ok|right|perfect)|(?:looks|sounds) (?:good|great|fine)|let us|let me"
    r"|be (?:so )?(?:kind|nice|good|sweet|lovely|an? (?:dear|love|star|sport|angel))(?: (?:and|as to))?|do (?:me|us) (?:a|the)"
    r" (?:solid|kindness|courtesy)(?: and)?|(?:could|may|might|can) i (?:just )?(?:ask|trouble|bother|get)(?: you)?(?: to)?"
    r"|if you would be so kind(?: as to)?|if it is not too much trouble|when(?:ever)? you (?:have a (?:second|moment|minute)|are ready)"
    r"|can we|how about you|i would be (?:very |much |so )*(?:obliged|grateful) if you|(?:feel|you are) (?:free|welcome) to"
    r"|make sure (?:to|you)|go ahead|go on|go and"
    rf"|when you (?:can|get a chance)|if (?:you (?:can|could|would|like|want)|possible)|{_OPEN_MAIL}"
    r"|on (?:second thoughts?|reflection)|come to think of it|in that case|for now|to|be|have|get|okay|ok|all right|alright|well|so|oh|now"
    r"|just|also|then|and|actually|kindly|simply|quickly|right|yes|yeah|sure|great|good|fine|perfect|thanks|thank you|hey|hi|aloud|sorry"
    r"|oops|do|first|next|finally|again|too|really|no|wait|rather|instead|already|still|either|both|all|me|us|please) )*)$"
)
"""All that may stand before the verb in the clause of a wish; anything else makes of it a report, a doubt, a question or another's task."""

THIRD_PARTY = (
    r"\b(?:ask|tell|told|remind|wants?|needs?|expect|forbid|allow|teach|help|get) (?!(?:you|me|us)\b)(?:[\w']+ ){1,3}?to\b"
    r"|\b(?:let|have|make|help) (?!(?:you|me|us|it|this|that)\b)[\w']+ (?!know\b)"
)
"""In what is joined to the clause before it: what follows may be theirs to do."""

REPORTS = (
    r"(?:^|\b)(?!(?:i|you|we|second|has|have|had|is|was|been|already|an?|the|no|any|my|your)\b)[\w']{1,60} (?:just |then "
    r"|always |only |suddenly ){0,4}(?:goes?|went|(?:is|was|were) (?:like|all)"
    r"|(?:yell|shout|text|repl(?:y|ie)|answer|add|insist|think|reckon|whisper|beg|demand|warn|respond|repeat|explain"
    r"|command|order|tell|call|cr(?:y|ie))"
    r"(?:s|ed|d|ged)?|thought|cried)(?: (?:to |at )?(?:me|us|him|her|them))?$"
)
"""A clause that ends like this announces what somebody else says."""

AS_A_THING = (
    r"^ ?(?:is|was|are|were|would|will|should|could|can|may|might|must|does|did|has|means?|goes|button|key|word|command|option)\b"
    r"|^ (?:it|this|that|them|these|those) (?:is|was|are|were|would|will|should|could|may|might|must|seems?|sounds?|feels?|makes?|means?"
    r"|goes|button|key|command|option)\b(?! you\b)"
)
"""Directly behind the verb: it is spoken of, and nothing is asked for."""

_NOUN = r"(?:one|ones|mails?|e-?mails?|messages?|newsletters?|notifications?|invitations?|conversations?|threads?|topics?)"
_COUNTS = r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)"
NO_MAIL_FOLLOWS = (
    r"^ (?!(?:it|this|that|these|those|them|the|all|both|each|every\w*|any|anything|whatever|some|my|your|his|her|their|our|its|[\w.&-]+'s"
    rf"|{_NOUN}|{_COUNTS}|number {_COUNTS}|first|second|third|last|next|previous|and|or|then|so|because|since|instead|please|now|right|away"
    r"|straight|immediately|at once|just|too|also|as|again|already|actually|for|from|to|into|under|until|till|in an?|in \d+|tomorrow"
    r"|tonight|today|later|\w+day|thanks?|cheers|ta|okay|ok|yes|yeah|if|when|while|once|before|after|unless|would|could|can"
    r"|will|me|off|i)\b)"
    rf"(?!(?:[\w'&.-]+ ){{0,3}}{_NOUN}\b)\w"
)
"""Directly behind a verb that has no object yet: it is said of something that no mail is: "flag down a taxi", "star of the show"."""

_IN_A_WHILE = r"in (?:an?|one|two|three|half|five|ten|\d+|a few)(?: \w+)? ?(?:seconds?|minutes?|hours?|days?|weeks?|months?)"
_AN_HOUR = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
DEPENDS = (
    r"\b(?:if(?! (?:you (?:can|could|would|will|like|want|please|do not mind|have|get)|possible|that is (?:okay|ok|fine|all right))\b)"
    r"|unless|once(?! and for all| more)|as soon as|whenever|when(?! you (?:can|get|have)\b)"
    r"|provided|providing|assuming|suppos(?:e|ing)|given that|depending|contingent|subject to|in case|in the event|on (?:the )?condition"
    r"|(?:so|as) long as|by the time|the (?:moment|minute|instant) (?:that )?\w+ \w+"
    r"|the second (?:that )?(?:i|you|he|she|it|we|they|the|\w+ (?:has|is))"
    r"|pending|barring|with (?:his|her|their|my|\w+'s) (?:permission|okay|ok|consent|approval|blessing)|come \w+(?:day| time)"
    r"|upon (?:his|her)|at (?:your|my|his|her|their) (?:own )?(?:peril|risk)|in (?:your|his|her|my) dreams|although|though|albeit"
    r"|wh(?:ile|ilst) (?!(?:you|we) are (?:at|about)\b)\w+|where (?:it|that|there|he|she|they)|minus|with the exception|only after"
    r"|or (?!(?:whatever|something|so|the|this|that|these|those|number|mail)\b)\w+)\b"
)
"""Behind the verb: the wish has a condition."""
CONDITION = rf"^(?:(?:and|but|only|well|so|okay|then) )*{DEPENDS}"
"""A clause that begins like this sets one for the next."""
DOES_NOT_KNOW = (
    r"\bdo not know\b(?! (?:(?:him|her|them|it|this|that)|(?:any|these|those|this|that|the) (?:\w+ )?(?:people|person|man|woman"
    r"|guys?|senders?|company|lot|ones?|firm|shop|names?|address|place)|anyone|wh(?:o|at) (?:it|this|that|he|she|they) (?:is|are))$)"
)
"""What the user does not know is what to do, and not only who wrote: "I don't know these people"."""
DOUBTS = (
    rf"{DOES_NOT_KNOW}|"
    r"\b(?:not (?:so |quite |entirely |really |too |yet )?(?:sure|certain)|unsure|i guess|i suppose|maybe|perhaps|possibly|probably|no idea"
    r"|i wonder|i do not think so|rather not|(?<!had )better not|what do you think|should (?:i|we)|is (?:it"
    r"|that) (?:okay|ok|right|wise))\b"
)
AT_A_TIME = (
    r"(?<!for )(?<!from )(?<!about )(?<!of )(?<!to )(?<!under )(?<!into )(?<!as )(?<!until )\b(?:eventually"
    r"|in due course|at some point|some ?day|one (?:of these days|day)|sooner or later|in the (?:long run|end)|following (?:the|my|his|her)"
    r"|tomorrow|tonight|later|soon|until|till"
    rf"|{_IN_A_WHILE}|at (?:half past |(?:a )?quarter (?:past|to) |\w+ (?:past|to) )?{_AN_HOUR}\b"
    r"|at the end of|next (?:week|month|time)|this (?:afternoon|evening)|(?:on|by|at) (?:\w+day|noon|midnight|lunch"
    r"|night|\d\w*|\w+ o'?clock)"
    r"|(?:after|before) (?:i|we|you|he|she|they|the|my|that|lunch|dinner|breakfast|work|\w+day|noon))\b"
)
"""Behind the verb of what is done at once: it is wanted at another time."""
WANTED_BEFORE = rf"(?<!\bthe)(?<!\bvery) first$|\bbeforehand\b|^only (?:after|before|{DEPENDS})"
"""A clause behind the wish: something else is wanted before."""

CALLS_SOMEBODY = (
    r"^(?:(?:hey|hi|okay|ok|hello|oi|yo|oh) )*(?:siri|alexa|google|cortana|bixby|computer|jarvis|mum|mom|mummy|mommy|dad|daddy|darling"
    r"|honey|sweetheart|kids|guys|boys|girls|everybody|everyone|somebody|someone|anybody|anyone)$"
)
"""Whoever is spoken to is somebody else."""

TOLD = (
    r"\b(?:said|says|say|saying|wrote|writes|asks|asked|asking|told|tells|wants|wanted|mentioned|suggests|suggested|demands|ordered|reads"
    r"|quote)\b"
)
OWN_TELLING = (
    r"\b(?:i|i have|i just|i already) (?:said|say|told you|asked you|asked|wanted|wrote)\b(?: to| you to)?"
    r"|\b(?:i|we) (?:have )?(?:(?:never|just|already) )?ordered\b"
)
"""Reported words of others ask for nothing; the user may repeat their own."""

TAKEN_BACK = (
    r"\b(?:never ?mind|scratch that|(?<!not )(?<!never )forget (?:it|that|about it)|kidding|cancel(?: that| it)?|hold on|wait|or not"
    r"|undo that|not yet)\b"
    r"|(?<!to )(?<!not )\b(?:keep|leave) (?:it|this|that|them)(?: (?:there|here|alone|for now|in my inbox))?$"
    r"|\bdo not(?: (?:please|do|it|that|this))*$"
    r"|^(?:did|have|has|was|were) (?:not )?(?:i|you|we|he|she|they|it|that)(?: not)?$"
    r"|\b(?:no|nope|nah)\b(?! (?:problem|need|use|point|interest|rush|hurry|longer|more|time|one|matter|doubt|question"
    r"|answer|reply|response|action))|\b(?:not|actually no)$"
)
"""Behind the action: it is taken back, unless the rest only names another mail."""

ANOTHER_MAIL = (
    r"^(?:no|nope|nah|sorry|i mean|i meant|wait|actually|rather|make (?:it|that)|\s)*"
    r"\b(?:the|that|this|number|mail|all|both|these|those)\b(?! (?:is|was|was not|is not))"
)

RETRACTS = (
    r"\b(?:no|nope|nah|not|never|stop|cancel|throw|discard|scrap|undo|un do|unarchive|wait|hold on|never ?mind|nevermind|forget"
    r"|(?:leave|keep) (?:it|this|that|them)"
    r"|put (?:it|that|them) back|take (?:it|that) back)\b"
)
"""In a later turn: the user may no longer want what the turn before asked for."""

SEVERAL = (
    r"\b(?:them|these|those|both|all|every|each|everything|ones|mails|emails|messages|newsletters|notifications|couple"
    r"|few|several|two|three|four"
    r"|five|\d+ (?:mails|messages|ones)|rest|others)\b|\b(?:and|or|plus) (?:the|this|that|number|mail)\b"
)
A_SINGLE_ONE = r"\b(?:it|(?:the|this|that|first|second|third|last|next) (?:one|mail|message))\b"
A_PLURAL = r"\b(?:the|my|her|his|their|your|\w+'s) (?:\w+ ){0,2}(?!this\b|news\b|address\b|business\b|was\b|is\b|yes\b)\w{2,}[a-rt-z]s\b"


def is_several(said: str) -> bool:
    if re.search(SEVERAL, re.sub(r"\bnumber \w+", "", said)):
        return True
    return re.search(A_SINGLE_ONE, said) is None and re.search(A_PLURAL, said) is not None


COMPLETES = (
    r"^(?:(?:the|that|this) (?:(?:very )?(?:first|second|third|fourth|fifth|sixth|last|other)(?: one| mail)?|one|mail|message)"
    r"|(?:number|mail) \w+|both|all)(?: of them| please)*(?: (?:from|by|about|with|on)\b.*)?$"
)
"""A whole turn that only says which mail, as the answer to "Which one do you mean?"."""

ONLY_NAMES = (
    r"^(?:(?:no|nope|sorry|i mean|and|also|or|yes|please|wait|rather|make (?:it|that)) )*"
    r"(?:the|this|that|number|mail|all|both|these|those|every\w*|\w+'s)\b(?! (?:is|was)\b)"
)
"""A clause behind a wish that only says of which mail."""

_SAYS_MORE = frozenset(
    """
    is are was were has have had be been will would shall should can could may might must does did do goes went means meant called says said
    say recommends never always keep keeps stop stops
    wrote writes reads asks asked told wants wanted likes thinks if when because needs matters looks sounds belongs came costs
    """.split()  # noqa: SIM905 - a list would fill the screen
)
_TIMES = frozenset(
    """
    monday tuesday wednesday thursday friday saturday sunday day days week weeks month months year years morning afternoon evening night
    weekend moment minute hour time times noon minutes hours often
    """.split()  # noqa: SIM905 - a list would fill the screen
)


def only_names(clause: str) -> bool:
    """Whether a clause only says of which mail, and states nothing of it: "the one from Anna"."""
    found = re.search(ONLY_NAMES, clause)
    told = clause[found.end() :].split() if found is not None else []
    says = (word in _SAYS_MORE and told[max(at - 1, 0)] not in {"that", "which"} for at, word in enumerate(told))
    return found is not None and not any(says) and _TIMES.isdisjoint(told[-1:])


NAMES_A_MAIL = (
    r"\b(?:one|ones|mail|mails|message|messages|newsletters?|notifications?|number|first|second|third|fourth|fifth|last"
    r"|next|previous|from|about|by"
    r"|all|both|every|everything|\w+'s|(?:archive|delete|trash|flag|star|snooze) the (?!things?\b|lot\b|same\b|current\b|draft\b)\w+)\b"
)
""""This one" and "this mail" are the open mail all the same, see `THE_OPEN_ONE`."""
THE_OPEN_ONE = r"\b(?:this|the current) (?:one|mail|message|newsletter|notification)\b"

_CHANGES_A_MAIL = re.compile(
    r"(?:(?:also|then|please|afterwards),? )*"
    r"(?:(?:archive|unarchive|delete|trash|flag|unflag|star|unstar|snooze)\s+\w|mark\b.*\b(?:un)?(?:read|important)\b"
    r"|report\b.*\b(?:spam|junk)\b)",
    re.IGNORECASE,
)


def changes_a_mail(words: str) -> bool:
    """Whether the words begin like a change of mail, whatever they call that mail: "archive the parcel"."""
    return _CHANGES_A_MAIL.match(words) is not None
