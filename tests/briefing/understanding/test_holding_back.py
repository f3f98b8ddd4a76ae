"""What takes a mail back that is about to leave: nearly anything that is less than a plain command of another kind."""

from itertools import product

import pytest

from briefing.understanding.commands import EXAMPLES
from tests.briefing.understanding.understood import calls_back, holds_back, is_bare_no, may_hold_back, throws_away
from tests.randomness import some

_HOLD = (
    "stop|wait|hold on|hold it|hold it back|hold that|hang on|halt|pause|pause it|cancel|cancel it|cancel that|abort|undo|undo that|revert"
    "|recall it|unsend|unsend it|one moment|just a second|give me a second|not yet|later|send it later|send it tomorrow at nine|too soon"
    "|that was too soon|no|nope|nah|no no no|oh no|oh no, wrong person|not that one|never|never mind|don't|don't send it|don\u2019t send it"
    "|dont send it|no, don't send it|do not send it|please don't|I don't want that to go|it shouldn't go|I can't|we cant|it wont do|wrong"
    "|that's wrong|that's the wrong address|thats the wrong address|wrong Anna|mistake|that was a mistake|oops|whoops|there is a typo"
    "|I misspelled her name|the date is incorrect|I forgot the attachment|I meant Anna Berg|I should have added Ben|it was meant for Marcus"
    "|I changed my mind|on second thought|on second thoughts, leave it|take it back|call it back|get it back|bring it back|quiet|shut up"
    "|leave it|isn't that the wrong Anna|can you stop it|send it tomorrow instead|make it shorter|let me change something|okay no"
    "|uh, wait|yes, but not to her|scrap that reply please|discard the draft|get rid of the draft|Stop!|NO!|wait wait wait|not now"
    "|quick, stop that mail|hmm, is that right? no|no problem, but send it to Ben instead|Hold on. Who was that?|uh oh"
    "|keep it here, stop, mark it as not important|keep it, no wait, do not send it, mark it as not important|keep it as not sent"
    "|please set that mail as not to be sent|keep it stop as not important|stop, mark it as not important"
    "|let me think about it|nooo|is it gone already|has it left yet|can you still stop it|is it too late|what does he say? No, stop"
    "|who was that? not her|what I meant was the other Anna|is that the other address|why did it go to the wrong Anna|how do I undo it"
)
_HOLD_NOT = (
    "okay mark that mail of hers as not important for now|next|archive it"
    "|mark it as not important|mark it as unread|mark it as not read|reply I won't be there|what did I not hear|what's left"
    "|how many are left|flag it|flag it for later|remind me later|delete the second one|archive the second one|go back"
    "|say that again|read it in full"
    "|yes|okay|why not|thanks|send it|reply that I can't come|reply that I forgot|reply that I was wrong|tell her I will call her later"
    "|reply that I don't have time|add that I won't be late|read it back|search for the invoice|only my work mail|slower|goodbye"
    "|see you later|where were we|help|what did I skip|snooze it until tomorrow|forward this to Anna|write a mail to Anna|label it as work"
    "|change Tuesday to Wednesday|anything new|who sent it"
    "|what does the error message say|what did I forget|what is the other address|do I have time later today|why has he not answered"
    "|who has not paid|okay, which one is different|It leaves in five seconds; say stop to hold it back."
)
_TAKEN_BACK = (
    "stop|wait|hold on|no|nope|don't send it|oops|wrong person|that's the wrong address|I changed my mind|not yet|oh no|cancel that"
    "|too soon|take it back|never mind|that was a mistake|no wait|I meant somebody else|undo that"
)
_CALLS_BACK = (
    "stop|wait|no|oh no|cancel it|oh no, wrong person|that's the wrong address|don't send it|do not send it|archive it, no"
    "|can you still stop it|is it gone already|is it too late|stop that mail to Anna|I changed my mind"
)
_CALLS_NOTHING_BACK = (
    "what does the error message say|what did I forget|what is the other address|do I have time later today|why has he not answered"
    "|I have no idea what that means|what was supposed to change|he forgot the other one|who stopped it|are there no others|later"
)
_MAY_HOLD = (
    "delete it|Delete that mail.|bin it|throw it away|trash this|delete the mail to Ruth|delete my reply|scrap that|get rid of it|cancel it"
    "|keep it as a draft|keep it|keep that one here|that mail should stay|that should stay a draft|save it for later|leave it for now"
    "|it should say Friday|I got the date wrong|the date is off|say Friday|say Friday instead|it has to go to Dave"
    "|she is called Ruth, not Rita"
    "|Friday|at five|in an hour|tomorrow|after lunch|Bob|to Bob|also to Ruth|I said to Bob|she shouldn't get this|only after lunch"
    "|add a please|put a please in|add that I am late|change Monday to Friday|cc Ruth|copy Ruth in|take Ruth off|make it shorter"
    "|send it to Dave|send it to Dave instead|read the draft|read it back|read it again please, before it goes|let me read it again"
    "|who does it go to|to whom|to whom does it go|what are you sending|why are you sending it|who said send|what did I just write"
    "|is that the right Anna|is it right|is my reply friendly enough|what the hell"
    "|halt|warte|warte mal|nein|nicht senden|stopp bitte|schick es nicht|doch nicht|moment mal|arr\u00eate|attends"
    "|attendez, s'il vous pla\u00eet"
    "|ne l'envoie pas|non|pas encore|annule|annulez|next, nicht senden|archive it, warte|espera|no lo mandes|fermati|aspetta"
    "|next, and keep that mail here|next. That mail should stay.|archive it and pull the mail|flag it, the other can wait"
    "|tell Ruth I am late and stop the other mail|tell Ruth I am late and hold that mail back"
    "|reply that I am late, and don't send the other one"
    "|answer that Tuesday works and cancel the last one|sto|stoooop|easy there|not so fast|hmm, no idea if that was right"
)
_MAY_HOLD_NOT = (
    "did you send it|did it go out|next|skip this one|archive it|archive it, the open one|archive it, and then the next one"
    "|what is due today|what does Ingrid need"
    "|what does Ingrid need? And who is she?|who wrote this|flag it|mark it as read|delete the second one|delete the one from Ruth"
    "|delete all newsletters|read it in full|read me the one from Ruth|open the one from Priya, please|tell Ruth I am late"
    "|tell Ruth I am late and that I stop by at noon|reply that we stop the project and keep the rest|find the mail that Ruth sent me"
    "|find the mails about the roof, from last week|summarise the thread|is there anything from Ruth|anything new"
    "|is there more|how many are left"
    "|thanks|thank you very much|okay great|great, thanks|hello|are you there|yes|send it|go on|say that again|slower|goodbye"
    "|could you look whether Femi wrote again|can you tell me who Ingrid is|what is the|tell|tell Ruth that|archive the|um"
    "|snooze it until tomorrow"
    "|remind me tomorrow at nine|move it to receipts|forward it to Anna|forward the second one to Bob|unsubscribe|could you|the one from"
    "|I want to open the mails from Ruth|write a mail to Anna|reply|reply that Tuesday works|who attends the meeting"
)
HOLD, HOLD_NOT, TAKEN_BACK = _HOLD.split("|"), _HOLD_NOT.split("|"), _TAKEN_BACK.split("|")


def test_a_word_of_stopping_denying_or_erring_holds_back() -> None:
    assert [words for words in HOLD if not holds_back(words)] == []


def test_what_is_wholly_another_command_or_dictated_holds_nothing_back() -> None:
    assert [words for words in HOLD_NOT if holds_back(words)] == []


def test_what_may_doubt_change_or_stop_a_mail_holds_it_back_where_it_alone_is_open() -> None:
    assert [words for words in [*HOLD, *_MAY_HOLD.split("|")] if not may_hold_back(words)] == []


def test_what_is_plainly_about_something_else_lets_the_mail_leave() -> None:
    assert [words for words in _MAY_HOLD_NOT.split("|") if may_hold_back(words)] == []


def test_what_has_left_is_called_back_only_by_plain_words_and_no_question() -> None:
    assert [words for words in _CALLS_BACK.split("|") if not calls_back(words)] == []
    assert [words for words in _CALLS_NOTHING_BACK.split("|") if calls_back(words)] == []


def test_a_phrase_repeated_however_often_is_judged_in_time() -> None:
    """Each of these lines took minutes where a pattern tried every way to divide it into phrases."""
    phrases = [
        *HOLD,
        *TAKEN_BACK,
        "keep",
        "mark it as not",
        "the wrong person",
        "the other address",
        "just a second",
        "right away",
        "please",
        "i mean",
    ]
    lines = [f"{phrase} " * (3_900 // len(f"{phrase} ")) + "banana" for phrase in phrases]
    assert not any(holds_back(f"reply saying {line}", awaited=True) for line in lines if not set(line) & set(",.!?"))
    assert sum(map(holds_back, lines)) > len(lines) / 2


@pytest.mark.random
def test_what_is_taken_back_before_or_behind_any_command_is_held_back() -> None:
    said = [
        words
        for command, taken_back in product(EXAMPLES.values(), TAKEN_BACK)
        for words in (
            f"{taken_back}, {command}",
            f"{taken_back} {command}",
            f"{command}, {taken_back}",
            f"{command} {taken_back}",
            f"{command}. {taken_back.capitalize()}.",
            f"okay {taken_back} {command}",
        )
    ]
    assert [words for words in some(said, len(said) // 5) if not holds_back(words)] == []


@pytest.mark.parametrize("words", ["I won't be there.", "Not on Tuesday, I can't.", "We should have talked later"])
def test_words_that_were_asked_for_may_deny_what_they_like(words: str) -> None:
    assert not holds_back(words, awaited=True)


@pytest.mark.parametrize("words", ["stop", "No, wait.", "hold on", "that's the wrong address", "I will come. Oh no, stop."])
def test_words_that_were_asked_for_hold_back_where_some_of_them_only_take_back(words: str) -> None:
    assert holds_back(words, awaited=True)


def test_a_bare_no_is_a_no_and_nothing_else() -> None:
    assert [words for words in ("no", "No, thanks.", "nope", "oh no", "no, wait", "no, the other one") if is_bare_no(words)] == [
        *("no", "No, thanks.", "nope")
    ]


def test_throwing_away_is_more_than_leaving() -> None:
    assert [words for words in ("delete it", "throw it away", "discard the draft", "leave it", "cancel") if throws_away(words)] == [
        *("delete it", "throw it away", "discard the draft")
    ]
