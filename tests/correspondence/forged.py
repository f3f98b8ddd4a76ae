"""Mails that are no replies of the user's, by kind: each kind is one way to be taken for the user.

`ATTACKER` may send any mail with passing results for a domain of their own, may know an id of ours with its token, and may hold mails that
the user has signed. They cannot write above what the user's server writes, and cannot sign for the user's domain.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from correspondence.message_ids import answer_id, briefing_id
from correspondence.verified import ArrivedReply, Folder, Trust
from tests.correspondence.replied import (
    ANSWER,
    BRIEFING,
    DAY,
    DOMAIN,
    KEY,
    OURS,
    PROGRAMS,
    RECEIVERS,
    SUBJECT,
    USER,
    Judged,
    Program,
    Receiver,
    Replied,
    direct,
    passed_on,
    received,
    results_of,
    signed,
    written,
)

ATTACKER = "evil@attacker.example"
GMAIL, ICLOUD, OUTLOOK, OWN = PROGRAMS[0], PROGRAMS[1], PROGRAMS[3], PROGRAMS[5]
ALIKE = (
    "gmai1.com", "gmail.co", "gmail.com.attacker.example", "gmail-com.example", "grnail.com", "qmail.com", "mail.gmail.com",
    "gmail.com-mail.example",
    "googlemail.com", "gmail.cm", "xn--gmal-nza.com", "xn--mail-i5d.com", "xn--gmil-6na.com", "gma\u0131l.com", "gm\u0430il.com",
    "\uff47mail.com", "gmail\u3002com",
)  # fmt: skip
ALIKE_NAMES = (
    "anna.berg+aloud", "annaberg", "anna-berg", "anna.berg.", ".anna.berg",
    "\u0430nna.berg", '"anna.berg"', '"anna.berg "', "anna.berg%40gmail.com",
    "anna.berg@gmail.com", "anna..berg", "anna.berg\x00", "ánna.berg",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Forged:
    """`recorded` are the ids of replies that are kept already."""

    arrival: ArrivedReply = field(repr=False)
    trust: Trust = field(repr=False)
    recorded: tuple[str, ...] = ()


def forged(kinds: "Sequence[Kind] | None" = None) -> Iterator[tuple[str, Forged]]:
    """Every forged mail of these kinds, by default of those below, named by its kind."""
    for kind in KINDS if kinds is None else kinds:
        for number, each in enumerate(kind(), start=1):
            yield f"{kind.__name__} {number}", each


def forged_of(mail: Replied, *, folder: Folder = Folder.INBOX, **trust: object) -> Forged:
    return Forged(arrival=ArrivedReply(raw=mail.raw, folder=folder), trust=replace(mail.trust, **trust))  # type: ignore[arg-type]


def spoofed(program: Program, receiver: Receiver, *, dmarc: str = "fail", below: tuple[tuple[str, str], ...] | None = None) -> Replied:
    """In the user's name from a server of the attacker's: it may send for its own domain, which DMARC does not ask."""
    judged = Judged(mailfrom=ATTACKER, dkim_domain="attacker.example", dmarc=dmarc, header_from=program.domain)
    mine = (signed("attacker.example", "from:to:subject:in-reply-to:references:message-id"), *written(program)[1:])
    return Replied(program=program, receiver=receiver, fields=received(receiver, judged, below or mine, by="attacker.example"))


def honest(from_: str, *, domain: str = "attacker.example", program: Program = GMAIL, receiver: Receiver = RECEIVERS[0]) -> Replied:
    """With a From of the attacker's choice for whose domain the results pass."""
    judged = Judged(mailfrom=ATTACKER, dkim_domain=domain, header_from=domain)
    mine = (signed(domain, "from:to:subject:in-reply-to:references:message-id"), *written(program)[1:])
    mail = Replied(program=program, receiver=receiver, fields=received(receiver, judged, mine, by="attacker.example"))
    return mail.with_fields({"From": from_})


def from_spoofed() -> Iterator[Forged]:
    for receiver in RECEIVERS:
        for program in (GMAIL, ICLOUD, OWN):
            for dmarc in ("fail", "none", "temperror", "permerror", "bestguesspass"):
                yield forged_of(spoofed(program, receiver, dmarc=dmarc))


def another_sender_with_a_stolen_token() -> Iterator[Forged]:
    own = GMAIL.address
    for receiver in RECEIVERS:
        for from_ in (ATTACKER, f"Anna Berg <{ATTACKER}>", f'"{own}" <{ATTACKER}>', f"{own} <{ATTACKER}>", f'"Anna <{own}>" <{ATTACKER}>'):
            yield forged_of(honest(from_, receiver=receiver))
            yield forged_of(honest(from_, receiver=receiver).with_more(("Reply-To", own), ("Sender", own)))


def look_alikes() -> Iterator[Forged]:
    for domain in ALIKE:
        yield forged_of(honest(f"Anna Berg <anna.berg@{domain}>", domain=domain))
    for name in ALIKE_NAMES:
        yield forged_of(honest(f"Anna Berg <{name}@gmail.com>", domain="gmail.com"))
        yield forged_of(honest(f"{name}@gmail.com", domain="gmail.com"))


def several_senders() -> Iterator[Forged]:
    own = GMAIL.address
    for from_ in (
        f"{own}, {ATTACKER}", f"{ATTACKER}, {own}", f"<{own}>, <{ATTACKER}>", f"<{own}> <{ATTACKER}>", f"{own} {ATTACKER}",
        f"Anna: {own};", f"Friends: {own}, {ATTACKER};", f"undisclosed: ; <{own}>", f"<@attacker.example:{own}>", f"<{own}", f"{own}>",
        f"<<{own}>>", f"Anna <{own}> evil", f"({own}) {ATTACKER}", f"{ATTACKER} ({own})", f"{own} ({ATTACKER})",
        f"<{own}> (x <{ATTACKER}>)",
        f"=?utf-8?q?Anna_=3C{own}=3E?= <{ATTACKER}>", f"=?utf-8?q?Anna_=3C{own}=3E=2C?=", f"=?utf-8?q?{own.replace('@', '=40')}?=",
        f"<=?utf-8?q?{own.replace('@', '=40')}?=>",
        f'"x\\" <{own}>" <{ATTACKER}>', f'"x" <{ATTACKER}>, "y" <{own}>', f"Anna <{own}>\r\n <{ATTACKER}>",
        f"Anna <{own}>\x00<{ATTACKER}>", "Anna <anna.berg@gmail.com.>", f"Anna <{own}:25>", f"Anna <mailto:{own}>", "", "Anna Berg", "<>",
        f"Anna <\u200b{own}>", f"Anna \u202e<{own[::-1]}>", f"Anna <{own.replace('@', '(x)@')}>", f"Anna <{own.replace('@', ' @ ')}>",
    ):  # fmt: skip
        yield forged_of(honest(from_, domain="gmail.com"))
    genuine = direct(GMAIL, RECEIVERS[0])
    for twice in (ATTACKER, own):
        yield forged_of(genuine.with_more(("From", twice)))
        yield forged_of(genuine.with_more(("from ", twice)))
        yield forged_of(genuine.with_more(("X-Note", f"a\rFrom: {twice}")))
        yield forged_of(genuine.with_more(("FROM", twice)))
    yield forged_of(genuine.with_fields({"From": None}))
    yield forged_of(genuine.with_fields({"From": None}).with_more(("Sender", own)))
    yield forged_of(genuine.with_more(("Sender", ATTACKER)))
    yield forged_of(genuine.on_top(("Resent-From", ATTACKER)))
    yield forged_of(genuine.with_more(("Sender", f"Anna <{own}>, Evil <{ATTACKER}>")))


def hidden_behind_length() -> Iterator[Forged]:
    """What is read of a field, or of a header, has an end; what stands behind it was read by others."""
    own, genuine = GMAIL.address, direct(GMAIL, RECEIVERS[0])
    for from_ in (f"{own}{' ' * 40_000}<{ATTACKER}>", f"Anna <{own}>{' ' * 40_000}<{ATTACKER}>", f'"{"x" * 40_000}" <{own}>'):
        yield forged_of(honest(from_, domain="gmail.com"))
    padding = tuple(("X-Padding", "x" * 900) for _ in range(300))
    yield forged_of(replace(genuine, fields=(*genuine.fields, *padding, ("From", ATTACKER))))
    yield forged_of(replace(genuine, fields=(*padding, *genuine.fields)))


def results_written_by_the_sender() -> Iterator[Forged]:
    """A false field of the server's name, below the true one; and where the server has written none."""
    for receiver in RECEIVERS:
        program = GMAIL
        good = Judged(mailfrom=program.address, dkim_domain=program.domain, header_from=program.domain)
        false = tuple(("Authentication-Results", value) for value in results_of(receiver, good))
        border = ("Received", f"from out.gmail.com by {receiver.server} with ESMTPS id 9; Thu, 26 Nov 2026 07:12:46 +0100")
        for dmarc in ("fail", "none", "temperror"):
            mail = spoofed(program, receiver, dmarc=dmarc)
            yield forged_of(mail.with_more(*false))
            yield forged_of(mail.with_more(border, *false))
            yield forged_of(mail.with_more(*false, border))
            yield forged_of(mail.on_top(("Authentication-Results", "attacker.example; dmarc=pass header.from=gmail.com")))
        silent = Replied(
            program=program, receiver=receiver, fields=tuple(each for each in mail.fields if each[0] != "Authentication-Results")
        )
        yield forged_of(silent)
        yield forged_of(silent.with_more(border, *false))
        yield forged_of(silent.with_more(border, border, *false))
        yield forged_of(silent.with_more(("Received-SPF", f"pass (x) envelope-from={program.address}")))
        yield forged_of(silent.with_more(("ARC-Authentication-Results", f"i=1; {false[0][1]}")))
        yield forged_of(silent.with_more(("X-Authentication-Results", false[0][1]), ("Authentication-Results-Original", false[0][1])))
        yield forged_of(silent.on_top(("Authentication-Results", false[0][1].replace(receiver.server, f"{receiver.server}.", 1))))
        yield forged_of(silent.on_top(("Authentication-Results", false[0][1].replace(receiver.server, f"x.{receiver.server}", 1))))
        yield forged_of(
            silent.on_top(("Authentication-Results", f"({receiver.server}) attacker.example; dmarc=pass header.from=gmail.com"))
        )
        yield forged_of(silent.on_top(("Authentication-Results", "spf=pass smtp.mailfrom=gmail.com; dmarc=pass header.from=gmail.com")))


def results_that_can_be_misread() -> Iterator[Forged]:
    """The server's own field, with words in it that the sender chose."""
    server, own = RECEIVERS[0].server, GMAIL.domain
    mail = spoofed(GMAIL, RECEIVERS[0])
    for value in (
        f"{server}; dmarc=fail (dmarc=pass header.from={own}) header.from={own}",
        f"{server}; dmarc=fail (p=NONE (x) dmarc=pass) header.from={own}",
        f"{server}; dmarc=fail reason=\"; dmarc=pass header.from={own}\" header.from={own}",
        f"{server}; spf=pass smtp.mailfrom=\"x; dmarc=pass header.from={own}\"; dmarc=fail header.from={own}",
        f"{server}; spf=fail smtp.mailfrom=\"a\\\"; dmarc=pass header.from={own}\"; dmarc=fail header.from={own}",
        f"{server}; spf=pass smtp.mailfrom=x; dmarc=pass header.from={own}; dmarc=fail header.from={own}",
        f"{server}; dmarc=pass header.from=attacker.example", f"{server}; dmarc=pass",
        f"{server}; dmarc=pass header.from={own}.attacker.example",
        f"{server}; dmarc=pass header.from={own} header.from=attacker.example", f"{server}; none", f"{server};", f"{server}",
        f"{server}; dmarc",
        f"{server}; dmarc=pass header.from={own} (",
        f"{server}; dmarc=pass\" header.from={own}", f"{server} 2; dmarc=pass header.from={own}",
        f"{server} 1 1; dmarc=pass header.from={own}", f"{server}; xdmarc=pass header.from={own}",
        f"{server}; dmarc=passed header.from={own}",
        f"{server}; dmarc-x=pass header.from={own}", f"{server}; x-dmarc=pass header.from={own}",
        f"{server}; dmarc=pass; header.from={own}",
        f"{server}; spf=pass smtp.mailfrom={GMAIL.address}", f"{server}; arc=pass; dkim=pass header.d=attacker.example",
        f"{server}; dkim=pass header.d={own}.attacker.example; dmarc=none header.from={own}", f"{server}; dkim=pass header.i=@x.{own}",
        f"{server}; dkim=fail header.d={own}; dmarc=none", f"{server}; dkim=pass (header.d={own}) header.d=attacker.example",
        f"; dmarc=pass header.from={own}", f"({server}); dmarc=pass header.from={own}", f"\"{server}\" x; dmarc=pass header.from={own}",
        f"{server}; dmarc=hardfail header.from={own}; dmarc=pass header.from={own}",
        f"{server}; dmarc=pass header.from={own} " + "(x) " * 3000,
    ):  # fmt: skip
        yield forged_of(mail.with_fields({"Authentication-Results": value}))


def replayed() -> Iterator[Forged]:
    """Mails that the user has signed, sent again: as they are, or with other fields that no signature covers."""
    for program in PROGRAMS:
        for way in ("redirect", "relay"):
            mail = passed_on(program, RECEIVERS[0], way)
            yield replace(forged_of(mail), recorded=(f"reply.1@{program.domain}",))
    for receiver in RECEIVERS:
        other = passed_on(GMAIL, receiver, "redirect")
        without = signed(GMAIL.domain, "to:subject:message-id:date:from:mime-version")
        unsigned_id = signed(GMAIL.domain, "to:subject:date:from:in-reply-to:references")
        part = signed(GMAIL.domain, "to:subject:message-id:date:from:in-reply-to:references", "l=12; ")
        for signature in (without, unsigned_id, part, signed("attacker.example", GMAIL.signed), ("X-None", "")):
            fields = tuple(each for each in other.fields if each[0] != "DKIM-Signature")
            mail = replace(other, fields=fields).with_fields({"Subject": "Re: lunch?"})
            yield forged_of(mail.with_more(signature))
            yield forged_of(
                mail.with_more(signature, signed(GMAIL.domain, GMAIL.signed)) if signature[1] and "gmail" in signature[1] else mail
            )
        for name in ("In-Reply-To", "References", "Message-ID", "Subject", "To", "Date"):
            yield forged_of(other.with_more((name, f"<{BRIEFING}>")))
    for program in (ICLOUD, OUTLOOK):
        yield forged_of(passed_on(program, RECEIVERS[0], "redirect").with_fields({"Subject": "Yes, delete all of it"}))
        yield forged_of(passed_on(program, RECEIVERS[0], "relay").with_fields({"Subject": f"Re: {SUBJECT} and more"}))


def wrong_tokens() -> Iterator[Forged]:
    wrong = (
        briefing_id(KEY, "bob", DAY, DOMAIN), briefing_id(b"x" * 32, USER, DAY, DOMAIN), answer_id(KEY, "bob", DAY, 1, DOMAIN),
        BRIEFING.replace("2026-11-26", "2026-11-27"), BRIEFING.replace("2026-11-26", "2026-13-45"), BRIEFING.replace("@", "-r1@"),
        ANSWER.replace("-r1@", "-r2@"), ANSWER.replace("-r1@", "@"), ANSWER.replace("-r1@", "-r01@"), ANSWER.replace("-r1@", "-r9999999@"),
        BRIEFING[:-3].replace("@", "") + "@x", BRIEFING.replace("aloud-", "aloud--"), f"x{BRIEFING}",
        BRIEFING.partition("@")[0], "@" + DOMAIN,
        f"aloud-2026-11-26@{DOMAIN}", f"aloud-2026-11-26-@{DOMAIN}", f"aloud-2026-11-26-{'a' * 24}@{DOMAIN}",
        f"aloud-2026-11-26-{'a' * 24}",
        "CAF=x@mail.gmail.com", "",
    )  # fmt: skip
    for each in wrong:
        yield forged_of(direct(GMAIL, RECEIVERS[0]).with_fields({"In-Reply-To": f"<{each}>", "References": f"<{each}>"}))
    bare = direct(GMAIL, RECEIVERS[0]).with_fields({"In-Reply-To": None, "References": None})
    yield forged_of(bare)
    yield forged_of(bare.with_fields({"Subject": f"Re: <{BRIEFING}>"}))
    yield forged_of(bare.with_more(("X-In-Reply-To", f"<{BRIEFING}>"), ("Thread-Topic", SUBJECT)))
    yield forged_of(bare.with_more(("In-Reply-To", BRIEFING)))


def rewritten_by_lists() -> Iterator[Forged]:
    genuine = direct(OWN, RECEIVERS[1])
    for name, value in (
        ("List-Id", "<boiler.lists.example>"), ("List-Post", "<mailto:boiler@lists.example>"), ("Precedence", "list"), ("Precedence",
        "bulk"),
        ("Precedence", "junk"), ("List-Unsubscribe", "<mailto:leave@lists.example>"), ("Mailing-List", "list boiler@lists.example"),
        ("X-BeenThere", "boiler@lists.example"), ("X-Mailman-Version", "2.1.39"), ("List-Help", "<https://lists.example>"),
    ):  # fmt: skip
        yield forged_of(genuine.with_more((name, value)))
    for from_ in ("Anna Berg via Boiler <boiler@lists.example>", '"anna@berg.example" via Boiler <boiler@lists.example>'):
        yield forged_of(honest(from_, domain="lists.example", program=OWN))


def automatic() -> Iterator[Forged]:
    """From the user's own account, and not written by the user."""
    genuine = direct(OWN, RECEIVERS[1])
    for name, value in (
        ("Auto-Submitted", "auto-replied"), ("Auto-Submitted", "auto-generated"), ("Auto-Submitted", "auto-replied (vacation)"),
        ("Auto-Submitted", "auto-notified; owner-email=x"), ("X-Auto-Response-Suppress", "All"), ("X-Autoreply", "yes"), ("X-Autorespond",
        "1"),
        ("Precedence", "auto_reply"), ("X-Loop", "anna"), ("X-Failed-Recipients", OURS),
    ):  # fmt: skip
        yield forged_of(genuine.with_more((name, value)))
    for subject in (
        f"Automatic reply: {SUBJECT}", f"Out of Office: Re: {SUBJECT}", f"Abwesenheitsnotiz: {SUBJECT}", f"Réponse automatique : {SUBJECT}",
        f"Autoreply: {SUBJECT}", f"Undeliverable: {SUBJECT}", "Delivery Status Notification (Failure)", f"Read: {SUBJECT}",
        "Mail delivery failed",
    ):  # fmt: skip
        yield forged_of(genuine.with_fields({"Subject": subject}))
    for words in ("I am out of the office", "Ich bin bis Montag nicht da", "Away: Re:", "OOO:", "Auto:", "W\u00f3l\u00e9t"):
        yield forged_of(genuine.with_fields({"Subject": f"{words} {SUBJECT}"}))
    for name in (
        "X-Vacation",
        "X-Autogenerated",
        "X-Auto-Reply-From",
        "X-MS-Exchange-Generated-Out-Of-Office",
        "X-Out-Of-Office",
        "X-Autoreply-Domain",
    ):
        yield forged_of(genuine.with_more((name, "yes")))
    for kind in (
        "multipart/report; report-type=delivery-status",
        "message/disposition-notification",
        "Multipart/Report; boundary=x",
        "text/calendar",
    ):
        yield forged_of(genuine.with_fields({"Content-Type": kind}))
    yield forged_of(genuine.with_fields({"Return-Path": "<>"}))
    yield forged_of(genuine.with_fields({"Return-Path": "< >"}))
    yield forged_of(honest("MAILER-DAEMON <mailer-daemon@berg.example>", domain="berg.example", program=OWN))


def mails_of_ours() -> Iterator[Forged]:
    """What we have sent, where it comes back from, or lies in, the user's own mailbox."""
    for program in (GMAIL, OWN):
        for answers, own in ((BRIEFING, ANSWER), (BRIEFING, BRIEFING), (ANSWER, answer_id(KEY, USER, DAY, 2, DOMAIN))):
            mail = direct(program, RECEIVERS[0], answers=answers).with_fields({"Message-ID": f"<{own}>", "To": program.address})
            mine = frozenset({program.address})
            yield forged_of(mail, to=mine, one_mailbox=True)
            yield forged_of(mail, to=mine, one_mailbox=True, folder=Folder.SENT)
        given = direct(program, RECEIVERS[0]).with_fields({"Message-ID": "<given@service.example>", "To": program.address})
        yield forged_of(given.with_more(("Auto-Submitted", "auto-generated")), to=mine, one_mailbox=True, folder=Folder.SENT)


def to_others() -> Iterator[Forged]:
    """The user's own mails about the briefing that are meant for somebody else."""
    genuine = direct(GMAIL, RECEIVERS[0])
    for to in (
        "Bob <bob@x.example>",
        f"Bob <bob@x.example>, Aloud <{OURS}>",
        "undisclosed-recipients:;",
        f"{OURS.replace('aloud@', 'aloud+x@')}",
        "",
    ):
        yield forged_of(genuine.with_fields({"To": to}))
    yield forged_of(genuine.with_fields({"To": None}).with_more(("Cc", OURS)))
    for prefix in ("Fwd: ", "FW: ", "WG: ", "TR: ", "Rv: "):
        yield forged_of(genuine.with_fields({"Subject": prefix + SUBJECT}))


def without_an_id() -> Iterator[Forged]:
    for value in (None, "", "no brackets", "<a@x> <b@x>", "<a b@x>", "<>"):
        yield forged_of(direct(GMAIL, RECEIVERS[0]).with_fields({"Message-ID": value}))


def laid_among_the_sent() -> Iterator[Forged]:
    """What a provider files among the sent mail though it came from outside."""
    own = frozenset({GMAIL.address})
    for receiver in RECEIVERS:
        for mail in (spoofed(GMAIL, receiver), honest(f'"{GMAIL.address}" <{ATTACKER}>', receiver=receiver)):
            mine = mail.with_fields({"To": GMAIL.address})
            yield forged_of(mine, to=own, one_mailbox=True, folder=Folder.SENT)
            yield forged_of(mine, to=own, one_mailbox=False, folder=Folder.SENT)
    bare = Replied(program=GMAIL, receiver=RECEIVERS[0], fields=written(GMAIL)[1:]).with_fields({"To": GMAIL.address})
    yield forged_of(bare, to=own, one_mailbox=False, folder=Folder.SENT)
    yield forged_of(bare.on_top(("Received-SPF", "fail")), to=own, one_mailbox=True, folder=Folder.SENT)


def by_nobody_that_is_trusted() -> Iterator[Forged]:
    for receiver in RECEIVERS:
        mail = direct(GMAIL, receiver)
        yield forged_of(mail, servers=frozenset())
        yield forged_of(mail, servers=frozenset({"mx.other.example"}))
        yield forged_of(mail, user_id="bob")
        yield forged_of(mail, key=b"x" * 32)
        yield forged_of(mail, addresses=frozenset({"bob@gmail.com"}))
        yield forged_of(mail, addresses=frozenset())


Kind = Callable[[], Iterator[Forged]]
KINDS: tuple[Kind, ...] = (
    from_spoofed, another_sender_with_a_stolen_token, look_alikes, several_senders, hidden_behind_length, results_written_by_the_sender,
    results_that_can_be_misread,
    replayed, wrong_tokens, rewritten_by_lists, automatic, mails_of_ours, to_others, without_an_id, laid_among_the_sent,
    by_nobody_that_is_trusted,
)  # fmt: skip
