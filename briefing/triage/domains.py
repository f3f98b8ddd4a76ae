"""The organisation behind a mail address, as far as its domain tells.

Two people at one company share a domain, two people at a free mail provider share nothing: that difference is all that is needed here,
so there is a short list of providers instead of the whole public suffix list.
"""

from functools import lru_cache

from briefing.words import split_words

_PROVIDERS = {"t-online"}.union(
    split_words(
        "gmail googlemail outlook hotmail live msn yahoo ymail gmx web icloud me mac aol proton protonmail pm tutanota tuta posteo mailbox "
        "freenet arcor orange free laposte sfr wanadoo libero virgilio mail yandex rambler qq 163 126 sina naver daum fastmail hey "
        "comcast verizon att zoho bluewin seznam wp onet"
    )
)
_SECOND_LEVEL = frozenset(split_words("co com org net ac gov edu ne or go"))


@lru_cache(maxsize=8192)  # the people of one inbox are a few hundred, and each is asked about several times a mail
def organisation_of(address: str) -> str:
    """The registrable domain of an address ("anna@eu.acme.co.uk" -> "acme.co.uk"); empty for free mail providers and without a domain."""
    domain = address.rpartition("@")[2] if "@" in address else ""
    return "" if is_of_a_provider(domain) else registrable(domain)[1]


def is_of_a_provider(domain: str) -> bool:
    """Whether it belongs to a free mail provider, where anybody may have an address."""
    return registrable(domain)[0] in _PROVIDERS


@lru_cache(maxsize=2048)
def registrable(domain: str) -> tuple[str, str]:
    """What somebody registered of "mail.example.co.uk": its own label "example", and that label with its suffix, "example.co.uk"."""
    labels = [label for label in domain.lower().split(".") if label]
    if not labels:
        return "", ""
    suffix = 2 if len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in _SECOND_LEVEL else 1
    own = labels[-suffix - 1 :]
    return own[0], ".".join(own)
