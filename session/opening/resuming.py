"""Going on where an earlier call stopped: at the same mail, with what has happened since taken into account.

The saved state says where the briefing stood, the mailbox what is still unread, the ledger what was settled although a crash kept it out
of the saved state. The tracker is brought in line with all three, and nobody has to know which of them was written last.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from briefing.agenda import Agenda
from briefing.mail import TAKES_OUT, MailId, MailStatus, Mark
from briefing.tracking.tracker import BriefingSessionTracker
from inbox.listing.pipeline import BriefingPipeline
from inbox.saved_call.call_state import SavedCall

RESUMED_WITHIN = timedelta(hours=12)
"""After this a call begins afresh: the place in a morning's briefing means nothing to anybody the day after."""

SHORTLY = timedelta(minutes=3)


@dataclass(frozen=True, slots=True, kw_only=True)
class Resumption:
    """How long it was interrupted: shortly, so that few words will do, or so long that the user has to be told where they were.

    `replaces`: the user never left, it is the agent that did. `left_open` are the mails that were still to be told.
    """

    shortly: bool
    replaces: bool
    left_open: tuple[MailId, ...]


def to_resume(saved: SavedCall | None, now: datetime, *, replaces: bool = False) -> SavedCall | None:
    """The saved call if it broke off, not long ago, before everything was told; one whose agent is replaced also after that.

    What was dealt with elsewhere is left out of it: if it is unread now, it has come back, and is to be told like any other mail.
    """
    if saved is None or saved.ended or now - saved.saved_at > RESUMED_WITHIN or not (replaces or saved.snapshot.open_mails):
        return None
    return replace(saved, snapshot=saved.snapshot.without_handled_elsewhere())


def resumed_tracker(
    saved: SavedCall, agenda: Agenda, pipeline: BriefingPipeline, marks: Mapping[MailId, Mark], *, of_no_account: Collection[MailId] = ()
) -> BriefingSessionTracker:
    """The tracker of the call that broke off, with what is new behind what it had ahead. `marks` are the ledger's, of what was open.

    What is `of_no_account` any more leaves without a word; what of it was told stays counted as that.
    """
    refs = {ref.mail_id: ref for topic in agenda.topics for ref in topic.mails}
    tracker = BriefingSessionTracker.from_snapshot(saved.snapshot, refs)
    ahead = [marks[mail] for mail in saved.snapshot.open_mails if mail in marks]
    for mark in ahead:
        _settle(tracker, mark)
    here = tracker.current()
    if ahead and here and not _is_pending(tracker, here.mail_id):
        tracker.advance(at=saved.saved_at)  # the user was further than what was saved: that mail was told, and left
    tracker.remove_handled_elsewhere([mail for mail in of_no_account if _waits(tracker, mail)])
    bring_up_to_date(tracker, agenda, pipeline, left_open=saved.snapshot.open_mails)
    tracker.drain_marks()  # they came from the ledger
    return tracker


def bring_up_to_date(tracker: BriefingSessionTracker, agenda: Agenda, pipeline: BriefingPipeline, *, left_open: Collection[MailId]) -> None:
    """Take a better agenda, and let go of what of `left_open` is unread no longer, as far as that is known yet.

    Of nothing else: what came in during this call was never listed.
    """
    tracker.refine(agenda)
    if pipeline.all_listed:
        tracker.remove_handled_elsewhere([mail for mail in left_open if mail not in pipeline.listed and _is_pending(tracker, mail)])


def _is_pending(tracker: BriefingSessionTracker, mail: MailId) -> bool:
    state = tracker.state_of(mail)
    return state is not None and state.pending


def _waits(tracker: BriefingSessionTracker, mail: MailId) -> bool:
    """Whether it would still be told, or offered again."""
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
