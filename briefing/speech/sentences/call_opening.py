"""How a call begins: true counts in a few words, so that the first mail is not waited for. What else there is to say waits for a pause.

New mail and mail that waited longer than the ledger remembers are counted apart, because the second is not new and is never called so.
The counts that open the greeting are digits; everything after them is in words up to twelve.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum, auto

from briefing.mail import UNKNOWN_SENDER, Address
from briefing.speech.content.names import spoken_name
from briefing.speech.sentences.about_accounts import did_not_load, to_connect_again
from briefing.speech.sentences.about_narrowing import left_out_in_this_call
from briefing.speech.sentences.about_the_team import in_greeting
from briefing.speech.wording.ages import part_of_day, spoken_since
from briefing.speech.wording.counts import count_word, counted, joined, plural_of, sentence_start
from briefing.speech.wording.speakable import capped, speakable
from briefing.speech.wording.what_fits import Fitted, fitted

_SECONDS_PER_MAIL = 15
LONGEST_TOLD_MIN = 60
"""Nobody listens for two hours: beyond one, it is said how to hear what matters instead."""
LONGEST_S = 7.4
"""What is said before the first mail begins, within 8 seconds by any estimate. What there is no time for is said in a later pause."""
TAKES_LONG = "All of it takes more than an hour; you can say only what matters, or I have five minutes."


class PlaceInGreeting(IntEnum):
    """In the order in which they are said; what is asked comes last."""

    HELLO = auto()
    IN_THE_MIDDLE = auto()
    DEALT_WITH = auto()
    COUNT = auto()
    OLD = auto()
    LEFT_OUT = auto()
    MINUTES = auto()
    TAKES_LONG = auto()
    LEFT_OUT_UNTIL = auto()
    AWAY = auto()
    CLOSED = auto()
    NOT_LOADED = auto()
    LEDGER_AWAY = auto()
    TEAM = auto()
    OFFER = auto()


_NEEDED = frozenset({PlaceInGreeting.HELLO, PlaceInGreeting.COUNT, PlaceInGreeting.OFFER, PlaceInGreeting.AWAY})
_LAPSES = frozenset({PlaceInGreeting.MINUTES, PlaceInGreeting.TEAM, PlaceInGreeting.CLOSED, PlaceInGreeting.NOT_LOADED})
"""How long it takes is of no use later; what the team has, and how accounts are by then, is told in a pause of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GreetingFacts:
    """What a greeting is made of. All counts come from the tracker and the ledger.

    `new` are the mails of this briefing that have not waited longer than 7 days, `still_unread` those that have: together they are the
    agenda. `arrived` are those of them that came since the last briefing, None where that is not known (yet). `important` is about all
    of them; `leading` wrote those that look important, in the order in which they come. `left_out_heard` and `left_out_skipped` are unread
    mails that an earlier call dealt with. `handled_elsewhere` are mails that waited when the last call ended and were dealt with in another
    program since. `unreachable_accounts` are labels ("work"), and so are `closed_accounts`, which have to be connected again;
    `accounts_unknown`: nobody could read whether there are more. `not_loaded` counts mails that were asked for and could not be read.
    `unread_in_all` is what the mailboxes count while mail is still listed, heard or not. There was no call before where nothing is known
    to be `last_briefed_at`. `ledger_away`: earlier calls cannot be remembered now. `in_the_middle` says what was left undone in the
    conversation that the call takes up, `from_team` on which matters the team has something, empty for what nobody asked for.
    `left_out_until` is what the user does not want to hear of, none of it counted here, with the moment when that ends.
    """

    now: datetime
    new: int = 0
    still_unread: int = 0
    arrived: int | None = None
    important: int = 0
    unread_in_all: int | None = None
    leading: tuple[Address, ...] = ()
    left_out_heard: int = 0
    left_out_skipped: int = 0
    handled_elsewhere: int = 0
    minutes: int = 0
    last_briefed_at: datetime | None = None
    still_loading: bool = False
    unreachable_accounts: tuple[str, ...] = ()
    accounts_unknown: bool = False
    closed_accounts: tuple[str, ...] = ()
    not_loaded: int = 0
    ledger_away: bool = False
    in_the_middle: str = field(default="", repr=False)
    left_out_until: Mapping[str, datetime] = field(default_factory=dict, repr=False)
    from_team: tuple[str, ...] = field(default=(), repr=False)

    @property
    def on_agenda(self) -> int:
        return self.new + self.still_unread


def minutes_for(mails: int) -> int:
    """How many minutes a briefing of so many mails takes, at 15 seconds a mail; at least one when there is any."""
    return max(1, round(mails * _SECONDS_PER_MAIL / 60)) if mails > 0 else 0


def greeting(facts: GreetingFacts, *, most: float) -> Fitted:
    """The first words, in at most so many characters but for what is said in any case, and what has to wait for a pause."""
    part = part_of_day(facts.now)
    count = _count(facts) if facts.on_agenda else _nothing_new(facts)
    important, led_by = _important(facts), _led_by(facts.leading) if facts.on_agenda > 1 else ""
    unlisted = "I cannot look up your connected accounts just now." if facts.accounts_unknown else ""
    steps = (
        (PlaceInGreeting.HELLO, "Good evening." if part == "night" else f"Good {part}."),
        (PlaceInGreeting.COUNT, f"{count}."),
        (PlaceInGreeting.AWAY, f"{_away_in_short(facts.unreachable_accounts)} {unlisted}".strip()),
        (PlaceInGreeting.LEDGER_AWAY, "I cannot look up earlier calls now." if facts.ledger_away else ""),
        (PlaceInGreeting.OFFER, "" if facts.on_agenda or facts.still_loading else _offer(facts.left_out_skipped)),
        (PlaceInGreeting.COUNT, f"{count}{important}."),
        (PlaceInGreeting.IN_THE_MIDDLE, facts.in_the_middle),
        (PlaceInGreeting.TEAM, in_greeting(facts.from_team, named=False)),
        (PlaceInGreeting.LEFT_OUT_UNTIL, _leaving_out(facts)),
        (PlaceInGreeting.DEALT_WITH, dealt_with_meanwhile(facts.handled_elsewhere)),
        (PlaceInGreeting.LEFT_OUT, _left_out(facts) if facts.on_agenda else ""),
        (PlaceInGreeting.CLOSED, to_connect_again(facts.closed_accounts)),
        (PlaceInGreeting.NOT_LOADED, did_not_load(facts.not_loaded, back=False)),
        (PlaceInGreeting.COUNT, f"{count}{important}{led_by}."),
        (PlaceInGreeting.LEFT_OUT_UNTIL, left_out_in_this_call(facts.left_out_until, now=facts.now)),
        (PlaceInGreeting.MINUTES, f"About {counted(facts.minutes, 'minute')}." if 0 < facts.minutes <= LONGEST_TOLD_MIN else ""),
        (PlaceInGreeting.TAKES_LONG, TAKES_LONG if facts.minutes > LONGEST_TOLD_MIN else ""),
        (PlaceInGreeting.OLD, _old_ones(facts)),
        (PlaceInGreeting.NOT_LOADED, did_not_load(facts.not_loaded)),
        (PlaceInGreeting.LEDGER_AWAY, "I cannot look up earlier calls, so some of this may be familiar." if facts.ledger_away else ""),
        (PlaceInGreeting.AWAY, f"{_away(facts.unreachable_accounts)} {unlisted}".strip()),
        (PlaceInGreeting.TEAM, in_greeting(facts.from_team)),
    )
    return fitted(steps, most=most, needed=_NEEDED, lapses=_LAPSES)


def greeting_again(hello: str, progress: str, facts: GreetingFacts, *, most: float) -> Fitted:
    """The first words of a call that takes up one that broke off; `progress` is how far that one came, and the agenda is not counted."""
    steps = (
        (PlaceInGreeting.HELLO, hello),
        (PlaceInGreeting.COUNT, progress),
        (PlaceInGreeting.IN_THE_MIDDLE, facts.in_the_middle),
        (PlaceInGreeting.TEAM, in_greeting(facts.from_team, named=False)),
        (PlaceInGreeting.DEALT_WITH, dealt_with_meanwhile(facts.handled_elsewhere)),
        (PlaceInGreeting.LEFT_OUT_UNTIL, _leaving_out(facts)),
        (PlaceInGreeting.LEFT_OUT_UNTIL, left_out_in_this_call(facts.left_out_until, now=facts.now)),
        (PlaceInGreeting.TEAM, in_greeting(facts.from_team)),
    )
    return fitted(steps, most=most, needed=_NEEDED, lapses=_LAPSES)


def _count(facts: GreetingFacts) -> str:
    """`12 new since this morning`, or what waited already then: mail that was not heard in an earlier call is not new for that.

    What the mailboxes count is what there is, while it is still listed.
    """
    if facts.unread_in_all is not None:
        return f"You have {facts.unread_in_all} unread mails"
    at_least = "at least " if facts.still_loading else ""
    if facts.last_briefed_at is None:
        return f"You have {at_least}{facts.on_agenda} unread {_mails(facts)}"
    since = spoken_since(facts.last_briefed_at, facts.now)
    if not facts.new:
        return f"Nothing new {since}, but {facts.still_unread} older {'is' if facts.still_unread == 1 else 'are'} still unread"
    if facts.arrived == facts.new:
        return f"{facts.new} new {since}{f', and {facts.still_unread} from last week or before' if facts.still_unread else ''}"
    unheard = sentence_start(f"{at_least}{facts.on_agenda} unheard {_mails(facts)}")
    return f"{unheard}, {facts.arrived} new {since}" if facts.arrived and facts.on_agenda > 1 else unheard


def _mails(facts: GreetingFacts) -> str:
    return plural_of(facts.on_agenda, "mail")


def _important(facts: GreetingFacts) -> str:
    """`; 6 look important`."""
    if not facts.important:
        return ""
    if facts.on_agenda == 1 and facts.unread_in_all in {None, 1}:
        return "; it looks important"
    return f"; {'at least ' if facts.still_loading else ''}{facts.important} {'looks' if facts.important == 1 else 'look'} important"


def _led_by(senders: tuple[Address, ...]) -> str:
    """`, the first from Anna`: who is heard first, or that all are theirs; nobody who is not known yet."""
    if not senders or senders[0] == UNKNOWN_SENDER:
        return ""
    names = {spoken_name(sender) for sender in senders if sender != UNKNOWN_SENDER}
    return f", {'' if len(names) == 1 and UNKNOWN_SENDER not in senders else 'the first '}from {spoken_name(senders[0])}"


def _left_out(facts: GreetingFacts) -> str:
    """`I leave out 30 you heard and six you skipped.` While mail is still listed, there may be more of them."""
    heard, skipped = facts.left_out_heard, facts.left_out_skipped
    if facts.unread_in_all is not None:
        which = joined([word for word, mails in (("heard", heard), ("skipped", skipped)) if mails], last="or")
        return f"I leave out what you have {which}." if which else ""
    left = joined([f"{count_word(mails)} you {word}" for word, mails in (("heard", heard), ("skipped", skipped)) if mails])
    return f"I leave out {left}." if left else ""


def _leaving_out(facts: GreetingFacts) -> str:
    """What is not counted here."""
    return f"I leave out {joined([*facts.left_out_until])}." if facts.left_out_until else ""


def _old_ones(facts: GreetingFacts) -> str:
    """Where the count does not say it."""
    if not facts.still_unread or (facts.last_briefed_at and facts.new in {0, facts.arrived}):
        return ""
    if not facts.new:
        return "It is more than a week old." if facts.still_unread == 1 else "All of them are more than a week old."
    are = "is" if facts.still_unread == 1 else "are"
    return sentence_start(f"{count_word(facts.still_unread)} of them {are} more than a week old.")


def _nothing_new(facts: GreetingFacts) -> str:
    if facts.still_loading:
        return "I am still looking through your inbox; nothing new so far"
    if facts.last_briefed_at is not None:
        return f"Nothing new {spoken_since(facts.last_briefed_at, facts.now)}"
    return "Nothing new" if facts.left_out_heard or facts.left_out_skipped else "You have no unread mail"


def _offer(skipped: int) -> str:
    return f"You skipped {count_word(skipped)}; shall I go through {'it' if skipped == 1 else 'them'}?" if skipped else ""


def _away(labels: tuple[str, ...]) -> str:
    names = [name for name in (capped(speakable(label[:200]), 30) for label in labels) if name]
    return f"I cannot reach your {joined(names)} {plural_of(len(names), 'account')} now." if names else _away_in_short(labels)


def _away_in_short(labels: tuple[str, ...]) -> str:
    if not labels:
        return ""
    return f"I cannot reach {'one' if len(labels) == 1 else count_word(len(labels))} of your accounts now."


def dealt_with_meanwhile(mails: int) -> str:
    """`Three of those waiting have been dealt with.`; empty for none."""
    have = "has" if mails == 1 else "have"
    return f"{sentence_start(count_word(mails))} of those waiting {have} been dealt with." if mails else ""
