"""How the user likes to be told: how much of a mail, with questions or without, and what is said into a silence."""

from collections.abc import Mapping
from enum import StrEnum


class Liking(StrEnum):
    """One wish of how to be told from now on, and in later calls; `FLOW_FOR_NOW` in this one alone."""

    HEADLINES = "headlines"
    SHORTER = "shorter"
    LONGER = "longer"
    USUAL_LENGTH = "usual_length"
    FLOW = "flow"
    FLOW_FOR_NOW = "flow_for_now"
    ASK = "ask"
    NO_PRODS = "no_prods"
    ONE_PROD = "one_prod"
    LATER_PRODS = "later_prods"
    PRODS = "prods"


# A wish that lasts says how it is to be told in general: "stop asking every time", "from now on". What may as well be about this moment
# ("keep going", "read on", "wait for me") is none, and what may be about a draft ("shorter", "more detail") is among the revisions of one.
_WISHES: Mapping[Liking, tuple[str, ...]] = {
    Liking.HEADLINES: (
        "[the] headlines only|(just|only) [<hear>|i want] [the] <headlines>|i (only|just) want [<hear>] [the] <headlines>|headlines [mode]",
        "<hear> (just|only) [the] <headlines>|only who wrote and about what|(just|only) [<hear>] (who wrote|who it is from) and what about",
        "[just] (run|race|go|skim) (through|over) the <headlines>|<lasting> [just|only] the gist|[just|only] the gist <lasting>",
        "<hear> nothing but [the] <headlines>",
    ),
    Liking.SHORTER: (
        "(keep|make) (them|the mails|everything|each one|every one|all of them) [<a bit>] (short|brief|shorter|briefer)",
        "cut (them|everything|each one) [down] [short|shorter|<a bit>]|cut them down <a bit>|you (talk|say|tell me) too much",
        "(there is|you give me) [way] too (much detail|many details)|you are [way] too (wordy|long winded)",
        "i do not (need|want) (so much|so many|all the|that much|that many) (detail|details)|spare me the details",
        "keep it (short|brief) (today|this time)",
        "[give me] shorter (mails|summaries)|less about (each|every) (one|mail)|tell me <a bit> less",
        "less detail about (each|every) (one|mail)",
        "<wish> (shorter (mails|summaries)|them (shorter|short|brief))",
        "<wish> less (detail|details) <lasting>|<wish> less (detail|details) (about|of|on|for|with) (each|every) (one|mail)",
        "<lasting> (shorter|be brief|keep it (short|brief)|less detail)|(shorter|be brief|keep it (short|brief)|less detail) <lasting>",
    ),
    # Not "tell me more about each": "tell me more" has come to its end.
    Liking.LONGER: (
        "[you can] be more (thorough|detailed)|[you can] go into [more] detail|[give me] longer versions",
        "you are too (short|brief) for me",
        "the longer version <lasting>|<hear> the longer version <lasting>",
        "[give me|i want] longer (mails|summaries)|more about (each|every) (one|mail)",
        "<lasting> [in] (longer|more detail)|[in] (longer|more detail) <lasting>|<wish> [<a bit>] more (detail|details) <lasting>",
        "<wish> [some] more (detail|details) (about|of|on|for|with) (each|every) (one|mail)|<wish> (longer (mails|summaries)|them longer)",
    ),
    Liking.USUAL_LENGTH: (
        "[[go] back to] [the] (usual|normal|regular) length [again]|[go] back to normal|normal again",
        "no more headlines|(not only|more than) [the] headlines",
        "[back to] [the] (usual|normal) summaries [again]|no longer [only|just] [the] headlines",
    ),
    Liking.FLOW: (
        "(stop|quit) asking [me] [what to do [with (it|them|each one)]] [<each time>]",
        "do not (ask|keep asking) [me] [what to do] <each time>|do not keep asking [me]|no [more] questions <each time>",
        "[<go to>|start|use|turn on] [the] flow [mode]|<proceed> without asking [me] [<each time>]",
        "<proceed> by yourself|<lasting> <proceed>|<proceed> <lasting>|<needless> [me] [what to do] (<each time>|<lasting>)",
        "<lasting> <needless> [me]|<needless> [me] <each time>",
    ),
    # Without "every time" it may be about what is asked now, so it lasts no longer than the call.
    Liking.FLOW_FOR_NOW: (
        "<needless> [me] [what to do [with (it|them|each one)]]",
        "(go|run|read) through (them|all of them|my mails|everything) without (stopping|pausing|asking)",
        "[just] let (it|them) (run|flow|roll)|[just] keep them coming|<proceed> without (stopping|pausing|waiting [for me])",
        "(read|tell me|go through|run through|play) (them|them all|all of them|everything|it all|the lot) (straight through|<in one go>)",
    ),
    Liking.ASK: (
        "ask me [again] [what to do] [<each time>]|ask me [what to do] <each time> again|(start|keep) asking [me] [again] [<each time>]",
        "(leave|stop|end|turn off|no more) [the] flow [mode]|(wait|stop) for me <each time>",
        "(check with|check in with|consult) me <each time>|(stop|pause|wait) (after (every|each) (one|mail))|let me decide <each time>",
        "do not <proceed> (by yourself|without asking [me])",
    ),
    Liking.NO_PRODS: (
        "(do not|never) (prod|nudge|remind me to answer|poke) [me]|(stop|quit) (prodding|nudging|poking) [me]|no [more] (prods|nudges)",
        "(do not|never|stop) (ask|asking) [me] (if|whether) i am [still] (here|there)|do not say [that] you are still (here|there)",
        "do not (say|ask) anything (when|whenever) i am (quiet|silent)",
        "(stop|quit) (prompting|prodding|nudging) me (when|whenever|if) i am (quiet|silent)",
        "(do not|never) (prompt|prod|nudge|poke) me (when|whenever|if) (i am|i go) (quiet|silent)",
        "(do not|never|stop) (check|checking) (if|whether|that) i am [still] (here|there)",
        "(stop|quit) (nagging|pestering|bugging|hassling) [me]|(do not|never) (nag|pester|bug|hassle) [me]|no [more] nagging",
    ),
    Liking.ONE_PROD: ("(prod|nudge) me [only|just] once|[only] one (prod|nudge)|only (prod|nudge) me once",),
    Liking.LATER_PRODS: (
        "(give me|leave me|take) [some|a bit|a little] (more time|longer) before you (ask|prod|nudge) [me] [again]",
        "do not (prod|nudge|prompt) me (so|that|too) (soon|early|often|quickly)|wait [<a bit>] longer before you (prod|nudge) [me]",
        "(prod|nudge) me less [often]|(wait|give me) longer before you (prod|nudge|ask again|ask me again) [me]",
        "do not (prod|nudge) me so (soon|early|often)|(prod|nudge) me later <lasting>",
    ),
    Liking.PRODS: (
        "(ask|prod|nudge|prompt) me [again] (if|when|whenever) i (am|go|fall) (quiet|silent)|ask again (if|when) i (am|go) (quiet|silent)",
        "(prod|nudge) me (again|as (before|usual))|you (can|may) (prod|nudge) me [again]",
    ),
}
_IS_SAID = ("<lasting>", "<needless>")
"""How long it is to last is said already, or is not to last."""
LIKINGS: Mapping[Liking, tuple[str, ...]] = {
    like: (*patterns, *(f"<lasting> ({each})" for each in patterns if not any(said in each for said in _IS_SAID)))
    for like, patterns in _WISHES.items()
}
"""What is said for each of them."""

NUMBERED: Mapping[Liking, tuple[str, ...]] = {
    Liking.PRODS: ("(prod|nudge) me [only] after <n> seconds|wait <n> seconds before you (prod|nudge) [me]",),
}
"""With a number of seconds."""
