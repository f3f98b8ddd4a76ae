"""What is done with words that were heard in doubt: they are asked back, and count once they are confirmed.

    heard in doubt --> "Did you say “archive it”?" --yes, heard plainly--> as if said plainly
                                                   --anything else--> forgotten

What was probably misheard, and would delete or send, is asked back like them: "the lead it" may be "delete it".

Words in doubt agree to nothing, start no tool but the one that says again what was asked, and no model answers them. One thing does not
wait for an answer: a mail that is about to leave is held back. No button confirms them: the page shows none that is about them.
"""

from dataclasses import replace

from briefing.speech.sentences import what_next
from briefing.understanding.commands import Command, CommandKind
from briefing.understanding.confirmation import Confirmation
from briefing.understanding.hearing.likely_form import loses_what_was_named, probably
from briefing.understanding.telling_words import NAMES_NOBODY
from briefing.understanding.understanding import Understanding
from briefing.understanding.utterance import Channel, Utterance
from briefing.words import split_words
from session.call import Call
from session.call_records import Doubted
from session.dialogue import OPENS, Awaits
from session.plain_answers import is_lost, plain_answer, takes_back
from session.turn.tool_of_command import HOLD_BACK, Answer, Use, tool_for

CONFIRMED_WITHIN_S = 30.0  # as long as a yes to any question counts


def asked_back(call: Call, said: Understanding) -> Answer:
    """The answer to words in doubt. Has no effects."""
    if takes_back(call, said):
        return HOLD_BACK
    if isinstance(call.dialogue.state.open, OPENS):
        return tool_for(Command(kind=CommandKind.REPEAT))
    return what_next.did_you_say(said.words) if _can_be_confirmed(call, said) else what_next.say_again()


def guessed(call: Call, said: Understanding) -> Understanding | None:
    """What is asked back in place of words that were probably misheard; none where they may as well be meant as they stand."""
    may_be_meant = takes_back(call, said) or call.dialogue.awaits is Awaits.WORDS or isinstance(call.dialogue.state.open, OPENS)
    if may_be_meant:
        return None
    guess = probably(said) if is_lost(call, said) else said.doubted
    senders = {word for each in call.mail.pipeline.envelopes.values() for word in split_words(each.sender.name)} - NAMES_NOBODY
    return None if guess is None or loses_what_was_named(said, guess, senders) else guess


def note_doubt(call: Call, said: Understanding) -> None:
    """Words in doubt were committed: a yes to them may follow."""
    may_follow = _can_be_confirmed(call, said) and not isinstance(call.dialogue.state.open, OPENS)
    dialogue = call.dialogue
    doubted = Doubted(said=said, turn=dialogue.turn, at=dialogue.clock(), open=dialogue.state.open, it=call.it)
    call.turn.doubted = doubted if may_follow else None


def confirmed(call: Call, said: Understanding) -> Understanding:
    """What these words, heard plainly, stand for: what was asked back if they agree to that, else themselves. Has no effects."""
    doubted = call.turn.doubted
    return doubted.said if doubted is not None and _is_pending(call, doubted) and _agrees(said) else said


def _is_pending(call: Call, doubted: Doubted) -> bool:
    """Whether nothing has happened since that a yes could mean instead, "it" is the same mail, and it was not asked too long ago."""
    is_new = call.dialogue.clock() - doubted.at < CONFIRMED_WITHIN_S
    same = is_new and doubted.open == call.dialogue.state.open and doubted.it == call.it
    return same and call.dialogue.turn == doubted.turn + doubted.heard


def hear_confirmed(call: Call, heard: Utterance) -> Understanding:
    """Words were committed that were heard plainly: what they stand for. They confirm what was asked back, or it is forgotten."""
    doubted = call.turn.doubted
    is_no_answer = heard.channel is Channel.PRESSED or (doubted is not None and heard.at < doubted.at)  # begun before it was asked
    stands_for = heard.said if is_no_answer else confirmed(call, heard.said)
    if doubted is not None:
        call.turn.doubted = replace(doubted, heard=True) if stands_for is doubted.said and not doubted.heard else None
    return stands_for


def _agrees(said: Understanding) -> bool:
    """Whether it is a yes and nothing else: "flag it" after "Did you say archive it?" is another command, and "yes?" a question."""
    asks, wishes = said.words.rstrip().endswith("?"), said.wishes
    is_other = said.command is not None or (len(wishes) > 1 and any(wish.command is not None for wish in wishes))
    return not is_other and not asks and (said.confirmation() is Confirmation.YES or said.is_idle_yes)


def _can_be_confirmed(call: Call, said: Understanding) -> bool:
    return isinstance(plain_answer(call, said), Use)
