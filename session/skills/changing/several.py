"""One change to many mails that the user describes: "archive all newsletters but the tide clock". For many, it asks first, with the number,
with examples, and with what is left out."""

from collections.abc import Callable, Collection, Coroutine
from dataclasses import replace

from briefing.agenda import TopicKind
from briefing.mail import Envelope, MailId
from briefing.mail_action import MailAction
from briefing.speech.content.names import spoken_name
from briefing.speech.sentences import replies
from briefing.tracking.position import NextStep
from briefing.triage.grouping import kind_alone
from briefing.understanding.command_grammar.described_mails import described
from briefing.understanding.command_grammar.described_nouns import MOST_NEXT
from briefing.understanding.command_grammar.description import Description
from briefing.understanding.command_grammar.matching_mails import Surroundings, left_out, matching
from briefing.words import split_words
from session.call import Call
from session.outcome import NoSuchMailError, Outcome, SkillRefusedError
from session.skills.changing.mailing import Intent, ask_first, carry_out, carry_out_several


def change_of(action: MailAction) -> Callable[..., Coroutine[object, object, Outcome]]:
    """The skill that does this to every mail of the briefing that is meant, or asks first."""
    intent = Intent(kind=action)

    async def skill(call: Call, *, description: str, leave_out: str = "") -> Outcome:
        words = f"{description} except {leave_out}" if leave_out.strip() else description
        what = described(words.lower())
        if what is None:
            raise NoSuchMailError(replies.NO_SUCH_MAILS)
        if what.uncounted:
            raise SkillRefusedError(replies.HOW_MANY)
        what = _as_told(call, what)
        mails_there, around = at_hand(call)
        mails, stay = [mail.mail_id for mail in matching(what, mails_there, around)], left_out(what, mails_there, around)
        if not all(stay):
            raise SkillRefusedError(replies.NOTHING_TO_LEAVE_OUT)
        if not mails:
            raise NoSuchMailError(replies.NO_SUCH_MAIL)
        names = tuple(spoken_name(mail.sender) for mail in dict.fromkeys(mail for each in stay for mail in each))
        counted = len(mails) + sum(map(len, stay))  # "all five but the first"
        own = call.dialogue.evidence.describes(action, words) and (bool(what.others) or counted == (what.count or counted))
        own = own and (not what.of_list or ("rest" not in split_words(description) and _is_clear_list(call, what, mails)))
        own = own and (not what.of_list or _was_listed_then(call, action))
        own = own and not (what.first and _is_told(call))  # "the next three": with the open one, or behind it
        grant = call.acting.consent.granted_by_words(action, mails) if own else None
        if grant is None:
            return ask_first(call, intent, mails, left_out=names)
        if len(mails) == 1 and not names:
            return await carry_out(call, grant, intent, mails[0])
        return await carry_out_several(call, grant, intent, mails, left_out=names)

    return skill


def _is_told(call: Call) -> bool:
    """Whether the user has been told of the mail under the cursor."""
    return call.tracker.cursor_context().next_step is not NextStep.PRESENT


def _as_told(call: Call, what: Description) -> Description:
    """ "These" are of the list that was told last, if it was, and else of the topic."""
    if not what.these:
        return what
    is_of_list = call.dialogue.focus.unclear
    return replace(what, these=False, listed=is_of_list, here=not is_of_list)


def _is_clear_list(call: Call, what: Description, mails: Collection[MailId]) -> bool:
    """Whether the user knows all that is meant: it was told last, and to its end where its end counts."""
    from_the_end = min((place for each in (*what.of_list, *what.without) for place in each.places), default=0) < 0
    is_told = not call.dialogue.focus.more or (all(each.places for each in what.of_list) and not from_the_end)
    return is_told and call.dialogue.focus.unclear and (call.told.unsaid_then | call.told.unlisted_then).isdisjoint(mails)


def _was_listed_then(call: Call, action: MailAction) -> bool:
    """Whether the list was this one when the user asked for that: "them" is of no list that was told since."""
    lists = [listed for line, listed in zip(call.dialogue.said, call.told.listed_then, strict=True) if line.change.asks_for(action)]
    return not lists or lists[-1] == call.dialogue.found


def are_there(call: Call, what: Description) -> bool:
    """Whether there are such mails, and such to leave out."""
    what = _as_told(call, what)
    mails_there, around = at_hand(call)
    return bool(matching(what, mails_there, around)) and all(left_out(what, mails_there, around))


def at_hand(call: Call) -> tuple[list[Envelope], Surroundings]:
    """The loaded mails that can be meant, in the agenda's order, without those that were already taken out."""
    current, envelopes = call.tracker.current(), call.envelopes_to_speak_of()
    untold = None if _is_told(call) else current
    kinds = {each.mail_id: kind_alone(each, state.mail) for each in envelopes if (state := call.tracker.state_of(each.mail_id))}
    return envelopes, Surroundings(
        now=call.now(),
        sender=current.sender if current else None,
        open=current.mail_id if current else None,
        here=[mail.mail_id for mail in call.tracker.active_mails()],
        ahead=[mail.mail_id for mail in (untold, *call.tracker.upcoming(limit=MOST_NEXT)) if mail is not None],
        newsletters={mail for mail, kind in kinds.items() if kind is TopicKind.NEWSLETTERS},
        listed=call.dialogue.found,
    )
