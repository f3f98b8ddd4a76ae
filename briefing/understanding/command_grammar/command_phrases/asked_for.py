"""Questions that are answered from what is known: of the open mail, of the mail to come, of what was done and sent in this call."""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from briefing.mail_action import ON_MAILS
from briefing.understanding.verbs.table import VERBS
from briefing.understanding.verbs.verb import without_mail


class Fact(StrEnum):
    """What can be asked for. None of it changes anything."""

    SENDER = "sender"
    ADDRESS = "address"
    RECIPIENTS = "recipients"
    TIME = "time"
    LENGTH = "length"
    ATTACHMENTS = "attachments"
    IN_ATTACHMENT = "in_attachment"
    SUBJECT = "subject"
    GIST = "gist"
    MORE = "more"
    IMPORTANCE = "importance"
    GENUINE = "genuine"
    IMPORTANT_MAILS = "important_mails"
    TIME_LEFT = "time_left"
    IN_A_HURRY = "in_a_hurry"
    MORE_HELP = "more_help"
    OVERVIEW = "overview"
    TOPICS = "topics"
    DUE_TODAY = "due_today"
    WAITING_FOR_ME = "waiting_for_me"
    FROM_PEOPLE = "from_people"
    TO_SIGN_OR_PAY = "to_sign_or_pay"
    FLAGGED = "flagged"
    THREAD = "thread"
    CHANGES = "changes"
    SENT = "sent"
    DRAFTS = "drafts"
    CLOCK = "clock"
    ZONE = "zone"
    VIPS = "vips"
    KEYWORDS = "keywords"
    LEFT_OUT = "left_out"
    ON_SCREEN = "on_screen"
    WHY_SILENT = "why_silent"


_DOES = ("do", "change", *(words for action in ON_MAILS for words in VERBS[action].does))
_DONES = ("done", "changed", *(words for action in ON_MAILS for words in VERBS[action].done))


def _one_of(words: Iterable[str]) -> str:
    return f"({'|'.join(dict.fromkeys(words))})"


def _to_it(words: str) -> str:
    it = "(it|that|this|them|anything)"
    return words.replace("<this>", it) if "<this>" in words else f"{words} {it}"


_LASTS = frozenset({"flagged", "starred"})
"""What a mail is, whoever made it so: "what is flagged" asks for all of them, "what was flagged" for what was done."""
_DID, _DONE = _one_of(map(without_mail, _DOES)), _one_of(map(without_mail, _DONES))
_DONE_TO_IT = [*map(without_mail, _DONES)]
_DID_IT, _DONE_IT = _one_of(map(_to_it, _DOES)), _one_of(map(_to_it, _DONES))
_MINE = "(it|that|this|(my|the|that) (mail|reply|answer)|my mails|everything)"
_ATTACHED = "(attachment|attachments|file|files)"
_FILE = "(attachment|attachments|file|files|pdf|document|picture|photo|image|spreadsheet|enclosure)"
_SCREEN = "(my|the|this) screen"
_THERE = f"on {_SCREEN}"
_A_WORD = "(anything|something|a word|a thing)"
_ABOUT_IT = f"about (it|that|this|this mail|that mail|the mail|this one|that one|{_SCREEN}|what is {_THERE})"
_MATTERS = "(urgent|important|pressing|critical)"

ASKED_FOR: Mapping[str, tuple[str, ...]] = {
    Fact.SENDER: (
        "who|who from|from (who|whom)|who (is|was) (it|this|that) [again]|who (is|was) <this> (from|by) [again]",
        "who from again|who sent me this|who is asking|who (it|this|that) (is|was) from",
        "who (sent|wrote|has sent|has written) <this> [to me]|who did <this> come from",
        "(who|what) (is|was) the (sender|author) [of <this>]",
        "where (is|was) <this> from|where (does|did) <this> come from|whose mail (is|was) (it|this|that)",
    ),
    Fact.ADDRESS: (
        "what (is|was) (the|his|her|their|the sender's) [mail] address",
        "(which|what) [mail] address (did (he|she|they|it|this) (write|mail|send|come|send it|send this)|(is|was) <this>) from",
        "(which|what) address did (he|she|they) use",
    ),
    Fact.RECIPIENTS: (
        "who else (got|gets|received|has got|did get|has) <this>|who else (is|was) (on|in) (it|copy|cc|<this>)",
        "who else got a copy|did (he|she|they) write to (anyone|anybody) else",
        "who (else|all) (is|was) (it|this|that) [sent|addressed] to|who (is|was) <this> [sent|addressed] to",
        "who got <this>|who else",
        "who (is|was) (in|on) (copy|cc|this (thread|conversation))|who (is|was) copied [in|on <this>]|who are the [other] recipients",
        "was (anyone|anybody|somebody) [else] (copied in|in copy)|to whom (is|was) <this> sent|who did <this> go to",
        "(am|was) i the only one|did (anyone|anybody) else get <this>|(is|was) (it|this|that) [sent|addressed] (only|just) to me",
    ),
    Fact.TIME: (
        "when|when was (it|that|this)|when (is|was) <this> from|when was <this> (sent|received|written|delivered)",
        "when did <this> (come [in]|arrive|get here|reach me)|what time did <this> (come [in]|arrive)",
        "when did (i|we) get <this>|when (it|this|that) (came [in]|arrived|was sent)",
        "when did (he|she|they|the sender) (send|write) [<this>]|(which|what) day did <this> (come [in]|arrive)",
        "what (day|time) was <this> sent|how (old|recent) is <this>|how long ago (was <this> [sent]|did <this> (come [in]|arrive))",
        "is <this> [very] (old|new|recent)|what is the date (on|of) <this>",
    ),
    Fact.LENGTH: (
        "how (long|big|short) (is|was) <this>|is <this> [very] (long|short)",
        "(is|was) (it|this|that) a (long|short) (one|mail)",
        "how (long|many minutes) (does|will|would) (it|this|that) take to read [out]|how many words (is|has) <this>",
        "how many words are (in it|there)|how many words does <this> have|how much text is (there|it)",
    ),
    Fact.ATTACHMENTS: (
        f"(does <this> (have|come with)|has <this> [got]) [any|an|a] {_ATTACHED}",
        f"(is|are) there [any|an|a] {_ATTACHED} [attached]",
        "(is|was) [there] (anything|something) attached [to <this>]|what is attached [to <this>]|anything attached",
        "[any|which|what] attachments|what (is|are) the (attachment|attachments) [called]",
        "(what|which|how many) (attachments|files) (are there|are attached|does <this> have|has <this>)",
    ),
    Fact.IN_ATTACHMENT: (
        f"what (is|does it say) in (the|that) {_FILE}|what does (the|that) {_FILE} say|(read|open|show) [me] (the|that) {_FILE} [to me]",
    ),
    Fact.SUBJECT: (
        "what (is|was) [the|its] (subject|title) [line] [again|of <this>]|what does the subject [line] say",
        "which subject was (it|that)|(say|read|read me|tell me|repeat) the (subject|title) [line] [again|once more]",
        "what (is|was) (it|this|that|(this|that) one|(this|that|the) mail) about [again]",
    ),
    Fact.GIST: (
        "what (does|did) (he|she|the sender) (want|need|ask [for|me]|write|say|tell me) [from me|of me|me to do] [again]",
        "what do they (want|need|ask [for|me]) [from me|of me|me to do] [again]|what did they (want|need|write|say) [again]",
        "what is (he|she) (asking [for]|after|writing|saying) [again]|what are they (asking [for]|after|writing|saying) [again]",
        "[<hear>] the (gist|point|short version|bottom line) [of <this>]|what is the (gist|point|bottom line) [of <this>]",
        "summarize <this>|summarise <this>|sum <this> up|sum up <this>|(in short|in a nutshell|in brief)|put <this> in a nutshell",
        "(when|by when) is <this> due|what is the (deadline|due date)|is there a deadline|how much [(is|was) (it|that|this)]",
        "(does (he|she)|do they) (want|need|expect) (me to (reply|answer)|an answer|a reply) [from me]",
        "(is (he|she)|are they) [still] waiting for (me|an answer|a reply|my answer|my reply)",
        "(when|by when|until when|till when|how soon) (does (he|she)|do they) (need|want|expect) (<this>|an answer|a reply|to know) [by]",
        "when (do i (have|need) to|must i|should i) (pay|answer|reply|sign|do|send) [it|that|this] [by]|(by|until|till) when",
        "what (do i (have|need) to|should i|must i) do (here|(about|with) <this>)|(when|by when) (it|this|that) is due|when is that for",
        "how much (do i (owe|have to pay|need to pay)|is due|is to pay|does (it|that|this) cost|(does (he|she)|do they) want)",
        "what (is|was) the (amount|price|total|sum)|cut to the chase",
        "(when|[at] what time) does (it|that|this) (start|begin)",
    ),
    Fact.MORE: ("[<hear>] (more|more (details|detail)|the details|details) [about (it|that|this)]|go deeper|[go] into [more] detail",),
    Fact.IMPORTANCE: (
        "(do i (need|have) to|should i|must i) (answer <this>|(answer|reply) [to <this>])",
        "do i (need|have) to do (anything|something) [about <this>]|is there anything [for me] to do [about <this>]",
        f"is <this> [really|very|that] {_MATTERS}|why is <this> [so] (urgent|important)|does (it|this) matter",
        "does <this> need (an answer|a reply)|why does (it|this) matter|how (urgent|important) is <this>",
    ),
    Fact.GENUINE: (
        "is <this> [really|just] [a] (<spam>|scam|fake|hoax|newsletter)",
        "is <this> (real|genuine|legit|safe|legitimate|for real)",
        "is (it|that) really (him|her|them)|can i trust <this>",
    ),
    Fact.IMPORTANT_MAILS: (
        f"what is [so] {_MATTERS} [today|here|now|in here]",
        f"[is [there]|do i have|have i got|was there] (anything|something|any) {_MATTERS} [today|left|here|in there|else]",
        f"[(are there|do i have|have i got)] [any] {_MATTERS} (<mails>|ones|things)",
        f"what {_MATTERS} <mails> (are there|do i have)",
        f"(which|what) (ones|<mails>) are {_MATTERS}|(which|what) are the {_MATTERS} (ones|<mails>)",
        f"are any [of them|of these] {_MATTERS}",
        "what (matters|matters [the] most|needs (an answer|a reply|[my] attention)|can not wait)",
        "what (is|are) [the] most (urgent|important) [one|ones|thing|things|<mails>|bit|bits]",
        "[<hear>|(start|begin) with] [just] the most (urgent|important) (one|ones|thing|things|<mails>|bit|bits)",
        "<hear> [just] the (highlights|essentials)|(the|what are the) (highlights|essentials)",
        f"<go to> [just] the {_MATTERS} (ones|<mails>|things)",
        f"how many are {_MATTERS}|(which|what) (ones|<mails>) (matter|count) [[the] most|to me]",
        "(what|which one) should i (know|hear|read|do|answer|look at|deal with|see) first",
        "[is there] anything [here] [that] i (should|need to|must) (know|know about|do|answer|see|worry about)",
        "what do i (need to|have to) (know|see|hear)|do i (need|have) to (know|worry about) anything",
        "[is there] anything [here] (that|which) (can not wait|matters [today|now]|needs [my] (attention|answer|reply))",
        "(tell me|show me|list|give me) (the (urgent|important) (ones|<mails>|things)|what is (urgent|important))",
    ),
    Fact.TIME_LEFT: (
        "how (long|much time|many minutes) (will|would|does) (it|this|all of (it|this)|it all|the (rest|briefing|whole thing)) take",
        "how (long|much time|many minutes) (is|are) (the (rest|briefing)|left)|how much longer [will (it|this) (take|be)]",
        "how (long|much time|many minutes) do (i|we|you) [still] need",
    ),
    Fact.IN_A_HURRY: (
        "i am in [a bit of] a (hurry|rush)|i am [a bit] (short of|short on|pressed for) time|i am [running] late|i have to (go|leave) soon",
        "i (do not have|have not got) (much|a lot of|long|enough) [time]|i have ([only] little|no) time|[just] be quick|hurry [up]|quickly",
        "[<hear>|have] [the|a] (quick|short) version|(make it|do it) quick|i (only|just) have a (moment|second)",
    ),
    Fact.MORE_HELP: (
        "[and] what else (can|could) (i|you) (say|do|ask [for]|tell you)|[tell me] what else i can (say|do|ask [for])|more (help|commands)",
    ),
    Fact.OVERVIEW: (
        "what is in (there|here|the (post|mailbox|inbox))|what (have (i|we) got|do (i|we) have) [here|in there|in my inbox]",
        "(bring|get) me up to (speed|date)|<hear> a (quick|short) overview",
        "did i miss (anything|something)|what did i miss|[give me] (an|the) overview [of (it|my mail|my mails|everything|what is left)]",
        "what is in my inbox|what (have i got|do i have) today|what is on (the|my) (list|agenda) [today]",
    ),
    Fact.TOPICS: (
        "(what|which) (are the topics|topics (are there|are [still] left|do (i|we|you) have|have (i|we|you) got))",
        "(list|name|<hear>) [all] [of] the topics|[the] topics",
    ),
    Fact.DUE_TODAY: (
        "what [else] (is due|must be done|has to be done|do i have to do|needs doing) today|what has to be (done|answered) today",
        "[is [there]] (anything|something) due today|(which|what|how many) [ones|<mails>] are due today",
    ),
    Fact.WAITING_FOR_ME: (
        "who (is waiting|waits) for (me|(an answer|a reply) [from me]|my answer|my reply)|who wants an answer [from me]",
        "(who|whom) (am i (keeping|leaving)|have i (kept|left)|do i (keep|leave)) waiting|who is [still] waiting",
        "do i owe (anyone|anybody|somebody|someone) (an answer|a reply)|(who|whom) do i owe (an answer|a reply)",
        "(does|do) (anyone|anybody|somebody|someone) [still] (need|want|expect) (an answer|a reply) [from me] [today]",
        "(who|whom) have i not (answered|replied to) [yet]",
        "what [still] (waits|is waiting) for (me|my answer|my reply)|(what|whom|who) do i [still] (have|need) to (answer|reply to)",
        "(which|what) (ones|<mails>) (need|wait for|want|are waiting for) (an answer|a reply|my answer|my reply)",
    ),
    Fact.FROM_PEOPLE: (
        "(what|which ones|which <mails>) (is|are) from (people|real people|a person)|(which|what) <mails> (are|is) personal",
        "(how many [more|<mails>|of (them|those|these)] [are]|is [there] anything) from ([real|actual] people|a real person)",
        "(anything|something) from ([real|actual] people|a real person)|who [has|have] (wrote|written) [to] me",
    ),
    Fact.TO_SIGN_OR_PAY: (
        "what [do i have|is there|have i got] to (sign|pay|sign or pay|pay or sign)|what do i (have|need) to (pay|sign)",
        "[is there|do i have|are there] (anything|something) (to|i (have|need) to) (sign|pay [for])",
        "[do i have|are there] any (bills|invoices) [to pay]",
    ),
    Fact.FLAGGED: (
        "what is [still] (flagged|starred)|(what|which|how many) (ones|<mails>) are [still] (flagged|starred)",
        "[is|do i have|have i got] (anything|something) (flagged|starred)|what have i got flagged",
        "<hear> [all] [the|my] (flagged|starred) (ones|<mails>)|[show|list|find] [me] [all] [the|my] (flagged|starred) (ones|<mails>)",
    ),
    Fact.THREAD: (
        "(what|who) (was|has been) (said|written) (before|in this thread)|who (said|wrote) what|what came before",
        "how many <mails> are in (this|the|that) (thread|exchange|conversation)|did i [already] (answer|reply to) (him|her|them|<this>)",
        "have i [already] (answered|replied to) <this>|what did i (say|write) to (him|her|them)",
        "((tell|read) [me] the [whole]|the whole) (thread|exchange|conversation) [from the (start|beginning)]",
    ),
    Fact.CHANGES: (
        f"what did (i|you|we) [just] {_DID} [so far]|what have (i|you|we) [just] {_DONE} [so far]",
        f"what (was|has been) {_DONE} [so far]|what is {_one_of(word for word in _DONE_TO_IT if word not in _LASTS)} [so far]",
        f"(which|what) (ones|<mails>) (did (i|you|we) {_DID}|have (i|you|we) {_DONE})",
        f"how many (did (i|you|we) {_DID}|have (i|you|we) {_DONE})",
        f"did (i|you|we) [just] {_DID_IT}",
        f"have (i|you|we) {_DONE_IT}",
        f"what did you (just do|do just now|do with (it|that))|(is|was) (it|that) {_DONE}|has (it|that) been {_DONE}",
        "did (it|that) work|what changed",
    ),
    Fact.SENT: (
        f"did {_MINE} (go out|go|go off|go through|get (out|sent|through)|leave|send)",
        f"(was|is|has|have) {_MINE} [been] (sent|gone|gone out|left|out|gone through)",
        f"(did|have) (you|i|we) [really] (send|sent) ({_MINE}|anything|something)",
        "what (did|have) (i|we|you) (send|sent)|what (was|has been) sent",
        f"when (does|will|is) {_MINE} (leave|go out|be sent|leaving|going out)",
        "[is|are] (anything|something) (scheduled|waiting to (leave|be sent)|in the outbox)",
        "what is (scheduled|waiting to (leave|be sent|go out)|in (the|my) outbox|on its way)|is it on its way",
    ),
    Fact.DRAFTS: (
        "(show|read|tell|list|give|hear) [me] [all] [of] [my|the] drafts|[my] drafts",
        "(what|which) drafts [do (i|we) have|have i got|are there]|what is in (my|the) drafts",
        "(do i have|have i got|are there|is there|did i leave) [any|a|an] [open|unsent|unfinished|saved] (drafts|draft)",
        "how many drafts [do i have|are there|have i got]",
        "where (is|are) (my|the) (draft|drafts)|any [open|unsent] drafts|open my drafts|what (was|am) i writing",
    ),
    Fact.CLOCK: (
        "what time (is it|have you got|do you have) [now]|what is the time [now]|(do you have|have you got) the time",
        "(what|which) (day|date) is (it|today) [today]|what is (the date|today's date|the day) [today]|how late is it",
    ),
    Fact.ZONE: (
        "(what|which) (is (my|the|your)|are (my|the)) time (zone|zones)|(what|which) time zone is set|[my|the] time zone",
        "(what|which) time zone [(am i|are we) in|is it|(do|are) you (use|using|in)]|where do you think i am",
    ),
    Fact.VIPS: (
        "<vips>|who (is|are) [on|in] <vips>|[<hear>|list|name|say] [all] [of] <vips>|(who|which|what) vips do i have|do i have [any] vips",
        "who (is important|matters) to me|who did i make [a] <vip>",
    ),
    Fact.KEYWORDS: (
        "<keywords>|what (is|are) [on|in] <keywords>|[<hear>|list|name|say] [all] [of] <keywords>|do i have [any] keywords",
        "(which|what) (keywords|words) (do i have|do you look out for|are you looking out for)|what do you look out for",
    ),
    Fact.LEFT_OUT: (
        "(what|who|whom|which ones) (do|did|am|are|have) (i|you|we) [now] (leave|leaving|left) out [for now|now|at the moment]",
        "(what|who|which ones|which <mails>) (is|are) [being] (left out|muted) [for now|now|at the moment]",
        "what do (i|you) (ignore|mute|leave out)|what am i not hearing|[is|do i leave] anything [left] out",
    ),
    Fact.ON_SCREEN: (
        f"what (do|can) you see [there|here|{_THERE}] [now|right now|at the moment]|what (are|were) you (looking|watching) at",
        f"what (did you|have you|do you) [last] (see|seen|notice|noticed) [there|here|{_THERE}]|what is {_THERE} [now|right now]",
        f"(do|can|did) you see (anything|something|this|that|it) [there|{_THERE}] [now]|did you notice (anything|something) {_THERE}",
        "(do|can|did) you (see|look at) (my|the) screen [now|right now]|have you (seen|looked at) (my|the) screen",
        f"are you [still] looking|are you [still] (looking|watching) (at (me|this|it|{_SCREEN})|me|{_SCREEN})",
        f"[tell me|say|describe] what you (see|saw) [there|{_THERE}]|what does (my|the) screen show|describe (my|the) screen",
    ),
    Fact.WHY_SILENT: (
        f"why (did|do|have) (you not|not you) (say|said|tell me|told me|offer|offered|ask|mention|notice|suggest) {_A_WORD} [{_ABOUT_IT}]",
        f"(why|how come) you (did not|do not|have not) (say|said|tell me|offer|mention|notice|suggest) {_A_WORD} [{_ABOUT_IT}]",
        f"why (did you say|have you said|do you say|did you offer) nothing [{_ABOUT_IT}]|(why|how come) you said nothing [{_ABOUT_IT}]",
        f"you (did not say|have not said|did not tell me) anything {_ABOUT_IT}|you said nothing {_ABOUT_IT}",
        f"why did (you not|not you) (react|tell me|ask me|mention it) [{_ABOUT_IT}]",
        f"(why|how come) (are|were) you [so] (silent|quiet) [{_ABOUT_IT}]|why did you (stay|keep|remain) (silent|quiet) [{_ABOUT_IT}]",
        f"(why|how come) you (are|were|stayed|kept) [so] (silent|quiet) [{_ABOUT_IT}]|what kept you (silent|quiet)",
        f"why (no offer|no nudge|not a word|no word) [{_ABOUT_IT}]|why was there (no|not an) (offer|nudge) [{_ABOUT_IT}]",
    ),
}

ASKED_FOR_SINCE = (Fact.CHANGES, Fact.SENT)
"""What was done and sent can be asked for with a time behind it: "what did you archive today". It is of all calls then."""
