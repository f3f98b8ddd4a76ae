"""What may stand before the verb in the clause of a wish. Anything else makes of it a report, a doubt, a question or another's task.

The words are in the form of `briefing.understanding.intent_words`.
"""

_OPEN_MAIL = r"(?:it|these|those|them|(?:this|that|the) (?:[\w']+ )?(?:one|mail|message|newsletter|notification)|(?:this|that)(?! is\b))"
_SURELY = (
    r"basically|definitely|absolutely|obviously|clearly|honestly|frankly|seriously|certainly|literally|totally|of course|by all means"
    r"|safely|gladly|happily|kindly|simply|quickly|really|actually|for (?:heaven's|god's|goodness|pete's) sake|to be honest|anyway|anyhow"
)
_INTERJECTIONS = (
    r"yes|yeah|yep|yup|aye|sure|okay|ok|all right|alright|right|righto|well|so|oh|ooh|oops|whoops|ugh|ew|ha|lol|now|great|good|fine"
    r"|perfect|cool|sweet|lovely|nice|super|brilliant|excellent|splendid|awesome|thanks|thank you|cheers|ta|hey|hi|aloud|sorry|look|listen"
    r"|come on|go on|man|mate|dude|bro"
)
_REQUESTS = (
    r"(?:(?:it )?would be (?:great|nice|lovely|good|wonderful|kind|helpful|super|brilliant)(?: of you)?|i would (?:appreciate it"
    r"|be (?:(?:so|very|most) )?(?:grateful|thankful|glad|happy|pleased|obliged))) if you(?: could| would)?|i wish(?: that)? you(?: would)?"
    r"|(?:be|you are) an? (?:star|angel|dear|darling|love|sport) and|do (?:me|us)(?: all)? (?:a|the) favou?r(?: and)?|mind"
    r"|(?:would|do) you mind|(?:can|could|would|will|might) you|(?:it is )?time to"
    r"|(?:i think )?(?:you|we) (?:(?:can|may|could|should)(?: as well)?|might as well|may as well|had better)|better"
    r"|why (?:do|can|could) not (?:you|we)|why not"
    r"|i (?:had|would) better|(?:i|we)(?: (?:would|should(?= like\b)|do|just|really|also|still|only|now|will|rather))*(?: (?:want|need"
    r"|like|love|prefer))?(?: you)?(?: to)?"
    r"|let us|let me|be so kind (?:and|as to)|(?:feel|you are) (?:free|welcome) to|make sure (?:to|you)"
    r"|go ahead|go and|when you (?:can|get a chance)|if (?:you (?:can|could|would|like|want)|possible)"
)
_SAID_OF_IT = (
    r"i mean(?:t)?(?: to say)?|i am (?:done|finished|through)(?: with (?:it|this|that))?"
    r"|(?:that|it|this) (?:is|looks|sounds) (?:good|great|fine|okay|ok|right|perfect)|(?:looks|sounds) (?:good|great|fine)"
    r"|on (?:second thoughts?|reflection)|come to think of it|in that case|for now"
)
_LITTLE = (
    r"to|be|have|get|just|also|then|and|do|first|next|finally|again|too|no|wait|rather|instead|already|still|either|both|all|me|us|please"
)
FRAME = rf"^(?>(?:{_SAID_OF_IT}|{_SURELY}|{_REQUESTS}|{_OPEN_MAIL}|{_INTERJECTIONS}|{_LITTLE}) )*+$"
