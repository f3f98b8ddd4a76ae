"""A query in Gmail's search language: https://support.google.com/mail/answer/7190.

What may stand for a word is put in braces, of which one has to hold. Gmail knows times in seconds.
"""

import re

from briefing.mail_query import Forms, MailQuery

MOST_WORDS = 20
_PARTS = re.compile(r"[^\s\"{}()]{1,60}")


def search_terms(query: MailQuery) -> list[str]:
    """The terms of the query, all of which have to hold; none where it asks for nothing."""
    fewer = query.first_forms(MOST_WORDS)
    words = [term for forms in fewer.words if (term := _one_of(forms, ""))]
    senders = [term for forms in fewer.sender if (term := _one_of(forms, "from:"))]
    attached = [f"filename:{query.file_type}"] if query.file_type else ["has:attachment"] if query.attachment else []
    since = [f"after:{int(query.since.timestamp())}"] if query.since is not None else []
    until = [f"before:{int(query.until.timestamp())}"] if query.until is not None else []
    return [*words, *senders, *attached, *since, *until]


def _one_of(forms: Forms, operator: str) -> str:
    told = [part for form in forms for part in _PARTS.findall(form) if any(map(str.isalnum, part))]
    terms = [f'{operator}"{part}"' for part in told]
    return f"{{{' '.join(terms)}}}" if len(terms) > 1 else "".join(terms)
