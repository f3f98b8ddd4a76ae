"""About the call itself: how to speak, when to stop, what to listen for; and answers to what was just offered."""

from collections.abc import Mapping

from briefing.understanding.command_grammar.command_phrases.kinds import CommandKind, Phrases

_SCREEN = "(my|the) screen"

PHRASES: Phrases = {
    CommandKind.STOP: (
        "stop [it|that|talking|reading|speaking|here|there|the briefing]",
        "[be|stay] quiet|be silent|silence|hush|shush|shut up|enough|that is enough|enough of (this|that)",
        "[that is] enough for now|no more [of (this|that|it)]|no more (detail|details)",
    ),
    CommandKind.HELP: (
        "help [me]|i need help|options|commands",
        "what can (i|you) (say|do)|what can i (say here|do here|ask [you])",
        "what (are|were) (my|the) (options|commands)|what commands (are there|do you (know|understand))",
        "how does this work|how do i use this",
    ),
    CommandKind.HOLD_ON: (
        "(hold|hang) on [[for] <a moment>]|hold it|hold [the line]",
        "wait [[for] <a moment>|[for] a bit|up]|stand by|pause [the briefing|it|that|here|for <a moment>]",
        "just (a|one) (second|sec|moment|minute)|one (second|sec|moment|minute)|a moment|give me <a moment>|i need <a moment>|bear with me",
        "[i will] be right back|(wait|hold on) [<a bit>] longer",
    ),
    CommandKind.GO_ON: (
        "go on|go ahead|continue [reading]|carry on|keep (going|reading)|proceed|resume|read on",
        "i am (back|ready)|i am back (go on|go ahead|continue)",
        "(continue|resume|go on with|carry on with) the briefing",
    ),
    CommandKind.SLOWER: (
        "[<a bit>] (slower|more slowly)",
        "slow [it] down [<a bit>]",
        "(talk|read|go) [<a bit>] (slower|more slowly)",
        "not so (fast|quick)|too quick|[that is|this is|you are|you are (talking|speaking|reading|going)] too fast|you talk too fast",
    ),
    CommandKind.FASTER: (
        "[<a bit>] (faster|more quickly)",
        "speed [it] up [<a bit>]|speed up",
        "(talk|read|go|be) [<a bit>] (faster|more quickly)",
        "[that is|this is|you are|you are (talking|speaking|reading|going)] too slow|you talk too slow",
    ),
    CommandKind.NORMAL_SPEED: (
        "[back to] [(talk|read|go)] [at|with] [a|the|your] (normal|usual|regular|ordinary) (speed|pace) [again]",
        "(talk|read|go) (normally|as usual) [again]|[talk|read|go] as fast as (usual|before)|[talk|read|go] [at] the speed you had before",
    ),
    CommandKind.GOODBYE: (
        "[that (is|was) (all|it) [for (now|today)] [thanks|thank you]] (goodbye|good bye|bye)",
        "that is all|that is (all|it) for (now|today)|that will be all|(we are|i am) done for (now|today)|i am [all] done",
        "[that is] enough for today",
        "(goodbye|bye) for now|(goodbye|good bye|bye) (see you|talk to you) (soon|later|tomorrow)",
        "see you [soon|later|tomorrow]|talk to you (soon|later|tomorrow)",
        "good night|have a (good|nice|great) (day|one|evening|night|weekend)|take care",
        "i (have to|must|got to|need to) go [now]|stop for today",
        "[(i am off|that is (all|it)|i have to go) [cheers|thanks|thank you]] (bye|goodbye)|i am off [now|then]",
        "talk [to you] later|(got to|i have [got] to) (run|dash) [(talk|talk to you|see you) later]|let us stop here [for (today|now)]",
        "hang up|(end|finish) [the|this] (call|briefing)|stop [the|this] call|quit|exit",
    ),
    # Not "delete this conversation", which may be a mail thread, nor "forget what I said", which takes one's last words back.
    CommandKind.FORGET_TALK: (
        "forget [all of] (this|our|the|this whole|our whole|the whole) (conversation|talk|chat)",
        "forget (what|everything|all|all that|everything that) we [have] (talked about|spoke about|discussed)",
        "forget (everything|all|all that|everything that) we [have] said",
        "do not (keep|remember|store) (this|our|the) (conversation|talk|chat)",
    ),
    CommandKind.STOP_LOOKING: (
        f"(stop|quit) (looking|watching|glancing) [at (it|that|this|me|{_SCREEN}|what i (do|am doing))] [now|for now|please]",
        f"(stop|quit) (watching|following) (me|it|that|this|{_SCREEN}) [now|for now|please]|look away [please]|close your eyes",
        f"do not (look|watch) [at (it|that|this|me|{_SCREEN})] [any more|anymore|any longer|now]",
        f"do not watch (me|{_SCREEN}) [any more|anymore|any longer|now]",
        f"i do not want you to (look|watch) [at (it|that|this|me|{_SCREEN})] [any more|anymore|any longer|now]",
        f"no [more] (looking|watching) [at {_SCREEN}] [any more|anymore|please]|pause (the looking|looking) [at {_SCREEN}]",
        f"leave {_SCREEN} alone [now]|keep [your eyes] off {_SCREEN} [now]|stop sharing [{_SCREEN}]",
        "stop (the screen share|screen sharing)",
    ),
    CommandKind.LOOK_AGAIN: (
        "(look|start looking|watch|go on looking|keep looking|carry on looking) [at (my|the) screen] again",
        "look at (my|the) screen [again|now]",
        "(start|go on|keep|resume|carry on) (looking|watching) [at (my|the) screen]|open your eyes [again]",
        "you (can|may) (look|watch) [again|now|at (my|the) screen [again|now]]",
        "(have|take) (a|another) look at (my|the) screen [again|now]|(have|take) another look|look once more [at (my|the) screen]",
    ),
    CommandKind.ADD_VIP: (
        "make (<sender>|this|this one) [a|an] <vip>",
        "add <sender> to <vips>|put <sender> on <vips>",
        "(add|mark) <sender> as [a|an] <vip>|(he|she) (is [very|really] important to me|matters [a lot] to me)",
    ),
    CommandKind.REMOVE_VIP: (
        "(remove|delete|take) <sender> (from|off) <vips>",
        "(he|she) is (not|no longer) ([a|an] <vip>|important to me) [any more|anymore|any longer]",
    ),
    CommandKind.ALL_AGAIN: (
        "all [of] my <mails> [again]|[from] (all|both) [of] [my] (accounts|mailboxes|inboxes) [again]|all <mails> again|everything again",
        "[and] (<hear>|[go] back to) (all [of] my <mails>|(all|both) [of] [my] (accounts|mailboxes|inboxes)) [again]",
        "[<hear>] (<mails>|everything) from (all|both|every) [of] [my] (accounts|account|mailboxes|inboxes) [again]",
        "([go] back to|go on with) (all|everything|all of (them|my mail|my mails)|the whole briefing) [again]",
        "all of (it|them) [again]|[go] back to [(reading|hearing|telling me)] (everything|all [of] my mails|all of (it|them))",
        "i want [to hear] (everything|all of (it|them)|all my mails) again|(read|tell) [me] (everything|all of (it|them)) again",
        "[and] the (others|rest) (too|again|as well)|no longer only (these|those|that)",
    ),
    CommandKind.WHEREABOUTS: (
        "[use|[go|switch] back to] [the|my] (usual|normal|own|old|home) time zone [again]|i am [back] home again|i am back home",
    ),
    CommandKind.WHICH_ACCOUNT: (
        "(which|what) <account> [(is|was) (it|this|that|this one|that one|this mail|that mail) [in|from|for]]",
        "(which|what) <account> (am i|are we) (in|on)|[in|from] (which|what) <account>",
        "(which|what) <account> are you (reading [from]|looking (at|in|into))",
        "(which|what) <account> did (it|this|that|this one|this mail) come (to|in|into|from)|in which <account> (is|was) (it|this|that)",
    ),
}

ANSWERS: Mapping[CommandKind, tuple[str, ...]] = {
    CommandKind.YES: (
        "<yes> [<yes>]",
        "please|great|fine|correct|that is right|good idea|sounds good",
        "[<yes>] (please do|go ahead|go on|do it|do that|do so|why not|sounds (good|great)|by all means)",
        "[<yes>] (that would be (great|nice|good|lovely)|i would (like|love) that|let us do (it|that))",
        "[<yes>] (let us|let me|i would (like|love) to|i want to) hear (it|them|that|those)",
        "[<yes>] (read|play) [me] (them|those) [to me]",
        "<yes> (i would|i do|i want to|i would (like|love) to|let us|read it [to me])",
    ),
    CommandKind.NO: (
        "<no>",
        "[<no>] (not now|not right now|not yet|not really|not today|not this time|[maybe|perhaps] later|[maybe] another time)",
        "[<no>] (never mind|no need|not necessary|i am (good|fine)|leave (it|them) [for later])",
        "[<no>] (skip them|cancel [it|that]|forget (it|about it))",
        "[<no>] (do not|do not (bother|do (it|that))|i do not (want to|think so)|i would rather not|rather not|better not)",
        "(absolutely|definitely|certainly|of course) not|<no> (i do not|i would not)",
    ),
}
"""Answers to an offer that was just made; without one they are not commands."""

FREE: Phrases = {
    CommandKind.ADD_VIP: (
        "make {name} [a|an] <vip>",
        "(add|mark) {name} as [a|an] <vip>",
        "add {name} to <vips>|put {name} on <vips>|treat {name} (as [a|an] <vip>|like a <vip>)",
        "(always (put|tell me of|read) {name} first|always {name} first)",
    ),
    CommandKind.REMOVE_VIP: ("(remove|delete|take) {name} (from|off) <vips>",),
    CommandKind.REMOVE_KEYWORD: (
        "(remove|delete|take) [the word|the words|the <keyword>] {name} (from|off) <keywords>",
        "(stop looking|do not look|stop watching|do not watch) out for {name}",
    ),
    CommandKind.ADD_KEYWORD: (
        "add [the word|the words|the <keyword>] {name} to <keywords>",
        "(add|use) [the word|the words] {name} as [a|an] <keyword>",
        "(add|new) [the] <keyword> {name}|add [a] new <keyword> {name}",
        "make {name} [a|an] <keyword>|(anything|everything) about {name} (is important|matters) to me",
        "(the|my) word {name} (is important|matters) to me",
        "[<hear>|tell me about] (anything|everything|any <mails>|all <mails>) (with|containing) [the word|the words] {name} in (it|them)",
        "(look|watch) out for [anything (with|about)] {name}",
    ),
    CommandKind.LANGUAGE: (
        "i [also] (understand|talk|know|read) {languages} [too|as well]|i can [also] (understand|talk|read) {languages} [too|as well]",
    ),
    CommandKind.NO_LANGUAGE: (
        "i (do not|no longer) (understand|talk|know|read) {languages} [any more|anymore]|i can not (understand|talk|read) {languages}",
    ),
    CommandKind.ONLY_SOME: (
        "(only [<hear>|go through]|just|(<hear>|go through) (only|just)) my {name} [<mails>|<account>]",
        "(only [<hear>|go through]|(<hear>|go through) (only|just)) [the] {name} (<mails>|<account>)",
        "([<hear>] (nothing|no mails) but|(stick|keep) to|stay with|switch to) my {name} [<mails>|<account>]",
        "my {name} <mails> only",
        "only [<hear>|go through|brief me on] {some}|(<hear>|go through|brief me on|i [only] want [to hear]) only {some}",
        "i only want [to hear] {some}|(just [<hear>]|(<hear>|go through|brief me on) just|i just want [to hear]) {sorts}",
        "([<hear>] (nothing|no mails) but|(stick|keep) to|stay (with|on)) {sorts}",
    ),
    CommandKind.WITHOUT_SOME: (
        "(leave out|ignore|spare me|skip (everything|all|all <mails>|anything) (from|by)|no more <mails> from) {some}",
        "(skip [over]|pass over|without|no more) {sorts}|leave {sorts} for (later|now)",
        "[<hear>|go through] (everything|all|all <mails>) (but|except [for]|without|apart from) {sorts}",
        "i do not want [to hear] {sorts}|forget [about] {sorts} (for now|today)",
    ),
    CommandKind.BRING_BACK: (
        "(bring|take|put|have|let) {some} back [in] [again]|(bring|take|let) back [in] {some} [again]",
        "(stop (leaving out|ignoring|skipping|muting)|(no longer|do not) leave out|unmute) {some} [any more|anymore|any longer]",
        "{sorts} (are|is) (fine|okay|welcome|back) again|(you can|you may) (<hear>|tell me about) {some} again",
        "(include|<hear>|tell me about) {some} again|i want [to hear] [from|of|about] {some} again",
    ),
    CommandKind.WHEREABOUTS: (
        "(i am|we are) [now|currently|back] in {place} [now|today|this week|for now]|i live in {place}|i am (on|at) {place} time [now]",
        "(i|we) [have] [just] (moved|flown|flew|gone|travelled|traveled|come|arrived) (to|in) {place}|i have [just] landed in {place}",
        "i am (travelling|traveling|staying|visiting|on holiday|on vacation|working|landed) (in|to) {place}",
        "(use|take|set|switch to|change to|go by|put me on|change it to) [the] {place} time [zone] [now|from now on|for me|please]",
        "(use|set|take) [the] time [zone] (of|in|to) {place}|my time zone is {place} [time]|(i am|we are) in [the] {place} time zone",
        "(set|change|switch) [my|the] time [zone] to {place} [time]|[tell me|say] [the] times in {place} time",
    ),
}

LEFT_OUT: Mapping[str, tuple[str, ...]] = {
    **{each: (f"no {each}",) for each in ("newsletters", "notifications", "invitations")},
    "marketing": ("no (marketing|advertising|adverts|ads|promotions)",),
    "automated mails": (
        "(no|nothing) (automated|automatic) [<things>]|nothing automated|nothing (from|by) (machines|robots|bots|computers)",
    ),
}
"""Sorts of mail, each with what leaves them out. "No mails from Anna" may say that there are none."""
