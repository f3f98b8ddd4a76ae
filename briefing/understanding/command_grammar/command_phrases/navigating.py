"""Through the mails: on, back, to another one, and where we are."""

from collections.abc import Mapping

from briefing.understanding.command_grammar.command_phrases.kinds import CommandKind, Phrases

PHRASES: Phrases = {
    CommandKind.NEXT: (
        "[and|and the] next|[the|and|and the] next (one|mail|item)",
        "move (on|along|forward)|moving on|go (forward|further)|go next|next up",
        "(go|go ahead|jump|move|move on|proceed|continue|go on|carry on) (to|with) (next|[the] next (one|mail|item))",
        "(on to|onto) the next [one|mail]",
        "<hear> the (next|following) (one|mail)",
        "(leave|forget|let us leave) <this> <and on>|what (else|comes (next|then|after (it|this|that|this one|that one)))",
        "(what|who) is next|what is coming (up|next|up next)|and then",
        "what is the next (one|mail)|what (have (we|i|you) got|do (we|i) have) next|i am done with <this>",
    ),
    CommandKind.SKIP_MAIL: (
        "skip [over] [<this>]|(jump|hop) over <this>|(move|go) past <this>",
        "skip to the next [one|mail]|skip <this> <and on>|i will skip <this> [for now]",
        "pass",
    ),
    CommandKind.SKIP_TOPIC: (
        "(skip|leave) <this topic>",
        "skip (the rest|all|everything|everything else) (of|in|on) (this|that|the) topic",
        "skip <this topic> and (go on|move on|continue)",
        "[the|<go to> the|go to|[move] on to the|move to the] next (topic|subject|section)",
        "[i am] done with this topic|enough of this topic",
    ),
    CommandKind.BACK: (
        "[go] back [one|one mail|a mail|again]|back up [one|a bit|(a|one) mail]",
        "[(go|take me)] back to (the|that) last (one|mail)|(what was|back to) the one before",
        "(move|step) back|take me back|go backwards|[go] one back",
        "[the|(go|go back|back|return|jump back) to the|<hear> the] previous (one|mail|item)|previous",
    ),
    CommandKind.REPEAT: (
        "repeat [<this>] [again|once more|one more time]",
        "(say|read|play|tell me|hear) <this> [to me] (again|once more|one more time)",
        "say again|come again|once again|[once] again|once more|one more time",
        "pardon|pardon me|excuse me what|what|huh|[i] beg your pardon",
        "what (was|is) that [again]|what did you [just] say|what was that you said",
        "i (did not|could not) (hear|catch|get|understand) (that|it|you)",
        "i missed that|(run|go) (it|this|that) (by|past|through) me (again|once more|one more time)",
    ),
    CommandKind.READ_IN_FULL: (
        "<wish> [some|a bit|a little] more (detail|details) [(about|of|on) <this>]",
        "(read|open) <this> [out|out loud|to me]|open <this> up",
        "read me (this|this one|(the|this) mail)",
        "[<hear>|i want] (the (whole|full|entire|complete) (thing|mail|text|version|story|contents) [to me]|the full text of <this>)",
        "[read [me]] [all of|the whole of] <this> in full",
        "read (<this>|<this> to me|<this> out) (in full|fully|completely|word for word|from start to finish|from beginning to end)",
        "read [me] ((all of|the whole of|the rest of) <this>|the rest|on in full)",
        "read it all [to me]|read [me] all of it to me|in full|read in full|word for word|full text",
        "what does (it|this mail|the mail) say [exactly]|what exactly (does (it|he|she) (say|write)|did (he|she|they) (say|write))",
        "what is in (it|this mail|this one)",
        "hear (all of it|the whole thing|the whole mail)",
    ),
    CommandKind.WHAT_DID_I_SKIP: (
        "what ((did (i|we) skip|have (i|we) skipped) [so far]|was skipped|i skipped|were the ones i skipped)|did i skip (anything|any)",
        "(which|what) (ones|<mails>) (did i skip|have i skipped|were skipped)",
        "[<hear>|<go to>|list] (what i skipped|(the ones|the <mails>|those) i skipped|the skipped (ones|<mails>))",
    ),
    CommandKind.CHECK_NEW: (
        "[is there|do i have|have i got|did i get] anything new",
        "(is there|are there|do i have|have i got|did i get) [any] new <mails>|any new (arrivals|<mails>)",
        "what is new|refresh|any (news|post)",
        "(did|has) anything [new|else] (come in|arrive|arrived)",
        "check ([for] [any] new <mails>|[for|my] (mail|mails|inbox) [again]|again)",
    ),
    CommandKind.PROGRESS: (
        "how (many|many more|much) [<mails>|of them|unread <mails>|topics] [are|is] [still] (left|to go)|how many more [<mails>]",
        "how many [more] are there|how many [more] have (i|we) got [left|to go]|where are we up to",
        "how many [more] [<mails>|topics] do (i|we) [still] have [left|to go]",
        "how many [more] [<mails>|topics] are ([still] there left|[still] (waiting|there|unread))",
        "how many unread [<mails>] [are there|do (i|we) [still] have]|(is|was) that (all|it|everything)",
        "what (did (i|we) not hear|have (i|we) not heard) [yet]",
        "(what is|how much is) [still] left|what is (my|our|the) progress|progress",
        "how many (are|is) (those|these|they|that|it)|how many [unread] <mails> (are there|do i have|have i got) (in total|altogether)",
        "(are we|am i) [nearly|almost] (done|through|finished) [yet|now]|how many unread are there in total",
        "how far [along] (are we|am i|have we come)",
    ),
    CommandKind.WHERE_WERE_WE: (
        "where (were|are) we [again|now]|where was i|where am i",
        "([go] back|let us go back) to (the briefing|my mail|my mails)|where did (we|i) (stop|leave off|get to)",
        "(start|begin) the briefing|let us (start|begin) [the briefing]|brief me",
        "(go through|<hear>) my (mail|mails|inbox)|what (have you got|do you have) for me [today|this morning]",
        "where do we (begin|start)|(start|begin) [reading]",
        "(which|what) (one|mail|topic|subject) (is this|are we (on|at)|were we (on|at)|am i on)",
        "what (is|was) (this|this one|that one|this mail|that mail|the current one) again",
    ),
}

NUMBERED: Phrases = {
    CommandKind.JUMP_TO_MAIL: (
        "[<go to>|<hear>] [the] <nth> (one|mail) [(of|on|in|from) (that|the|this) list|of (these|those|them)]",
        "(<go to>|<hear>) the <nth>",
        "what is the <nth> (one|mail) about|who is the <nth> (one|mail) from",
        "[<go to>|<hear>] [mail] number <n>",
        "[<go to>|<hear>] mail <n>",
    ),
    CommandKind.JUMP_TO_TOPIC: (
        "[<go to>|<hear>] [the] <nth> topic",
        "[<go to>|<hear>] [the] topic [number] <n>",
    ),
}

# "Last one" alone may as well mean the one before, so the article is not optional here.
LAST: Mapping[CommandKind, tuple[str, ...]] = {
    CommandKind.JUMP_TO_MAIL: (
        "[(go|jump|skip|take me) to|<hear>] the [very] last (one|mail) [(of|on|in|from) (that|the|this) list|of (these|those|them)]",
    ),
    CommandKind.JUMP_TO_TOPIC: ("(go|jump|skip|take me) to the [very] (last topic|end)",),
}

FIRST: Mapping[CommandKind, tuple[str, ...]] = {
    CommandKind.JUMP_TO_TOPIC: (
        "(<go to>|back to) the [very] (beginning|start|top)",
        "(start|begin) [over|again] from the [very] (beginning|start|top) [again]",
    ),
}

BESIDE: Mapping[str, tuple[str, ...]] = {
    "one after": (
        "[<go to>|<hear>] the (one|mail) (after|behind) [it|this|that|this one|that one]",
        "what is (the (next|following) (one|mail)|next) about|who is (the (next|following) (one|mail)|next) from",
    ),
    "one before": ("[<go to>|<hear>] the (one|mail) before [it|this|that|this one|that one]",),
    "newest": (
        "[<go to>|<hear>|what is] the (newest|latest|most recent) [one|mail]",
        "what is the (newest|latest) (one|mail) about",
        "who is the (newest|latest|last) (one|mail) from",
    ),
}
"""The mail beside the one that was spoken of last, or the newest of those that were."""

NAMED_TOPICS: Mapping[str, tuple[str, ...]] = {
    "newsletters": ("(<go to>|back to|<hear>|what about) [the|my] newsletters",),
    "notifications": ("(<go to>|back to|<hear>|what about) [the|my] notifications",),
    "other messages": ("(<go to>|back to|<hear>) [the|my] other mails",),
}
"""Topics that every agenda names alike, so that they need no word "topic" beside them."""

NEWEST: Mapping[CommandKind, tuple[str, ...]] = {
    CommandKind.JUMP_TO_MAIL: ("(<go to>|<hear>) [the] (last|latest|newest|most recent) [one|mail] (from|by|about) {words}",),
}
"""Of several that fit the newest."""

FROM_THEM = "from them"
"""The search for what whoever was spoken of last has written: "did she write anything"."""

OTHERS = "else "
"""Before what is searched for: without the mail that is spoken of, "anything else from her"."""

SEARCHED: Mapping[str, tuple[str, ...]] = {
    "with an attachment": (
        "(which|what) (ones|<mails>) (have|come with|has) [an|any] (attachment|attachments)|(anything|which ones|<mails>) with attachments",
        "did (anyone|anybody|somebody|someone) send me (a|any) (file|files|document|documents|attachment|attachments)",
    ),
    FROM_THEM: (
        "[do (i|you) have|have (i|you) got|is there|did i get] (<anything>|any [new] <mails>) from <sender>",
        "(did|has) (he|she|they) (write|send|written|sent) [to] [me] <anything>",
    ),
    f"{OTHERS}{FROM_THEM}": (
        "[do (i|you) have|have (i|you) got|is there|did i get] (<anything else>|any other <mails>) from <sender>",
        "(did|has) (he|she|they) (write|send|written|sent) [to] [me] <anything else>|what else did (he|she|they) (write|send|say)",
        "what else has (he|she|they) (written|sent|said) [[to] me]",
        "nothing else from <sender>",
    ),
    "invoice": ("[do i have|have i got|are there] any (bills|invoices)",),
    "with a pdf": ("[did (anyone|anybody|somebody|someone) send me|(are there|do i have)] (a|any) (pdf|pdfs) [in there|here]",),
}
"""What is searched for, in the words of a search."""

IF_THERE: Mapping[CommandKind, tuple[str, ...]] = {CommandKind.JUMP_TO_MAIL: ("(open|show me) the {name}",)}
"""Of a mail only if one is called so: there is more to open than mails."""

OTHER_MAILS: Mapping[str, tuple[str, ...]] = {
    OTHERS: (
        "[do (i|you) have|have (i|you) got|is there|did i get] (<anything else>|any other <mails>) (from {sender}|about {words})",
        "(did|has) {writer} (write|send|written|sent) [to] [me] <anything else>|nothing else from {sender}",
    ),
}
"""What is searched for beside the mail that is spoken of."""

FREE: Phrases = {
    CommandKind.JUMP_TO_MAIL: (
        "(<go to>|<hear>) the (one|mail) (from|by|about|called) {words}",
        "the one (from|by|about) {name}|what about <the one by> {words}",
        "(<go to>|open|back to|<hear>) the {name} (one|mail|thing|stuff|story|business|matter)",
        "what is in the (one|mail) (from|by|about) {words}",
        "((go|take me) back to|take me to|back to|(jump|skip) [back] to) the {name}",
        "(<go to>|<hear>) {name}'s mail",
    ),
    CommandKind.JUMP_TO_TOPIC: (
        "(<go to>|<hear>) the {name} topic",
        "(do|start with|begin with|take|go through) the {name} [topic|thread] (first|next)",
        "<go to> the topic [about|called|named|on] {words}|<hear> the topic (about|called|named|on) {words}",
    ),
    CommandKind.SEARCH: (
        "search for [<those about>] {words}|search [for] <those from> {sender}",
        "search <those about> {words}|what about [the] {name}",
        "search [through] [my|the] (<mails>|inbox) for {words}",
        "(find|find me|look for) <those about> {words}|show me all [the|my] <mails> (about|with|on) {words}",
        "(find|find me|look for) <those from> {sender}|show me all [the|my] <mails> (from|by) {sender}",
        "[do (i|you) have|have (i|you) got|is there|did i get] (<anything>|any [new] <mails>|(a|an) mail) about {words}",
        "[do (i|you) have|have (i|you) got|is there|did i get] (<anything>|any [new] <mails>|(a|an) mail) from {sender}",
        "[do (i|you) have|have (i|you) got|did i get] mails (from {sender}|about {words})",
        "(do (i|you) have|have (i|you) got|did i get) mail from {sender}",
        "(did|has) {writer} (write|send|written|sent) [to] [me] <anything>",
        "(which|what|how many) (ones|mails) are from {sender}|how many [are|mails [do i have|have i got|are there]] from {sender}",
        "(find|find me|search) {name}|[tell me] about the {name} (one|mail)|tell me about the {name}",
        "what is the {name} [one|mail] about|what is {writer}'s (one|mail) about|who (sent|wrote) [me] the {name}",
        "(find|find me|look for|where is) the {name} (one|mail)|(find|find me|look for) the {name}",
        "[is there|do i have] [any] (news|word) from {sender}",
        "(did|have) i (hear|heard) [anything] from {sender}",
        "(did|has) {writer} (write back|written back|(get|got|come) back to me|been in touch)",
        "(find|find me|look for|where is) <the one about> {words}|look up {words}",
        "(find|find me|look for|where is) <the one from> {sender}",
        "what (does|did) {writer} (want|say|write|need|ask|(send|mail) [me]) [from me|of me|me to do]",
        "what is {writer} (writing|asking|saying)",
        "[<hear>] what {writer} (wants|says|said|wrote|writes|needs|asks|has (written|said))",
        "has {writer} (written|replied|answered) [to me]|did {writer} (write|reply) [to me]|did {writer} mail me",
        "(what|who) ([has|is] (came|come) [in]|[has|is] (arrived|(written|wrote) [[to] me])) {since}|what did (i|we) (miss|get) {since}",
        "[is there|did i get] (<anything>|any [new] <mails>) {since}",
    ),
}
