"""Names of languages, for saying that a mail is not in English."""

from collections.abc import Iterable, Sequence

_NAMES = {
    "ar": "Arabic", "bg": "Bulgarian", "ca": "Catalan", "cs": "Czech", "da": "Danish", "de": "German", "el": "Greek",
    "es": "Spanish", "et": "Estonian", "fa": "Persian", "fi": "Finnish", "fr": "French", "he": "Hebrew", "hi": "Hindi",
    "hr": "Croatian", "hu": "Hungarian", "id": "Indonesian", "it": "Italian", "ja": "Japanese", "ko": "Korean", "lt": "Lithuanian",
    "lv": "Latvian", "nl": "Dutch", "nb": "Norwegian", "no": "Norwegian", "nn": "Norwegian", "pl": "Polish", "pt": "Portuguese",
    "ro": "Romanian", "ru": "Russian", "sk": "Slovak", "sl": "Slovenian", "sr": "Serbian", "sv": "Swedish", "th": "Thai",
    "tr": "Turkish", "uk": "Ukrainian", "vi": "Vietnamese", "zh": "Chinese",
}  # fmt: skip

_CODES = {name.lower(): code for code, name in _NAMES.items()}


def languages_in(words: Sequence[str]) -> tuple[str, ...]:
    """The codes of languages that the words name, "german and french", if they name nothing else."""
    codes = [_CODES.get(word.lower(), "") for word in words if word not in {"and", "or"}]
    return tuple(codes) if all(codes) else ()


def language_names(codes: Iterable[str]) -> list[str]:
    """`German`, `French`."""
    return [name for code in codes if (name := _NAMES.get(code))]


def in_language(code: str) -> str:
    """` in German` for `de`; empty for English and when the language is not known; ` in another language` for what has no name here."""
    code = code.lower()[:2]
    if code in {"", "en"}:
        return ""
    return f" in {_NAMES.get(code, 'another language')}"
