"""How people ask for a change, and what turns the same words into something else: the tables behind
`briefing.understanding.change_intents`.

The patterns are searched for in one clause in the form that `briefing.understanding.change_intents` brings it into: lower case,
contractions spelled out, without punctuation. They include frequent mishearings of a verb; the other tables decide whether the clause asks
for the action at all.
"""

from collections.abc import Mapping

from briefing.mail_action import MailAction

OBJECT = r"(?:it|this|that|them|these|those|all|both|every\w*|the|my|his|her|their|mails?|messages?|\w+'s)"
_FAR = r"(?: [\w'&.-]+){0,8}?"
_INBOX = r"(?:the |my )?in ?box"
_BIN = r"(?:the |my )?(?:trash|bin|garbage|waste ?basket|rubbish)(?: can| bin)?"
_SPAM = r"(?:spam|junk|phishing|a scam|scam)"
_ARCHIVE = r"(?:archiv(?:e|es|ing)|ar[ck]h?ive|ar[ck]h? hive|our (?:k|h)ive)"
_TIME = r"(?:(?:in|at|on|around|by|next|this|half past|\w+day|midnight|first thing) ?[\w:]*|later|tomorrow|tonight|noon)"
_AWAY = r"(?:get|getting) rid of"

ASKING: Mapping[MailAction, tuple[str, ...]] = {
    MailAction.ARCHIVE: (
        _ARCHIVE,
        rf"^archive[ds] {OBJECT}",
        r"(?:want|get|have|need|like|be)(?: [\w']+){0,5} archived",
        rf"(?:put|move|send|file|stick|drop|shove){_FAR} (?:in|into|to) (?:the |my )?archives?",
        rf"(?:take|get|move|clear){_FAR} (?:out of|from|off) {_INBOX}",
        rf"(?:file|put|clear|tidy) {OBJECT}(?: \w+){{0,2}} away",
        rf"clear (?:{OBJECT}|out)",
        _AWAY,
    ),
    MailAction.DELETE: (
        r"delet(?:e|es|ing)|dele+t|the leet|erase|erasing",
        rf"^(?:delete[ds]|removed|trashed) {OBJECT}",
        r"(?:want|get|have|need|like|be)(?: [\w']+){0,5} (?:deleted|removed|erased|trashed)",
        rf"(?:trash|bin|toss|dump|scrap|ditch|remove|discard) {OBJECT}",
        rf"throw(?:ing)?{_FAR} (?:away|out)",
        rf"(?:put|move|send|throw|chuck|drop|toss){_FAR} (?:in|into|to) {_BIN}",
        _AWAY,
    ),
    MailAction.MARK_READ: (
        rf"(?:mark|market|marks|marking|set|count|treat|flag){_FAR} (?:as )?(?:read|red|seen)",
        rf"^marked {OBJECT}(?: [\w']+){{0,4}} (?:read|red|seen)",
        r"(?:want|get|have|be)(?: [\w']+){0,4} marked (?:as )?(?:read|red|seen)",
    ),
    MailAction.MARK_UNREAD: (
        rf"(?:mark|market|marks|marking|set|keep|leave|make|flag|turn|put){_FAR} "
        r"(?:as |back to )?(?:unread|un read|unred|not read|unseen|new)",
        r"(?:want|get|have|be)(?: [\w']+){0,4} marked (?:as )?(?:unread|un read|not read|new)",
    ),
    MailAction.FLAG: (
        r"(?:flag|flags|flagg|flagging|flack|flak|star|starring|pin)(?! (?:off|from)\b)",
        rf"mark(?:ing)?{_FAR} (?:for (?:a )?follow(?: |-)?up|for later|(?:as )?(?:important|starred|flagged))",
        rf"(?:put|add|set|stick|give){_FAR} (?:a )?(?:flag|star)",
        rf"^(?:flagged|starred) {OBJECT}",
        r"(?:want|get|have|need|be)(?: [\w']+){0,4} (?:flagged|starred)",
    ),
    MailAction.UNFLAG: (
        r"un ?(?:flag|star|pin)(?:ging|ring|ning)?",
        rf"(?:remove|clear|delete|take|drop|lose|removing){_FAR} (?:flags?|stars?)",
    ),
    MailAction.LABEL: (
        r"(?:label|labels|lable|labelling|labeling|tag|tagging)",
        rf"(?:put|add|stick|set|apply|give){_FAR} (?:label|lable|tag)",
        rf"(?:put|file) {OBJECT}{_FAR} (?:under|in|into)",
        r"(?:categori[sz]e|classify)",
    ),
    MailAction.UNLABEL: (
        r"un ?(?:label|tag)",
        rf"(?:remove|clear|delete|take|drop|lose|removing){_FAR} (?:labels?|lable|tags?)",
    ),
    MailAction.MOVE: (
        rf"(?:move|moves|moving|shift|transfer) {OBJECT}",
        rf"(?:put|file|stick|send|drop|place) {OBJECT}{_FAR} (?:to|into|in|under)",
    ),
    MailAction.REPORT_SPAM: (
        rf"(?:report|mark|flag|treat|move|put|send|classify|count){_FAR} {_SPAM}",
        rf"(?:spam|junk|report) {OBJECT}",
        rf"(?:this|that|it|these|those)(?: one| mail)? (?:is|are|looks like) {_SPAM}",
    ),
    MailAction.SNOOZE: (
        r"(?:snooze|snoozing|snews|snoze|snoo ze|postpone)",
        rf"(?:remind|show|tell|give|bring|read|wake){_FAR} (?:later|tomorrow|tonight|next (?:week|month|\w+day))",
        rf"remind{_FAR} (?:again|{_TIME})",
        rf"(?:show|let|ask|tell|give|bring|read){_FAR} again {_TIME}",
        rf"push {OBJECT}(?: back)? (?:to|until|till|back|by)",
        rf"(?:come|get) back to {OBJECT}",
        rf"(?:put|push) {OBJECT}(?: \w+)? off",
        rf"hide{_FAR} (?:until|till|for)",
    ),
    MailAction.UNSUBSCRIBE: (
        r"un ?subscrib(?:e|ing)|on subscribe",
        r"(?:take|get) me off",
        r"opt (?:me )?out",
        r"leave (?:this|the|that)(?: mailing)? (?:list|newsletter)",
        r"cancel (?:this|the|my|that) (?:subscription|newsletter)",
        rf"stop (?:getting|receiving|sending me){_FAR} (?:these|this|them|those|newsletters?|mails?)",
    ),
    MailAction.SEND: (
        r"(?:send|sent|sand|sending|reply|replying|respond|answer|forward|forwarding)",
        r"write (?:to|back|him|her|them|[\w']+)|mail (?:back|him|her|them)",
        r"let (?:him|her|them|[\w']+) know",
    ),
    MailAction.SEND_LATER: (
        r"(?:send|sent|sand|sending|schedule|deliver)(?: [\w']+){0,6} "
        r"(?:later|tomorrow|tonight|next|in (?:an?|one|two|three|\d+|a few)|on \w+day|at|this (?:afternoon|evening))",
        r"schedule",
    ),
    MailAction.UNDO: (
        r"(?:undo|undoing|un do|on do|unarchive|un archive|undelete|un delete|restore|revert|reverse|roll back)",
        rf"(?:put|bring|move|get|take){_FAR} back(?! to me)",
        r"did not mean (?:that|it|to)",
        r"(?:want|need) (?:[\w']+ ){1,4}back",
    ),
}  # fmt: skip
"""Words that ask for each action, anywhere in a clause."""

_ELSEWHERE = rf"(?:to|in|into|under|as) (?:{_BIN}|{_SPAM}|(?:the |my )?archives?|(?:the |my )?in ?box)"
_TAKING = r"(?:remove|clear|delete|take|drop|lose|removing|erase|discard|deleting)"

NOT_MEANT: Mapping[MailAction, str] = {
    MailAction.ARCHIVE: r"clear (?:[\w']+ ){0,2}(?:flag|star|label|tag)|\bun archiv\w+",
    MailAction.DELETE: rf"{_TAKING} (?:[\w']+ ){{0,3}}(?:flag|star|label|tag|draft|reply)|\bun delet\w+",
    MailAction.FLAG: (
        rf"{_TAKING}\b.*\b(?:flag|star|pin)|\bun (?:flag|star|pin)"
        r"|(?:flag|flags|flagg|flagging|star|pin)(?: [\w']+){0,6}? (?:spam|junk|read|red|unread|phishing|scam)"
    ),
    MailAction.MARK_READ: r"(?:not|un) (?:read|red|seen)",
    MailAction.LABEL: rf"{_TAKING}\b.*\b(?:label|tag)|\bun (?:label|tag)|(?:put|file) .*{_ELSEWHERE}",
    MailAction.MOVE: (
        rf"(?:move|put|file|stick|send|drop|place|shift|transfer) .*{_ELSEWHERE}|move (?:the|my) (?:cursor|meeting|call|appointment)"
    ),
    MailAction.SEND: rf"send .*{_ELSEWHERE}",
    MailAction.UNDO: r"(?:go|get|take me|bring me|come) back|get back to",
}  # fmt: skip
"""Words of another action: a match that overlaps with them does not count."""

A_THING = r"\b(?:the|an?|my|your|in|from|through|our|which|any) $"
"""Directly before a verb that is also a noun: "show me the archive", "which label"."""

OWN_WORD_FOR_IT = r"(?:want|need|like|did not mean)"
"""Patterns that begin like this have the user as their subject; before any other verb "I" reports something."""

NEGATIONS = r"\b(?:not|never|without|nobody|none|neither|nor|avoid|hold off|instead of|rather than|no need|no reason|refuse|stop|quit)\b"
"""Before the action, in the same clause: the action is denied."""

HARMLESS_NEGATIONS = (
    r"\bwhy (?:do|can|could) (?:not|you not|we not)(?: you| we)?\b|\bwhy not\b"
    r"|\b(?:do|does|did|can|am|is|are) not (?:need|care about|care for|care|like|have time for|know|interested in)"
    r"(?: (?:this|that|it|them|these|those|him|her))?(?: (?:one|ones|mail|mails|newsletter|email|stuff))?(?: any ?more)?\b"
    r"|\bdo not want (?:this|that|it|them|these|those)(?: (?:one|ones|mail|mails|newsletter|email))? any ?more\b"
    r"|\bnot (?:now|interested|important|relevant)\b"
)
"""Negations of something else, which often stand before an intent: "I don't need this, delete it"."""

ENDS_OPEN = r"\b(?:not|never|without|avoid|rather than|instead of|no need to)(?: (?:please|you|dare|just|to|ever))*$"
"""A clause with this ending denies what the next clause says."""

NOT_AN_INTENT = (
    r"\b(?:if(?! (?:you|possible)\b)|when|whenever|whether|unless|until|till|before|while|once|how|who|whose|what|which|where"
    r"|(?:should|shall) (?:i|we)"
    r"|(?:did|does|has|had|have|was|were|will|would) (?:i|we|it|he|she|they|that|this|somebody|anyone|anybody)"
    r"|(?:did|have|had|are|were|do) you|(?:can|could|may|might|must|do|did|will) (?:i|we)"
    r"|always|usually|often|normally|sometimes|maybe|perhaps|might|thinking|almost|about to|going to|had to|used to|supposed to|already"
    r"|imagine|suppose|pretend|the word|the button|called|named|titled|entitled|subject)\b"
)
"""Before the action, in the same clause: a question, a condition, a habit, somebody's doubt."""

TOLD = (
    r"\b(?:said|says|say|saying|wrote|writes|asks|asked|asking|told|tells|wants|wanted|mentioned|suggests|suggested|demands|ordered|reads"
    r"|quote)\b"
)
OWN_TELLING = r"\b(?:i|i have|i just|i already) (?:said|say|told you|asked you|asked|wanted|wrote)\b(?: to| you to)?"
"""Reported words of others ask for nothing; the user may repeat their own."""

TAKEN_BACK = (
    r"\b(?:never ?mind|scratch that|forget (?:it|that|about it)|kidding|cancel(?: that| it)?|hold on|wait|or not|undo that|not yet)\b"
    r"|\bdo not(?: (?:please|do|it|that|this))*$"
    r"|\b(?:no|nope|nah)\b(?! (?:problem|need|rush|hurry|longer|more|time|one|matter|doubt))|\b(?:not|actually no)$"
)
"""Behind the action: it is taken back, unless the rest only names another mail."""

ANOTHER_MAIL = (
    r"^(?:no|nope|nah|sorry|i mean|i meant|wait|actually|rather|make (?:it|that)|\s)*"
    r"\b(?:the|that|this|number|mail|all|both|these|those)\b(?! (?:is|was|was not|is not))"
)

RETRACTS = (
    r"\b(?:no|nope|nah|not|never|stop|cancel|undo|un do|unarchive|wait|hold on|never ?mind|nevermind|forget"
    r"|(?:leave|keep) (?:it|this|that|them)"
    r"|put (?:it|that|them) back|take (?:it|that) back)\b"
)
"""In a later turn: the user may no longer want what the turn before asked for."""

SEVERAL = (
    r"\b(?:them|these|those|both|all|every|each|everything|ones|mails|emails|messages|newsletters|notifications|couple|few|several|two|three|four"
    r"|five|\d+ (?:mails|messages|ones)|rest|others)\b|\b(?:and|or|plus) (?:the|this|that|number|mail)\b"
)
A_SINGLE_ONE = r"\b(?:it|(?:the|this|that|first|second|third|last|next) (?:one|mail|message))\b"
A_PLURAL = r"\b(?:the|my|her|his|their|your|\w+'s) (?:\w+ ){0,2}(?!this\b|news\b|address\b|business\b|was\b|is\b|yes\b)\w{2,}[a-rt-z]s\b"
COMPLETES = (
    r"^(?:(?:the|that|this) (?:(?:very )?(?:first|second|third|fourth|fifth|sixth|last|other)(?: one| mail)?|one|mail|message)"
    r"|(?:number|mail) \w+|both|all)(?: of them| please| (?:from|by|about|with|on)\b.*)*$"
)
"""A whole turn that only says which mail, as the answer to "Which one do you mean?"."""

NAMES_A_MAIL = (
    r"\b(?:one|ones|mail|mails|message|messages|newsletters?|notifications?|number|first|second|third|fourth|fifth|last|next|previous|from|about|by"
    r"|all|both|every|everything|\w+'s)\b"
)
""""This one" and "this mail" are the open mail all the same, see `THE_OPEN_ONE`."""
THE_OPEN_ONE = r"\b(?:this|the current) (?:one|mail|message|newsletter|notification)\b"
