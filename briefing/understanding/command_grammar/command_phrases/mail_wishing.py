"""The briefing by mail: whether and when it is to come, how much of it and of which accounts, and that today's is wanted now."""

from collections.abc import Mapping
from enum import StrEnum


class MailWish(StrEnum):
    """One wish about being briefed by mail. `AT` has a time of day with it, `ACCOUNTS` names of accounts, the others nothing."""

    ON = "mail_on"
    OFF = "mail_off"
    AT = "mail_at"
    NOW = "mail_now"
    EVERY_DAY = "mail_every_day"
    WEEKDAYS = "mail_weekdays"
    SHORTER = "mail_shorter"
    LONGER = "mail_longer"
    QUIET = "mail_quiet"
    NOT_QUIET = "mail_not_quiet"
    ACCOUNTS = "mail_accounts"
    ALL_ACCOUNTS = "mail_all_accounts"
    FROM_MINE = "mail_from_mine"
    FROM_YOURS = "mail_from_yours"
    HOW = "mail_how"
    """When and how it comes now."""


_BY_MAIL = "(the|my) (briefing by mail|mailed briefing|mail briefing)"
_THE_BRIEFING = "(the|my|a|your) [daily|morning] briefing"
_SENT = f"(mail|send|write) me {_THE_BRIEFING} by mail|mail me {_THE_BRIEFING}|brief me by mail|mail {_THE_BRIEFING} to me"
_AT_ONCE = "(now|right now|right away|at once)"
_EACH_DAY = "((every|each) (day|morning)|daily)"
_COMES = f"(brief me by mail|{_SENT}|mail me [the briefing]|{_BY_MAIL} (comes|should come|is to come|should be sent))"
WHOLE: Mapping[MailWish, tuple[str, ...]] = {
    MailWish.ON: (
        f"({_SENT}) [from now on|{_EACH_DAY}|in the morning]",
        "(start|turn on|switch on|begin) (mailing me|the briefing by mail|the (mail|mailed) briefing) [again]",
        f"i (want|would like) {_THE_BRIEFING} by mail [from now on|{_EACH_DAY}]",
    ),
    MailWish.OFF: (
        "(stop|quit) mailing me [the briefing|briefings]|(stop|turn off|switch off|end) (the briefing by mail|the (mail|mailed) briefing)",
        "(no more|no) (briefings|briefing) by mail [any more|please]|do not (mail me|brief me by mail) [the briefing|briefings] [any more]",
        "(stop|quit) sending me (the briefing|briefings) [by mail]|stop briefing me by mail",
    ),
    MailWish.NOW: (
        f"(send|mail) me (today's|todays) briefing [by mail] [{_AT_ONCE}]|brief me by mail {_AT_ONCE}",
        f"(send|mail) me (the|my) briefing [by mail] {_AT_ONCE}",
    ),
    MailWish.EVERY_DAY: (
        f"({_SENT}) (every day of the week|on weekends (too|as well)|at weekends (too|as well))",
        "[a|the|my] briefing by mail (every day|on weekends (too|as well))|(mail|send) me [a|the|my] briefing on weekends (too|as well)",
    ),
    MailWish.WEEKDAYS: (
        f"({_SENT}) (on weekdays|on working days|every weekday|monday to friday|on weekdays only|only on weekdays)",
        "no (briefing|briefings|briefing by mail|mailed briefing) (on|at) [the] weekends|no (briefing|briefings) on [the] weekend",
        "(do not mail me|no mail briefing) (on|at) [the] weekends|(mail|send) me [the] briefing [by mail] only on weekdays",
        "[the] briefing by mail (on|only on) weekdays [only]",
    ),
    MailWish.SHORTER: (
        "(make|keep) [the|my] (briefing by mail|mailed briefing|mail briefing) (short|shorter)",
        "[a] shorter (briefing by mail|mailed briefing)",
    ),
    MailWish.LONGER: (
        "(make|keep) [the|my] (briefing by mail|mailed briefing|mail briefing) (long|longer)",
        "[a] longer (briefing by mail|mailed briefing)",
    ),
    MailWish.QUIET: (
        "(only mail me|mail me only|only brief me by mail) (if|when) (it|something) (matters|is important)",
        "(do not mail me|no briefing by mail) (if|when) (nothing matters|nothing is important|there is nothing [important])",
    ),
    MailWish.NOT_QUIET: ("(mail me|brief me by mail) even (if|when) (nothing matters|nothing is important|there is nothing [important])",),
    MailWish.ALL_ACCOUNTS: (
        "(brief me by mail|mail me) (about|of|from) all [of] [my|the] accounts [again]",
        f"all [of] [my|the] accounts in {_BY_MAIL} [again]|{_BY_MAIL} (about|of|from|for|with) all [of] [my|the] accounts [again]",
    ),
    MailWish.FROM_MINE: (
        f"{_COMES} from [one of] my own (account|accounts|address|mailbox)|{_COMES} from (my (account|address|mailbox)|myself)",
        f"{_COMES} from my [own] (account|address) to itself",
    ),
    MailWish.FROM_YOURS: (f"{_COMES} from (your [own] (address|account|mailbox)|yourself|[the] aloud's [own] address)",),
    MailWish.HOW: (
        "(when|at what time|what time) (do you|will you) (mail me|brief me by mail|send me the briefing)|do you (mail me|brief me by mail)",
        f"(where|what address|which address|which account) (does|will) {_BY_MAIL} come from|from (where|which account) do you mail me",
        "(when|at what time) (does|will) (the|my) (briefing by mail|mailed briefing) come|when do i get (the|my) briefing by mail",
    ),
}
"""Said as a whole."""

AT: tuple[str, ...] = (
    f"({_SENT}) [{_EACH_DAY}] {{when}}",
    f"(mail me|send me (the|my) [daily|morning] briefing) [{_EACH_DAY}] {{when}}",
    "(the|my) (briefing by mail|mailed briefing) [should come|should be|is to come|comes|comes in|at] {when}",
    f"i (want|would like) (the|my) [daily|morning] briefing by mail [{_EACH_DAY}] {{when}}",
)
"""With a time of day."""

ACCOUNTS: tuple[str, ...] = (
    "(brief me by mail|mail me) (only (about|of|from)|about only) {who}",
    f"{_BY_MAIL} [should be|is to be] (only (about|of|from|for|with)|(about|of|from|for|with) only) {{who}}",
    f"only {{who}} in {_BY_MAIL}",
)
"""With the names of accounts."""
