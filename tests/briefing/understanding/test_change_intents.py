"""The user's own words ask for a kind of change, however they put it; a negation, a question, a story and a quotation ask for nothing."""

import pytest

from briefing.mail_action import MOST_UNASKED, MailAction
from briefing.understanding.understanding import understand
from briefing.understanding.verbs.clauses import LONGEST
from tests.briefing.understanding.understood import asks_for, completes, mails_meant, mentions, names_a_mail, takes_back

ASKED: dict[str, set[MailAction]] = {
    "archive it": {MailAction.ARCHIVE},
    "Archive this one, please.": {MailAction.ARCHIVE},
    "archive": {MailAction.ARCHIVE},
    "uh, archive archive it it": {MailAction.ARCHIVE},
    "arkive it": {MailAction.ARCHIVE},
    "our kive this": {MailAction.ARCHIVE},
    "no, archive it": {MailAction.ARCHIVE},
    "no archive it": {MailAction.ARCHIVE},
    "archive it, no, the second one": {MailAction.ARCHIVE},
    "could you archive it?": {MailAction.ARCHIVE},
    "would you mind archiving that one": {MailAction.ARCHIVE},
    "I want it archived": {MailAction.ARCHIVE},
    "okay archived it": {MailAction.ARCHIVE},
    "can you just archive it": {MailAction.ARCHIVE},
    "arc hive this male": {MailAction.ARCHIVE},
    "ask me again this evening": {MailAction.SNOOZE},
    "I said archive it": {MailAction.ARCHIVE},
    "why don't you archive it": {MailAction.ARCHIVE},
    "put it in the archive": {MailAction.ARCHIVE},
    "take it out of my inbox": {MailAction.ARCHIVE},
    "archive this and don't delete it": {MailAction.ARCHIVE},
    "don't delete it but archive it": {MailAction.ARCHIVE},
    "archive it and flag it": {MailAction.ARCHIVE, MailAction.FLAG},
    "archive all newsletters": {MailAction.ARCHIVE},
    "get rid of this": {MailAction.ARCHIVE, MailAction.DELETE},
    "I don't need this, delete it": {MailAction.DELETE},
    "I don't need this delete it": {MailAction.DELETE},
    "throw it away": {MailAction.DELETE},
    "move it to the trash": {MailAction.DELETE},
    "mark it as read": {MailAction.MARK_READ},
    "mark as red": {MailAction.MARK_READ},
    "mark it as unread": {MailAction.MARK_UNREAD},
    "leave it unread": {MailAction.MARK_UNREAD},
    "flag it": {MailAction.FLAG},
    "put a star on it": {MailAction.FLAG},
    "mark this for later": {MailAction.FLAG},
    "don't archive, just flag it": {MailAction.FLAG},
    "remove the flag": {MailAction.UNFLAG},
    "delete the flag": {MailAction.UNFLAG},
    "mark it as important": {MailAction.MARK_IMPORTANT},
    "please treat this one as very important": {MailAction.MARK_IMPORTANT},
    "mark this as not important": {MailAction.MARK_NOT_IMPORTANT},
    "it's not important, unmark it as important": {MailAction.MARK_NOT_IMPORTANT},
    "mark the important one as read": {MailAction.MARK_READ},
    "mark the mail from the bank about the lease as important": {MailAction.MARK_IMPORTANT},
    "make this mail from Anna important": {MailAction.MARK_IMPORTANT},
    "clear that please": {MailAction.ARCHIVE},
    "mark her as important": set(),
    "make Anna important": set(),
    "that's important": set(),
    "the one from Anna is important to me": set(),
    "add Anna to my VIPs": set(),
    "label it receipts": {MailAction.LABEL},
    "put the label receipts on it": {MailAction.LABEL},
    "remove the label": {MailAction.UNLABEL},
    "move it to receipts": {MailAction.MOVE},
    "this is spam": {MailAction.REPORT_SPAM},
    "flag it as spam": {MailAction.REPORT_SPAM},
    "snooze it until tomorrow": {MailAction.SNOOZE},
    "remind me tomorrow": {MailAction.SNOOZE},
    "unsubscribe me": {MailAction.UNSUBSCRIBE},
    "reply that Tuesday works": {MailAction.SEND},
    "send it tomorrow at nine": {MailAction.SEND, MailAction.SEND_LATER},
    "undo that": {MailAction.UNDO},
    "undo what I archived this morning": {MailAction.UNDO},
    "I didn't mean to archive that": {MailAction.UNDO},
}  # fmt: skip
UNASKED = (
    "don't archive it", "please don't, uh, archive it", "do not archive or delete it", "never archive anything", "stop archiving",
    "no archive",
    "I don't want it archived", "archive it no wait", "archive it? no", "archive it, never mind", "archive it, don't archive it",
    "she said archive it", "she said, archive it", "it says archive it", 'the mail says "archive this"', "\u201carchive it\u201d",
    "'archive it'", "he wants me to delete it", "Anna wrote that I should delete it", "I never said archive it", '"delete all of them',
    "anything but archive it", "do anything but delete it", "everything but archive", "please just anything, but don't archive it",
    "throw the draft away", "delete my reply", "get rid of the draft", "get rid of my answer",
    "did you archive it", "should I archive it", "can I archive it", "is it archived", "what happens if I archive it",
    "what did I archive today",
    "make it shorter and keep what is important", "did Marcus mark this as important", "marked it as important did you",
    "unmark nothing mate is it important", "keep the tone friendly because it is important to her",
    "make my answer say that Friday is important", "make the draft say it is important", "make her an important offer",
    "count my mails that are important", "set the subject to important", "make it clear that this is important",
    "keep it short it is not important", "did Marcus archive this", "archived it did you",
    "if it's from Anna archive it", "I archived it yesterday", "I just archived it", "I read it, deleted it", "okay, you just deleted it",
    "I always archive these", "I delete those", "they archive it", "people who flag it", "show me the archive", "go back", "move on",
    "next",
    "read it again", "leave it", "keep it", "yes", "", "the word archive", "archive " * (LONGEST // 8 + 1),
)  # fmt: skip


UNDERSTOOD_AS_NO_WISH = (
    "would you archive that if you were me",
    "delete it is what he said",
    "I forbid you to delete it",
    "there is no way you delete it",
    "delete is not what I want",
    "deleting it is out of the question",
    "archiving this would be wrong",
    "is it okay to delete this",
    "and he goes, delete it",
    "ask Marcus to archive it please",
    "archive it only if she has answered",
    "I think that is spam but I'm not sure",
    "archive it tomorrow",
    "archive it when she has answered",
    "if she has answered, archive it",
    "once it is paid archive it",
    "archive it in an hour",
    "maybe archive it",
    "tell Marcus to delete it",
    "have Marcus delete it",
    "let Marcus archive it",
    "my boss says yes and delete it",
    "he was like, delete it",
    "Anna texted, delete it",
    "you must be joking if you delete it",
    "over my dead body you delete it",
    "under no circumstances delete it",
    "God forbid you delete it",
    "I would hate for you to delete it",
    "I'd rather you kept it than deleted it",
    "what about if we archive it",
    "would it be wise to archive it",
    "is it safe to delete this",
    "anyone could delete it",
    "the plan is to archive it",
    "my assistant will archive it",
    "we were going to archive it",
    "they keep telling me delete it",
    "I dreamt you delete it",
    "delete it? I don't think so",
    "delete this one?",
    "archive it after lunch",
    "delete it on Friday",
    "archive it, or should I",
    "archive it, unless it is from Anna",
    "delete this I guess",
    "try not to archive it",
    "he told me to, delete it",
    "flag it if it is important",
    "it would be a mistake to archive it",
    "you almost archive it",
    "God I hate people who say archive it",
    "the button says delete it",
    "archive it later",
    "archive it, but I'm not sure",
    "delete it, I do not know, maybe",
    "tell Marcus to flag it and archive it",
    "delete it at noon",
    "I wonder whether you archive it",
    "not archive it",
    "hardly archive it",
    "refrain from archiving it",
    "let's not archive it",
    "Priya wants it archived",
    "does she want it deleted",
    "somebody get it deleted",
    "archive it depending on the date",
    "press delete on it",
    "never read it and delete it",
    "did she read it and delete it",
    "she said read it and delete it",
    "the boss said to flag it and archive it",
    "delete it on condition that he agrees",
    "delete it in the event that he cancels",
    "delete it the moment he pays",
    "delete it by the time he pays",
    "delete it so long as it's old",
    "delete it contingent on his reply",
    "delete it subject to Ruth agreeing",
    "delete it where it's a newsletter",
    "delete it but ask Ruth first",
    "delete it but only once you have read it",
    "archive it given that he's done",
    "archive it supposing it's old",
    "archive it providing it's old",
    "archive it at the end of the call",
    "delete it for as long as he is away",
    "delete it with the exception of the PDF",
    "archive it minus the attachment",
    "archive it whilst it's quiet",
    "archive it or delete it",
    "delete it but let me hear it again first",
)
"""Conditions, times, doubts, reports, refusals, questions and what others are to do: each is asked about, or answered by a model."""
UNDERSTOOD_AS_A_WISH = (
    "I think you may as well file that one away for good",
    "on second thought, archive it after all",
    "flag that one please, it had better not get lost",
    "flag it so I don't forget it",
    "could you flag that so that I do not forget to answer tomorrow",
    "could you please archive this one for me",
    "I'm done with it, archive it please",
    "just archive it will you",
    "well um archive it then",
    "oh and archive it as well",
    "archive it and then read me the next one",
    "alright you can archive that",
    "please go ahead and flag it for me",
    "yeah let's archive it",
    "thanks, archive it",
    "I think you can archive it",
    "that looks good, archive it",
    "I would like you to delete this one",
    "I want you to archive it",
    "would you be so kind and archive it",
    "okay so archive this please and next",
    "I've read that already, delete it",
    "that's old, delete it",
    "Anna is on holiday, archive it",
    "it's boring, get rid of it",
    "we can archive this",
    "read it to me and then archive it",
    "flag it for tomorrow",
    "archive the one from Anna about Friday",
    "this is junk, report it as spam please",
    "mark it as read and go on",
    "archive it if you can",
    "I don't care about that, archive it",
    "archive it please, I have answered already",
    "archive it because I have answered",
    "tell her yes and archive it",
    "reply that it works and archive it",
    "archive it for now",
)


def wished(words: str) -> set[MailAction]:
    change = understand(words).change
    return {action for action in MailAction if change.asks_for(action)}


def test_what_is_no_command_and_no_request_of_the_users_is_no_wish() -> None:
    assert {words: wished(words) for words in UNDERSTOOD_AS_NO_WISH if wished(words)} == {}


def test_a_command_or_a_request_is_a_wish_however_politely_it_is_put() -> None:
    assert [words for words in UNDERSTOOD_AS_A_WISH if not wished(words)] == []


@pytest.mark.parametrize(
    ("words", "most", "names"),
    [
        ("delete it please, and I will call Eleanor about the screens", 1, False),
        ("delete it, and then read me the other mails about the contract", 1, False),
        ("delete it and then read me the others", 1, False),
        ("delete this and the next one", MOST_UNASKED, True),
        ("delete it, no, the second one", 1, True),
        ("that one from Luca, all settled, delete it as well", 1, True),
    ],
)
def test_a_wish_means_the_mails_of_its_own_clause(words: str, most: int, *, names: bool) -> None:
    assert (mails_meant(words, MailAction.DELETE), names_a_mail(words)) == (most, names)


def test_what_is_asked_for_is_understood_and_nothing_else() -> None:
    assert {words: wished(words) for words in ASKED} == ASKED


def test_what_is_denied_told_quoted_or_asked_is_no_intent() -> None:
    assert {words: wished(words) for words in UNASKED if wished(words)} == {}


@pytest.mark.parametrize(
    ("words", "most"),
    [
        ("archive it", 1), ("archive the one from Anna", 1), ("archive the one about numbers", 1), ("delete the address", 1),
        ("archive", 1), ("archive number two", 1),
        ("archive them", MOST_UNASKED), ("archive all newsletters", MOST_UNASKED), ("archive Anna's mails", MOST_UNASKED),
        ("archive this and the next one", MOST_UNASKED), ("delete the receipts", MOST_UNASKED), ("archive it and go on", 1),
    ],
)  # fmt: skip
def test_words_mean_one_mail_unless_they_speak_of_several(words: str, most: int) -> None:
    assert mails_meant(words, MailAction.ARCHIVE) == most


def test_an_undo_may_be_of_several() -> None:
    assert mails_meant("undo that", MailAction.UNDO) == MOST_UNASKED


def test_only_a_mail_that_is_named_is_another_than_the_open_one() -> None:
    assert [names_a_mail(words) for words in ("archive the one from Anna", "delete the second one", "archive Anna's mail")] == [True] * 3
    assert [names_a_mail(words) for words in ("archive it", "archive", "archive this one", "flag this mail please")] == [False] * 4


def test_a_turn_that_only_names_a_mail_completes_the_one_before() -> None:
    assert [completes(words) for words in ("the second one", "uh, number two", "no, the one from Raj")] == [True] * 3
    assert [completes(words) for words in ("next", "the next one", "go to the second one", "read it", "")] == [False] * 5


@pytest.mark.parametrize(
    ("words", "label", "found"),
    [
        ("move it to receipts", "Receipts", True), ("move it to tax receipts", "Receipts 2026", True), ("label it A.I.", "ai", True),
        ("move it to receipts", "Evil", False), ("label it", "Work", False), ("label it", "", False), ("move it", "\u2603", False),
    ],
)  # fmt: skip
def test_a_label_has_to_be_among_the_words(words: str, label: str, found: bool) -> None:
    assert mentions(words, label) is found


def test_a_later_turn_that_denies_anything_takes_back() -> None:
    assert all(map(takes_back, ("no", "wait", "never mind", "don't", "leave it", "undo that", "stop", "keep it")))
    assert not any(map(takes_back, ("next", "yes", "the second one", "read it", "flag it")))


@pytest.mark.parametrize(
    ("words", "action"),
    [
        ("mark it. as read.", MailAction.MARK_READ),
        ("Archive. The second one.", MailAction.ARCHIVE),
        ("Flag. The first one.", MailAction.FLAG),
        ("Undo. The last three.", MailAction.UNDO),
        ("Snooze it. Until tomorrow morning.", MailAction.SNOOZE),
    ],
)
def test_a_pause_in_a_plain_command_takes_nothing_from_it(words: str, action: MailAction) -> None:
    assert asks_for(words, action)


_SAID_OF = """
    that application from Luca, put it into the archive | archive | that application from luca put it into the archive | all
    that application from Luca, thanks, put it into the archive | archive | that application from luca put it into the archive | all
    I read it, that application from Luca, put it into the archive | archive | put it into the archive | all
    archive that one, the offer | archive | archive that one the offer | archive that one
    well done, put that one there in the archive, the offer from Ben | archive
        | put that one there in the archive the offer from ben | well done put that one there in the archive
    well done, thanks, put that one there in the archive, the offer from Ben | archive
        | put that one there in the archive the offer from ben | well done thanks put that one there in the archive
    put this into the archive and flag the offer, the one from Ben | archive | put this into the archive | put this into the archive
    put the contract in the archive and flag the offer | archive | put the contract in the archive | put the contract in the archive
    flag the offer and put the contract in the archive | archive | put the contract in the archive | all
    flag the offer and could you put the contract in the archive | archive | could you put the contract in the archive | all
    flag the offer and put it in the archive and read me the contract | archive
        | flag the offer and put it in the archive | flag the offer and put it in the archive
    flag the offer and put that in the archive | archive | all | all
    flag the two offers and put them in the archive | archive | all | all
    flag the two offers and put those in the archive | archive | all | all
    archive it and go to the next one | archive | archive it | all
    archive the one from Anna | archive | all | all
"""
"""Words, action, the words that ask for it, and the words up to the end of that wish."""


def test_words_that_ask_are_those_of_the_wish_and_of_what_only_names_the_mail() -> None:
    for line in _SAID_OF.replace("\n        |", " |").strip().splitlines():
        words, action, said, until = (part.strip() for part in line.split("|"))
        change, spelled = understand(words).change, words.lower().replace(",", "")
        expected = [spelled if each == "all" else each for each in (said, until)]
        assert [change.said_of(MailAction(action)), change.said_until(MailAction(action))] == expected, words


@pytest.mark.parametrize(
    ("words", "action", "clause"),
    [
        ("archive the one from Anna", MailAction.ARCHIVE, "anna"),
        ("archive it", MailAction.ARCHIVE, ""),
        ("move it to receipts", MailAction.MOVE, ""),
        ("move the one from Anna to receipts", MailAction.MOVE, "anna"),
        ("archive all newsletters", MailAction.ARCHIVE, "archive all newsletters"),
        ("archive the one from Anna", MailAction.DELETE, "archive the one from anna"),
        ("flag the offer and put the contract in the archive", MailAction.ARCHIVE, "put the contract in the archive"),
    ],
)
def test_what_a_wish_calls_its_mail_is_told_apart_from_other_words(words: str, action: MailAction, clause: str) -> None:
    assert understand(words).change.clause(action) == set(clause.split())


_REQUESTS = (
    "can you help me. put it into the archive?|thanks, will you please, put it into the archive?"
    "|thanks, okay, please do me a favour, put it into the archive?|thanks, please do me a favour. put it into the archive?"
    "|will you put it into the archive?|why not put it into the archive?|why can't you put it into the archive?"
    "|why couldn't you put it into the archive?|why don't we put it into the archive?|would you mind archiving it?|mind archiving it?"
    "|put it into the archive and flag it?"
    "|Archive. The second one.|tell Ruth that I am late. Archive it please.|flag it? put it into the archive please"
    "|could you help me. put it into the archive?|would you help me. put it into the archive?"
    "|please help me. put it into the archive?"
)
_QUESTIONS = (
    "put it into the archive?|can you hear me? put it into the archive?|thanks, can you hear me? put it into the archive?"
    "|okay, thanks, please do me a favour? put it into the archive?|thanks, please do me a favour? put it into the archive?"
    "|put it into the archive? can you do that for me|put it into the archive? please tell me|put this silly thing into the archive?"
    "|reply, please put it into the archive|reply: put it into the archive|reply that you may put it into the archive"
    "|archive it. said nobody ever|Archive this one. I'm torn.|archive it. I'm joking"
)


def test_a_question_is_a_wish_only_where_it_requests() -> None:
    assert [words for words in _REQUESTS.split("|") if not asks_for(words, MailAction.ARCHIVE)] == []
    assert [words for words in _QUESTIONS.split("|") if asks_for(words, MailAction.ARCHIVE)] == []
    assert not asks_for("is that one junk mail", MailAction.REPORT_SPAM)


@pytest.mark.parametrize(
    ("words", "label", "found"),
    [
        ("put it to tax", "Tax A", True), ("put it to of", "House of Cards", False), ("move it to a folder", "Plan A", False),
        ("move it into plan b", "Plan B", True), ("move it to ab", "AB", True),
    ],
)  # fmt: skip
def test_three_letters_tell_a_label_and_two_do_not_unless_they_are_all_of_it(words: str, label: str, found: bool) -> None:
    assert mentions(words, label) is found


def test_praise_before_a_plain_command_names_no_mail() -> None:
    assert [words for words in ("all good, archive it", "all right, flag it", "all good, move it to work") if names_a_mail(words)] == []
    named = ("all good, archive the second one", "archive Anna's mail", "archive any mail from Anna")
    assert [words for words in named if not names_a_mail(words)] == []


def test_a_described_group_is_several_and_only_of_its_own_command() -> None:
    assert [words for words in ("archive advertising", "archive any mail from Anna") if mails_meant(words, MailAction.ARCHIVE) == 1] == []
    assert mails_meant("archive advertising", MailAction.DELETE) == 1


def test_a_plain_command_is_none_where_a_pause_takes_it_back() -> None:
    assert not asks_for("archive the mail from Anna, wait", MailAction.ARCHIVE)
    assert not asks_for("move it to receipts, wait", MailAction.MOVE)
    assert asks_for("move it to receipts, please", MailAction.MOVE)
