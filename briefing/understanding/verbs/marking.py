"""Verbs that mark a mail and leave it where it lies."""

from collections.abc import Mapping

from briefing.mail_action import MailAction
from briefing.understanding.verbs import claim_words as said
from briefing.understanding.verbs.request_words import ELSEWHERE, FAR, OBJECT, OF_A_THING, TAKING, WANTED
from briefing.understanding.verbs.verb import Claim, Request, Verb

_NO_CLAUSE = r"(?: (?!(?:is|are|was|were|be|what|who|why|how|when|where|because|since|so|if|say|says|and|then|an?|it)\b)[\w'&.-]+)"
_IT = rf"(?: {OBJECT}{_NO_CLAUSE}{{0,8}}?)"
_A_MAIL = (
    rf"(?: (?:it|this|that|them|these|those|all|both|everything|(?:the|this|that|these|those|all|every|my|\w+'s){_NO_CLAUSE}{{0,2}}?"
    rf" (?:one|mail|message|newsletter|notification|invitation|topic)s?(?: (?:from|by|about){_NO_CLAUSE}{{1,4}}?)?))"
)
"""Short, because what is made or kept is often something else: "make it shorter and keep what is important"."""
_MARK = r"(?:mark|market|marks|marking)"
_A_PERSON = (
    r"(?:her|him|person|sender|contact|people|everyone|everybody) (?:as )?(?:very )?important"
    r"|important (?:to|for) (?:me|us|him|her|them|everyone|everybody|(?:my|our|the) \w+)"
)
_TO_WHAT = (
    r"(?:the|my|our|his|her|their|an?|some) (?!(?:\w+ ){0,2}(?:one|mail|message|newsletter|notification|invitation|topic)s?\b|list\b)"
)
"""Behind "to" and "on": it is no mail that is flagged, or somebody else is told of it."""
"""Who matters from now on is another wish than what becomes of a mail."""
_IMPORTANT = r"important(?! (?:ones?|mails?|messages?|things?)\b)"
_NOT_IMPORTANT = r"(?:(?:not|no longer|less|un) important|unimportant)"
_COUNTED = rf"(?:made|set|treated|counted|kept)(?: {said.OBJECT})?(?: as| to)?"
_NOW = r"(?<=\bnow)"

VERBS: Mapping[MailAction, Verb] = {
    MailAction.MARK_READ: Verb(
        example="mark it as read",
        phrases=(
            "mark (read|as <read>) [<onward>]",
            "mark <this> (read|as <read>) [<and on>]",
            "(set|count|treat) <this> (to|as) <read>|mark <this> as seen|market as <read>",
        ),
        numbered=("mark <mail n> as (read|red)",),
        free=("mark (<the one by> {words}|the {name} <mail>) as (read|red)|mark {name}'s mail as (read|red)",),
        many=("mark {mails} [as] <read>|mark as <read> {mails}|set {mails} to <read>",),
        does=("mark <this> [as] <read>",),
        done=("marked <this> [as] <read>",),
        noun="marking [as] <read>",
        again="mark [<asked>] [as] (read|red)",
        own_words=frozenset({"mark", "marked", "read"}),
        request=Request(
            words=(
                rf"(?:mark|market|marks|marking|set|count|treat|flag){FAR} (?:as )?(?:read|red|seen)",
                rf"^marked {OBJECT}(?: [\w']+){{0,4}} (?:read|red|seen)",
                rf"{WANTED} marked (?:as )?(?:read|red|seen){OF_A_THING}",
            ),
            unless=r"(?:not|un) (?:read|red|seen)|mark.{0,80}\b(?:calendar|diary)\b",
        ),
        claim=Claim(
            done=r"marked(?: [\w']+){0,6}?(?: as)? read",
            doing=r"marking(?: [\w']+){0,6}?(?: as)? read",
            managed=r"mark(?: [\w']+){1,6}? read",
        ),
    ),
    MailAction.MARK_UNREAD: Verb(
        example="mark it as unread",
        phrases=(
            "mark [<this>] [as] <unread> [again]",
            "(keep|leave|make|i want|i would like|get|have) <this> [as] <unread> [again]",
            "(mark|set|put|turn) <this> [back] (to|as) <unread>|market as <unread>",
        ),
        numbered=("mark <mail n> as <unread>",),
        free=("mark <the one by> {words} as <unread>|mark {name}'s mail as <unread>",),
        many=("mark {mails} as (unread|un read)",),
        does=("mark <this> [as] <unread>",),
        done=("marked <this> [as] <unread>",),
        again="mark [<asked>] [as] (unread|un read|not read)",
        own_words=frozenset({"unread"}),
        request=Request(
            words=(
                rf"(?:mark|market|marks|marking|set|keep|leave|make|flag|turn|put){FAR} "
                r"(?:as |back to )?(?:unread|un read|unred|not read|unseen|new)",
                rf"{WANTED} marked (?:as )?(?:unread|un read|not read|new){OF_A_THING}",
            )
        ),
        claim=Claim(
            done=r"marked(?: [\w']+){0,6}?(?: as)? unread|set(?: [\w']+){0,3}? (?:back )?to unread|unread again",
            managed=r"mark(?: [\w']+){1,6}? unread",
            hides=frozenset({MailAction.MARK_READ}),
        ),
    ),
    MailAction.FLAG: Verb(
        example="flag it",
        phrases=(
            "flag [<this>] [for (follow up|later)|to follow up]",
            "(star|flack|flak) <this>|flag <this> up",
            "mark [<this>] for (follow up|later)",
            "(put|stick|set|add) a [little] (flag|star) on <this>|(add|set) a (flag|star) [to <this>]|give <this> a (flag|star)",
            "(i want|i would like) a (flag|star) on <this>|pin <this>",
            "mark <this> with a (flag|star)|(get|have|keep|leave|i want) <this> flagged",
        ),
        numbered=("flag <mail n> [for (follow up|later)]",),
        free=("(flag|star|put a (flag|star) on) <the one by> {words}|(flag|star) {name}'s mail|(flag|star) the {name} <mail>",),
        many=("(flag|star) {mails}",),
        does=("flag", "star"),
        done=("flagged", "starred"),
        noun="(flag|flagging)",
        again="(flag|flak|flack|star) [<asked>]",
        bare=("flag",),
        own_words=frozenset({"flag", "flagged"}),
        request=Request(
            words=(
                r"(?:flag|flags|flagg|flagging|flack|flak|star|starring|pin)(?! (?:off|from)\b)",
                rf"mark(?:ing)?{FAR} (?:for (?:a )?follow(?: |-)?up|for later|(?:as )?(?:starred|flagged))",
                rf"(?:put|add|set|stick|give){FAR} (?:a )?(?:flag|star)",
                rf"^(?:flagged|starred) {OBJECT}",
                rf"{WANTED} (?:flagged|starred){OF_A_THING}",
            ),
            unless=rf"{TAKING}\b.{{0,800}}\b(?:flag|star|pin)|\bun (?:flag|star|pin)"
            r"|(?:flag|flags|flagg|flagging|star|pin)(?: [\w']+){0,6}? (?:spam|junk|read|red|unread|phishing|scam)"
            rf"|(?:flag|star|pin)(?: it| this| that)? (?:to|on|onto|up on) {_TO_WHAT}",
        ),
        claim=Claim(
            done=r"flagged|starred|marked(?: [\w']+){0,4}? for follow[- ]?up|put a (?:flag|star) on|added a (?:flag|star)",
            doing="flagging",
            managed="flag|star",
        ),
    ),
    MailAction.UNFLAG: Verb(
        example="remove the flag",
        phrases=(
            "(unflag|un flag|un star) [<this>]",
            "(remove|clear|delete|drop|get rid of) [the|that] (flag|star) [from <this>]|no (flag|star) on <this>",
            "the (flag|star) can (go|come off) [again]",
            "take ([the|that] (flag|star) off [<this>] [again]|off [the] (flag|star))|unpin <this>",
        ),
        numbered=("unflag <mail n>",),
        free=("unflag <the one by> {words}|unflag {name}'s mail",),
        many=("unflag {mails}|(remove|take) the (flag|flags) (from|off) {mails}",),
        does=("unflag", "un flag", "take the flag off"),
        done=("unflagged", "un flagged"),
        again="(unflag|un flag|unstar) [<asked>]|remove the (flag|star)|take the (flag|star) off [<asked>]",
        bare=("unflag", "un flag"),
        own_words=frozenset({"unflag"}),
        request=Request(
            words=(
                r"un ?(?:flag|star|pin)(?:ging|ring|ning)?",
                rf"(?:remove|clear|delete|take|drop|lose|removing){FAR} (?:flags?|stars?)",
            )
        ),
        claim=Claim(
            done=r"unflagged|unstarred|(?:removed|cleared|taken|took)(?: off)? (?:the |its |that )?(?:flag|star)",
            stands=r"(?<=flag is )(?:off|gone|removed|cleared)|(?<=flag has been )(?:removed|cleared)",
            hides=frozenset({MailAction.FLAG}),
        ),
    ),
    MailAction.MARK_IMPORTANT: Verb(
        example="mark it as important",
        phrases=(
            "mark [<this>] [as] important|market as important|<this> is [very|really] important [to me|for me] mark it [so|as such]",
            "(make|set) <this> important",
        ),
        numbered=("mark <mail n> [as] important",),
        free=("mark (<the one by> {words}|the {name} <mail>) as important|mark {name}'s mail as important",),
        many=("mark {mails} [as] important|mark as important {mails}|make {mails} important",),
        does=("mark <this> [as] important",),
        done=("marked <this> [as] important",),
        noun="(importance|important mark)",
        again="mark [<asked>] [as] important",
        own_words=frozenset({"important"}),
        request=Request(
            words=(
                rf"(?:{_MARK}{_IT}?(?: as)?|make{_A_MAIL}(?: as)?|(?:set|treat|keep|count){_A_MAIL} as) (?:very )?{_IMPORTANT}",
                rf"^marked {OBJECT}(?: [\w']+){{0,4}} important",
                rf"{WANTED} marked (?:as )?important{OF_A_THING}",
            ),
            unless=rf"{_NOT_IMPORTANT}|\bun ?mark(?: [\w']+){{0,8}}? important|{_A_PERSON}",
        ),
        claim=Claim(
            done=rf"marked(?: [\w']+){{0,6}}?(?: as)? important|{_COUNTED} (?:very )?important|prioriti[sz]ed(?: {said.OBJECT}|$)",
            stands=rf"(?:very )?important (?:now|again)(?: for you)?$|{_NOW} (?:very )?important(?: for you)?$",
            happens="now counts? as (?:very )?important|counts? as (?:very )?important now",
            doing=r"marking(?: [\w']+){0,6}?(?: as)? important",
            managed=r"mark(?: [\w']+){1,6}? important",
        ),
    ),
    MailAction.MARK_NOT_IMPORTANT: Verb(
        example="mark it as not important",
        phrases=(
            "(mark|make|set) <this> [as] (not important|unimportant)",
            "mark as (not important|unimportant)",
            "(unmark|un mark) [<this>] [as] important",
            "(take the important mark off|remove the important mark from) <this>",
            "(take off|remove) the important mark|take the important mark off",
        ),
        numbered=("mark <mail n> as (not important|unimportant)|(unmark|un mark) <mail n> [as] important",),
        free=("mark <the one by> {words} as (not important|unimportant)|mark {name}'s mail as (not important|unimportant)",),
        many=("(mark|make) {mails} [as] (not important|unimportant)|(unmark|un mark) {mails} [as] important",),
        does=("mark <this> [as] (not important|unimportant)",),
        done=("marked <this> [as] (not important|unimportant)", "unmarked"),
        noun="unmarking",
        again="mark [<asked>] [as] (not important|unimportant)|(unmark|un mark) [<asked>] [[as] important]",
        own_words=frozenset({"unimportant"}),
        request=Request(
            words=(
                rf"(?:{_MARK}{_IT}?(?: as)?|make{_A_MAIL}(?: as)?|(?:set|treat|keep|count){_A_MAIL} as) {_NOT_IMPORTANT}",
                rf"un ?mark(?:ing)?{_IT}?(?: as)? important",
                rf"{WANTED} (?:marked (?:as )?(?:not important|unimportant)|unmarked){OF_A_THING}",
            ),
            unless=_A_PERSON,
        ),
        claim=Claim(
            done=rf"marked(?: [\w']+){{0,6}}?(?: as)? {_NOT_IMPORTANT}|unmarked|{_COUNTED} {_NOT_IMPORTANT}"
            r"|(?:removed|cleared|took|taken)(?: off)? (?:the |its |that )?(?:important mark\w*|importance)",
            stands=rf"{_NOT_IMPORTANT} (?:now|again)(?: for you)?$|{_NOW} {_NOT_IMPORTANT}(?: for you)?$"
            r"|no longer (?:marked|set|counted)(?: as| to)? important",
            happens=rf"now counts? as {_NOT_IMPORTANT}|counts? as {_NOT_IMPORTANT} now|no longer counts? as important",
            managed=r"mark(?: [\w']+){1,6}? (?:not important|unimportant)|unmark",
            hides=frozenset({MailAction.MARK_IMPORTANT}),
        ),
    ),
    MailAction.LABEL: Verb(
        example="label it as work",
        free=(
            "(label|tag) [<this>] [as|with] {label}",
            "(put|set|stick) the (label|tag) {label} on <this>|(give|add to) <this> the (label|tag) {label}",
            "(add|apply|use|set) [the|a] (label|tag) [called|named] {label} [to <this>]",
            "(put|add) [the|a] {label} (label|tag) [(on|to) <this>]|give <this> (the|a) {label} (label|tag)",
            "(put|file) <this> under the (label|tag) {label}|put <this> under {label}|mark <this> with the (label|tag) {label}",
        ),
        does=("label", "tag"),
        done=("labelled", "labeled", "tagged"),
        noun="(label|labelling|tag)",
        again="(label|tag) [<asked>]",
        own_words=frozenset({"label"}),
        request=Request(
            words=(
                r"(?:label|labels|lable|labelling|labeling|tag|tagging)",
                rf"(?:put|add|stick|set|apply|give){FAR} (?:label|lable|tag)",
                rf"(?:put|file) {OBJECT}{FAR} (?:under|in|into)",
                r"(?:categori[sz]e|classify)",
            ),
            unless=rf"{TAKING}\b.{{0,800}}\b(?:label|tag)|\bun (?:label|tag)|(?:put|file) .{{0,800}}{ELSEWHERE}",
        ),
        claim=Claim(done=r"label(?:l)?ed|tagged|(?:added|put|applied|given|set)(?: [\w']+){0,4}? (?:label|tag)", managed="label|tag"),
    ),
    MailAction.UNLABEL: Verb(
        example="remove the label work",
        phrases=("remove (the|that) (label|tag)|take (the|that) (label|tag) off|take off (the|that) (label|tag)|(untag|unlabel) <this>",),
        free=(
            "(remove|delete|clear|drop) [the] (label|tag) {label} [from <this>]",
            "(remove|delete|clear|drop) the {label} (label|tag) [from <this>]",
            "take the (label|tag) {label} off [<this>]|take the {label} (label|tag) off [<this>]|take off the {label} (label|tag)",
            "(untag|unlabel) <this> [from|as] {label}",
        ),
        does=("unlabel", "untag", "take the label off"),
        done=("unlabelled", "unlabeled", "untagged"),
        again="(unlabel|un label) [<asked>]|(remove|take off) the label|take the label off [<asked>]",
        request=Request(words=(r"un ?(?:label|tag)", rf"(?:remove|clear|delete|take|drop|lose|removing){FAR} (?:labels?|lable|tags?)")),
        claim=Claim(
            done=r"unlabel(?:l)?ed|untagged|(?:removed|taken|took)(?: off)?(?: [\w']+){0,3}? (?:label|tag)",
            stands=r"(?<=label is )(?:off|gone|removed)|(?<=label has been )removed",
            hides=frozenset({MailAction.LABEL}),
        ),
    ),
}
