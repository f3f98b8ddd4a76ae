"""What is dictated is taken down as it was said; where it may be more than a text, nothing is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefing.mail_action import MailAction
from briefing.understanding.commands import Command, CommandKind, PlainReading, command_of
from briefing.understanding.understanding import understand
from tests.briefing.understanding.understood import is_incomplete, recognise

TAKEN_DOWN = [
    ("Reply that Tuesday works.", CommandKind.REPLY, "", "Tuesday works."),
    ("reply that that works for me", CommandKind.REPLY, "", "that works for me"),
    ("reply: Sounds good, see you then!", CommandKind.REPLY, "", "Sounds good, see you then!"),
    ("tell him I'll be late", CommandKind.REPLY, "", "I'll be late"),
    ("Tell her that I can't make it.", CommandKind.REPLY, "", "I can't make it."),
    ("um, tell them that, uh, we don't need it", CommandKind.REPLY, "", "we don't need it"),
    ("could you reply that I got it?", CommandKind.REPLY, "", "I got it"),
    ("reply that I will not come and I am sorry", CommandKind.REPLY, "", "I will not come and I am sorry"),
    ("write back saying No, thank you.", CommandKind.REPLY, "", "No, thank you."),
    ("let her know I'm running late, please", CommandKind.REPLY, "", "I'm running late"),
    ("reply yes", CommandKind.REPLY, "", "yes"),
    ("say no, sorry, I'm away that weekend", CommandKind.REPLY, "", "no, sorry, I'm away that weekend"),
    ("reply to her, say I'm on it", CommandKind.REPLY, "", "I'm on it"),
    ("drop Femi a note that I sent it", CommandKind.WRITE, "femi", "I sent it"),
    ("email Anna Keller, tell her the slides look great", CommandKind.WRITE, "anna keller", "the slides look great"),
    ("shoot Femi an email that the receipt comes tomorrow", CommandKind.WRITE, "femi", "the receipt comes tomorrow"),
    ("pass that on to Raj with a note saying can you cover this", CommandKind.FORWARD, "raj", "can you cover this"),
    ("reply to Anna Berg that I'll call", CommandKind.REPLY, "anna berg", "I'll call"),
    ("Reply to all that Tuesday works.", CommandKind.REPLY_ALL, "", "Tuesday works."),
    ("tell everyone that the Offsite is on", CommandKind.REPLY_ALL, "", "the Offsite is on"),
    ("forward this to Anna saying Here it is.", CommandKind.FORWARD, "anna", "Here it is."),
    ("forward it to anna at example dot com and say have a look", CommandKind.FORWARD, "anna at example dot com", "have a look"),
    ("write to Raj that the report is ready", CommandKind.WRITE, "raj", "the report is ready"),
    ("Send an email to Lisa saying I'm on my way.", CommandKind.WRITE, "lisa", "I'm on my way."),
    ("tell Ben Fuchs I'm in", CommandKind.WRITE, "ben fuchs", "I'm in"),
    ("add that Tuesday works too", CommandKind.ADD_TEXT, "", "Tuesday works too"),
    ("also say that we need the numbers", CommandKind.ADD_TEXT, "", "we need the numbers"),
    ("add best regards, Robin", CommandKind.ADD_TEXT, "", "best regards, Robin"),
]
TOLD_RUTH = (
    "thanks for the flowers|maybe next week|nobody came|everything is ready|both dates work|either is fine"
    "|next week is better|nine o'clock works|9 works|that would be lovely|that's perfect|you can keep it"
    "|let's meet on Friday|see you on Monday|those will do|here is my number|of course"
    "|unfortunately I can't make it|it works for me|they will come at noon|their parcel is here|a friend will pick it up"
    "|some of the boxes are missing|after lunch is fine|can you call me|do you have time on Friday|what time suits you|when can you come"
)
REPLIED = (
    "maybe next week|nobody came|the keys are under the mat|the second date suits us|both work|either is fine|of course"
    "|unfortunately I can't make it|let's meet on Friday|you are right|it works for me|that works|that's fine with me"
    "|at nine is fine|can you call me|could you send it again|what time suits you|when can you come|they will come at noon"
)
TO_SOMEBODY = [
    ("forward this to Anna", CommandKind.FORWARD, "anna"),
    ("forward it to anna at example dot com", CommandKind.FORWARD, "anna at example dot com"),
    ("Forward it to anna@example.com.", CommandKind.FORWARD, "anna@example.com"),
    ("forward this mail to Anna and Ben Fuchs please", CommandKind.FORWARD, "anna and ben fuchs"),
    ("forward it to my accountant", CommandKind.FORWARD, "accountant"),
    ("forward it to me", CommandKind.FORWARD, "me"),
    ("write a mail to Mark", CommandKind.WRITE, "mark"),
    ("send Anna an email", CommandKind.WRITE, "anna"),
    ("and copy Ruth on it", CommandKind.COPY, "ruth"),
    ("put Ruth Weber in copy", CommandKind.COPY, "ruth weber"),
    ("bcc my accountant", CommandKind.BLIND_COPY, "accountant"),
    ("take Ruth off it", CommandKind.TAKE_OFF, "ruth"),
    ("new mail to ben dot fuchs at kontor dot example", CommandKind.WRITE, "ben dot fuchs at kontor dot example"),
]
REPLACED = [
    ("change Tuesday to Wednesday", "tuesday", "Wednesday"),
    ("Replace \u201cnext week\u201d with \u201cthis week\u201d.", "next week", "this week"),
    ("change um three to four o'clock", "three", "four o'clock"),
    ("no, change Monday to to Friday please", "monday", "Friday"),
    ("say Wednesday instead of Tuesday", "tuesday", "Wednesday"),
    ("instead of Anna say Hannah", "anna", "Hannah"),
    ("can you change the word meeting to call?", "meeting", "call"),
]
MAY_BE_FOR_US = (
    "tell Eleanor hold on|tell Eleanor wait|tell Eleanor wait a minute|let Eleanor know stop|text Anna no|write Eleanor no"
    "|okay mail Eleanor no|mail Anna the address is wrong|reply don't send it yet|reply not now|reply not to all|reply not to Anna"
    "|reply never|say never|tell Anna don't send that|text her no|tell Eleanor can you stop it|reply could you cancel that"
    "|tell Ruth not yet|reply not yet|tell Ruth come and archive it|tell Ruth call me and delete it|mail Anna sent yesterday is good"
    "|reply nothing to this one|reply none of them|reply you skipped one|reply can you hear me|tell Ruth tomorrow|tell Ruth in an hour"
    "|tell Ruth in German I'm late|tell Ruth from me that I'm late|reply not in English|text Ruth that mail|tell Mark as unread"
)
"""A stop, a refusal, a mail, or how and when to tell something: without "that" none of it is a text for certain."""
UNCERTAIN = [
    *MAY_BE_FOR_US.split("|"),
    *("reply that Tuesday works and send it", "reply that Tuesday works. Archive it.", "tell him yes, scratch that"),
    *("tell her that she is right", "tell him to come", "tell me more", "tell me that again please"),
    *("don't reply that Tuesday works", "she said reply that Tuesday works", "can I reply that Tuesday works?"),
    *("not now, tell him I'm late", "if you can, reply that I'm in", '"reply that Tuesday works"'),
    *("add milk to my shopping list", "add it to my calendar", "change the subject to Holiday"),
    *("let me know when", "forward it to her", "forward it to Anna and archive it", "write to me when you are done"),
    *("tell Ruth that she can have it", "reply that he is ill", "tell them that they should come", "tell Ruth to come", "tell me the time"),
    *("tell Ruth when I arrive", "tell Ruth what happened", "tell Ruth about the party", "tell Ruth if she can come", "tell me about Ruth"),
    *("answer the second one", "answer the mail from Ruth", "answer both of them", "reply tomorrow", "reply at nine", "reply only to Ruth"),
    *(
        "say the sender",
        "say your name",
        "say that slower",
        "say what she wants",
        "answer the one that is from Ruth",
        "answer your question",
    ),
    *("reply that Tuesday works and...", "reply that Tuesday works, no wait, archive it"),
]


def test_dictated_words_keep_their_capitals_and_punctuation() -> None:
    recognised = [(utterance, recognise(utterance)) for utterance, *_ in TAKEN_DOWN]
    assert recognised == [(utterance, Command(kind=kind, who=who, text=text)) for utterance, kind, who, text in TAKEN_DOWN]


@pytest.mark.parametrize("text", TOLD_RUTH.split("|"))
def test_whatever_is_told_to_somebody_by_name_begins_behind_the_name(text: str) -> None:
    assert recognise(f"tell Ruth {text}") == Command(kind=CommandKind.WRITE, who="ruth", text=text)
    assert recognise(f"tell Ruth Weber {text}") == Command(kind=CommandKind.WRITE, who="ruth weber", text=text)
    assert recognise(f"tell her {text}") == Command(kind=CommandKind.REPLY, text=text)


PLAINLY_TO_SOMEBODY = [
    ("tell May that May works", CommandKind.WRITE, "may", "May works"),
    ("tell Ruth that Will is coming", CommandKind.WRITE, "ruth", "Will is coming"),
    ("tell Ruth that will be fine", CommandKind.WRITE, "ruth", "that will be fine"),
    ("tell ruth at post dot example I'm late", CommandKind.WRITE, "ruth at post dot example", "I'm late"),
    ("tell Ruth very good", CommandKind.WRITE, "ruth", "very good"),
    ("tell Ruth got it", CommandKind.WRITE, "ruth", "got it"),
    ("tell Ruth running late", CommandKind.WRITE, "ruth", "running late"),
    ("tell Ruth how about Friday?", CommandKind.WRITE, "ruth", "how about Friday?"),
    ("tell Ruth why not", CommandKind.WRITE, "ruth", "why not"),
    ("let Ruth know dinner is at eight", CommandKind.WRITE, "ruth", "dinner is at eight"),
    ("text Ruth that I'm outside", CommandKind.WRITE, "ruth", "I'm outside"),
    ("email Dr. Weber that we're in", CommandKind.WRITE, "dr weber", "we're in"),
    ("message him that I'm in", CommandKind.REPLY, "", "I'm in"),
    ("send her a message saying I'm in", CommandKind.REPLY, "", "I'm in"),
    ("reply how about Friday", CommandKind.REPLY, "", "how about Friday"),
    ("reply that one is enough", CommandKind.REPLY, "", "one is enough"),
    ("say yes, I'd love to", CommandKind.REPLY, "", "yes, I'd love to"),
]
SPOKEN_OF = [
    *("write that down", "write that again", "add that to my calendar", "add that to the list", "reply that one", "reply that mail"),
    *("text her that too", "tell Ruth that as well", "let her know that too", "tell Ruth that again", "tell ruth at post dot example"),
    *("text bigger please", "answer that later", "tell Ruth that I'm late and let Anna know that too"),
    *("tell them apart", "tell Ruth's mails apart", "reply from my work account", "reply not this one", "reply not to this one"),
    *("reply no, not this one", "reply no later than Friday", "answer nobody", "let Ruth know tomorrow", "let her know at nine"),
    *("text Ruth tomorrow", "email Ruth on Monday", "email me the list", "message me later", "email from Ruth", "message number two"),
]
"""What these speak of is the mail, its text or the time to write; none is a text."""
OTHERWISE = [
    *("tell Ruth also that I'm late", "tell Ruth too that I'm late", "tell Ruth politely no", "tell Ruth nicely that I can't come"),
    *("tell Ruth in a friendly way that I can't come", "tell Ruth tomorrow that I'm late", "tell Ruth on Monday that I'm late"),
    *("tell Ruth at nine that I'm late", "tell her next week that I can come", "tell the second one yes", "tell the second one I'm late"),
    *("tell Ruth I'm late, I mean Anna", "tell Ruth no, I mean Anna I'm late", "tell Ruth I'm late tomorrow... no"),
    *("tell Ruth I'm late, no", "tell Ruth I'm late if she asks"),
]
"""When, how, or to whom it is to be said would stand in the text, or in the name."""


@pytest.mark.parametrize(("utterance", "kind", "who", "text"), PLAINLY_TO_SOMEBODY)
def test_no_word_of_a_text_is_taken_for_a_name(utterance: str, kind: CommandKind, who: str, text: str) -> None:
    assert recognise(utterance) == Command(kind=kind, who=who, text=text)


@pytest.mark.parametrize("utterance", [*SPOKEN_OF, *OTHERWISE])
def test_what_is_said_of_a_text_does_not_go_into_a_mail(utterance: str) -> None:
    command = recognise(utterance)
    assert command is None or not command.text


@pytest.mark.parametrize("text", REPLIED.split("|"))
def test_a_reply_needs_no_that_before_its_text(text: str) -> None:
    assert recognise(f"reply {text}") == Command(kind=CommandKind.REPLY, text=text)
    assert recognise(f"reply saying {text}") == Command(kind=CommandKind.REPLY, text=text)


def test_a_recipient_is_a_name_or_an_address_as_it_was_spelled() -> None:
    recognised = [(utterance, recognise(utterance)) for utterance, *_ in TO_SOMEBODY]
    assert recognised == [(utterance, Command(kind=kind, who=who)) for utterance, kind, who in TO_SOMEBODY]


def test_words_are_replaced_by_others() -> None:
    recognised = [(utterance, recognise(utterance)) for utterance, *_ in REPLACED]
    assert recognised == [(utterance, Command(kind=CommandKind.CHANGE_TEXT, target=old, text=new)) for utterance, old, new in REPLACED]


def test_the_subject_of_a_new_mail_is_named() -> None:
    assert recognise("write a mail to Raj about the Heating") == Command(kind=CommandKind.WRITE, who="raj", target="the heating")


def test_what_may_be_more_or_other_than_a_text_is_not_taken_down() -> None:
    commands = {utterance: recognise(utterance) for utterance in UNCERTAIN}
    assert [utterance for utterance, command in commands.items() if command is not None and command.text] == []


@pytest.mark.parametrize("utterance", ["say that thing to me again, actually go back", "say that once more, I mean go back"])
def test_what_follows_a_whole_wish_is_no_text_though_a_filler_stands_between(utterance: str) -> None:
    assert recognise(utterance) == Command(kind=CommandKind.BACK)


def test_a_dictation_cut_off_before_its_text_is_incomplete() -> None:
    begun = [utterance[: utterance.rindex(text)].rstrip(" ,") for utterance, _, _, text in TAKEN_DOWN]
    assert [words for words in begun if not is_incomplete(words) and recognise(words) is None] == []


def test_a_yes_before_a_dictation_is_left_open_when_something_was_offered() -> None:
    assert recognise("yes, tell him I'm in", offer_open=True) is None
    assert recognise("yes, tell him I'm in") == Command(kind=CommandKind.REPLY, text="I'm in")


def test_a_long_text_is_taken_down_and_an_endless_one_is_not() -> None:
    text = " ".join(["It rained all day in Bergen."] * 40).rstrip()
    assert recognise(f"reply that {text}") == Command(kind=CommandKind.REPLY, text=text)
    assert recognise(f"reply that {text * 4}") is None


WORDS = ["Anna", "Ben,", "Tuesday.", "no", "won't", "(maybe)", "24", "na\u00efve", "send", "it"]


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=20))
def test_what_is_taken_down_was_said(words: list[str]) -> None:
    text = " ".join(words)
    command = recognise(f"reply saying {text}")
    assert command is None or command.text in {text, ""}


@given(st.sampled_from([row[0] for row in TAKEN_DOWN]), st.sampled_from(["archive it", "send it", "delete it", "undo that", "next"]))
def test_a_second_intent_behind_a_text_makes_it_uncertain(utterance: str, intent: str) -> None:
    for joined in (f"{utterance.rstrip('.?!')} and {intent}", f"{utterance.rstrip('.?!')}. {intent.capitalize()}."):
        command = recognise(joined)
        assert command is None or not command.text


@pytest.mark.parametrize(
    ("utterance", "subject"),
    [
        ("subject lunch", "lunch"),
        ("Subject: Lunch on Friday", "Lunch on Friday"),
        ("um, the subject is Budget 2027, please", "Budget 2027"),
        ("change the subject to lunch", "lunch"),
        ("and the subject should be offsite budget.", "offsite budget"),
    ],
)
def test_a_subject_is_one_short_line(utterance: str, subject: str) -> None:
    assert recognise(utterance) == Command(kind=CommandKind.SUBJECT, target=subject)


@pytest.mark.parametrize(
    "utterance",
    [
        "subject", "subject to change", "the subject matter is hard", "what is the subject", "subject lunch? ", "the subject is it",
        "subject lunch. Are you free on Friday?", "subject lunch and archive it", "change the subject", "subject " + "very " * 12 + "long",
    ],
)  # fmt: skip
def test_what_is_more_or_less_than_a_subject_is_none(utterance: str) -> None:
    command = recognise(utterance)
    assert command is None or command.kind is not CommandKind.SUBJECT


@pytest.mark.parametrize(
    "line",
    [
        *("reply no wait archive it", "reply no, sorry, I mean archive it", "answer no, I mean archive it", "reply, no, archive it"),
        *("reply no, actually archive it", "tell Anna no, actually archive it", "reply that I'm in, actually, archive it"),
    ],
)
def test_a_no_that_is_replied_does_not_keep_the_reply_from_being_taken_back(line: str) -> None:
    assert recognise(line) == command_of(MailAction.ARCHIVE)


def test_a_reply_of_no_that_is_scratched_is_none() -> None:
    assert recognise("reply no scratch that") == Command(kind=CommandKind.CANCEL)


@pytest.mark.parametrize("line", ["reply no, delete it", "um, reply no, delete it", "answer no, next", "tell Ruth I'm late, next"])
def test_what_stands_behind_a_reply_and_takes_nothing_back_is_a_wish_of_its_own(line: str) -> None:
    assert [wish.words for wish in understand(line).wishes] == line.rsplit(", ", 1)


@pytest.mark.parametrize(
    "line",
    [
        *("reply that I'm in and cc Eleanor", "reply that I'm in, send a copy to Eleanor", "reply yes and bcc Raj"),
        *("reply that I'm in and send it", "reply that I'm in and send it tomorrow at nine", "tell Ruth that I'm in and send it on Friday"),
    ],
)
def test_to_whom_as_well_and_when_a_mail_goes_is_no_part_of_its_text(line: str) -> None:
    first, behind = understand(line).wishes
    assert (first.command is not None, behind.command is not None) == (True, True)
    assert line.endswith(behind.words)


@pytest.mark.parametrize(
    "line",
    [
        *("reply yes, please send it on Friday", "tell Ruth the invoice is wrong, send it on Friday", "reply please forward it and cc Raj"),
        *("tell Ruth that Luca and Raj pack it and send it on Friday", "reply that I'm in, call me and cc Eleanor"),
        *(
            "tell Raj I'm late and tell Eleanor I'm early and send it on Friday",
            "tell Raj I'm late. Then tell Eleanor I'm early and cc Anna.",
        ),
        *("reply to all that I'm in. Take off Ruth and cc Eleanor.", "reply that I'm in, tell Raj the price is 40 and cc Luca"),
    ],
)
def test_a_text_that_asks_for_something_may_go_on_with_it_and_is_not_cut(line: str) -> None:
    assert [wish.words for wish in understand(line).wishes] == [line]
    assert not understand(line).is_plain


def test_a_filler_within_a_text_stays_in_it() -> None:
    assert recognise("reply that it is, you know, fine") == Command(kind=CommandKind.REPLY, text="it is, you know, fine")


def test_a_next_within_a_sentence_is_a_part_of_the_text() -> None:
    assert recognise("tell Ruth I'm late, next week works") == Command(kind=CommandKind.WRITE, who="ruth", text="I'm late, next week works")


@pytest.mark.parametrize("place", ["second", "third", "fifth"])
def test_the_one_of_a_place_is_no_time_to_be_told_at(place: str) -> None:
    command = recognise(f"tell me about the {place} one")
    assert command is None or command.action is None


@pytest.mark.parametrize("text", ['"', "?", "...", "\u201c \u201d", "- -", "' not yet", "!?. and"])
@pytest.mark.parametrize(
    "head", ["tell Ruth", "tell Ruth Weber", "tell her", "reply", "reply that", "say", "let Ruth know", "text Ruth", "add"]
)
def test_marks_alone_are_read_like_any_words(head: str, text: str) -> None:
    command = recognise(f"{head} {text}")
    assert command is None or command.text in {"", text}


def test_a_part_of_a_line_is_not_misheard_as_a_dictation() -> None:
    assert recognise("said yes") == Command(kind=CommandKind.REPLY, text="yes")
    assert PlainReading("said nobody ever", verbatim=True).command is None
