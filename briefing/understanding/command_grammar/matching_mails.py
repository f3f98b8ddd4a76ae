"""Which of the mails at hand a description means: `described_mails` has read its words, and here they are held against the mails."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from briefing.mail import Address, Envelope, MailId
from briefing.understanding.command_grammar.described_mails import described
from briefing.understanding.command_grammar.description import Description, Sort
from briefing.understanding.times.spans import span_of
from briefing.words import split_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What a description may refer to. `now` is aware, on the user's own clock; `sender` wrote the mail that is open.

    `here` are the mails of its topic, `ahead` those that come next, which the `open` one is not once it was told; `newsletters` are what
    the agenda takes for such, and `listed` the mails of the list that was told last.
    """

    now: datetime
    sender: Address | None = None
    open: MailId | None = None
    here: Collection[MailId] = ()
    ahead: Sequence[MailId] = ()
    newsletters: Collection[MailId] = ()
    listed: Sequence[MailId] = ()


def matching(description: str | Description, mails: Iterable[Envelope], around: Surroundings) -> tuple[Envelope, ...]:
    """The mails that are meant, in their order; none of them where the description was not understood."""
    what = described(description) if isinstance(description, str) else description
    if what is None or what.uncounted:
        return ()
    return tuple(mail for mail in _named(what, mails, around) if not any(_fits(mail, each, around) for each in what.without))


def left_out(what: Description, mails: Iterable[Envelope], around: Surroundings) -> tuple[tuple[Envelope, ...], ...]:
    """For each exception, the mails that would be meant but for it."""
    meant = _named(what, mails, around)
    return tuple(tuple(mail for mail in meant if _fits(mail, each, around)) for each in what.without)


def _named(what: Description, mails: Iterable[Envelope], around: Surroundings) -> tuple[Envelope, ...]:
    """What is meant, exceptions included."""
    mails = list(mails)
    what = with_whole_names(what, mails)
    if what.others:
        each_of = [(each, _named(each, mails, around)) for each in (replace(what, others=()), *what.others)]
        meant = {mail.mail_id for _, found in each_of for mail in found}
        is_clear = all(found and len(found) == (each.count or len(found)) for each, found in each_of)
        is_clear = is_clear and len(meant) == sum(len(found) for _, found in each_of)
        return tuple(mail for mail in mails if mail.mail_id in meant) if is_clear else ()
    fitting = {mail.mail_id: mail for mail in mails if _fits(mail, what, around)}
    fitting = {mail: each for mail, each in fitting.items() if not _is_half_named(each, what)} or fitting
    if what.first:
        return tuple(fitting[mail] for mail in around.ahead if mail in fitting)[: what.first]
    told = [mail for place in what.places for mail in _at(around.listed, place)]
    if len(set(told)) < len(what.places) or not all(mail in fitting for mail in told):
        return ()  # the list is shorter, or one of them is gone: it is not clear which are meant
    return tuple(fitting[mail] for mail in (told or fitting))


def _fits(mail: Envelope, what: Description, around: Surroundings) -> bool:
    now, sender = around.now, around.sender
    span = span_of(what.period, now) if what.period else None
    return (
        _is_of(mail, what.sort, around.newsletters)
        and _has_words(what.sender, f"{_told(mail)}{mail.sender.name} {mail.sender.email} {mail.list_id}")
        and _has_words(what.subject, mail.subject)
        and (not what.of_this_sender or (sender is not None and mail.sender.email == sender.email))
        and (what.older_than is None or now - mail.received_at > what.older_than)
        and (not what.period or (span is not None and span.since <= mail.received_at < span.until))
        and (not what.flagged or mail.flagged)
        and (not what.with_attachments or bool(mail.attachments))
        and (not what.is_here or mail.mail_id in around.here)
        and (not what.listed or mail.mail_id in around.listed)
        and (not what.places or any(mail.mail_id in _at(around.listed, place) for place in what.places))
        and (not what.open or mail.mail_id == around.open)
        and _has_words(what.named, f"{mail.sender.name} {mail.sender.email} {mail.list_id} {mail.subject}")
    )


def is_one_of(mail: Envelope, what: Description, around: Surroundings) -> bool:
    """Whether this mail is meant, whichever others are; `what` has whole names and counts nothing."""
    is_meant = any(_fits(mail, each, around) for each in (replace(what, others=()), *what.others))
    return is_meant and not any(_fits(mail, each, around) for each in what.without)


def with_whole_names(what: Description, mails: Iterable[Envelope]) -> Description:
    """The description with a name that holds an "and" as one: "marks and spencer", where a sender is called so, is no Marks beside a
    Spencer."""
    if not any(each.sender for each in what.others):
        return what
    names = [_told(mail) for mail in mails]
    whole: list[Description] = [replace(what, others=())]
    for each in what.others:
        joined = (*whole[-1].sender, "and", *each.sender)
        is_name = bool(whole[-1].sender and each.sender) and _is_one_name(whole[-1].sender, each.sender, names)
        whole[-1:] = [replace(whole[-1], sender=joined)] if is_name else [whole[-1], each]
    return replace(whole[0], others=tuple(whole[1:]))


def _is_one_name(first: tuple[str, ...], second: tuple[str, ...], names: Sequence[str]) -> bool:
    """Whether somebody is called so, and not two others that and that: a stranger who calls himself "Ben and Anna" is not who is meant."""
    joined = f" {' '.join((*first, 'and', *second))} "
    others = [name for name in names if joined not in name]
    return len(others) < len(names) and not all(any(_has_words(part, name) for name in others) for part in (first, second))


def _told(mail: Envelope) -> str:
    """The sender's name as it is spoken, between spaces."""
    return f" {' '.join(split_words(mail.sender.name.replace('&', ' and ')))} "


def _is_half_named(mail: Envelope, what: Description) -> bool:
    """Whether the words are one half of a sender who is called two: "Ben" is rather somebody of that name than "Ben and Jerry's"."""
    halves = _told(mail).split(" and ")
    return len(halves) > 1 and any(set(what.sender) == set(half.split()) for half in halves)


def _at(mails: Sequence[MailId], place: int) -> Sequence[MailId]:
    """The one at this place, from 1 on, and from the end with a minus."""
    return mails[place:][:1] if place < 0 else mails[place - 1 : place]


def _is_of(mail: Envelope, sort: Sort, newsletters: Collection[MailId]) -> bool:
    match sort:
        case Sort.ANY:
            return True
        case Sort.NEWSLETTERS:
            return mail.mail_id in newsletters
        case Sort.NOTIFICATIONS:
            return mail.automatic and not mail.bulk
        case Sort.INVITATIONS:
            return mail.invitation


def _has_words(wanted: tuple[str, ...], text: str) -> bool:
    if not wanted:
        return True
    there = set(split_words(text))
    return all(word in there or (len(word) > 3 and word.removesuffix("s") in there) for word in wanted)
