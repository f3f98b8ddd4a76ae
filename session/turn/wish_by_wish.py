"""Takes the wishes of a turn one by one, the same for spoken, typed and written turns.

    hear --> first wish --its tool--> next_answer --> next wish --> ... --> the turn is over

A line that is completely plain commands is taken by rules, and so is what is answered at once: a mail is held back, a yes or a no counts.
All else goes to the model where there is one, as it was said; without one, what was not understood is named. A wish that asks something
leaves those behind it waiting. They go on after a yes, and still wait after words that leave the question open: a courtesy, or what a model
answers itself, or with a tool that changes what was asked about. After a no, or where the user goes elsewhere, they are named.
"""

from dataclasses import replace
from enum import Enum

from actions.consent.payloads import BulkPayload, SendPayload
from briefing.mail_action import MailAction
from briefing.speech.sentences import what_next
from briefing.understanding.commands import CommandKind
from briefing.understanding.confirmation import Confirmation
from briefing.understanding.understanding import Understanding
from briefing.understanding.utterance import Utterance
from briefing.understanding.wish_words import words_anew
from prompts import render
from session.call import Call
from session.dialogue import OPENS, Awaits
from session.plain_answers import SILENCE, answer_without_model, plain_answer, takes_back
from session.skills.presenting import unpresented
from session.tools import chosen
from session.turn.asking_back import asked_back, confirmed, guessed, hear_confirmed, note_doubt
from session.turn.kept_talk import user_said
from session.turn.known_names import hear_names, names_put_right
from session.turn.tool_of_command import Answer, Use
from session.turn.turn_parts import is_plain, is_revision, parts_of
from session.turn.wish import WRITES, Wish, WishState, agrees, give_up_what_waits, it_after, kind_of, next_edit, pin_it


class ToModel(Enum):
    ASK = "ask"


_ANSWERS = frozenset({"take_answer", "send_draft", "change_draft"})


def first_answer(call: Call, said: Understanding, *, doubtful: bool = False, pressed: bool = False) -> Answer | None:
    """The answer to the first part of a turn; None if the model is to be asked. Has no effects."""
    if (in_doubt := said if doubtful else guessed(call, said)) is not None:
        return asked_back(call, in_doubt)
    first = parts_of(call, said if pressed else confirmed(call, said))[0]
    own = plain_answer(call, first)
    return answer_without_model(call, first) if own is None and not call.line.has_model else own


def hear(call: Call, utterance: Utterance) -> None:
    """A turn of the user was committed; its tools run after this."""
    user_said(call, utterance.said)
    in_doubt = utterance.said if utterance.doubtful else guessed(call, utterance.said)
    if in_doubt is not None and not takes_back(call, utterance.said):
        note_doubt(call, in_doubt)
        return
    utterance = replace(utterance, said=hear_confirmed(call, utterance))
    hear_names(call, utterance.words)
    parts = parts_of(call, utterance.said)
    call.dialogue.hint = hint_of(call, utterance.said)
    own = plain_answer(call, parts[0])
    answer = answer_without_model(call, parts[0]) if own is None and not call.line.has_model else own
    before = _left_over(call)
    for wish in [] if _answers_what_was_asked(call, parts[0], answer) else before:
        wish.state = WishState.LEFT
    first = Wish(parts[0], utterance, by_model=answer is None)
    asked = call.turn.unplaced
    if before and asked is not None and isinstance(answer, Use) and answer.tool == asked.tool and call.dialogue.turn - asked.turn <= 1:
        first.completes = before[0].turn
    rest = [Wish(part, utterance) for part in parts[1:]]
    for wish in [each for each in rest if is_revision(each.said) and not call.line.has_model]:
        wish.state = WishState.LEFT
    call.dialogue.wishes = [first, *rest, *before]
    call.turn.untold = False
    _take(call, first, goes_on=False)
    for wish in rest:
        wish.unsaid = call.told.unsaid_then
    if isinstance(answer, str) and len(parts) == 1:
        call.dialogue.wishes.remove(first)  # answered in words, which no tool follows: what waits still waits


def _left_over(call: Call) -> list[Wish]:
    """The wishes of before. One behind an answer that was interrupted is of what was "it" then: it waits if that asked, or is not done."""
    wishes, before = call.dialogue.wishes, _undone(call)
    asks = bool(wishes) and _asks(call, wishes[0]) and next_edit(wishes[0], wishes[1:]) is None
    if unheard := [wish for wish in before if wish.state is WishState.OPEN]:
        pin_it(unheard, it_after(wishes[0]))
    for wish in unheard:
        wish.state = WishState.WAITS if asks else WishState.LEFT
    return before


def hint_of(call: Call, said: Understanding) -> str:
    """What a model is told of the wishes in these words, and of those that wait since an earlier line. Has no effects."""
    several, before = [wish.words for wish in said.wishes], [wish.said.words for wish in _undone(call)]
    of_these = render("hint_several", wishes="; ".join(several)) if len(several) > len(parts_of(call, said)) else ""
    names = names_put_right(call, said.words)
    of_names = render("hint_names", names=", ".join(names)) if names else ""
    return f"{of_names}\n{of_these}\n{render('hint_waiting', words='; '.join(before)) if before else ''}".strip()


def _undone(call: Call) -> list[Wish]:
    return [wish for wish in call.dialogue.wishes if wish.state in {WishState.OPEN, WishState.WAITS}]


def next_answer(call: Call) -> Answer | ToModel | None:
    """What follows the answer to a wish: that to the next one, or None where the turn is over. Call it once after each answer.

    It has effects: the next wish is heard as the user's words of now.
    """
    wishes = call.dialogue.wishes
    if wishes and wishes[0].state not in {WishState.TAKEN, WishState.REFUSED}:
        return None
    done = wishes.pop(0) if wishes else None
    if done is None or not wishes:
        return _told_at_last(call)
    if done.by_model and done.tool not in _ANSWERS:
        _goes_elsewhere(call, done)
    return _following(call, done) if wishes else None


def _following(call: Call, done: Wish) -> Answer | ToModel | None:
    """What follows this wish where others stand behind it."""
    wishes = call.dialogue.wishes
    asks_which = call.turn.unplaced is not None  # any other tool would have ended that
    if not asks_which and (edit := next_edit(done, wishes)) is not None:
        wishes.insert(0, wishes.pop(wishes.index(edit)))
        if kind_of(edit) is CommandKind.REPLY and edit.said.command is not None:
            edit.said = call.dialogue.understandings.of(f"add: {edit.said.command.text}")  # "cc Raj and tell her I'm late"
        return _begin(call, done)
    if asks_which or _asks(call, done):
        return _waiting(call, done, asks_which=asks_which)
    if done.tool == "take_answer" and not agrees(done):
        give_up_what_waits(wishes)
    if all(wish.state is WishState.LEFT for wish in wishes) or _came_to_nothing(call, done):
        return _leave(call)
    return _begin(call, done)


def _begin(call: Call, done: Wish) -> Answer | ToModel | None:
    """The answer to the next wish."""
    wish = call.dialogue.wishes[0]
    wish.it, wish.has_waited = wish.it or it_after(done, wish), wish.state is WishState.WAITS
    _take(call, wish, goes_on=True)
    call.dialogue.hint = render("hint_left", words=wish.said.words).strip()
    answered = done.tool == "take_answer"
    corrects = answered and words_anew(wish.turn.said)
    edits = answered and call.dialogue.awaits is Awaits.DRAFT_DECISION and wish.said.edits
    is_for_model = call.line.has_model and (edits or not is_plain(wish.said))
    own = None if corrects or is_for_model else plain_answer(call, wish.said, has_waited=wish.has_waited)
    if own == SILENCE:
        return next_answer(call)
    if own is None:
        wish.by_model = call.line.has_model
        return ToModel.ASK if call.line.has_model else _leave(call, understood=False)
    return own


def _goes_elsewhere(call: Call, done: Wish) -> None:
    """A model's tool answers nothing that was asked: what waits is not done, unless it has just been."""
    for wish in [wish for wish in call.dialogue.wishes if wish.state is WishState.WAITS]:
        use = plain_answer(call, wish.said, has_waited=True)
        wish.state = WishState.LEFT
        if isinstance(use, Use) and use.tool == done.tool:
            call.dialogue.wishes.remove(wish)


def _waiting(call: Call, done: Wish, *, asks_which: bool) -> str | None:
    """Let the rest wait for the user's answer. What was left before is named."""
    again = call.dialogue.asked if done.tool == "take_answer" else None
    it = done.it if isinstance(again, SendPayload) else it_after(done)  # what is sent leads to no other mail
    it = None if asks_which else it  # it is what they will have meant
    of_many = isinstance(again, BulkPayload)  # of which, they did not hear
    left = [wish for wish in call.dialogue.wishes if of_many or wish.state is WishState.LEFT]
    call.dialogue.wishes = [] if of_many else [wish for wish in call.dialogue.wishes if wish.state is not WishState.LEFT]
    pin_it(call.dialogue.wishes, it)
    for wish in call.dialogue.wishes:
        wish.state = WishState.WAITS
    return what_next.not_done_beside_a_question([wish.said.words for wish in left]) if left else None


def is_model_next(call: Call) -> bool:
    """Whether the words of the wish that was done last are followed by a model's in the same answer."""
    wishes = call.dialogue.wishes
    return call.line.has_model and len(wishes) > 1 and wishes[1].state is WishState.OPEN and not is_plain(wishes[1].said)


def _take(call: Call, wish: Wish, *, goes_on: bool) -> None:
    wish.state = WishState.TAKEN
    if not goes_on:
        call.drop_unsaid()
    if wish.it is not None and (wish.it != call.it or call.dialogue.focus.unclear):
        call.name(wish.it)
    wish.it = call.it
    call.hear(replace(wish.turn, said=wish.said), goes_on=goes_on, unsaid=wish.unsaid)


def _leave(call: Call, *, understood: bool = True) -> str:
    """Name what is not going to be done, all of it."""
    left = [wish.said.words for wish in call.dialogue.wishes]
    call.dialogue.wishes = []
    if understood:
        return what_next.not_done(left)
    return what_next.not_got(left[0]) + (f" {what_next.not_done(left[1:])}" if len(left) > 1 else "")


def _told_at_last(call: Call) -> Answer | None:
    """After several wishes, the mail under the cursor if the user has not been told of it; one of them has left that to the next."""
    untold, call.turn.untold = call.turn.untold, False
    if not untold or call.line.finished or isinstance(call.dialogue.state.open, OPENS) or unpresented(call) is None:
        return None
    return Use("go", {"to": "next"})


def _asks(call: Call, done: Wish) -> bool:
    """Whether the user was asked something that has to be answered before the next wish."""
    dialogue = call.dialogue
    if isinstance(dialogue.state.open, OPENS):
        return not (done.tool == "take_answer" and dialogue.awaits is Awaits.DRAFT_DECISION)
    if done.tool in WRITES:
        return done.state is WishState.TAKEN
    lists = done.tool in {"search_mail", "open"} or done.state is WishState.REFUSED
    return lists and len(dialogue.found) > 1 and dialogue.focus.unclear


def _came_to_nothing(call: Call, done: Wish) -> bool:
    is_too_late = done.tool == "take_answer" and done.said.holding.holds_back  # what else is wanted has nothing to do with that
    return (done.state is WishState.REFUSED and not is_too_late) or (done.tool == "search_mail" and not call.dialogue.found)


def _answers_what_was_asked(call: Call, said: Understanding, use: Answer | None) -> bool:
    """Whether these words, to which this is the plain answer, answer what is open, or leave it open. What a model does shows later."""
    cancels = said.command is not None and said.command.kind is CommandKind.CANCEL
    if cancels or takes_back(call, said) or (use is None and said.confirmation() is Confirmation.NO):  # whatever a model makes of it
        return False
    if not isinstance(use, Use) or use.tool in _ANSWERS or chosen(use.tool, use.arguments)[0].keeps_the_offer:
        return True
    if use.tool in {"open", "change_mail", "write"} and use.arguments.get("number") and call.dialogue.found:
        return True
    return call.dialogue.awaits is Awaits.TIME and use.arguments.get("action") == MailAction.SNOOZE
