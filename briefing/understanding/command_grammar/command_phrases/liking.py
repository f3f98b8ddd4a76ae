"""How the user likes to be told: how much of a mail, with questions or without, and what is said into a silence."""

from collections.abc import Mapping
from enum import StrEnum


class Liking(StrEnum):
    """One wish of how to be told from now on, and in later calls."""

    HEADLINES = "headlines"
    SHORTER = "shorter"
    LONGER = "longer"
    USUAL_LENGTH = "usual_length"
    FLOW = "flow"
    ASK = "ask"
    NO_PRODS = "no_prods"
    ONE_PROD = "one_prod"
    LATER_PRODS = "later_prods"
    PRODS = "prods"


LIKINGS: Mapping[Liking, tuple[str, ...]] = {
    Liking.HEADLINES: (
        "[just|only] [<hear>|i want|i only want|i just want] [just|only] [the] headlines [only|mode]",
        "(just|only) [<hear>] the (subject lines|subjects)|only who wrote and about what",
    ),
    Liking.SHORTER: (
        "(keep|make) (it|them|the mails|everything|each one) [<a bit>] (short|brief)",
        "[<a bit>] less (detail|details)|be briefer|(tell me|say) <a bit> less|not so (much|long|many details)",
        "shorter (mails|summaries)|(give|tell) me (shorter (mails|summaries)|less detail)",
    ),
    Liking.LONGER: (
        "(give me|i want) [<a bit>] more (detail|details)|[<a bit>] more (detail|details)|longer (mails|summaries)",
        "(tell me|say) <a bit> more about (each|every) (one|mail)|give me longer (mails|summaries)",
    ),
    Liking.USUAL_LENGTH: (
        "[back to] [the] (usual|normal|regular) length [again]|no more headlines|(not only|more than) [the] headlines [please]",
        "[the] (usual|normal|full) (summaries|mails) [again]|no longer [only|just] [the] headlines",
    ),
    Liking.FLOW: (
        "(stop|quit) asking [me] [(every|each) time|after (every|each) (one|mail)|what to do [with (it|them|each one)]]",
        "do not ask [me] (every|each) time|do not ask [me] after (every|each) (one|mail)|do not keep asking [me]|no [more] questions",
        "(just|simply) (keep going|go through (them|them all|all of them)|read (on|through)|read them (all|one after the other))",
        "[<go to>|start|use|turn on] [the] flow [mode]|(go|read|run) straight through [them]|(go on|carry on|continue) without asking [me]",
    ),
    Liking.ASK: (
        "ask me [again|every time|each time|after (every|each) (one|mail)|what to do [again]]|(start|keep) asking [me] [again]",
        "(leave|stop|end|turn off|no more) [the] flow [mode]|(wait|stop) for me after (each|every) (one|mail)|wait for me [each time]",
    ),
    Liking.NO_PRODS: (
        "(do not|never) (prod|nudge|remind me to answer|poke) [me]|(stop|quit) (prodding|nudging|poking) [me]|no [more] (prods|nudges)",
        "(do not|never|stop) (ask|asking) [me] (if|whether) i am [still] (here|there)|do not say [that] you are still (here|there)",
        "do not (say|ask) anything (when|while|if) i am (quiet|silent)|let me be silent",
    ),
    Liking.ONE_PROD: ("(prod|nudge) me [only|just] once|[only] one (prod|nudge)|only (prod|nudge) me once",),
    Liking.LATER_PRODS: (
        "(prod|nudge) me (later|less [often])|(wait|give me) longer before you (prod|nudge|ask [again]) [me]",
        "do not (prod|nudge) me so (soon|early)",
    ),
    Liking.PRODS: ("(prod|nudge) me [again|as (before|usual)]|you (can|may) (prod|nudge) me [again]",),
}
"""What is said for each of them."""

NUMBERED: Mapping[Liking, tuple[str, ...]] = {
    Liking.PRODS: ("(prod|nudge) me [only] after <n> seconds|wait <n> seconds before you (prod|nudge|ask) [me]",),
}
"""With a number of seconds."""
