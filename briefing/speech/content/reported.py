"""From direct to reported speech, where English grammar makes it safe: "Could you ...?" -> "whether you could ...".

Only sentences in the second or third person are turned: "send it to me" would need to know who "me" is, so it is quoted instead.
"""

import re

_FIRST_PERSON = re.compile(r"\b(?:I|[Ii]'(?:m|ve|ll|d)|[Mm]e|[Mm]y|[Mm]ine|[Mm]yself|[Ww]e|[Ww]e'\w+|[Uu]s|[Oo]urs?|[Ll]et's)\b")
_LEAD_IN = re.compile(r"^(?:(?:also|and|so|but|ps|p\.s\.|one more thing|quick question|by the way|btw)[,:]? )+", re.IGNORECASE)
_YES_NO = re.compile(r"(could|can|would|will|do|are|were|have|should) you (?:please )?(?!please)(\w.{2,})\?", re.IGNORECASE)
_WH = re.compile(
    r"(when|where|how|what|why|(?:which|what|how many|how much)(?: \w+)?) (can|could|will|would|should|are|have|do) you (\w.{2,})\?",
    re.IGNORECASE,
)
_PLEASE = re.compile(
    r"(?:please|kindly) (do not |don't )?(?!find\b|see\b|note\b|be\b|feel\b|let\b|do\b|also\b|contact\b)([a-z]{2,}\b.{2,})", re.IGNORECASE
)
_NOTE_THAT = re.compile(r"please (?:note|be advised|remember) that (.{5,})", re.IGNORECASE)
_SAFE_START = re.compile(
    r"(?:your|you|the|there|this|that|these|a|an|all|it|both|no|some|one|someone|every\w*|today|tomorrow) ", re.IGNORECASE
)
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|would|can|cannot|could|should|must|may|need|needs|arrives?|expires?|ends?|starts?|[a-z]{3,}ed)\b"
)


def _may_turn(sentence: str) -> bool:
    return not (_FIRST_PERSON.search(sentence) or '"' in sentence or "..." in sentence or re.search(r"[.!?:;] \S", sentence))


def whether(question: str) -> str:
    """`Could you send it?` -> `whether you could send it`; `When can you start?` -> `when you can start`; else empty."""
    question = _LEAD_IN.sub("", question)
    if not _may_turn(question):
        return ""
    if found := _YES_NO.fullmatch(question):
        helper = found[1].lower()
        return f"whether you {'' if helper == 'do' else f'{helper} '}{found[2]}"
    if found := _WH.fullmatch(question):
        helper = found[2].lower()
        return f"{found[1].lower()} you {'' if helper == 'do' else f'{helper} '}{found[3]}"
    return ""


def to_do(request: str) -> str:
    """`Please send the report by Friday.` -> `to send the report by Friday`; else empty."""
    request = _LEAD_IN.sub("", request).rstrip(".!")
    found = _PLEASE.fullmatch(request)
    if not found or not _may_turn(request):
        return ""
    return f"{'not ' if found[1] else ''}to {found[2]}"


def that(statement: str) -> str:
    """`Your parcel arrives tomorrow.` -> `that your parcel arrives tomorrow`; else empty."""
    statement = _LEAD_IN.sub("", statement)
    if statement.endswith(("?", "!")) or not _may_turn(statement):
        return ""
    statement = statement.rstrip(".")
    if found := _NOTE_THAT.fullmatch(statement):
        return f"that {found[1]}"
    if not (_SAFE_START.match(statement) and _VERB.search(statement)):
        return ""
    return f"that {statement[0].lower()}{statement[1:]}"
