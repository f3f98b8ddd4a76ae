"""What a Maildir holds, as answers to questions: which mails are unread, what they are, what belongs together, who was written to.

Synchronous, and safe in the threads that `MaildirMailbox` runs it in.
"""

import re
import threading
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from briefing.mail import Address, Envelope, MailText, ThreadId, mail_id
from briefing.mail_query import CALENDAR_FILE, Forms, MailQuery
from providers.mailbox import Account, IdSet
from providers.maildir.file_names import MailFile
from providers.maildir.folders import MaildirFolder, newest_first
from providers.maildir.reading import MaildirFiles, arrived_at
from providers.maildir.threads import ThreadIndex
from providers.mime.headers import MailHeaders
from providers.mime.language import mail_text

SENT_REMEMBERED = 5_000
IMPORTANT_KEYWORD = "$important"
"""As IMAP servers name it (RFC 8457). A priority header would be the sender's own opinion, and spam has a high one."""
_FOUND_INSIDE_FROM = 7
"""Letters of a word that is looked for: shorter ones begin a word, so that "lease" is not found in "please"."""


class MaildirContents:
    """Questions to one Maildir; keys are provider ids. Every method may raise `OSError`."""

    def __init__(self, path: Path, *, account: Account, own_addresses: frozenset[str]) -> None:
        self._files = MaildirFiles(path)
        self._account = account
        self._own = frozenset(address.lower() for address in own_addresses)
        self._threads = ThreadIndex()
        self._message_ids: dict[str, str] = {}
        self._mine: set[str] = set()

    def unread(self) -> dict[str, MailFile]:
        return {key: file for key, file in self._files.listed().items() if file.unread}

    def id_set(self, kind: IdSet, vips: frozenset[str]) -> frozenset[str]:
        """Keys of unread mails in a set; the first two kinds stand in file names, the others in headers."""
        unread = self.unread()
        if kind is IdSet.FLAGGED:
            return frozenset(key for key, file in unread.items() if file.flagged)
        if kind is IdSet.IMPORTANT:
            return frozenset(key for key, file in unread.items() if self._is_important(file))
        wanted = self._own if kind is IdSet.TO_ME else vips
        found = set()
        for key, file in unread.items():
            if (headers := self._headers(key, file)) is not None:
                addresses = headers.to if kind is IdSet.TO_ME else (headers.sender,)
                found |= {key} if any(address.email in wanted for address in addresses) else set()
        return frozenset(found)

    def envelopes(self, keys: Sequence[str]) -> list[Envelope]:
        """Envelopes of the mails that are still there, in the order of `keys`."""
        self._note_sent_mail()
        files = self._files.listed()
        located = [(key, file) for key in keys if (file := files.get(key) or self._files.locate(key)) is not None]
        for key, file in located:
            self._headers(key, file)  # all links first, so that the mails of one exchange come out with one name
        return [envelope for key, file in located if (envelope := self._envelope(key, file)) is not None]

    def text(self, key: str) -> MailText | None:
        """The words of a mail; none when it is gone."""
        file = self._files.locate(key)
        body = self._files.body(key, file) if file is not None else None
        return None if body is None else mail_text(self._account.mail_id(key), body)

    def is_sent(self, key: str) -> bool:
        """Whether it lies among the sent mails, and nowhere else."""
        return key in self._files.sent.files() and key not in self._files.listed() and key not in self._files.archive.files()

    def thread(self, name: str, stop: threading.Event) -> list[Envelope]:
        self._note_sent_mail()
        files = self._files.everywhere()
        for key, file in _until(stop, files):
            if key not in self._message_ids:
                self._headers(key, file)
        wanted = self._threads.name(name)
        members = [key for key in files if self._threads.name(self._message_ids.get(key, key)) == wanted]
        found = [envelope for key in members if (envelope := self._envelope(key, files[key])) is not None]
        return sorted(found, key=lambda envelope: envelope.received_at)

    def search(self, query: MailQuery, limit: int, stop: threading.Event) -> list[str]:
        """Keys of mails in inbox and archive for which the query holds, newest first."""
        words, sender = _folded_forms(query.words), _folded_forms(query.sender)
        files = {**self._files.archive.files(), **self._files.listed()}
        found: list[str] = []
        for key, file in _until(stop, {key: files[key] for key in newest_first(files)} if query.asks_for_something else {}):
            if len(found) >= limit:
                break
            if self._is_of(key, file, query, sender) and self._holds(key, file, words):
                found.append(key)
        return found

    def written_to(self, limit: int) -> frozenset[str]:
        """Addresses that the newest `limit` sent mails went to."""
        files = self._files.sent.files()
        sent = (self._headers(key, files[key]) for key in newest_first(files)[:limit])
        return frozenset(
            address.email
            for headers in sent
            if headers is not None
            for address in (*headers.to, *headers.cc, *headers.bcc)
            if address.email and address.email not in self._own
        )

    def _headers(self, key: str, file: MailFile) -> MailHeaders | None:
        """Headers of a mail, its place in an exchange noted the first time."""
        headers = self._files.headers(key, file)
        if headers is not None and key not in self._message_ids:
            own = headers.message_id or key
            self._threads.add(own, headers.links)
            self._message_ids[key] = own
            if headers.sender.email in self._own:
                self._mine.add(own)
        return headers

    def _note_sent_mail(self) -> None:
        """Learn the message ids of sent mail: what refers to one of them is an answer to the user."""
        files = self._files.sent.files()
        for key in newest_first(files)[:SENT_REMEMBERED]:
            if key not in self._message_ids:
                self._headers(key, files[key])
            self._mine.add(self._message_ids.get(key, key))

    def _envelope(self, key: str, file: MailFile) -> Envelope | None:
        headers, preview, slug = self._headers(key, file), self._files.preview(key, file), self._account.slug
        if headers is None or preview is None:
            return None
        return Envelope(
            mail_id=mail_id(slug, key),
            thread_id=ThreadId(f"{slug}:{self._threads.name(self._message_ids.get(key, key))}"),
            subject=headers.subject,
            sender=headers.sender,
            to=headers.to,
            cc=headers.cc,
            received_at=headers.received_at(arrived=arrived_at(file), now=datetime.now(UTC)),
            flagged=file.flagged,
            important=self._is_important(file),
            answers_me=not self._mine.isdisjoint(headers.links) and headers.sender.email not in self._own,
            bulk=headers.bulk,
            automatic=headers.automatic,
            list_id=headers.list_id,
            invitation=preview.invitation,
            attachments=preview.attachments,
            snippet=preview.snippet,
            readable=preview.readable,
        )

    def _is_important(self, file: MailFile) -> bool:
        letters = [flag for flag in file.flags if flag.islower()]
        if not letters:
            return False
        keywords = MaildirFolder(file.directory.parent).keywords()
        return any(keywords.get(letter) == IMPORTANT_KEYWORD for letter in letters)

    def _is_of(self, key: str, file: MailFile, query: MailQuery, sender: Sequence[Forms]) -> bool:
        """Whether sender, date and attachments are those that are asked for; the cheapest is looked at first."""
        headers = self._headers(key, file)
        if headers is None or not _all_stand(sender, _folded(_named(headers.sender))):
            return False
        if query.since is not None or query.until is not None:
            came = headers.received_at(arrived=arrived_at(file), now=datetime.now(UTC))
            if (query.since is not None and came < query.since) or (query.until is not None and came >= query.until):
                return False
        if not query.attachment:
            return True
        preview = self._files.preview(key, file)
        if preview is not None and preview.invitation and query.file_type == CALENDAR_FILE:
            return True
        return preview is not None and any(name.lower().endswith(query.file_type) for name in preview.attachments)

    def _holds(self, key: str, file: MailFile, words: Sequence[Forms]) -> bool:
        headers = self._headers(key, file)
        if headers is None:
            return False
        said = _folded(f"{_named(headers.sender)} {headers.subject}")
        missing = [forms for forms in words if not _all_occur([forms], said)]
        if not missing:
            return True
        body = self._files.body(key, file)
        text = _folded(" ".join((body.text, *body.attachments))) if body is not None else ""
        return _all_occur(missing, text)


def _until(stop: threading.Event, files: Mapping[str, MailFile]) -> Iterator[tuple[str, MailFile]]:
    """The files one by one, until the caller gives up."""
    for key, file in files.items():
        if stop.is_set():
            return
        yield key, file


def _named(address: Address) -> str:
    return f"{address.name} {address.email}"


def _folded_forms(words: Sequence[Forms]) -> list[Forms]:
    return [tuple(map(_folded, forms)) for forms in words]


def _all_occur(words: Sequence[Forms], text: str) -> bool:
    return all(any(_occurs(form, text) for form in forms) for forms in words)


def _occurs(form: str, text: str) -> bool:
    """At the beginning of a word; a long one, and one of a script without capitals or spaces, anywhere."""
    if form not in text or len(form) >= _FOUND_INSIDE_FROM or form.upper() == form:
        return form in text
    return re.search(rf"(?<!\w){re.escape(form)}", text) is not None


def _all_stand(words: Sequence[Forms], text: str) -> bool:
    """Whether the text holds each word as a word of its own. Scripts without cases have no spaces between words either."""
    return all(any(_stands(form, text) for form in forms) for forms in words)


def _stands(form: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(form)}(?!\w)", text) is not None if form.upper() != form else form in text


def _folded(text: str) -> str:
    """Without case and diacritics, so that "muller" finds "Müller"."""
    return "".join(each for each in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(each))
