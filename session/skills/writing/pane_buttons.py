"""The buttons in the pane of a draft. Each is about the version that the pane shows, whatever else is open or asked in the call.

So none of them is a line that is understood: "send it" would also be a yes to what is asked about another draft.
"""

from collections.abc import Callable, Coroutine, Mapping

from actions.sending.drafts import Draft
from briefing.speech.sentences import about_sending as words
from briefing.speech.sentences import replies
from session.call import Call
from session.call_records import PanePress
from session.outcome import Outcome, SkillRefusedError
from session.skills.writing.drafting import keeping, on_its_way, when_it_leaves
from session.skills.writing.sending import ask_about
from session.skills.writing.withdrawing import throw_away

SEND, DISCARD = "send it", "throw the draft away"
PANE_BUTTONS: Mapping[str, Callable[[Call, Draft], Coroutine[object, object, Outcome]]] = {SEND: ask_about, DISCARD: throw_away}
"""By the lines that stand for them in the conversation. To send only asks: a yes is another line."""


async def pressed_draft(call: Call, line: str, press: PanePress) -> Draft:
    """The draft that the press is about. Raises `SkillRefusedError` where it is not there any more as the pane showed it."""
    if line not in PANE_BUTTONS:
        raise SkillRefusedError(replies.DID_NOT_WORK)
    async with keeping(call):
        draft = await call.acting.drafts.get(press.draft_id)
    if draft is None:
        raise SkillRefusedError(words.DRAFT_GONE)
    if (mail := await on_its_way(call, draft)) is not None:
        raise SkillRefusedError(when_it_leaves(call, mail))
    if draft.version != press.version:
        raise SkillRefusedError(words.DRAFT_CHANGED)
    return draft


async def press_in_pane(call: Call, line: str, press: PanePress) -> Outcome:
    """Do what the button says."""
    return await PANE_BUTTONS[line](call, await pressed_draft(call, line, press))
