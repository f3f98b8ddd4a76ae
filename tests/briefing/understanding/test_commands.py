"""What is plainly said is recognised; what is less than certain is not. The labelled lines are in `data/`."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from briefing.mail_action import ON_MAILS, MailAction
from briefing.understanding.command_grammar.command_forms import COUNTED, EXACT, FREE, NUMBERED, PHRASES, SLOTS, WORDS
from briefing.understanding.command_grammar.command_frame import LEADS, TAILS
from briefing.understanding.command_grammar.command_phrases.examples import EXAMPLES
from briefing.understanding.command_grammar.command_phrases.fact import Fact
from briefing.understanding.command_grammar.command_phrases.kinds import Meant, command_of
from briefing.understanding.command_grammar.command_phrases.liking import LIKINGS
from briefing.understanding.command_grammar.command_phrases.navigating import LAST, NAMED_TOPICS
from briefing.understanding.command_grammar.command_phrases.notation import expand, expand_all
from briefing.understanding.command_grammar.command_phrases.talking import ANSWERS
from briefing.understanding.command_grammar.command_phrases.writing import DICTATED, REVISIONS
from briefing.understanding.commands import Command, CommandKind
from briefing.understanding.verbs.table import VERBS
from tests.briefing.understanding.understood import is_incomplete, recognise

DATA = Path(__file__).parents[1] / "data"


def lines(name: str) -> list[str]:
    return [line for line in (DATA / name).read_text(encoding="utf-8").splitlines() if line and not line.startswith("# ")]


def labelled(name: str) -> Iterator[tuple[str, Meant]]:
    meant: Meant | None = None
    for line in lines(name):
        if line.startswith("["):
            name = line.strip("[]")
            meant = MailAction(name) if name in ON_MAILS else CommandKind(name)
        elif meant is not None:
            yield line, meant


COMMANDS = list(labelled("commands.txt"))
ANSWERED = list(labelled("answers.txt"))
NOT_COMMANDS = lines("not_commands.txt")

TO_MAIL = [
    ("go to the one from Anna", "anna", None),
    ("Go to the one from Anna Berg, please.", "anna berg", None),
    ("okay, jump to the mail about the offsite budget", "offsite budget", None),
    ("the one from Anna", "anna", None),
    ("take me to the email from Jean-Luc O'Brien", "jean luc o'brien", None),
    ("read me the message from the bank", "bank", None),
    ("go to Anna's mail", "anna", None),
    ("skip to the one from Mark", "mark", None),
    ("go back to the one from Will please", "will", None),
    ("could you open the one about the lease?", "lease", None),
    ("the third one", "", 3),
    ("go to the 3rd one", "", 3),
    ("read me the second mail", "", 2),
    ("the first one please", "", 1),
    ("mail number four", "", 4),
    ("mail 12", "", 12),
    ("go to #7", "", 7),
    ("number twenty-three", "", 23),
    ("the twenty first message", "", 21),
    ("mail one", "", 1),
    ("the last one", "", -1),
    ("go to the very last mail", "", -1),
    ("go back to the boiler", "boiler", None),
    ("skip to the school trip please", "school trip", None),
    ("go to the boiler thing", "boiler", None),
    ("the one before", "one before", None),
    ("read the one after that", "one after", None),
    ("the one after it, please", "one after", None),
    ("what's the newest mail?", "newest", None),
    ("who's the latest one from?", "newest", None),
    ("what's the newest one about?", "newest", None),
]
TO_TOPIC = [
    ("topic 3", "", 3),
    ("go to topic two", "", 2),
    ("Jump to topic number five.", "", 5),
    ("the second topic", "", 2),
    ("go to the last topic", "", -1),
    ("go back to the beginning", "", 1),
    ("back to the newsletters", "newsletters", None),
    ("what about the newsletters?", "newsletters", None),
    ("go to the budget topic", "budget", None),
    ("jump to the topic about the summer offsite", "summer offsite", None),
    ("go to the newsletters", "newsletters", None),
    ("read me my notifications please", "notifications", None),
    ("go to other messages", "other messages", None),
]
SOME = [
    ("only people", "people"),
    ("only the ones from people", "the ones from people"),
    ("just people, please", "people"),
    ("only this topic", "this topic"),
    ("just this topic for now", "this topic"),
    ("only from Ruth", "from ruth"),
    ("only Ruth", "ruth"),
    ("read me only the mails from Ruth", "the mails from ruth"),
    ("only what's due today", "what is due today"),
    ("only the ones that are due today", "the ones that are due today"),
    ("just the work ones", "the work ones"),
    ("only from work", "from work"),
    ("I only want to hear the newsletters", "the newsletters"),
    ("stick to the ones from people", "the ones from people"),
    ("nothing but people", "people"),
    ("only what waits for my answer", "what waits for my answer"),
    ("only the bills", "the bills"),
    ("only those", "those"),
]
LEFT_OUT = [
    ("skip the newsletters", "the newsletters"),
    ("skip all newsletters", "all newsletters"),
    ("leave out the notifications", "the notifications"),
    ("everything but the newsletters", "the newsletters"),
    ("no more newsletters", "newsletters"),
    ("leave the newsletters for later", "the newsletters"),
    ("skip the ones from Hillmark", "the ones from hillmark"),
]
SEARCHES = [
    ("search for invoice", "invoice"),
    ("search for the Hetzner invoice please", "hetzner invoice"),
    ("Search for mails from Anna.", "from anna"),
    ("search my inbox for duran duran", "duran duran"),
    ('search for "quarterly report"', "quarterly report"),
    ("find the mail about the lease", "lease"),
    ("look for messages from Anna Berg", "from anna berg"),
    ("do I have anything from Anna?", "from anna"),
    ("anything from Bob?", "from bob"),
    ("do you have anything from Priya", "from priya"),
    ("anything else from Anna?", "else from anna"),
    ("any other mails about the lease", "else lease"),
    ("anything from Eleanor this week?", "from eleanor this week"),
    ("do I have mail from Raj", "from raj"),
    ("did I get an email from Raj", "from raj"),
    ("mails from Anna", "from anna"),
    ("what did Marcus send me?", "from marcus"),
    ("which mails are from Marcus", "from marcus"),
    ("how many are from Marcus", "from marcus"),
    ("find Raj", "raj"),
    ("find invoice 4711", "invoice 4711"),
    ("search contract", "contract"),
    ("what's the invoice about", "invoice"),
    ("what's Raj's mail about", "from raj"),
    ("tell me about the invoice", "invoice"),
    ("who sent the invoice", "invoice"),
    ("any invoices", "invoice"),
    ("anything new from Priya?", "from priya"),
    ("have I heard from Priya?", "from priya"),
    ("has Priya sent anything?", "from priya"),
    ("is there something from the school?", "from school"),
    ("nothing else from Priya?", "else from priya"),
    ("anything from my mum?", "from mum"),
    ("find the mail from my landlord", "from landlord"),
    ("what does Priya need from me?", "from priya"),
    ("find the parcel one", "parcel"),
    ("which mails have attachments?", "with an attachment"),
    ("did anyone send me a PDF", "with a pdf"),
    ("what came in since yesterday evening?", "since yesterday evening"),
    ("who has written to me today?", "today"),
    ("who has written me today?", "today"),
    ("who's written since last night?", "since last night"),
    ("what's come in today?", "today"),
    ("did Ruth get back to me?", "from ruth"),
    ("has the school been in touch?", "from school"),
    ("any PDFs in there?", "with a pdf"),
    ("what else has he sent me?", "else from them"),
    ("is there anything else from her?", "else from them"),
    ("did he write anything else", "else from them"),
    ("any other mails from this sender?", "else from them"),
    ("what did I miss over the weekend?", "over the weekend"),
    ("anything new in the last hour?", "in the last hour"),
]
VIPS = [
    ("make her a VIP", ""),
    ("Make them a V.I.P.", ""),
    ("add this sender to my VIPs", ""),
    ("add her to my VIP list please", ""),
    ("could you make this person a v i p?", ""),
    ("make Anna Berg a VIP", "anna berg"),
    ("make Mark a VIP", "mark"),
    ("add anna@example.org to my VIPs", "anna@example.org"),
    ("put Bob on my VIP list", "bob"),
    ("mark Anna as a VIP, thanks", "anna"),
]
KEYWORDS = [
    ("add budget to my keywords", "budget"),
    ("add the word offsite to my keywords, please", "offsite"),
    ("add the keyword lease", "lease"),
    ("Use project Falcon as a keyword.", "project falcon"),
    ("new keyword invoice", "invoice"),
    ('add "summer party" to my list of keywords', "summer party"),
]


ACCOUNTS = [
    ("only my work mail", "work"),
    ("Only my work emails, please.", "work"),
    ("just my home mail", "home"),
    ("read me only my work mail", "work"),
    ("only my work account, please", "work"),
    ("only the work account", "work"),
    ("stick to my work inbox", "work"),
    ("switch to my home mail", "home"),
    ("my work mail only", "work"),
    ("only my Gmail", "gmail"),
    ("no, only my work mail", "work"),
    ("nothing but my family mail", "family"),
]


OF_ANOTHER_MAIL = [
    ("archive the second one", MailAction.ARCHIVE, "", 2),
    ("Archive. The second one.", MailAction.ARCHIVE, "", 2),
    ("archive... number three please", MailAction.ARCHIVE, "", 3),
    ("archive the one from Anna", MailAction.ARCHIVE, "anna", None),
    ("could you archive Anna's mail?", MailAction.ARCHIVE, "anna", None),
    ("archive the mail about the summer offsite", MailAction.ARCHIVE, "summer offsite", None),
    ("flag the third one", MailAction.FLAG, "", 3),
    ("flag the one from the bank, thanks", MailAction.FLAG, "bank", None),
    ("unflag the first one", MailAction.UNFLAG, "", 1),
    ("mark the second one as read", MailAction.MARK_READ, "", 2),
    ("mark number three as important", MailAction.MARK_IMPORTANT, "", 3),
    ("unmark the second one as important", MailAction.MARK_NOT_IMPORTANT, "", 2),
    ("mark Anna's mail as important", MailAction.MARK_IMPORTANT, "anna", None),
    ("mark the one from the bank as not important", MailAction.MARK_NOT_IMPORTANT, "bank", None),
    ("mark the mail from Jean-Luc as read", MailAction.MARK_READ, "jean luc", None),
]
WITH_TIMES: list[tuple[str, Meant, str]] = [
    ("snooze it until tomorrow morning", MailAction.SNOOZE, "until tomorrow morning"),
    ("Snooze this until Monday, please.", MailAction.SNOOZE, "until monday"),
    ("remind me of this on Monday", MailAction.SNOOZE, "on monday"),
    ("bring it back up tonight", MailAction.SNOOZE, "tonight"),
    ("could you remind me of this in half an hour?", MailAction.SNOOZE, "in half an hour"),
    ("show me this again tomorrow at half past nine", MailAction.SNOOZE, "tomorrow at half past nine"),
    ("put it off until the twenty-fourth", MailAction.SNOOZE, "until the twenty fourth"),
    ("push it to next week", MailAction.SNOOZE, "to next week"),
    ("send it tomorrow at nine", CommandKind.SEND_LATER, "tomorrow at nine"),
    ("Send it on Monday morning.", CommandKind.SEND_LATER, "on monday morning"),
    ("schedule it for Friday at noon", CommandKind.SEND_LATER, "for friday at noon"),
    ("send the mail in two hours please", CommandKind.SEND_LATER, "in two hours"),
]
UNDONE = [
    ("undo the last three", Command(kind=CommandKind.UNDO, ordinal=3)),
    ("undo my last 4 changes please", Command(kind=CommandKind.UNDO, ordinal=4)),
    ("undo what I archived this morning", Command(kind=CommandKind.UNDO, action=MailAction.ARCHIVE, when="this morning")),
    ("Undo everything I deleted today.", Command(kind=CommandKind.UNDO, action=MailAction.DELETE, when="today")),
    ("bring back what I deleted yesterday", Command(kind=CommandKind.UNDO, action=MailAction.DELETE, when="yesterday")),
    ("undo everything I did in the last hour", Command(kind=CommandKind.UNDO, when="in the last hour")),
    ("I didn't mean to archive that", Command(kind=CommandKind.UNDO, action=MailAction.ARCHIVE)),
    ("unarchive it", Command(kind=CommandKind.UNDO, action=MailAction.ARCHIVE)),
    ("undo what I marked as important today", Command(kind=CommandKind.UNDO, action=MailAction.MARK_IMPORTANT, when="today")),
    ("undo the snooze", Command(kind=CommandKind.UNDO, action=MailAction.SNOOZE)),
    ("undo the first one", Command(kind=CommandKind.UNDO, target="the first one")),
    ("take back the archiving of the mail from Tom", Command(kind=CommandKind.UNDO, action=MailAction.ARCHIVE, target="tom")),
    ("undo the flag on the one from Tom", Command(kind=CommandKind.UNDO, action=MailAction.FLAG, target="tom")),
]
OF_MANY = [
    ("archive all newsletters", MailAction.ARCHIVE, "all newsletters"),
    ("archive all newsletters but not the one from Anna", MailAction.ARCHIVE, "all newsletters but not the one from anna"),
    ("archive all mails except Anna's", MailAction.ARCHIVE, "all mails except anna's"),
    ("mark all newsletters as read, except the tide clock", MailAction.MARK_READ, "all newsletters except the tide clock"),
    ("delete everything from Anna apart from the invoice", MailAction.DELETE, "everything from anna apart from the invoice"),
    ("Archive everything from GitHub, please.", MailAction.ARCHIVE, "everything from github"),
    ("mark everything from GitHub as read", MailAction.MARK_READ, "everything from github"),
    ("mark all as read", MailAction.MARK_READ, "all"),
    ("could you mark all newsletters as unread?", MailAction.MARK_UNREAD, "all newsletters"),
    ("delete all notifications older than two weeks", MailAction.DELETE, "all notifications older than two weeks"),
    ("throw all the newsletters away", MailAction.DELETE, "all the newsletters"),
    ("flag all mails about the offsite", MailAction.FLAG, "all mails about the offsite"),
    ("mark the next three as important", MailAction.MARK_IMPORTANT, "the next three"),
    ("mark all newsletters as not important", MailAction.MARK_NOT_IMPORTANT, "all newsletters"),
    ("archive this topic", MailAction.ARCHIVE, "this topic"),
    ("report all mails from Acme as spam", MailAction.REPORT_SPAM, "all mails from acme"),
]
IN_FOLDERS = [
    ("label it as work", MailAction.LABEL, "work"),
    ("put the label family on it", MailAction.LABEL, "family"),
    ("Tag this with travel, please.", MailAction.LABEL, "travel"),
    ("remove the label work", MailAction.UNLABEL, "work"),
    ("take the travel label off", MailAction.UNLABEL, "travel"),
    ("move it to the travel folder", MailAction.MOVE, "travel"),
    ("Move this to projects.", MailAction.MOVE, "projects"),
    ("file it in my receipts folder", MailAction.MOVE, "receipts"),
]
REVISED = [
    ("make it shorter", "shorter"),
    ("a bit shorter please", "shorter"),
    ("can you make it more formal?", "more formal"),
    ("less formal", "less formal"),
    ("Make it friendlier.", "friendlier"),
    ("rephrase it", "again"),
]
CORRECTED = [
    ("Skip. No, go back.", Command(kind=CommandKind.BACK)),
    ("archive, no wait, flag it", command_of(MailAction.FLAG)),
    ("archive, I mean skip", Command(kind=CommandKind.SKIP_MAIL)),
    ("flag, I meant archive", command_of(MailAction.ARCHIVE)),
    ("skip, actually go back", Command(kind=CommandKind.BACK)),
    ("archive the, no, skip it", Command(kind=CommandKind.SKIP_MAIL)),
    ("go to the, no, next", Command(kind=CommandKind.NEXT)),
    ("delete, no, archive it", command_of(MailAction.ARCHIVE)),
    ("archive, no, skip", Command(kind=CommandKind.SKIP_MAIL)),
    ("archive it, no, the next one", Command(kind=CommandKind.NEXT)),
    ("archive it, no, the second one", replace(command_of(MailAction.ARCHIVE), ordinal=2)),
    ("flag this, no, the one from Anna", replace(command_of(MailAction.FLAG), target="anna")),
    ("next, no wait", Command(kind=CommandKind.HOLD_ON)),
]


def test_the_sets_are_as_large_as_they_claim_to_be() -> None:
    assert len(COMMANDS) + len(ANSWERED) >= 300
    assert len(NOT_COMMANDS) >= 300
    only_with_free_words = {
        CommandKind.JUMP_TO_MAIL,
        CommandKind.JUMP_TO_TOPIC,
        CommandKind.SEARCH,
        CommandKind.ADD_VIP,
        CommandKind.ADD_KEYWORD,
        CommandKind.REMOVE_VIP,
        CommandKind.REMOVE_KEYWORD,
        CommandKind.ONLY_SOME,
        CommandKind.WITHOUT_SOME,
        CommandKind.BRING_BACK,
        CommandKind.WHEREABOUTS,
        CommandKind.LANGUAGE,
        CommandKind.NO_LANGUAGE,
        CommandKind.PREFER,
        CommandKind.BY_MAIL,
        CommandKind.IN_TIME,
        CommandKind.CHANGE,
        MailAction.LABEL,
        MailAction.UNLABEL,
        MailAction.MOVE,
        CommandKind.BULK,
        CommandKind.ASK_MAILS,
        CommandKind.REVISE,
        CommandKind.COPY,
        CommandKind.BLIND_COPY,
        CommandKind.TAKE_OFF,
        CommandKind.SUBJECT,
        CommandKind.ADD_TEXT,
        CommandKind.CHANGE_TEXT,
        CommandKind.TEAM,
    }
    assert {kind for _, kind in [*COMMANDS, *ANSWERED]} == {*CommandKind, *ON_MAILS} - only_with_free_words


def test_a_plain_form_is_recognised() -> None:
    recognised = {utterance: recognise(utterance) for utterance, kind in COMMANDS if kind is not CommandKind.LOOK_UP}
    assert recognised == {utterance: command_of(kind) for utterance, kind in COMMANDS if kind is not CommandKind.LOOK_UP}
    looked_up = {utterance: recognise(utterance) for utterance, kind in COMMANDS if kind is CommandKind.LOOK_UP}
    assert [utterance for utterance, command in looked_up.items() if command is None or command.kind is not CommandKind.LOOK_UP] == []


@pytest.mark.parametrize("asked", ["does he want an answer?", "is she still waiting for my reply?", "by when does he need it?"])
def test_what_the_sender_waits_for_is_told_by_the_mail_itself(asked: str) -> None:
    assert recognise(asked) == Command(kind=CommandKind.LOOK_UP, target=Fact.GIST)


@pytest.mark.parametrize(
    ("line", "kind"),
    [("next, mate", CommandKind.NEXT), ("too quick, mate", CommandKind.SLOWER)],
)
def test_what_one_calls_us_is_no_part_of_a_command_and_stays_one_of_a_name(line: str, kind: CommandKind) -> None:
    assert recognise(line) == Command(kind=kind)
    assert recognise("archive everything from Anna Love") == Command(
        kind=CommandKind.BULK, action=MailAction.ARCHIVE, target="everything from anna love"
    )


def test_an_answer_counts_only_when_something_was_offered() -> None:
    offered = [(utterance, recognise(utterance, offer_open=True)) for utterance, _ in ANSWERED]
    assert offered == [(utterance, command_of(kind)) for utterance, kind in ANSWERED]
    without = {utterance: recognise(utterance) for utterance, _ in ANSWERED}
    taken = {utterance: each.kind for utterance, each in without.items() if each is not None}
    assert [utterance for utterance, kind in taken.items() if kind not in {CommandKind.GO_ON, CommandKind.CANCEL}] == []


def test_what_is_less_than_certain_is_not_a_command() -> None:
    commands = {utterance: recognise(utterance) for utterance in (*NOT_COMMANDS, "from people")}
    # A loose one is a command only if a mail fits.
    assert [utterance for utterance, command in commands.items() if command is not None and not command.loosely] == []


def test_a_mail_is_named_by_number_or_description() -> None:
    assert [(utterance, recognise(utterance)) for utterance, *_ in TO_MAIL] == [
        (utterance, Command(kind=CommandKind.JUMP_TO_MAIL, target=target, ordinal=ordinal)) for utterance, target, ordinal in TO_MAIL
    ]


@pytest.mark.parametrize(
    ("named", "place"), [("the second", 2), ("the third one", 3), ("number four", 4), ("number twenty one", 21), ("the last one", -1)]
)
def test_a_reply_with_its_words_may_name_one_of_a_list(named: str, place: int) -> None:
    assert recognise(f"reply to {named} that I will come") == Command(kind=CommandKind.REPLY, ordinal=place, text="I will come")


@pytest.mark.parametrize("nobody", ["reply to that I will come", "reply to, no, go back", "answer to", "reply to the", "reply to number"])
def test_an_answer_to_nobody_goes_to_nobody(nobody: str) -> None:
    command = recognise(nobody)
    assert command is None or not command.ordinal


def test_minutes_are_minutes_in_short_and_every_time_is_all_the_time() -> None:
    assert recognise("two minutes, go") == Command(kind=CommandKind.IN_TIME, target="minutes", ordinal=2)
    assert recognise("I have 5 mins") == Command(kind=CommandKind.IN_TIME, target="minutes", ordinal=5)
    assert recognise("stop asking me all the time") == Command(kind=CommandKind.PREFER, target="flow")
    assert recognise("don't nudge me when I'm quiet") == Command(kind=CommandKind.PREFER, target="no_prods")
    assert recognise("just go on") == Command(kind=CommandKind.GO_ON)


def test_a_change_may_name_another_mail() -> None:
    assert [(utterance, recognise(utterance)) for utterance, *_ in OF_ANOTHER_MAIL] == [
        (utterance, replace(command_of(kind), target=target, ordinal=ordinal)) for utterance, kind, target, ordinal in OF_ANOTHER_MAIL
    ]


def test_a_time_is_kept_in_the_users_words() -> None:
    assert [(utterance, recognise(utterance)) for utterance, *_ in WITH_TIMES] == [
        (utterance, replace(command_of(kind), when=when)) for utterance, kind, when in WITH_TIMES
    ]


def test_what_is_to_be_undone_is_told_by_number_action_and_time() -> None:
    assert [(utterance, recognise(utterance)) for utterance, *_ in UNDONE] == [(utterance, meant) for utterance, meant in UNDONE]


def test_many_mails_are_told_by_description() -> None:
    assert [(utterance, recognise(utterance)) for utterance, *_ in OF_MANY] == [
        (utterance, Command(kind=CommandKind.BULK, action=action, target=target)) for utterance, action, target in OF_MANY
    ]


def test_a_label_or_folder_is_named() -> None:
    assert [(utterance, recognise(utterance)) for utterance, *_ in IN_FOLDERS] == [
        (utterance, replace(command_of(kind), target=target)) for utterance, kind, target in IN_FOLDERS
    ]


def test_how_a_draft_should_become_is_named() -> None:
    assert [(utterance, recognise(utterance)) for utterance, *_ in REVISED] == [
        (utterance, Command(kind=CommandKind.REVISE, target=target)) for utterance, target in REVISED
    ]


def test_what_was_taken_back_is_not_done() -> None:
    assert [(utterance, recognise(utterance)) for utterance, *_ in CORRECTED] == [(utterance, meant) for utterance, meant in CORRECTED]


@pytest.mark.parametrize(
    "utterance",
    [
        *(
            "archive, no",
            "archive it, no, don't",
            "skip, no, leave it",
            "flag, no, archive",
            "next, no, can I archive it",
            "flag it and archive it",
        ),
        *("archive the second one?", "archive last one", "archive the first one from Anna", "archive the second one or the third one"),
    ],
)
def test_what_was_taken_back_for_something_unclear_is_not_a_command(utterance: str) -> None:
    assert recognise(utterance) is None


@pytest.mark.parametrize(("utterance", "target", "ordinal"), TO_TOPIC)
def test_a_topic_is_named_by_number_or_label(utterance: str, target: str, ordinal: int | None) -> None:
    assert recognise(utterance) == Command(kind=CommandKind.JUMP_TO_TOPIC, target=target, ordinal=ordinal)


@pytest.mark.parametrize(("utterance", "target"), ACCOUNTS)
def test_an_account_is_named_by_its_label(utterance: str, target: str) -> None:
    assert recognise(utterance) == Command(kind=CommandKind.ONLY_SOME, target=target)


@pytest.mark.parametrize(("utterance", "target"), SOME)
def test_what_comes_next_is_named_by_sort_sender_or_topic(utterance: str, target: str) -> None:
    assert recognise(utterance) == Command(kind=CommandKind.ONLY_SOME, target=target)


@pytest.mark.parametrize(("utterance", "target"), LEFT_OUT)
def test_what_does_not_come_next_is_named_the_same_way(utterance: str, target: str) -> None:
    assert recognise(utterance) == Command(kind=CommandKind.WITHOUT_SOME, target=target)


@pytest.mark.parametrize("utterance", ["just copy anna", "skip these", "no mails from anna", "just those", "only if it is short"])
def test_words_that_may_mean_something_else_leave_nothing_out(utterance: str) -> None:
    command = recognise(utterance)
    assert command is None or command.kind not in {CommandKind.ONLY_SOME, CommandKind.WITHOUT_SOME}


@pytest.mark.parametrize(("utterance", "target"), SEARCHES)
def test_a_search_keeps_the_words_to_look_for(utterance: str, target: str) -> None:
    assert recognise(utterance) == Command(kind=CommandKind.SEARCH, target=target)


@pytest.mark.parametrize(("utterance", "target"), VIPS)
def test_a_vip_is_the_current_sender_or_a_name(utterance: str, target: str) -> None:
    assert recognise(utterance) == Command(kind=CommandKind.ADD_VIP, target=target)


@pytest.mark.parametrize(("utterance", "target"), KEYWORDS)
def test_a_keyword_is_the_users_own_word(utterance: str, target: str) -> None:
    assert recognise(utterance) == Command(kind=CommandKind.ADD_KEYWORD, target=target)


@pytest.mark.parametrize(
    ("utterance", "expected"),
    [
        ("next", CommandKind.NEXT),
        ("no, next", CommandKind.NEXT),
        ("no thanks, go back", CommandKind.BACK),
        ("not now, go on", CommandKind.GO_ON),
        ("continue", CommandKind.GO_ON),
        ("archive it", MailAction.ARCHIVE),
        ("stop", CommandKind.STOP),
        ("hold on", CommandKind.HOLD_ON),
    ],
)
def test_a_command_may_be_given_in_place_of_an_answer(utterance: str, expected: Meant) -> None:
    assert recognise(utterance, offer_open=True) == command_of(expected)


@pytest.mark.parametrize(
    "utterance",
    ["yes, archive it", "yeah flag it", "yes, next", "sure, make her a VIP", "yes, make Anna a VIP", "yes and no", "yes but later"],
)
def test_a_yes_with_a_command_behind_it_is_left_open_when_something_was_offered(utterance: str) -> None:
    assert recognise(utterance, offer_open=True) is None


@pytest.mark.parametrize(
    "utterance",
    [
        *("archive the", "archive it and", "archive the report from", "archive, um", "archive it, uh", "archive...", "archive the…"),
        *("mark", "mark it as", "flag it for", "skip to the", "go to", "go to the one from", "go to the one —", "go to Anna's", "topic"),
        *("the third", "the next", "how many are", "search for", "search for the", "okay, read it in", "make Anna a", "add budget to my"),
        *("could you", "can you please", "I'd like to", "put Bob on my VIP", "um", "delete", "reply", "forward the"),
        *("reply that", "tell him", "Tell her that", "send it to", "forward this to", "write to Anna that", "write a mail to", "add that"),
        *("reply that Tuesday works and", "tell him I'll be there on the", "reply that, um", "change Tuesday", "change Tuesday to", "send"),
        *("snooze it", "snooze it until", "remind me", "remind me on", "move it to", "label it", "undo the", "undo what I", "archive all"),
        *("archive", "Archive.", "flag", "unflag", "skip", "please skip", "could you archive", "no, archive", "read", "jump to", "go"),
        *("archive, no", "skip, no wait", "next, no", "archive it, I mean", "flag it, no, archive", "mark it, no, skip"),
    ],
)
def test_a_command_without_its_end_is_incomplete(utterance: str) -> None:
    assert is_incomplete(utterance)


@pytest.mark.parametrize(
    "utterance",
    [
        *("archive it", "archive please", "skip this one", "skip it now", "flag this", "go back", "repeat", "stop", "skip, no, go back"),
        *("Archive it.", "go on", "move on", "next", "yes", "no", "okay", "thanks", "great", "the third one", "", "   "),
        *("who is it from", "what is it about", "is this one important", "tell me more", "archive all newsletters", "don't archive it"),
        *("undo", "send it", "don't send it", "delete it", "snooze it until tomorrow", "reply that Tuesday works", "change nine to ten"),
        *("Next week works for me.", "👍"),
    ],
)
def test_what_has_come_to_its_end_is_not_incomplete(utterance: str) -> None:
    assert not is_incomplete(utterance)


@pytest.mark.parametrize("meant", [*(kind for kind in CommandKind if kind is not CommandKind.CHANGE), *ON_MAILS])
def test_each_command_has_an_example_that_is_recognised(meant: Meant) -> None:
    command = recognise(EXAMPLES[meant], offer_open=meant in ANSWERS)
    assert command is not None
    assert command.meant is meant


def test_no_phrase_belongs_to_two_commands() -> None:
    tables = [*(expand_all(patterns) for table in (PHRASES, LAST, NUMBERED) for patterns in table.values())]
    tables += [expand_all(patterns) for named in (NAMED_TOPICS, REVISIONS, LIKINGS) for patterns in named.values()]
    tables += [{each for each in expand_all(verb.undone) if "{" not in each} for verb in VERBS.values()]
    assert sum(len(table) for table in tables) == len(set().union(*tables))
    assert expand_all(ANSWERS[CommandKind.YES]).isdisjoint(expand_all(ANSWERS[CommandKind.NO]))


def test_no_form_with_free_words_belongs_to_two_commands() -> None:
    dictated: dict[CommandKind | MailAction, tuple[str, ...]] = dict(DICTATED.items())
    of_kinds = [{*expand_all(FREE.get(kind, ())), *expand_all(dictated.get(kind, ()))} for kind in {*FREE, *dictated}]
    tables = [*of_kinds, *(expand_all(verb.many + verb.undone) for verb in VERBS.values())]
    forms = [re.sub(r"\{\w+\}", "*", phrase) for phrases in tables for phrase in phrases]
    assert len(forms) == len(set(forms))


def test_the_words_of_all_tables_are_known_without_reading_each_phrase() -> None:
    assert {word for phrases in (EXACT, COUNTED, SLOTS) for phrase in phrases for word in phrase.split()} == WORDS


def test_no_lead_is_of_two_kinds() -> None:
    leads = [expand_all(patterns) for patterns in LEADS.values()]
    assert sum(len(each) for each in leads) == len(set().union(*leads))
    assert "" not in expand_all(TAILS)


def test_a_pattern_stands_for_all_its_phrases() -> None:
    assert sorted(expand("a (b|c d) [e]")) == ["a b", "a b e", "a c d", "a c d e"]
    assert sorted(expand("[a|b] c|d")) == ["a c", "b c", "c", "d"]
    assert expand("go to <n> {name}'s") == ["go to <n> {name}'s"]


def test_a_pattern_with_an_unknown_class_is_refused() -> None:
    with pytest.raises(KeyError):
        expand("skip <nothing>")
