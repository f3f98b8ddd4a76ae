"""What in a sentence makes it the one that matters: a request, a question, a deadline, weighty words.

Deadlines are returned in English for every language of a mail, because they are said in our own sentence and not in the sender's.
"""

import re

from briefing.speech.content.idioms import any_of, somewhere
from briefing.speech.wording.moments import MONTHS

REQUEST = somewhere(
    r"(?:could|can|would|will) you",
    r"please(?! (?:find|see|note|do not reply|contact|visit|feel|don't hesitate))",
    r"(?:need|want|like|ask|expect) you to",
    r"needs? your",
    r"let (?:me|us) know",
    r"remember to|don't forget",
    r"könnte(?:n|st|t) (?:sie|du|ihr)|kannst du|können sie|würden sie|würdest du|bitte",
    r"pourri(?:ez|ons)-vous|pourrais-tu|peux-tu|pouvez-vous|veuillez|merci de|s'il (?:vous|te) plaît",
)
WEIGHTY = somewhere(
    r"urgent|asap|approv\w+|sign(?:ed|ature)?|confirm\w*|deci(?:de|sion)|cancel\w*|moved|postponed|delay\w*|fail\w*|outage|down",
    r"expir\w+|overdue|reminder|required|accepted|rejected|offer|refund\w*|problem|sick|hospital|broken|due|suspend\w+|blocked",
    r"arriv\w+|deliver\w+|shipped|invoice|attached|deadline|assigned|requested|mentioned|merged",
    r"dringend|abgesagt|verschoben|fällig|mahnung|rechnung|zahlung|anbei|geliefert|unterwegs|termin",
    r"annulée?|reportée?|facture|livraison|livré",
)
POINTS_BACK = re.compile(
    r"(?:it|this|that|they|he|she|these|those|das|dies\w*|er|sie|es|cela|ce|il|elle|ils)\b"
    r"|which (?:one |day |date |time )?(?:of (?:the (?:two|three|four)|these|those|them)|suits|works)\b",
    re.IGNORECASE,
)
MEANS_SOMETHING_BEFORE = re.compile(r"\b(?:it|this|them|they|her|him|she|he|those|these|both|that (?:time|day|date))\b", re.IGNORECASE)
RELATIVE_DAY = somewhere(
    r"today|tonight|tomorrow|this (?:morning|afternoon|evening)|heute|morgen|aujourd'hui|demain|ce soir|EOD|end of (?:the )?day"
)

_MONTH = any_of(*MONTHS)
_YEAR = "[12][0-9]{3}"
_DATE = any_of(
    rf"[0-9]{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}(?: {_YEAR})?",
    rf"{_MONTH} [0-9]{{1,2}}(?:st|nd|rd|th)?(?:,? {_YEAR})?",
)
_HOUR = any_of("[0-9]{1,2}", "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve")
_TIME = any_of(r"[0-9]{1,2}(?::[0-9]{2})? ?[ap]m", f"{_HOUR} o'clock", "noon", "midnight")
_PART = r"(?: (?:morning|noon|afternoon|evening|night))?"
_WEEKDAY = rf"(?:this |next |coming )?(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day{_PART}(?:,? {_DATE})?"
_END = r"end of (?:the |this |next )?(?:business )?(?:day|week|month|quarter|year|business)"
_POINT = any_of(
    _END, "EOD|COB|EOW|today|tonight", f"tomorrow{_PART}", _WEEKDAY, "(?:this|next) week", _DATE, "[0-9]{1,2}(?:st|nd|rd|th)", _TIME
)
_BEFORE = any_of(
    "by|before|until|till|no later than",
    "(?:due|payable)(?: date)?(?: is)?:?(?: on| by)?",
    "deadline(?: is|:)?(?: on)?",
    "expires?(?: on)?",
)
_BY = re.compile(rf"\b(?!(?:un)?till? {_TIME}\))({_BEFORE})\s((?:the )?{_POINT}(?:(?:,| at)? {_TIME})?)(?!\w)", re.IGNORECASE)
_WITHIN = re.compile(
    r"\b(?:within|innerhalb von|sous) (?:the next )?([0-9]{1,3}|two|three|five|ten|zwei|drei)"
    r" (hours?|days?|weeks?|tagen?|stunden|wochen|jours|heures)\b",
    re.IGNORECASE,
)

_ABROAD = {
    "montag": "Monday", "dienstag": "Tuesday", "mittwoch": "Wednesday", "donnerstag": "Thursday", "freitag": "Friday",
    "samstag": "Saturday", "sonnabend": "Saturday", "sonntag": "Sunday", "morgen": "tomorrow",
    "übermorgen": "the day after tomorrow", "heute": "today", "heute abend": "tonight", "ende der woche": "the end of the week",
    "ende des monats": "the end of the month", "monatsende": "the end of the month", "nächste woche": "next week",
    "lundi": "Monday", "mardi": "Tuesday", "mercredi": "Wednesday", "jeudi": "Thursday", "vendredi": "Friday", "samedi": "Saturday",
    "dimanche": "Sunday", "demain": "tomorrow", "ce soir": "tonight", "aujourd'hui": "today",
    "la fin de la semaine": "the end of the week", "la fin du mois": "the end of the month",
    "fin de semaine": "the end of the week", "la semaine prochaine": "next week",
}  # fmt: skip
_MONTHS_ABROAD = {
    "januar": 1, "februar": 2, "märz": 3, "april": 4, "mai": 5, "juni": 6, "juli": 7, "august": 8, "september": 9, "oktober": 10,
    "november": 11, "dezember": 12, "janvier": 1, "février": 2, "mars": 3, "avril": 4, "juin": 6, "juillet": 7, "août": 8,
    "septembre": 9, "octobre": 10, "novembre": 11, "décembre": 12,
}  # fmt: skip
_UNITS = {
    "tage": "days", "tagen": "days", "stunden": "hours", "wochen": "weeks", "jours": "days", "heures": "hours", "zwei": "two",
    "drei": "three",
}  # fmt: skip
_ACRONYMS = {"eod": "the end of the day", "cob": "the end of the day", "eow": "the end of the week"}
_DATE_ABROAD = rf"([0-9]{{1,2}})(?:\.|er)? ({'|'.join(_MONTHS_ABROAD)})(?: {_YEAR})?"
_DAY_ABROAD = "|".join(sorted(map(re.escape, _ABROAD), key=len, reverse=True))
_LEAD_ABROAD = "zum|am|spätestens|kommenden|nächsten|diesen|einschließlich|le|à|au|ce"
_BY_ABROAD = re.compile(
    rf"\b(?:bis|spätestens|fällig|zahlbar|avant|d'ici|jusqu'(?:à|au)|au plus tard|pour)(?: (?:{_LEAD_ABROAD})){{0,3}}"
    rf" (?:({_DATE})|{_DATE_ABROAD}|({_DAY_ABROAD}))(?:,? (?:den )?({_DATE}))?(?:,? (?:um |à )?({_TIME}))?(?!\w)",
    re.IGNORECASE,
)


def deadline_in(sentence: str) -> str:
    """`by Friday`, `before noon`, `within 14 days`, in English; empty if the (spoken) sentence names none."""
    if found := _BY.search(sentence):
        lead = "before" if found[1].lower() == "before" else "by"
        when = re.sub(r"^(?:this|coming) (?=[A-Z])", "", found[2])
        when = _ACRONYMS.get(when.lower(), when)
        return f"{lead} {'the ' if when.lower().startswith('end of') else ''}{when}"
    if found := _WITHIN.search(sentence):
        return f"within {_UNITS.get(found[1].lower(), found[1])} {_UNITS.get(found[2].lower(), found[2])}"
    if found := _BY_ABROAD.search(sentence):
        return f"by {_when_abroad(found)}"
    return ""


def _when_abroad(found: re.Match[str]) -> str:
    day, number, month, word, date, time = found.groups()
    if number:
        day = f"{number} {MONTHS[_MONTHS_ABROAD[month.lower()] - 1]}"
    named: str = day or _ABROAD[word.lower()]
    return named + (f" {date}" if date else "") + (f" at {time}" if time else "")
