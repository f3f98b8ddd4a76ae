"""How a call begins and ends: true counts in a few sentences.

New mail and mail that waited longer than the ledger remembers are counted apart, because the second is not new and is never called so.
The counts that open the greeting are digits; everything after them is in words up to twelve.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import takewhile

from briefing.mail import UNKNOWN_SENDER, Address
from briefing.speech.content.names import spoken_name
from briefing.speech.sentences.about_accounts import did_not_load, sign_in_needed
from briefing.speech.sentences.about_narrowing import left_out_in_this_call
from briefing.speech.wording.ages import part_of_day, spoken_since
from briefing.speech.wording.counts import count_word, counted, joined, plural_of, sentence_start
from briefing.speech.wording.speakable import capped, speakable

_SECONDS_PER_MAIL = 15
LONGEST_TOLD_MIN = 60
MOST_LEADING = 2
"""So many names are heard before the first mail, and not more: what follows are the mails themselves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GreetingFacts:
    """What a greeting is made of. All counts come from the tracker and the ledger.

    `new` are the mails of this briefing that have not waited longer than 7 days, `still_unread` those that have: together they are the
    agenda. `arrived` are those of them that came since the last briefing, None where that is not known (yet). `topics`, `important` and
    `flagged` are about all of them; `leading` wrote those that look important, in the order in which they come. `left_out_heard` and
    `left_out_skipped` are unread mails that an earlier call dealt with. `handled_elsewhere` are mails that waited when the last call ended
    and were dealt with in another program since. `unreachable_accounts` are labels ("work"), and so are `closed_accounts`, which have to
    be connected again; `accounts_unknown`: nobody could read whether there are more. `not_loaded` counts mails that were asked for and
    could not be read. `unread_in_all` is what the mailboxes count while mail is still listed, heard or not. `ledger_away`: earlier calls
    cannot be remembered now. `in_the_middle` says what was left undone in the conversation that the call takes up, `from_team` that the
    team has something. `left_out_until` is what the user does not want to hear of, none of it counted here, with the moment when that ends.
    """

    now: datetime
    new: int = 0
    still_unread: int = 0
    arrived: int | None = None
    topics: int = 0
    important: int = 0
    flagged: int = 0
    unread_in_all: int | None = None
    leading: tuple[Address, ...] = ()
    left_out_heard: int = 0
    left_out_skipped: int = 0
    handled_elsewhere: int = 0
    minutes: int = 0
    last_briefed_at: datetime | None = None
    still_loading: bool = False
    first_call: bool = False
    unreachable_accounts: tuple[str, ...] = ()
    accounts_unknown: bool = False
    closed_accounts: tuple[str, ...] = ()
    not_loaded: int = 0
    ledger_away: bool = False
    in_the_middle: str = field(default="", repr=False)
    left_out_until: Mapping[str, datetime] = field(default_factory=dict, repr=False)
    from_team: str = field(default="", repr=False)

    @property
    def on_agenda(self) -> int:
        return self.new + self.still_unread


def minutes_for(mails: int) -> int:
    """How many minutes a briefing of so many mails takes, at 15 seconds a mail; at least one when there is any."""
    return max(1, round(mails * _SECONDS_PER_MAIL / 60)) if mails > 0 else 0


def greeting(facts: GreetingFacts) -> str:
    part = part_of_day(facts.now)
    hello = "Good evening." if part == "night" else f"Good {part}."
    what = _what_there_is(facts) if facts.on_agenda else _nothing_new(facts)
    unlisted = ["I cannot look up your connected accounts just now."] if facts.accounts_unknown else []
    missing = [_away(facts.unreachable_accounts), *unlisted, sign_in_needed(facts.closed_accounts), did_not_load(facts.not_loaded)]
    without = left_out_in_this_call(facts.left_out_until, now=facts.now)
    said = [hello, facts.in_the_middle, facts.from_team, dealt_with_meanwhile(facts.handled_elsewhere), *what, without, *missing]
    if facts.ledger_away:
        said.append("I cannot look up earlier calls right now, so some of this may be familiar.")
    return " ".join(filter(None, said))


def _since(facts: GreetingFacts) -> str:
    return f" {spoken_since(facts.last_briefed_at, facts.now)}" if facts.last_briefed_at and not facts.first_call else ""


def _what_there_is(facts: GreetingFacts) -> list[str]:
    since = _since(facts)
    count = f"{_count_since(facts, since)}{_of_all(facts)}" if since else _unread(facts)
    return [
        f"{count}{_in_topics(facts)}{_standing_out(facts)}{_left_out(facts)}.",
        _old_ones(facts, since),
        _duration(facts.minutes),
    ]


def _unread(facts: GreetingFacts) -> str:
    """What the mailboxes count is what there is, where nothing of it was heard; else it says what the rest is a part of."""
    if facts.unread_in_all is not None and not (facts.left_out_heard or facts.left_out_skipped):
        return f"You have {facts.unread_in_all} unread mails"
    return f"You have {_at_least(facts)}{facts.on_agenda} unread {_mails(facts)}{_of_all(facts)}"


def _of_all(facts: GreetingFacts) -> str:
    return "" if facts.unread_in_all is None else f", out of {facts.unread_in_all} in all"


def _duration(minutes: int) -> str:
    """Nobody listens for two hours: beyond one, it is said how to hear what matters instead."""
    if minutes > LONGEST_TOLD_MIN:
        return "All of it takes more than an hour; ask what is important to hear what matters most."
    return f"About {counted(minutes, 'minute')}." if minutes > 0 else ""


def _count_since(facts: GreetingFacts, since: str) -> str:
    """`12 new since this morning`, or what waited already then: mail that was not heard in an earlier call is not new for that."""
    if not facts.new:
        waiting = f"{facts.still_unread} {'is' if facts.still_unread == 1 else 'are'} still unread"
        return f"Nothing new{since}, but {waiting} from last week or before"
    if facts.arrived == facts.new:
        return f"{facts.new} new{since}{',' if facts.topics > 1 else ''}"
    unheard = f"You have {_at_least(facts)}{facts.on_agenda} {_mails(facts)} you have not heard"
    if facts.arrived is None or facts.on_agenda == 1:
        return unheard
    return f"{unheard}, {facts.arrived or 'none'} of them new{since}{',' if facts.topics > 1 else ''}"


def _mails(facts: GreetingFacts) -> str:
    return plural_of(facts.on_agenda, "mail")


def _at_least(facts: GreetingFacts) -> str:
    return "at least " if facts.still_loading else ""


def _in_topics(facts: GreetingFacts) -> str:
    if facts.topics < 2 or facts.still_loading or (facts.last_briefed_at and not facts.new):
        return ""  # while envelopes are on their way, the topics are not yet what they will be
    return f" in {facts.topics} {plural_of(facts.topics, 'topic')}"


def _standing_out(facts: GreetingFacts) -> str:
    """`; 6 look important, 2 are flagged`."""
    at_least = "at least " if facts.still_loading and facts.important else ""
    only = facts.on_agenda == 1
    parts = []
    if facts.important:
        looks = "looks" if facts.important == 1 else "look"
        parts.append("it looks important" if only else f"{at_least}{facts.important} {looks} important{_led_by(facts.leading)}")
    if facts.flagged:
        is_flagged = "is flagged" if facts.flagged == 1 else "are flagged"
        parts.append(("it is flagged" if not parts else "is flagged") if only else f"{facts.flagged} {is_flagged}")
    between = " and " if only else "; " if facts.leading else ", "
    return f"; {between.join(parts)}" if parts else ""


def _led_by(senders: tuple[Address, ...]) -> str:
    """`, first those from Anna and Ben`: who is heard first, or of one or two senders, that all are theirs; nobody not yet known."""
    known = [*takewhile(lambda sender: sender != UNKNOWN_SENDER, senders)]
    names = [*dict.fromkeys(map(spoken_name, known))]
    all_theirs = len(names) <= MOST_LEADING and len(known) == len(senders)
    return f", {'' if all_theirs else 'first those '}from {joined(names[:MOST_LEADING])}" if names else ""


def _left_out(facts: GreetingFacts) -> str:
    """`; I leave out the 30 you have heard and six that you skipped`."""
    parts = []
    if facts.left_out_heard:
        parts.append(f"the {'one' if facts.left_out_heard == 1 else count_word(facts.left_out_heard)} you have heard")
    if facts.left_out_skipped:
        parts.append(f"{count_word(facts.left_out_skipped)} that you skipped")
    return f"; I leave out {joined(parts)}" if parts else ""


def _old_ones(facts: GreetingFacts, since: str) -> str:
    if not facts.still_unread or (since and not facts.new):
        return ""
    if since and facts.arrived == facts.new:
        more = f"{count_word(facts.still_unread)} more {'is' if facts.still_unread == 1 else 'are'} still unread from last week or before"
    elif not facts.new:
        return "It is more than a week old." if facts.still_unread == 1 else "All of them are more than a week old."
    else:
        more = f"{count_word(facts.still_unread)} of them {'has' if facts.still_unread == 1 else 'have'} been waiting for more than a week"
    return f"{sentence_start(more)}."


def _nothing_new(facts: GreetingFacts) -> list[str]:
    if facts.still_loading:
        return ["I am still looking through your inbox; nothing new so far."]
    nothing = (
        f"Nothing new{_since(facts)}."
        if not facts.first_call or facts.left_out_heard or facts.left_out_skipped
        else "You have no unread mail."
    )
    if not facts.left_out_skipped:
        return [nothing]
    them = "it" if facts.left_out_skipped == 1 else "them"
    return [nothing, f"You skipped {count_word(facts.left_out_skipped)}; shall I go through {them}?"]


def _away(labels: tuple[str, ...]) -> str:
    names = [name for name in (capped(speakable(label[:200]), 30) for label in labels) if name]
    if not labels:
        return ""
    if not names:
        return f"I cannot reach {'one of your accounts' if len(labels) == 1 else 'some of your accounts'} at the moment."
    return f"I cannot reach your {joined(names)} {plural_of(len(names), 'account')} at the moment."


def dealt_with_meanwhile(mails: int) -> str:
    """`Three of the mails that were waiting have been dealt with meanwhile.`; empty for none."""
    have = "has" if mails == 1 else "have"
    return f"{sentence_start(count_word(mails))} of the mails that were waiting {have} been dealt with meanwhile." if mails else ""
