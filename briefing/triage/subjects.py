"""What a subject is about, without what programs add to it: "Re: [EXT] AW: Invoice 4711 of 3 May" is about an invoice.

Two views of one subject: the text without reply prefixes and bracketed tags (for labels), and the set of its telling words (for finding
mails on the same matter). Numbers, dates and filler words never tell two matters apart, nor do they join them.
"""

import re

from briefing.words import split_words

_READ = 300
_TELLING_WORDS = 12

_MARKERS = (
    "re|r|ref|fwd?|fw|aw|antw(?:ort)?|wg|sv|vs|vb|tr|rv|rif|odp|pd|res|enc|i|ynt|ilt|atb|doorst"
    "|automatic reply|automatische antwort|r[ée]ponse automatique|r[ée]f|"
    "\u56de\u590d|\u7b54\u590d|\u8f6c\u53d1|\u56de\u8986|\u8f49\u5bc4"
)
_PREFIX = re.compile(
    rf"\s*+(?:(?:{_MARKERS})\s*+(?:\[\d{{1,3}}\]|\(\d{{1,3}}\)|\d{{1,3}})?\s*+[:\uff1a]|\[[^\[\]]{{0,60}}\])", re.IGNORECASE
)

_FILLER = frozenset(
    split_words(
        "a an and are as at be by for from has have in is it its no not of on or our s t the this that to up was we will with you your "
        "my new now am der die das den dem des ein eine einen einem einer und oder für von zu zum zur im ist mit auf aus bei nach über "
        "ihr ihre ihren sie unser unsere le la les l un une des du de d et ou pour par sur avec votre vos notre nos est au aux en el los y "
        "il per con di"
    )
)
_DATES = frozenset(
    split_words(
        "monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun today tomorrow yesterday week month year "
        "january february march april june july august september october november december jan feb mar apr jun jul aug sep sept oct nov "
        "dec montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz mai juni juli oktober dezember woche "
        "monat jahr heute morgen gestern lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril juin juillet "
        "août septembre octobre novembre décembre semaine mois année uhr pm utc gmt cet cest est kw q"
    )
)
_SAYS_NOTHING = frozenset(
    split_words(
        "hi hello hey dear hallo bonjour salut question frage info information update quick short note fyi reminder message mail email "
        "subject betreff none nothing untitled kein keine ohne sans objet important urgent wichtig dringend please bitte thanks thank "
        "danke merci re fwd fw aw wg neu news sin asunto nessun oggetto"
    )
)


def without_prefixes(subject: str) -> str:
    """The subject without "Re:", "AW:", "Fwd:" and the like and without bracketed tags in front; tags stay where nothing else is."""
    text = subject[:_READ].strip()
    bare = text
    while match := _PREFIX.match(bare):
        bare = bare[match.end() :]
    return bare.strip() or text.strip("[] ")


def telling_words(subject: str) -> frozenset[str]:
    """The words that say what the matter is, folded; empty for "Hello" or "Re: question", which could be about anything."""
    words = [word for word in split_words(without_prefixes(subject)) if _tells(word)][:_TELLING_WORDS]
    return frozenset(words) if any(word not in _SAYS_NOTHING for word in words) else frozenset()


def is_filler(word: str) -> bool:
    """Whether a folded word only joins others ("of", "the", "und")."""
    return word in _FILLER


def _tells(word: str) -> bool:
    return word.isalpha() and word not in _FILLER and word not in _DATES
