"""Verbs by which a mail comes back: later, or as it was."""

from collections.abc import Mapping

from briefing.mail_action import MailAction
from briefing.understanding.verbs import claim_words as said
from briefing.understanding.verbs.request_words import FAR, OBJECT
from briefing.understanding.verbs.verb import UNDOES, Claim, Request, Verb

_TIME = r"(?:(?:in|at|on|around|by|next|this|half past|\w+day|midnight|first thing) ?[\w:]*|later|tomorrow|tonight|noon)"

VERBS: Mapping[MailAction, Verb] = {
    MailAction.SNOOZE: Verb(
        example="snooze it until tomorrow morning",
        phrases=("snooze [<this>]", "(put <this> off|put off <this>|postpone <this>)", "remind me [again] [(of|about) <this>] [later]"),
        free=(
            "snooze [<this>] {when}|later remind me {when}|(deal with|look at|handle|take) <this> [up] [again] {when}",
            "remind [me] [again] [(of|about) <this>] [again] {when}|remind me {when} (of|about) <this>",
            "(bring <this> (back|up|back up|up again)|bring (back|up) <this>|come back to <this>|get back to <this>) [again] {when}",
            "([let me] (hear|see|have) <this> again|(read|show) [me] <this> [to me] again|[tell|ask] me (about|of) <this> again) {when}",
            "(ask|tell) me again {when}|(ask|tell) me (about <this>|<this>) [again] {when}|ask me {when}",
            "(put <this> off|put off <this>|(postpone|defer|delay|push|hide|park) <this> [back]|leave <this> for) {when}",
            "((have|let) <this> come back|come back to me with <this>) [to me] [again] {when}",
            "do not (show|read|tell) (me <this>|<this> to me) [again] (until|till|before) {when}",
        ),
        does=("snooze", "put off", "put <this> off"),
        done=("snoozed", "put off", "put <this> off"),
        noun="(snooze|snoozing)",
        again="snooze [<asked>]",
        own_words=frozenset({"snooze"}),
        request=Request(
            words=(
                r"(?:snooze|snoozing|snews|snoze|snoo ze|postpone)",
                rf"(?:remind|show|tell|give|bring|read|wake){FAR} (?:later|tomorrow|tonight|next (?:week|month|\w+day))",
                rf"remind{FAR} (?:again|{_TIME})",
                rf"(?:show|let|ask|tell|give|bring|read){FAR} again {_TIME}",
                rf"push {OBJECT}(?: back)? (?:to|until|till|back|by)",
                rf"(?:come|get) back to {OBJECT}",
                rf"(?:put|push) {OBJECT}(?: \w+)? off",
                rf"hide{FAR} (?:until|till|for)",
            )
        ),
        claim=Claim(
            done=r"snoozed|postponed|put(?: [\w']+){0,4}? off|set(?: you)? a reminder",
            stands="coming back",
            happens=r"(?:will|'ll) (?:come|be) back",
            doing="snoozing",
            managed="snooze",
            whole=rf"(?:the |your )?(?:snooze|reminder)(?:'s| is| has been)(?: {said.ADVERB})* (?:set|on)\b"
            rf"|(?:{said.OBJECT})(?:'ll| will) (?:be|come) back",
        ),
    ),
    MailAction.UNDO: Verb(
        example="undo",
        phrases=(
            "<undo> [<this>|[the|my|that] last [one|thing|change|action|step]]",
            "[i] take (that|it) back|i (want|need) (it|that|this|that one|this one|that mail|this mail) back",
            "take back (that|it|the last (one|thing|change|action))|(revert|reverse) (that|it|the last (one|change))",
            "(put|bring|get|move) <this> back [(in|into|to) [the|my] inbox]|restore (<this>|the last one) [to [the|my] inbox]",
            "i did not mean (that|to do that)|i did not want that|that was (a mistake|an accident|not what i (meant|wanted|said))",
        ),
        numbered=("<undo> [[the|my] last] <n> [[of] (them|those)|[<changes>]]|(take back|revert|reverse) the last <n> [<changes>]",),
        put_back=(
            f"({UNDOES}) [just] (did|changed) [{{since}}]|(<undo>|take back) (everything|all of it|all) [{{since}}]",
            "<undo> both [of (them|those)]",
        ),
        again="(undo|un do) [<asked>]|(put|bring|take) (<asked>) back",
        own_words=frozenset({"undo"}),
        request=Request(
            words=(
                r"(?:undo|undoing|un do|on do|unarchive|un archive|undelete|un delete|restore|revert|reverse|roll back)",
                rf"(?:put|bring|move|get|take){FAR} back(?! to me)",
                r"did not mean (?:that|it|to)",
                r"(?:want|need) (?:[\w']+ ){1,4}back",
            ),
            unless=r"(?:go|get|take me|bring me|come) back|get back to",
        ),
        claim=Claim(
            done=r"undone|undid|reverted|reversed|restored|unarchived|undeleted|(?:put|brought|moved|taken|took)(?: [\w']+){0,4}? back",
            stands=r"back (?:in (?:the|your) inbox|where \w+ (?:was|were)|to where)",
            doing="undoing|restoring",
            managed="undo|restore|revert",
            hides=frozenset({MailAction.MOVE, MailAction.UNFLAG, MailAction.UNLABEL}),
        ),
    ),
}
