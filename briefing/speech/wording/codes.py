"""Numbers that are names: codes, orders, phones. They are said digit by digit, in groups one can write down.

A number is a name when a word beside it says so ("order", "code"), or when it is too long to be a quantity. Beyond twelve characters
nobody writes along: then the last four are said.
"""

import re
from itertools import pairwise

_TOO_LONG = 12
_LABEL = (
    r"(?:code|pin|tan|otp|passcode|password|passwort|kennwort|order|bestellung|commande|invoice|rechnung|facture|reference|ref|referenz"
    r"|ticket|case|booking|buchung|reservation|tracking|shipment|sendung|confirmation|customer|account|konto|kunde|policy|"
    r"[a-z]{0,20}(?:nummer|code)|number|no\.|nr\.|id|flight|n\u00b0)"
)
_BETWEEN = r"(?:[ ]?(?:number|code|no\.?|nr\.?|id|is|ist|lautet|est|was|\(|#|:|-)){0,4} ?"
_MARK = r"(?=[A-Z0-9-]{0,30}[0-9])([A-Z0-9](?:[A-Z0-9-]{2,38}[A-Z0-9]))"
_LABELLED = re.compile(rf"\b((?i:{_LABEL}))((?i:{_BETWEEN})){_MARK}(?![\w%-]|[.,:/][0-9])")
_IS_YOUR = re.compile(r"(?<![\w.,:/-])(?:[A-Z]-)?([0-9]{4,8})(?= (?:is|ist|lautet) (?:your|the|ihr|dein))", re.IGNORECASE)
_HASHED = re.compile(r"(?<![\w#/])#([0-9]{1,15})(?!\w)")
_PHONE = re.compile(r"(?<![\w+.,])\+[1-9][0-9]{0,2}(?:[ ./-]?(?:\([0-9]{1,6}\)|[0-9]{1,6})){2,6}(?![\w-])")
_LOCAL_PHONE = re.compile(
    r"(?<![\w+.,-])(?:\(?[0-9]{3}\)?[ -][0-9]{3}-[0-9]{4}|0[0-9]{2,4}[ ]?[/-][ ]?[0-9]{5,9}|0[0-9]{2,4}(?: [0-9]{2,4}){2,3})(?![\w-])"
)
_LONG = re.compile(r"(?<![\w.,:/'-])([0-9]{6,400}|0[0-9]{3,400})(?![\w%]|[.,:/'-][0-9])")
_MIXED = re.compile(r"(?<![\w-])(?=[A-Z0-9-]{0,40}[0-9])(?=[A-Z0-9-]{0,40}[A-Z])[A-Z0-9](?:[A-Z0-9-]{5,78})[A-Z0-9](?![\w-])")
_IBAN = re.compile(r"(?<![\w-])[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?(?![\w-])")
_UUID = re.compile(r"\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b", re.IGNORECASE)
_HEX = re.compile(r"(?<![\w-])(?=[0-9a-f]{0,63}[0-9])(?=[0-9a-f]{0,63}[a-f])[0-9a-f]{7,64}(?![\w-])")
_ASIDE = re.compile(r"(?<=\w) [(\[]a code[)\]]")
_BLOB = re.compile(r"(?<![\w+/=-])(?=\S{0,200}[0-9])[A-Za-z0-9+/_=-]{40,}+(?!\w)")


def spelled(token: str) -> str:
    """One character at a time, a comma (a short pause) between groups: `482913` -> `4 8 2, 9 1 3`."""
    groups = [group for part in re.split(r"[^A-Za-z0-9]+", token) if part for group in _groups(part)]
    if sum(map(len, groups)) > _TOO_LONG:
        kind = "number" if "".join(groups).isdigit() or _IBAN.fullmatch(token) else "code"
        return f"a {kind} ending in {' '.join(''.join(groups)[-4:])}"
    return ", ".join(" ".join(group) for group in groups)


def _groups(part: str) -> list[str]:
    if len(part) <= 5:
        return [part]
    size = 4 if len(part) % 4 == 0 else 3
    starts = list(range(0, len(part), size))
    if len(part) - starts[-1] == 1:
        starts.pop()
    return [part[start:end] for start, end in zip(starts, [*starts[1:], len(part)], strict=True)]


def _labelled(found: re.Match[str]) -> str:
    between = found[2].rstrip("#(") if found[2].strip() in {"#", "("} else found[2]
    return f"{found[1]}{between or ' '}{spelled(found[3])}" if sum(map(str.isdigit, found[3])) >= 3 else found[0]


def _mixed(found: re.Match[str]) -> str:
    bare = found[0].replace("-", "")
    turns = sum(one.isdigit() != two.isdigit() for one, two in pairwise(bare))
    return spelled(found[0]) if turns >= 2 or sum(map(str.isdigit, bare)) >= 6 else found[0]


def _phone(found: re.Match[str]) -> str:
    plus = "plus " if found[0].startswith("+") else ""
    groups = [group for part in re.findall("[0-9]+", found[0]) for group in _groups(part)]
    return plus + ", ".join(" ".join(group) for group in groups)


def with_spoken_codes(text: str) -> str:
    """Codes, long numbers and phone numbers digit by digit; hashes and tokens only mentioned."""
    text = _BLOB.sub("a code", _HEX.sub("a code", _UUID.sub("a code", text)))
    text = _IBAN.sub(lambda m: spelled(m[0].replace(" ", "")), _ASIDE.sub("", text))
    text = _LOCAL_PHONE.sub(_phone, _PHONE.sub(_phone, text))
    text = _IS_YOUR.sub(lambda m: spelled(m[1]), _LABELLED.sub(_labelled, text))
    text = _HASHED.sub(lambda m: f"number {m[1] if len(m[1]) < 5 else spelled(m[1])}", text)
    return _LONG.sub(lambda m: spelled(m[1]), _MIXED.sub(_mixed, text))
