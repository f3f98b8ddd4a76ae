"""Tools that move through the agenda. Most end by presenting the mail that the cursor then stands on."""

from dataclasses import replace

from briefing.mail import MailId, MailStatus
from briefing.speech.sentences import about_likes, call_closing, replies
from briefing.tracking.focus import Listed
from briefing.understanding.telling_words import places_on
from session.call import Call
from session.outcome import Outcome, SkillRefusedError, saying
from session.passages import Passage
from session.skills.finding import find_mail, find_topic
from session.skills.in_time import begin
from session.skills.lookup import read_found
from session.skills.presenting import is_presented, present, present_unheard, take_up
from session.skills.recounting import changes
from session.turn.left_for_later import waiting


async def next_item(call: Call) -> Outcome:
    """Settle the current mail and present the next; a mail that was never presented is presented instead of being passed over.

    From a list that was told, or a mail of it, one comes back to the open mail: that one was left to look for others, and is not settled.
    """
    if unheard := await present_unheard(call, lead=""):
        return unheard
    if _is_aside(call):
        return await take_up(call, lead=replies.BACK_TO_THE_OPEN_ONE)
    call.tracker.advance(at=call.now())
    return await present(call, moving_on=True)


async def brief_for(call: Call, *, number: int = 0) -> Outcome:
    """Tell what matters most of what is left in so many seconds of our words, and then what was left out. A mail that the user has heard
    to its end is left."""
    if number <= 0:
        raise SkillRefusedError(about_likes.SAY_HOW_LONG)
    said = begin(call, number)
    if call.tracker.cursor_context().status is MailStatus.BRIEFED:
        call.tracker.advance(at=call.now())
    return await present(call, lead=said, moving_on=True)


async def skip_this_mail(call: Call) -> Outcome:
    """Skip the mail that was named last; where that is not the one under the cursor, go on with that one.

    One that is not on the agenda, because it was heard in an earlier call, stays as it was, and so does a whole list.
    """
    named, reading = call.dialogue.focus.mail, call.dialogue.reading
    if named is None and _is_aside(call):
        return await take_up(call, lead=replies.BACK_TO_THE_OPEN_ONE)
    if named is not None:
        if call.tracker.state_of(named) is not None:
            call.tracker.mark_skipped(named, at=call.now())
        if reading is not None and reading.mail == named:
            call.dialogue.reading = None
        envelope = call.mail.pipeline.envelopes.get(named)
        return await take_up(call, lead=replies.skipped(envelope.sender) if envelope is not None else replies.SKIPPED_MAIL)
    _refuse_at_the_end(call)
    if unheard := await present_unheard(call):
        return unheard
    call.tracker.skip_mail(at=call.now())
    return await present(call, lead=replies.SKIPPED_MAIL, moving_on=True)


def _is_aside(call: Call) -> bool:
    """Whether the user was told of what a search found since they were told of the open mail: a list, or a mail of it."""
    focus, current = call.dialogue.focus, call.tracker.current()
    if current is None or current.mail_id in call.told.found or focus.listed != call.told.found:
        return False
    return focus.unclear or (focus.mail is not None and focus.mail in focus.listed)


async def skip_topic(call: Call) -> Outcome:
    """Leave the rest of the topic, and say how much that is."""
    _refuse_at_the_end(call)
    if unheard := await present_unheard(call):
        return unheard
    before = call.tracker.progress().skipped
    call.tracker.skip_topic(at=call.now())
    return await present(call, lead=replies.skipped_topic(call.tracker.progress().skipped - before), moving_on=True)


def _refuse_at_the_end(call: Call) -> None:
    if call.tracker.current() is None:
        raise SkillRefusedError(replies.NOTHING_UNDER_CURSOR)


async def go_back(call: Call) -> Outcome:
    """Return to the previous position and tell the mail there in full: a user who goes back wants to hear it again."""
    if call.tracker.go_back() is None:
        if call.tracker.progress().actioned:
            done = await changes(call)
            return replace(done, spoken=(Passage(replies.NOT_HERE_ANY_MORE), *done.spoken))
        raise SkillRefusedError(replies.NOTHING_BEFORE)
    call.told.topic = call.tracker.progress().topic_label
    return await present(call, lead=replies.WENT_BACK, short=False)


async def repeat(call: Call) -> Outcome:
    """Say again what was said last, with the numbers as they are now. A question that was answered meanwhile is not put again."""
    last = call.dialogue.state.last
    if last.again is not None:
        return await last.again()
    if last.answered or not last.passages:
        return await take_up(call)
    return Outcome(spoken=last.passages, what="What was said last was said again.", verbatim=True)  # it may quote a mail


async def where_were_we(call: Call) -> Outcome:
    """Say the position and the current mail in short; a reading that was interrupted goes on."""
    return await take_up(call, lead=position_sentence(call))


async def jump_to_topic(call: Call, *, number: int = 0, description: str = "") -> Outcome:
    from_the_end = call.tracker.progress().topics + 1 + number
    wanted = from_the_end if number < 0 else number or find_topic(call, description)
    if call.tracker.jump_to_topic(wanted, at=call.now(), settles=is_presented(call)) is None:
        raise SkillRefusedError(replies.no_such_topic(call.tracker.progress().topics))
    return await present(call, short=False)


async def jump_to_mail(call: Call, *, number: int = 0, description: str = "") -> Outcome:
    """Go to a mail on the agenda; a mail that only the last search found is presented without moving the cursor."""
    if call.dialogue.focus.mail is None and places_on(description) < 0:
        return await go_back(call)
    mail = find_mail(call, number=number, description=description, asks=True)
    listed, more = call.dialogue.found, call.dialogue.focus.more
    outcome = await open_mail(call, mail)
    if mail in listed and is_on_the_way(call, mail):  # so that "the third one" after "the second one" is of the same list
        call.dialogue.note(Listed(listed, unasked=True, more=more))
    return outcome


async def open_mail(call: Call, mail: MailId) -> Outcome:
    """Go to this mail; one that the briefing does not come to any more, or never came to, is told where the briefing stands."""
    return await (go_to if is_on_the_way(call, mail) else read_found)(call, mail)


def is_on_the_way(call: Call, mail: MailId) -> bool:
    """Whether the briefing can go there: a mail that was skipped, too."""
    state = call.tracker.state_of(mail)
    return state is not None and (state.active or state.skipped)


async def go_to(call: Call, mail: MailId) -> Outcome:
    """Go to this mail and tell it in full, heard or not: the user has asked for it."""
    state = call.tracker.state_of(mail)
    if state is None or call.tracker.jump_to(mail, at=call.now(), settles=is_presented(call)) is None:
        raise SkillRefusedError(replies.NO_SUCH_MAIL)
    call.told.topic = call.tracker.progress().topic_label
    return await present(call, chosen=True, short=False)


async def progress(call: Call) -> Outcome:
    said = position_sentence(call)
    return saying(said)


def position_sentence(call: Call) -> str:
    now = call.tracker.progress()
    said = call_closing.progress_sentence(
        briefed=now.briefed, actioned=now.actioned, skipped=now.skipped, remaining=now.remaining, topic_number=now.topic_number,
        topics=now.topics, topic_label=now.topic_label,
    )  # fmt: skip
    return f"{said} {waiting(call)}".strip() if now.held_back else said
