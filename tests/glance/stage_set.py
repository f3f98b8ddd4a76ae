"""A glance over a mailbox in memory, with a scripted model: what the tests of this folder share."""

import itertools
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from briefing.mail import Address, Envelope, ThreadId, mail_id
from glance.analyst import DigestLine
from glance.glance import Glance, GlanceParts, GlanceResult, Looked
from glance.identity import Identity
from glance.unified_mail import MailOfUser
from inbox.unified import UnifiedInbox
from providers.models.typed.history import AssistantLine, CalledTool, HistoryLine, ModelStep, Picture
from providers.models.typed.purposes import Purpose
from tests.inbox.memory_mailbox import OWN_ADDRESS, MemoryMailbox

NOW = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)
ROBIN = Identity(user_id="robin", organisation_id="fernweh")
FRAME = Picture(data=b"\xff\xd8 a frame", media_type="image/jpeg")
ME = Address(name="Robin Sommer", email=OWN_ADDRESS)
ANNA = Address(name="Anna Berg", email="anna@hausberg.example")

MESSAGE = "Anna needs the signed lease by five; shall I draft the answer?"
PROMPT = "Draft an answer to Anna Berg about the signed lease that she needs by five."

_ids = itertools.count(1)

Answer = AssistantLine | Exception | Callable[[ModelStep], AssistantLine]


def calling(tool: str, /, **arguments: object) -> AssistantLine:
    return calling_all((tool, arguments))


def calling_all(*calls: tuple[str, Mapping[str, object]]) -> AssistantLine:
    return AssistantLine("", tuple(CalledTool(call_id=f"c{next(_ids)}", tool=tool, arguments=given) for tool, given in calls))


def screened(
    subject: str | None = "Signed lease", sender: str | None = "Anna Berg", query: str | None = "signed lease Anna"
) -> AssistantLine:
    return calling("finalize_glance_triage", digIn=True, candidate={"subject": subject, "sender": sender, "query": query})


def not_worth_it() -> AssistantLine:
    return calling("finalize_glance_triage", digIn=False)


def searches(query: str = "signed lease Anna") -> AssistantLine:
    return calling("search_email", query=query)


def reads(thread: str = "t1") -> AssistantLine:
    return calling("read_email_thread", conversation_id=thread)


def surfaces(**more: object) -> AssistantLine:
    return calling("finalize_glance", **{"surface": True, "message": MESSAGE, "actionPrompt": PROMPT} | more)


def stays_silent() -> AssistantLine:
    return calling("finalize_glance", surface=False)


class ScriptedModels:
    """Answers the next requests with these; what it was asked is kept."""

    def __init__(self, *answers: Answer) -> None:
        self._answers = deque(answers)
        self.asked: list[tuple[Purpose, ModelStep]] = []

    async def step(self, purpose: Purpose, step: ModelStep) -> AssistantLine:
        self.asked.append((purpose, step))
        answer = self._answers.popleft()
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, AssistantLine) else answer(step)

    @property
    def analyst_was_asked(self) -> bool:
        return any(purpose is Purpose.GLANCE for purpose, _ in self.asked)

    @property
    def said(self) -> tuple[HistoryLine, ...]:
        """All that the last request held."""
        return self.asked[-1][1].lines


def mail(name: str, sender: Address, subject: str, *, thread: str = "", hours_ago: float = 1.0, **more: object) -> Envelope:
    made = Envelope(
        mail_id=mail_id("work", name),
        thread_id=ThreadId(f"work:{thread or name}"),
        subject=subject,
        sender=sender,
        to=(ANNA,) if sender is ME else (ME,),
        received_at=NOW - timedelta(hours=hours_ago),
    )
    return replace(made, **more)  # type: ignore[arg-type] # fields by name


LEASE = mail("lease", ANNA, "Signed lease")
LEASE_TEXT = "Hello Robin, can you send me the signed lease by 5 pm today? The owner is waiting. Best, Anna"


def mailbox(*more: tuple[Envelope, str], with_lease: bool = True) -> MemoryMailbox:
    box = MemoryMailbox()
    for envelope, text in (*([(LEASE, LEASE_TEXT)] if with_lease else []), *more):
        box.deliver(envelope, text)
    return box


async def no_talks() -> Sequence[DigestLine]:
    return ()


@dataclass
class Scene:
    """One glance after another at the same mailbox."""

    models: ScriptedModels
    box: MemoryMailbox = field(default_factory=mailbox)
    parts: Mapping[str, object] = field(default_factory=dict)
    looked: list[Looked] = field(default_factory=list)

    def __post_init__(self) -> None:
        inbox = UnifiedInbox([self.box])
        given: dict[str, object] = {
            "models": self.models,
            "mail": MailOfUser(inbox, ROBIN),
            "digest": no_talks,
            "now": lambda: NOW,
            "own_addresses": frozenset({OWN_ADDRESS}),
        }
        self.glance = Glance(GlanceParts(**given | dict(self.parts)), ROBIN)  # type: ignore[arg-type] # fields by name

    async def look(self, app: str = "Mail") -> GlanceResult:
        return await self.glance.look(FRAME, app, note=self.looked.append)
