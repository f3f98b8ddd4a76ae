"""The draft as the page shows it, and the user's edits of it: the edited text is what is asked about and sent.

Every edit names the version that it changes, so neither side overwrites words of the other that it has not seen.
"""

from collections.abc import Sequence

from actions.sending.drafts import DraftChange, payload_of
from agent.board.board_messages import DraftEdit, DraftOnBoard, Edited
from agent.board.question import asks_to_send
from briefing.mail import Address
from briefing.speech.sentences import about_sending as words
from briefing.understanding.spelled_addresses import spelled
from session.call import Call
from session.outcome import SkillRefusedError
from session.skills.writing.drafting import keeping

MOST_TEXT = 20_000


def shown_drafts(call: Call) -> tuple[DraftOnBoard, ...]:
    """The draft that is being written, or whose mail was held back, if there is one."""
    draft = call.acting.draft or (None if call.acting.held else call.acting.kept)
    if draft is None:
        return ()
    return (
        DraftOnBoard(
            draft_id=draft.draft_id,
            version=draft.version,
            to=tuple(address.email for address in draft.to),
            cc=tuple(address.email for address in draft.cc),
            subject=draft.subject,
            text=draft.text[:MOST_TEXT],
            whole=len(draft.text) <= MOST_TEXT,
            dry_run=call.acting.outbox.dry_run,
            asked=asks_to_send(call, draft),
        ),
    )


async def take_edit(call: Call, edit: DraftEdit) -> Edited:
    """Store what the user has typed; a question that was open about the draft is void. Raises `SkillRefusedError`.

    What they have read to the end here is not read to them before they are asked whether it is sent.
    """
    change = DraftChange(to=_addresses(edit.to), cc=_addresses(edit.cc), subject=edit.subject, text=edit.text)
    if edit.read and change == DraftChange():
        shown = call.acting.draft or call.acting.kept
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
    return Edited(version=written.version)


def _addresses(typed: Sequence[str] | None) -> tuple[Address, ...] | None:
    """The addresses as they were typed. Raises `SkillRefusedError` if one of them is not an address."""
    if typed is None:
        return None
    found = [spelled(each) for each in typed if each.strip()]
    if None in found:
        raise SkillRefusedError(words.NOT_AN_ADDRESS)
    return tuple(address for address in found if address is not None)
