"""Warnings about recipients, worked out before the user is asked for a yes: about new ones and look-alikes.

A look-alike is an address that an eye or ear takes for a known one: letters of other alphabets, digits for letters, "rn" for "m"; one
letter added, missing, replaced or swapped, in a longer name two; a known name with words added, below another domain, or the same address
under another ending; a known person's name at a free mail provider. An address that the user wrote to before is never a look-alike. One
name under two endings is often that of two unrelated owners.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Set
from difflib import SequenceMatcher
from types import MappingProxyType

import idna

from actions.consent.payloads import RecipientWarning, WarningKind
from briefing.look_alikes import skeleton
from briefing.mail import Address
from briefing.triage.domains import is_of_a_provider, registrable
from briefing.words import split_words

LEAST_TO_COMPARE = 4
"""Names of fewer letters differ by one letter from half the world."""
LEAST_FOR_TWO = 6

_PUBLIC = frozenset(
    {
        "gmail.com", "googlemail.com", "outlook.com", "hotmail.com", "live.com", "yahoo.com", "icloud.com", "me.com", "aol.com", "gmx.net",
        "gmx.de", "web.de", "proton.me", "protonmail.com", "mail.com", "yandex.ru", "fastmail.com",
    }
)  # fmt: skip
"""Public providers: their domains are not mistaken for each other."""
_NAME = re.compile(r"[^\W\d_]{3,}")
_ADDED = frozenset(
    split_words(
        "account accounts billing corp global gmbh group help hq inc intl invoices login ltd mail office online pay secure services "
        "support team"
    )
)
"""Words that are added to names which are too short for any other letters to be compared."""


def warnings_for(
    recipients: Iterable[Address],
    *,
    known: Set[str],
    names: Mapping[str, str] = MappingProxyType({}),
    thread: Set[str] = frozenset(),
    reply_to_differs: Collection[str] = (),
) -> tuple[RecipientWarning, ...]:
    """The warnings about these recipients, in their order, each once.

    `known` has addresses (lower case) that the user wrote to before or owns, `names` the names of those that have one, `thread` the
    addresses of the mail that is answered, `reply_to_differs` those of its Reply-To that are not its sender's. Replying to somebody needs
    no warning by itself. But an address of the thread is compared with the known ones (not with others of the thread, which one writer
    named), and one of the Reply-To is always named.
    """
    found: list[RecipientWarning] = []
    for email, name in {address.email.lower(): address.name for address in recipients}.items():
        if email in reply_to_differs:
            found.append(RecipientWarning(kind=WarningKind.REPLY_TO_DIFFERS, address=email))
        if email in known:
            continue
        resembled = (
            _nearest(email, [other for other in known if looks_like(email, other)])
            or _nearest(email, [other for other in known if _claims_name_of(other, names.get(other, ""), email, name)])
            or _nearest(email, [other for other in thread if email not in thread and looks_like(email, other)])
        )
        if resembled is not None:
            found.append(RecipientWarning(kind=WarningKind.LOOKS_LIKE, address=email, resembles=resembled))
        elif email not in thread and email not in reply_to_differs:
            found.append(RecipientWarning(kind=WarningKind.NEW, address=email))
    return tuple(found)


def _nearest(email: str, others: Collection[str]) -> str | None:
    """The one that is most easily taken for it."""
    shown = skeleton(_shown(email))
    return max(sorted(others), key=lambda other: SequenceMatcher(None, shown, skeleton(_shown(other))).ratio(), default=None)


def looks_like(email: str, known: str) -> bool:
    """Whether an address could be mistaken for a known one."""
    local, _, domain = _shown(email).rpartition("@")
    known_local, _, known_domain = _shown(known).rpartition("@")
    if (local, domain) == (known_local, known_domain):
        return email != known
    if domain == known_domain:
        return _alike(skeleton(local), skeleton(known_local))
    if registrable(domain)[0] == registrable(known_domain)[0]:
        return _is_related(skeleton(local), skeleton(known_local)) and _domains_alike(domain, known_domain)
    return _domains_alike(domain, known_domain)


def _claims_name_of(known: str, known_name: str, email: str, name: str) -> bool:
    """Whether somebody at a provider where anybody may have an address bears first and last name of somebody known."""
    local, _, domain = email.rpartition("@")
    wanted = {*_NAME.findall(skeleton(known_name or known.rpartition("@")[0]))}
    if len(wanted) < 2 or not is_of_a_provider(domain):
        return False
    return wanted <= {*_NAME.findall(skeleton(name))} or all(word in skeleton(local) for word in wanted)


def _domains_alike(domain: str, known: str) -> bool:
    (known_label, ours), (label, theirs) = registrable(known), registrable(domain)
    if ours == theirs or {domain, known} <= _PUBLIC:
        return False
    if f".{known}." in f".{domain}" or domain.endswith(f"-{known}") or skeleton(ours) == skeleton(theirs):
        return True
    name, known_name = skeleton(label), skeleton(known_label)
    if name == known_name:
        return len(known_name) >= LEAST_TO_COMPARE
    return _alike(name, known_name) or _has_words_added(name, known_name)


def _is_related(local: str, known: str) -> bool:
    return _alike(local, known) or not {*_NAME.findall(local)}.isdisjoint(_NAME.findall(known))


def _has_words_added(name: str, known: str) -> bool:
    """`example-billing`, `billingexample` or `examplecorp` for `example`."""
    if len(known) >= LEAST_TO_COMPARE:
        return name.startswith(known) or name.endswith(known) or known in name.split("-")
    added = {name.removeprefix(known), name.removesuffix(known)}
    return len(known) > 1 and (known in name.split("-") or any(skeleton(word) in added for word in _ADDED))


def _shown(email: str) -> str:
    """As it is read: a domain in letters, not in its ASCII form."""
    local, _, domain = email.lower().rpartition("@")
    labels = [_in_letters(label) if label.startswith("xn--") else label for label in domain.split(".")]
    return f"{local}@{'.'.join(labels)}"


def _in_letters(label: str) -> str:
    """A label in its ASCII form as letters, even one that no registry would give out."""
    try:
        return idna.decode(label)
    except (idna.IDNAError, UnicodeError):
        try:
            return label[len("xn--") :].encode().decode("punycode")
        except UnicodeError:
            return label


def _alike(name: str, known: str) -> bool:
    """Whether they are equal or differ by one letter more, fewer, other or swapped; by two in longer names that begin alike."""
    shorter = min(len(name), len(known))
    if name == known or shorter < LEAST_TO_COMPARE:
        return name == known
    return _edits(name, known) <= (2 if shorter >= LEAST_FOR_TWO and name[0] == known[0] else 1)


def _edits(name: str, known: str) -> int:
    """How many letters are added, missing, replaced or swapped, as far as up to two; a strange letter may look like any."""
    if abs(len(name) - len(known)) > 2:
        return 3
    strange = {each for each in name if not each.isascii()} if sum(map(str.isascii, name)) * 2 >= len(name) else set[str]()
    above: list[int] = []
    last = list(range(len(known) + 1))
    for at, letter in enumerate(name, 1):
        row: list[int] = [at]
        for to, other in enumerate(known, 1):
            row.append(min(last[to] + 1, row[-1] + 1, last[to - 1] + (letter != other and letter not in strange)))
            if at > 1 and to > 1 and (name[at - 2], letter) == (other, known[to - 2]):
                row[-1] = min(row[-1], above[to - 2] + 1)
        above, last = last, row
    return last[-1]
