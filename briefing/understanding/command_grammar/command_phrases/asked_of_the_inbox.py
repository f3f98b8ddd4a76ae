"""Questions about all the mails to come: which of them matter, are due, are from people, are to be paid or answered."""

from collections.abc import Mapping

from briefing.understanding.command_grammar.command_phrases.fact import Fact

ASKED_OF_THE_INBOX: Mapping[str, tuple[str, ...]] = {
    Fact.IMPORTANT_MAILS: (
        "what is [so] <pressing> [today|here|now|in here]",
        "[is [there]|do i have|have i got|was there] (anything|something|any) <pressing> [today|left|here|in there|else]",
        "[(are there|do i have|have i got)] [any] <pressing> (<mails>|ones|things)",
        "what <pressing> <mails> (are there|do i have)",
        "(which|what) (ones|<mails>) are <pressing>",
        "(which|what) are the <pressing> (ones|<mails>)",
        "are any [of them|of these] <pressing>",
        "what (matters|matters [the] most|needs (an answer|a reply|[my] attention)|can not wait)",
        "what (is|are) [the] most (urgent|important) [one|ones|thing|things|<mails>|bit|bits]",
        "[<hear>|(start|begin) with] [just] the most (urgent|important) (one|ones|thing|things|<mails>|bit|bits)",
        "<hear> [just] the (highlights|essentials)",
        "(the|what are the) (highlights|essentials)",
        "<go to> [just] the <pressing> (ones|<mails>|things)",
        "how many are <pressing>",
        "(which|what) (ones|<mails>) (matter|count) [[the] most|to me]",
        "(what|which one) should i (know|hear|read|do|answer|look at|deal with|see) first",
        "[is there] anything [here] [that] i (should|need to|must) (know|know about|do|answer|see|worry about)",
        "what do i (need to|have to) (know|see|hear)",
        "do i (need|have) to (know|worry about) anything",
        "[is there] anything [here] (that|which) (can not wait|matters [today|now]|needs [my] (attention|answer|reply))",
        "(tell me|show me|list|give me) (the (urgent|important) (ones|<mails>|things)|what is (urgent|important))",
    ),
    Fact.OVERVIEW: (
        "what is in (there|here|the (post|mailbox|inbox))",
        "what (have (i|we) got|do (i|we) have) [here|in there|in my inbox]",
        "(bring|get) me up to (speed|date)|<hear> a (quick|short) overview",
        "did i miss (anything|something)|what did i miss",
        "[give me] (an|the) overview [of (it|my mail|my mails|everything|what is left)]",
        "what is in my inbox|what (have i got|do i have) today",
        "what is on (the|my) (list|agenda) [today]",
    ),
    Fact.TOPICS: (
        "(what|which) (are the topics|topics (are there|are [still] left|do (i|we|you) have|have (i|we|you) got))",
        "(list|name|<hear>) [all] [of] the topics|[the] topics",
    ),
    Fact.DUE_TODAY: (
        "what [else] (is due|must be done|has to be done|do i have to do|needs doing) today",
        "what has to be (done|answered) today",
        "[is [there]] (anything|something) due today",
        "(which|what|how many) [ones|<mails>] are due today",
    ),
    Fact.WAITING_FOR_ME: (
        "who (is waiting|waits) for (me|(an answer|a reply) [from me]|my answer|my reply)",
        "who wants an answer [from me]",
        "(who|whom) (am i (keeping|leaving)|have i (kept|left)|do i (keep|leave)) waiting",
        "who is [still] waiting",
        "do i owe (anyone|anybody|somebody|someone) (an answer|a reply)",
        "(who|whom) do i owe (an answer|a reply)",
        "(does|do) (anyone|anybody|somebody|someone) [still] (need|want|expect) (an answer|a reply) [from me] [today]",
        "(who|whom) have i not (answered|replied to) [yet]",
        "what [still] (waits|is waiting) for (me|my answer|my reply)",
        "(what|whom|who) do i [still] (have|need) to (answer|reply to)",
        "(which|what) (ones|<mails>) (need|wait for|want|are waiting for) (an answer|a reply|my answer|my reply)",
    ),
    Fact.FROM_PEOPLE: (
        "(what|which ones|which <mails>) (is|are) from (people|real people|a person)",
        "(which|what) <mails> (are|is) personal",
        "(how many [more|<mails>|of (them|those|these)] [are]|is [there] anything) from ([real|actual] people|a real person)",
        "(anything|something) from ([real|actual] people|a real person)",
        "who [has|have] (wrote|written) [to] me",
    ),
    Fact.TO_SIGN_OR_PAY: (
        "what [do i have|is there|have i got] to (sign|pay|sign or pay|pay or sign)",
        "what do i (have|need) to (pay|sign)",
        "[is there|do i have|are there] (anything|something) (to|i (have|need) to) (sign|pay [for])",
        "[do i have|are there] any (bills|invoices) [to pay]",
    ),
    Fact.FLAGGED: (
        "what is [still] (flagged|starred)",
        "(what|which|how many) (ones|<mails>) are [still] (flagged|starred)",
        "[is|do i have|have i got] (anything|something) (flagged|starred)",
        "what have i got flagged",
        "<hear> [all] [the|my] (flagged|starred) (ones|<mails>)",
        "[show|list|find] [me] [all] [the|my] (flagged|starred) (ones|<mails>)",
    ),
}
