"""A lifelike inbox of any size, made of a fixed seed: people, threads, newsletters, shops, machines.

The number of senders, matters and lists grows with the inbox, as it does in a real one; nothing here is anybody's mail.
"""

from datetime import UTC, datetime, timedelta
from random import Random

from briefing.mail import Address, Envelope, Preferences, ThreadId, mail_id
from briefing.triage.scoring import Signals
from briefing.words import split_words

NOW = datetime(2026, 3, 10, 8, 0, tzinfo=UTC)
ME = Address(name="Robin Reader", email="robin@fernweh.example")

_FIRST = ["Anna", "Ben", "Chiara", "Deniz", "Elif", "Farid", "Grit", "Hugo", "Ines", "Jörg", "Katya", "Luc", "Mei", "Nils", "Oya", "Paula"]
_LAST = ["Berg", "Conti", "Dahl", "Eriksen", "Fuchs", "Garcia", "Holm", "Ivanova", "Jansen", "Kaya", "Lefèvre", "Meyer", "Novak", "Okafor"]
_FILLER = split_words(
    "we the about and for our next some more plan with this could have been again after review before team good list notes details"
)
_SAYS = [
    "Could you look at the second page and tell me what you think?",
    "Please send me the numbers by Friday, the board meets on Monday.",
    "Thanks, that works for me. See you there.",
    "Attached is the version from yesterday, nothing else has changed since.",
    "Können Sie mir bis Montag Bescheid geben, ob der Termin passt?",
    "As discussed, here are my notes; no hurry at all.",
    "I have put everything into the shared folder.",
    "Nice to meet you yesterday, greetings from all of us.",
]


def made_up_inbox(size: int, seed: int = 7) -> list[Envelope]:
    """`size` envelopes, newest first, spread over three weeks before `NOW`."""
    return _Inbox(size, Random(seed)).envelopes()


def signals_for(envelopes: list[Envelope]) -> Signals:
    """Signals as a user of this inbox would have them: two VIPs, three keywords, every third person written to."""
    people = sorted({mail.sender.email for mail in envelopes if not mail.bulk and not mail.automatic})
    return Signals(
        now=NOW,
        preferences=Preferences(
            vips=frozenset(people[:2]), keywords=("invoice", "school", "project phoenix"), own_addresses=frozenset({ME.email})
        ),
        written_to=frozenset(people[::3]),
    )


class _Inbox:
    def __init__(self, size: int, random: Random) -> None:
        self._size = size
        self._random = random
        syllables = ["ka", "lo", "mi", "ren", "tor", "vas", "quin", "sel", "bra", "dun", "ore", "pli"]
        self._vocabulary = sorted({"".join(random.choices(syllables, k=3)) for _ in range(300 + size // 10)})
        self._people = [self._person() for _ in range(20 + size // 25)]

    def envelopes(self) -> list[Envelope]:
        made: list[Envelope] = []
        while len(made) < self._size:
            kind = self._random.random()
            if kind < 0.25:
                made += self._thread(len(made))
            elif kind < 0.65:
                made.append(self._newsletter(len(made)))
            else:
                made.append(self._notification(len(made)))
        return sorted(made[: self._size], key=lambda mail: mail.received_at, reverse=True)

    def _thread(self, number: int) -> list[Envelope]:
        subject = " ".join(self._random.sample(self._vocabulary, self._random.randint(1, 4))).capitalize()
        people = self._random.sample(self._people, 3)
        started = self._random.random() * 20
        return [
            self._mail(
                number + place,
                sender=people[place % 3],
                subject=subject if place == 0 else f"Re: {subject}",
                thread=f"t{number}",
                cc=tuple(people[:2]),
                days_ago=max(0.01, started - place * 0.2),
                answers_me=place > 0 and self._random.random() < 0.3,
                snippet=f"{self._prose(12)}. {self._random.choice(_SAYS)} {self._prose(10)}",
            )
            for place in range(self._random.choice([1, 1, 1, 2, 3, 5]))
        ]

    def _newsletter(self, number: int) -> Envelope:
        which = self._random.randrange(10 + self._size // 20)
        name = self._vocabulary[which % len(self._vocabulary)].capitalize()
        return self._mail(
            number,
            sender=Address(name=f"{name} Weekly", email=f"news@{name.lower()}{which}.example"),
            subject=f"{' '.join(self._random.sample(self._vocabulary, 4)).capitalize()}: issue {number}",
            list_id=f"weekly.{name.lower()}{which}.example",
            bulk=True,
            snippet=self._prose(35),
        )

    def _notification(self, number: int) -> Envelope:
        which = self._random.randrange(8 + self._size // 40)
        name = self._vocabulary[-which % len(self._vocabulary)].capitalize()
        what = self._random.choice(["Your order has shipped", "New sign-in to your account", "Build failed", "Receipt", "Backup report"])
        return self._mail(
            number,
            sender=Address(name=name, email=f"no-reply@{name.lower()}{which}.example"),
            subject=f"{what} #{self._random.randrange(10**6)}",
            automatic=True,
            snippet=self._prose(25),
        )

    def _mail(  # noqa: PLR0913 (what differs between kinds of mail)
        self,
        number: int,
        *,
        sender: Address,
        subject: str,
        snippet: str,
        thread: str = "",
        cc: tuple[Address, ...] = (),
        days_ago: float | None = None,
        answers_me: bool = False,
        bulk: bool = False,
        automatic: bool = False,
        list_id: str = "",
    ) -> Envelope:
        days = self._random.random() * 21 if days_ago is None else days_ago
        return Envelope(
            mail_id=mail_id("work", f"{number:06d}"),
            thread_id=ThreadId(f"work:{thread or f'n{number}'}"),
            subject=subject,
            sender=sender,
            to=(ME,),
            cc=cc,
            received_at=NOW - timedelta(days=days),
            answers_me=answers_me,
            bulk=bulk,
            automatic=automatic,
            list_id=list_id,
            snippet=snippet,
        )

    def _person(self) -> Address:
        first, last = self._random.choice(_FIRST), self._random.choice(_LAST)
        domain = f"{self._random.choice(self._vocabulary)}.example"
        return Address(name=f"{first} {last}", email=f"{first}.{last}.{self._random.randrange(1000)}@{domain}".lower())

    def _prose(self, words: int) -> str:
        return " ".join(self._random.choices(_FILLER, k=words // 2) + self._random.choices(self._vocabulary, k=words - words // 2))
