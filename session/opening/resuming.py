"""Resumes a call that broke off, at the same mail, with what has happened since taken into account.

The saved state says where the briefing stood; the mailbox says what is still unread; the ledger says what was settled even if a crash kept
it out of the saved state. The tracker is reconciled with all three, whichever was written last.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from briefing.agenda import Agenda
from briefing.mail import MailId, MailStatus, Mark
from briefing.mail_action import TAKES_OUT
from briefing.tracking.tracker import BriefingSessionTracker
from inbox.listing.pipeline import BriefingPipeline
from inbox.saved_call.call_state import SavedCall

RESUMED_WITHIN = timedelta(hours=12)
"""After this a call begins afresh: the place in this morning's briefing means nothing tomorrow."""

SHORTLY = timedelta(minutes=3)


def to_resume(saved: SavedCall | None, now: datetime, *, replaces: bool = False) -> SavedCall | None:
    """The saved call if it broke off recently before everything was told; if the agent is replaced, also after everything was told.

    Mail that was dealt with elsewhere is left out: if it is unread now, it has come back, and is told like any other mail.
    """
    if saved is None or saved.ended or now - saved.saved_at > RESUMED_WITHIN or not (replaces or saved.snapshot.open_mails):
        return None
    return replace(saved, snapshot=saved.snapshot.without_handled_elsewhere())


def resumed_tracker(
    saved: SavedCall, agenda: Agenda, pipeline: BriefingPipeline, marks: Mapping[MailId, Mark], *, of_no_account: Collection[MailId] = ()
) -> BriefingSessionTracker:
    """The tracker of the call that broke off, with new mail after what it had ahead. `marks` are the ledger's marks of its open mails.

    Mails in `of_no_account` belong to disconnected accounts: they leave without a word, but those that were told stay counted.
    """
    refs = {ref.mail_id: ref for topic in agenda.topics for ref in topic.mails}
    tracker = BriefingSessionTracker.from_snapshot(saved.snapshot, refs)
    ahead = [marks[mail] for mail in saved.snapshot.open_mails if mail in marks]
    for mark in ahead:
        _settle(tracker, mark)
    here = tracker.current()
    if here and not _is_pending(tracker, here.mail_id) and any(_is_beyond(here.mail_id, mark) for mark in ahead):
        tracker.advance(at=saved.saved_at)  # the user was further than what was saved: that mail was told, and left
    tracker.remove_handled_elsewhere([mail for mail in of_no_account if _waits(tracker, mail)])
    bring_up_to_date(tracker, agenda, pipeline, left_open=saved.snapshot.open_mails)
    tracker.drain_marks()  # they came from the ledger
    return tracker


def _is_beyond(here: MailId, mark: Mark) -> bool:
    """Whether the mark says that the user had left this mail; that it was heard does not: perhaps the user was just asked about it."""
    return mark.mail_id != here or mark.status is not MailStatus.BRIEFED


def bring_up_to_date(tracker: BriefingSessionTracker, agenda: Agenda, pipeline: BriefingPipeline, *, left_open: Collection[MailId]) -> None:
    """Take a better agenda, and drop those of `left_open` that are known to be read by now.

    Only those: mail that came in during this call was never listed, so its absence from the list means nothing.
    """
    tracker.refine(agenda)
    if pipeline.all_listed:
        tracker.remove_handled_elsewhere([mail for mail in left_open if mail not in pipeline.listed and _is_pending(tracker, mail)])


def _is_pending(tracker: BriefingSessionTracker, mail: MailId) -> bool:
    state = tracker.state_of(mail)
    return state is not None and state.pending


def _waits(tracker: BriefingSessionTracker, mail: MailId) -> bool:
    """Whether the mail would still be told or offered."""
    state = tracker.state_of(mail)
    return state is not None and (state.pending or state.skipped)


def _settle(tracker: BriefingSessionTracker, mark: Mark) -> None:
    mail = mark.mail_id
    match mark.status:
        case MailStatus.BRIEFED:
            tracker.mark_briefed(mail, at=mark.at)
        case MailStatus.SKIPPED:
            tracker.mark_skipped(mail, at=mark.at)
        case MailStatus.ACTIONED if mark.action in TAKES_OUT:
            tracker.mark_actioned(mail, mark.action, at=mark.at)
        case _:
            pass
