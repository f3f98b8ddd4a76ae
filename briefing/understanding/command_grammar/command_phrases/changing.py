"""What is done with mails: with the one that is open or named, with many by description, and taken back."""

from collections.abc import Mapping

from briefing.understanding.command_grammar.command_phrases.kinds import CommandKind

PHRASES: Mapping[CommandKind, tuple[str, ...]] = {
    CommandKind.ARCHIVE: (
        "archive [<onward>]|archive <this> [<and on>]|archive it [the] next (one|mail)",
        "(put|move|send|file) <this> (in|into|to) [the|my] archive",
        "arc hive <this>|<this> can (be archived|go (to|into) the archive)|put in the archive",
    ),
    CommandKind.FLAG: (
        "flag [<this>] [for (follow up|later)|to follow up]",
        "(star|flack|flak) <this>",
        "mark [<this>] for (follow up|later)",
        "put a (flag|star) on <this>|(add|set) a flag|give <this> a flag|pin <this>",
    ),
    CommandKind.UNFLAG: (
        "(unflag|un flag|un star) [<this>]",
        "(remove|clear|delete) [the] (flag|star) [from <this>]",
        "take ([the] (flag|star) off [<this>]|off [the] (flag|star))|unpin <this>",
    ),
    CommandKind.MARK_READ: (
        "mark (read|as <read>) [<onward>]",
        "mark <this> (read|as <read>) [<and on>]",
        "set <this> (to|as) <read>|mark <this> as seen|market as <read>",
    ),
    CommandKind.MARK_UNREAD: (
        "mark [<this>] [as] <unread> [again]",
        "(keep|leave|make) <this> [as] <unread> [again]",
        "(mark|set|put|turn) <this> [back] (to|as) <unread>|market as <unread>",
    ),
    CommandKind.DELETE: (
        "delete [<this>] [<on>]|(trash|bin|toss|erase) <this> [<on>]|throw (<this> (away|out)|away <this>) [<on>]",
        "(put|move|send|throw) <this> <into> <trash>|put in <trash>|i want <this> deleted",
        "<this> can be deleted",
    ),
    CommandKind.REPORT_SPAM: (
        "(it|this|that|(this|that) (one|mail)) is [just|only|clearly|definitely] <spam>|[this is a|it is a|that is a] <spam>",
        "(mark|report|flag) [<this>] as <spam>|market as <spam>|report <spam>",
        "(put|move|send) <this> <into> <spam folder>|(junk|spam) <this>",
        "(it|this|that|this one) looks like <spam> [to me]|i think (it|this|that) is <spam>|(definitely|clearly) <spam>",
    ),
    CommandKind.SNOOZE: (
        "snooze [<this>]",
        "(put <this> off|put off <this>|postpone <this>)",
        "remind me [again] [(of|about) <this>] [later]",
    ),
    CommandKind.UNLABEL: (
        "remove (the|that) (label|tag)|take (the|that) (label|tag) off|take off (the|that) (label|tag)|(untag|unlabel) <this>",
    ),
    CommandKind.UNSUBSCRIBE: (
        "(unsubscribe|un subscribe|on subscribe) [me] [[from] (<this>|them|these [mails])]",
        "(unsubscribe|un subscribe|on subscribe) [me] from (this|that|the) ([mailing] list|newsletter|sender)",
        "(remove me from|i want off) (this|that|the) [mailing] list|(take|get) me off ((this|that|the) [mailing] list|this [newsletter])",
        "(cancel|end) (this|that|the|my) [newsletter] subscription|cancel (this|that|the) newsletter|opt (me out|out)",
    ),
    CommandKind.UNDO: (
        "<undo> [<this>|[the|my|that] last [one|thing|change|action|step]]",
        "take (that|it) back|take back (that|it|the last (one|thing|change|action))|(revert|reverse) (that|it|the last (one|change))",
        "(put|bring|get|move) <this> back [(in|into|to) [the|my] inbox]|restore (it|that|that one|the last one)",
        "i did not mean (that|to do that)|i did not want that",
    ),
}

NUMBERED: Mapping[CommandKind, tuple[str, ...]] = {
    CommandKind.ARCHIVE: ("archive <mail n>",),
    CommandKind.FLAG: ("flag <mail n> [for (follow up|later)]",),
    CommandKind.UNFLAG: ("unflag <mail n>",),
    CommandKind.MARK_READ: ("mark <mail n> as (read|red)",),
    CommandKind.MARK_UNREAD: ("mark <mail n> as <unread>",),
    CommandKind.DELETE: ("delete <mail n>|throw away <mail n>",),
    CommandKind.REPORT_SPAM: ("(mark|report) <mail n> as <spam>",),
    CommandKind.UNDO: ("<undo> [[the|my] last] <n> [[of] (them|those)|[<changes>]]|(take back|revert|reverse) the last <n> [<changes>]",),
}

FREE: Mapping[CommandKind, tuple[str, ...]] = {
    CommandKind.ARCHIVE: ("archive <the one by> {words}|archive {name}'s mail",),
    CommandKind.FLAG: ("flag <the one by> {words}|flag {name}'s mail",),
    CommandKind.UNFLAG: ("unflag <the one by> {words}|unflag {name}'s mail",),
    CommandKind.MARK_READ: ("mark <the one by> {words} as (read|red)|mark {name}'s mail as (read|red)",),
    CommandKind.MARK_UNREAD: ("mark <the one by> {words} as <unread>|mark {name}'s mail as <unread>",),
    CommandKind.DELETE: ("delete <the one by> {words}|delete (this|that) (one|mail) from {words}|delete {name}'s mail",),
    CommandKind.REPORT_SPAM: ("(mark|report) <the one by> {words} as <spam>",),
    CommandKind.SNOOZE: (
        "snooze [<this>] {when}|later remind me {when}|(do|deal with|look at|handle|take) <this> [up] [again] {when}",
        "remind [me] [again] [(of|about) <this>] [again] {when}|remind me {when} (of|about) <this>",
        "(bring <this> (back|up|back up|up again)|bring (back|up) <this>|come back to <this>|get back to <this>) [again] {when}",
        "([let me] (hear|see|have) <this> again|(read|show) [me] <this> [to me] again|[tell|ask] me (about|of) <this> again) {when}",
        "(ask|tell) me again {when}|(ask|tell) me (about <this>|<this>) [again] {when}|ask me {when}",
        "(put <this> off|put off <this>|(postpone|defer|delay|push|hide) <this> [back]) {when}",
    ),
    CommandKind.LABEL: (
        "(label|tag) [<this>] [as|with] {label}",
        "(put|set|stick) the (label|tag) {label} on <this>|(give|add to) <this> the (label|tag) {label}",
        "(add|apply|use|set) [the|a] (label|tag) [called|named] {label} [to <this>]|(put|add) [the|a] {label} (label|tag) [(on|to) <this>]",
        "(put|file) <this> under [the (label|tag)] {label}|mark <this> with the (label|tag) {label}",
    ),
    CommandKind.UNLABEL: (
        "(remove|delete|clear|drop) [the] (label|tag) {label} [from <this>]",
        "(remove|delete|clear|drop) the {label} (label|tag) [from <this>]",
        "take the (label|tag) {label} off [<this>]|take the {label} (label|tag) off [<this>]|take off the {label} (label|tag)",
        "(untag|unlabel) <this> [from|as] {label}",
    ),
    CommandKind.MOVE: (
        "(move|file|put|stick|save|sort) <this> <into> [the|my] {label} folder",
        "(move|file|put|stick|save|sort) <this> <into> [the|my] folder [called|named] {label}",
        "(move|sort) <this> (to|into) {label}|file <this> (in|into|to) {label}|move <this> over to {label}|put <this> (in|into) {label}",
    ),
}

BULK: Mapping[str, tuple[str, ...]] = {
    "archive": ("archive {mails}|clear {mails}|(put|move) {mails} <into> [the|my] archive|put away {mails}",),
    "mark_read": ("mark {mails} [as] <read>|mark as <read> {mails}|set {mails} to <read>",),
    "mark_unread": ("mark {mails} as (unread|un read)",),
    "flag": ("(flag|star) {mails}",),
    "unflag": ("unflag {mails}|(remove|take) the (flag|flags) (from|off) {mails}",),
    "delete": ("(delete|trash|erase|throw (away|out)) {mails}|throw {mails} away|(put|move) {mails} <into> <trash>",),
    "report_spam": ("(mark|report) {mails} as <spam>|(put|move) {mails} <into> <spam folder>",),
}
"""What is done to many mails by description, by the name of the action."""

_UNDOES = "undo (everything|all|what|whatever) (i|we|you)|take back (everything|what) (i|we|you)"
_RESTORES = "(bring back|restore|get back) (everything|all|what|the mail|the one|the mails) (i|we|you)"
_VERBS: Mapping[str, tuple[str, str, str]] = {
    "archive": ("archived", "archive", "archiving"),
    "mark_read": ("marked [as] <read>", "mark <this> [as] <read>", "marking [as] <read>"),
    "flag": ("flagged|starred", "flag", "(flag|flagging)"),
    "label": ("labelled|labeled|tagged", "label", "(label|labelling|tag)"),
    "move": ("moved", "move", "(move|moving)"),
    "delete": ("deleted|threw away", "delete", "(deletion|deleting|delete)"),
    "report_spam": ("(marked|reported) as (spam|junk)", "report", "(report|spam report)"),
    "snooze": ("snoozed|put off", "snooze", "(snooze|snoozing)"),
}


def _undone(did: str, meant: str, noun: str) -> tuple[str, ...]:
    return (
        f"({_UNDOES}|{_RESTORES}) [just] ({did}) [{{since}}]",
        f"i did not (mean|want) to {meant} [<this>]|<undo> the [last] {noun}",
    )


UNDONE: Mapping[str, tuple[str, ...]] = {
    "": (f"({_UNDOES}) [just] (did|changed) [{{since}}]|<undo> (everything|all of it|all) {{since}}",),
    **{action: _undone(*verbs) for action, verbs in _VERBS.items()},
    "archive": (*_undone(*_VERBS["archive"]), "(unarchive|un archive) <this>|(bring|get|put|take) <this> [back] out of the archive"),
    "delete": (
        *_undone(*_VERBS["delete"]),
        "(undelete|un delete) <this>|(bring|get|put|take) <this> [back] out of <trash>|(bring|get) <this> back from <trash>",
    ),
}
"""What is taken back, by the name of the action; the empty name stands for any action."""
