"""An extractive summary of a mail: the sentence that matters, and the question, deadline and amount in it.

It is extractive on purpose: a briefing without a model may leave things out, but it never says anything that the mail does not say.
"""

import re
from dataclasses import dataclass
from datetime import datetime

from briefing.mail import Envelope, MailText
from briefing.speech.content.bookings import booked
from briefing.speech.content.names import is_service
from briefing.speech.content.own_words import worth_saying
from briefing.speech.content.signals import MEANS_SOMETHING_BEFORE, POINTS_BACK, REQUEST, WEIGHTY, deadline_in
from briefing.speech.content.voices import relays_a_person, speaks_to_many
from briefing.speech.wording.amounts import SPOKEN_AMOUNT
from briefing.speech.wording.foreign_days import moments_in
from briefing.speech.wording.moments import MONTHS
from briefing.speech.wording.speakable import capped

LONGEST_SENTENCE = 200
LONGEST_PAIR = 300
"""With the sentence that it points back to, without which it says nothing."""
_SHORT_SENTENCE = 100
_SHORT_MAIL = 90
_SHORT_QUOTE = 20
_SHORT_LETTER = 170
_READ_AT_MOST = 6_000
_TOTAL = re.compile(
    r"\b(?:total|amount due|amount|to pay|balance|gesamt\w*|summe|betrag|rechnungsbetrag|montant|\u00e0 payer|sum)\b", re.IGNORECASE
)
_DETAIL = re.compile(r"^(?!(?:[^:]{2,60} comments|Summary|Description|Message|Reason|Problem): )[^\s:]+(?: [^\s:]+){0,2}: ")
_DAY = r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|today|tonight|tomorrow"
_DATE = rf"(?:[0-9]{{1,2}} (?:{'|'.join(MONTHS)})|(?:{'|'.join(MONTHS)}) [0-9]{{1,2}})(?![0-9])"
_MOMENT = re.compile(rf"\b(?:{'|'.join(MONTHS)}|{_DAY}|[0-9]{{1,2}} (?:am|pm|o'clock)|on the [0-9]{{1,2}}(?:st|nd|rd|th))\b")
_INTRODUCES = re.compile(r"\b(?:[Tt]his is|[Mm]y name is) (?:Dr\.?|the )?[A-Z]")
_WHEN = re.compile(
    rf"\b(?:(?:{_DAY})(?:,? {_DATE})?|{_DATE})"
    r"(?:,? at (?:[0-9]{1,2}(?::[0-9]{2})? ?(?:am|pm|o'clock)|[0-9]{1,2}:[0-9]{2}|noon))?\b"
)
_TO_SOME = re.compile(r"(?:if|should|in case) (?:you|any(?:one|body)|some(?:one|body))\b", re.IGNORECASE)
"""What is asked of some of many readers."""
_SPELLED = re.compile(r"\b(?:[A-Z0-9] ){2,40}[A-Z0-9]\b")
_CODE = re.compile(r"\b(?:code|pin|password|passcode|tan|passwort|kennwort)\b|\b\w*code\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What matters in one mail, each part speakable and possibly empty.

    `sentence` is one or two of the mail's own sentences, at most 300 characters; `question` its best question; `deadline` is in English
    and begins with its preposition ("by Friday"); `amount` is one sum ("49 euros and 90 cents"), `moment` one day ("today at 5 pm").
    `named` are sums and days of a mail in another language, in English.
    """

    sentence: str = ""
    question: str = ""
    deadline: str = ""
    amount: str = ""
    moment: str = ""
    named: tuple[str, ...] = ()


def summary(envelope: Envelope, text: MailText | None, *, now: datetime) -> Summary:
    """The summary of a mail; from the envelope's snippet while its text is not there. All parts empty when it says nothing."""
    own = text.text if text is not None and text.readable else envelope.snippet
    to_many = envelope.bulk or envelope.automatic or is_service(envelope.sender)
    said = [without_year(sentence, now) for sentence in worth_saying(own[:_READ_AT_MOST], to_many=to_many)]
    abroad = text is not None and text.language not in {"", "en"}
    if not said:
        return Summary()
    impersonal = speaks_to_many(envelope) and not relays_a_person(envelope, own)
    weights = [_weight(each, impersonal=impersonal or (envelope.bulk and _TO_SOME.match(each) is not None)) for each in said]
    ranked = sorted(range(len(said)), key=lambda at: -weights[at] - max(0.0, 1.5 - 0.25 * at))
    best = ranked[0]
    booking = without_year(booked(envelope.subject, own), now) if to_many else ""
    question = next((said[at] for at in ranked if _asks(said[at]) and not _is_short(said[at])), "")
    return Summary(
        sentence=capped(booking or _with_company(said, best, weights, impersonal=impersonal), LONGEST_PAIR),
        question=capped(question, LONGEST_SENTENCE),
        deadline=next(filter(None, map(deadline_in, [said[best], *said])), "") if not booking else "",
        amount=_amount(said, best),
        named=_named(said) if abroad else (),
        moment=next((found[0] for sentence in said if (found := _WHEN.search(sentence))), ""),
    )


def without_year(sentence: str, now: datetime) -> str:
    """Dates of this year without their year, as one says them."""
    return re.sub(rf"\b((?:[0-9]{{1,2}} )?(?:{'|'.join(MONTHS)})(?: [0-9]{{1,2}})?),? {now.year}\b", r"\1", sentence)


def _weight(sentence: str, *, impersonal: bool) -> float:
    asks = _asks(sentence)
    weight = float(bool(_MOMENT.search(sentence)))
    if not impersonal:
        weight += 4 * asks + 4 * bool(REQUEST.search(sentence)) - 2 * (asks and bool(REQUEST.search(sentence)))
    weight += 2 * bool(deadline_in(sentence)) + 1.5 * bool(SPOKEN_AMOUNT.search(sentence)) + 1.5 * bool(WEIGHTY.search(sentence))
    weight += bool(_INTRODUCES.search(sentence))
    weight += 6 * bool(_SPELLED.search(sentence) and _CODE.search(sentence))
    return (
        weight
        - 2 * _is_short(sentence)
        - (len(sentence.split()) > 45)
        - bool(_DETAIL.match(sentence))
        - 2 * ("a link" in sentence and len(sentence.split()) < 9)
    )


def _named(said: list[str]) -> tuple[str, ...]:
    whole = " ".join(said)
    amounts = dict.fromkeys(found[0] for found in SPOKEN_AMOUNT.finditer(whole))
    return (*moments_in(whole), *list(amounts)[:2])


def names_day(sentence: str) -> bool:
    return bool(_WHEN.search(sentence))


def tells_little(sentence: str) -> bool:
    """Whether a sentence is two words, or a labelled line ("Duration: 3 minutes"), rather than something told."""
    return bool(_DETAIL.match(sentence)) or _is_short(sentence)


def _asks(sentence: str) -> bool:
    return sentence.rstrip("\"')").endswith("?")


def _is_short(sentence: str) -> bool:
    """Whether it is a word or two, which tell nothing alone: "Coffee?"."""
    return len(sentence.split()) < 3 and sentence.isascii()  # not all languages put spaces between words


def _with_company(said: list[str], best: int, weights: list[float], *, impersonal: bool) -> str:
    """The best sentence, with what it points back to, or with the weightiest of the first, the one before and the one after."""
    sentence = said[best]
    if len(said) == 2 and len(said[0]) + len(said[1]) < _SHORT_MAIL:
        return _joined(said)
    if not impersonal and len(said) == 3 and sum(map(len, said)) < _SHORT_LETTER and " " in said[-1]:  # one word at the end is a name
        return _joined(said)
    around = said[max(0, best - 1) : best + 2]
    if _asks(sentence) and _is_short(sentence) and sum(map(len, around)) < LONGEST_SENTENCE - 2:
        return _joined(around)
    points_back = POINTS_BACK.match(sentence) or (len(sentence) < _SHORT_SENTENCE and MEANS_SOMETHING_BEFORE.search(sentence))
    if best and points_back and len(said[best - 1]) + len(sentence) < LONGEST_PAIR - 2:
        return _joined(said[best - 1 : best + 1])
    return _joined(_with_weightiest(said, best, weights, impersonal=impersonal))


def _with_weightiest(said: list[str], best: int, weights: list[float], *, impersonal: bool) -> list[str]:
    sentence = said[best]
    room = [at for at in {best - 1, best + 1, 0} - {-1, best, len(said)} if len(said[at]) + len(sentence) < LONGEST_SENTENCE - 2]
    if not room:
        return [sentence]
    company = max(room, key=lambda at: (weights[at], -at))
    goes_on = company == best + 1 and not sentence.endswith("?") and len(sentence) < (25 if impersonal else 70)
    is_worth_it = weights[company] >= (0.0 if goes_on else 1.0)
    return [said[at] for at in sorted({best, company})] if is_worth_it else [sentence]


def _joined(sentences: list[str]) -> str:
    """What was between quotation marks is told in part, and then without the one that is left."""
    whole = " ".join([*map(_ended, sentences[:-1]), sentences[-1]])
    return whole.strip('"') if len(whole) > _SHORT_QUOTE and '"' not in whole.strip('"') else whole


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith((".", "!", "?", '"', "'", ")")) else f"{sentence}."


def _amount(said: list[str], best: int) -> str:
    totals = [found[0] for sentence in said if _TOTAL.search(sentence) for found in [SPOKEN_AMOUNT.search(sentence)] if found]
    if totals:
        return totals[-1]
    return next((found[0] for sentence in [said[best], *said] for found in [SPOKEN_AMOUNT.search(sentence)] if found), "")
