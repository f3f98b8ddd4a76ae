"""Days, months and times of mail in other languages, as English has them."""

import re

from briefing.speech.wording.moments import MONTHS
from briefing.words import fold

_WEEKDAYS = {
    "Monday": "montag lundi lunes lunedi maandag segunda-feira poniedzialek mandag maanantai",
    "Tuesday": "dienstag mardi martes martedi dinsdag terca-feira wtorek tirsdag tisdag tiistai",
    "Wednesday": "mittwoch mercredi miercoles mercoledi woensdag quarta-feira sroda srode onsdag keskiviikko",
    "Thursday": "donnerstag jeudi jueves giovedi donderdag quinta-feira czwartek torsdag torstai",
    "Friday": "freitag vendredi viernes venerdi vrijdag sexta-feira piatek fredag perjantai",
    "Saturday": "samstag sonnabend samedi sabado sabato zaterdag sobota sobote lordag lauantai",
    "Sunday": "sonntag dimanche domingo domenica zondag niedziela niedziele sondag sunnuntai",
    "today": "heute aujourd'hui hoy oggi vandaag hoje dzisiaj dzis idag tanaan",
    "tomorrow": "morgen demain manana domani amanha jutro imorgen imorgon huomenna",
}
_RUSSIAN = {
    "Monday": (
        "\u043f\u043e\u043d\u0435\u0434\u0435\u043b\u044c\u043d\u0438\u043a "
        "\u043f\u043e\u043d\u0435\u0434\u0435\u043b\u044c\u043d\u0438\u043a\u0430"
    ),
    "Tuesday": "\u0432\u0442\u043e\u0440\u043d\u0438\u043a \u0432\u0442\u043e\u0440\u043d\u0438\u043a\u0430",
    "Wednesday": "\u0441\u0440\u0435\u0434\u0430 \u0441\u0440\u0435\u0434\u0443 \u0441\u0440\u0435\u0434\u044b",
    "Thursday": "\u0447\u0435\u0442\u0432\u0435\u0440\u0433 \u0447\u0435\u0442\u0432\u0435\u0440\u0433\u0430",
    "Friday": (
        "\u043f\u044f\u0442\u043d\u0438\u0446\u0430 \u043f\u044f\u0442\u043d\u0438\u0446\u0443 \u043f\u044f\u0442\u043d\u0438\u0446\u044b"
    ),
    "Saturday": (
        "\u0441\u0443\u0431\u0431\u043e\u0442\u0430 \u0441\u0443\u0431\u0431\u043e\u0442\u0443 \u0441\u0443\u0431\u0431\u043e\u0442\u044b"
    ),
    "Sunday": (
        "\u0432\u043e\u0441\u043a\u0440\u0435\u0441\u0435\u043d\u044c\u0435 "
        "\u0432\u043e\u0441\u043a\u0440\u0435\u0441\u0435\u043d\u044c\u044f"
    ),
    "today": "\u0441\u0435\u0433\u043e\u0434\u043d\u044f",
    "tomorrow": "\u0437\u0430\u0432\u0442\u0440\u0430",
}
_MONTHS = (
    "januar janvier enero gennaio januari janeiro stycznia", "februar fevrier febrero febbraio februari fevereiro lutego",
    "marz mars marzo maart marco marca", "avril abril aprile kwietnia", "mai mayo maggio mei maio maja",
    "juni juin junio giugno junho czerwca", "juli juillet julio luglio julho lipca", "aout agosto augustus augusti sierpnia",
    "septembre septiembre settembre setembro wrzesnia", "oktober octobre octubre ottobre outubro pazdziernika",
    "novembre noviembre novembro listopada", "dezember decembre diciembre dicembre dezembro grudnia",
)  # fmt: skip
_ENGLISH = (
    {name: day for day, names in (*_WEEKDAYS.items(), *_RUSSIAN.items()) for name in names.split()}
    | {name: month for month, names in zip(MONTHS, _MONTHS, strict=True) for name in names.split()}
    | {month.lower(): month for month in MONTHS if month not in {"March", "May"}}
)  # which are words as well
_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)?")
_NAMED_MONTH = "|".join(MONTHS)
_DATE = rf"(?:[0-9]{{1,2}} (?:{_NAMED_MONTH})|(?:{_NAMED_MONTH}) [0-9]{{1,2}}(?![0-9:]))(?: [12][0-9]{{3}}\b)?"
_TIME = r"(?:[0-9]{1,2}(?::[0-9]{2})? (?:am|pm|o'clock|uur)\b|[0-9]{1,2}:[0-9]{2}(?![0-9:])|noon\b|midnight\b)"
_NAMED = re.compile(
    rf"\b(?:(?P<day>{'|'.join(_WEEKDAYS)})(?:,? (?:den |d\. |el |le |il )?(?P<of>{_DATE}))?|(?P<date>{_DATE}))"
    rf"(?:,? (?:um |at |\u00e0 |\u00e0s |alle |a las |om |kl\.? |o |klo |zwischen |tussen |entre |tra le |von |van |de |dalle )?"
    rf"(?P<time>{_TIME})"
    rf"(?: (?:und|bis|en|tot|et|\u00e0|y|a|e|alle|och|og|i|do) (?P<until>{_TIME}))?)?"
)
_MOST_NAMED = 4
_AMID = re.compile(rf"(?<=[0-9])(?:\.|er)? (?:de )?(?={'|'.join(MONTHS)})")


def in_english_days(text: str) -> str:
    """`am Donnerstag, 26. November` -> `am Thursday, 26 November`; all else as it is."""
    return _AMID.sub(" ", _WORD.sub(lambda word: _ENGLISH.get(fold(word[0]), word[0]) if len(word[0]) < 16 else word[0], text))


def moments_in(text: str) -> list[str]:
    """The days that a speakable text names, with their times, in English: "Thursday 26 November at 7 pm"; at most four, each once."""
    found: list[str] = []
    for named in _NAMED.finditer(in_english_days(text)):
        day = " ".join(filter(None, (named["day"], named["of"], named["date"])))
        time, until = (said and said.replace("uur", "o'clock") for said in named.group("time", "until"))
        moment = f"{day} between {time} and {until}" if until else f"{day} at {time}" if time else day
        if not any(moment in other for other in found):
            found.append(moment)
    return found[:_MOST_NAMED]
