"""A turn from its words to one final, with each of its steps replaced."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest

from briefing.speech.sentences.about_sending import DRAFT_IS_READY
from briefing.speech.sentences.replies import DID_NOT_WORK
from conversations.acknowledging import Acknowledgement
from conversations.router import Continue, New, Resume, Route
from conversations.store import DigestEntry
from conversations.turn import AnswerOfTurn, Final, TurnSteps, take_turn
from providers.models.typed.typed_errors import ModelAwayError
from tests.conversations.routing import BOILER, DIGEST, LEASE

WORDS = "Carla asks about the lease of the house at the lake, and whether it can be ended before May or only at the end of the year"


@dataclass
class Steps:
    """What a turn asked for. `None` among the ids would be an access without a conversation."""

    route: Route
    answer: AnswerOfTurn = field(default_factory=lambda: AnswerOfTurn(spoken="It ends in May."))
    fails: Exception | None = None
    helper_fails: bool = False
    touched: list[object] = field(default_factory=list)
    titles: list[str] = field(default_factory=list)
    summaries: list[tuple[str, str]] = field(default_factory=list)
    links: list[str] = field(default_factory=list)

    async def _digest(self) -> Sequence[DigestEntry]:
        return DIGEST

    async def _route(self, digest: Sequence[DigestEntry]) -> Route:
        assert digest is DIGEST
        return self.route

    async def _create(self, title: str) -> str:
        self.titles.append(title)
        return "c-new"

    async def _run(self, conversation_id: str) -> AnswerOfTurn:
        self.touched.append(conversation_id)
        await asyncio.sleep(0)
        if self.fails:
            raise self.fails
        return self.answer

    async def _summarise(self, conversation_id: str, line: str) -> None:
        self.touched.append(conversation_id)
        if self.helper_fails:
            raise OSError("away")
        self.summaries.append((conversation_id, line))

    async def _link(self, conversation_id: str) -> str:
        self.touched.append(conversation_id)
        if self.helper_fails:
            raise OSError("away")
        self.links.append(conversation_id)
        return f"https://aloud.example.com/conversations/{conversation_id}"

    def as_steps(self) -> TurnSteps:
        return TurnSteps(
            digest=self._digest, route=self._route, begin=self._create, run=self._run, summarise=self._summarise, link=self._link
        )

    async def take(self, words: str = WORDS) -> Final:
        return await take_turn(words, self.as_steps(), mode="voice")


@pytest.mark.parametrize(("route", "conversation"), [(Resume(LEASE), LEASE), (Continue(BOILER), BOILER), (New(), "c-new")])
async def test_dispatch_resume_passes_the_older_id_continue_keeps_the_active_one_and_new_creates_one(
    route: Route, conversation: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "conversations")
    steps = Steps(route)
    final = await steps.take()
    assert (final.conversation_id, final.spoken, set(steps.touched)) == (conversation, "It ends in May.", {conversation})
    (title,) = steps.titles or [WORDS[:10]]
    assert WORDS.startswith(title.rstrip("…"))
    assert len(title) <= 80
    (record,) = caplog.records
    told = {"mode": "voice", "agent": "companion", "route": type(route).__name__.lower(), "conversation": conversation, "frame": False}
    assert told.items() <= vars(record).items()
    assert "Carla" not in str(vars(record))


async def test_new_without_words_is_titled_with_the_name_of_the_product() -> None:
    steps = Steps(New())
    await steps.take("  ")
    assert steps.titles == ["Aloud"]


async def test_summary_is_the_spoken_answer_else_the_prose_and_a_failing_write_leaves_the_turn_whole() -> None:
    spoken, nothing = Steps(Continue(LEASE)), Steps(Continue(LEASE), AnswerOfTurn())
    prose = Steps(Continue(LEASE), AnswerOfTurn(prose="Word " * 100))
    for each in (spoken, prose, nothing):
        await each.take()
    assert spoken.summaries == [(LEASE, "It ends in May.")]
    assert prose.summaries[0][1].startswith("Word Word")
    assert nothing.summaries == []
    away = Steps(Continue(LEASE), helper_fails=True)
    assert (await away.take()).spoken == "It ends in May."


async def test_draft_that_is_paused_ends_the_turn_with_a_link_to_its_conversation() -> None:
    steps = Steps(Resume(LEASE), AnswerOfTurn(prose="Here it is.", waits=True))
    final = await steps.take()
    assert final == Final(
        spoken=DRAFT_IS_READY,
        conversation_id=LEASE,
        open_in_browser=True,
        deep_link=f"https://aloud.example.com/conversations/{LEASE}",
    )
    assert "draft" in final.spoken
    assert (steps.links, steps.summaries) == ([LEASE], [])
    away = await replace(steps, helper_fails=True).take()
    assert (away.spoken, away.open_in_browser, away.deep_link) == (DRAFT_IS_READY, True, None)


async def test_errors_a_step_that_throws_after_it_began_gives_the_fallback_final(caplog: pytest.LogCaptureFixture) -> None:
    steps = Steps(Resume(LEASE), fails=ValueError("a word of Carla's"))
    final = await steps.take()
    assert (final.spoken, final.conversation_id, final.open_in_browser) == (DID_NOT_WORK, LEASE, False)
    assert steps.touched == [LEASE], "no state was touched without an id"
    assert "Carla" not in str([vars(record) for record in caplog.records])


async def test_small_talk_is_answered_by_the_acknowledgement_and_a_request_by_the_answer() -> None:
    async def chitchat() -> Acknowledgement:
        return Acknowledgement(spokenAck="Good morning!", intent="chitchat")

    async def request() -> Acknowledgement:
        return Acknowledgement(spokenAck="Let me look.", intent="new_request")

    async def away() -> Acknowledgement:
        raise ModelAwayError("away")

    said: list[str] = []
    steps = Steps(Continue(LEASE))
    final = await take_turn(
        "Hello", replace(steps.as_steps(), acknowledge=chitchat), mode="text", heard=lambda ack: said.append(ack.spoken)
    )
    assert (final.spoken, steps.touched, said) == ("Good morning!", [], [])
    for acknowledge in (request, away):
        answered = replace(steps.as_steps(), acknowledge=acknowledge)
        assert (await take_turn(WORDS, answered, mode="text", heard=lambda ack: said.append(ack.spoken))).spoken == "It ends in May."
    assert said == ["Let me look."]
