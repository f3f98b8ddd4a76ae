"""What is said back to a wish of how to be told: what is so from now on, in a few words."""

from collections.abc import Mapping

from briefing.understanding.command_grammar.command_phrases.liking import Liking

FOR_THIS_CALL = "I could not store that, so it holds for this call."
WRITTEN_FLOW = "I no longer ask after each mail; say next for the next one, or ask me."
SAY_HOW = "Say yourself how you like to be told, for example just headlines."
NO_SHORTER = "Shorter than headlines I cannot be."
NO_LONGER = "That is as much as I tell; say read it in full for a whole mail."

_SAID: Mapping[Liking, str] = {
    Liking.HEADLINES: "Just the headlines from now on.",
    Liking.SHORTER: "I'll keep them shorter.",
    Liking.LONGER: "I'll tell you more of each mail.",
    Liking.USUAL_LENGTH: "The usual length again.",
    Liking.FLOW: "I'll go on by myself, two seconds after each mail. Say ask me, and I ask again.",
    Liking.ASK: "I'll ask you after each mail again.",
    Liking.NO_PRODS: "I won't speak into a silence any more.",
    Liking.ONE_PROD: "I'll speak into a silence only once.",
}


def said_back(like: Liking, *, after_s: int) -> str:
    """`I'll speak into a silence after 30 seconds.`"""
    return _SAID.get(like) or f"I'll speak into a silence after {after_s} seconds."
