"""How many tokens a text has for a language model, estimated without its tokenizer.

What a request may hold is bounded in tokens, and no tokenizer is at hand where it is built. The estimate is meant to be too high: by a
quarter to a half for mail in English, German or French, more in other scripts. Letters that form no usual pairs cost more, so that ids,
addresses of pages and text made up to be dear are not taken for words.
"""

import re

_COMMON = (
    "ab ac ad ag ai al am an ap ar as at au av aw ay be bl bu ca ce ch ci ck cl co ct da de di du eb ec ed ee ef eg ei el em en ep er es et"
    " eu ev ex fa ff fi fo fr ft ga ge gh gi go gr ha he hi ho ht ib ic id ie if ig ik il im in io ip ir is it iv iz ke ki ks la ld le li"
    " ll lo lt lu ly ma me mi mo ms my na nc nd ne ng ni nk no ns nt nu ob oc od of oi ok ol om on oo op or os ot ou ov ow pa pe pl po pp"
    " pr ps pu qu ra re ri rm rn ro rs rt ru ry sa sc se sh si so sp ss st su ta te th ti to tr ts tt tu ty ua uc ue ui ul um un up ur us"
    " ut ve vi vo wa we wh wi wo yo ys"
)
_PAIRS = frozenset(_COMMON.split())
"""The pairs of letters that common words are made of."""

_PIECE = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|[0-9]{1,3}|.", re.DOTALL)
_ODD_PAIR, _CAPITAL, _LONG_WORD, _BEYOND_LONG = 0.62, 0.65, 7, 0.12
_OF_BYTES = {1: 1.0, 2: 1.3, 3: 2.5, 4: 3.5}
_IDEOGRAPHS = ("\u3040", "\ud7ff")
_ALPHABETS_END = "\u0530"


def tokens(text: str) -> float:
    """About how many tokens, rather too many than too few."""
    return sum(map(_cost, _PIECE.findall(text)))


def cut_to(text: str, most: float) -> str:
    """The beginning of a text that has no more than so many tokens."""
    so_far = 0.0
    for piece in _PIECE.finditer(text):
        so_far += _cost(piece[0])
        if so_far > most:
            return text[: piece.start()]
    return text


def _cost(piece: str) -> float:
    if piece == " ":
        return 0.0
    if not piece.isascii():
        return _of_other_script(piece)
    if not piece.isalpha():
        return 1.0
    if piece.isupper() and len(piece) > 1:
        return max(1.0, _CAPITAL * len(piece))
    word = piece.lower()
    odd = sum(word[at : at + 2] not in _PAIRS for at in range(len(word) - 1))
    return 1.0 + _ODD_PAIR * odd + _BEYOND_LONG * max(0, len(word) - _LONG_WORD)


def _of_other_script(character: str) -> float:
    if character < _ALPHABETS_END:
        return 1.0
    if _IDEOGRAPHS[0] <= character <= _IDEOGRAPHS[1]:
        return 2.0
    return _OF_BYTES[len(character.encode("utf-8", "replace"))]
