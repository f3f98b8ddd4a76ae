"""Questions about the call and what was done in it: changes, sent mails and drafts, the clock, who matters, what is on the screen."""

from collections.abc import Iterable, Mapping

from briefing.mail_action import ON_MAILS
from briefing.understanding.command_grammar.command_phrases.fact import Fact
from briefing.understanding.verbs.table import VERBS
from briefing.understanding.verbs.verb import without_mail

_DOES = ("do", "change", *(words for action in ON_MAILS for words in VERBS[action].does))
_DONES = ("done", "changed", *(words for action in ON_MAILS for words in VERBS[action].done))


def _one_of(words: Iterable[str]) -> str:
    return f"({'|'.join(dict.fromkeys(words))})"


def _to_it(words: str) -> str:
    it = "(it|that|this|them|anything)"
    return words.replace("<this>", it) if "<this>" in words else f"{words} {it}"


_LASTS = frozenset({"flagged", "starred"})
"""What a mail is, whoever made it so: "what is flagged" and "is it flagged" ask for that, "what was flagged" for what was done."""
_DID, _DONE = _one_of(map(without_mail, _DOES)), _one_of(map(without_mail, _DONES))
_STILL_DONE = _one_of(words for words in map(without_mail, _DONES) if words not in _LASTS)
_DID_IT, _DONE_IT = _one_of(map(_to_it, _DOES)), _one_of(map(_to_it, _DONES))
_MINE = "(it|that|this|(my|the|that) (mail|reply|answer)|my mails|everything)"
_SCREEN = "(my|the|this) screen"
_THERE = f"on {_SCREEN}"
_A_WORD = "(anything|something|a word|a thing)"
_ABOUT_IT = f"about (it|that|this|this mail|that mail|the mail|this one|that one|{_SCREEN}|what is {_THERE})"

ASKED_OF_THE_CALL: Mapping[str, tuple[str, ...]] = {
    Fact.TIME_LEFT: (
        "how (long|much time|many minutes) (will|would|does) (it|this|all of (it|this)|it all|the (rest|briefing|whole thing)) take",
        "how (long|much time|many minutes) (is|are) (the (rest|briefing)|left)",
        "how much longer [will (it|this) (take|be)]",
        "how (long|much time|many minutes) do (i|we|you) [still] need",
    ),
    Fact.IN_A_HURRY: (
        "i am in [a bit of] a (hurry|rush)",
        "i am [a bit] (short of|short on|pressed for) time|i am [running] late",
        "i have to (go|leave) soon",
        "i (do not have|have not got) (much|a lot of|long|enough) [time]",
        "i have ([only] little|no) time|[just] be quick|hurry [up]|quickly",
        "[<hear>|have] [the|a] (quick|short) version|(make it|do it) quick",
        "i (only|just) have a (moment|second)",
    ),
    Fact.MORE_HELP: (
        "[and] what else (can|could) (i|you) (say|do|ask [for]|tell you)",
        "[tell me] what else i can (say|do|ask [for])|more (help|commands)",
    ),
    Fact.CHANGES: (
        f"what did (i|you|we) [just] {_DID} [so far]",
        f"what have (i|you|we) [just] {_DONE} [so far]",
        f"what (was|has been) {_DONE} [so far]",
        f"what is {_STILL_DONE} [so far]",
        f"(which|what) (ones|<mails>) (did (i|you|we) {_DID}|have (i|you|we) {_DONE})",
        f"how many (did (i|you|we) {_DID}|have (i|you|we) {_DONE})",
        f"did (i|you|we) [just] {_DID_IT}",
        f"have (i|you|we) {_DONE_IT}",
        f"what did you (just do|do just now|do with (it|that))|was (it|that) {_DONE}",
        f"is (it|that) {_STILL_DONE}",
        f"has (it|that) been {_DONE}",
        "did (it|that) work|what changed",
    ),
    Fact.SENT: (
        f"did {_MINE} (go out|go|go off|go through|get (out|sent|through)|leave|send)",
        f"(was|is|has|have) {_MINE} [been] (sent|gone|gone out|left|out|gone through)",
        f"(did|have) (you|i|we) [really] (send|sent) ({_MINE}|anything|something)",
        "what (did|have) (i|we|you) (send|sent)|what (was|has been) sent",
        f"when (does|will|is) {_MINE} (leave|go out|be sent|leaving|going out)",
        "[is|are] (anything|something) (scheduled|waiting to (leave|be sent)|in the outbox)",
        "what is (scheduled|waiting to (leave|be sent|go out)|in (the|my) outbox|on its way)",
        "is it on its way",
    ),
    Fact.DRAFTS: (
        "(show|read|tell|list|give|hear) [me] [all] [of] [my|the] drafts|[my] drafts",
        "(what|which) drafts [do (i|we) have|have i got|are there]",
        "what is in (my|the) drafts",
        "(do i have|have i got|are there|is there|did i leave) [any|a|an] [open|unsent|unfinished|saved] (drafts|draft)",
        "how many drafts [do i have|are there|have i got]",
        "where (is|are) (my|the) (draft|drafts)|any [open|unsent] drafts|open my drafts",
        "what (was|am) i writing",
    ),
    Fact.CLOCK: (
        "what time (is it|have you got|do you have) [now]|what is the time [now]",
        "(do you have|have you got) the time",
        "(what|which) (day|date) is (it|today) [today]",
        "what is (the date|today's date|the day) [today]|how late is it",
    ),
    Fact.ZONE: (
        "(what|which) (is (my|the|your)|are (my|the)) time (zone|zones)",
        "(what|which) time zone is set|[my|the] time zone",
        "(what|which) time zone [(am i|are we) in|is it|(do|are) you (use|using|in)]",
        "where do you think i am",
    ),
    Fact.VIPS: (
        "<vips>|who (is|are) [on|in] <vips>|[<hear>|list|name|say] [all] [of] <vips>",
        "(who|which|what) vips do i have|do i have [any] vips",
        "who (is important|matters) to me|who did i make [a] <vip>",
    ),
    Fact.KEYWORDS: (
        "<keywords>|what (is|are) [on|in] <keywords>",
        "[<hear>|list|name|say] [all] [of] <keywords>|do i have [any] keywords",
        "(which|what) (keywords|words) (do i have|do you look out for|are you looking out for)",
        "what do you look out for",
    ),
    Fact.LEFT_OUT: (
        "(what|who|whom|which ones) (do|did|am|are|have) (i|you|we) [now] (leave|leaving|left) out [for now|now|at the moment]",
        "(what|who|which ones|which <mails>) (is|are) [being] (left out|muted) [for now|now|at the moment]",
        "what do (i|you) (ignore|mute|leave out)|what am i not hearing",
        "[is|do i leave] anything [left] out",
    ),
    Fact.ON_SCREEN: (
        f"what (do|can) you see [there|here|{_THERE}] [now|right now|at the moment]",
        "what (are|were) you (looking|watching) at",
        f"what (did you|have you|do you) [last] (see|seen|notice|noticed) [there|here|{_THERE}]",
        f"what is {_THERE} [now|right now]",
        f"(do|can|did) you see (anything|something|this|that|it) [there|{_THERE}] [now]",
        f"did you notice (anything|something) {_THERE}",
        "(do|can|did) you (see|look at) (my|the) screen [now|right now]",
        "have you (seen|looked at) (my|the) screen",
        "are you [still] looking",
        f"are you [still] (looking|watching) (at (me|this|it|{_SCREEN})|me|{_SCREEN})",
        f"[tell me|say|describe] what you (see|saw) [there|{_THERE}]",
        "what does (my|the) screen show|describe (my|the) screen",
    ),
    Fact.WHY_SILENT: (
        f"why (did|do|have) (you not|not you) (say|said|tell me|told me|offer|offered|ask|mention|notice|suggest) {_A_WORD} [{_ABOUT_IT}]",
        f"(why|how come) you (did not|do not|have not) (say|said|tell me|offer|mention|notice|suggest) {_A_WORD} [{_ABOUT_IT}]",
        f"why (did you say|have you said|do you say|did you offer) nothing [{_ABOUT_IT}]",
        f"(why|how come) you said nothing [{_ABOUT_IT}]",
        f"you (did not say|have not said|did not tell me) anything {_ABOUT_IT}",
        f"you said nothing {_ABOUT_IT}",
        f"why did (you not|not you) (react|tell me|ask me|mention it) [{_ABOUT_IT}]",
        f"(why|how come) (are|were) you [so] (silent|quiet) [{_ABOUT_IT}]",
        f"why did you (stay|keep|remain) (silent|quiet) [{_ABOUT_IT}]",
        f"(why|how come) you (are|were|stayed|kept) [so] (silent|quiet) [{_ABOUT_IT}]",
        "what kept you (silent|quiet)",
        f"why (no offer|no nudge|not a word|no word) [{_ABOUT_IT}]",
        f"why was there (no|not an) (offer|nudge) [{_ABOUT_IT}]",
    ),
}
