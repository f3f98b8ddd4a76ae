"""The last rules for a spoken line: marks that only an eye wants, shouting, and punctuation as a careful writer would set it."""

import re
from collections.abc import Callable

_RULER = re.compile(r"([^\w\s.!?,'\"\u20ac$])(?:\s?\1){2,}")
_EMOTICON = re.compile(r"(?<![\w)(])(?:[:;=]'?-?[)(DPpO/|*]|<3|[xX]D)(?=[\s.,!?]|$)")
_DAYS_SPAN = re.compile(r"(?<=[^\W_])\s?\u2013\s?(?=[0-9])|(?<=[^\W_])\u2013(?=[^\W_])")
_NUMBERS_SPAN = re.compile(r"(?<![\w.,/-])([0-9]{1,3}) ?- ?([0-9]{1,3})(?![\w/-]|[.,][0-9])")
_PERCENT = re.compile(r"(?<=[0-9]) ?%")
_DEGREES = re.compile(r" ?\u00b0(?: ?[CF]\b)?")
_SYMBOLS = str.maketrans({**dict.fromkeys("*_`|<>=~^\\{}[]\u2022", " "), "#": " ", "&": " and ", "@": " at ", "\u2013": ","})
_CAPS_RUN = re.compile(
    r"\b[^\W\d_a-z]{2,40}(?:(?:, |[ '-])(?:[^\W\d_a-z]{2,40}|[AI])\b){2,200}|\b[^\W\d_a-z]{3,40} [^\W\d_a-z]{3,40}\b(?! [A-Z]{2}\b)"
)
_CAPS_WORD = re.compile(r"\b[^\W\d_]{5,40}\b")
_VOWEL = re.compile("[AEIOUY\u00c0-\u00dd]")

_By = str | Callable[[re.Match[str]], str]
_RULES: tuple[tuple[str, _By], ...] = (
    (r"\s+", " "),
    (r"\(\s*\)|\"\s*\"", " "),
    (r"(?<=\S) [-/]+ ", ", "),
    (r"(?:^| )[-/]+(?= |$)", " "),
    (r"\s{1,40}([.,;:!?])(?!\w)", r"\1"),
    (r"\.{4,}|\.(?: \.){2,}", "..."),
    (r"[!?]{2,}", lambda m: "?" if "?" in m[0] else "!"),
    (r",(?>(?:\s*+,)+)", ","),
    (r"(?<![,;:])[,;:]++\s*+(?=[.!?](?:\s|$))", ""),
    (r"([.!?])\s*[,;:]+(?=\s|$)", r"\1"),
    (r"(?<=[!?])\.|(?<=[^.])\.\.(?!\.)", lambda m: "." if m[0] == ".." else ""),
    (r"\( +", "("),
    (r"(?<! ) ++\)", ")"),
    (r"^[\s,;:.!?)/-]+|(?<![\s,;:(/-])[\s,;:(/-]++$", ""),
    (r"\s{2,}", " "),
)
_TIDY = tuple((re.compile(pattern), by) for pattern, by in _RULES)


def without_symbols(text: str) -> str:
    """Percent, degrees and ranges as words; markup, rulers and emoticons gone."""
    text = _DEGREES.sub(" degrees ", _PERCENT.sub(" percent", _RULER.sub(" ", _EMOTICON.sub(" ", text))))
    text = _NUMBERS_SPAN.sub(r"\1 to \2", _DAYS_SPAN.sub(" to ", text))
    return text.translate(_SYMBOLS)


def calm(text: str) -> str:
    """Shouting in a normal voice: long words and runs of words in capitals; short ones are taken for abbreviations."""
    text = _CAPS_RUN.sub(lambda m: m[0].capitalize(), text)
    return _CAPS_WORD.sub(lambda m: m[0].capitalize() if m[0].isupper() and _VOWEL.search(m[0]) else m[0], text)


def tidy(text: str) -> str:
    """Spaces and punctuation as a careful writer would set them."""
    for pattern, by in _TIDY:
        text = pattern.sub(by, text)
    return text
