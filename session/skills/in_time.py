"""Flow, where the next mail comes by itself, and a briefing of so many minutes: what matters most of what is left, as much of it as can be
told by then, and what was left out."""

from collections.abc import Callable

from briefing.mail import MailStatus
from briefing.speech.sentences import about_likes as words
from briefing.understanding.commands import CommandKind
from knowledge.likes import Length
from session.call import Call
from session.dialogue import Offer, Offered
from session.passages import Passage, PassageRole
from session.turn.talk_time import longest_that_fit

Tell = Callable[[Length], str]

SHORTEST_S, LONGEST_S = 20, 2 * 60 * 60
EARLY_S = 10
_OF_A_HEADLINE = 90
"""Characters, on average."""


def flows(call: Call) -> bool:
    """Whether the next mail comes by itself: the user likes that, or has given so much time."""
    return call.records.likes.flows or call.line.time.runs


def begin(call: Call, seconds: int) -> str:
    """The user gives so much time from now on; returns what is said to that."""
    call.line.time.give(min(max(seconds, SHORTEST_S), LONGEST_S))
    return words.in_so_long(round(call.line.time.given_s))


def turn_to_what_matters(call: Call) -> None:
    """In a time that was given, what is important comes next wherever it stands, and else the first that is left."""
    mail = call.tracker.current()
    if not call.line.time.runs or mail is None or call.tracker.cursor_context().status is not MailStatus.PENDING:
        return
    pending = call.tracker.pending_mails()
    first = next((each for each in pending if each.important), pending[0] if pending else mail)
    if first.mail_id != mail.mail_id:
        call.tracker.jump_to(first.mail_id, at=call.now(), settles=False)


def told_in_time(call: Call, tell: Tell, usual: Length, *, lead: str) -> str | None:
    """A mail in the usual length, or so short that the headlines of all else that matters still fit; None where no time is left for it."""
    time = call.line.time
    if not time.runs:
        return tell(usual)
    lengths = [length for length in reversed(Length) if list(Length).index(length) <= list(Length).index(usual)]
    pending = call.tracker.pending_mails()
    others = (sum(each.important for each in pending) or len(pending)) - 1
    rest_s = max(0, others) * _OF_A_HEADLINE / time.characters_per_s
    return longest_that_fit(map(tell, lengths), time.left_s(lead, _is_up(call)), time, rest_s=rest_s)


def time_is_up(call: Call) -> Passage:
    """What is said when the time is over, with the offer to go on with what was left out."""
    said = Passage(_is_up(call))
    call.line.time.end()
    call.told.account = call.told.topic = ""  # the mail under the cursor was not told
    call.dialogue.note(Offered(Offer.HEAR_REST))
    return said


def all_in_time(call: Call) -> str:
    """What is said where everything was told before the time was over; nothing where none was given."""
    if not call.line.time.runs:
        return ""
    said = words.all_in(round(call.line.time.given_s), early=call.line.time.left_s() > EARLY_S)
    call.line.time.end()
    return said


def _is_up(call: Call) -> str:
    progress, important = call.tracker.progress(), sum(each.important for each in call.tracker.pending_mails())
    return words.time_is_up(round(call.line.time.given_s), progress.remaining - progress.held_back, important)


def comes_by_itself(call: Call) -> CommandKind | None:
    """How the briefing goes on where the user says nothing: with the next mail once this one was heard, else with this one or the rest of
    its reading. None where the user is asked first, where anything that was asked is open, where a draft is spoken of, or after "hold on",
    until they have a mail told: whatever else they say is said in between.

    What was only said beside the briefing (the time, new mail, "you are welcome") is no reason to wait.
    """
    dialogue = call.dialogue
    if not flows(call) or call.tracker.current() is None or call.line.finished or dialogue.focus.draft:
        return None
    asked = any(passage.role is PassageRole.QUESTION and passage.strip() for passage in dialogue.last_said)
    is_open = dialogue.offer is not None or dialogue.awaits is not None or dialogue.to_ask_again is not None
    if asked or is_open or call.told.asks or call.told.holds:
        return None
    heard = call.tracker.cursor_context().status is not MailStatus.PENDING and dialogue.reading is None
    return CommandKind.NEXT if heard else CommandKind.GO_ON
