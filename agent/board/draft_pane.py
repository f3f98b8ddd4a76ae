"""The draft as the page shows it, and as the user changes it there by hand: what is edited there is what is asked about and sent.

Every edit names the version that it was made of, so that neither side ever writes over words of the other that it has not seen.
"""

from collections.abc import Sequence

from actions.sending.drafts import Draft, DraftChange, DraftLeavingError, StaleDraftError
from actions.sending.recipients import spelled
from agent.board.board_messages import DraftEdit, DraftOnBoard, Edited
from agent.board.question import asks_to_send
from briefing.mail import Address
from briefing.speech.sentences import about_sending as words
from session.call import Call
from storage.database import DatabaseUnavailableError

MOST_TEXT = 20_000


class NotEditedError(Exception):
    """The edit was not taken. `str()` is one sentence for the user."""


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
            text=draft.body[:MOST_TEXT],
            whole=len(draft.body) <= MOST_TEXT,
            asked=asks_to_send(call, draft),
        ),
    )


async def take_edit(call: Call, edit: DraftEdit) -> Edited:
    """Write down what the user has typed; a question that was open about the draft is void. Raises `NotEditedError`."""
    change = DraftChange(to=_addresses(edit.to), cc=_addresses(edit.cc), subject=edit.subject, body=edit.text)
    try:
        written = await call.acting.drafts.change(edit.draft_id, edit.version, change, by_hand=True)
    except StaleDraftError:
        raise NotEditedError(words.CHANGED_MEANWHILE) from None
    except DraftLeavingError:
        raise NotEditedError(words.TOO_LATE) from None
    except DatabaseUnavailableError:
        raise NotEditedError(words.CANNOT_KEEP) from None
    call.acting.consent.changed()
    _note(call, written)
    return Edited(version=written.version)


def _note(call: Call, written: Draft) -> None:
    if call.acting.draft is None or call.acting.draft.draft_id == written.draft_id:
        call.acting.draft = written


def _addresses(typed: Sequence[str] | None) -> tuple[Address, ...] | None:
    """The addresses, each as it was typed. Raises `NotEditedError` for one that is none."""
    if typed is None:
        return None
    found = [spelled(each) for each in typed if each.strip()]
    if None in found:
        raise NotEditedError(words.NOT_AN_ADDRESS)
    return tuple(address for address in found if address is not None)
