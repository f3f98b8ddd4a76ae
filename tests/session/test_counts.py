"""Every count that is said adds up, and "it" is the mail that was named last: held against what tracker and mailbox hold, over whole
written calls."""

import re
from collections import Counter
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import pytest

from briefing.mail import MailId, MailStatus, account_of, provider_id_of
from briefing.mail_action import MailAction
from briefing.speech.sentences import replies
from briefing.speech.wording.counts import count_word
from briefing.tracking.mail_state import MailState
from session.skills.presenting import skipped_in_all
from tests.agent.acting_calls import FOLDER, places
from tests.agent.maildir_state import unread_names
from tests.agent.typed_call import NOW
from tests.randomness import chance, times
from tests.session.test_written_call import Written, written

NUMBERS = {count_word(number): number for number in range(100)} | {str(number): number for number in range(100)} | {"none": 0}
A_NUMBER = r"(\d+|none|" + "|".join(count_word(number) for number in range(13)) + ")"
FOLDERS = {"archived": ".Archive", "deleted": ".Trash", "reported as spam": ".Junk", "moved": f".{FOLDER}"}
ABOUT_IT = ("archive it", "delete it", "report it as spam", "mark it as read", f"move it to {FOLDER}", "flag it", "unflag it")
LINES = (
    *ABOUT_IT, *ABOUT_IT, "next", "next", "next", "skip it", "skip this topic", "go back", "snooze it until tomorrow", "mark it as unread",
    "undo", "undo", "undo", "undo the last two", "how many are left", "how many are left", "what did I skip", "yes", "no", "say that again",
    "where were we", "what did I archive", "what have I done", "what's urgent", "thanks", "okay",
    "never mind", "who sent it", "flag the second one", "delete the last one", "archive all newsletters",
    "go to topic two", "read it in full",
)  # fmt: skip
CALL_AGAIN = "call again"


@dataclass
class Held:
    """A call that is held against the mailbox.

    `named` is the mail that was named last, as far as one alone was and the mailbox tells which; `flagged_before` are the flags of earlier
    briefings, which this one does not count.
    """

    inbox: Path
    call: Written
    account: str = ""
    named: MailId | None = None
    flagged_before: frozenset[str] = frozenset()
    said: list[str] = field(default_factory=list)

    def story(self) -> str:
        return "\n".join(self.said)

    def states(self) -> list[MailState]:
        tracker = self.call.call.tracker
        known = [tracker.state_of(mail) for topic in tracker.snapshot().topics for mail in topic.mails]
        return [state for state in known if state is not None]

    def number(self, status: MailStatus) -> int:
        return sum(1 for state in self.states() if state.status is status)

    async def asleep(self) -> int:
        """Mails that were put off, which changes nothing in a Maildir."""
        snoozes = self.call.call.acting.snoozes
        return len(await snoozes.sleeping("local", self.call.call.now())) if snoozes else 0

    def of_the_open_topic(self) -> list[MailState]:
        tracker = self.call.call.tracker
        mails = next(topic.mails for topic in tracker.snapshot().topics if self.call.current in topic.mails)
        return [state for mail in mails if (state := tracker.state_of(mail)) is not None and state.active]

    async def type(self, line: str) -> None:
        before, skipped, asleep = places(self.inbox), self.number(MailStatus.SKIPPED), await self.asleep()
        before_actions = {state.mail_id: state.actions for state in self.states()}
        answer = await self.call.type(line)
        self.said += [f"U: {line}", f"A: {answer}"]
        after = places(self.inbox)
        changed = [name for name, place in after.items() if place != before[name]]
        if line in ABOUT_IT and changed and self.named is not None:
            assert changed == [provider_id_of(self.named)], self.story()
        own = re.sub(r"“[^”]*”", "", answer)
        if match := re.search(rf"Skipping the rest of this topic, {A_NUMBER} mails?\.", own):
            assert NUMBERS[match[1]] == self.number(MailStatus.SKIPPED) - skipped, self.story()
        if match := re.search(rf"^(?:Undone|Archived): {A_NUMBER} mails", own):
            assert NUMBERS[match[1]] == len(changed) + asleep - await self.asleep(), self.story()
        self.hold_counts(own)
        done = [state.mail_id for state in self.states() if state.actions != before_actions.get(state.mail_id, ())]
        if len(done) != 1 and len(changed) == 1:  # of an earlier briefing
            done = [MailId(f"{self.account}:{changed[0]}")]
        if re.match(r"Undone: (?:the mail from|one mail)|Flagged|It was flagged already: ", own):
            self.named = done[0] if len(done) == 1 else None  # nothing in the mailbox tells which
        if own.endswith("Yes or no."):
            self.named = None  # the mail that is asked about, and nothing in the mailbox tells which
        if own.startswith("You skipped one:"):
            self.named = next(state.mail_id for state in self.states() if state.skipped)
        if own.startswith("One looks important: "):
            self.named = next(state.mail_id for state in self.states() if state.active and state.mail.important)
        if "Back to the mail from" in own:
            self.named = self.call.current
        if self.call.paper.mail is not None:
            self.named, self.call.paper.mail = self.call.paper.mail, None

    def hold_counts(self, own: str) -> None:
        pending = self.number(MailStatus.PENDING)
        mails = len(self.states())
        if match := re.search(rf"{A_NUMBER} of {A_NUMBER} mails (?:is|are) left(?:; ([^.]*))?\.", own, re.IGNORECASE):
            left, of = NUMBERS[match[1].lower()], NUMBERS[match[2]]
            assert (left, of) in {(pending, mails), (pending + self.just_heard(), mails)}, self.story()
            assert left + sum(NUMBERS[part.split()[0]] for part in (match[3] or "").split(", ") if part) == mails, self.story()
        if match := re.search(rf"We are through {A_NUMBER}; {A_NUMBER} (?:is|are) left", own):
            assert NUMBERS[match[1]] + NUMBERS[match[2]] == mails, self.story()
            assert NUMBERS[match[2]] - pending in {0, 1}, self.story()  # one was told since
        if match := re.search(rf"You skipped {A_NUMBER}", own):
            assert NUMBERS[match[1]] == len(skipped_in_all(self.call.call)), self.story()
        if match := re.search(rf"{A_NUMBER} looks? important: ", own, re.IGNORECASE):
            assert NUMBERS[match[1].lower()] == sum(state.active and state.mail.important for state in self.states()), self.story()
        if "In this call you " in own:
            self.hold_what_was_done(own)
        if match := re.search(rf"(?:First|Next|Last) topic: [^.]*, {A_NUMBER} mails\.", own):
            assert NUMBERS[match[1]] == len(self.of_the_open_topic()), self.story()
        if match := re.search(rf": {A_NUMBER} of {A_NUMBER} mails (?:is|are) still to come", own):
            here = self.of_the_open_topic()
            told = (sum(state.pending for state in here) + self.just_heard(), len(here))
            assert (NUMBERS[match[1]], NUMBERS[match[2]]) == told, self.story()
        if re.search(r"left for next time\.|That was everything\.|There was nothing", own):
            self.hold_the_end(own)

    def hold_what_was_done(self, own: str) -> None:
        """No more of what this call did is told than is there; what an earlier call did is there as well."""
        for what, folder in FOLDERS.items():
            verb, _, rest = what.partition(" ")
            match = re.search(rf"{verb} {A_NUMBER} mails? ?{rest}", own)
            there = sum(1 for place, _ in places(self.inbox).values() if place == folder)
            assert (NUMBERS[match[1]] if match else 0) <= there, (what, self.story())

    def just_heard(self) -> int:
        """Whether the open mail was still to come when its answer began."""
        state = None if self.call.current is None else self.call.call.tracker.state_of(self.call.current)
        return int(state is not None and not state.pending and self.call.current not in self.heard_before)

    heard_before: set[MailId] = field(default_factory=set)

    def begins(self, call: Written) -> None:
        """The next call; what it takes up of the one before is still its own."""
        self.call = call
        own = {provider_id_of(state.mail_id) for state in self.states() if MailAction.FLAG in state.actions}
        self.flagged_before = frozenset(name for name, (_, flags) in places(self.inbox).items() if "F" in flags and name not in own)

    def note_heard(self) -> None:
        self.heard_before = {state.mail_id for state in self.states() if state.status is MailStatus.BRIEFED}

    def hold_the_end(self, own: str) -> None:
        """The numbers of the first sentence and what is left are all the mails there are, and are where they are said to be."""
        own = re.sub(r"Outside this briefing: [^.]*\.", "", own)
        counts = Counter(
            {
                what: int(number)
                for number, what in re.findall(
                    r"(\d+) (briefed|archived|marked as read|deleted|put off|reported as spam|moved|skipped)", own
                )
            }
        )
        left = re.search(r"(\d+) (?:is|are) left for next time", own)
        assert sum(counts.values()) + int(left[1] if left else 0) == len(self.states()), self.story()
        assert counts["briefed"] == self.number(MailStatus.BRIEFED), self.story()
        assert counts["skipped"] == self.number(MailStatus.SKIPPED), self.story()
        where, known = places(self.inbox), {provider_id_of(state.mail_id) for state in self.states()}
        for what, folder in FOLDERS.items():
            assert counts[what] == sum(1 for name, (place, _) in where.items() if place == folder and name in known), (what, self.story())
        flagged = re.search(r"You flagged (\d+)", own)
        theirs = sum(1 for name, (_, flags) in where.items() if name in known - self.flagged_before and "F" in flags)
        assert int(flagged[1] if flagged else 0) == theirs, self.story()


@pytest.mark.parametrize("run", range(times(1, in_proofs=60)))
async def test_whatever_is_said_every_count_is_true_and_it_is_the_mail_named_last(tmp_path: Path, run: int) -> None:
    random = chance("counts", run)
    now = NOW
    async with AsyncExitStack() as stack:
        call = await stack.enter_async_context(written(tmp_path, unread=13))
        inbox = tmp_path / "inbox"
        for part in ("cur", "new", "tmp"):
            (inbox / f".{FOLDER}" / part).mkdir(mode=0o700, parents=True)
        assert f"{len(unread_names(inbox))} unread mails" in call.paper.turns[0]
        assert call.current is not None
        held = Held(inbox, call, account=account_of(call.current), named=call.current)
        call.paper.mail = None
        for line in random.choices([*LINES, CALL_AGAIN], k=30):
            held.note_heard()
            if line == CALL_AGAIN:
                await stack.aclose()
                now += timedelta(hours=1)
                held.begins(await stack.enter_async_context(written(tmp_path, now=now)))
                held.said += ["-", *held.call.paper.turns]
                held.hold_counts(" ".join(held.call.paper.turns))
                held.named, held.call.paper.mail = held.call.paper.mail, None
            else:
                await held.type(line)
        await held.type("goodbye")


@pytest.mark.parametrize("moves", [4, 16, 21])
async def test_a_call_that_is_taken_up_again_says_how_much_of_the_open_topic_is_left(tmp_path: Path, moves: int) -> None:
    async with written(tmp_path) as call:
        for _ in range(moves):
            await call.type("next")
        here = Held(tmp_path, call).of_the_open_topic()
        before = call.call.tracker.progress()
    async with written(tmp_path) as call:
        progress = call.call.tracker.progress()
        assert [state.mail_id for state in Held(tmp_path, call).of_the_open_topic()] == [state.mail_id for state in here]
        assert (progress.mails, progress.topics, progress.remaining) == (before.mails, before.topics, before.remaining)
        left = sum(state.pending for state in here)
        intro = re.match(r"(.*): (\S+) of (\S+) mails (?:is|are) still to come\.", call.paper.turns[1])
        assert (intro.groups() if intro else None) == ((before.topic_label, count_word(left), count_word(len(here))) if left else None)
        assert "topic:" not in call.paper.turns[1]


async def test_what_was_declined_at_the_end_is_not_offered_again_and_the_end_is_told_once(tmp_path: Path) -> None:
    async with written(tmp_path, unread=3) as call:
        await call.type("skip it")
        await call.type("skip it")
        assert "You skipped two; shall I go through them?" in await call.type("next")
        assert await call.type("no") == "All right, they stay for later."
        assert await call.type("next") == await call.type("next") == replies.AT_THE_END
        await call.type("go back")
        changed = await call.type("archive it")
        assert "1 archived, 2 skipped. That was everything." in changed
        assert "shall I" not in changed
        assert await call.type("next") == replies.AT_THE_END
        assert "You skipped two" in await call.type("what did I skip")
        await call.type("yes")
        assert call.current is not None


async def test_after_an_undo_it_is_the_mail_that_was_undone_and_the_other_comes_behind_it(tmp_path: Path) -> None:
    async with written(tmp_path, unread=5) as call:
        await call.type("next")
        first = call.current
        await call.type("archive it")
        second = call.current
        await call.type("undo")
        assert call.current == first
        assert (await call.type("delete it")).startswith("Deleted. Back to the mail from ")
        assert call.current == second
        await call.type("undo")
        assert call.current == first
        await call.type("go back")
        assert call.current not in {first, second}
        await call.type("undo")


async def test_it_is_a_mail_that_was_only_named(tmp_path: Path) -> None:
    async with written(tmp_path, unread=12) as call:
        await call.type("next")
        first = call.current
        assert "the mail from" in await call.type("flag the third one")
        named = call.call.dialogue.focus.mail
        assert named not in {None, first}
        await call.type("archive it")
        assert named is not None
        assert (state := call.call.tracker.state_of(named)) is not None
        assert state.status is MailStatus.ACTIONED
        assert call.current == first
        await call.type("archive it")
        assert call.current != first


async def test_it_is_the_open_mail_again_once_that_was_named_behind_another(tmp_path: Path) -> None:
    async with written(tmp_path, unread=13) as call:
        skipped = call.current
        await call.type("skip it")
        assert "You skipped one" in await call.type("what did I skip")
        assert call.call.dialogue.focus.mail == skipped
        open_mail = call.current
        assert open_mail is not None
        call.call.name(open_mail)
        assert "Flagged." in await call.type("flag it")
        await call.type("delete it")
        assert (state := call.call.tracker.state_of(open_mail)) is not None
        assert state.status is MailStatus.ACTIONED
