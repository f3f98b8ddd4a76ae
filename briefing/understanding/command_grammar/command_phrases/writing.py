"""Writing: beginning a mail, saying what stands in it, changing it, sending it or not.

Where the words that are dictated begin cannot be told by looking the whole utterance up: `DICTATED` has the words that stand before them.
"""

from collections.abc import Mapping

from briefing.understanding.command_grammar.command_phrases.kinds import CommandKind, Phrases

PHRASES: Phrases = {
    CommandKind.REPLY: (
        "(reply|answer) [to (<this>|<he>)]|answer <this>|answer <he>|write <he> back|write back [to <he>]",
        "(write|draft|start|compose|send) [a|an] (reply|answer) [to <he>]|(send|write) <he> [a|an] (reply|answer)",
    ),
    CommandKind.REPLY_ALL: ("(reply|answer) [to] <all of them>|write back to <all of them>",),
    CommandKind.FORWARD: ("(forward|for word) [<this>]",),
    CommandKind.WRITE: ("(write|right|compose|draft|start) [a|an|a new|another] mail",),
    CommandKind.READ_DRAFT: (
        "(read|read me|say|play) <draft> back [to me] [again|once more]|read [me] back [<draft>] [to me]|read out the draft",
        "(read|read me|hear|show me) (the|my) [whole] (draft|reply|answer) [to me]|hear (it|that) back",
        "(open|show|show me|bring up|[go] back to|go on with|continue [with]|carry on with|resume|finish) (the|my) [unfinished] draft",
        "(go back to|go on with|continue [with]|carry on with|resume|finish) my (reply|answer)",
        "let us (finish|go on with|continue [with]) ((the|my) draft|my (reply|answer))",
        "read back what (you|we|i) (have|wrote|have got) [so far]|read [me] what (you|we) (have|have got) [so far]|hear what you have",
        "what does (it|the draft|my reply|the reply|my mail) say so far|what does (the draft|my reply|the reply|my mail) say [now]",
        "what is in the draft|what (did i write|have i written|is it i wrote) [so far]",
        "how does (it|that|the (mail|draft|reply)) sound [now|so far]",
        "what (have (you|we) got|do (you|we) have) so far|what did you write [so far]",
    ),
    CommandKind.CHANGE_TEXT: ("(edit|change|amend|modify) <draft>",),
    CommandKind.CANCEL: (
        "cancel [<draft>]|cancel (sending [it]|the sending)|abort",
        "[stop|wait|hold it] do not send [<draft>|anything]|(i do not want|no need) to send (it|that|this|anything)|stop sending [it|that]",
        "(discard|scrap|scratch|drop|abandon|forget|forget about|kill) <draft>",
        "get rid of (the|this|that) draft|(i would rather|let us) not send (it|that|this)",
        "do not send <draft> ((throw|chuck|toss) <draft> (away|out)|(delete|bin|trash|discard|scrap|drop|dump) <draft>|get rid of <draft>)",
        "throw (the|that|my) (draft|reply) away|throw away (the|that|my) (draft|reply)|(delete|trash|bin) (the|my|that|this) (draft|reply)",
    ),
}

REVISIONS: Mapping[str, tuple[str, ...]] = {
    "shorter": (
        "[make (<draft>|it sound)] [<a bit>|much] (shorter|more concise|briefer)|shorten <draft> [<a bit>]|write <draft> shorter",
        "(it|that|this) is [<a bit>|much] too long|not so (long|many details)|in fewer words",
        "(keep|make) <draft> [<a bit>] (short|brief|concise|shorter|briefer|to the point|short and sweet|snappy)",
        "be [<a bit>] (brief|briefer)",
        "[give me] [<a bit>] less (detail|details)",
    ),
    "longer": ("[make <draft>] [<a bit>] (longer|more detailed)|(it|that|this) is [<a bit>|much] too short|[<a bit>] more detail",),
    "more formal": ("[make (<draft>|it sound)] [<a bit>] more formal",),
    "less formal": ("[make (<draft>|it sound)] [<a bit>] (less formal|more casual|more informal)",),
    "friendlier": ("[make (<draft>|it sound)] [<a bit>] (friendlier|more friendly|nicer|warmer|kinder)",),
    "more polite": ("[make (<draft>|it sound)] [<a bit>] (more polite|politer)",),
    "clearer": ("[make (<draft>|it sound)] [<a bit>] (clearer|simpler|more direct)",),
    "more casual": ("not so formal|[make <draft>] (less stiff|more relaxed)|<draft> is too (formal|stiff)",),
    "again": ("(rephrase|rewrite|reword) <draft>|(say|write|put) <draft> differently",),
}
"""Ways to write the draft once more; what it becomes only a model can tell."""

FREE: Phrases = {
    CommandKind.REPLY: (
        "(reply|answer|write back|get back) to {who}|answer {who}|(write|draft|start|compose|send) (a|an) (reply|answer) to {who}",
    ),
    CommandKind.FORWARD: (
        "(forward|for word|send) (<this> [on|over|along] to|on <this> to|to) {who}|pass (<this> on to|on <this> to) {who}",
        "(forward|for word) <this> (two|too) {who}|share <this> with {who}|(send|forward) {who} (it|this|(this|that) (mail|one))",
    ),
    CommandKind.WRITE: (
        "(write|right|compose|draft|start|send|new) [a|an|a new|another] mail to {who}|write to {who}|mail to {who}",
        "(write|right|send|shoot) {who} [a|an] mail",
    ),
    CommandKind.COPY: (
        "[and] (copy|cc) {who}|[and] (copy|cc) {who} (in|[in] on (it|this|that|this one|the (reply|mail|draft)))|[and] copy in {who}",
        "[and] (put|add|take|include) {who} (in|on|into|as) [the|a] (copy|cc)|[and] (send|give) {who} a copy|[and] send a copy to {who}",
        "[and] add {who} (to|on) (the|my) (mail|reply|draft|answer)",
    ),
    CommandKind.BLIND_COPY: (
        "[and] (bcc|blind copy|blind carbon copy) {who}|[and] (put|add|take|include) {who} (in|on|into|as) [the|a] (bcc|blind copy)",
    ),
    CommandKind.TAKE_OFF: (
        "(take|leave) {who} (off|out)|(take|leave) {who} (off|out of) (it|this|that|the (mail|reply|draft|copy|cc))",
        "remove {who} from (it|this|that|the (mail|reply|draft|copy|cc|recipients))",
    ),
}

_SAYING = "(that|saying|saying that|with|[and] say [that]|[and] tell <he> [that])"

_WORDING = "(saying [that]|and say [that]|[and] tell <he> [that])"

DICTATED: Mapping[CommandKind, tuple[str, ...]] = {
    CommandKind.REPLY: (
        f"(reply|answer) [to (<this>|<he>)] {_SAYING}|get back to <he> {_SAYING}|write back [to <he>] {_SAYING}|write to <he> {_SAYING}",
        f"(write|answer) <he> [back] {_SAYING}|(send|write) [<he>|back] [a|an] (reply|answer) {_SAYING}",
        f"(send|write|drop) <he> a (line|note|word|mail) [back] {_SAYING}|(send|write) [back] a (line|note|word) back {_SAYING}",
        "tell <he> [that]|let <he> know [that]|say [to <he>] that|(reply|answer) [to <he>]|answer <he>|say",
        "write back|write <he>|say to <he>",
        f"(text|mail) (<he>|back) {_SAYING}",
        f"(reply|answer|write back) to {{who}} [{_WORDING}|that]|answer {{who}} [{_WORDING}|that]",
        f"(reply to|answer) the (one|mail) from {{who}} ({_WORDING}|that)",
    ),
    CommandKind.REPLY_ALL: (
        f"(reply|answer|write back) [to] <all of them> {_SAYING}|(reply|answer) [to] <all of them>",
        "tell (everyone|them all|all of them|them both|both of them) [that]|let (everyone|them all|all of them|them both) know [that]",
    ),
    CommandKind.FORWARD: (
        f"(forward|for word|send) <this> [on] to {{who}} {_WORDING}",
        "((forward|for word|send) <this> [on]|pass <this> on|pass on <this>) to {who} with (the (note|words|comment)|a note saying)",
    ),
    CommandKind.WRITE: (
        f"(write|right|send) [a|an|a new] mail to {{who}} ({_WORDING}|that)|write to {{who}} ({_WORDING}|that)",
        f"(write|right|send|shoot|drop) {{who}} [a|an] (mail|line|note) ({_WORDING}|that)|mail {{who}} ({_WORDING}|that)",
        "tell {who} that|let {who} know that|let {who} know|tell {who}|(write|text) {who} that",
    ),
    CommandKind.SUBJECT: (
        "subject [is|line]|[and] the subject [line] (is|should be|shall be)|with the subject|(give it|add) the subject",
        "(change|set) the subject [line] to|make the subject",
    ),
    CommandKind.ADD_TEXT: (
        "[also] add [also] (that|saying|the sentence|the line|(a|one more) (line|sentence|note) (saying|that))",
        "(add|write|mention) that|also (add|say|write|mention) that|also (add|say|write|mention)",
        "(add|say|write|mention) also that|include that",
        "mention|include a line saying",
        "add (at the end|to it|to <draft>) [that]|append [that]|add",
        "put in (that|a line saying)|(put|write|add) at the end|and [also] add|and mention",
        "(write|say|mention) (in it|in <draft>) that|and (add|say|mention) that",
        "and (say|write|tell <he>|let <he> know) [that]",
        "sign (it|off|<draft>) [off] (with|as)|(end|finish|close) <draft> with",
    ),
}
"""What stands before words that are to be taken down as they are. Behind some of it they are not certain: see
`dictation`."""

AT_THE_BEGINNING: tuple[str, ...] = (
    "(start|begin) <draft> with|(add|put|write|say) at the [very] (beginning|start|top)",
    "at the [very] (beginning|start|top) (add|put|write|say)",
)
"""What stands before words that are to be added before all others; elsewhere that is said behind them."""

SUBJECTS: tuple[str, ...] = ("(write|right|compose|draft|start|send) [a|an|a new] mail to {who} about", "write to {who} about")
"""What stands before the subject of a new mail."""

REPLACED: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("change", ("to", "into")),
    ("correct", ("to",)),
    ("replace", ("with", "by")),
    ("swap", ("for", "with", "and")),
    ("exchange", ("for", "with")),
    ("instead of", ("say", "write", "put")),
)
"""What stands before the words to be replaced, and what between them and the new ones."""

REPLACED_BY: tuple[tuple[str, str], ...] = (
    ("it should say", "instead of"),
    ("use", "instead of"),
    ("say", "instead of"),
    ("write", "instead of"),
    ("put", "instead of"),
    ("make it", "instead of"),
)
"""The same the other way round: "say Wednesday instead of Tuesday"."""

ANEW: tuple[str, ...] = (
    "change <draft> to|make (it|that|the (text|draft|reply|mail)) say|(it|that) should say|have it say|let it say",
    "(say|write) instead|instead (say|write) [that]",
)
"""What stands before a text that takes the place of what a draft says; before a day, a time or a number, of what is there of its kind."""
IN_ITS_PLACE: tuple[str, ...] = ("make (it|that)|(it|that) should be|use|put|write",)
"""The same before a day, a time or a number alone."""
CUT: tuple[str, ...] = ("(take|leave|cut|strike) out|remove|delete|drop|cut|erase|strike|lose|get rid of|scrap|scratch",)
"""What stands before a part of a draft that is to go: "the last sentence"."""
