"""What a draft was before, which stays with it: pure rules."""

from dataclasses import replace

from pydantic import ValidationError

from actions.sending.draft_store import DRAFT_CONTENT, NO_THREAD, DraftContent, DraftKind
from actions.sending.replying import without_reply_prefix

MOST_KEPT = 200
"""Versions of one draft: typing in it on the page makes one every few words."""


class NeverChangedError(Exception):
    """There is nothing before the first version."""


def kept(was: DraftContent, now: DraftContent) -> DraftContent:
    """The new content with the old one behind it, if they differ; a forwarded mail that is the same is not kept twice."""
    if was == now:
        return now
    old = replace(was, earlier=(), quoted="" if was.quoted == now.quoted else was.quoted)
    return replace(now, earlier=(*was.earlier, DRAFT_CONTENT.dump_json(old).decode())[-MOST_KEPT:])


def before(now: DraftContent) -> DraftContent:
    """The content before the last change. Raises `NeverChangedError`."""
    if not now.earlier:
        raise NeverChangedError("it was never changed")
    try:
        old = DRAFT_CONTENT.validate_json(now.earlier[-1])
    except ValidationError:
        raise NeverChangedError("what it was is in no form that this version of Aloud knows") from None
    return replace(old, earlier=now.earlier[:-1], quoted=old.quoted or (now.quoted if old.quote_edited == now.quote_edited else ""))


def of_its_own(content: DraftContent) -> DraftContent:
    """A reply that nobody gets any more whom it answers is a mail of its own: it would reach its recipients as part of a thread that they
    do not know, or have no part in."""
    if not content.answered or {address.email for address in content.recipients} & {*content.answered} or not content.recipients:
        return content
    return replace(
        content,
        kind=DraftKind.NEW,
        thread=NO_THREAD,
        subject=without_reply_prefix(content.subject),
        in_reply_to="",
        references=(),
        answered=(),
    )
