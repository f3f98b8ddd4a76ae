"""What is wanted of mails without their numbers is wanted of exactly those that the words mean, or it is asked about."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from briefing.agenda import TopicKind
from briefing.mail import Address, ThreadId, mail_id
from correspondence.briefing_mail.material import ToldMail
from correspondence.exchange import Correspondence, Reply
from correspondence.new_words import NewPassage, NewWords
from correspondence.wishing.meaning import NoneThere, ToAnswer, ToChange, ToChangeMany, ToLeaveList, ToTakeBack, Unclear
from correspondence.wishing.read_reply import ReadReply, after_later_ones, read_reply

PEOPLE = (
    (1, "Priya Rao", "priya@tidewater.example", "The contract", TopicKind.IMPORTANT),
    (2, "Ben Ito", "ben@example.org", "Lunch on Tuesday", TopicKind.OTHER),
    (3, "Priya Rao", "priya@tidewater.example", "Slides", TopicKind.OTHER),
    (4, "Corner Shop", "news@shop.example", "This week's offers", TopicKind.NEWSLETTERS),
    (5, "Tide Clock", "hello@tideclock.example", "Tides in November", TopicKind.NEWSLETTERS),
    (6, "Build server", "ci@builds.example", "Build 7 failed", TopicKind.NOTIFICATIONS),
    (7, "Rust Weekly", "rust@weekly.example", "Issue 12", TopicKind.NEWSLETTERS),
)
FOUND = Correspondence(
    correspondence_id="c",
    user_id="anna",
    day=date(2026, 3, 2),
    account="work",
    zone="UTC",
    mails=tuple(
        ToldMail(
            number=number,
            mail_id=mail_id("work", f"m{number}"),
            thread_id=ThreadId(mail_id("work", f"t{number}")),
            sender=Address(name=name, email=email),
            subject=subject,
            kind=kind,
        )
        for number, name, email, subject, kind in PEOPLE
    ),
)


def reply_of(words: str) -> Reply:
    return Reply(
        number=1,
        message_id="r@example.com",
        mail_id=mail_id("work", "r"),
        sender="anna@example.com",
        said=NewWords(passages=(NewPassage(words=words),)),
        at=datetime(2026, 3, 2, tzinfo=UTC),
    )


def read(words: str) -> ReadReply:
    return read_reply(reply_of(words), FOUND)


def wanted(read_so: ReadReply) -> dict[str, set[int]]:
    """The numbers of the mails that each change is made of, and what is asked about first as `ask <change>`."""
    found: dict[str, set[int]] = {}
    for wish in read_so.wishes:
        match wish.meaning:
            case ToChange(action=action) if wish.mail is not None:
                found.setdefault(action.value, set()).add(wish.mail)
            case ToChangeMany(numbers=numbers, change=change):
                found.setdefault(f"ask {change.action.value}", set()).update(numbers)
            case ToTakeBack() if wish.mail is not None:
                found.setdefault("undo", set()).add(wish.mail)
            case ToLeaveList() if wish.mail is not None:
                found.setdefault("unsubscribe", set()).add(wish.mail)
    return found


NEWSLETTERS, ALL = {4, 5, 7}, {1, 2, 3, 4, 5, 6, 7}
MEANT: tuple[tuple[str, dict[str, set[int]]], ...] = (
    ("all newsletters read", {"mark_read": NEWSLETTERS}),
    ("All newsletters: read", {"mark_read": NEWSLETTERS}),
    ("mark all newsletters as read", {"mark_read": NEWSLETTERS}),
    ("Please mark all the newsletters as read, thanks!", {"mark_read": NEWSLETTERS}),
    ("archive all newsletters", {"archive": NEWSLETTERS}),
    ("archive the newsletters", {"archive": NEWSLETTERS}),
    ("Newsletters: archive", {"archive": NEWSLETTERS}),
    ("newsletters archive", {"archive": NEWSLETTERS}),
    ("all newsletters -> archive", {"archive": NEWSLETTERS}),
    ("All newsletters - delete", {"delete": NEWSLETTERS}),
    ("Can you archive all newsletters?", {"archive": NEWSLETTERS}),
    ("for all newsletters: archive", {"archive": NEWSLETTERS}),
    ("archive all newsletters except the tide clock", {"archive": {4, 7}}),
    ("archive all newsletters but 5", {"archive": {4, 7}}),
    ("all newsletters except 4 and 7: archive", {"archive": {5}}),
    ("archive all newsletters and notifications", {"archive": {4, 5, 6, 7}}),
    ("all notifications: delete", {"delete": {6}}),
    ("mark all newsletters as read and archive them", {"mark_read": NEWSLETTERS, "archive": NEWSLETTERS}),
    ("snooze all newsletters until Friday", {"snooze": NEWSLETTERS}),
    ("flag all newsletters", {"flag": NEWSLETTERS}),
    ("all from Priya: archive", {"archive": {1, 3}}),
    ("archive all from Priya", {"archive": {1, 3}}),
    ("archive everything from Priya", {"archive": {1, 3}}),
    ("All mails from Priya: flag", {"flag": {1, 3}}),
    ("everything from Priya archive", {"archive": {1, 3}}),
    ("archive all mails from Priya and Ben", {"archive": {1, 2, 3}}),
    ("archive everything", {"ask archive": ALL}),
    ("archive all mails", {"ask archive": ALL}),
    ("everything: archive", {"ask archive": ALL}),
    ("archive all but 4", {"ask archive": ALL - {4}}),
    ("archive everything except 2 and 5", {"archive": ALL - {2, 5}}),
    ("everything but 2, 5: archive", {"archive": ALL - {2, 5}}),
    ("all except 1-3: delete", {"delete": {4, 5, 6, 7}}),
    ("archive 2 to 5", {"archive": {2, 3, 4, 5}}),
    ("1-7 archive", {"ask archive": ALL}),
    ("the first three: archive", {"archive": {1, 2, 3}}),
    ("archive the last two", {"archive": {6, 7}}),
    ("first two: flag", {"flag": {1, 2}}),
    ("first, archive all newsletters", {"archive": NEWSLETTERS}),
    ("2 archive; mark the rest as read", {"archive": {2}, "ask mark_read": ALL - {2}}),
    ("1, 2 and 3 flag. The rest: archive", {"flag": {1, 2, 3}, "archive": {4, 5, 6, 7}}),
    ("1 yes\n2 flag\n3 archive\narchive everything else", {"flag": {2}, "archive": {3, 4, 5, 6, 7}}),
    ("1, 3 flag\n2 archive\nothers delete", {"flag": {1, 3}, "archive": {2}, "delete": {4, 5, 6, 7}}),
    ("1 and 2 keep, archive the others", {"archive": {3, 4, 5, 6, 7}}),
    ("all newsletters read; archive the rest", {"mark_read": NEWSLETTERS, "archive": {1, 2, 3, 6}}),
    ("2 flag; all newsletters read; all from Priya: archive", {"flag": {2}, "mark_read": NEWSLETTERS, "archive": {1, 3}}),
    ("2 archive; 3 yes; all newsletters read; 1 tell her Tuesday works", {"archive": {2}, "mark_read": NEWSLETTERS}),
    ("2 archive, 3 yes, all newsletters read, and who is Priya?", {"archive": {2}, "mark_read": NEWSLETTERS}),
    ("4 flag; all newsletters read", {"flag": {4}, "mark_read": {5, 7}}),
    ("4 keep; all other newsletters: archive", {"archive": {5, 7}}),
    ("1 & 2: archive; 3 & 4: delete; rest: leave", {"archive": {1, 2}, "delete": {3, 4}}),
    ("all newsletters: keep", {}),
    ("undo all newsletters", {"undo": NEWSLETTERS}),
    ("undo everything", {"undo": ALL}),
    ("unsubscribe from all newsletters", {"unsubscribe": NEWSLETTERS}),
    ("Hi,\n\nall newsletters read\n\nThanks\nAnna", {"mark_read": NEWSLETTERS}),
    ("- 2 archive\n- all newsletters read", {"archive": {2}, "mark_read": NEWSLETTERS}),
)  # fmt: skip


HELD_OUT: tuple[tuple[str, dict[str, set[int]]], ...] = (
    ("Please archive all of the newsletters.", {"archive": NEWSLETTERS}),
    ("Archive all the newsletters please", {"archive": NEWSLETTERS}),
    ("newsletters can go to the archive", {}),
    ("Delete every newsletter", {"delete": NEWSLETTERS}),
    ("all the newsletters can be deleted", {}),
    ("Mark newsletters read", {"mark_read": NEWSLETTERS}),
    ("mark every newsletter as read please", {"mark_read": NEWSLETTERS}),
    ("newsletters: mark as read", {"mark_read": NEWSLETTERS}),
    ("newsletters - read", {"mark_read": NEWSLETTERS}),
    ("NEWSLETTERS ARCHIVE", {"archive": NEWSLETTERS}),
    ("archive all newsletters & notifications", {}),
    ("archive newsletters and notifications", {"archive": {4, 5, 6, 7}}),
    ("delete all notifications", {"delete": {6}}),
    ("trash all the newsletters", {"delete": NEWSLETTERS}),
    ("all newsletters to trash", {}),
    ("3 flag, everything else archive", {"flag": {3}, "ask archive": ALL - {3}}),
    ("1 reply: Tuesday works\n2 archive\nrest delete", {"archive": {2}, "delete": {3, 4, 5, 6, 7}}),
    ("4-7 delete, the rest read", {"delete": {4, 5, 6, 7}, "mark_read": {1, 2, 3}}),
    ("1-3 keep. Delete the rest.", {"delete": {4, 5, 6, 7}}),
    ("Keep 1 and 3, archive the rest.", {"archive": {2, 4, 5, 6, 7}}),
    ("keep 1, 2 and 3\narchive all others", {"archive": {4, 5, 6, 7}}),
    ("everything except 1: mark as read", {"ask mark_read": ALL - {1}}),
    ("mark all as read", {"ask mark_read": ALL}),
    ("mark everything as read", {"ask mark_read": ALL}),
    ("all read", {"ask mark_read": ALL}),
    ("archive all", {"ask archive": ALL}),
    ("archive the lot", {}),
    ("delete all except 1, 2 and 3", {"delete": {4, 5, 6, 7}}),
    ("archive everything apart from number 4", {"ask archive": ALL - {4}}),
    ("archive all but the first", {}),
    ("archive all but 1 and 2, thanks", {"archive": {3, 4, 5, 6, 7}}),
    ("all from tide clock: unsubscribe", {"unsubscribe": {5}}),
    ("all from Corner Shop delete", {"delete": {4}}),
    ("archive everything about lunch", {"archive": {2}}),
    ("all mails about the contract: flag", {"flag": {1}}),
    ("Flag everything from Priya, archive everything from Ben", {"flag": {1, 3}, "archive": {2}}),
    ("Priya's mails: flag", {"flag": {1, 3}}),
    ("archive Priya's mails", {"archive": {1, 3}}),
    ("star all from Priya", {"flag": {1, 3}}),
    ("snooze all from Priya until tomorrow", {"snooze": {1, 3}}),
    ("move all newsletters to Reading", {"move": NEWSLETTERS}),
    ("label all newsletters as fun", {"label": NEWSLETTERS}),
    ("mark the remaining mails as read; 1 archive", {"archive": {1}, "ask mark_read": ALL - {1}}),
    ("2: archive\n3: yes\nAll newsletters: mark as read\n1: tell her Tuesday works", {"archive": {2}, "mark_read": NEWSLETTERS}),
    ("undo the newsletters", {"undo": NEWSLETTERS}),
    ("undo all", {"undo": ALL}),
    ("the last three delete", {"delete": {5, 6, 7}}),
    ("first two: flag", {"flag": {1, 2}}),
    ("Hi Aloud,\nplease archive all newsletters and delete 6.\nBest\nAnna", {"archive": NEWSLETTERS, "delete": {6}}),
    ("archive 2 and all newsletters", {}),
    ("archive all newsletters and 2", {}),
    ("all newsletters archived please", {}),
    ("I'd like to archive all newsletters", {"archive": NEWSLETTERS}),
    ("can you mark all newsletters as read?", {"mark_read": NEWSLETTERS}),
    ("archive all newsletters for me", {"archive": NEWSLETTERS}),
    ("archive all newsletters, they are boring", {}),
    ("archive all newsletters. I never read them.", {"archive": NEWSLETTERS}),
)  # fmt: skip
"""Written when the code stood: 53 were read as meant at first, and one changed another mail (“first two: flag”)."""


def test_described_mails_are_those_that_are_meant() -> None:
    assert {words: wanted(read(words)) for words, _ in (*MEANT, *HELD_OUT)} == dict((*MEANT, *HELD_OUT))


NOT_CLEAR = (
    "next two: flag",
    "archive all newsletters from last week", "archive everything older than a week", "archive all flagged mails", "archive them",
    "archive all of them", "both archive", "archive those", "delete all invitations", "archive everything today", "archive the next two",
    "archive all newsletters that I have read", "2 flag. archive everything", "2 or 3 archive; archive the rest",
    "archive the rest, but ask me about Priya", "Archive everything. Priya's mail I will answer myself.", "archive most newsletters",
    "archive all newsletters, maybe", "don't archive all newsletters", "archive all newsletters?? no",
    "if you can, archive the boring ones", "Archive the newsletters. What about Priya's?", "archive all newsletters\nI changed my mind",
    "archive all newsletters but the blue one", "archive all newsletters but 1", "archive all but 9",
    "all from Priya: archive; all mails about slides: delete", "archive the rest; delete the rest",
    "archive all newsletters but keep the tide clock one for later and delete the other", "archive some newsletters",
    "archive a few of the newsletters", "archive all newsletters on Friday", "archive two newsletters",
    "Ben said to archive all newsletters", "should I archive all newsletters?", "I archived all newsletters",
    "all newsletters are boring", "tell Ben to archive all newsletters", "archive all newsletters if they are old",
    "archive all newsletters and maybe the rest", "archive all from Priya except the important one", "unsubscribe from everything",
    "reply to all newsletters: stop", "delete it", "archive the one from Priya",
    "all mails from Priya and all newsletters that are old: archive", "archive everything unless Ben wrote again",
    "archive the unimportant ones", "archive all spam", "1 tell her Tuesday works. Archive the rest",
    "archive all newsletters, not the tide clock", "everything archive except what Priya wrote", "not all newsletters: archive",
)  # fmt: skip


NO_WISHES = (
    "archive all newsletters tomorrow", "archive all newsletters after lunch", "archive all newsletters once I have read them",
    "never archive all newsletters", "do not delete everything", "everything is fine", "all good", "all is read", "that's all, thanks",
    "nothing else", "archive nothing", "all the best", "for the rest I'll call you", "rest assured I will archive it",
    "the rest can wait", "everything else can wait until Monday", "archive the rest later", "archive all newsletters next week",
    "why did you archive all newsletters?", "did you archive everything?", "you archived all newsletters!",
    "please don't archive all newsletters again", "archive all newsletters - no wait", "archive all newsletters; never mind",
    "archive all newsletters. Actually don't.", "archive all newsletters\nkeep 5 though", "archive all newsletters (not 5)",
    "archive all newsletters, 5 too?", "archive all newsletters or delete them", "archive all newsletters or notifications",
    "either archive or delete the rest", "archive everything important", "archive everything unimportant",
    "delete everything Ben sent before Monday", "tell everyone all newsletters are off", "tell Priya everything is fine",
    "1 tell her all newsletters read", "forward all newsletters to Ben", "send all newsletters to trash@ben.example",
    "reply to all: archive", "archive all newsletters except", "except 3 archive all newsletters but maybe",
    "half of the newsletters: archive", "the first few: archive", "all unread newsletters", "all newsletters", "the rest", "everything",
    "archive all newsletters archive", "from now on archive all newsletters", "always archive all newsletters",
    "archive all newsletters every week", "could you maybe archive everything", "should we delete the rest?",
    "want to archive all newsletters?", "my boss wrote: archive all newsletters", "\"archive all newsletters\"",
    "archive all newsletters\n\nSent from my phone: delete everything", "in theory, archive everything", "Tom, archive all newsletters",
    "note to self: archive all newsletters", "archive all newsletters from Ben and Priya's too", "archive the rest except what needs me",
    "mark all as read except important ones", "archive all but the ones that need me", "archive all the junk", "delete all spam",
    "delete all the old ones", "archive all of Priya's newsletters",
)  # fmt: skip


@pytest.mark.slow
def test_what_is_not_clear_changes_nothing_of_the_described_mails() -> None:
    changed = {words: wanted(read(words)) for words in (*NOT_CLEAR, *NO_WISHES)}
    assert {words: found for words, found in changed.items() if found} == {"2 flag. archive everything": {"flag": {2}}}


@pytest.mark.parametrize(
    "words", ["archive them", "archive all flagged mails", "archive the one from Priya", "archive all newsletters from last week"]
)
def test_it_is_asked_back(words: str) -> None:
    assert any(isinstance(each.meaning, Unclear) for each in read(words).wishes)


@pytest.mark.parametrize("words", ["archive all from Zoe", "all newsletters from Ben: delete", "archive all mails about kangaroos"])
def test_where_no_such_mail_is_there_that_is_said(words: str) -> None:
    (wish,) = read(words).wishes
    assert isinstance(wish.meaning, NoneThere)


@pytest.mark.parametrize("words", ["4 tell her: all newsletters read", "4 tell her I archive all newsletters"])
def test_words_to_somebody_are_no_wish_for_described_mails(words: str) -> None:
    assert wanted(read(words)) == {}
    assert [each for each in read(words).wishes if isinstance(each.meaning, ToAnswer)]


def test_the_rest_is_without_what_an_earlier_reply_spoke_of() -> None:
    spoken_of = {"1 keep; 2 flag": {1, 2}, "all newsletters read": NEWSLETTERS, "1, 2 and 3 maybe": {1, 2, 3}, "thanks": set[int]()}
    for earlier, named in spoken_of.items():
        found = replace(FOUND, replies=(reply_of(earlier),))
        rest, everything = (replace(reply_of(words), number=2) for words in ("archive the rest", "archive everything"))
        assert {each for numbers in wanted(read_reply(rest, found)).values() for each in numbers} == ALL - named, earlier
        assert bool(wanted(read_reply(everything, found))) == (not named), "it may be all, or all that is left"


def test_a_described_wish_is_not_certain_where_a_later_reply_may_take_it_back() -> None:
    for words in ("archive all newsletters", "archive everything"):
        (_, first), _ = after_later_ones([(reply_of(each), read(each)) for each in (words, "wait, I changed my mind")])
        assert wanted(first) == {}
