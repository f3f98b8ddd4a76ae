"""Mailboxes to change, seen and touched with other eyes and hands than ours: a Maildir, the model of Gmail, and the third-party server.

A mail is known here by its Message-ID, whatever our ids become. `views` is the whole mailbox: where each mail lies, its flags and labels,
and a hash of its content.
"""

import hashlib
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from briefing.mail import MailId, mail_id, provider_id_of
from briefing.mail_action import MailAction
from providers.mailbox_writing import MailboxWriter
from tests.providers.arranged_maildir import ArrangedMaildir, drop, find, flags, keyword_letters, make_maildir
from tests.providers.gmail.doubles.arranged import ArrangedGmail
from tests.providers.gmail.doubles.arranged_model import ArrangedGmailModel
from tests.providers.messages import message

MADE = ("Offers", "Taxes")
"""Folders or labels of the user's own."""

ACTIONS = (
    MailAction.ARCHIVE,
    MailAction.MARK_READ,
    MailAction.MARK_UNREAD,
    MailAction.FLAG,
    MailAction.UNFLAG,
    MailAction.MARK_IMPORTANT,
    MailAction.MARK_NOT_IMPORTANT,
    MailAction.MOVE,
    MailAction.DELETE,
    MailAction.REPORT_SPAM,
    MailAction.SNOOZE,
)

_NAME = re.compile(rb"^Message-ID: <(\w+)@", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """One mail in a mail program: its places, in that program's words, the user's own labels among them."""

    places: frozenset[str]
    read: bool
    flagged: bool
    important: bool
    content: str


Views = dict[str, View]


class World(Protocol):
    """A mailbox, and somebody else who uses it. `actions` are those that it knows."""

    actions: tuple[MailAction, ...]

    @property
    def writer(self) -> MailboxWriter: ...
    @property
    def slug(self) -> str: ...

    async def deliver(self, name: str, *, twin: bool = False) -> MailId: ...
    async def views(self) -> Views: ...
    async def toggle_elsewhere(self, name: str, what: str) -> None: ...
    async def move_elsewhere(self, name: str, place: str) -> None: ...
    async def delete_elsewhere(self, name: str) -> None: ...


class MaildirWorld:
    """A twin is another mail in the archive whose file has the same name."""

    actions: tuple[MailAction, ...] = ACTIONS

    def __init__(self, path: Path) -> None:
        self.arranged = ArrangedMaildir(make_maildir(path))
        self.writer = self.arranged.writer
        self.slug = self.arranged.mailbox.account.slug
        self._path = path
        for name in MADE:
            make_maildir(path / f".{name}")

    async def deliver(self, name: str, *, twin: bool = False) -> MailId:
        unique = drop(self._path, message(name))
        if twin:
            drop(self._archive(), message(f"{name}twin"), name=unique, info=":2,")
        return self.arranged.id_of(unique)

    async def views(self) -> Views:
        return {_name_of(file): self._view(file) for file in self._files()}

    async def toggle_elsewhere(self, name: str, what: str) -> None:
        file = self._file(name)
        letters = set(flags(file)) ^ {"S" if what == "read" else "F"}
        target = file.parent.parent / "cur" / f"{file.name.partition(':')[0]}:2,{''.join(sorted(letters))}"
        file.rename(target)

    async def move_elsewhere(self, name: str, place: str) -> None:
        file = self._file(name)
        folder = self._path if place == "INBOX" else self._archive() if place == "Archive" else self._path / f".{place}"
        if file.parent.parent == folder:
            return
        assert find(folder, file.name.partition(":")[0]) is None, "another program gives it another name then"
        file.rename(folder / "cur" / (file.name if ":2," in file.name else f"{file.name}:2,"))

    async def delete_elsewhere(self, name: str) -> None:
        self._file(name).unlink()

    def _archive(self) -> Path:
        archive = self._path / ".Archive"
        return archive if archive.exists() else make_maildir(archive)

    def _files(self) -> list[Path]:
        return [file for folder in ("new", "cur") for file in self._path.glob(f"**/{folder}/*")]

    def _file(self, name: str) -> Path:
        return next(file for file in self._files() if _name_of(file) == name)

    def _view(self, file: Path) -> View:
        folder = file.parent.parent
        return View(
            places=frozenset({"INBOX" if folder == self._path else folder.name[1:]}),
            read=file.parent.name == "cur" and "S" in flags(file),
            flagged="F" in flags(file),
            important=any(keyword_letters(folder).get(flag) == "$Important" for flag in flags(file)),
            content=hashlib.sha256(file.read_bytes()).hexdigest(),
        )


class GmailModelWorld:
    """Gmail in memory, by its rules."""

    actions: tuple[MailAction, ...] = (*ACTIONS, MailAction.LABEL, MailAction.UNLABEL)

    def __init__(self, arranged: ArrangedGmailModel | None = None) -> None:
        self.arranged = arranged or ArrangedGmailModel()
        self.model = self.arranged.model
        self.writer = self.arranged.writer
        self.slug = self.arranged.mailbox.account.slug
        self._ids: dict[str, str] = {}
        self.model.own_labels = {name: f"Label_{number}" for number, name in enumerate(MADE)}

    async def deliver(self, name: str, *, twin: bool = False) -> MailId:
        self._ids[name] = self.model.deliver(message(name))
        return mail_id(self.slug, self._ids[name])

    async def views(self) -> Views:
        return {
            name: _gmail_view(labels, self.model.raw(mail))
            for name, mail in self._ids.items()
            if (labels := self.model.labels(mail)) is not None
        }

    async def toggle_elsewhere(self, name: str, what: str) -> None:
        label = "UNREAD" if what == "read" else "STARRED"
        has = label in (self.model.labels(self._ids[name]) or ())
        self.model.relabel(self._ids[name], add=[] if has else [label], remove=[label] if has else [])

    async def move_elsewhere(self, name: str, place: str) -> None:
        self.model.relabel(self._ids[name], remove=["INBOX", "TRASH", "SPAM"])
        self.model.relabel(self._ids[name], add=["INBOX"] if place == "INBOX" else [])

    async def delete_elsewhere(self, name: str) -> None:
        self.model.delete(self._ids[name])


class GmailServerWorld:
    """Gmail as a third party wrote it."""

    actions: tuple[MailAction, ...] = (*ACTIONS, MailAction.LABEL, MailAction.UNLABEL)

    def __init__(self, arranged: ArrangedGmail) -> None:
        self.arranged = arranged
        self.hands = arranged.hands
        self.writer = arranged.writer
        self.slug = arranged.mailbox.account.slug
        self._ids: dict[str, str] = {}

    @classmethod
    async def of(cls, arranged: ArrangedGmail) -> "GmailServerWorld":
        for name in MADE:
            await arranged.make_named_elsewhere(name)
        return cls(arranged)

    async def deliver(self, name: str, *, twin: bool = False) -> MailId:
        mail = await self.arranged.deliver(message(name))
        self._ids[name] = provider_id_of(mail)
        return mail

    async def views(self) -> Views:
        there = set(await self.hands.ids(anywhere=True))
        return {
            name: _gmail_view(await self.hands.labels(mail), await self.hands.raw(mail))
            for name, mail in self._ids.items()
            if mail in there
        }

    async def toggle_elsewhere(self, name: str, what: str) -> None:
        label, mail = "UNREAD" if what == "read" else "STARRED", self._ids[name]
        has = label in await self.hands.labels(mail)
        await self.hands.modify(mail, add=[] if has else [label], remove=[label] if has else [])

    async def move_elsewhere(self, name: str, place: str) -> None:
        await self.hands.modify(self._ids[name], add=["INBOX"] if place == "INBOX" else [], remove=["TRASH", "SPAM"])
        if place != "INBOX":
            await self.hands.archive(self._ids[name])

    async def delete_elsewhere(self, name: str) -> None:
        await self.hands.delete(self._ids[name])


def without_content(views: Views) -> Views:
    return {name: replace(view, content="") for name, view in views.items()}


def _gmail_view(labels: frozenset[str], raw: bytes) -> View:
    return View(
        places=labels - {"UNREAD", "STARRED", "IMPORTANT"},
        read="UNREAD" not in labels,
        flagged="STARRED" in labels,
        important="IMPORTANT" in labels,
        content=hashlib.sha256(raw).hexdigest(),
    )


def _name_of(file: Path) -> str:
    found = _NAME.search(file.read_bytes())
    assert found is not None
    return found[1].decode()
