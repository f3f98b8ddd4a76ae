"""The draft as a page shows it, in a call or without one, and the user's edits of it: the edited text is what is asked about and sent.

Every edit names the version that it changes, so neither side overwrites words of the other that it has not seen.
"""

from collections.abc import Sequence
from datetime import datetime

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt

from actions.sending.drafts import Draft, DraftChange, payload_of
from briefing.mail import Address
from briefing.speech.sentences import about_sending as words
from briefing.understanding.spelled_addresses import spelled
from session.call import Call
from session.outcome import SkillRefusedError
from session.skills.changing.open_question import asks_to_send
from session.skills.writing.drafting import keeping

MOST_TEXT = 20_000


class PageMessage(BaseModel):
    """What a page is told or tells."""

    model_config = ConfigDict(frozen=True, extra="forbid", json_schema_serialization_defaults_required=True)


class DraftOnBoard(PageMessage):
    """What is being written. `whole` is false where the text is too long to be shown, and so to be edited, here.

    `asked`: the open question is whether it may leave as it is here, or to whom. `dry_run`: it would go to nobody.
    """

    draft_id: str
    version: int
    to: tuple[str, ...]
    cc: tuple[str, ...]
    subject: str
    text: str
    whole: bool
    asked: bool
    dry_run: bool


class HeldOnBoard(PageMessage):
    """A mail that the user has agreed to and that can still be held back, until `leaves_at`. In a `dry_run` it goes to nobody."""

    leaves_at: datetime
    dry_run: bool


class ShownDrafts(PageMessage):
    """What is being written, and what is about to leave."""

    drafts: tuple[DraftOnBoard, ...] = ()
    held: HeldOnBoard | None = None


class DraftEdit(PageMessage):
    """The user has typed in a draft, in that version of it; null stays as it is. `read`, where nothing
    else is: they have scrolled through its text to the end."""

    draft_id: str
    version: StrictInt
    to: tuple[str, ...] | None = Field(default=None, max_length=100)
    cc: tuple[str, ...] | None = Field(default=None, max_length=100)
    subject: str | None = Field(default=None, max_length=2000)
    text: str | None = Field(default=None, max_length=2 * MOST_TEXT)
    read: StrictBool = False


class Edited(PageMessage):
    """The edit is written down; the draft has this version now."""

    version: int


def shown_drafts(call: Call) -> tuple[DraftOnBoard, ...]:
    """The draft that is being written, or whose mail was held back, if there is one."""
    draft = call.acting.draft or (None if call.acting.held else call.acting.kept)
    return () if draft is None else (shown_draft(draft, dry_run=call.acting.outbox.dry_run, asked=asks_to_send(call, draft)),)


def shown_draft(draft: Draft, *, dry_run: bool, asked: bool = False) -> DraftOnBoard:
    return DraftOnBoard(
        draft_id=draft.draft_id,
        version=draft.version,
        to=tuple(address.email for address in draft.to),
        cc=tuple(address.email for address in draft.cc),
        subject=draft.subject,
        text=draft.text[:MOST_TEXT],
        whole=len(draft.text) <= MOST_TEXT,
        dry_run=dry_run,
        asked=asked,
    )


def shown_held(call: Call) -> HeldOnBoard | None:
    """The held mail that leaves first."""
    held = call.acting.held
    return HeldOnBoard(leaves_at=min(mail.by for mail in held), dry_run=all(mail.dry_run for mail in held)) if held else None


async def take_edit(call: Call, edit: DraftEdit) -> Edited:
    """Store what the user has typed; a question that was open about the draft is void. Raises `SkillRefusedError`.

    What they have read to the end here is not read to them before they are asked whether it is sent.
    """
    change = change_of(edit)
    if edit.read and change == DraftChange():
        shown = call.acting.waits
        if shown and (shown.draft_id, shown.version) == (edit.draft_id, edit.version) and len(shown.text) <= MOST_TEXT:
            call.acting.consent.was_read(payload_of(shown))
        return Edited(version=edit.version)
    async with keeping(call):
        written = await call.acting.drafts.change(edit.draft_id, edit.version, change, by_hand=True)
    call.acting.consent.register.turn_begins()
    call.acting.wrote()
    call.acting.consent.changed()
    if call.acting.draft is None or call.acting.draft.draft_id == written.draft_id:
        call.acting.draft = written
    call.settle()
    return Edited(version=written.version)


def change_of(edit: DraftEdit) -> DraftChange:
    """Raises `SkillRefusedError` for what is no address."""
    return DraftChange(to=_addresses(edit.to), cc=_addresses(edit.cc), subject=edit.subject, text=edit.text)


def _addresses(typed: Sequence[str] | None) -> tuple[Address, ...] | None:
    """The addresses as they were typed. Raises `SkillRefusedError` if one of them is not an address."""
    if typed is None:
        return None
    found = [spelled(each) for each in typed if each.strip()]
    if None in found:
        raise SkillRefusedError(words.NOT_AN_ADDRESS)
    return tuple(address for address in found if address is not None)
