"""Takes back what was written: throws a draft away, or makes of it what it was before."""

from actions.sending.drafts import Draft
from briefing.speech.sentences import about_sending as words
from briefing.tracking.focus import DraftNamed
from session.call import Call
from session.dialogue import Offer, Offered
from session.outcome import CameTo, Outcome, saying
from session.passages import Passage
from session.skills.writing.drafting import keeping, open_draft, told


async def discard_draft(call: Call, *, certain: bool) -> Outcome:
    """Discard the open draft if it is `certain` that the user wants that, or it is empty; else ask.

    What became of it is said verbatim and not by a model; in this call, "undo" brings it back.
    """
    draft = await open_draft(call)
    if draft.text.strip() and not certain:
        call.dialogue.note(Offered(Offer.DISCARD, (draft.draft_id,)))
        call.doubt_it()
        return Outcome(spoken=call.dialogue.say(Passage(words.TO_DISCARD)), happened=CameTo.ASKED, what=words.TO_DISCARD, verbatim=True)
    outcome = await throw_away(call, draft)
    call.acting.draft = call.acting.kept = None
    return outcome


async def throw_away(call: Call, draft: Draft) -> Outcome:
    """Discard this version of a draft; another one that is open stays open."""
    async with keeping(call):
        await call.acting.drafts.discard(draft.draft_id, draft.version)
    acting = call.acting
    acting.consent.changed()
    acting.draft, acting.kept = (each if each and each.draft_id != draft.draft_id else None for each in (acting.draft, acting.kept))
    acting.thrown_away = draft
    acting.wrote()
    call.dialogue.note(DraftNamed())
    return saying(words.DISCARDED, verbatim=True)


async def as_it_was_before(call: Call, *, lead: str = "") -> Outcome | None:
    """Take back what was done last to the draft that was spoken of last: a change, or that it was discarded. Where it was begun, ask
    whether it is to be thrown away. None if there is none.

    `lead`: what else of that turn was taken back. Then a draft that was begun in it stays: it holds what the user dictated.
    """
    acting = call.acting
    is_last = lead or (call.dialogue.focus.draft and acting.wrote_in)
    if not is_last or (acting.draft is None and acting.thrown_away is None):
        return None
    async with keeping(call):
        if acting.draft is None and acting.thrown_away is not None:
            draft, acting.thrown_away = await acting.drafts.restore(acting.thrown_away), None
        elif not (now := await open_draft(call)).earlier:
            acting.wrote_in = ""  # asked about once: one more "undo" is about what was done before
            return saying(f"{lead} {words.DRAFT_STAYS}") if lead else await discard_draft(call, certain=False)
        else:
            draft = await acting.drafts.bring_back(now.draft_id, now.version)
    acting.consent.changed()
    return await told(call, draft, lead=f"{lead} {words.AS_BEFORE}".strip())
