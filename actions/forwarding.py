"""The text of a forward: the user's own words, then the forwarded mail, in the form that other mail programs recognise.

A draft is one text that is edited as a whole, so the line between the two parts tells them apart. The question about a forward quotes the
user's own words in full, and of the forwarded mail only its sender and length.
"""

import re
from dataclasses import dataclass, field

from providers.mime.original import Original

MOST_QUOTED = 100_000
"""Characters of a forwarded mail that are quoted."""

MARK = "---------- Forwarded message ---------"
_FROM = re.compile(rf"{re.escape(MARK)}\nFrom: (?P<name>[^<\n]*?) ?(?:<(?P<email>[^>\n]*)>)?(?:\n|$)")


@dataclass(frozen=True, slots=True, kw_only=True)
class ForwardText:
    """`quoted` begins with the line between the two, and `sender` is who wrote it; both are empty where nothing is quoted."""

    own: str = field(repr=False)
    quoted: str = field(default="", repr=False)
    sender: str = field(default="", repr=False)


def parts_of(body: str) -> ForwardText:
    own, mark, rest = body.partition(MARK)
    if not mark:
        return ForwardText(own=body)
    quoted = mark + rest
    told = _FROM.match(quoted)
    return ForwardText(own=own.strip(), quoted=quoted, sender=(told["name"] or told["email"] or "") if told else "")


def with_own(own: str, quoted: str) -> str:
    return f"{own}\n\n{quoted}" if own and quoted else own or quoted


def quoted(original: Original) -> str:
    sender = f"{original.sender.name} <{original.sender.email}>" if original.sender.name else original.sender.email
    head = [MARK, f"From: {sender}"]
    head += [f"Date: {original.at:%a, %d %b %Y %H:%M %z}"] if original.at else []
    return "\n".join([*head, f"Subject: {original.subject}", "", original.text[:MOST_QUOTED]])
