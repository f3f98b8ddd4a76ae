"""What a sequence is made of: words of the user with as much of the answer as is heard, faults, what happens to mail, ends of calls."""

from dataclasses import dataclass
from enum import StrEnum

from hypothesis import strategies as st

from tests.agent.fault_run.weather import Service, Sky

MOST_STEPS = 40
MOST_MAILS = 9
ALL = 99


class Intent(StrEnum):
    """What the user says; each is one tool."""

    NEXT = "next"
    SKIP_MAIL = "skip this one"
    SKIP_TOPIC = "skip the topic"
    GO_BACK = "go back"
    ARCHIVE = "archive it"
    MARK_READ = "mark it as read"
    FLAG = "flag it"
    UNFLAG = "take the flag off"
    READ_IN_FULL = "read it out"
    REPEAT = "say that again"
    WHERE_WERE_WE = "where were we"
    GO_ON = "go on"
    JUMP_TO_MAIL = "the third one"
    JUMP_TO_TOPIC = "topic two"
    SEARCH = "search"
    ARCHIVE_NUMBER = "archive the second one"
    CHECK_FOR_MAIL = "is there new mail"
    WHAT_DID_I_SKIP = "what did I skip"
    ASK_BACK = "archive it (hardly understood)"
    YES = "yes"
    NO = "no"
    PROGRESS = "how far are we"
    GOODBYE = "goodbye"


@dataclass(frozen=True, slots=True)
class Heard:
    """How much of an answer is heard: so many passages, of the next one a part. Nothing is heard while the caller is `gone`."""

    passages: int = ALL
    begun: bool = False
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Say:
    """A turn of the user; where there is no call they call first. `number` is whatever the intent counts."""

    intent: Intent
    heard: Heard = Heard()
    number: int = 1


@dataclass(frozen=True, slots=True)
class Wait:
    """Time goes by."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Fault:
    """A service fails in this way for so long."""

    service: Service
    sky: Sky
    seconds: float


class MailEvent(StrEnum):
    """What happens to mail without the user's words."""

    ARRIVES = "arrives"
    READ_ELSEWHERE = "read elsewhere"
    UNREAD_AGAIN = "unread again"
    DELETED = "deleted"


@dataclass(frozen=True, slots=True)
class MailHappens:
    """To the mail with this number, or a new one."""

    event: MailEvent
    number: int = 0


@dataclass(frozen=True, slots=True)
class Crash:
    """The process is killed, after so many accesses to the outside from now on. Another one may be sent at once in its place."""

    accesses: int
    replaced: bool = False


@dataclass(frozen=True, slots=True)
class CallAgain:
    """The user calls, from somewhere else if there is a call already; of the greeting and the first mail they hear so much."""

    heard: Heard = Heard()


@dataclass(frozen=True, slots=True)
class HangUp:
    """The line is cut in order, and the process has time to store what it has to."""


Step = Say | Wait | Fault | MailHappens | Crash | CallAgain | HangUp


@dataclass(frozen=True, slots=True)
class Sequence:
    """One run. `embedded` keeps everything in the local database; else ledger and saved calls are on another machine."""

    embedded: bool
    mails: int
    steps: tuple[Step, ...]


OFTEN = (*[Intent.NEXT] * 8, *[Intent.SKIP_MAIL] * 2, *[Intent.ARCHIVE] * 2, *[Intent.YES] * 2, *Intent)

_heard = st.one_of(
    st.just(Heard()),
    st.just(Heard()),
    st.builds(Heard, st.integers(0, 3), st.booleans()),
    st.just(Heard(gone=True)),
)
_says = st.builds(Say, st.sampled_from(OFTEN), _heard, st.integers(1, 4))
_FAILS_LIKE = {
    **dict.fromkeys((Service.LEDGER, Service.STATES, Service.WRITER), (Sky.AWAY, Sky.HANGS, Sky.SLOW, Sky.LATE, Sky.LOSES_ANSWERS)),
    Service.MAILBOX: (Sky.AWAY, Sky.HANGS, Sky.SLOW),
    Service.DISK: (Sky.AWAY, Sky.SLOW),  # a file that is locked says so; it neither hangs nor loses an answer
}
_FAULTS = [Fault(service, sky, seconds) for service, skies in _FAILS_LIKE.items() for sky in skies for seconds in (1.0, 8.0, 90.0)]
_KINDS: tuple[st.SearchStrategy[Step], ...] = (
    *[_says] * 16,
    *[st.sampled_from(_FAULTS)] * 3,
    *[st.builds(Crash, st.integers(0, 15), st.booleans())] * 3,
    st.builds(MailHappens, st.sampled_from(MailEvent), st.integers(0, MOST_MAILS)),
    st.builds(CallAgain, _heard),
    st.builds(Wait, st.sampled_from([0.0, 2.0, 30.0, 600.0, 7200.0, 50_000.0])),
    st.just(HangUp()),
)
"""As often as they stand here: mostly, somebody says something."""


@st.composite
def sequences(draw: st.DrawFn, *, embedded: bool | None = None, most_steps: int = MOST_STEPS) -> Sequence:
    """Any sequence, of any length up to `most_steps`."""
    kept_here = draw(st.booleans()) if embedded is None else embedded
    mails, length = draw(st.integers(1, MOST_MAILS)), draw(st.integers(1, most_steps))
    return Sequence(embedded=kept_here, mails=mails, steps=tuple(draw(draw(st.sampled_from(_KINDS))) for _ in range(length)))
