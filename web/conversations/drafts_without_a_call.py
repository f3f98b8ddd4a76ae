"""The draft that waits in a conversation, shown and edited on the page without a call.

A typed session of this browser in that conversation has it and its open question in memory. Without one it is read and written as it is
stored, so that whoever looks at it here ends no call that goes on elsewhere: what is agreed to there is held against the stored draft.
"""

from collections.abc import Collection
from http import HTTPStatus

from actions.sending.drafts import Draft, DraftLeavingError, Drafts, StaleDraftError
from actions.sending.outbox import Outbox
from actions.sending.waiting_drafts import newest_of, waiting_drafts
from briefing.speech.sentences import about_sending as words
from conversations.store import DigestEntry
from session.outcome import SkillRefusedError
from session.skills.writing.draft_pane import DraftEdit, Edited, ShownDrafts, change_of, shown_draft
from web.http.problems import ProblemCode, ProblemError
from web.server_parts import WebParts
from web.signing_in.browser_sessions import Session
from web.typed.typed_session import TypedSession


async def drafts_in(parts: WebParts, session: Session, entries: Collection[DigestEntry]) -> dict[str, Draft]:
    """The drafts that wait, by id; none where no conversation names one."""
    if not any(entry.draft_ids for entry in entries):
        return {}
    outbox = Outbox(parts.database, parts.vault, user_id=session.user_id, now=parts.now)
    return await waiting_drafts(_drafts(parts, session), outbox)


async def shown_in(parts: WebParts, session: Session, entry: DigestEntry) -> ShownDrafts:
    """What the session has open there, or else the draft of the conversation that was changed last."""
    talk = _talk(parts, session, entry)
    shown = talk.shown() if talk is not None else ShownDrafts()
    if shown.drafts or (draft := newest_of(entry.draft_ids, await drafts_in(parts, session, [entry]))) is None:
        return shown
    return ShownDrafts(drafts=(shown_draft(draft, dry_run=parts.settings.aloud_sending_dry_run),), held=shown.held)


async def edited_in(parts: WebParts, session: Session, entry: DigestEntry, edit: DraftEdit) -> Edited:
    """Raises a problem with a sentence for the user, and then nothing was changed."""
    talk = _talk(parts, session, entry)
    if edit.draft_id not in {*entry.draft_ids, talk.waits.draft_id if talk and talk.waits else None}:
        raise _refused(words.DRAFT_GONE)
    try:
        if talk is not None:
            return await talk.edit(edit)
        if edit.read:
            return Edited(version=edit.version)  # nothing is asked yet that this could shorten
        written = await _drafts(parts, session).change(edit.draft_id, edit.version, change_of(edit), by_hand=True)
        return Edited(version=written.version)
    except StaleDraftError:
        raise _refused(words.CHANGED_MEANWHILE) from None
    except DraftLeavingError:
        raise _refused(words.too_late(dry_run=parts.settings.aloud_sending_dry_run)) from None
    except SkillRefusedError as refusal:
        raise _refused(str(refusal)) from None


def _talk(parts: WebParts, session: Session, entry: DigestEntry) -> TypedSession | None:
    talk = parts.typed.find(session.token)
    return talk if talk is not None and talk.is_open and talk.conversation_id == entry.conversation_id else None


def _drafts(parts: WebParts, session: Session) -> Drafts:
    return Drafts(parts.database, parts.vault, user_id=session.user_id, own_addresses=frozenset(), now=parts.now)


def _refused(sentence: str) -> ProblemError:
    return ProblemError(HTTPStatus.CONFLICT, ProblemCode.DRAFT_NOT_CHANGED, sentence)
