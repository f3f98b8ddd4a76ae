"""What is plainly said to us, in the forms that people use most: for a recogniser that is asked whether what it heard may be one of them.

They are a choice from what the grammar understands. A form stands for all that differ from it in a name or a day: a recogniser that was
told "add the invoice to my keywords" also hears "add boiler to my keywords". None has words that are dictated: those are not to be guessed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from briefing.understanding.command_grammar.command_phrases.notation import expand
from briefing.understanding.hearing.near_forms import likest

NAME = "{name}"
LONGEST_WITH_PLEASE, LONGEST_AFTER_PLEASE = 6, 3
"""Words: nobody says please to a long one."""
GIVEN = frozenset({"invoice"})
"""Of an example. Where nothing like it was heard, it was not said."""

_IT = "(it|this|that|this one|this mail)"
_THE_ONE_FROM = "(the one|the mail) from {name}"
_DAY = "(tomorrow|tomorrow morning|Monday|Tuesday|Wednesday|Thursday|Friday|next week)"

ALWAYS = (
    "next [one|mail]|the next one|go on|continue|skip it|skip this one|skip this topic|skip the whole topic|go to the next topic",
    "go to topic two|go back|back|previous|the previous one|say that again|repeat that|could you say that again|read it again",
    "read it in full|read the whole (thing|mail)|stop|wait|hold on [a moment]|one moment|slower|speak more slowly|faster|a bit faster",
    "normal speed|how many [mails] are left|what is left|help|what can I say|goodbye|bye|what did I skip [so far]|anything new",
    "any new mail|where were we|which account is this|who sent it|who is (it|this) from|who else got it|when did it come|when was it sent",
    f"(archive|delete|flag|unflag|star) {_IT}|put it in the (archive|trash)|throw it away|put a star on it|take the flag off",
    "remove the flag|mark (it|this|this one|this mail) as (read|unread|important|not important|spam)|keep it unread",
    "this is spam|that's spam|report (it|this) as spam|move (it|this|this mail) to (receipts|the folder receipts)",
    f"label (it|this) [as] receipts|snooze (it|this) (until {_DAY}|for an hour|for two hours)|remind me [about this] (tomorrow|on Monday)",
    "remind me about this (on Friday|next week)|unsubscribe [from this]|undo [it|that]|undo the (last one|archiving|flag)|take that back",
    "bring it back|put it back|archive the second one|(archive|delete) all newsletters|mark all newsletters as read|only my work mail",
    "skip the newsletters|all my mail again|make (him|her|this sender) a VIP|add invoice to my keywords|search for the invoice",
    f"(open|go to|read me|archive|delete|flag|find) {_THE_ONE_FROM}|[is there] anything from {NAME}|archive everything from {NAME}",
    f"mark {_THE_ONE_FROM} as (read|unread)|snooze {_THE_ONE_FROM} until tomorrow|move {_THE_ONE_FROM} to receipts",
    f"forward (it|this) to {NAME}|forward it|write [a mail|a new mail] to {NAME}|reply|reply to this|cancel|never mind",
)
ASKED = (
    "yes|yeah|yep|sure|okay|yes please|do it|go ahead|yes do it|that's right|no|nope|no thanks|[no] don't|don't do it|leave it",
    "[yes] send it|send it (now|later|tomorrow|tomorrow morning)|[no] (don't|do not) send it|not yet|cancel (it|that)|forget the reply",
    "discard it|read it back|read me the draft|make it (shorter|longer|friendlier|more polite|more formal)|add thank you",
    f"the subject is invoice|change Monday to Friday|[blind] copy {NAME}",
)
"""Answers, and what is said of a draft."""


MOST_NAMES = 10
"""Of those that something heard may have been: each is in some twenty forms."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MaySay:
    """What may be said now: these names, answers where something `is_asked`, and no form at all where it `is_dictated`."""

    names: tuple[str, ...] = field(default=(), repr=False)
    is_asked: bool = False
    is_dictated: bool = False

    def forms(self, heard: Sequence[str]) -> Sequence[str]:
        """Those with names that sound like some of what was heard."""
        return () if self.is_dictated else plain_forms(tuple(likest(heard, self.names, MOST_NAMES)), is_asked=self.is_asked)


@lru_cache(maxsize=64)
def plain_forms(names: tuple[str, ...], *, is_asked: bool) -> Sequence[str]:
    """Those that may be said now, with these names; polite ones included."""
    patterns = (*ALWAYS, *(ASKED if is_asked else ()))
    forms = [form for pattern in patterns for form in expand(pattern)]
    named = [form.replace(NAME, name) for form in forms for name in (names if NAME in form else ("",))]
    with_please = [f"{form} please" for form in named if len(form.split()) <= LONGEST_WITH_PLEASE]
    return tuple(dict.fromkeys([*named, *with_please, *(f"please {form}" for form in named if len(form.split()) <= LONGEST_AFTER_PLEASE)]))
