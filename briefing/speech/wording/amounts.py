"""Sums of money as one says them: `EUR 1.250,00` and `€1,250.00` are both "1,250 euros".

A point or comma before exactly three last digits groups thousands, before one or two it starts the cents: that reads English, German,
French and Swiss ways of writing alike.
"""

import re

_CURRENCIES: dict[str, tuple[str, str, str, str]] = {
    "EUR": ("euro", "euros", "cent", "cents"),
    "USD": ("dollar", "dollars", "cent", "cents"),
    "GBP": ("pound", "pounds", "penny", "pence"),
    "CHF": ("Swiss franc", "Swiss francs", "", ""),
    "JPY": ("yen", "yen", "", ""),
    "INR": ("rupee", "rupees", "", ""),
    "SEK": ("Swedish krona", "Swedish kronor", "", ""),
    "DKK": ("Danish krone", "Danish kroner", "", ""),
    "NOK": ("Norwegian krone", "Norwegian kroner", "", ""),
    "PLN": ("zloty", "zloty", "", ""),
}
_SYMBOLS = {"\u20ac": "EUR", "$": "USD", "US$": "USD", "\u00a3": "GBP", "\u00a5": "JPY", "\u20b9": "INR", "z\u0142": "PLN"}
_BY_SIGN = _SYMBOLS | {code: code for code in _CURRENCIES} | {"EURO": "EUR", "EUROS": "EUR"}
_SIZES = {"k": "thousand", "m": "million", "mio": "million", "bn": "billion", "b": "billion"}

_NUMBER = r"([0-9]{1,3}(?:[.,' ][0-9]{3}){1,5}(?:[.,][0-9]{1,2})?|[0-9]{1,15}(?:[.,][0-9]{1,2})?)(?:[.,][-\u2013]{1,2})?"
_SIZE = r"(?: ?(k|m|mio|bn|b|thousand|million|billion)\b\.?)?"
_PREFIX = r"(US\$|[$\u20ac\u00a3\u00a5\u20b9]|\b(?:" + "|".join(_CURRENCIES) + r")\b)"
_SUFFIX = r"([$\u20ac\u00a3\u00a5\u20b9]|(?:" + "|".join(_CURRENCIES) + r"|z\u0142|euros?)(?!\w))"
_BEFORE = re.compile(rf"(?<![\w.,]){_PREFIX} ?{_NUMBER}(?!['.,]?[0-9]){_SIZE}", re.IGNORECASE)
_AFTER = re.compile(rf"(?<![\w.,'\u20ac$]){_NUMBER}(?!['.,]?[0-9]){_SIZE} ?{_SUFFIX}", re.IGNORECASE)
_RANGE = re.compile(r"(?<![\w.,])([$\u20ac\u00a3]) ?([0-9]{1,9}) ?[-\u2013] ?(?:[$\u20ac\u00a3] ?)?([0-9]{1,9})(?![\w.,]{0,40}[0-9])")


def _parts(number: str) -> tuple[int, str]:
    """Whole units and the decimals as written ("" if none)."""
    number = number.replace("'", "").replace(" ", "")
    found = re.fullmatch(r"(.*?)[.,]([0-9]{1,2})", number)
    whole, decimals = (found[1], found[2]) if found else (number, "")
    return int(re.sub(r"[.,]", "", whole)), decimals


def _spoken(number: str, size: str | None, sign: str) -> str:
    one, many, cent, cents = _CURRENCIES[_BY_SIGN[sign.upper()] if sign.upper() in _BY_SIGN else _SYMBOLS[sign.lower()]]
    whole, decimals = _parts(number)
    if size:
        point = f".{decimals.rstrip('0')}" if decimals.strip("0") else ""
        return f"{whole:,}{point} {_SIZES.get(size.lower(), size.lower())} {many}"
    small = int(decimals.ljust(2, "0")) if decimals else 0
    if not small:
        return f"{whole:,} {one if whole == 1 else many}"
    if not cents:
        return f"{whole:,}.{decimals} {many}"
    coins = f"{small} {cent if small == 1 else cents}"
    return f"{whole:,} {one if whole == 1 else many} and {coins}" if whole else coins


def with_spoken_amounts(text: str) -> str:
    text = _RANGE.sub(lambda m: f"{int(m[2]):,} to {int(m[3]):,} {_CURRENCIES[_SYMBOLS[m[1]]][1]}", text)
    text = _BEFORE.sub(lambda m: _spoken(m[2], m[3], m[1]), text)
    text = _AFTER.sub(lambda m: _spoken(m[1], m[2], m[3]), text)
    return _EACH.sub(lambda m: f"{m[1]} {_PERIODS.get(m[2].lower()) or f'a {m[2].lower()}'}", text)


_ANY_COINS = r"(?: and [0-9]{1,2} (?:cents?|pence|penny))?"
_UNITS = sorted({unit for names in _CURRENCIES.values() for unit in names[:2]}, key=len, reverse=True)
SPOKEN_AMOUNT = re.compile(
    rf"\b[0-9][0-9,]{{0,20}}(?:\.[0-9]{{1,2}})?(?: (?:thousand|million|billion))? (?:{'|'.join(_UNITS)})\b{_ANY_COINS}"
)
"""Finds a sum of money in text that has gone through `with_spoken_amounts`."""
_EACH = re.compile(rf"\b({'|'.join(_UNITS)}|cents?|pence) ?/ ?(month|mo|year|yr|week|wk|day|night|hour|hr)\b", re.IGNORECASE)
_PERIODS = {"mo": "a month", "yr": "a year", "wk": "a week", "hr": "an hour", "hour": "an hour"}
