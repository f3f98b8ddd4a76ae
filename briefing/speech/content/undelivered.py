"""A mail system's report that a mail of the user's did not arrive: whom it was for, and why it failed.

Every system words it differently and around a table for machines, so the address and one of a few reasons are looked for, and the rest is
left. English and German.
"""

import re
from dataclasses import dataclass

from briefing.mail import Envelope
from briefing.speech.content.idioms import somewhere
from briefing.speech.content.names import is_mail_system

_REPORT = somewhere(
    r"undeliver\w+|(?:delivery|mail) (?:status notification|failure|failed|delayed)|returned mail|could not (?:be delivered|send message)"
    r"|failure notice|delivery has failed|unzustellbar\w*|nicht zugestellt|still undelivered|not (?:yet )?been delivered"
)
_ARRIVED = somewhere(r"success(?:ful(?:ly)?)?|(?:was|were|been) (?:delivered|relayed)|zugestellt wurde")
_NOT_ARRIVED = somewhere(r"undeliver\w+|failure|failed|not (?:yet )?(?:be )?(?:been )?(?:delivered|send)|unzustellbar\w*|nicht zugestellt")
_WAITS = somewhere(r"will (?:keep trying|be retried|try again)|still undelivered|warning message only|not yet been delivered")
_GIVES_UP = somewhere(r"giv(?:ing|es|en) up|permanent\w*|returned mail|returned to sender|has failed|5\.[0-9]\.[0-9]")
_BROKEN_OFF = re.compile(
    r"^.{0,9}-{2,40} ?(?:this is a copy|the header|original message|returned message).{0,80}$", re.IGNORECASE | re.MULTILINE
)
_FOR = re.compile(
    r"(?:^[ \t]{0,9}|(?:\bto|\ban|recipients?|address|\buser|unknown|mailbox|RCPT TO:)[ \t:]{1,4})"
    r"[<\"']?(?!postmaster@|mailer-daemon@)([\w.+-]{1,64}@[\w.-]{1,100}\.[a-z]{2,24})\b",
    re.IGNORECASE | re.MULTILINE,
)
_FINAL = re.compile(r"Final-Recipient: ?rfc822; ?([\w.+-]{1,64}@[\w.-]{1,100}\.[a-z]{2,24})\b", re.IGNORECASE)
_NO_ADDRESS = somewhere(
    r"(?:user|recipient|address|mailbox|account) (?:is )?(?:unknown|not found|unavailable|doesn't exist|does not exist|rejected"
    r"|(?:couldn't|could not|can't|cannot) be found)",
    r"(?:unknown|no such|invalid|nonexistent) (?:user|recipient|address|mailbox|account)|unbekannt\w*|5\.1\.1",
)
_FULL = somewhere(r"(?:mailbox|inbox|postfach) (?:is |ist )?(?:full|voll)|(?:over|exceed\w*) (?:\w+ )?quota|quota exceeded|out of storage")
_TOO_LARGE = somewhere(r"(?:message|size|mail) .{0,20}(?:too (?:large|big)|exceed\w*|limit)|zu groß")
_SPAM = somewhere(r"spam|blacklist\w*|blocklist\w*|(?:policy|security) (?:reasons?|reject\w*|violation)|reputation")
_NO_SERVER = somewhere(
    r"(?:host|domain)s? (?:.{0,60} )?(?:not found|not exist|not supported)|name or service not known|no mx|timed out|connection refused"
)
_REASONS = {
    "the mailbox is full": _FULL,
    "there is no such address": _NO_ADDRESS,
    "it is too large": _TOO_LARGE,
    "it was taken for spam": _SPAM,
    "the server for it cannot be reached": _NO_SERVER,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Undelivered:
    """`whom` is an address as it is written; both may be empty. `waits`: the system goes on trying."""

    whom: str = ""
    why: str = ""
    waits: bool = False


def undelivered(envelope: Envelope, text: str) -> Undelivered | None:
    """What a mail system's report says of a mail that did not arrive; nothing for other mail."""
    report = text[:6_000]
    whole = f"{envelope.subject[:300]} . {report}"
    if not is_mail_system(envelope.sender) or not _REPORT.search(whole) or (_ARRIVED.search(whole) and not _NOT_ARRIVED.search(whole)):
        return None
    if copy := _BROKEN_OFF.search(report):
        report = report[: copy.start()]
    whom = _FINAL.search(report) or _FOR.search(report)
    why = next((why for why, reason in _REASONS.items() if reason.search(report)), "")
    waits = _WAITS.search(whole) is not None and _GIVES_UP.search(whole) is None
    return Undelivered(whom=whom[1].lower() if whom else "", why=why, waits=waits)
