"""One caller, one consent and a clock that stands still until it is told to move."""

from dataclasses import dataclass, field

from actions.consent.consent import Consent
from actions.consent.payloads import Payload, SendPayload, UnsubscribePayload
from briefing.mail import Address, MailId
from briefing.understanding.understanding import understand
from briefing.understanding.utterance import Channel, Utterance

CALLER = "caller-7f"
GUEST = "guest-2b"

A, B, C = (MailId(f"work:{name}") for name in "abc")
MANY = tuple(MailId(f"work:{number}") for number in range(6))

REPLY = SendPayload(
    account="work",
    to=(Address(name="Anna Berg", email="anna@example.org"),),
    subject="Lunch",
    body="Tuesday works for me.",
    message_id="<1@aloud>",
    thread="t1",
)
LEAVE = UnsubscribePayload(mail_id=A, list_name="Weekly deals", target="mailto:leave@deals.example", sender="news@deals.example")


@dataclass
class Line:
    """What happens on the line of one call. Times are seconds."""

    now: float = 1000.0
    consent: Consent = field(init=False)

    def __post_init__(self) -> None:
        self.consent = Consent(caller=CALLER, clock=lambda: self.now)

    def wait(self, seconds: float) -> None:
        self.now += seconds

    def hears(
        self,
        words: str,
        *,
        by: str = CALLER,
        channel: Channel = Channel.VOICE,
        overlapped: bool = False,
        final: bool = True,
        began_s_ago: float = 0.0,
        open_mails: tuple[MailId, ...] = (A,),
        about: str = "",
    ) -> None:
        self.consent.hear(
            Utterance(
                said=understand(words),
                by=by, channel=channel, at=self.now - began_s_ago, overlapped=overlapped, final=final, open=open_mails,
                about=about,
            )
        )  # fmt: skip

    def asks(self, payload: Payload) -> None:
        """The question is asked and heard to its end."""
        self.plays(*self.consent.ask(payload))

    def plays(self, *pieces: str) -> None:
        """Each of these is played to its end."""
        for piece in pieces:
            self.consent.speaking(piece)
            self.wait(6)
            self.consent.said(piece)

    def agrees(self, payload: Payload) -> None:
        """The same, and the caller says yes."""
        self.asks(payload)
        self.wait(1)
        self.hears("yes")
