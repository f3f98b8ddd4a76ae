"""The requests of Gmail's interface, built by Google's own client library, which has no types and is seen nowhere else.

The library brings the description of the interface along, so nothing is fetched to build them. Its own setting for another server is
not heeded for batches and uploads, so the addresses in the description itself are changed. Answers are left as bytes: `wire` reads them
strictly, where the library would hand out a broken answer as a text.
"""

import base64
import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import urljoin

import httplib2
from googleapiclient.discovery import build_from_document
from googleapiclient.discovery_cache import get_static_doc
from googleapiclient.model import JsonModel

from providers.gmail import wire
from providers.gmail.connection import GmailRequest

ME = "me"
MOST_LISTED = 500
"""Ids or records on one page: the most that Gmail gives."""


class _Undecoded(JsonModel):  # type: ignore[misc]
    """Requests are JSON; answers stay as they came."""

    no_content_response = b""

    def deserialize(self, content: bytes) -> bytes:
        return content


class GmailRequests:
    """Builds requests to the server at `api_url`; sends none."""

    def __init__(self, api_url: str) -> None:
        root = api_url.rstrip("/") + "/"
        document = json.loads(get_static_doc("gmail", "v1"))
        document |= {"rootUrl": root, "baseUrl": urljoin(root, document["servicePath"])}
        # The library insists on something to send with; it is never used, and holds nothing to close.
        users: Any = build_from_document(document, http=httplib2.Http(), model=_Undecoded()).users()
        self._users = users
        self._messages = users.messages()
        self._threads = users.threads()
        self._history = users.history()
        self.batch_url = urljoin(root, f"{document['batchPath']}/gmail/v1")

    def profile(self) -> GmailRequest:
        """Whose mailbox it is."""
        return self._built(self._users.getProfile(userId=ME, fields=wire.PROFILE_FIELDS))

    def listing(self, query: str, *, page: str | None, most: int) -> GmailRequest:
        """Ids of messages, newest first."""
        return self._built(
            self._messages.list(userId=ME, q=query, pageToken=page, maxResults=min(most, MOST_LISTED), fields=wire.LIST_FIELDS)
        )

    def message(self, message: str) -> GmailRequest:
        """Headers and structure of a message, without its text."""
        return self._built(self._messages.get(userId=ME, id=message, format="full", fields=wire.MESSAGE_FIELDS))

    def labels(self, message: str) -> GmailRequest:
        """The labels of a message."""
        return self._built(self._messages.get(userId=ME, id=message, format="minimal", fields=wire.LABEL_FIELDS))

    def label_names(self) -> GmailRequest:
        """All labels of the mailbox, and who made each."""
        return self._built(self._users.labels().list(userId=ME, fields=wire.LABEL_NAMES_FIELDS))

    def raw(self, message: str) -> GmailRequest:
        """A message as it came."""
        return self._built(self._messages.get(userId=ME, id=message, format="raw", fields=wire.RAW_FIELDS))

    def thread(self, thread: str) -> GmailRequest:
        """Headers and structure of all messages of a thread."""
        return self._built(self._threads.get(userId=ME, id=thread, format="full", fields=wire.THREAD_FIELDS))

    def history(self, since: str, *, page: str | None) -> GmailRequest:
        """What happened after a history id."""
        return self._built(
            self._history.list(userId=ME, startHistoryId=since, pageToken=page, maxResults=MOST_LISTED, fields=wire.HISTORY_FIELDS)
        )

    def modify(self, message: str, *, add: Sequence[str], remove: Sequence[str]) -> GmailRequest:
        """Change the labels of a message."""
        body = {"addLabelIds": list(add), "removeLabelIds": list(remove)}
        return self._built(self._messages.modify(userId=ME, id=message, body=body, fields=wire.LABEL_FIELDS))

    def trash(self, message: str) -> GmailRequest:
        """Put a message into the trash."""
        return self._built(self._messages.trash(userId=ME, id=message, fields=wire.LABEL_FIELDS))

    def send(self, raw: bytes, *, thread: str) -> GmailRequest:
        """Send a message, into a thread if one is named."""
        body = {"raw": base64.urlsafe_b64encode(raw).decode()} | ({"threadId": thread} if thread else {})
        return self._built(self._messages.send(userId=ME, body=body, fields=wire.SENT_FIELDS))

    def watch(self, topic: str) -> GmailRequest:
        """Notifications to a Pub/Sub topic from now on, whatever the label: mail that filters archive matters too."""
        return self._built(self._users.watch(userId=ME, body={"topicName": topic}, fields=wire.WATCH_FIELDS))

    @staticmethod
    def _built(request: Any) -> GmailRequest:
        built: GmailRequest = request
        return built
