"""Replies as further mail programs write them, header and body: where each puts the words, and how it names what it quotes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import escape

from tests.correspondence.layouts import SENT
from tests.correspondence.replied import BRIEFING, OURS, SUBJECT, Field, Program

SIGNED = "from:to:subject:date:message-id:in-reply-to:references:mime-version"
QUOTED = "\n".join(f"> {line}".rstrip() for line in SENT.splitlines())
BARE_QUOTED = "\n".join(f">{line}" for line in SENT.splitlines())
INDENTED = "\n".join(f"  {line} " for line in SENT.splitlines())
OUR_HTML = "".join(f"<p>{escape(line)}</p>" for line in SENT.splitlines())
ALOUD = "Aloud <aloud@aloud.example>"

Body = Callable[[str], str]


@dataclass(frozen=True, kw_only=True)
class Written:
    """What one program writes of a reply. `fields` are in place of, or beside, those that every program has."""

    name: str
    body: Body = field(repr=False)
    address: str = "anna@berg.example"
    fields: Mapping[str, str] = field(default_factory=dict)
    kind: str = 'text/plain; charset="utf-8"'

    @property
    def program(self) -> Program:
        known = {"from", "to", "subject", "date", "message-id", "in-reply-to", "references"}
        extra: tuple[Field, ...] = tuple((name, value) for name, value in self.fields.items() if name.lower() not in known)
        return Program(name=self.name, address=self.address, signed=SIGNED, extra=extra)

    @property
    def changed(self) -> dict[str, str | None]:
        return {**self.fields, "Content-Type": self.kind}


def _headers(sender: str, sent: str, to: str, subject: str, when: str) -> str:
    return f"{sender}: {ALOUD}\n{sent}: {when}\n{to}: Anna Berg <anna@berg.example>\n{subject}: {SUBJECT}\n\n{SENT}"


def above(introduced: str, *, device: str = "", quoted: str = QUOTED) -> Body:
    return lambda words: f"{words}\n\n{device}{introduced}\n{quoted}\n"


def below(introduced: str) -> Body:
    return lambda words: f"{introduced}\n{QUOTED}\n\n{words}\n"


def html(before: str, behind: str) -> Body:
    return lambda words: f"<html><body>{before}{''.join(map(_div, words.splitlines()))}{behind}</body></html>"


def _div(line: str) -> str:
    return f"<div>{escape(line) or '<br>'}</div>"


HTML = 'text/html; charset="utf-8"'
RULE = "________________________________"
WRITTEN: tuple[Written, ...] = (
    Written(
        name="Outlook for iOS",
        body=above(f"{RULE}\n{_headers('From', 'Sent', 'To', 'Subject', 'Thursday, November 26, 2026 5:00:00 AM')}",
                   device="Get Outlook for iOS<https://aka.ms/o0ukef>\n", quoted=""),
        fields={
            "From": '"Berg, Anna" <Anna@Berg.example>', "Subject": f"Re: {SUBJECT}",
            "Message-ID": "<AM0PR04MB1234ABCD@AM0PR04MB1234.eurprd04.prod.outlook.com>", "In-Reply-To": f"\r\n\t<{BRIEFING}>",
            "References": f"\r\n\t<{BRIEFING}>", "X-MS-Exchange-MessageSentRepresentingType": "1", "Thread-Index": "AQHbP4k2==",
        },
    ),
    Written(
        name="Outlook for Android, German",
        body=above(f"{RULE}\n{_headers('Von', 'Gesendet', 'An', 'Betreff', 'Donnerstag, 26. November 2026 05:00:00')}",
                   device="Outlook für Android<https://aka.ms/AAb9ysg> herunterladen\n", quoted=""),
        fields={"Subject": f"AW: {SUBJECT}", "From": "Berg, Anna <anna@berg.example>".replace("Berg, Anna", '"Berg, Anna"')},
    ),
    Written(
        name="Outlook, French",
        body=above(_headers("De", "Envoyé", "À", "Objet", "jeudi 26 novembre 2026 05:00"), quoted=""),
        fields={"Subject": f"RE: {SUBJECT}", "From": "=?iso-8859-1?Q?Anna_B=E9rg?= <anna@berg.example>"},
    ),
    Written(
        name="Outlook, Spanish",
        body=above(f"{RULE}\n{_headers('De', 'Enviado', 'Para', 'Asunto', 'jueves, 26 de noviembre de 2026 5:00')}",
                   device="Obtener Outlook para iOS<https://aka.ms/o0ukef>\n", quoted=""),
        fields={"Subject": f"RE: {SUBJECT}"},
    ),
    Written(
        name="Outlook on the web, HTML",
        body=html(
            "", f'<div id="appendonsend"></div><hr><div id="divRplyFwdMsg" dir="ltr">'
            f'<b>From:</b> Aloud<br><b>Sent:</b> Thursday</div>{OUR_HTML}'
        ),
        kind=HTML,
    ),
    Written(
        name="Outlook for iOS, HTML",
        body=html(
            "", '<div id="ms-outlook-mobile-signature">Get <a href="https://aka.ms/o0ukef">Outlook for iOS</a></div><hr>'
            f'<div id="divRplyFwdMsg"><b>From:</b> Aloud</div>{OUR_HTML}'
        ),
        kind=HTML,
    ),
    Written(
        name="Gmail app, German",
        body=above(f"{ALOUD} schrieb am Do., 26. Nov. 2026, 05:00:\n"),
        address="anna.berg@gmail.com",
        fields={"Subject": f"Re: {SUBJECT}", "MIME-Version": "1.0 (1.0)", "Message-ID": "<CAF=9xQ+ab_c@mail.gmail.com>"},
    ),
    Written(
        name="Gmail, French",
        body=above("Le jeu. 26 nov. 2026 à 05:00, Aloud <aloud@aloud.example> a\nécrit :\n"),
        address="anna.berg@gmail.com",
        fields={"To": OURS},
    ),
    Written(
        name="Gmail, Spanish",
        body=above("El jue, 26 nov 2026 a las 5:00, Aloud (<aloud@aloud.example>) escribió:\n"),
        address="anna.berg@gmail.com",
        fields={"To": f'"Aloud" <{OURS}>', "Subject": f"Re: {SUBJECT}"},
    ),
    Written(
        name="Gmail, HTML, Italian",
        body=html(
            "", '<br><div class="gmail_quote gmail_quote_container">'
            '<div dir="ltr" class="gmail_attr">Il giorno gio 26 nov 2026 alle ore 05:00 '
            f'Aloud &lt;aloud@aloud.example&gt; ha scritto:<br></div><blockquote class="gmail_quote">{OUR_HTML}</blockquote></div>'
        ),
        address="anna.berg@gmail.com",
        kind=HTML,
    ),
    Written(
        name="Apple Mail, German",
        body=above("> Am 26.11.2026 um 05:00 schrieb Aloud <aloud@aloud.example>:\n> "),
        address="anna.berg@icloud.com",
        fields={
            "Mime-Version": "1.0 (Mac OS X Mail 16.0 \\(3826.400\\))",
            "Subject": f"=?utf-8?Q?Re=3A_{SUBJECT.replace(' ', '_').replace(',', '=2C')}?=",
        },
    ),
    Written(
        name="iPhone, French",
        body=above("> Le 26 nov. 2026 à 05:00, Aloud <aloud@aloud.example> a écrit :\n> ", device="Envoyé de mon iPhone\n\n"),
        address="anna.berg@icloud.com",
        fields={"X-Mailer": "iPhone Mail (22F76)", "Content-Transfer-Encoding": "8bit"},
    ),
    Written(
        name="iPad, German, HTML",
        body=html(
            "", '<br id="lineBreakAtBeginningOfSignature"><div dir="ltr">Von meinem iPad gesendet</div><div dir="ltr"><br>'
            f'<blockquote type="cite">Am 26.11.2026 um 05:00 schrieb Aloud:<br><br></blockquote></div>'
            f'<blockquote type="cite">{OUR_HTML}</blockquote>'
        ),
        address="anna.berg@icloud.com",
        kind=HTML,
    ),
    Written(name="Thunderbird, German, below", body=below("Am 26.11.26 um 05:00 schrieb Aloud:"), fields={"Subject": f"Re: {SUBJECT}"}),
    Written(
        name="Thunderbird, HTML, English",
        body=html("", f'<div class="moz-cite-prefix">On 26/11/2026 05:00, Aloud wrote:<br></div>'
        f'<blockquote type="cite">{OUR_HTML}</blockquote>'),
        kind=HTML,
        fields={"User-Agent": "Mozilla Thunderbird", "Reply-To": "anna@berg.example"},
    ),
    Written(
        name="Thunderbird for Android",
        body=above(f"On 26 November 2026 05:00:00 CET, {ALOUD} wrote:", quoted=BARE_QUOTED),
        fields={"Message-ID": "<3C1B-4F@berg.example>", "User-Agent": "Thunderbird for Android"},
    ),
    Written(
        name="K-9, German",
        body=above(
            _headers("Von", "Gesendet", "An", "Betreff", "26. November 2026 05:00:00 MEZ"),
            device="Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.\n\n-------- Ursprüngliche Nachricht --------\n",
            quoted="",
        ),
        fields={"From": "anna@berg.example", "Subject": f"AW: {SUBJECT}"},
    ),
    Written(
        name="K-9, English",
        body=lambda words: (
            f"{words}\n-- \nSent from my Android device with K-9 Mail. Please excuse my brevity.\n\n"
            f"On November 26, 2026 5:00:00 AM GMT+01:00, {ALOUD} wrote:\n{BARE_QUOTED}"
        ),
    ),
    Written(
        name="Proton",
        body=above(f"On Thursday, November 26th, 2026 at 5:00 AM, {ALOUD} wrote:\n",
                   device="Sent with [Proton Mail](https://proton.me/) secure email.\n\n"),
        address="anna.berg@proton.me",
        fields={"Feedback-ID": "1234567:user:proton", "X-Pm-Message-ID": "0123abcd"},
    ),
    Written(
        name="Proton for iOS, HTML",
        body=html(
            "", '<div class="protonmail_signature_block">Sent from <a href="https://proton.me">Proton Mail</a> for iOS.</div>'
            f'<div class="protonmail_quote">-------- Original Message --------<br>'
            f'On Thursday, 11/26/26 at 05:00 Aloud wrote:<br>{OUR_HTML}</div>'
        ),
        address="anna.berg@proton.me",
        kind=HTML,
    ),
    Written(
        name="Fastmail",
        body=above("On Thu, 26 Nov 2026, at 5:00 AM, Aloud wrote:"),
        address="anna@fastmail.com",
        fields={"User-Agent": "Cyrus-JMAP/3.13.0", "Message-Id": "<5f1c@app.fastmail.com>", "X-ThreadId": "T1",
        "Feedback-ID": "i1:Fastmail"},
    ),
    Written(
        name="Yahoo",
        body=above(f"    On Thursday, November 26, 2026 at 05:00:00 AM GMT+1, {ALOUD} wrote:  \n ", quoted=INDENTED),
        address="anna.berg@yahoo.com",
        fields={"From": '"anna.berg@yahoo.com" <anna.berg@yahoo.com>', "To": f'"{OURS}" <{OURS}>',
        "X-Mailer": "WebService/1.1 YMailNovation"},
    ),
    Written(
        name="Yahoo for Android",
        body=above("  On Thu, Nov 26, 2026 at 5:00, Aloud<aloud@aloud.example> wrote:   ", device="Sent from Yahoo Mail on Android \n \n",
                   quoted=INDENTED),
        address="anna.berg@yahoo.com",
    ),
    Written(
        name="Yahoo, HTML",
        body=html("", f'<div id="yahoo_quoted_1" class="yahoo_quoted"><div>On Thursday, Aloud wrote:</div>{OUR_HTML}</div>'),
        address="anna.berg@yahoo.com",
        kind=HTML,
    ),
    Written(
        name="Samsung",
        body=above(
            f"-------- Original message --------\nFrom: {ALOUD} \nDate: 26/11/2026  05:00  (GMT+01:00) \nTo: anna@berg.example \n"
            f"Subject: {SUBJECT} \n\n{SENT}", device="Sent from my Galaxy\n\n\n", quoted=""
        ),
    ),
    Written(
        name="Samsung, German",
        body=above(
            f"-------- Ursprüngliche Nachricht --------\nVon: {ALOUD} \nDatum: 26.11.26  05:00  (GMT+01:00) \nAn: anna@berg.example \n"
            f"Betreff: {SUBJECT} \n\n{SENT}", device="Von meinem/meiner Galaxy gesendet\n\n\n", quoted=""
        ),
        fields={"Subject": f"Re: {SUBJECT}"},
    ),
    Written(
        name="Samsung, HTML",
        body=html(
            "", '<div id="composer_signature" dir="auto">Sent from my Galaxy</div>'
            '<div><br></div><div align="left" dir="auto">-------- Original '
            f"message --------</div><div>From: Aloud &lt;aloud@aloud.example&gt;</div><div>Date: 26/11/2026 05:00 (GMT+01:00)</div>"
            f"<div>To: anna@berg.example</div><div>Subject: {SUBJECT}</div><div><br></div>{OUR_HTML}"
        ),
        kind=HTML,
    ),
    Written(
        name="GMX, German",
        body=above(f"Gesendet: Donnerstag, 26. November 2026 um 05:00 Uhr\n"
        f"Von: {ALOUD}\nAn: anna@berg.example\nBetreff: {SUBJECT}\n\n{SENT}", quoted=""),
        address="anna.berg@gmx.de",
        fields={"Subject": f"Aw: {SUBJECT}", "X-Provags-ID": "V03:K1:abc", "Importance": "normal", "Sensitivity": "Normal"},
    ),
    Written(
        name="Roundcube, German",
        body=above("Am 2026-11-26 05:00, schrieb Aloud:"),
        fields={"From": "Anna Berg <anna@berg.example>", "X-Sender": "anna@berg.example", "Sender": "anna@berg.example"},
    ),
    Written(name="Evolution, French", body=below("Le jeudi 26 novembre 2026 à 05:00 +0100, Aloud a écrit :"),
    fields={"Subject": f"Re: {SUBJECT}"}),
    Written(name="KMail, German", body=above("Am Donnerstag, 26. November 2026, 05:00:00 Mitteleuropäische Normalzeit schrieb Aloud:")),
    Written(
        name="Notes, German",
        body=above(_headers("Von", "Datum", "An", "Betreff", "26.11.2026 05:00"), quoted=""),
        fields={"Subject": f"Antwort: {SUBJECT}", "MIME-Version": "1.0", "Message-ID": "<OF1234ABCD.0-ONC1@berg.example>"},
    ),
    Written(name="Mail.ru", body=above("Четверг, 26 ноября 2026, 5:00 +01:00 от Aloud <aloud@aloud.example>:\n "),
    address="anna.berg@mail.ru"),
    Written(name="eM Client", body=above(f'------ Original Message ------\nFrom: "Aloud" <{OURS}>\n'
    'To: anna@berg.example\nDate: 26/11/2026 05:00:00\n'
                                         f"Subject: {SUBJECT}\n\n{SENT}", quoted=""), fields={"User-Agent": "eM_Client/10.1"}),
    Written(
        name="Zoho",
        body=above(f" ---- On Thu, 26 Nov 2026 05:00:00 +0100 Aloud <{OURS}> wrote --- \n", quoted=INDENTED),
        address="anna.berg@zohomail.eu",
        fields={"Importance": "Medium", "User-Agent": "Zoho Mail"},
    ),
    Written(name="Spark", body=above("On Nov 26, 2026 at 5:00 AM +0100, Aloud <aloud@aloud.example>, wrote:", device="Sent from Spark\n"),
            fields={"X-Readdle-Message-ID": "abc@Spark"}),
    Written(name="AOL", body=above(f"-----Original Message-----\nFrom: {ALOUD}\nTo: anna.berg@aol.com\nSent: Thu, Nov 26, 2026 5:00 am\n"
                                   f"Subject: {SUBJECT}\n\n{SENT}", quoted=""), address="anna.berg@aol.com"),
    Written(name="a server with umlauts", body=above("Am 26.11.2026 um 05:00 schrieb Aloud:"), address="anna@xn--bcher-kva.example"),
)  # fmt: skip
