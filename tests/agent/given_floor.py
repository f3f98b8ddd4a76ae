"""A conversation whose floor the test gives and takes, and what an announcer says in it."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

from briefing.agenda import Agenda, Topic, TopicKind
from briefing.mail import Envelope
from briefing.speech.sentences.about_failures import Trouble
from briefing.tracking.tracker import BriefingSessionTracker
from briefing.understanding.commands import CommandKind
from session.behaviours import announce_arrivals
from session.call import Call
from session.floor import ConversationEvent
from session.outcome import Outcome
from session.skills.presenting import present
from session.tools import Skill as Work
from tests.agent.memory_call import memory_call
from tests.inbox.memory_mailbox import NOON, MemoryMailbox, new_mail

FRIEND = "anna@example.org"
SENTENCE_S = 0.4


class GivenFloor:
    """Keeps the `Conversation` protocol. `impolite` is what was said while somebody spoke; `at` are the moments of what is `said`."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.at: list[float] = []
        self.impolite: list[str] = []
        self.speaking = 0
        self.voice_trouble: Trouble | None = None
        self._listeners: defaultdict[ConversationEvent, list[Callable[[], None]]] = defaultdict(list)
        self.readings_ended = 0
        self.users_turn = False
        self._answering = False
        self._changed = asyncio.Event()

    @property
    def free(self) -> bool:
        return not self.users_turn and not self._answering and not self.speaking

    @property
    def quiet(self) -> bool:
        return not self.users_turn and not self.speaking

    def on(self, moment: ConversationEvent, listener: Callable[[], None]) -> None:
        self._listeners[moment].append(listener)

    def happens(self, moment: ConversationEvent) -> None:
        for listener in self._listeners[moment]:
            listener()

    def user_speaks(self) -> None:
        self.users_turn = True

    def agent_answers(self) -> None:
        self.users_turn, self._answering = False, True

    def agent_listens(self) -> None:
        self._answering = False
        self._changed.set()
        self.happens(ConversationEvent.QUIET)

    async def wait_until_free(self) -> None:
        while not self.free:
            self._changed.clear()
            await self._changed.wait()

    def end_reading(self) -> None:
        self.readings_ended += 1

    async def say(self, words: str) -> bool:
        """As long as it takes; cut off if the user speaks meanwhile, and heard only if a voice speaks it."""
        if not self.quiet:
            self.impolite.append(words)
        self.said.append(words)
        self.at.append(asyncio.get_running_loop().time())
        self.speaking += 1
        await asyncio.sleep(SENTENCE_S)
        self.speaking -= 1
        self._changed.set()
        return not self.users_turn and self.voice_trouble is not Trouble.NO_VOICE

    async def tell(self, words: str) -> bool:
        return await self.say(words)

    async def cut_in(self, words: str) -> bool:
        self.users_turn, self.speaking = False, 0
        return await self.say(words)

    async def act(self, kind: CommandKind) -> None:
        await self.say(f"({kind})")


class Conversation:
    """A call, its mailbox, and everything that is said unasked."""

    def __init__(self, call: Call, mailbox: MemoryMailbox, floor: GivenFloor) -> None:
        self.call = call
        self.mailbox = mailbox
        self.floor = floor

    async def says(self, intent: Work, /, **arguments: object) -> str:
        """A turn of the user and its answer, played to its end; what was answered."""
        self.floor.user_speaks()
        await asyncio.sleep(1)
        self.floor.agent_answers()
        outcome: Outcome = await self.call.perform(lambda call: intent(call, **arguments))
        await asyncio.sleep(1)
        self.play(outcome)
        self.floor.happens(ConversationEvent.PASSAGE_PLAYED)
        await asyncio.sleep(1)
        self.falls_silent()
        return outcome.words

    def play(self, outcome: Outcome) -> None:
        """The words about the mail are played: it was presented, and told if they were its last ones."""
        for passage in outcome.spoken:
            if passage.mail is not None:
                self.call.tracker.note_presented(passage.mail)
                self.call.heard(passage)

    def falls_silent(self) -> None:
        self.floor.agent_listens()

    async def nothing_happens_for(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    @property
    def told(self) -> list[str]:
        """The news that was told, without the offers behind it."""
        return [words for words in self.floor.said if not words.startswith("Shall I")]

    @property
    def current(self) -> str:
        mail = self.call.tracker.current()
        return mail.mail_id.partition(":")[2] if mail else ""


@asynccontextmanager
async def conversation(*topics: Sequence[str], begin: bool = True) -> AsyncIterator[Conversation]:
    """A call over topics with mails of these names, at its first mail, which has just been told."""
    mailbox = MemoryMailbox("work", [new_mail(name) for topic in topics for name in topic])
    mailbox.sent_to = frozenset({FRIEND})
    call = await memory_call(mailbox)
    envelopes = list(call.mail.pipeline.envelopes.values())
    refs = {ref.mail_id.partition(":")[2]: ref for topic in call.mail.pipeline.agenda_of(envelopes, NOON).topics for ref in topic.mails}
    call.tracker = BriefingSessionTracker(
        Agenda(
            topics=tuple(
                Topic(label=f"Topic {number}", kind=TopicKind.SIMILAR, mails=tuple(refs[name] for name in topic))
                for number, topic in enumerate(topics, start=1)
            )
        )
    )
    floor = GivenFloor()
    async with call.background, call.records.marks:
        announce_arrivals(call, floor)
        call.background.start("say what is unasked", call.announcements.follow(floor))
        told = Conversation(call, mailbox, floor)
        if begin:
            await told.says(present)
        yield told
        assert floor.impolite == []


def from_friend(name: str, text: str = "Can you sign today?") -> Envelope:
    """A mail from somebody the user has written to, who asks: an urgent one."""
    mail = new_mail(name, subject=f"Matter {name}")
    return replace(mail, sender=replace(mail.sender, name="Anna Berg", email=FRIEND), snippet=text)
