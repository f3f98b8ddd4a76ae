"""The text of a forward: the user's own words, then the forwarded mail, in the form that other mail programs recognise.

They are two parts of a draft. The forwarded mail is made from the original, and no tool changes it: the question about a forward has the
user's own words in full, and of the forwarded mail only its sender and length. The page shows both as one text, which the line between them
divides again; if the user has changed the lower part there, the question says so.
"""

import re

from providers.mime.original import Original

MOST_QUOTED = 100_000
"""Characters of a forwarded mail that are quoted."""

MARK = "---------- Forwarded message ---------"
_FROM = re.compile(rf"{re.escape(MARK)}\nFrom: (?P<name>[^<\n]*) ?(?:<(?P<email>[^>\n]*)>)?(?:\n|$)")


def divided(text: str, quoted: str) -> tuple[str, str]:
    """A text that was edited as a whole, as the user's own words and what they have left of the mail that was `quoted` below them."""
    if quoted and text.endswith(quoted):
        return text.removesuffix(quoted).strip(), quoted
    own, mark, rest = text.partition(MARK) if quoted else (text, "", "")
    return own.strip(), mark + rest


def sender_of(quoted: str) -> str:
    """Who wrote the forwarded mail, by name if there is one."""
    told = _FROM.match(quoted)
    return (told["name"].strip() or told["email"] or "") if told else ""


def with_own(own: str, quoted: str) -> str:
    return f"{own}\n\n{quoted}" if own and quoted else own or quoted


def quoted(original: Original) -> str:
    sender = f"{original.sender.name} <{original.sender.email}>" if original.sender.name else original.sender.email
    head = [MARK, f"From: {sender}"]
    head += [f"Date: {original.at:%a, %d %b %Y %H:%M %z}"] if original.at else []
    return "\n".join([*head, f"Subject: {original.subject}", "", original.text[:MOST_QUOTED]])
