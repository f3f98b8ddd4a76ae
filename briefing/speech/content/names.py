"""Who a mail is from, as one would say it.

A display name is the sender's own claim. So a well-known company's name on a foreign address, or an address as a name, is not repeated as
if it were true. Other names are cleaned of sentence marks (a name must not sound like a sentence of ours) and capped.
"""

import re

from briefing.mail import Address
from briefing.speech.wording.characters import plain
from briefing.speech.wording.links import organisation_domain, spoken_host
from briefing.speech.wording.speakable import capped, speakable
from briefing.words import fold

_LONGEST = 48
_MOST_WORDS = 6
UNKNOWN = "an unknown sender"

_SERVICE = re.compile(
    r"(?:no|do|not|donot)?[-_.]?(?:not)?[-_.]?reply|.{0,64}no[-_.]?reply.*|notifications?|notify|alert(?:s|ing)?|monitor(?:ing)?|info|news|newsletters?|digest|support|service|"
    r"hello|hallo|hi|team|office|contact|kontakt|sales|marketing|billing|invoices?|rechnung(?:en)?|buchhaltung|accounts?|account-.*|orders?|"
    r"bestellung(?:en)?|shipping|versand|updates?|mail|mailer|bounces?.*|admin|security|noreply.*|jobs.*|events?|calendar|builds?|ci|robot|bot|"
    r"feedback|help|kundenservice|returns?|refunds?|receipts?|bookings?|reservations?|confirmations?|statements?|payments?|tickets?|"
    r"(?:customers?|clients?)[-_.]?(?:service|care|support)|auto.?confirm|shipment.*|order-.*|email|messages?.*|invitations?|welcome|members?|store|shop"
)
_MAIL_SYSTEM = re.compile(r"mailer-daemon|postmaster|mail-daemon")
_PUBLIC = frozenset(
    {"gmail.com", "googlemail.com", "outlook.com", "hotmail.com", "live.com", "yahoo.com", "icloud.com", "gmx.de", "gmx.net", "web.de",
     "proton.me", "protonmail.com", "aol.com", "t-online.de", "orange.fr", "free.fr", "laposte.net", "mail.com"}
)  # fmt: skip
_WRITTEN = {
    "github": "GitHub", "gitlab": "GitLab", "linkedin": "LinkedIn", "paypal": "PayPal", "ebay": "eBay", "youtube": "YouTube", "dhl": "DHL",
    "ups": "UPS", "aws": "AWS", "ibm": "IBM", "sap": "SAP", "bmw": "BMW", "dpd": "DPD", "gls": "GLS", "n26": "N26", "ing": "ING",
    "docusign": "DocuSign", "fedex": "FedEx", "pagerduty": "PagerDuty", "whatsapp": "WhatsApp", "xing": "XING", "sncf": "SNCF",
    "nytimes": "The New York Times", "wetransfer": "WeTransfer", "circleci": "CircleCI", "stackoverflow": "Stack Overflow",
}  # fmt: skip
_PLATFORMS = frozenset(
    {
        "github",
        "gitlab",
        "linkedin",
        "figma",
        "slack",
        "atlassian",
        "notion",
        "asana",
        "trello",
        "facebook",
        "xing",
        "miro",
        "linear",
        "meetup",
    }
)
_IMITATED = frozenset(
    {"paypal", "amazon", "apple", "microsoft", "google", "netflix", "dhl", "fedex", "github", "linkedin", "ebay", "docusign"}
)
_OUR_WORDS = frozenset(
    {"your", "you", "mail", "mails", "inbox", "archived", "deleted", "flagged", "done", "next", "topic", "goodbye", "aloud"}
)
_SPOKEN_AS_IT_IS = re.compile(r"[a-zA-Z]{2,20}(?:-[a-zA-Z]{2,20})?")
_TITLES = frozenset({"dr", "prof", "mr", "mrs", "ms", "jr", "sr", "st", "herr", "frau", "mme"})
_COMPANY_FORMS = frozenset({"inc", "ltd", "gmbh", "ag", "llc", "phd", "md", "esq", "jr", "sr", "sa", "co", "se", "kg", "plc", "corp"})


def spoken_name(address: Address) -> str:
    """`Anna Berg`, `GitHub`, `Lena Fox on GitHub`, `someone at example.org under the name PayPal`, or `an unknown sender`."""
    name, host = bare_name(address), address.email.rpartition("@")[2].lower().strip(".")
    is_claimed = address.claimed and host and name == _clean_name(address.name)
    return f"someone at {_safe_host(host)} under the name {name}" if is_claimed else name


def bare_name(address: Address) -> str:
    """The same, whoever else is known under this name."""
    local, _, host = address.email.rpartition("@")
    local = local.partition("+")[0]
    local = (local if _SPOKEN_AS_IT_IS.fullmatch(local) or is_service(address) else speakable(local)).lower()
    host = host.lower().strip(".")
    if _MAIL_SYSTEM.fullmatch(local):
        return "the mail system"
    if _is_ours(address.name) or (not address.name and _is_ours(local)):
        return f"someone at {_safe_host(host)}" if host else UNKNOWN
    name = _clean_name(address.name)
    if not name:
        return _name_of_address(local, host)
    brand = name.split()[0].lower()
    if brand in _IMITATED and len(name.split()) <= 4 and host and brand not in organisation_domain(host).split("."):
        return f"someone at {_safe_host(host)} under the name {name}"
    platform = organisation_domain(host).partition(".")[0] if host else ""
    person = _without_platform(name, platform)
    if platform in _PLATFORMS and _SERVICE.fullmatch(local) and platform not in person.lower():
        return f"{person} on {organisation(host)}"
    return name


def writes_through_platform(address: Address) -> bool:
    """Whether a platform's own address bears the name of somebody else, as one would say "Lena Fox on GitHub"."""
    platform = organisation_domain(address.email.rpartition("@")[2]).partition(".")[0]
    name = _without_platform(address.name.strip(), platform).lower()
    return platform in _PLATFORMS and bool(name) and platform not in name and is_service(address)


def _without_platform(name: str, platform: str) -> str:
    """`Lena Fox` for `Lena Fox via LinkedIn`."""
    return name[: -len(f" via {platform}")] if platform and name.lower().endswith(f" via {platform}") else name


def is_service(address: Address) -> bool:
    """Whether an address looks like a machine's or an office's rather than a person's."""
    local = address.email.rpartition("@")[0].partition("+")[0].lower()
    return bool(_SERVICE.fullmatch(local[:64])) or is_mail_system(address)


def is_mail_system(address: Address) -> bool:
    return bool(_MAIL_SYSTEM.fullmatch(address.email.rpartition("@")[0].lower()[:64]))


def organisation(host: str) -> str:
    """The organisation behind a host: `mail.github.com` -> `GitHub`; empty for public mail services and odd hosts."""
    domain = organisation_domain(host)
    label = domain.partition(".")[0]
    if domain in _PUBLIC or not re.fullmatch(r"[a-z][a-z0-9-]{1,29}", label):
        return ""
    return _WRITTEN.get(label) or " ".join(part.capitalize() for part in label.split("-") if part)


def _is_ours(name: str) -> bool:
    """Whether the name is the product's own, or ends its quotation to go on in words like ours."""
    words = re.findall(r"\w+", fold(name[:400]))
    closed = re.split(r"[\"\u201d\u00bb\u201c]\W", name[:400].strip(" \"'"), maxsplit=1)
    goes_on = len(closed) > 1 and not _OUR_WORDS.isdisjoint(re.findall(r"\w+", fold(closed[1])))
    return "aloud" in words or "".join(words) == "aloud" or goes_on


def _safe_host(host: str) -> str:
    host = speakable(spoken_host(host))
    return host if re.fullmatch(r"[\w.-]{1,40}", host) else "an odd address"


def _name_of_address(local: str, host: str) -> str:
    if _SERVICE.fullmatch(local) and organisation(host):
        return organisation(host)
    parts = [part for part in re.split(r"[\W\d_]+", local) if part]
    invented = len("".join(parts)) < 3 or not re.search("[aeiouy\u00e4\u00f6\u00fc\u00e9]", local) or sum(map(str.isdigit, local)) > 2
    if _SERVICE.fullmatch(local) or invented or len(parts) > 3 or any(len(part) > 15 for part in parts):
        return f"someone at {_safe_host(host)}" if host else UNKNOWN
    return _clean_name(" ".join(part.capitalize() for part in parts)) or UNKNOWN


def _clean_name(name: str) -> str:
    if "@" in name or "://" in name:
        return ""
    said = speakable(_cased(plain(re.sub(r"[!?:;\"<>\n\r]+", " ", name[:400]))))
    via = re.search(r"\(?\bvia ([\w .-]{2,30})\)?$", said)
    said = re.sub(r"\([^)]{0,80}\)?", " ", said[: via.start()] if via else said)
    said = " ".join(_word(word) for word in re.sub(r"[(),!?:;\"]", " ", _turned(said)).split()[:_MOST_WORDS])
    said = said.strip(" '-.")
    if not re.search(r"[^\W\d_]", said) or len(_OUR_WORDS.intersection(said.lower().split())) > 1:
        return ""
    return capped(said + (f" via {via[1].strip()}" if via else ""), _LONGEST)


def _turned(name: str) -> str:
    """`Berg, Anna` -> `Anna Berg`; `Acme, Inc.` stays."""
    last, comma, first = name.partition(",")
    first = first.strip()
    is_person = comma and 0 < len(first.split()) <= 2 and len(last.split()) <= 2 and first.lower().strip(".") not in _COMPANY_FORMS
    return f"{first} {last.strip()}" if is_person and "," not in first else name


def _word(word: str) -> str:
    """A name's word without the full stop that would make it sound like the end of a sentence; initials and titles keep theirs."""
    bare = word.rstrip(".")
    return word if len(bare) <= 1 or bare.lower() in _TITLES else bare.replace("...", " ")


def _cased(name: str) -> str:
    if re.fullmatch(r"[a-z]{2,20}(?:[-_.][a-z]{2,20}){1,2}", name.strip()):  # a handle: `priya-nair`
        name = re.sub(r"[-_.]", " ", name)
    words = name.split()
    if name.isupper() and len(words) > 1:
        return " ".join(word.capitalize() if len(word) > 3 else word for word in words)
    return " ".join(map(str.capitalize, words)) if name.islower() and len(words) <= 3 else name
