"""Processes that are killed while they send, record and answer, on both databases: each letter leaves once, and each wish is done once."""

from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path
from time import time

import pytest

from actions.changes.entries import ChangeOutcome
from actions.changes.journal import Journal
from briefing.mail_action import MailAction
from correspondence.exchange import LetterState
from correspondence.wishing.answer_sentences import ON_ITS_WAY, SENT
from providers.maildir import maildir_account
from tests.correspondence.exchange.letters_process import LetterOrders
from tests.correspondence.exchange.post_office import ANNA, OURS, OWN, PASSES, RECEIVED, PostOffice, post_office
from tests.randomness import chance
from tests.team.forking import Forks, forked, lives

pytest_plugins = ["tests.servers.both_databases"]

KILLS = 12
STEPS_AT_MAILBOX = 5
"""The briefing's copy, the archived mail, the copy of the answer with the question, of what is sent on the yes, and of the last answer."""
LAST_STATEMENT = 70
"""Of a process that is killed: the whole story takes some more."""


@pytest.fixture
async def office(migrated_url: str, tmp_path: Path) -> AsyncIterator[PostOffice]:
    async with post_office(tmp_path, migrated_url, installed=True) as opened:
        yield opened


@pytest.fixture
async def forks(tmp_path: Path) -> AsyncIterator[Forks]:
    async with forked(tmp_path, "tests.correspondence.exchange.letters_process") as opened:
        yield opened


class Story:
    """What the user does: two replies to the briefing, and a yes to what is asked then."""

    def __init__(self, office: PostOffice, orders: LetterOrders) -> None:
        self.office, self.orders = office, orders
        self.replied = 0
        self.is_cut_off = False
        """A process died between the note that a letter may have left and the attempt: nobody sends it again, and so the story ends."""
        self.state: object = None

    async def begins(self) -> None:
        """The briefing of the day is in the outbox."""
        ours = maildir_account(self._briefings).slug
        await self.office.send(account=ours if self.orders.installed else "")

    @property
    def _briefings(self) -> Path:
        folder = self.office.settings.aloud_briefing_maildir
        assert folder is not None
        return folder

    def _reply(self, text: str, to: EmailMessage) -> None:
        """To the installation it is written on a phone: no copy of it lies here."""
        if self.orders.installed:
            self.office.reply(text, to=to, sent=False, above=PASSES + RECEIVED, folder=self._briefings, fields={"To": OURS})
        else:
            self.office.reply(text, to=to)

    async def is_over(self) -> bool:
        """Deliver what has left, and reply where it is time; whether it is over."""
        self.office.clock.at = self.orders.now()
        self.office.deliver()
        asked = next((letter for letter in self.office.letters if "Shall I send it" in str(letter.get_payload())), None)
        if self.replied == 0 and self.office.letters:
            self._reply("2 archive", self.office.letters[0])
            self._reply("3 tell her Friday works", self.office.letters[0])
            self.replied = 2
        if self.replied == 2 and asked is not None:
            self._reply("yes", asked)
            self.replied = 3
        found = await self.office.now()
        sent = [each.state.value for each in found.letters]
        self.state = (self.replied, len(found.replies), len(found.new_replies), sent, len(self.office.desk.taken))
        taken = {str(each.message["Message-ID"]) for each in self.office.desk.taken}
        self.is_cut_off = any(each.state is LetterState.UNKNOWN and f"<{each.message_id}>" not in taken for each in found.letters)
        done = self.replied == 3 and len(found.replies) == 3 and not found.new_replies
        return self.is_cut_off or (done and all(each.state is LetterState.SENT for each in found.letters))


RUNS = [
    (0, False),
    *(pytest.param(number, False, marks=pytest.mark.proof) for number in range(1, 26)),
    *(pytest.param(number, True, marks=pytest.mark.proof) for number in range(26, 32)),
]


@pytest.mark.random
@pytest.mark.parametrize(("run", "installed"), RUNS)
@pytest.mark.takes(60)
async def test_killed_at_random_points_each_letter_leaves_once_and_each_wish_is_done_once(
    office: PostOffice, forks: Forks, migrated_url: str, tmp_path: Path, run: int, installed: bool
) -> None:
    orders = LetterOrders(url=migrated_url, folder=str(tmp_path), port=office.desk.port, began_at=time(), installed=installed)
    random, story = chance(run, office.database.dialect), Story(office, orders)
    await story.begins()
    points = [random.randint(1, LAST_STATEMENT) for _ in range(KILLS)]
    killed = await lives(forks, lambda point: replace(orders, dies_at=point), story, points)
    nothing_has_left_twice(office)
    if story.is_cut_off:
        return
    await everything_is_there_once(office)
    assert killed >= 3, f"only {killed} processes were killed before all was answered"


@pytest.mark.proof
@pytest.mark.takes(120)
@pytest.mark.parametrize("installed", [False, True])
async def test_killed_after_each_step_at_the_mailbox_and_before_its_record(
    office: PostOffice, forks: Forks, migrated_url: str, tmp_path: Path, installed: bool
) -> None:
    """Each process gets as far as one mail that it moves, or keeps a copy of as sent: the briefing, the archived mail, and each answer."""
    orders = LetterOrders(url=migrated_url, folder=str(tmp_path), port=office.desk.port, began_at=time(), installed=installed)
    story = Story(office, orders)
    await story.begins()
    points = list(range(1, STEPS_AT_MAILBOX + 1))
    killed = await lives(forks, lambda point: replace(orders, dies_behind="/cur/" if point else ""), story, points)
    await everything_is_there_once(office)
    assert killed == STEPS_AT_MAILBOX


def nothing_has_left_twice(office: PostOffice) -> None:
    ids = Counter(str(taken.message["Message-ID"]) for taken in office.desk.taken)
    assert set(ids.values()) <= {1}


async def everything_is_there_once(office: PostOffice) -> None:
    nothing_has_left_twice(office)
    found = await office.now()
    assert Counter(each.words for each in found.replies) == {"2 archive": 1, "3 tell her Friday works": 1, "yes": 1}
    assert {f"<{each.message_id}>" for each in found.letters} == {str(letter["Message-ID"]) for letter in office.letters}
    assert max(found.answered) == 3
    assert [taken.recipients for taken in office.desk.taken if OWN not in taken.recipients] == [("priya@example.net",)]
    assert office.is_in(2, ".Archive")
    assert [office.is_in(number) for number in (1, 3)] == [True, True]
    told = "\n".join(office.texts)
    assert (told.count("Archived."), told.count("Shall I send it like this?")) == (1, 1)
    assert told.count(SENT) + told.count(ON_ITS_WAY) == 1, "for some minutes after an attempt that died, nobody looks whether it has left"
    entries = await Journal(office.database).entries(ANNA)
    assert [each.action for each in entries if each.outcome is ChangeOutcome.DONE and each.action is MailAction.ARCHIVE] == [
        MailAction.ARCHIVE
    ]
