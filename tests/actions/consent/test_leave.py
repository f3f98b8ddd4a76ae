"""A yes or no with which a line begins: what of the rest leaves it a yes, and what may take it back or change what was asked."""

from dataclasses import replace

import pytest

from actions.consent.leave import WantedChange, agrees, answered_first, grants, may_change_what_was_asked, opens_a_mail
from actions.consent.payloads import About, BulkPayload, RecipientPayload
from briefing.mail import Address
from briefing.mail_action import MailAction
from briefing.understanding.understanding import understand
from tests.actions.consenting import MANY, REPLY, A, B

DELETE = BulkPayload(action=MailAction.DELETE, mails=(A,))
ASKED = pytest.mark.parametrize("asked", [REPLY, DELETE], ids=["mail", "delete"])


def parts(words: str, asked: About | None) -> tuple[str, str] | None:
    found = answered_first(understand(words), asked)
    return None if found is None else (found[0].words, found[1].words)


class TestYesAndMore:
    @ASKED
    @pytest.mark.parametrize(
        "more",
        [
            *("archive it", "next", "open the next one", "show me the one from Femi", "go to the one from Femi", "what is the weather"),
            *("search for Luca", "what is new", "what does Femi say", "the one from Femi too"),
        ],
    )
    def test_it_is_a_yes_before_what_leaves_alone_what_was_asked(self, asked: About, more: str) -> None:
        assert parts(f"yes and {more}", asked) == ("yes", more)

    @ASKED
    @pytest.mark.parametrize(
        "words",
        [
            "yes and delete it",
            "yes, the one from Femi",
            "yes and the one from Femi",
            "yes, open the one from Femi",
            "yes, but archive it",
            "yes if she has answered, and next",
            "yes, next, wait",
            "yes and flag it too",
            "yes, what did you say",
            "yes next",
            "maybe, next",
            "yes and archive it if she has answered",
            "yes and what about the other one",
        ],
    )
    def test_it_is_none_before_what_may_change_it_or_mean_it(self, asked: About, words: str) -> None:
        assert parts(words, asked) is None

    @pytest.mark.parametrize(
        "words", ["okay then the next one", "Okay, then next", "okay, then next", "ok and archive it", "okay. open the one from Femi"]
    )
    def test_an_okay_before_another_wish_sends_nothing(self, words: str) -> None:
        assert parts(words, REPLY) is None
        assert parts(words.lower().replace("okay", "yes").replace("ok ", "yes "), REPLY) is not None

    @ASKED
    def test_a_yes_alone_and_a_yes_with_the_action_are_one_answer(self, asked: About) -> None:
        assert parts("yes", asked) is None
        assert parts("yes please do", asked) is None

    def test_a_question_in_words_of_the_mail_may_doubt_it(self) -> None:
        assert parts("yes, what is the weather", REPLY) == ("yes", "what is the weather")
        for doubted in (
            replace(REPLY, subject="Weather"),
            replace(REPLY, body="The weather is fine."),
            replace(REPLY, to=(Address(name="Weather Service", email="a@b.example"),)),
            replace(REPLY, to=(Address(email="a@b.example"), Address(name="Weather Service", email="a@b.example"))),
            replace(REPLY, cc=(Address(email="weather@b.example"),)),
            replace(REPLY, bcc=(Address(email="weather@b.example"),)),
        ):
            assert parts("yes, what is the weather", doubted) is None
            assert parts("yes, what is the weather", RecipientPayload(mail=doubted, address="a@b.example")) is None

    def test_it_shares_no_more_than_small_words_with_the_mail(self) -> None:
        assert parts("yes, what is the weather", replace(REPLY, body="What is the plan, and what is it for?")) is not None
        assert parts("yes, who is with Femi", replace(REPLY, body="I come with Ben.")) is not None

    @pytest.mark.parametrize("word", ["email", "message", "topic", "one"])
    def test_a_word_that_could_mean_the_mail_counts_where_the_mail_has_it(self, word: str) -> None:
        assert parts(f"yes, what is the weather {word}", REPLY) is not None
        assert parts(f"yes, what is the weather {word}", replace(REPLY, body=f"This {word} is short.")) is None

    def test_a_mail_that_is_spoken_of_may_be_the_one_in_which_mail_is_spoken_of(self) -> None:
        assert parts("yes, the mail from Ruth too", REPLY) is not None
        assert parts("yes, the mail from Ruth too", replace(REPLY, body="This mail is short.")) is None

    @ASKED
    def test_what_is_no_yes_to_another_question_is_none_to_this_one(self, asked: About) -> None:
        assert parts("that is the right address, next", asked) is None

    def test_without_a_question_of_consent_it_is_a_yes_all_the_same(self) -> None:
        assert parts("yes and next", None) == ("yes", "next")
        assert parts("yes", None) is None


class TestNoAndMore:
    @ASKED
    def test_any_wish_may_follow_it(self, asked: About) -> None:
        assert parts("no, archive it", asked) == ("no", "archive it")
        assert parts("no, send it", asked) == ("no", "send it")
        assert parts("no, read me the next one", asked) == ("no", "read me the next one")
        assert parts("no, delete it", asked) in {("no", "delete it"), None}

    @ASKED
    @pytest.mark.parametrize("words", ["no", "no, don't", "no, and no", "no, never"])
    def test_a_no_behind_it_is_the_same_no(self, asked: About, words: str) -> None:
        assert parts(words, asked) is None

    def test_what_stands_behind_refusals_is_the_wish(self) -> None:
        assert parts("no, forget it, archive it", REPLY) == ("no", "archive it")
        assert parts("no. Stop. Delete the draft.", REPLY) == ("no", "Delete the draft.")
        assert parts("no, don't send it, next", REPLY) == ("no", "next")
        assert parts("no, don't send it now, next", REPLY) == ("no", "next")
        assert parts("no, not now, I'm sorry, archive it", DELETE) == ("no", "archive it")
        assert parts("no, cancel it, what is the weather", None) == ("no", "what is the weather")


class TestWishes:
    @pytest.mark.parametrize("words", ["send it and make it Friday", "yes and delete it", "send it and delete it", "yes and flag it too"])
    def test_the_others_may_change_what_the_first_agreed_to(self, words: str) -> None:
        assert may_change_what_was_asked(understand(words), REPLY)

    @pytest.mark.parametrize(
        "words", ["yes", "send it", "send it and next", "archive it and flag it", "next and delete it", "no and delete it"]
    )
    def test_else_they_do_not(self, words: str) -> None:
        assert not may_change_what_was_asked(understand(words), REPLY)


class TestOpening:
    @pytest.mark.parametrize(
        "words",
        [
            *("open it", "read the next one", "show me the second", "go to the first one", "jump to it", "take me to the last one"),
            *("then open it", "also read it", "please show it", "Now, please, go to it"),
        ],
    )
    def test_a_mail_is_to_be_opened(self, words: str) -> None:
        assert opens_a_mail(understand(words))

    @pytest.mark.parametrize("words", ["the one from Raj", "archive it", "reopen it", "do not open it", "opening hours", "yes"])
    def test_it_is_only_named_or_not_meant(self, words: str) -> None:
        assert not opens_a_mail(understand(words))


class TestAgain:
    def test_the_name_of_a_folder_is_not_shown(self) -> None:
        assert "receipts" not in repr(WantedChange(action=MailAction.MOVE, mails=frozenset({A}), label="receipts"))

    def test_the_audit_takes_a_yes_for_one_and_nothing_else(self) -> None:
        assert agrees(understand("yes"), MailAction.ARCHIVE, mails=2)
        assert agrees(understand("archive it"), MailAction.ARCHIVE, mails=1)
        assert not agrees(understand("archive it"), MailAction.ARCHIVE, mails=2)
        assert not agrees(understand("no"), MailAction.ARCHIVE, mails=1)
        assert not agrees(understand("delete it"), MailAction.ARCHIVE, mails=1)

    def test_words_for_several_need_not_be_about_the_open_one(self) -> None:
        wanted = WantedChange(action=MailAction.ARCHIVE, mails=frozenset(MANY[:3]))
        assert grants(understand("archive them"), wanted, since=None, granted=(), open_mails=())
        assert not grants(understand("archive it"), replace(wanted, mails=frozenset({B})), since=None, granted=(), open_mails=(A,))

    def test_one_undo_takes_back_one_thing(self) -> None:
        wanted = WantedChange(action=MailAction.UNDO, mails=frozenset({A}))
        assert grants(understand("undo that"), wanted, since=None, granted=(), open_mails=(A,))
        assert not grants(understand("undo that"), wanted, since=None, granted=(B,), open_mails=(A,))
