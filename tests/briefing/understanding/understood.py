"""The facets of an `Understanding` as functions of words, for tests of one grammar."""

from briefing.mail_action import MailAction
from briefing.understanding.awaited import Awaited
from briefing.understanding.commands import Command
from briefing.understanding.confirmation import Confirmation
from briefing.understanding.evidence import Evidence
from briefing.understanding.understanding import understand


def recognise(words: str, *, offer_open: bool = False) -> Command | None:
    return understand(words).answer if offer_open else understand(words).command


def is_incomplete(words: str) -> bool:
    return understand(words).is_incomplete


def has_ended(words: str) -> bool | None:
    return understand(words).has_ended


def confirmation(words: str, action: MailAction | None = None, *, mails: int = 1, to_whom: bool = False) -> Confirmation:
    return understand(words).confirmation(action, mails=mails, to_whom=to_whom)


def says_nothing(words: str) -> bool:
    return understand(words).says_nothing


def awaited(words: str) -> Awaited:
    return understand(words).awaited


def named_time(words: str) -> str:
    return understand(words).named_time


def asks_for(words: str, action: MailAction) -> bool:
    return understand(words).change.asks_for(action)


def mails_meant(words: str, action: MailAction) -> int:
    return understand(words).change.mails_meant(action)


def mentions(words: str, label: str) -> bool:
    return understand(words).change.mentions(label)


def names_a_mail(words: str) -> bool:
    change = understand(words).change
    return change.names_a_mail(next((each for each in MailAction if change.asks_for(each)), MailAction.ARCHIVE))


def completes(words: str) -> bool:
    return understand(words).change.completes


def takes_back(words: str) -> bool:
    return understand(words).change.retracts


def holds_back(words: str, *, awaited: bool = False) -> bool:
    holding = understand(words).holding
    return holding.holds_back_amid_words if awaited else holding.holds_back


def may_hold_back(words: str) -> bool:
    return understand(words).holding.may_hold_back


def calls_back(words: str) -> bool:
    return understand(words).holding.calls_back


def may_drop(words: str) -> bool:
    return understand(words).holding.may_drop


def throws_away(words: str) -> bool:
    return understand(words).holding.throws_away


def is_bare_no(words: str) -> bool:
    return understand(words).holding.is_bare_no


def evidence(*lines: str) -> Evidence:
    return Evidence(tuple(map(understand, lines)))
