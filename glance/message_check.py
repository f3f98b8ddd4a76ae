"""Whether a nudge may be shown: one short sentence that offers, and names nothing that the thread does not say."""

import re
import unicodedata
from collections.abc import Sequence, Set
from datetime import datetime

from briefing.mail import Envelope
from briefing.mail_action import ON_MAILS, MailAction
from briefing.speech.checking.fact_reading import FactKind, tokens_of
from briefing.speech.checking.held_against import TELLS_NOTHING, Source, by_stem, stem
from briefing.speech.checking.thread_facts import denies_alike, facts_stand
from briefing.speech.wording.speakable import one_line
from briefing.triage.subjects import telling_words
from briefing.understanding.claims import claims
from briefing.understanding.confirmation import Confirmation
from briefing.understanding.understanding import understand
from briefing.words import fold, split_words
from glance.mail_tools import ThreadRead

LONGEST = 120
LONGEST_PROMPT = 400
_LONGEST_READ = 1_000
_TITLE = re.compile(r"\b(?:Dr|Mr|Mrs|Ms|Prof|St)\.", re.IGNORECASE)
_ENDS_WITHIN = re.compile(r"[.!?]\s+\S")
_ASKS = re.compile(
    r"^(?:please )?(?:draft|reply|write|answer|tell|look|find|help|ask|confirm|prepare|open|read|show|respond|send|let)\b", re.IGNORECASE
)
"""How a request begins, where a capital makes no name."""
_FILE = "pdf|docx?|xlsx?|pptx?|od[tsp]|txt|csv|png|jpe?g|ics"
_LEADS_AWAY = re.compile(
    rf"@|://|\bwww\.|[0-9][0-9 ()/-]{{6,40}}[0-9]|[+][0-9]|\b0[0-9]{{2,}}[ ()/.-]?[0-9]|[\w-]\.(?!(?:{_FILE})\b)[^\W\d_]{{2,}}\b",
    re.IGNORECASE,
)
"""Addresses, links and numbers to call: whoever wants one looks into the mail. The name of a file is none."""
_OFFER = re.compile(
    r"\b(?:(?:shall|should|may|can|could) (?:i|we)|(?:do|would) you (?:want|like)|want (?:to|me to|help|a))\b"
    r"|(?<=[;,:] )(?=(?:draft|reply|answer|respond|write)\b)",
    re.IGNORECASE,
)
"""Where what is told ends, and what is offered begins."""
_OFFERED = """
    accept agree answer ask check compose confirm decline draft explain find list look open prepare propose read refuse remind reply respond
    search show suggest summarise summarize summary tell thank write
"""
_WRITES_OR_LOOKS = frozenset(_OFFERED.split())
"""All that is offered: a yes begins a draft or a look-up, and whatever leaves is asked about then."""
_LEADING = """
    a ahead also an begin do first for get go help i just let me now on please quick quickly short start started starting the them then to
    up us we with you your
"""
_BEFORE_IT = frozenset(_LEADING.split())
_PART = re.compile(r"[.!?,;:]+|\b(?:and|then|or|but)\b", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s.,;:!?'\"()-]+")
_THING = re.compile(r"(?:(?:a|an|the|my|your|his|her|our|their|its|this|that|on|in|at|by|for|from|to|until)\b|[^a-z])")
"""How what is joined by an "and" begins where it is no other thing to do."""
_STATES = re.compile(r"\b(?:is|are|was|were|has|have|had|will|wo|ca|does|did|can|must|should)(?:n['\u2019]?t|not)?\b", re.IGNORECASE)
"""What is offered states nothing: "or your account is blocked" is no thing to write."""
_WHO = r"^([^;,:]{1,80}?) (?:(?:will|would|has|still|also|now|just) )?"
_NEEDS = re.compile(rf"{_WHO}(?:need|want|wait)(?:s|ed)?\b", re.IGNORECASE)
_SAYS = re.compile(
    rf"{_WHO}(?:(?:ask|write|say|request|invite|offer|propose|suggest|remind|send|confirm)(?:s|ed)?|wrote|said|sent|tells|told)\b",
    re.IGNORECASE,
)


def as_shown(words: str) -> str:
    """In plain signs, as a card and a voice have them; empty where something in them does not show, or turns the writing round."""
    words = words.strip()
    hides = len(words) > _LONGEST_READ or any(unicodedata.category(each)[0] == "C" for each in words)
    return "" if hides else one_line(words).replace(" ,", ",")


def may_be_said(message: str, thread: ThreadRead, *, now: datetime) -> bool:
    if len(message) > LONGEST or message != one_line(message) or not message.endswith("?"):
        return False
    if _ENDS_WITHIN.search(_TITLE.sub("", message)) or _LEADS_AWAY.search(message) or any(map(claims, _sentences(message))):
        return False
    if not _only_writes_or_looks(message) or not _other_letters_stand(message, thread):
        return False
    sources, told = _sources(thread, now), _OFFER.split(message, maxsplit=1)[0]
    is_of_them = _names_what_it_is_about(message, thread.envelopes) and _has_written(message, thread, sources)
    return is_of_them and facts_stand(message, sources) and denies_alike(told, sources)


def _sentences(message: str) -> list[str]:
    """Its parts, each as if it stated something: a question claims nothing."""
    return [f"{part.strip()}." for part in re.split(r"[;?]", message) if part.strip()]


def may_be_asked(prompt: str, thread: ThreadRead, *, now: datetime) -> bool:
    """Whether the request that the nudge would begin names nothing else either."""
    if not prompt or len(prompt) > LONGEST_PROMPT or _LEADS_AWAY.search(prompt):
        return False
    if any(map(_agrees_or_changes, _PART.split(prompt))) or not _other_letters_stand(prompt, thread):
        return False
    return facts_stand(_ASKS.sub("Please", prompt), _sources(thread, now))


def _only_writes_or_looks(message: str) -> bool:
    """Whether there is an offer, in English, and of nothing but to write or to look something up."""
    offer = _OFFER.search(message)
    first, *more = _PART.split(message[offer.end() :].removesuffix("?")) if offer is not None else [""]
    return _begins_a_draft(first) and all(map(_goes_on, more))


def _goes_on(part: str) -> bool:
    part = part.strip()
    return not part or _begins_a_draft(part) or (_THING.match(part) is not None and _STATES.search(part) is None)


def _begins_a_draft(part: str) -> bool:
    does = next((word for word in split_words(part) if word not in _BEFORE_IT), "")
    return not _WRITES_OR_LOOKS.isdisjoint({does, stem(does), f"{stem(does)}e"})


def _agrees_or_changes(part: str) -> bool:
    """Whether it would be a yes to some question if the user said it, or would have something done to a mail."""
    said = understand(part.strip())
    if any(said.confirmation(action) is Confirmation.YES for action in (None, *MailAction)):
        return True
    return not _begins_a_draft(part) and any(said.change.asks_for(action) for action in (*ON_MAILS, MailAction.UNSUBSCRIBE))


def _other_letters_stand(words: str, thread: ThreadRead) -> bool:
    """Whether each word in other letters than English ones stands in the thread: many scripts know no capitals to tell a name by."""
    others = [word for word in _BETWEEN.split(fold(words)) if any(each.isalpha() and not each.isascii() for each in word)]
    if not others:
        return True
    people = [f"{who.name} {who.email}" for each in thread.envelopes for who in (each.sender, *each.to, *each.cc)]
    told = fold("\n".join([*people, *(each.subject for each in thread.envelopes), *(each.text for each in thread.texts)]))
    return all(word in told for word in others)


def _names_what_it_is_about(message: str, envelopes: Sequence[Envelope]) -> bool:
    """Who wrote, or what the subject says."""
    told = {word for each in envelopes for word in (*split_words(each.sender.name), *telling_words(each.subject))}
    return not told.isdisjoint(split_words(message))


def _has_written(message: str, thread: ThreadRead, sources: Sequence[Source]) -> bool:
    """Whether whoever is said to ask, where they are called by a name, is one of those who have; and who only got it needs nothing.

    Of an English thread, whatever else they are called stands in it too.
    """
    bare = _TITLE.sub("", message)
    writers = {word for each in thread.envelopes for word in split_words(f"{each.sender.name} {each.sender.email}")}
    others = {word for each in thread.envelopes for other in (*each.to, *each.cc) for word in split_words(other.name)}
    named = others | {token.values[0] for source in sources for token in source.tokens if token.kind is FactKind.NAME}
    needs, says = _subject(_NEEDS, bare), _subject(_SAYS, bare)
    may_be_called = frozenset(split_words(needs)).isdisjoint(others - writers) and frozenset(split_words(says)).isdisjoint(named - writers)
    return may_be_called and (not all(each.is_english for each in sources) or _stand(f"{needs} {says}", writers | others, sources))


def _subject(verbs: re.Pattern[str], message: str) -> str:
    found = verbs.match(message)
    return found[1] if found is not None else ""


def _stand(words: str, people: Set[str], sources: Sequence[Source]) -> bool:
    """Whether each of the words is one of the thread's, names somebody in it, or tells nothing; days and numbers are held by themselves."""
    told = tokens_of(words, written=sources[0].said, said=sources[0].said)
    called = {token.values[0] for token in told if token.kind in {FactKind.WORD, FactKind.NAME}} - people - TELLS_NOTHING - {"s"}
    stems = frozenset().union(*(by_stem(source.tokens) for source in sources))
    return all(stem(word) in stems for word in called)


def _sources(thread: ThreadRead, now: datetime) -> list[Source]:
    return [Source.of(envelope, text, now) for envelope, text in zip(thread.envelopes, thread.texts, strict=True)]
