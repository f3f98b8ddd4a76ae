"""Replies as mail programs write them, as forwarders pass them on, and as the servers that receive them judge them.

A reply is built from three parts, as in life: what the user's program wrote, what a forwarder put above it, and what the receiving server
put above that. Who signs what is as these services do it: Gmail signs In-Reply-To and References, Outlook.com and iCloud do not.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date

from correspondence.message_ids import OurLetter, answer_id, briefing_id
from correspondence.verified import ArrivedReply, Trust

KEY = bytes(range(32))
USER = "anna"
DAY = date(2026, 11, 26)
DOMAIN = "aloud.example"
OURS = "aloud@aloud.example"
SUBJECT = "Your briefing for Thursday, 26 November"
BRIEFING = briefing_id(KEY, USER, DAY, DOMAIN)
ANSWER = answer_id(KEY, USER, DAY, 1, DOMAIN)
LETTERS = {BRIEFING: OurLetter(day=DAY), ANSWER: OurLetter(day=DAY, number=1)}

Field = tuple[str, str]


@dataclass(frozen=True, kw_only=True)
class Program:
    """A mail program with the provider it sends by: how it writes the header, and what of it the provider signs."""

    name: str
    address: str
    signed: str
    extra: tuple[Field, ...] = ()
    display: str = "Anna Berg"
    prefix: str = "Re: "
    references: str = " "
    first: str = "From"
    bare_from: bool = False

    @property
    def domain(self) -> str:
        return self.address.rpartition("@")[2]


PROGRAMS = (
    Program(
        name="Gmail",
        address="anna.berg@gmail.com",
        signed="to:subject:message-id:date:from:in-reply-to:references:mime-version:from:to:cc:subject:date:message-id:reply-to",
        first="MIME-Version",
    ),
    Program(
        name="Apple Mail",
        address="anna.berg@icloud.com",
        signed="Content-Type:From:Mime-Version:Subject:Date:Message-Id:To:x-icloud-hme",
        extra=(("X-Mailer", "Apple Mail (2.3826.400.131.1.6)"),),
        references="\r\n ",
    ),
    Program(
        name="iPhone",
        address="anna.berg@icloud.com",
        signed="from:content-type:mime-version:subject:date:message-id:to",
        extra=(("X-Mailer", "iPhone Mail (22F76)"), ("Content-Transfer-Encoding", "quoted-printable")),
        first="Content-Type",
    ),
    Program(
        name="Outlook",
        address="anna@berg.example",
        signed="From:Date:Subject:Message-ID:Content-Type:MIME-Version:X-MS-Exchange-SenderADCheck",
        extra=(
            ("Thread-Topic", SUBJECT), ("Thread-Index", "AQHbP4k2c1f0Q0mXYkqk8m7oB1lqLw=="), ("Accept-Language", "de-DE, en-US"),
            ("X-MS-Has-Attach", ""), ("X-MS-Exchange-SenderADCheck", "1"), ("msip_labels", ""),
        ),
        display="Berg, Anna",
        prefix="RE: ",
    ),
    Program(
        name="Outlook.com",
        address="anna.berg@outlook.com",
        signed="From:Date:Subject:Message-ID:Content-Type:MIME-Version:X-MS-Exchange-SenderADCheck",
        extra=(("Thread-Topic", SUBJECT), ("Thread-Index", "AQHbP4k2c1f0Q0mXYkqk"), ("X-TMN", "[abc]")),
        prefix="Re: ",
        references="\r\n\t",
    ),
    Program(
        name="Thunderbird",
        address="anna@berg.example",
        signed="message-id:date:mime-version:subject:to:references:from:in-reply-to:content-type:content-transfer-encoding",
        extra=(("User-Agent", "Mozilla Thunderbird"), ("Content-Language", "en-GB"), ("X-Mozilla-Status", "0001")),
        first="Message-ID",
    ),
    Program(
        name="Yahoo",
        address="anna.berg@yahoo.com",
        signed="Date:From:To:In-Reply-To:References:Subject:From:Subject:Reply-To:Message-ID",
        extra=(("X-Mailer", "WebService/1.1.23187 YMailNovation"), ("X-YMail-OSG", "abc")),
        display='"anna.berg@yahoo.com"',
    ),
    Program(
        name="Proton",
        address="anna.berg@proton.me",
        signed="Date:To:From:Subject:Message-ID:In-Reply-To:References:Feedback-ID:From:To:Cc:Date:Subject:Reply-To:Feedback-ID:Message-ID",
        extra=(("Feedback-ID", "1234567:user:proton"), ("X-Pm-Message-ID", "0123abcd")),
        prefix="Re: ",
    ),
    Program(
        name="K-9",
        address="anna@berg.example",
        signed="date:from:to:subject:in-reply-to:references:message-id",
        extra=(("User-Agent", "K-9 Mail for Android"),),
        prefix="AW: ",
        bare_from=True,
    ),
    Program(
        name="mutt",
        address="anna@berg.example",
        signed="date:from:to:subject:message-id:references:mime-version:content-type:in-reply-to",
        extra=(("Content-Disposition", "inline"),),
        display="=?iso-8859-1?Q?Anna_B=E9rg?=",
        first="Date",
    ),
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Receiver:
    """The user's own server: its id, whether it writes its results above its own Received, and how."""

    name: str
    server: str
    above: int
    fields: int = 1
    inner: tuple[Field, ...] = ()
    comment: Callable[[str], str] = lambda text: f" ({text})"
    split: bool = False


RECEIVERS = (
    Receiver(name="Gmail", server="mx.google.com", above=1, inner=(("Delivered-To", "anna"), ("Received", "by 2002:a05:7 with SMTP id x"))),
    Receiver(name="rspamd", server="mail.berg.example", above=0, comment=lambda _text: ""),
    Receiver(name="OpenDMARC", server="mx.own.example", above=0, fields=2, split=True),
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Judged:
    """What the receiving server finds: the sender of the envelope, and what each method says."""

    mailfrom: str
    spf: str = "pass"
    dkim: str = "pass"
    dkim_domain: str = ""
    dmarc: str = "pass"
    header_from: str = ""


@dataclass(frozen=True, kw_only=True)
class Replied:
    """One mail: the fields from the top."""

    program: Program
    receiver: Receiver
    fields: tuple[Field, ...] = field(repr=False)

    @property
    def raw(self) -> bytes:
        return ("".join(f"{name}: {value}\r\n" for name, value in self.fields) + "\r\n2 archive\r\n").encode()

    @property
    def arrival(self) -> ArrivedReply:
        return ArrivedReply(raw=self.raw)

    @property
    def trust(self) -> Trust:
        return trust_of(self.program.address, self.receiver)

    def with_fields(self, change: Mapping[str, str | None]) -> "Replied":
        """With other values of these fields; without those whose value is None."""
        lowered = {name.lower(): value for name, value in change.items()}
        kept = [(name, lowered.get(name.lower(), value)) for name, value in self.fields]
        return replace(self, fields=tuple((name, value) for name, value in kept if value is not None))

    def with_more(self, *more: Field) -> "Replied":
        """With these fields at the top of what the sender wrote, below all that servers added."""
        at = next(at for at, (name, _) in enumerate(self.fields) if name == "X-Begins")
        return replace(self, fields=(*self.fields[: at + 1], *more, *self.fields[at + 1 :]))

    def on_top(self, *more: Field) -> "Replied":
        return replace(self, fields=(*more, *self.fields))


def trust_of(address: str, receiver: Receiver) -> Trust:
    return Trust(
        key=KEY,
        user_id=USER,
        addresses=frozenset({address}),
        to=frozenset({OURS}),
        servers=frozenset({receiver.server}),
        fields=receiver.fields,
        above=receiver.above,
        subjects={OurLetter(day=DAY): SUBJECT},
    )


def written(program: Program, *, answers: str = BRIEFING, number: int = 1) -> tuple[Field, ...]:
    """What the user's program wrote, with the provider's signature above it."""
    display = f'"{program.display}"' if "," in program.display else program.display
    chain = [BRIEFING] if answers == BRIEFING else [BRIEFING, f"first.{number}@{program.domain}", answers]
    fields = [
        ("From", program.address if program.bare_from else f"{display} <{program.address}>"),
        ("To", f"Aloud <{OURS}>"),
        ("Subject", f"{program.prefix}{SUBJECT}"),
        ("Date", "Thu, 26 Nov 2026 07:12:44 +0100"),
        ("Message-ID", f"<reply.{number}@{program.domain}>"),
        ("In-Reply-To", f"<{answers}>"),
        ("References", program.references.join(f"<{each}>" for each in chain)),
        ("MIME-Version", "1.0"),
        ("Content-Type", 'text/plain; charset="utf-8"'),
        *program.extra,
    ]
    fields.sort(key=lambda each: each[0] != program.first)
    return (signed(program.domain, program.signed), ("X-Begins", "here"), *fields)


def signed(domain: str, covers: str, more: str = "") -> Field:
    return (
        "DKIM-Signature",
        f"v=1; a=rsa-sha256; c=relaxed/relaxed;\r\n d={domain}; s=s1; {more}h={covers};\r\n bh=Zm9v+YmFy=; b=c2ln\r\n bmF0dXJl=",
    )


def received(receiver: Receiver, judged: Judged, below: tuple[Field, ...], *, by: str = "out.example") -> tuple[Field, ...]:
    """What the receiving server writes above a mail."""
    at = ("Received", f"from {by} ({by} [192.0.2.25])\r\n by {receiver.server} with ESMTPS id 4Zx; Thu, 26 Nov 2026 07:12:46 +0100")
    results = tuple(("Authentication-Results", value) for value in results_of(receiver, judged))
    trace = (("Return-Path", f"<{judged.mailfrom}>"),)
    return (*receiver.inner, *trace, *((at, *results) if receiver.above else (*results, at)), *below)


def results_of(receiver: Receiver, judged: Judged) -> list[str]:
    spf = f"spf={judged.spf}{receiver.comment(f'{receiver.server}: domain of {judged.mailfrom}')} smtp.mailfrom={judged.mailfrom}"
    dkim = f"dkim={judged.dkim}{receiver.comment('2048-bit key')} header.d={judged.dkim_domain} header.s=s1 header.b=c2lnbmF0="
    dmarc = f"dmarc={judged.dmarc}{receiver.comment('p=QUARANTINE dis=NONE')} header.from={judged.header_from}"
    if receiver.split:
        return [f"{receiver.server}; {dmarc}", f"{receiver.server}; {dkim}; {spf}"]
    return [f"{receiver.server};\r\n\t{dkim};\r\n\t{spf};\r\n\t{dmarc}"]


def direct(program: Program, receiver: Receiver, *, answers: str = BRIEFING, number: int = 1) -> Replied:
    judged = Judged(mailfrom=program.address, dkim_domain=program.domain, header_from=program.domain)
    below = written(program, answers=answers, number=number)
    return Replied(program=program, receiver=receiver, fields=received(receiver, judged, below, by=f"out.{program.domain}"))


def passed_on(program: Program, receiver: Receiver, forwarder: str, *, answers: str = BRIEFING, number: int = 1) -> Replied:
    """By way of a forwarder, whose own server the envelope names, and which leaves what is signed as it is."""
    judged = Judged(mailfrom=_ENVELOPES[forwarder](program), dkim_domain=program.domain, header_from=program.domain)
    below = (*_ABOVE[forwarder](program), *written(program, answers=answers, number=number))
    return Replied(program=program, receiver=receiver, fields=received(receiver, judged, below, by="fwd.example"))


_ENVELOPES: Mapping[str, Callable[[Program], str]] = {
    "Gmail": lambda program: f"kept+caf_={program.address.replace('@', '=')}@gmail.com",
    "redirect": lambda program: f"SRS0=hhh=tt={program.domain}={program.address.partition('@')[0]}@fwd.example",
    "relay": lambda program: f"bounces+{program.address.replace('@', '=')}@relay.example",
}
_ABOVE: Mapping[str, Callable[[Program], tuple[Field, ...]]] = {
    "Gmail": lambda program: (
        ("X-Forwarded-To", OURS), ("X-Forwarded-For", f"kept@gmail.com {OURS}"), ("ARC-Seal", "i=2; a=rsa-sha256; d=google.com; cv=pass"),
        ("ARC-Authentication-Results", f"i=2; mx.google.com; dmarc=pass header.from={program.domain}"),
        ("Received", f"from out.{program.domain} by mx.google.com with ESMTPS id a1; Thu, 26 Nov 2026 07:12:45 +0100"),
    ),
    "redirect": lambda program: (
        ("X-Sieve-Redirected-From", "kept@fwd.example"),
        ("Received", f"from out.{program.domain} by fwd.example with ESMTPS id b2; Thu, 26 Nov 2026 07:12:45 +0100"),
        ("Authentication-Results", f"fwd.example; dmarc=pass header.from={program.domain}"),
    ),
    "relay": lambda program: (
        signed("relay.example", "from:to:subject:date"),
        ("X-Relay-Original-To", "kept@relay.example"),
        ("Received", f"from out.{program.domain} by relay.example with ESMTPS id c3; Thu, 26 Nov 2026 07:12:45 +0100"),
    ),
}  # fmt: skip
FORWARDERS = tuple(_ENVELOPES)


def genuine() -> Iterator[tuple[str, Replied]]:
    """Each program, to each server, directly and by each forwarder, in reply to the briefing and to an answer."""
    for program in PROGRAMS:
        for receiver in RECEIVERS:
            for number, answers in enumerate((BRIEFING, ANSWER), start=1):
                name = f"{program.name} to {receiver.name}, {'the briefing' if number == 1 else 'an answer'}"
                yield f"{name}, directly", direct(program, receiver, answers=answers, number=number)
                for by in FORWARDERS:
                    yield f"{name}, by {by}", passed_on(program, receiver, by, answers=answers, number=number)
