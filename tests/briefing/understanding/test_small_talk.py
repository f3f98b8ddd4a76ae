"""What asks for nothing is known as that, and is no command, no yes and no wish."""

import pytest

from briefing.mail_action import ON_MAILS
from briefing.understanding.command_grammar.command_forms import EXACT
from briefing.understanding.command_grammar.command_phrases.fact import Fact
from briefing.understanding.commands import CommandKind
from briefing.understanding.confirmation import Confirmation
from briefing.understanding.small_talk import SmallTalk
from briefing.understanding.understanding import understand
from tests.randomness import some

SAID = {
    SmallTalk.THANKS: "thanks|Thank you!|thank you very much|okay, thanks a lot|thanks for that|thx",
    SmallTalk.OKAY: "okay|ok got it|I see|right|cool|perfect|that's great|makes sense|alright|oh, interesting",
    SmallTalk.HELLO: "hello|Hi there|Good morning!|hey",
    SmallTalk.HOW_ARE_YOU: "how are you|how are you today|hi, how's it going?",
    SmallTalk.ARE_YOU_THERE: "can you hear me|hello, are you there?|are you still there|is anybody there",
    SmallTalk.WHO_ARE_YOU: "who are you|what's your name?|are you a robot",
    SmallTalk.SORRY: "sorry|I'm so sorry|my bad",
    SmallTalk.NEVER_MIND: "never mind|nevermind|forget it|leave it|no thanks|okay, never mind|nothing|don't bother"
    "|I'll keep it|leave it in the inbox|keep that one|do nothing with it|already done|I've already read that"
    "|I've already answered it|not interested|whatever",
}
ASKS_FOR_MORE = (
    "thanks, bye|okay next|okay archive it|thanks but no|sorry, archive it|thank you for your order|hello Anna|is anybody from Berlin there"
    "|never mind the gap|forget Anna|nothing from Anna|she said thanks|“thanks”|right, flag it|leave it to Anna"
    "|keep it until Friday|I'll keep Anna's|leave it in the folder|already read by Anna|not interested in Anna|I have read Raj"
    "|keep it unread|I'll keep you posted|leave it unread|I've done the taxes"
)


@pytest.mark.parametrize(("talk", "words"), [(talk, words) for talk, lines in SAID.items() for words in lines.split("|")])
def test_what_asks_for_nothing_is_known_and_ends_the_turn(talk: SmallTalk, words: str) -> None:
    said = understand(words)
    assert said.small_talk is talk
    assert said.has_ended is True
    assert said.command is None or said.command.kind is CommandKind.CANCEL
    assert not any(said.change.asks_for(action) for action in ON_MAILS)


@pytest.mark.parametrize("words", ASKS_FOR_MORE.split("|"))
def test_words_that_say_more_are_not_taken_for_it(words: str) -> None:
    assert understand(words).small_talk is None


@pytest.mark.parametrize("words", ["thanks", "thank you", "I see", "got it", "cool", "right", "hello", "sorry", "interesting"])
def test_what_was_no_yes_before_is_none_now(words: str) -> None:
    assert understand(words).confirmation() is Confirmation.OTHER


def test_a_voice_that_trails_off_goes_on() -> None:
    assert understand("okay...").has_ended is not True


@pytest.mark.random
@pytest.mark.slow
def test_no_question_asks_for_a_change_or_is_a_yes() -> None:
    questions = [phrase for phrase, command in EXACT.items() if command.kind is CommandKind.LOOK_UP]
    assert {command.target for command in EXACT.values() if command.kind is CommandKind.LOOK_UP} == set(Fact)
    for words in some(questions, len(questions) // 4):
        said = understand(f"{words}?")
        assert not [action for action in ON_MAILS if said.change.asks_for(action)], words
        assert said.confirmation() is not Confirmation.YES, words


@pytest.mark.parametrize("words", ["reply saying who sent it", "tell her that what is urgent", "reply saying how long is it"])
def test_a_question_may_be_dictated(words: str) -> None:
    command = understand(words).command
    assert command is not None
    assert command.kind is CommandKind.REPLY
