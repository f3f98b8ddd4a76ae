"""What takes a mail back that is about to leave: nearly anything that is less than a plain command of another kind."""

from itertools import product

import pytest

from briefing.understanding.commands import EXAMPLES, Command, CommandKind
from briefing.understanding.understanding import understand
from tests.briefing.understanding.understood import calls_back, holds_back, is_bare_no, may_drop, may_hold_back, throws_away
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
    "|reply that I am late, and don't send the other one yet|tell Ruth I am late and stop the mail please"
    "|Tell Ruth I am late. Hold the mail to Anna."
    "|tell Ruth I am late and stop the one to Anna Berg|tell Ruth I am late. Don't send the other one yet."
    "|archive it and take back the mail"
    "|tell Ruth I am late and take the other mail back|tell Ruth I am late and wait with the other one"
    "|mark it as read and call back the mail"
    "|archive it and take that mail back|archive it and keep that mail"
    "|dont let it go|please dont let it go out|dont mail that|call the mail from Anna back|get my reply to Ruth back"
    "|put it off|block that mail|did I attach the file|what have I done|did I spell her name right"
)
_HOLD_IN_A_TEXT = (
    "tell Eleanor hold on|tell Eleanor wait|tell Eleanor wait a minute|let Eleanor know stop|text Anna no|write Eleanor no"
    "|okay mail Eleanor no|mail Anna the address is wrong|reply don't send it yet|reply don't send it|reply not now|reply not to all"
    "|reply not to Anna|reply never|say never|tell Anna don't send that|tell Anna don't send the mail|text her no"
    "|tell Eleanor can you stop it|reply could you cancel that"
)
"""Behind words that begin another mail, and no "that"."""
_HOLD_OF_WHAT_LEAVES = (
    "tell Eleanor it must not go out|let Ruth know it must not go out|tell Eleanor I don't want this to go out"
    "|tell Ruth I need to stop that mail|tell Ruth the mail should not leave yet|tell Eleanor I shouldn't have sent that"
    "|tell Eleanor we need to hold it back|tell Eleanor the wrong file is attached|let Ruth know I attached the wrong file|reply uh-uh"
    "|reply nuh-uh|tell Eleanor the attachment is wrong|tell Eleanor I sent it by mistake|let Ruth know I sent that by accident"
    "|reply the wrong file is attached|I don't want this to go out|I need to stop that mail|the wrong file is attached"
    "|I sent it by mistake|tell Ruth that please wait|reply that one moment|reply saying no wait|tell Ruth that was a mistake"
    "|tell Ruth I need to stop it|tell Ruth I need to stop that one|tell Ruth it went to the wrong person|tell Ruth that's the wrong file"
    "|tell Ruth I forgot the attachment|tell Ruth the file is missing|tell Ruth the mail has to wait|tell Ruth I want the mail back"
    "|tell Eleanor that one is wrong|tell Eleanor that someone else|reply that none|reply that no one yet|reply that another one"
)
"""In the words of a text, and no "that" before it."""
_HOLD_NOT_BEHIND_THAT = (
    "reply that something is wrong|reply that everything is wrong|reply that none of it was sent|reply that my address is wrong"
    "|reply that we should call it off|tell Ruth that something is wrong|tell Ruth that my address is wrong"
    "|tell Ruth that we should call it off|reply saying everything is wrong|tell Eleanor that the wrong file is attached"
    "|tell Eleanor that I sent it by mistake|tell Eleanor that it must not go out|tell Ruth that no one else is there"
    "|tell Ruth it isn't ready|tell Ruth I need to stop by the shop|tell Ruth I need to cancel our lunch"
    "|tell Ruth I want to keep the last one|tell Ruth that none of it was sent|tell Ruth I don't want to go out"
    "|tell Ruth I sent it yesterday|tell Ruth the file is attached|tell Ruth we have to cancel the meeting"
    "|reply that it's not there|tell Eleanor that one of the files is wrong|tell Ruth that the file is missing"
    "|tell Ruth it has to wait until Monday|tell Ruth we have the wrong key|tell Ruth that I forgot the attachment"
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
    "|tell Ruth I will come and take the cake|tell Ruth I have the key. Keep it.|reply that I did not send the contract yet"
    "|tell Ruth I have the key. Keep the other key.|reply that Anna does not have it|reply that I am not the right person"
    "|reply that it is not there|tell Ruth the report is not yet there|tell Ruth that Anna and I am not there"
    "|reply that I dont know"
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


def test_a_stop_behind_words_that_begin_another_mail_is_meant_for_the_one_that_leaves() -> None:
    assert [words for words in _HOLD_IN_A_TEXT.split("|") if not may_hold_back(words)] == []


def test_what_is_plainly_said_of_the_mail_that_leaves_holds_it_whomever_it_is_told() -> None:
    assert [words for words in _HOLD_OF_WHAT_LEAVES.split("|") if not may_hold_back(words)] == []


def test_a_sentence_about_something_is_a_text_and_no_stop() -> None:
    assert [words for words in _HOLD_NOT_BEHIND_THAT.split("|") if may_hold_back(words)] == []


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
@pytest.mark.slow
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


_CALLED_OUT = (
    "no|nooo|nope|nah|naw|wait|stop|stopp|oops|oopsie|whoops|woops|uh oh|whoa|halt|cancel it|abort it|never mind|nevermind|hang on|hold on"
    "|hold up|hold off|hold it|unsend it|un-send it|scratch it|scratch that|do not send it|please do not|don't send it|dont send it|don't"
    "|not yet|too soon|too early|too fast|too quick|wrong person|wrong address|the wrong one|wrong mail|wrong email|I changed my mind"
    "|I change my mind|I am changing my mind|second thoughts|on second thought|nein|nee|warte|nicht|abbrechen|zur\u00fcck|moment mal"
    "|moment bitte|attends|attendez|arr\u00eatez|annulez|pas encore|pas maintenant|pas envoyer|ne l'envoie pas|n'envoie pas"
)
_OF_ERRING = (
    "hold that|holding it|pause|freeze|undo|undoing it|un-do it|revert|reverse it|recall|retract it|withdraw it|scratch my answer"
    "|postpone it"
    "|that was premature|it is wrong|wrongly sent|by mistake|I mistook her|there are typos|I misspelled it|a mis-spelling|you misheard"
    "|that is incorrect|for Ben it was meant|I mean Ben|it is not what I intended|by accident|let me read|let me see|I want to check"
    "|I need to look|I'd like to hear|I would like to think|I need to quickly check|read it once first|check that again first"
    "|actually make it Friday|actually change a word|actually send Ben|actually say Friday|actually tell Ben|actually put Friday"
    "|actually write Friday|actually add Ben|actually let Ben|before it goes|before that leaves|before this is out|before the mail gets out"
    "|before my answer goes|keep it here|leave that here|keep this here|keep them here|keep the mail here|keep that mail here"
    "|pull it|pull that"
    "|pull this|pull the mail|pull that mail|I regret that|I should have asked|I should've asked|I should of asked|shoulda asked"
    "|I reconsider"
    "|let us rethink it|think again|think about it|think it over|think twice|a bad idea|I am unsure|take it back|I took it back"
    "|call that back"
    "|get this back|bring them back|pull the mail back|put my reply back|have it back|want it back|fetch it back|keep it back"
    "|call that mail back|get the other mail back|take back the mail|call back that mail|oh dear|oh god|oh my god|oh gosh|shit|crap"
    "|damn|dammit"
    "|is it gone already|has it left yet|sent already|out yet|already gone|already left|already sent|already out|too late"
)
_OF_DOUBT = (
    "it isn't done|it isnt done|it doesnt fit|it didnt fit|they arent done|it wasnt me|they werent done|it hasnt gone"
    "|they havent gone|I hadnt"
    "|I couldnt|I shouldnt|I wouldnt|I mustnt|I cant|it wont fit|it aint so|she dont|it neednt go|it cannot go|it is not done|I never did"
    "|forget it|I forgot Ben|I forgotten him|an error|that was supposed for Ben|Ben instead|Ben rather|Ben later|one moment|a second"
    "|just a sec"
    "|give me a minute|just a bit|somebody else|someone else|another address|a different person|the other one"
)
_THROWN = (
    "discard it|throw it out|thrown out|scrap it|drop it|trash it|bin it|delete it|lose it|remove it|erase it|abandon it"
    "|kill it|get rid of it"
)
_ALTERED = (
    "change Friday|I am changing Friday|edit Friday|editing it|fix Friday|a correction|correct it|correct that|correct the day"
    "|correct my day"
    "|rewrite it|rephrase it|reword it|leave it"
)


@pytest.mark.slow
def test_what_is_called_out_holds_back_behind_anything_that_is_said_or_asked() -> None:
    called = _CALLED_OUT.split("|")
    assert [words for words in called if not holds_back(f"I will come. {words}", awaited=True)] == []
    assert [words for words in called if not holds_back(f"reply that Tuesday works. {words}")] == []
    assert [words for words in [*called, *_OF_ERRING.split("|")] if not holds_back(f"I know which one is that {words}")] == []
    assert [words for words in _OF_ERRING.split("|") if not holds_back(f"so which one of them {words}")] == []


def test_a_doubt_holds_back_where_it_is_no_part_of_a_question() -> None:
    found = [*_OF_DOUBT.split("|"), *_THROWN.split("|"), *_ALTERED.split("|")]
    assert [words for words in found if not holds_back(f"in there {words}")] == []
    assert [words for words in _OF_DOUBT.split("|") if not may_drop(f"in there {words}")] == []


_SMALL = (
    "oh|okay|ok|well|so|and|but|um|uh|er|hey|aloud|please|sorry|actually|then|just|i|it|its|this|that|there|the|a|an|is|was|am|to|of"
    "|for|my|me|you"
    "|do|did|have|made|want|send|sent|sending|go|leave|now|thanks|thank|person|address|one|mail|email|message|reply|all right"
    "|something|anything"
    "|everything|had|with|back|on|right away|right|quick"
)


@pytest.mark.parametrize("small", _SMALL.split("|"))
def test_small_words_around_a_stop_leave_it_one_where_anything_may_be_dictated(small: str) -> None:
    assert holds_back(f"I will come. {small} stop {small}", awaited=True)
    assert not holds_back(f"I will come. {small} stop bananas {small}", awaited=True)


def test_throwing_away_forgetting_and_leaving_may_drop_what_is_written() -> None:
    thrown = _THROWN.split("|")
    assert [words for words in [*thrown, "throwing it out"] if not throws_away(words)] == []
    may = [
        *thrown,
        "leave it there",
        "forget my reply",
        "it isn't good",
        "stop",
        "I never said so",
        "delete the second one",
        "remind me later",
        "leave it unread",
    ]
    assert [words for words in may if not may_drop(words)] == []
    assert [words for words in ("next", "read it", "what is due", "she leaves on Friday", "yes") if may_drop(words)] == []


_DROPS_A_DRAFT = (
    "discard the draft|throw it away|scrap that|delete the draft|forget the reply|forget about the draft|cancel the mail"
    "|cancel that message"
    "|scratch my answer|forget this email"
)


def test_only_a_plain_command_drops_a_draft() -> None:
    drops = [words for words in _DROPS_A_DRAFT.split("|") if understand(words).command == Command(kind=CommandKind.CANCEL)]
    assert len(drops) > 4
    assert [words for words in drops if not understand(words).holding.drops_a_draft] == []
    none = (
        "cancel",
        "cancel it",
        "stop",
        "never mind",
        "delete the second one",
        "delete all newsletters",
        "I would not discard the draft",
        "no",
    )
    assert [words for words in none if understand(words).holding.drops_a_draft] == []


@pytest.mark.parametrize(
    ("words", "before"),
    [
        ("tell Ruth I am late and stop the other mail", "tell Ruth I am late"),
        ("tell Ruth I am late, and then please hold it.", "tell Ruth I am late"),
        ("archive it and don't send the last one to Anna Berg yet", "archive it"),
        ("archive it, but do not let that mail go out", "archive it"),
        ("next then recall my message", "next"),
        ("flag it and also keep back the draft for now!", "flag it"),
        ("flag it and take the earlier mail back", "flag it"),
        ("flag it and call back that e-mail", "flag it"),
        ("flag it and take the cake back", ""),
        ("flag it and take the mail", ""),
        ("tell Ruth I am late and stop the project", ""),
        ("stop the other mail", ""),
        ("next", ""),
    ],
)
def test_what_is_wanted_before_a_mail_is_stopped_is_read_without_the_stop(words: str, before: str) -> None:
    assert understand(words).holding.before_a_stop == before


_STOPPING = "stop|hold|cancel|keep|delete|scrap|discard|drop|recall|unsend|undo|abort|withdraw|postpone|pull"
_NAMED = "the mail|that message|my reply|this draft|the other one|the first answer|my previous email|the last e-mail|that earlier mail"


@pytest.mark.parametrize("verb", _STOPPING.split("|"))
@pytest.mark.parametrize("mail", _NAMED.split("|"))
def test_each_way_to_stop_each_name_of_a_mail(verb: str, mail: str) -> None:
    assert understand(f"tell Ruth I am late and {verb} {mail}").holding.before_a_stop == "tell Ruth I am late"
    assert holds_back(f"tell Ruth I am late. Please {verb} {mail}.")


_QUESTIONS = (
    "what is due|who wrote that|when is lunch|where is the room|why has he not answered|how many are left|which one is that|whos there"
    "|who's there|do they come|does she come|is Anna there|are they there|okay so what is due|please what's due"
)
_NO_QUESTIONS = (
    "what if it is wrong|what about Anna|why not|what I meant|which we said|what it says|who that is|do not|is it right"
    "|is that right|are this all"
    "|next|yes"
)


def test_a_question_about_something_else_is_one() -> None:
    assert [words for words in _QUESTIONS.split("|") if not understand(words).holding.asks] == []
    assert [words for words in _NO_QUESTIONS.split("|") if understand(words).holding.asks] == []


_REFUSING = (
    "no nope nah not now yet never don't do send sending it that this them leave keep let alone be for later today tonight wait hold"
    " on off stop"
    " cancel forget mind i changed change my think so want to rather better a moment second minute sorry oh well right actually"
    " please thanks"
    " thank you the draft mail one just would like wrong is was that's it's i'm all about nothing need bother really sure maybe"
    " perhaps anything"
    " else more as okay ok"
)


@pytest.mark.parametrize("word", _REFUSING.split())
def test_a_refusal_of_any_words_is_none_of_what_is_wanted_behind_it(word: str) -> None:
    assert understand(f"no, not {word}, archive the blue one").holding.behind_refusals == "archive the blue one"


def test_what_only_refuses_wants_nothing() -> None:
    assert [words for words in ("no", "no, don't", "No. Not now.", "forget it") if understand(words).holding.behind_refusals] == []
    assert understand("archive it").holding.behind_refusals == "archive it"
    assert understand("no, and archive it").holding.behind_refusals == "archive it"


def test_a_mail_that_was_written_is_sent_to_another_only_where_it_alone_can_be_meant() -> None:
    sent = ("send it to Dave", "please send it to Dave", "send this to Anna")
    assert [words for words in sent if not understand(words).holding.sends_to_another] == []
    others = (
        "send the second one to Dave",
        "send the one from Ruth to Dave",
        "forward it to Dave",
        "send it to Dave and say it is late",
        "send it",
        "next",
    )
    assert [words for words in others if understand(words).holding.sends_to_another] == []


_OTHER_WORK = (
    "archive unarchive flag unflag mark skip move go jump switch open show search find look reply respond forward snooze label tag"
    " remind restore"
    " unsubscribe block tell ask answer write call list report thank invite start create explain translate count download print book"
    " pay accept"
    " decline confirm compose play summarise summarize describe star unstar mute next continue repeat sort group set what who whom"
    " whose when where"
    " why how which does did has have are was were can could will would should may"
)


@pytest.mark.parametrize("word", _OTHER_WORK.split())
def test_what_begins_like_other_work_lets_the_mail_leave(word: str) -> None:
    assert not may_hold_back(f"{word} the blue stuff for Ruth")
    assert not may_hold_back(f"sure thanks {word} the blue stuff")


_BEFORE = "could you|can you|would you|will you|I want you to|yes|yeah|sure|great|thanks|thank you|oh well"


@pytest.mark.parametrize("before", _BEFORE.split("|"))
def test_what_is_said_before_other_work_leaves_it_that(before: str) -> None:
    assert not may_hold_back(f"{before} archive the blue stuff for Ruth")
    assert may_hold_back(f"{before} bananas for Ruth")


def test_any_command_beside_other_work_is_other_work_but_what_may_mean_the_mail_that_leaves() -> None:
    others = ("slower", "help", "goodbye", "yes", "thanks")
    assert [words for words in others if may_hold_back(f"find the blue stuff, {words}")] == []
    its = ("toss it", "read the draft", "copy Ruth in")
    assert [words for words in its if not may_hold_back(f"find the blue stuff, {words}")] == []
    assert not any(map(may_hold_back, ("", "...", "um")))


_GOING_ON = "the a an from with about by for in on of at as between especially including"


@pytest.mark.parametrize("word", _GOING_ON.split())
def test_what_goes_on_telling_of_other_work_is_part_of_it(word: str) -> None:
    assert not may_hold_back(f"find the blue stuff, {word} summer cars")
    assert may_hold_back(f"{word} summer cars")


_OF_WHAT_LEAVES = (
    "did you send|have we just sent|are we sending|does it go|that goes|the mail going|that reply went|the draft leaves|it leaving"
    "|my drafts|the recipients"
    "|her address|the spelling|to whom|who said|what I say|it just says|you said that|what I wrote|that you typed|my mail|my email"
    "|my message"
    "|my reply|my answer|the reply|the one to Ben|a mail to Ben|is it right|is that the correct|is it okay|is that fine|is that to"
    "|what the hell"
)


def test_other_work_about_what_leaves_holds_it() -> None:
    assert [words for words in _OF_WHAT_LEAVES.split("|") if not may_hold_back(f"tell me whether {words} blue stuff")] == []
    assert not may_hold_back("tell me whether blue stuff")


_COUNTS_AS = "important urgent read unread seen new spam junk phishing flagged starred"


def test_a_denial_in_what_a_mail_counts_as_takes_nothing_back() -> None:
    said = [f"{verb} the blue one as not {kind} for her" for verb in ("mark", "set", "report", "keep") for kind in _COUNTS_AS.split()]
    assert [words for words in said if holds_back(words)] == []
    assert holds_back("mark the blue one as not bananas for her")


def test_a_reply_holds_back_where_it_may_correct_the_mail_that_leaves() -> None:
    said = ("say Friday", "put Friday", "no, say Friday", "please make it Friday")
    assert [words for words in said if not may_hold_back(words)] == []


def test_a_line_may_begin_with_a_doubt_whatever_command_it_is() -> None:
    begun = ("not the next one", "later, archive it", "well actually never mind, next", "rather archive it")
    assert [words for words in begun if not holds_back(words)] == []


def test_a_text_is_taken_back_at_its_end_only_where_it_is_whole_without_that() -> None:
    taken = (
        "reply no wait",
        "reply Tuesday works that was wrong",
        "tell Ruth I am late not that one",
        "reply that Tuesday works stop",
        "reply yes no wait",
        "tell Ruth I am late that was wrong",
        "change Monday to Friday that was wrong",
    )
    dictated = ("reply that I was wrong", "tell Ruth sorry about that", "reply that I made a mistake", "tell Ruth I am wrong")
    assert [words for words in taken if not holds_back(words)] == []
    assert [words for words in dictated if holds_back(words)] == []


def test_instead_holds_back_beside_a_command_but_not_in_place_of_a_thing_or_within_a_text() -> None:
    assert holds_back("archive it instead")
    assert not holds_back("reply that I take the bus instead")


def test_a_denial_spelled_without_an_apostrophe_is_one() -> None:
    said = [f"I {denied} {what}" for denied in ("don't", "dont") for what in ("know", "mind", "think so", "care", "want that")]
    assert [words for words in (*said, "dont worry", "archive it dont worry") if not holds_back(words)] == []
    assert not holds_back("reply that I dont know")


@pytest.mark.parametrize("word", ["the", "a", "an", "to", "our", "my", "his", "her", "their"])
def test_who_attends_something_waits_for_nothing(word: str) -> None:
    assert not holds_back(f"who attends {word} meeting")
    assert holds_back(f"{word} meeting, attends un peu")


_FOR_NOW = "back|here|go|out|for now|just yet|yet|now|today|please|after all|to Anna|to Anna Berg"


@pytest.mark.parametrize("when", _FOR_NOW.split("|"))
def test_a_mail_is_stopped_however_long(when: str) -> None:
    assert understand(f"tell Ruth I am late and stop the other mail {when}").holding.before_a_stop == "tell Ruth I am late"
    assert understand(f"tell Ruth I am late and stop the other mail {when} bananas are in").holding.before_a_stop == ""


_WITH_A_WORD = (
    "archive unarchive flag unflag mark skip move go jump switch open show search find look reply respond forward snooze label tag remind"
    " restore unsubscribe block tell ask answer write call list report thank invite start create explain translate count download print"
    " book pay accept decline confirm compose read play summarise summarize describe star unstar mute next continue repeat sort group set"
    " any anything what who whom whose when where why how which do does did has have is are was were can could will would should may"
)
_WITH_WORDS = "give me|let me know|take me|is there|are there|the next"
_I_WANT = [
    f"I {want} to {do}" for want in ("want", "would like", "'d like") for do in ("know", "reply", "answer", "write", "archive", "open")
]


@pytest.mark.parametrize("begins", [*_WITH_A_WORD.split(), *_WITH_WORDS.split("|"), *(each.replace(" 'd", "'d") for each in _I_WANT)])
def test_a_line_is_other_work_by_how_it_begins_whatever_follows(begins: str) -> None:
    assert not may_hold_back(f"{begins} whether the gutter leaks")
    assert may_hold_back(f"whether the gutter leaks {begins} bananas")


_MAY_MEAN_THE_MAIL = (
    "give me back the gutter|call it gutter stuff|call that gutter stuff|call back gutter stuff|any but gutter stuff"
    "|anything but gutter stuff|I want to answer that once more|I would like to open it up again|I'd like to write this anew"
    "|I want to know it is good|I want to hear whether the gutter leaks|I'd like to read about gutters|I want to see the gutter"
)


def test_what_begins_like_other_work_may_mean_the_mail_that_leaves() -> None:
    assert [words for words in _MAY_MEAN_THE_MAIL.split("|") if not may_hold_back(words)] == []


_DICTATED_TO_ITS_END = (
    "that typo|a mistake|an error|the error|the other one|of mistakes|to reconsider|for later|is wrong|am wrong|was wrong|did reconsider"
    "|do undo|had mistakes|have mistakes|and wrong|but later"
)
_AUXILIARIES = "am are is was were be been do does did have has had can could will would should shall may might must"


def test_a_text_may_end_in_words_of_erring_that_it_leads_to() -> None:
    begun = ("reply that Ruth was", "reply that it works", "tell Ruth the boxes")
    assert [words for words in (f"{text} {end}" for text in begun for end in _DICTATED_TO_ITS_END.split("|")) if holds_back(words)] == []
    taken = [f"reply that it works {end}" for end in ("that s wrong", "that's wrong", "that is wrong", "that was wrong")]
    assert [words for words in (*taken, "tell Ruth yes I can never mind", "reply stop", "answer wait") if not holds_back(words)] == []


@pytest.mark.parametrize("auxiliary", _AUXILIARIES.split())
def test_a_not_behind_its_verb_is_dictated(auxiliary: str) -> None:
    assert not holds_back(f"tell Ruth the boxes {auxiliary} not there")


_IS_OF_WHAT_LEAVES = (
    "you sent|we sent|I sent|it sent|been sent|being sent|get sent|gets sent|got sent|it leaves|that leave|mail leaves|reply went"
    "|mail leaving|draft leaves|that says|that wrote|you write|I typed"
)


def test_a_question_about_what_leaves_holds_it() -> None:
    assert [words for words in _IS_OF_WHAT_LEAVES.split("|") if not may_hold_back(f"which of them {words} around")] == []
    assert not may_hold_back("which of them around")


def test_each_bare_no_is_one() -> None:
    noes = ("no", "nope", "nah")
    said = [" ".join(filter(None, each)) for each in product(noes, ("", *noes), ("", "thanks", "thank you"))]
    assert [words for words in (*said, "No. Say stop to hold it back.") if not is_bare_no(words)] == []


def test_a_dash_ends_a_clause_as_a_full_stop_does() -> None:
    assert holds_back("I will come - stop", awaited=True)
    assert holds_back("I will come. stop.", awaited=True)


@pytest.mark.parametrize("text", ["I'm not coming on Friday", "I can't", "no, thank you", "it is not there", "nothing is decided yet"])
def test_a_denial_that_is_certain_to_be_for_somebody_else_holds_nothing_back(text: str) -> None:
    assert not holds_back(f"tell Ruth that {text}")
