"""Numbers of things: words up to twelve, digits above, singular and plural."""

from collections.abc import Sequence

_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def count_word(number: int) -> str:
    """`3` -> `three`, `13` -> `13`."""
    return _WORDS[number] if 0 <= number < len(_WORDS) else str(number)


def counted(number: int, noun: str, plural: str = "") -> str:
    """`one mail`, `two mails`, `no mails`, `14 mails`."""
    return f"{count_word(number)} {plural_of(number, noun, plural)}"


def plural_of(number: int, noun: str, plural: str = "") -> str:
    return noun if number == 1 else plural or f"{noun}s"


def joined(parts: Sequence[str], *, last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def sentence_start(text: str) -> str:
    """The text with a capital first letter; a letter whose capital is several characters is left alone."""
    first = text[:1].upper()
    return first + text[1:] if len(first) == 1 else text
