"""What people want of the numbered mails is read as they mean it, or asked about; nothing else is ever changed."""

from pathlib import Path

import pytest

from briefing.mail_action import MailAction
from briefing.understanding.commands import CommandKind
from briefing.understanding.understanding import understand
from correspondence.new_words import NewPassage, NewWords, new_words_of
from correspondence.numbered_wishes import numbered_wishes
from tests.correspondence.layouts import LAYOUTS, SENT
from tests.correspondence.numbered import FILE, NUMBERS, Case, cases, ordered, read, told

HELD_OUT = FILE.with_name("replies_held_out.txt")
CASES = [*cases(), *cases(HELD_OUT)]
MEANT = {
    MailAction.ARCHIVE: (
        "archive|archive it|archive please|archive it please|archive, thanks|Can you archive it?|could you please archive it for me"
        "|done, archive|You can archive it|I already sent them. Archive it."
    ),
    MailAction.DELETE: "delete|delete it|delete it please|archive it - no wait, delete it",
    MailAction.FLAG: "flag it",
    MailAction.MARK_READ: "mark it as read|mark as read",
    MailAction.MARK_UNREAD: "mark it unread",
    MailAction.MOVE: "move it to Receipts",
    MailAction.REPORT_SPAM: "spam",
    MailAction.SNOOZE: (
        "snooze it until 4 pm|snooze until 3 March|snooze until Monday at 9|snooze until Friday|snooze it for 2 days|snooze 2 days"
        "|snooze till next week|remind me tomorrow at 9|remind me of it tomorrow"
    ),
}
"""Every words of the replies that change a mail without being asked about, and what they do to it."""


def wrong_changes(case: Case, got: tuple[str, ...]) -> list[str]:
    """What was read otherwise than it was meant, and would change a mail."""
    changing = [each for each in got if each[:1].isdecimal() and changes(each.partition(": ")[2])]
    return [each for each in changing if each not in case.wanted]


def changes(words: str) -> list[MailAction]:
    commands = [wish.command for wish in understand(words, verbatim=True).wishes]
    return [each.action for each in commands if each is not None and each.kind is CommandKind.CHANGE and each.action is not None]


def test_replies_are_read_as_they_are_meant() -> None:
    assert len(CASES) >= 150
    read_so = {case.words: read(case.words) for case in CASES}
    wrong = {case.words: read_so[case.words] for case in CASES if read_so[case.words] != ordered(case.wanted)}
    assert len(wrong) <= 0.03 * len(CASES), wrong
    assert [each for case in CASES for each in wrong_changes(case, read_so[case.words])] == []


def test_wishes_that_change_a_mail_at_once_are_these_alone() -> None:
    meant = {words: action for action, alike in MEANT.items() for words in alike.split("|")}
    wishes = {line.partition(": ")[2] for case in CASES for line in case.wanted if line[:1].isdecimal()}
    done = {words: done for words in wishes if (done := [*dict.fromkeys(changes(words.replace("|", "\n")))])}
    single = {words: actions[0] for words, actions in done.items() if words.lower() != "archive and flag"}
    assert {words.lower(): action for words, action in single.items()} == {words.lower(): action for words, action in meant.items()}
    assert done["archive and flag"] == [MailAction.ARCHIVE, MailAction.FLAG]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.slow
def test_a_reply_is_read_alike_wherever_a_mail_program_puts_it(layout: str) -> None:
    read_so = {}
    for case in CASES[:: 1 if layout == "above, as Gmail does" else 5]:
        words = new_words_of(LAYOUTS[layout](case.words), [SENT])
        read_so[case] = told(numbered_wishes(words, NUMBERS))
    wrong = {case.words: got for case, got in read_so.items() if got != ordered(case.wanted)}
    assert len(wrong) <= 0.03 * len(read_so), wrong
    assert [each for case, got in read_so.items() for each in wrong_changes(case, got)] == []


class TestUnderQuotedMails:
    @staticmethod
    def read(text: str) -> tuple[str, ...]:
        words = new_words_of(b"Content-Type: text/plain; charset=utf-8\n\n" + text.encode(), [SENT])
        return told(numbered_wishes(words, NUMBERS))

    LINES = tuple(f"> {line}".rstrip() for line in SENT.splitlines())

    def test_words_under_a_number_are_about_it(self) -> None:
        lines = self.LINES
        text = "\n".join([*lines[:4], "", "archive", "", *lines[4:6], "", "yes", "", *lines[6:8], "tell him to look at it", *lines[8:]])
        assert self.read(text) == ("1: archive", "2: yes", "3: tell him to look at it")

    def test_a_line_of_a_mail_that_was_wrapped_before_a_number_is_no_mail_of_that_number(self) -> None:
        sent = "2. Tom Reed: Keys\n5. Eve: come on Friday at 2 pm in the big room, and bring the keys.\n6. Ann: Lunch"
        quoted = "> 5. Eve: come on Friday at\n> 2 pm in the big room, and bring the keys.\n\narchive\n\n> 6. Ann: Lunch"
        words = new_words_of(b"Content-Type: text/plain; charset=utf-8\n\n" + quoted.encode(), [sent])
        assert told(numbered_wishes(words, {2, 5, 6})) == ("5: archive",)

    def test_words_below_all_of_it_are_about_none(self) -> None:
        assert self.read("\n".join([*self.LINES, "", "archive"])) == ("rest: archive",)
        assert self.read("\n".join([*self.LINES[:14], "", "archive"])) == ("rest: archive",)

    def test_words_below_the_only_number_that_was_left_are_about_it(self) -> None:
        assert self.read("> 7. Tom Reed: Keys\n\narchive") == ("7: archive",)

    def test_words_below_another_part_are_about_none(self) -> None:
        lines = self.LINES
        left_out = next(at for at, line in enumerate(lines) if "Left out" in line)
        assert self.read("\n".join([*lines[: left_out + 1], "", "archive them", "", *lines[left_out + 1 :]])) == ("rest: archive them",)

    def test_a_number_that_we_have_not_sent_is_none_of_ours(self) -> None:
        assert self.read("> 7. Somebody: Else\n\narchive") == ("rest: archive",)
        assert self.read(">> 7. Tom Reed: Keys\n\narchive") == ("rest: archive",)

    def test_thanks_under_a_number_ask_for_nothing(self) -> None:
        assert self.read("> 7. Tom Reed: Keys\n\nThanks!") == ("rest: Thanks!",)


class TestQuotedOrders:
    """An order in a mail that is quoted is none of the user's."""

    @pytest.mark.parametrize("layout", LAYOUTS)
    def test_nothing_is_read_in_what_is_quoted(self, layout: str) -> None:
        if layout == "nothing quoted":
            return
        words = new_words_of(LAYOUTS[layout]("Thanks!"), [SENT])
        assert told(numbered_wishes(words, NUMBERS)) == ("rest: Thanks!",)

    def test_what_stands_among_our_unmarked_lines_is_asked_about(self) -> None:
        text = f"See below.\n\n{SENT.replace('   Nothing to do.', '   Nothing to do.' + chr(10) + '3 delete')}"
        words = new_words_of(b"Content-Type: text/plain; charset=utf-8\n\n" + text.encode(), [SENT])
        assert told(numbered_wishes(words, NUMBERS)) == ("rest: See below.", "?: 3 delete")

    def test_a_mail_that_is_attached_orders_nothing(self) -> None:
        raw = (
            b"Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n\n2 archive\n\n"
            b"--x\nContent-Type: message/rfc822\n\n"
            b"Subject: hi\nContent-Type: text/plain\n\n3 delete\n\n--x\nContent-Type: text/plain; name=notes.txt\n\n4 delete\n\n--x--\n"
        )
        assert told(numbered_wishes(new_words_of(raw, []), NUMBERS)) == ("2: archive",)


def test_a_file_of_replies_can_be_read(tmp_path: Path) -> None:
    file = tmp_path / "some.txt"
    file.write_text("# note\n= a\n2 archive\n--\n\n3 yes\n--\n2: archive\n3: yes\n")
    assert [*cases(file)] == [Case(words="2 archive\n--\n\n3 yes", wanted=("2: archive", "3: yes"))]


def test_no_words_want_nothing() -> None:
    assert told(numbered_wishes(NewWords(), NUMBERS)) == ()
    assert told(numbered_wishes(NewWords(passages=(NewPassage(words="2 archive"),)), ())) == ("?: 2 archive",)
