"""Further mails that are no replies of the user's, by kind: tricks with folds, encodings, ids of servers, chains of replies and redelivery.

As in `forged`, an attacker may send mails with passing results for a domain of their own; here also from an account at the user's provider.
"""

from collections.abc import Iterator
from dataclasses import replace

from correspondence.message_ids import briefing_id
from correspondence.verified import Folder
from tests.correspondence.forged import ATTACKER, GMAIL, ICLOUD, OWN, Forged, Kind, forged_of, honest, spoofed
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
    Judged,
    Replied,
    direct,
    passed_on,
    received,
    signed,
    written,
)

EVE = "eve@gmail.com"
"""Has an account where the user has theirs: the results pass for that domain."""


def senders_in_disguise() -> Iterator[Forged]:
    own = GMAIL.address
    for from_ in (
        f"=?utf-8?b?QW5uYSA8YW5uYS5iZXJnQGdtYWlsLmNvbT4=?= <{EVE}>", f'"=?utf-8?q?{own.replace("@", "=40")}?=" <{EVE}>',
        "=?utf-8?q?anna.berg?=@gmail.com", "anna.berg@=?utf-8?q?gmail.com?=", "=?utf-8?q?Anna?= =?utf-8?q?_=3Canna.berg=40gmail.com=3E?=",
        f"=?utf-7?q?+ADw-{own}+AD4-?= <{EVE}>", f"=?x-nobody?q?{own}?= <{EVE}>", f"=?utf-8?q?a{own}", f"Anna Berg:{own},{EVE};",
        f":;{own}", f"Anna:;, {own}", f"{own};{EVE}", f"{own};", f",{own}", f"{own},", f"Anna\t<{EVE}>\t<{own}>", f"{EVE} <{own}>",
        f"<{EVE}> Anna <{own}>", f"Anna <{own}> <>", f"<> Anna <{own}>", f"Anna \\<{own}\\> <{EVE}>", f"Anna <{own}\x00>",
        f"\x00Anna <{own}>\x00", f"Anna <\u00ad{own}>", f"Anna <{own}\u200d>", f"Anna <{own.replace('@', chr(0xFF20))}>",
        f"Anna <{own.replace('.', chr(0x2024))}>", f"Anna <{own.replace('.', chr(0x3002))}>", "Anna <anna.berg@gma\u0332il.com>",
        "Anna <anna.berg@[192.0.2.1]>", f"Anna <{own}@attacker.example>", "Anna <attacker.example!anna.berg@gmail.com>",
        f"Anna <@gmail.com,@attacker.example:{own}>", "Anna <anna.berg@gmail.com/eve>", "Anna <anna.berg@gmail.com?x=1>",
        "Anna <anna.berg@gmail.com#x>", "Anna <anna.berg+eve@gmail.com>", "Anna <eve+anna.berg@gmail.com>", "Anna <anna.bergs@gmail.com>",
        "Anna <anna.berg@gmail.com.>", "Anna <anna.berg@.gmail.com>", "Anna <anna.berg@gmail..com>", f"'{own}' via Boiler <{EVE}>",
        f"Anna <{own}.invalid>", "Anna <anna.berg=gmail.com@lists.example>", f'"{own}"', f'"Anna <{own}>"', f"({own})", f"Anna {own}",
        f"Anna\r\n <{own}>\r\n <{EVE}>", f"Anna <anna.berg@gm\r\n ail.com> <{EVE}>", "Anna <anna.berg@gm\r\n ail.com>",
        f"Anna (\r\n <{own}>\r\n) <{EVE}>", f"Anna <{own}>\x0b<{EVE}>", f"Anna <{own}>\x85<{EVE}>", f"Anna <{own}>\u2028<{EVE}>",
    ):  # fmt: skip
        yield forged_of(honest(from_, domain="gmail.com"))
    genuine = direct(GMAIL, RECEIVERS[0])
    for line_end in ("\n", "\r", "\r\n"):
        yield forged_of(genuine.with_more(("X-Note", f"a{line_end}From: {EVE}")))
        yield forged_of(genuine.with_more(("X-Note", f"a{line_end}From:{EVE}{line_end}")))
    for name in ("From\t", "FROM ", "fRoM"):
        yield forged_of(genuine.with_more((name, EVE)))
        yield forged_of(genuine.with_more((name, "")))
    for name in ("\ufeffFrom", "From\u200b", "X-From", "From-", "=?utf-8?q?From?="):
        yield forged_of(genuine.with_fields({"From": None}).with_more((name, f"Anna <{own}>")))
    for sender in (EVE, "", f"{own}, {EVE}", "boiler-bounces@lists.example", f"=?utf-8?q?{own}?=", "Anna Berg"):
        yield forged_of(genuine.with_more(("Sender", sender)))
    yield forged_of(genuine.with_more(("Sender", own), ("Sender", EVE)))
    for more in ((("Resent-From", own), ("Resent-From", EVE)), (("Resent-Sender", EVE),), (("Resent-From", ""),)):
        yield forged_of(genuine.on_top(*more))


def with_a_domain_that_is_another() -> Iterator[Forged]:
    """Of an address with a domain in other letters than ASCII."""
    for address, alike in (
        ("anna@b\u00fccher.example", "anna@xn--bucher-kva.example"), ("anna@b\u00fccher.example", "anna@bucher.example"),
        ("anna@b\u00fccher.example", "anna@buecher.example"), ("anna@stra\u00dfe.example", "anna@strasse.example"),
        ("anna@b\u00fccher.example", "anna@xn--bcher-kva.example.attacker.example"), ("anna@b\u00fccher.example", "anna@xn--bcher-kva"),
        ("\u00e4nna@b\u00fccher.example", "anna@xn--bcher-kva.example"),
    ):  # fmt: skip
        mail = honest(f"Anna <{alike}>", domain=alike.rpartition("@")[2])
        yield forged_of(mail, addresses=frozenset({address}))


def results_of_another_server() -> Iterator[Forged]:
    """Above a mail into which the user's own server has written none."""
    for receiver in RECEIVERS:
        mail, name = spoofed(GMAIL, receiver), receiver.server
        silent = replace(mail, fields=tuple(each for each in mail.fields if each[0] != "Authentication-Results"))
        passes = f"dmarc=pass header.from={GMAIL.domain}; spf=pass smtp.mailfrom={GMAIL.address}"
        for other in (
            f"{name}.attacker.example", f"not{name}", f"not-{name}", f"{name}-attacker.example", name.partition(".")[2], f"{name}/x",
            f"{name}:25", f"{name},", f"@{name}", f"{name}@attacker.example", f"user@{name}", name.replace(".", "_"), f"{name}\u200b",
            name.replace("m", "rn", 1), name.replace("o", "\u043e", 1) if "o" in name else f"{name}\u0430", f"attacker.example ({name})",
            f"attacker.example {name}", f"{name} attacker.example", f"{name} 1.0", f"{name} v1", f"(x) ({name}) attacker.example",
            f'"{name} "', f'"{name}\\"', f'"{name};"', f"<{name}>", f"[{name}]", f"({name}", f"{name})", "", f"={name}",
            f"=?utf-8?q?{name}?=", f"{name}\x00", f"attacker.example\r\n\t{name}",
        ):  # fmt: skip
            yield forged_of(silent.on_top(("Authentication-Results", f"{other}; {passes}")))
        for field in ("X-Authentication-Results", "Original-Authentication-Results", "Authentication-Result", "ARC-Authentication-Results"):
            yield forged_of(silent.on_top((field, f"{name}; {passes}")))
        yield forged_of(silent.on_top(("Received", f"from x by y\r\nAuthentication-Results: {name}; {passes}".replace("\r\n", " "))))
        yield forged_of(silent.on_top(("Subject", f"x Authentication-Results: {name}; {passes}")))


def results_with_words_of_the_sender() -> Iterator[Forged]:
    """The server's own, beside a result that passes for the envelope alone."""
    server, own = RECEIVERS[0].server, GMAIL.domain
    mail, spf = spoofed(GMAIL, RECEIVERS[0]), f"spf=pass smtp.mailfrom={GMAIL.address}"
    for value in (
        f"{server}; {spf}; dmarc=fail header.from={own}", f"{server}; {spf}", f"{server}; {spf}; dmarc=none header.from={own}",
        f"{server}; {spf}; dmarc=bestguesspass header.from={own}", f"{server}; {spf}; dmarc=temperror header.from={own}",
        f"{server}; {spf}; dmarc=policy header.from={own}", f"{server}; {spf}; dmarc=neutral header.from={own}",
        f"{server}; {spf}; dmarc=fail (\\) dmarc=pass header.from={own} (\\) header.from={own}",
        f"{server}; {spf}; dmarc=fail header.from={own} (x; dmarc=pass header.from={own})",
        f"{server}; {spf}; (dmarc=pass header.from={own}) dmarc=fail header.from={own}",
        f"{server}; {spf}; DMARC=FAIL HEADER.FROM={own}", f"{server}; {spf}; dmarc/1=fail header.from={own}",
        f"{server}; {spf}; dmarc=pass header.from=attacker.example", f"{server}; {spf}; dmarc=pass header.from=\"attacker.example\"",
        f"{server}; {spf}; dmarc=pass header.from={own}.attacker.example",
        f"{server}; {spf}; dmarc=pass header.from=attacker.example@{own}.x",
        f"{server}; {spf}; dmarc=pass header.from=\"{own} \"", f"{server}; {spf}; dmarc=pass smtp.from={own}",
        f"{server}; {spf}; dmarc=pass header.from={own}; dmarc=fail header.from={own}",
        f"{server}; {spf}; dmarc=pass header.from={own}; dmarc=pass header.from={own}",
        f"{server}; {spf}; dmarc=pass header.from={own} header.from=x.example", f"{server}; {spf}; dmarc=pass (x header.from={own}",
        f"{server}; {spf}; dmarc==pass header.from={own}", f"{server}; {spf}; dmarc= =pass header.from={own}",
        f"{server}; {spf}, dmarc=pass header.from={own}", f"{server}; {spf}; dmarc=\"fail; dmarc=pass\" header.from={own}",
        f"{server}; arc=pass (i=1 dmarc=pass fromdomain={own}); {spf}; dmarc=fail header.from={own}",
        f"{server}; dkim=pass header.d=com; dmarc=none header.from={own}",
        f"{server}; dkim=pass header.i=@com; dmarc=none header.from={own}",
        f"{server}; dkim=pass header.d=mail.{own}; dmarc=none header.from={own}", f"{server}; dkim=neutral header.d={own}; {spf}",
        f"{server}; dkim=pass header.d={own}.; dkim=fail header.d={own}; dmarc=fail header.from={own}",
        f"{server}; iprev=pass; auth=pass smtp.auth={GMAIL.address}", f"{server}; sender-id=pass header.from={GMAIL.address}; {spf}",
        f"{server}; dkim-adsp=pass header.from={GMAIL.address}; {spf}", f"{server}; compauth=pass reason=100; {spf}",
    ):  # fmt: skip
        yield forged_of(mail.with_fields({"Authentication-Results": value}))
    for more in (f"{server}; dmarc=pass header.from={own}; {spf}", f"{server} ; dmarc=pass header.from={own}; {spf}"):
        yield forged_of(mail.with_more(("Authentication-Results", more)))
        yield forged_of(mail.with_more(("authentication-results ", more), ("Authentication-Results", more)))


def signed_by_a_domain_above() -> Iterator[Forged]:
    """A signature of a registry's domain, or of a neighbour's, where the user's own domain asks for nothing."""
    for above in ("example", "co.example", "mail.berg.example", "eberg.example", "berg.example.attacker.example"):
        judged = Judged(mailfrom=f"eve@{above}", dkim_domain=above, dmarc="none", header_from=OWN.domain)
        mine = (signed(above, "from:to:subject:in-reply-to:references:message-id"), *written(OWN)[1:])
        yield forged_of(Replied(program=OWN, receiver=RECEIVERS[1], fields=received(RECEIVERS[1], judged, mine)))


def replies_to_somebody_else() -> Iterator[Forged]:
    """The user's own, to a mail of a stranger's that was made to look as if it belonged to the briefing, and to be answered to us."""
    eve, genuine = "<eve.1@attacker.example>", direct(GMAIL, RECEIVERS[0])
    for to, chain in (
        (eve, f"<{BRIEFING}> {eve}"), (f"{eve} <{BRIEFING}>", f"<{BRIEFING}> {eve}"), (f"<{BRIEFING}> {eve}", f"{eve} <{BRIEFING}>"),
        (None, f"<{BRIEFING}> {eve}"), (None, f"<{BRIEFING}> <{ANSWER}> {eve}"), ("", f"<{BRIEFING}> {eve}"),
        (f"(<{BRIEFING}>) {eve}", f"<{BRIEFING}>"), (f'"<{BRIEFING}>" {eve}', f"<{BRIEFING}>"), (eve, f"{eve} <{BRIEFING}>"),
        (f"<{briefing_id(KEY, 'bob', DAY, DOMAIN)}>", f"<{BRIEFING}>"), (f"<{BRIEFING.replace('26', '25')}>", f"<{BRIEFING}>"),
        (None, f"<{BRIEFING}> <{briefing_id(KEY, 'bob', DAY, DOMAIN)}>"),
        (f"<x{BRIEFING}>", f"<{BRIEFING}> <x{BRIEFING}>"), (f"<{BRIEFING} >", f"<{BRIEFING} >"), (f"{BRIEFING}", f"{BRIEFING}"),
        (f"<{BRIEFING}@x>", None), (f"=?utf-8?q?=3C{BRIEFING.replace('@', '=40')}=3E?=", None),
    ):  # fmt: skip
        yield forged_of(genuine.with_fields({"In-Reply-To": to, "References": chain}))


def sent_again() -> Iterator[Forged]:
    """A reply that the user once wrote, under another id, in another order of fields, or cut short."""
    for program in PROGRAMS:
        broken = Judged(
            mailfrom=program.address, spf="fail", dkim="fail", dkim_domain=program.domain, dmarc="fail", header_from=program.domain
        )
        again = (*written(program, number=7),)
        yield forged_of(Replied(program=program, receiver=RECEIVERS[0], fields=received(RECEIVERS[0], broken, again)))
    for covers, more in (
        ("from:to:subject:date:in-reply-to:references:x-message-id", ""), ("from:from:to:subject:date:in-reply-to", ""),
        (GMAIL.signed, "l=0; "), (GMAIL.signed, "l = 9999; "), ("message-id:to:in-reply-to:references", ""), ("from:message-id", ""),
        ("from:message-id:to:date", ""), ("from : message - id : in-reply-to", ""), ("from;message-id;in-reply-to", ""),
        (f"{GMAIL.signed}", "h=from; "), (f"{GMAIL.signed}", "d=attacker.example; "), ("", ""), ("*", ""),
    ):  # fmt: skip
        mail = passed_on(GMAIL, RECEIVERS[0], "redirect")
        fields = tuple(each for each in mail.fields if each[0] != "DKIM-Signature")
        yield forged_of(replace(mail, fields=fields).with_fields({"Subject": "Re: lunch?"}).with_more(signed(GMAIL.domain, covers, more)))
    for name, value in (("Cc", ATTACKER), ("To", f"{OURS}, {ATTACKER}"), ("In-Reply-To", "<x@y>"), ("From", ATTACKER)):
        yield forged_of(passed_on(ICLOUD, RECEIVERS[0], "redirect").with_fields({name: value}).with_more((name, value)))


def not_written_by_anybody() -> Iterator[Forged]:
    genuine = direct(OWN, RECEIVERS[1])
    for subject in (
        "Accepted: ", "Declined: ", "Tentative: ", "Tentatively Accepted: ", "Zugesagt: ", "Abgelehnt: ", "Accept\u00e9 : ", "Aceptada: ",
        "Read receipt: ", "Return Receipt (displayed) - ", "Leído: ", "Letto: ", "Urlaub: ", "Ferien: ", "OOF: ", "OOTO: ", "PTO: ",
        "Away: ", "Absent: ", "Absence: ", "Undelivered Mail Returned to Sender: ", "Mail delivery failed: returning message to sender: ",
        "Gelezen: ", "Recalled: ", "Recall: ", "[Auto-Reply] ", "Automatic Reply - Re: ", "I am on vacation - ", "Lu : ", "Ferie: ",
    ):  # fmt: skip
        yield forged_of(genuine.with_fields({"Subject": subject + SUBJECT}))
    for name, value in (
        ("Auto-Submitted", ""), ("Auto-Submitted", "yes"), ("auto-submitted", "AUTO-REPLIED"), ("Auto-Submitted", "(x) auto-replied"),
        ("Auto-Submitted", "no\r\nAuto-Submitted: auto-replied"), ("X-Auto-Reply", "1"), ("X-Autoresponder", "x"),
        ("X-Mail-Autoreply", "y"),
        ("X-Mailing-List", "<boiler@lists.example>"), ("List-Archive", "<https://lists.example>"), ("List-Software", "Sympa"),
        ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"), ("X-Google-Group-Id", "1"), ("List-Owner", "<mailto:o@lists.example>"),
        ("Precedence", " Bulk "), ("X-Google-Loop", "groups"),
    ):  # fmt: skip
        yield forged_of(genuine.with_more((name, value)))
    for kind in (
        "text/calendar; method=REPLY; charset=utf-8", "multipart/report; report-type=disposition-notification", "message/delivery-status",
        "message/rfc822", "message/global", "message/partial; id=x", " Message/RFC822", "text/rfc822-headers; charset=us-ascii",
    ):  # fmt: skip
        yield forged_of(genuine.with_fields({"Content-Type": kind}))
    yield forged_of(genuine.with_more(("Content-Type", "multipart/report; boundary=x")))


def delivered_among_the_sent() -> Iterator[Forged]:
    """What a rule of the user's own has laid there: it was delivered, by whomever."""
    own = frozenset({GMAIL.address})
    bare = Replied(program=GMAIL, receiver=RECEIVERS[0], fields=written(GMAIL)[1:]).with_fields({"To": GMAIL.address})
    for name, value in (
        ("Return-Path", f"<{ATTACKER}>"), ("Return-Path", "<>"), ("Return-Path", ATTACKER),
        ("Return-Path", f"<SRS0=x=y=gmail.com=anna@{DOMAIN}>"),
        ("Authentication-Results", "attacker.example; dmarc=pass"), ("ARC-Seal", "i=1; cv=none"), ("Received-SPF", "none"),
    ):  # fmt: skip
        yield forged_of(bare.on_top((name, value)), to=own, one_mailbox=True, folder=Folder.SENT)


KINDS: tuple[Kind, ...] = (
    senders_in_disguise, with_a_domain_that_is_another, results_of_another_server, results_with_words_of_the_sender,
    signed_by_a_domain_above, replies_to_somebody_else, sent_again, not_written_by_anybody, delivered_among_the_sent,
)  # fmt: skip
