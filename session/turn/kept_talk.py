"""What of a call is written down for later: the user's words, ours with how much of them was heard, and the tools with what they came to.

The one way from a call to its conversation, for spoken, typed and written calls. What is read out word by word, a mail or a draft, is noted
without its words, whether we read it or a model does.
"""

from collections.abc import Iterable

from actions.sending.waiting_drafts import newest_of, waiting_drafts
from briefing.mail import MailId
from briefing.understanding.understanding import Understanding
from conversations.talk_writer import TalkWriter
from session.call import Call
from session.outcome import CameTo, Outcome
from session.passages import Passage, PassageRole
from session.turn.final import OpenTurn

READS_OUT = "read_in_full"
"""The tool by which a model gets all of a mail's words."""


def begin_turn(call: Call) -> OpenTurn:
    """A turn of the user's begins, which ends one that is still open."""
    if call.turn.open is not None:
        end_turn(call, call.turn.open)
    call.turn.open = turn = OpenTurn(call.records.talk, call.acting.waits)
    return turn


def end_turn(call: Call, turn: OpenTurn) -> None:
    """It is over, if it is not already: what is said from now on is said unasked, or in another one."""
    if call.turn.open is turn:
        call.turn.open = None
    if not turn.ended.is_set():
        turn.end(call.acting.waits)


def user_said(call: Call, said: Understanding) -> None:
    if call.records.talk is not None:
        call.records.talk.user_said(said.words, entitles=names_a_subject(said))
    settle_the_place(call, said)


def settle_the_place(call: Call, said: Understanding) -> None:
    """These words are committed: if they belong to another conversation, the talk goes on there."""
    place, call.turn.goes_to = call.turn.goes_to, None
    talk = call.records.talk
    if place is None or talk is None or place.words != said.words or place.conversation_id == talk.active_id:
        return
    talk.go_to(place.conversation_id, is_new=place.is_new)
    call.acting.draft = call.acting.kept = None  # it waits where it was written
    if not place.is_new:
        call.background.start("take up the draft of a conversation", _take_up_the_draft(call, talk, place.conversation_id))


async def _take_up_the_draft(call: Call, talk: TalkWriter, conversation_id: str) -> None:
    """Show the draft that waits there, unless one was opened meanwhile; only an explicit step opens it."""
    named = await talk.drafts_there()
    draft = newest_of(named, await waiting_drafts(call.acting.drafts, call.acting.outbox) if named else {})
    if draft is not None and call.acting.waits is None and talk.active_id == conversation_id:
        call.acting.kept = draft
        call.settle()


def names_a_subject(said: Understanding) -> bool:
    """Whether the words tell what a talk is about: "next", "yes" and "thank you" could stand over any."""
    command = said.command or said.answer
    bare = command is not None and not (command.target or command.text or command.who)
    return not (bare or said.small_talk is not None or said.is_idle_yes)


def we_said(call: Call, passage: Passage, *, heard: int) -> None:
    """A passage has ended, of which so many characters have reached the user."""
    if call.turn.open is not None:
        call.turn.open.told(passage[:heard])
    talk = call.records.talk
    if talk is None or not passage.strip():
        return
    is_whole = heard >= len(passage)
    if passage.role is PassageRole.READING or (passage.by_model and talk.used_just_now(READS_OUT)):
        talk.read_out(passage.mail or call.it, heard=is_whole)
    elif passage.role is PassageRole.DRAFT:
        talk.read_out(None, heard=is_whole)
    elif passage.role is not PassageRole.RESULT:  # which stands in its conversation already
        talk.we_said(passage, heard=heard, mail=passage.mail)


def tool_used(call: Call, tool: str, choice: str, by: str) -> int:
    """Returns what `tool_came_to` has to be told."""
    return call.records.talk.tool_used(tool, choice, by) if call.records.talk is not None else 0


def tool_came_to(call: Call, use: int, outcome: Outcome | None) -> None:
    """None: it was refused."""
    if call.records.talk is None:
        return
    mails = sorted(call.told.done_to) or _told_of(outcome)
    call.records.talk.tool_came_to(use, outcome.happened if outcome else CameTo.NOT_POSSIBLE, tuple(mails))


def _told_of(outcome: Outcome | None) -> Iterable[MailId]:
    if outcome is None:
        return ()
    return [outcome.mail.mail_id] if outcome.mail else dict.fromkeys(each.mail for each in outcome.spoken if each.mail is not None)
