"""What the agent and the page say to each other about the briefing. The page's types are generated from these (`scripts.page_types`).

The size is bounded, however large the inbox is. All text from mails is one line without control, bidirectional or zero-width characters,
and must be shown as plain text.
"""

from datetime import datetime
from enum import StrEnum
from typing import Literal

from pydantic import Field

from knowledge.likes import Length, Likes
from session.dialogue import Offer
from session.glancing.shared_screen import Sharing
from session.skills.writing.draft_pane import DraftOnBoard, HeldOnBoard, PageMessage

BOARD_TOPIC = "aloud.board"
"""Topic of the text streams that carry a `Board`, and the RPC method that answers with the newest one."""
PRESS_METHOD = "aloud.do"
"""The RPC method that takes a `Press`."""
CAPTIONS_METHOD = "aloud.captions"
"""The RPC method that takes a `Missed` and answers with `SaidBefore`."""
DRAFT_METHOD = "aloud.draft"
"""The RPC method that takes a `DraftEdit` and answers with `Edited`."""
VOICE_METHOD = "aloud.voice"
"""The RPC method that takes a `VoiceWish`."""
LOOKS_METHOD = "aloud.looks"
"""The RPC method that takes a `Looks`."""
FINAL_TOPIC = "aloud.final"
"""Topic of the text streams that carry what a turn of the user's has come to, a `Final` as JSON: one for each turn, when it has ended."""
PULSE_TOPIC = "aloud.pulse"
"""Topic of the data packets that say, each second, that the agent's event loop runs."""

VERSION: Literal[1] = 1

MOST_TOPICS = 60
MOST_NEXT = 5
MOST_DONE = 30
MOST_ARRIVALS = 10
MOST_REASONS = 5
MOST_ATTACHMENTS = 10
MOST_CAPTIONS = 40
MOST_LEFT_OUT = 20


class Phase(StrEnum):
    """Where the briefing as a whole is. While it is loading, numbers may still grow and the order of what is ahead may change."""

    LOADING = "loading"
    BRIEFING = "briefing"
    DONE = "done"


class TopicState(StrEnum):
    """`past` has nothing left to be told, `ahead` has."""

    PAST = "past"
    CURRENT = "current"
    AHEAD = "ahead"


HEARD = "Heard"
SKIPPED = "Skipped"


class Counts(PageMessage):
    """True counts of mails: the first four add up to the total."""

    briefed: int
    actioned: int
    skipped: int
    remaining: int
    total: int


class TopicOnBoard(PageMessage):
    """One topic by its number as spoken. `done` of its `mails` need not be told any more."""

    number: int
    label: str
    mails: int
    done: int
    state: TopicState


class CurrentMail(PageMessage):
    """The mail that "it" means now. `heard` is the share of its presentation that was played, 0 to 1; `reading`: it is read in full."""

    mail_id: str
    sender_name: str
    sender_address: str
    subject: str
    account: str = Field(description="Empty where there is only one.")
    reasons: tuple[str, ...] = Field(description="Why it matters, in a few words each, the weightiest first.")
    received_at: datetime | None = Field(description="ISO 8601; null while the mail has not loaded.")
    attachments: tuple[str, ...]
    snippet: str
    heard: float
    flagged: bool
    reading: bool


class NextMail(PageMessage):
    """A mail that moving on will come to, nearest first."""

    mail_id: str
    sender_name: str
    subject: str
    account: str


class DoneMail(PageMessage):
    """A mail that is settled, and how; newest first. `outcome` is shown as it stands: `HEARD`, `SKIPPED`, or what was done."""

    mail_id: str
    sender_name: str
    subject: str
    outcome: str


class ArrivedMail(PageMessage):
    """A mail that came in during the call and is neither accepted nor declined."""

    mail_id: str
    sender_name: str
    subject: str
    urgent: bool


class VoiceOnBoard(PageMessage):
    """How Aloud speaks, where that can be changed. `speed` is so many times the normal one; one voice alone is no choice."""

    voices: tuple[str, ...]
    voice: str
    speed: float


class LeftOutOnBoard(PageMessage):
    """Mail that the user does not want to hear of for now; `until` is empty for what is left out in this call alone. `comes`: in this
    call it comes all the same, because all mail was asked for."""

    what: str
    until: str
    comes: bool


class LikesOnBoard(PageMessage):
    """How the user likes to be told. In flow, the next mail comes without a question; `prods` is how often a silent user is spoken to, for
    the first time after `prod_after_s`. `only` says which mails alone come for now, as the user would; empty for all. `zone` is the name of
    the time zone that is the user's, and `zone_chosen` whether they have chosen it."""

    length: Length
    flows: bool
    prods: int
    prod_after_s: int = Likes().prod_after_s
    only: str = ""
    zone: str = ""
    zone_chosen: bool = False
    languages: tuple[str, ...] = Field(default=(), description="Codes of those that the user understands beside English.")
    left_out: tuple[LeftOutOnBoard, ...] = ()


class Board(PageMessage):
    """All that the page shows of the briefing. `number` rises with each board that differs from the one before, within one agent."""

    version: Literal[1] = VERSION
    number: int = 0
    phase: Phase
    counts: Counts
    topics: tuple[TopicOnBoard, ...] = Field(description="Those around the current one.")
    topics_total: int
    current: CurrentMail | None
    next: tuple[NextMail, ...]
    done: tuple[DoneMail, ...]
    arrivals: tuple[ArrivedMail, ...]
    arrivals_total: int
    undo: str = Field(default="", description="What an undo would take back, in a few words; empty where nothing, or where nobody knows.")
    offer: Offer | None = Field(description="What a yes would mean now; null where yes and no mean nothing.")
    question: str = Field(default="", description="With the offer `agree`: what exactly was asked.")
    asked: str = Field(default="", description="Which question that is: what the buttons that answer it are pressed about.")
    drafts: tuple[DraftOnBoard, ...] = ()
    held: HeldOnBoard | None = None
    speaks: bool = Field(description="The agent can speak.")
    hears: bool = Field(description="The agent can hear.")
    voice: VoiceOnBoard | None = None
    likes: LikesOnBoard
    screen: Sharing | None = Field(default=None, description="Whether the shared screen is looked at; null where it cannot be.")
    slow: bool = Field(default=False, description="This machine computes speech so slowly that spoken answers come late.")


class Button(StrEnum):
    """What a button of the page asks for."""

    NEXT = "next"
    BACK = "back"
    SKIP = "skip"
    SKIP_TOPIC = "skip_topic"
    ARCHIVE = "archive"
    MARK_READ = "mark_read"
    FLAG = "flag"
    REPEAT = "repeat"
    READ = "read"
    STOP = "stop"
    YES = "yes"
    NO = "no"
    SEND = "send"
    CANCEL = "cancel"
    UNDO = "undo"
    DELETE = "delete"
    REPLY = "reply"
    SNOOZE_TO_EVENING = "snooze_to_evening"
    SNOOZE_TO_TOMORROW = "snooze_to_tomorrow"
    SNOOZE_TO_NEXT_WEEK = "snooze_to_next_week"
    STOP_LOOKING = "stop_looking"
    LOOK_AGAIN = "look_again"
    OPEN = "open"
    TOPIC = "topic"
    MAILS = "mails"


class Press(PageMessage, strict=True):
    """A button was pressed. With `mail_id`, the mail the page showed then, nothing is done to another one that "it" means by now.

    `about` is `Board.asked` as it was shown: a yes or a no answers that question and no other. A button in a draft's pane names the draft
    and the version that the pane showed; the row of a list is `open` with the mail in it, or `topic` with the number and the label that it
    showed. With `mails`, `row` says which mails are wanted, as it is said in words.
    """

    command: Button
    mail_id: str | None = None
    about: str = Field(default="", max_length=100)
    draft_id: str = Field(default="", max_length=100)
    draft_version: int = Field(default=0, ge=0, le=2**53)
    row: str = Field(default="", max_length=1000)
    topic: int = Field(default=0, ge=0, le=2**31)
    label: str = Field(default="", max_length=1000)


class Looks(PageMessage, strict=True):
    """Whether the page is looked at: who does not see a draft is told where it is."""

    looks: bool


class Pressed(PageMessage):
    """The press was taken; what came of it is said, and shows on the board."""

    done: Literal[True] = True


class Speaker(StrEnum):
    YOU = "you"
    ALOUD = "aloud"


class Caption(PageMessage):
    """One line of the conversation."""

    speaker: Speaker
    text: str


class Missed(PageMessage, strict=True):
    """A page has just come, and asks for what was said before."""

    here_for_s: float = Field(ge=0, description="Seconds since it joined; it knows what was said since then.")


class SaidBefore(PageMessage):
    """The last lines of both sides from before the page came, oldest first."""

    lines: tuple[Caption, ...]
