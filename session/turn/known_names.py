"""Names in what was heard, put right from the user's own mail on this machine; `briefing.understanding.hearing.heard_names` says how.

A name that was put right is heard in the answer, so that the user can say that they meant somebody else: where the answer does not name the
person anyway, it begins with the name.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from briefing.mail import Address
from briefing.speech.sentences import replies
from briefing.understanding.hearing.heard_names import KnownPeople, with_known_names
from briefing.words import fold, split_words
from session.call import Call
from session.dialogue import Awaits
from session.outcome import Outcome
from session.passages import Passage

MOST_PEOPLE = 200
"""Of those who wrote: comparing one name with these takes some milliseconds."""


def put_right(call: Call, heard: str) -> str:
    """The words of a transcript, its names put right; they are noted until its turn is heard."""
    said, is_dictated = call.dialogue.understandings.of(heard), call.dialogue.awaits is Awaits.WORDS
    found = with_known_names(said, known_people(call), is_dictated=is_dictated)
    if found.names:
        call.turn.names[found.words] = found.names
    return found.words


def known_people(call: Call) -> KnownPeople:
    """Whom the user may speak of now."""
    envelopes, own = call.mail.pipeline.envelopes, call.acting.own_addresses
    here = envelopes.get(call.it) if call.it is not None else None
    gets_it = call.acting.draft.recipients if call.acting.draft is not None else ()
    of_the_mail = (here.sender, *here.to, *here.cc) if here is not None else ()
    everyone = {each.sender.email: each.sender for each in envelopes.values()}
    written_to = call.mail.pipeline.written_to
    first = sorted(everyone.values(), key=lambda each: each.email not in written_to)
    return KnownPeople(
        writers=tuple(islice(first, MOST_PEOPLE)),
        at_hand=tuple(each for each in (*of_the_mail, *gets_it) if each.email not in own),
        addressees=tuple(gets_it) or ((here.sender,) if here is not None else ()),
        words=frozenset(word for each in everyone.values() for word in split_words(each.name)) | frozenset(_subject(call)),
    )


def _subject(call: Call) -> Sequence[str]:
    here = call.mail.pipeline.envelopes.get(call.it) if call.it is not None else None
    return split_words(here.subject) if here is not None else []


def names_put_right(call: Call, words: str) -> tuple[str, ...]:
    """Those that were put right in these words of the user's, and were not named since."""
    noted = [name for transcript, names in call.turn.names.items() if transcript in words for name in names]
    return tuple(dict.fromkeys((*noted, *call.turn.to_name)))


def hear_names(call: Call, words: str) -> None:
    """A turn with these words is heard: what was put right in its transcripts is to be named in the answer."""
    call.turn.to_name = ()
    call.turn.to_name, call.turn.names = names_put_right(call, words), {}


def named_back(call: Call, outcome: Outcome) -> Outcome:
    """The outcome of a tool, with the names that were put right in it; once, in the first answer of the turn."""
    names, call.turn.to_name = call.turn.to_name, ()
    told = set(split_words(outcome.words))
    unsaid = [name for name in names if told.isdisjoint(split_words(name))]
    return replace(outcome, spoken=(Passage(replies.taken_for(unsaid)), *outcome.spoken)) if unsaid else outcome


def whom_they_name(words: str, people: Sequence[Address]) -> Address | None:
    """The only one of these whom the words name."""
    told = set(split_words(words))
    named = [person for person in people if not told.isdisjoint(split_words(person.name))]
    best = max((len(told.intersection(split_words(person.name))) for person in named), default=0)
    fitting = [person for person in named if len(told.intersection(split_words(person.name))) == best]
    return fitting[0] if len(fitting) == 1 else None


def in_place_of(heard: str, told: str, name: str) -> str:
    """What was told to a tool, with the name for what was heard as one (in small letters, as `split_words` has it)."""
    sought, words = heard.split(), [*re.finditer(r"[^\W_]+", told)]
    for at in range(len(words) - len(sought) + 1):
        run = words[at : at + len(sought)]
        if run and [fold(word.group()) for word in run] == sought:
            return told[: run[0].start()] + name + told[run[-1].end() :]
    return told
