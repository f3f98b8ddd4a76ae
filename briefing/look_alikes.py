"""Names that an eye takes for each other: letters of other alphabets, digits for letters, "rn" for "m"."""

# ruff: noqa: RUF001 - letters that look like others are what this is about

import unicodedata
from types import MappingProxyType

_HOMOGLYPHS = MappingProxyType(
    str.maketrans(
        "аеорсухіјѕԁһкмнтвԛԝґɡɩıοανκρτυχεικ0135$|ł",
        "aeopcyxijsdhkmhtbqwrgiioavkptuxeikolessll",
    )
)
_ALIKE = (("rn", "m"), ("vv", "w"), ("cl", "d"), ("l", "i"))


def skeleton(text: str) -> str:
    """What is left of a name when all that looks alike is written alike, and what does not show is gone."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(each for each in decomposed if not unicodedata.combining(each) and unicodedata.category(each) != "Cf")
    plain = plain.translate(dict(_HOMOGLYPHS))
    for shown, meant in _ALIKE:
        plain = plain.replace(shown, meant)
    return plain
