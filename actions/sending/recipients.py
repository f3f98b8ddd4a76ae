"""Warnings about recipients, worked out before the user is asked for a yes: about new ones and look-alikes.

A look-alike is an address that an eye or ear takes for a known one: letters of other alphabets, digits for letters, "rn" for "m"; one
letter added, missing, replaced or swapped; a known name with words added, below another domain, or the same address under another ending.
An address that the user wrote to before is never a look-alike. One name under two endings is often that of two unrelated owners.
"""

# ruff: noqa: RUF001 - letters that look like others are what this is about

import re
import unicodedata
from collections.abc import Collection, Iterable, Set
from types import MappingProxyType

import idna

from actions.consent.payloads import RecipientWarning, WarningKind
from briefing.mail import Address
from briefing.triage.domains import registrable

LEAST_TO_COMPARE = 4
"""Names of fewer letters differ by one letter from half the world."""

_HOMOGLYPHS = MappingProxyType(
    str.maketrans(
        "аеорсухіјѕԁһкмнтвԛԝґɡɩıοανκρτυχεικ0135$|ł",
        "aeopcyxijsdhkmhtbqwrgiioavkptuxeikolessll",
    )
)
_ALIKE = (("rn", "m"), ("vv", "w"), ("cl", "d"), ("l", "i"))
_PUBLIC = frozenset(
    {
        "gmail.com", "googlemail.com", "outlook.com", "hotmail.com", "live.com", "yahoo.com", "icloud.com", "me.com", "aol.com", "gmx.net",
        "gmx.de", "web.de", "proton.me", "protonmail.com", "mail.com", "yandex.ru", "fastmail.com",
    }
)  # fmt: skip
"""Public providers: their domains are not mistaken for each other."""
_NAME = re.compile(r"[^\W\d_]{3,}")


def warnings_for(
    recipients: Iterable[Address], *, known: Set[str], thread: Set[str] = frozenset(), reply_to_differs: Collection[str] = ()
) -> tuple[RecipientWarning, ...]:
    """The warnings about these recipients, in their order, each once.

    `known` has addresses (lower case) that the user wrote to before or owns, `thread` those of the mail that is answered,
    `reply_to_differs` those of its Reply-To that replace the sender. Replying to somebody needs no warning by itself. But an address of the
    thread is compared with the known ones, and one of the Reply-To is always named.
    """
    found: list[RecipientWarning] = []
    for email in dict.fromkeys(address.email.lower() for address in recipients):
        if email in reply_to_differs and email not in known:
            found.append(RecipientWarning(kind=WarningKind.REPLY_TO_DIFFERS, address=email))
        if email in known:
            continue
        resembled = next((other for other in sorted(known) if looks_like(email, other)), None)
        resembled = resembled or next((other for other in sorted(thread - {email}) if looks_like(email, other)), None)
        if resembled is not None:
            found.append(RecipientWarning(kind=WarningKind.LOOKS_LIKE, address=email, resembles=resembled))
        elif email not in thread and email not in reply_to_differs:
            found.append(RecipientWarning(kind=WarningKind.NEW, address=email))
    return tuple(found)


def looks_like(email: str, known: str) -> bool:
    """Whether an address could be mistaken for a known one."""
    local, _, domain = _shown(email).rpartition("@")
    known_local, _, known_domain = _shown(known).rpartition("@")
    if (local, domain) == (known_local, known_domain):
        return email != known
    if domain == known_domain:
        return _skeleton(local) == _skeleton(known_local) or _one_edit(_skeleton(local), _skeleton(known_local))
    if registrable(domain)[0] == registrable(known_domain)[0]:
        return _is_related(_skeleton(local), _skeleton(known_local)) and _domains_alike(domain, known_domain)
    return _domains_alike(domain, known_domain)


def _domains_alike(domain: str, known: str) -> bool:
    (known_label, ours), (label, theirs) = registrable(known), registrable(domain)
    if ours == theirs or {domain, known} <= _PUBLIC:
        return False
    if f".{known}." in f".{domain}" or domain.endswith(f"-{known}") or _skeleton(ours) == _skeleton(theirs):
        return True
    name, known_name = _skeleton(label), _skeleton(known_label)
    if len(known_name) < LEAST_TO_COMPARE:
        return False
    return name == known_name or _one_edit(name, known_name) or _has_words_added(name, known_name)


def _is_related(local: str, known: str) -> bool:
    return local == known or _one_edit(local, known) or not {*_NAME.findall(local)}.isdisjoint(_NAME.findall(known))


def _has_words_added(name: str, known: str) -> bool:
    """`example-billing` or `billingexample` for `example`."""
    parts = name.split("-")
    return known in parts or (len(known) > LEAST_TO_COMPARE and (name.startswith(known) or name.endswith(known)))


def _shown(email: str) -> str:
    """As it is read: a domain in letters, not in its ASCII form."""
    local, _, domain = email.lower().rpartition("@")
    try:
        return f"{local}@{idna.decode(domain)}" if "xn--" in domain else f"{local}@{domain}"
    except (idna.IDNAError, UnicodeError):
        return f"{local}@{domain}"


def _skeleton(text: str) -> str:
    """What is left of a name when all that looks alike is written alike."""
    plain = "".join(each for each in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(each))
    plain = plain.translate(dict(_HOMOGLYPHS))
    for shown, meant in _ALIKE:
        plain = plain.replace(shown, meant)
    return plain


def _one_edit(one: str, other: str) -> bool:
    """Whether they differ by one letter more, fewer or other, or by two that are swapped."""
    if one == other or abs(len(one) - len(other)) > 1 or min(len(one), len(other)) < LEAST_TO_COMPARE:
        return False
    at = next((place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    rest, other_rest = one[at:], other[at:]
    swapped = rest[:2] == other_rest[:2][::-1] and rest[2:] == other_rest[2:]
    return swapped or rest[1:] == other_rest[1:] or rest[1:] == other_rest or rest == other_rest[1:]
