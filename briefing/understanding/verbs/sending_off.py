"""Verbs by which something leaves for good: a mail, or the user a mailing list."""

from collections.abc import Mapping

from briefing.mail_action import MailAction
from briefing.understanding.verbs import claim_words as said
from briefing.understanding.verbs.request_words import ELSEWHERE, FAR
from briefing.understanding.verbs.verb import Claim, Request, Verb

VERBS: Mapping[MailAction, Verb] = {
    MailAction.SEND: Verb(
        example="send it",
        phrases=(
            "send [<draft>] [off|out] [as it is|like that|like this]|send (off|out) <draft>",
            "sent (it|that)|fire (it|that) off|let it go out",
            "send (both|all|them both|them all|(both|all) [of] (them|the drafts)|the drafts|both drafts|all drafts)",
            "(it|<draft>) can (go|go out|be sent)|send the other [one|mail|draft|reply] [too|as well]",
        ),
        again="(send|sent|sand) [<asked to send>] [off|away|out|now|then]",
        own_words=frozenset({"send", "sent"}),
        request=Request(
            words=(
                r"(?:send|sent|sand|sending|reply|replying|respond|answer|forward|forwarding)",
                r"write (?:to|back|him|her|them|[\w']+)|mail (?:back|him|her|them)",
                r"let (?:him|her|them|[\w']+) know",
            ),
            unless=rf"send .{{0,800}}{ELSEWHERE}",
        ),
        claim=Claim(
            done=r"sent|replied|answered|responded|forwarded|e-?mailed|mailed|delivered|dispatched|passed(?: [\w']+){1,3}? on"
            r"|written (?:back )?to|wrote (?:back )?to|told|informed|notified|let \w+ know",
            stands=r"on (?:its|their|the) way|out the door|out|off|gone out|off to \w+",
            happens=r"(?:just )?went out|leaves now|has left|has gone out",
            doing="sending|forwarding|replying",
            managed="send|forward|reply|answer",
            whole=rf"{said.REPLY} (?:(?:has|have) )?(?:just |now )?(?:gone|went|left) (?:to|out|off)|(?:off|away) (?:it|they) goe?s?"
            rf"|[\w']+(?: now)? (?:has|have) {said.REPLY}|[\w']+(?: will|'ll) (?:get|have|receive) {said.REPLY}"
            r"|(?!it|that|this)[\w']+ (?:has|have) (?:now |just |already )?been (?:told|notified|informed|answered)(?: now| already| too)?$"
            r"|(?:i|we)(?:'ve| have)? (?:just |already )?(?:hit|pressed|clicked) send"
            r"|(?!(?:i|we|you|who|nobody|she|he|they|it|that|this)\b)[\w']+ (?:has |have )?(?:just |already )?(?:got|received)"
            rf" (?:it|{said.REPLY})(?: now| already)?$",
        ),
    ),
    MailAction.SEND_LATER: Verb(
        example="send it tomorrow at nine",
        phrases=("send <draft> later|schedule <draft>",),
        free=(
            "send <draft> [off|out] {when}|schedule <draft> {when}|send {when}",
            "(wait|hold it) {when} to send it|wait with <draft> {when}",
        ),
        again="(send|sent|sand) [<asked to send>] [later|then]|schedule [<asked>]",
        request=Request(
            words=(
                r"(?:send|sent|sand|sending|schedule|deliver)(?: [\w']+){0,6} "
                r"(?:later|tomorrow|tonight|next|in (?:an?|one|two|three|\d+|a few)|on \w+day|at|this (?:afternoon|evening))",
                r"schedule",
            )
        ),
        claim=Claim(done="scheduled", happens=r"(?:will|'ll) (?:go out|leave|be sent|be delivered|go)"),
    ),
    MailAction.UNSUBSCRIBE: Verb(
        example="unsubscribe me from this",
        phrases=(
            "(unsubscribe|un subscribe|on subscribe) [me] [[from] (<this>|them|these [mails])]",
            "(unsubscribe|un subscribe|on subscribe) [me] from (this|that|the) ([mailing] list|newsletter|sender)",
            "(remove me from|i want off) (this|that|the) [mailing] list",
            "(stop|quit) [(them|these people) [from]] sending me (this|these|this stuff|these [mails|newsletters])",
            "i (do not|never) want to (hear from|get mails from) (them|these people|this sender) (again|any more|anymore)",
            "no more [of] (these|this stuff|these (mails|newsletters))",
            "(take|get) me off ((this|that|the) [mailing] list|this [newsletter])",
            "(cancel|end) (this|that|the|my) [newsletter] subscription [to (this|that|it|them)]",
            "cancel (this|that|the) newsletter|opt (me out|out)",
        ),
        free=("(unsubscribe|un subscribe) [me] from {name}|(unsubscribe|un subscribe) [me] from <the one by> {words}",),
        again="(unsubscribe|un subscribe) [me] [from (it|this|that|them|this list|this newsletter|the list|the newsletter)]|take me off",
        request=Request(
            words=(
                r"un ?subscrib(?:e|ing)|on subscribe",
                r"(?:take|get) me off",
                r"opt (?:me )?out",
                r"leave (?:this|the|that)(?: mailing)? (?:list|newsletter)",
                r"cancel (?:this|the|my|that) (?:subscription|newsletter)",
                rf"stop (?:getting|receiving|sending me){FAR} (?:these|this|them|those|newsletters?|mails?)",
            )
        ),
        claim=Claim(
            done=r"unsubscribed|(?:taken|took|removed) you (?:off|from)|cancell?ed (?:the|your|that|this) subscription",
            doing="unsubscribing",
            managed="unsubscribe",
            whole=rf"you(?:'ll| will) (?:no longer|not|never) (?:receive|get)\b|you won't (?:receive|get)\b"
            rf"|{said.OBJECT} (?:won't|will not|will no longer) (?:bother|reach|trouble) you",
        ),
    ),
}
