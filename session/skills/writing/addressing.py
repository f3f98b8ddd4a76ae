"""Finds the recipients that the user names; never recipients that a mail names."""

import re
from collections.abc import Iterable, Mapping, Sequence

from actions.sending.drafts import Draft, DraftChange
from briefing.mail import Address
from briefing.speech.content.names import is_service
from briefing.speech.sentences import about_sending as words
from briefing.understanding.spelled_addresses import spelled
from briefing.understanding.telling_words import NAMES_NOBODY, SOMEBODY
from briefing.words import split_words
from session.call import Call
from session.outcome import SkillRefusedError
from session.skills.finding import ask_who_is_meant
from session.skills.writing.answered import addressed, person_spoken_of
from session.skills.writing.editing import Edit

_BETWEEN_TWO = re.compile(r",|;|\band\b|&", re.IGNORECASE)
_TOO = re.compile(r"(?<=\w)[\s,]+(?:too|as well|also)\W*$", re.IGNORECASE)
_MYSELF = frozenset({"me", "myself"})


def named_recipients(call: Call, named: str, already: Iterable[Address] = ()) -> tuple[Address, ...]:
    """The recipients that the user's own words name: addresses they spelled or typed, people who wrote a mail of this call, "her" or "me".

    "Her" is who was spoken of last. Those whom the draft has `already` may be named by anybody, since the user has agreed to them or will
    be asked.
    """
    there, named = tuple(already), _TOO.sub("", named)
    if not named.strip():
        return ()
    if (whole := _named(call, named, there)) is not None:
        return (whole,)
    found = {each: _named(call, each, there) for each in _names_in(call, named)}
    if unknown := [each for each, address in found.items() if address is None]:
        for each in unknown:
            ask_who_is_meant(call, each)
        theirs = all(call.dialogue.last.own_words.issuperset(split_words(each)) for each in unknown)
        raise SkillRefusedError(words.no_address_of(unknown) if theirs else words.NO_RECIPIENT)
    return _once(each for each in found.values() if each is not None)


def _names_in(call: Call, named: str) -> list[str]:
    return [name for each in _BETWEEN_TWO.split(named) if each.strip() for name in _side_by_side(call, each.strip())]


def _side_by_side(call: Call, named: str) -> list[str]:
    """The names of several people with nothing between them, each of which begins as the name of the one whom it means; else the words."""
    words, found = named.split(), list[str]()
    while words:
        one = next((words[:count] for count in range(len(words), 0, -1) if _is_of_one(call, words[:count])), None)
        if one is None or len(one) == len(named.split()):
            return [named]
        found.append(" ".join(one))
        words = words[len(one) :]
    return found


def _is_of_one(call: Call, name: Sequence[str]) -> bool:
    known = _only(_who_are(_senders(call).values(), " ".join(name)))
    return known is not None and split_words(known.name)[:1] == split_words(name[0])[:1]


def _senders(call: Call) -> Mapping[str, Address]:
    """By address."""
    return {envelope.sender.email: envelope.sender for envelope in call.mail.pipeline.envelopes.values()}


def chosen_recipients(call: Call, named: str, already: Iterable[Address] = ()) -> tuple[Address, ...]:
    """The same for those a mail goes to: where the user's last words say to whom it goes, to nobody else among those who wrote."""
    found, people = named_recipients(call, named, already), addressed(call)
    evidence = call.dialogue.evidence
    if people and not all(each.email in people or evidence.spells(each) for each in found):
        raise SkillRefusedError(words.NO_RECIPIENT)
    return found


def may_be_known(call: Call, named: str) -> bool:
    """Whether it is clear to rules who each of these is, whatever the user has said of them; has no effects."""
    senders = _senders(call).values()
    return all(
        spelled(each) is not None or set(split_words(each)) <= SOMEBODY | _MYSELF or len(_who_are(senders, each)) == 1
        for each in _names_in(call, _TOO.sub("", named))
    )


def wrote_the_open_mail(call: Call, named: str) -> bool:
    """Whether somebody who is named is whom an answer to the open mail goes to."""
    envelope = call.mail.pipeline.envelopes.get(call.it) if call.it is not None else None
    return envelope is not None and may_be_known(call, named) and _is(envelope.sender, named)


def _named(call: Call, named: str, already: tuple[Address, ...]) -> Address | None:
    """The one person or address; None for nobody, or for one that the user has not named."""
    if (there := _only([address for address in already if _is(address, named)])) is not None:
        return there
    known = _senders(call)
    if address := spelled(named):
        person = known.get(address.email)
        return address if call.dialogue.evidence.spells(address) or (person and call.dialogue.evidence.names(person)) else None
    if not call.dialogue.evidence.says(named):
        return None
    if (told := set(split_words(named))) and told <= SOMEBODY | _MYSELF:
        return person_spoken_of(call) if told <= SOMEBODY else _own(call) if told <= _MYSELF else None
    if NAMES_NOBODY.issuperset(told) and not call.dialogue.last.addressed.words >= told:
        return None  # "him her tell" and "Friday" are no name, whatever somebody calls themselves
    return _only(_who_are(known.values(), named))


def _own(call: Call) -> Address | None:
    """The user's address, if they have one only."""
    return _only([Address(email=email) for email in call.acting.own_addresses])


def _only(found: Sequence[Address]) -> Address | None:
    return found[0] if len(found) == 1 else None


def named_among(addresses: Iterable[Address], named: str) -> bool:
    """Whether these words name one of them."""
    return any(_is(address, named) for address in addresses)


def is_one_person(call: Call, named: str) -> bool:
    """Whether somebody who wrote is called so, and not each of these words somebody: "Eleanor Raj"."""
    return len(_who_are(_senders(call).values(), named)) == 1


def _is(address: Address, named: str) -> bool:
    """Whether these words are the address, or of the name."""
    wanted = set(split_words(named))
    return address.email == named.strip().lower() or bool(wanted and wanted.issubset(split_words(address.name)))


def recipients_of(call: Call, draft: Draft, edit: Edit) -> DraftChange:
    """Who gets the draft after this change. One who is put in copy is no longer among the others, and is in one place only."""
    there = draft.recipients
    to = chosen_recipients(call, edit.to, there) or draft.to
    cc, bcc = named_recipients(call, edit.cc, there), named_recipients(call, edit.bcc, there)
    off = named_recipients(call, edit.take_off, there)
    if edit.take_off.strip() and not set(off) <= {*there, *to}:
        raise SkillRefusedError(words.NOT_A_RECIPIENT)
    if len(cc) > 1 and not _without(to, (*cc, *bcc)):
        cc = _without(cc, to)  # "cc Raj and Anna" in a mail to Anna: it goes to her
    to, copies = _without(to, (*cc, *bcc, *off)), _without((*draft.cc, *cc), (*bcc, *off, *(to if edit.to else ())))
    blind = _without((*_without(draft.bcc, cc), *bcc), (*off, *(to if edit.to else ())))
    if not to:
        to, copies = copies, ()  # a mail goes to somebody: who had a copy gets it now
    return DraftChange(to=to, cc=copies, bcc=blind)


def _without(addresses: Iterable[Address], others: Iterable[Address]) -> tuple[Address, ...]:
    left_out = {address.email for address in others}
    return _once(address for address in addresses if address.email not in left_out)


def _once(addresses: Iterable[Address]) -> tuple[Address, ...]:
    return tuple({address.email: address for address in reversed([*addresses])}.values())[::-1]


def _who_are(senders: Iterable[Address], named: str) -> list[Address]:
    """Those of this name: people, and only without any the machines that write in somebody's name."""
    fitting = [sender for sender in senders if _is(sender, named)]
    return [sender for sender in fitting if not is_service(sender)] or fitting
