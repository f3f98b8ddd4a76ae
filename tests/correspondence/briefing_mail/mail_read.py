"""A briefing mail as whoever gets it reads it: its HTML taken apart, and what a mail program would make links of."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

from briefing.triage.triage import build_agenda
from correspondence.briefing_mail import BriefingMail
from correspondence.briefing_mail.gathering import Sources, gather
from correspondence.briefing_mail.material import BriefingMaterial
from inbox.unified import UnifiedInbox
from knowledge.mail_wishes import MailLength
from tests.briefing.envelopes import signals
from tests.correspondence.briefing_mail.odd_inboxes import Inbox
from tests.inbox.memory_mailbox import NOON, MemoryMailbox

VOID = frozenset({"meta", "br", "img", "link", "input", "base"})
LINKED = re.compile(
    r"[a-z][a-z0-9+.-]*://|\bwww\.|\b(?:mailto|javascript|data|tel):\S|[^\s@]@[^\s@]"
    r"|(?<![\w.-])(?:[\w-]+\.)+[^\W\d_]{2,24}(?![\w-])|\b\d{1,3}(?:\.\d{1,3}){3}\b",
    re.IGNORECASE,
)
FILES = re.compile(r"\.(?:pdf|docx?|png|jpg)\b", re.IGNORECASE)


@dataclass
class Page(HTMLParser):
    """`said` is the text of each element that has a writing direction, in order; `chips` are the numbers."""

    tags: list[str] = field(default_factory=list)
    attributes: list[tuple[str, str]] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    chips: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    open: list[tuple[str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        kinds = dict(attrs)
        if tag not in VOID:
            self.open.append((tag, "chip" if kinds.get("class") == "number" else "said" if "dir" in kinds else ""))
        if "dir" in kinds:
            self.said.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop()[0] == tag, "an element is closed that is not open"

    def handle_data(self, data: str) -> None:
        where = self.open[-1][1] if self.open else ""
        if where == "chip":
            self.chips.append(data)
        elif where == "said":
            self.said[-1] += data

    def handle_comment(self, data: str) -> None:
        self.comments.append(data)


def page_of(mail: BriefingMail) -> Page:
    page = Page()
    page.feed(mail.html)
    page.close()
    assert page.open == []
    return page


def links_in(text: str) -> Iterator[str]:
    """What a mail program may make a link of."""
    for found in LINKED.finditer(text):
        if not FILES.search(found[0]) or "://" in found[0]:
            yield found[0]


async def material_of(inbox: Inbox, *, length: MailLength = MailLength.USUAL, vips: str = "") -> BriefingMaterial:
    box = MemoryMailbox("work", inbox.mails)
    for mail in inbox.mails:
        box.say(mail.mail_id, inbox.texts.get(mail.mail_id, ""))
    agenda = build_agenda(list(inbox.mails), signals(vips=vips))
    envelopes = {mail.mail_id: mail for mail in inbox.mails}
    sources = Sources(inbox=UnifiedInbox([box]), agenda=agenda, envelopes=envelopes)
    return await gather(sources, day=NOON.date(), now=NOON, length=length)
