"""Changing a Maildir: each change is one rename, proved by reading the folder again.

A rename is atomic, and fails if another program has renamed the file first; then the mail is looked up again and the change applied to its
new name. So neither program undoes the other's flags, and no file is overwritten.

A mail that moves keeps its name and so its id, unless another folder holds another mail of that name. Then it gets a name derived from the
old one, by which it can be found even after a crash.
"""

import asyncio
import errno
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from briefing.mail import MailId
from providers.mailbox import Account, MailboxUnavailableError, MailGoneError
from providers.mailbox_writing import (
    Change,
    ChangeKind,
    ChangeNotConfirmedError,
    ChangeRefusedError,
    Located,
    MailAttributes,
    Receipt,
    aimed_at,
    shows,
    wanted,
)
from providers.maildir.file_names import MailFile, name_time, name_with, provider_id, without_uid
from providers.maildir.folders import SENT_NAMES, MaildirFolder, folder_named, is_maildir
from providers.maildir.layout import Layout, keywords_between

MARKS_BY: Mapping[str, str] = MappingProxyType({"read": "S", "flagged": "F", "important": "$Important"})
"""The flag for each mark, or the keyword, which is longer than a letter; each folder has a letter of its own for that."""

ATTEMPTS = 20
MOST_NAMES = 8
"""How many mails may share one name."""

T = TypeVar("T")


class MaildirWriter:
    """Applies changes to the Maildir at `path`, one at a time. It keeps nothing: each change looks at the disk."""

    def __init__(self, path: Path, *, account: Account) -> None:
        self._path = path.expanduser()
        self._account = account
        self._layout = Layout(self._path)
        self._turn = asyncio.Lock()

    async def state(self, mail: MailId) -> MailAttributes:
        return await self._on_disk(mail, lambda key: self._state_of(*self._find(key)))

    async def plan(self, change: Change) -> Change:
        """As promised by `MailboxWriter`: labels are refused, and moves to a folder that does not exist."""
        return await self._on_disk(change.mail_id, lambda key: self._planned(key, change))

    async def apply(self, change: Change) -> Receipt:
        """Make the change and read it back. The id stays the same, unless another folder holds another mail of that name."""
        return await self._on_disk(change.mail_id, lambda key: self._apply(key, change))

    async def find(self, mail: MailId, *, before: MailAttributes) -> Located:
        return await self._on_disk(mail, lambda key: self._traced(key, before))

    async def _on_disk(self, mail: MailId, work: Callable[[str], T]) -> T:
        name = self._account.key_of(mail)
        async with self._turn:
            try:
                return await asyncio.to_thread(self._at_maildir, work, name)
            except OSError as error:
                code = errno.errorcode.get(error.errno or 0, "not a Maildir")
                raise MailboxUnavailableError(f"the mail folder is missing or cannot be changed ({code})") from None

    def _at_maildir(self, work: Callable[[str], T], key: str) -> T:
        if not is_maildir(self._path):
            raise FileNotFoundError
        return work(key)

    def _planned(self, key: str, change: Change) -> Change:
        if change.to is not None:
            return change
        if change.kind in {ChangeKind.LABEL, ChangeKind.UNLABEL}:
            raise ChangeRefusedError("a mail folder has no labels that other programs would see")
        named = replace(change, label=self._layout.named(change.label)) if change.kind is ChangeKind.MOVE else change
        folder, file = self._find(key)
        before = self._state_of(folder, file)
        to = wanted(before, named)
        if folder == folder_named(self._path, SENT_NAMES) and to.place is not before.place:
            raise ChangeRefusedError("sent mail stays where it is")
        return replace(change, before=before, to=to)

    def _apply(self, key: str, change: Change) -> Receipt:
        plan = self._planned(key, change)
        after = self._made(key, plan)
        if after is None or not shows(after.state, plan):
            raise ChangeNotConfirmedError("the folder does not show the change")
        return Receipt(change=change, mail_id=after.mail_id, before=plan.before or after.state, after=after.state)

    def _made(self, key: str, plan: Change) -> Located | None:
        """The mail's id and state after the change; none if other programs kept renaming it."""
        for _ in range(ATTEMPTS):
            folder, file = self._find(key)
            now = self._state_of(folder, file)
            goal = aimed_at(now, plan)
            if goal == now:
                return Located(mail_id=self._account.mail_id(key), state=now)
            target = self._layout.folder_of(goal)
            name = self._name_in(target, folder, file, goal)
            if _rename(file.path, target / "cur" / name):
                key_after = provider_id(name)
                moved = _look(target, key_after, rereads=True)
                return Located(mail_id=self._account.mail_id(key_after), state=self._state_of(target, moved)) if moved else None
        return None

    def _name_in(self, target: Path, folder: Path, file: MailFile, goal: MailAttributes) -> str:
        """The file's name with the wanted marks; keywords are translated, and a name that is taken is replaced."""
        there = MaildirFolder(target)
        if target == folder:
            return name_with(file.name, _marked(there, file.flags, goal))
        there.create(like=self._path)
        name = without_uid(file.name)
        key = provider_id(name)
        others = [each for each in {*self._layout.everywhere(), target} if each != folder]
        for _ in range(MOST_NAMES):
            if all(_look(each, provider_id(name)) is None for each in others):
                break
            key = name = _next_name(key)
        flags = keywords_between(MaildirFolder(folder).keywords(), there.keywords(), file.flags)
        return name_with(name, _marked(there, flags, goal))

    def _traced(self, key: str, before: MailAttributes) -> Located:
        """The mail in the folder where it was, or else under a name derived from its old one."""
        if (file := _look(self._layout.folder_of(before), key, rereads=True)) is None:
            names = [key]
            for _ in range(MOST_NAMES):
                names.append(_next_name(names[-1]))
            key = next((name for name in reversed(names[1:]) if self._anywhere(name) is not None), key)
            folder, file = self._find(key)
        else:
            folder = self._layout.folder_of(before)
        return Located(mail_id=self._account.mail_id(key), state=self._state_of(folder, file))

    def _state_of(self, folder: Path, file: MailFile) -> MailAttributes:
        keywords = MaildirFolder(folder).keywords()
        shown = {keywords.get(flag, flag) for flag in file.flags if not (file.in_new and flag == "S")}
        marks = {mark: sign.lower() in shown if len(sign) > 1 else sign in shown for mark, sign in MARKS_BY.items()}
        place, name = self._layout.place_of(folder)
        return MailAttributes(place=place, folder=name, labels=frozenset(), **marks)

    def _find(self, key: str) -> tuple[Path, MailFile]:
        found = self._anywhere(key) or self._anywhere(key, rereads=True)
        if found is None:
            raise MailGoneError("the mail is in none of the folders")
        return found

    def _anywhere(self, key: str, *, rereads: bool = False) -> tuple[Path, MailFile] | None:
        for folder in self._layout.everywhere():
            if (file := _look(folder, key, rereads=rereads)) is not None:
                return folder, file
        return None


def _marked(folder: MaildirFolder, flags: frozenset[str], goal: MailAttributes) -> frozenset[str]:
    """The flags of a mail in that folder with the marks of `goal`; a keyword is made known to the folder only when it is set."""
    letters = {word: letter for letter, word in folder.keywords().items()}
    for mark, sign in MARKS_BY.items():
        if getattr(goal, mark):
            flags |= {sign if len(sign) == 1 else folder.letter_of(sign)}
        else:
            flags -= {sign if len(sign) == 1 else letters.get(sign.lower(), "")}
    return flags


def _look(folder: Path, key: str, *, rereads: bool = False) -> MailFile | None:
    """The mail as it is on the disk now. With `rereads` the folder is read again before a mail counts as missing."""
    return MaildirFolder(folder).files(expected={key} if rereads else frozenset()).get(key)


def _next_name(key: str) -> str:
    """Always the same for a key; begins with the key's time, by which mail is sorted."""
    at = name_time(key)
    digest = hashlib.sha256(key.encode("utf-8", "surrogateescape")).hexdigest()[:20]
    return f"{int(at)}.R{digest}.aloud" if at is not None else f"R{digest}.aloud"


def _rename(source: Path, target: Path) -> bool:
    """Rename unless the target is taken; false when the source has been renamed or the target taken meanwhile."""
    if source == target or target.exists():
        return False
    target.parent.mkdir(mode=0o700, exist_ok=True)
    try:
        source.rename(target)
    except FileNotFoundError:
        return False
    return True
