"""What is said unasked waits in one queue: by precedence, at a polite point, only while it is true, once, and never two at a time."""

import ast
import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from random import Random

import pytest

from briefing.understanding.commands import CommandKind
from session.announcements.announcement import Announcement, AnnouncementOutcome, Moment, PolitePoint, Precedence
from session.announcements.queue import LOOK_AGAIN_S, SENTENCE_WITHIN_S, SETTLED_AFTER_S, AnnouncementQueue
from session.background_tasks import BackgroundTasks
from session.dialogue import Said
from session.floor import CallOverError, ConversationEvent
from tests.agent.given_floor import SENTENCE_S, GivenFloor
from tests.inbox.virtual_clock import in_virtual_time, now
from tests.randomness import chance
from tests.test_architecture import MODULES, method_of, name_of, tree_of

SPEAKING = {"say", "tell", "cut_in", "act", "generate_reply", "wait_until_free", "wait_for_idle"}
SPEAKERS = ("session", "conversation", "floor")
A_WHILE_S = 30.0


class TestWhoSpeaks:
    @pytest.mark.slow
    def test_one_module_decides_when_something_is_said_unasked(self) -> None:
        """Beside it speak the conversation itself, whatever answers a line, and one who takes no call: there is no conversation yet."""
        speaking = {
            f"{name_of(path)} {function}"
            for path in MODULES
            for function, call in calls_by_function(tree_of(path))
            for whom, method in [method_of(call)]
            if method in SPEAKING and whom.rpartition(".")[2].lstrip("_") in SPEAKERS and not name_of(path).startswith("cli/")
        }
        answering = {place for place in speaking if place.startswith(("agent/speaking/", "agent/turns/", "agent/roomless/"))}
        assert speaking - answering - {"agent/briefer.py act", "agent/operations/warm_up.py _call"} == {
            "session/announcements/queue.py _say",
            "session/announcements/queue.py _freed",
            "agent/room_behaviours.py turn_away",
        }


def calls_by_function(tree: ast.Module) -> Iterator[tuple[str, ast.Call]]:
    """Each call, with the name of the innermost function around it."""
    found: dict[ast.Call, str] = {}
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            found.update({call: function.name for call in ast.walk(function) if isinstance(call, ast.Call)})
    return ((name, call) for call, name in found.items())


class Source:
    """Puts announcements, and notes what became of them."""

    def __init__(self, queue: AnnouncementQueue, floor: GivenFloor) -> None:
        self.queue = queue
        self.floor = floor
        self.became: list[tuple[str, AnnouncementOutcome]] = []

    def announcement(self, words: str, precedence: Precedence = Precedence.ARRIVAL, point: PolitePoint = PolitePoint.REPLY) -> Announcement:
        return Announcement(says=lambda: words, precedence=precedence, point=point, ended=partial(self.ended, words))

    def ended(self, words: str, outcome: AnnouncementOutcome) -> None:
        self.became.append((words, outcome))

    def put(self, words: str, precedence: Precedence = Precedence.ARRIVAL, point: PolitePoint = PolitePoint.REPLY) -> None:
        self.queue.put(self.announcement(words, precedence, point))


@asynccontextmanager
async def queue_in(floor: GivenFloor, *, asks: Callable[[], bool] = lambda: False) -> AsyncIterator[Source]:
    queue = AnnouncementQueue(asks=asks)
    async with BackgroundTasks() as background:
        background.start("say what is unasked", queue.follow(floor))
        await asyncio.sleep(0)
        yield Source(queue, floor)
        assert floor.impolite == []


class TestOrder:
    @in_virtual_time
    async def test_what_matters_more_is_said_first_whenever_it_was_put(self) -> None:
        async with queue_in(GivenFloor()) as source:
            source.floor.user_speaks()
            news = [precedence for precedence in Precedence if precedence is not Precedence.FAREWELL]
            for precedence in reversed(news):
                source.put(precedence.name, precedence)
            await asyncio.sleep(A_WHILE_S)
            assert source.floor.said == []
            source.floor.agent_answers()
            source.floor.agent_listens()
            await asyncio.sleep(A_WHILE_S)
            assert source.floor.said == [precedence.name for precedence in news]

    @in_virtual_time
    async def test_nothing_is_said_after_a_goodbye(self) -> None:
        async with queue_in(GivenFloor()) as source:
            mail = source.announcement("First topic.", Precedence.OPENING)
            source.queue.put(Announcement(says=lambda: "Good morning.", precedence=Precedence.OPENING, ended=lambda _: mail))
            source.put("Goodbye.", Precedence.FAREWELL, PolitePoint.AT_ONCE)
            source.put("A mail.")
            waits = asyncio.create_task(source.queue.said(source.announcement("Trouble.", Precedence.TROUBLE)))
            await asyncio.sleep(A_WHILE_S)
            source.put("Another mail.")
            await asyncio.sleep(A_WHILE_S)
            assert source.floor.said[-1] == "Goodbye."
            assert await waits is AnnouncementOutcome.EXPIRED

    @in_virtual_time
    async def test_what_follows_is_said_directly_behind(self) -> None:
        async with queue_in(GivenFloor()) as source:
            more = source.announcement("And more?", Precedence.COMPANY)
            news = Announcement(says=lambda: "News.", precedence=Precedence.ARRIVAL, ended=lambda _: more)
            source.queue.put(news)
            await asyncio.sleep(SENTENCE_S / 2)
            source.put("Trouble.", Precedence.TROUBLE)
            await asyncio.sleep(A_WHILE_S)
            assert source.floor.said == ["News.", "And more?", "Trouble."]

    @in_virtual_time
    async def test_a_command_that_runs_unasked_leaves_room_for_company_and_for_nothing_else(self) -> None:
        done = asyncio.Event()

        class Working(GivenFloor):
            async def act(self, kind: CommandKind) -> None:
                await done.wait()

        async with queue_in(Working()) as source:
            source.queue.put(Announcement(says=lambda: CommandKind.GO_ON, precedence=Precedence.OPENING))
            source.put("A mail.")
            source.put("One moment.", Precedence.COMPANY, PolitePoint.GAP)
            await asyncio.sleep(A_WHILE_S)
            assert source.floor.said == ["One moment."]
            done.set()
            await asyncio.sleep(A_WHILE_S)
            assert source.floor.said == ["One moment.", "A mail."]


class TestPolitePoints:
    @in_virtual_time
    async def test_in_the_users_turn_nothing_is_said_but_what_ends_the_call(self) -> None:
        async with queue_in(GivenFloor()) as source:
            source.floor.user_speaks()
            for point in (PolitePoint.REPLY, PolitePoint.READING, PolitePoint.GAP):
                source.put(point, point=point)
            await asyncio.sleep(A_WHILE_S)
            assert source.floor.said == []
            source.put("The end.", Precedence.FAREWELL, PolitePoint.AT_ONCE)
            await asyncio.sleep(SENTENCE_S / 2)
            assert source.floor.said == ["The end."]

    @in_virtual_time
    async def test_while_an_answer_is_on_its_way_only_company_is_kept(self) -> None:
        async with queue_in(GivenFloor()) as source:
            source.floor.agent_answers()
            source.put("A mail.")
            source.put("One moment.", Precedence.COMPANY, PolitePoint.GAP)
            await asyncio.sleep(A_WHILE_S)
            assert source.floor.said == ["One moment."]

    @in_virtual_time
    async def test_in_the_silence_after_the_users_words_the_queue_waits_without_looking_all_the_time(self) -> None:
        class Silent(GivenFloor):
            looks = 0

            @property
            def quiet(self) -> bool:
                self.looks += 1
                return not self.speaking

        floor = Silent()
        async with queue_in(floor) as source:
            floor.user_speaks()
            source.put("One moment.", Precedence.COMPANY, PolitePoint.GAP)
            await asyncio.sleep(A_WHILE_S)
            assert floor.said == []
            assert floor.looks <= A_WHILE_S / LOOK_AGAIN_S + 2
            floor.agent_answers()
            await asyncio.sleep(LOOK_AGAIN_S)
            assert floor.said == ["One moment."]

    @in_virtual_time
    async def test_the_end_of_the_call_is_said_behind_the_sentence_or_where_it_is_too_long(self) -> None:
        async with queue_in(GivenFloor()) as source:
            source.floor.speaking = 1
            source.put("The end.", Precedence.FAREWELL, PolitePoint.AFTER_SENTENCE)
            await asyncio.sleep(SENTENCE_WITHIN_S / 2)
            assert source.floor.said == []
            source.floor.happens(ConversationEvent.PASSAGE_PLAYED)
            await asyncio.sleep(SENTENCE_S / 2)
            assert source.floor.said == ["The end."]
        async with queue_in(GivenFloor()) as source:
            source.floor.speaking = 1
            source.put("The end.", Precedence.FAREWELL, PolitePoint.AFTER_SENTENCE)
            await asyncio.sleep(SENTENCE_WITHIN_S + LOOK_AGAIN_S)
            assert source.floor.said == ["The end."]

    @in_virtual_time
    async def test_what_needs_a_pause_gets_it_and_is_not_kept_waiting_where_there_was_one(self) -> None:
        def settled(moment: Moment) -> bool:
            return moment.settled

        async with queue_in(GivenFloor()) as source:
            source.floor.agent_listens()
            began = now()
            source.queue.put(Announcement(says=lambda: "first", precedence=Precedence.ARRIVAL, ready=settled))
            await asyncio.sleep(A_WHILE_S)
            assert began + SETTLED_AFTER_S <= source.floor.at[0] <= began + SETTLED_AFTER_S + LOOK_AGAIN_S
            put_at = now()
            source.queue.put(Announcement(says=lambda: "second", precedence=Precedence.ARRIVAL, ready=settled))
            await asyncio.sleep(0.1)
            assert source.floor.at[1] == put_at

    @in_virtual_time
    async def test_who_is_asked_for_a_yes_gets_time_to_give_it_before_anything_else_is_said(self) -> None:
        asked = True
        async with queue_in(GivenFloor(), asks=lambda: asked) as source:
            source.floor.agent_answers()
            source.put("Your mail has been sent.", Precedence.SENDING)
            source.floor.agent_listens()
            await asyncio.sleep(SETTLED_AFTER_S / 2)
            assert source.floor.said == []
            await asyncio.sleep(A_WHILE_S)
            assert source.floor.said == ["Your mail has been sent."]
            asked = False
            source.floor.agent_answers()
            source.put("A mail.")
            source.floor.agent_listens()
            await asyncio.sleep(SETTLED_AFTER_S / 2)
            assert source.floor.said == ["Your mail has been sent.", "A mail."]


class TestTruth:
    @in_virtual_time
    async def test_what_is_said_is_composed_when_it_is_said(self) -> None:
        count = 1
        async with queue_in(GivenFloor()) as source:
            source.floor.agent_answers()
            source.queue.put(Announcement(says=lambda: f"{count} new", precedence=Precedence.ARRIVAL))
            await asyncio.sleep(A_WHILE_S)
            count = 2
            source.floor.agent_listens()
            await asyncio.sleep(1)
            assert source.floor.said == ["2 new"]

    @pytest.mark.parametrize("why", ["no longer true", "nothing to say", "withdrawn"])
    @in_virtual_time
    async def test_what_has_lapsed_is_not_said_and_its_source_knows(self, why: str) -> None:
        async with queue_in(GivenFloor()) as source:
            source.floor.agent_answers()
            lapsed = Announcement(
                says=lambda: "" if why == "nothing to say" else "Lapsed.",
                precedence=Precedence.ARRIVAL,
                still=lambda: why != "no longer true",
                ended=partial(source.ended, "lapsed"),
            )
            source.queue.put(lapsed)
            if why == "withdrawn":
                source.queue.withdraw(lapsed)
            await asyncio.sleep(A_WHILE_S)
            source.floor.agent_listens()
            await asyncio.sleep(A_WHILE_S)
            assert source.floor.said == []
            assert source.became == ([] if why == "withdrawn" else [("lapsed", AnnouncementOutcome.EXPIRED)])


class TestPrinting:
    def test_what_is_printed_of_an_announcement_shows_nothing_of_the_call(self) -> None:
        private = partial(print, "of a mail")
        printed = repr(Announcement(says=str, precedence=Precedence.ARRIVAL, still=private, ready=private, ended=private))  # type: ignore[arg-type]
        assert "of a mail" not in printed + repr(Said(again=private))  # type: ignore[arg-type]


class TestOnce:
    @in_virtual_time
    async def test_what_is_put_twice_is_said_once(self) -> None:
        async with queue_in(GivenFloor()) as source:
            source.floor.agent_answers()
            news = source.announcement("News.")
            source.queue.put(news)
            source.queue.put(news)
            source.floor.agent_listens()
            await asyncio.sleep(A_WHILE_S)
            assert source.floor.said == ["News."]
            assert source.became == [("News.", AnnouncementOutcome.HEARD)]

    @in_virtual_time
    async def test_of_what_was_cut_off_its_source_is_told_so_that_it_can_come_again(self) -> None:
        async with queue_in(GivenFloor()) as source:
            source.put("News.")
            await asyncio.sleep(SENTENCE_S / 2)
            source.floor.user_speaks()
            await asyncio.sleep(A_WHILE_S)
            assert source.became == [("News.", AnnouncementOutcome.INTERRUPTED)]

    @in_virtual_time
    async def test_one_that_fails_does_not_keep_the_others_from_being_said(self) -> None:
        def fails(*_: object) -> str:
            raise ValueError("unexpected")

        async with queue_in(GivenFloor()) as source:
            source.queue.put(Announcement(says=fails, precedence=Precedence.OPENING))
            source.queue.put(Announcement(says=lambda: "One.", precedence=Precedence.SENDING, ended=fails))  # type: ignore[arg-type]
            source.put("Two.")
            await asyncio.sleep(A_WHILE_S)
            assert source.floor.said == ["One.", "Two."]

    @in_virtual_time
    async def test_who_waits_for_something_waits_no_longer_than_the_call(self) -> None:
        class Over(GivenFloor):
            async def say(self, words: str) -> bool:
                raise CallOverError

        async with queue_in(Over()) as source:
            waiting = asyncio.create_task(source.queue.said(source.announcement("Never.")))
            await asyncio.sleep(1)
            assert await waiting is AnnouncementOutcome.EXPIRED
            assert await source.queue.said(source.announcement("Nor this.")) is AnnouncementOutcome.EXPIRED

    @pytest.mark.random
    @in_virtual_time
    async def test_whatever_happens_everything_is_heard_once_and_no_two_overlap(self) -> None:
        luck = chance("announcements")
        async with queue_in(GivenFloor()) as source:
            for number in range(300):
                await _anything(source, luck, number)
            source.floor.agent_answers()
            source.floor.agent_listens()
            await asyncio.sleep(600)
            heard = Counter(words for words, outcome in source.became if outcome is AnnouncementOutcome.HEARD)
            assert set(heard.values()) == {1}
            assert len(heard) == 300


async def _anything(source: Source, luck: Random, number: int) -> None:
    def again(outcome: AnnouncementOutcome) -> None:
        source.ended(str(number), outcome)
        if outcome is AnnouncementOutcome.INTERRUPTED:
            source.queue.put(news, after_s=luck.uniform(0, 3))

    points = [PolitePoint.REPLY, PolitePoint.READING, PolitePoint.GAP]
    news = Announcement(
        says=lambda: str(number), precedence=luck.choice([*Precedence][1:]), point=luck.choice(points), ended=again
    )  # fmt: skip
    source.queue.put(news, after_s=luck.choice([0, luck.uniform(0, 5)]))
    await asyncio.sleep(luck.choice([0, luck.uniform(0, 2)]))
    happenings: list[Callable[[], None]] = [source.floor.user_speaks, source.floor.agent_answers, source.floor.agent_listens]
    luck.choice(happenings)()
