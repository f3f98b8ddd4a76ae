"""What to suggest if an intent was nearly understood and no model can be asked."""

from collections.abc import Mapping

from briefing.understanding.near_commands import NearCommand, NearIntent

TAKE_YOUR_TIME = "Take your time. What shall it say?"

_HINTS: Mapping[NearIntent, str] = {
    NearIntent.GET_RID_OF_IT: "Archive it or delete it? Say which.",
    NearIntent.PUT_IT_OFF: "You can say \u201cskip this one\u201d, or \u201csnooze it until tomorrow\u201d.",
    NearIntent.CHANGE_SEVERAL: (
        "One mail at a time, or all of a kind: you can say "
        "\u201c{verb} it\u201d, \u201c{verb} this topic\u201d or \u201c{verb} all newsletters\u201d."
    ),
}


def hint(near: NearCommand | None) -> str:
    """A sentence that leads on from there; empty if the words were not near to any command."""
    return _HINTS[near.intent].format(verb=near.verb) if near else ""
