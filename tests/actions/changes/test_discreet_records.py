"""A record that ends up in a log or a traceback shows no mail: its texts, addresses and words are left out of what it prints.

Every field that holds text counts, unless it is known to hold none of the user's or of their mail's.
"""

import dataclasses
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from datetime import UTC, datetime
from enum import Enum
from typing import Any, get_args, get_type_hints

import pytest

from actions.consent.payloads import BulkPayload, RecipientWarning, SendPayload, UnsubscribePayload, WarningKind
from briefing.mail import Address, mail_id
from briefing.mail_action import MailAction
from briefing.understanding.understanding import understand
from briefing.understanding.utterance import Channel, Utterance
from providers.mime.original import Original
from providers.sender import Enclosure, OutgoingMail

SHOWN = frozenset(
    {
        # names that we, a provider or a driver made up
        "about", "act", "added", "agent", "agents", "answers", "arrived", "by_key", "call_id", "calls", "came", "conversation_id",
        "deleted", "digest", "draft_id", "ends", "entries", "failed", "files", "first", "given", "gone", "hash", "held", "history_id", "id",
        "ids", "inner", "job_id", "key", "keys", "lane", "labels", "labels_added", "labels_removed", "missed", "next_page", "not_loaded",
        "on_page", "owner", "previous", "receipt", "replaces", "sending_id", "settles", "sid", "since", "starred", "taken_back", "thread",
        "thread_id", "thread_ids", "tools", "under", "undoes_key", "until", "whole_from", "words_hash", "work",
        # who the user is to us, and their accounts as they are set up
        "account", "by", "callers", "closed_accounts", "found", "identity", "label", "name", "organisation_id", "pages", "slug",
        "told_closed", "unlisted", "user_id", "writers",
        # how a service is reached, and what it is called
        "api_url", "auth_url", "base_url", "client_id", "content_type", "gap", "host", "large", "llm", "media_type", "mime_type",
        "provider", "read", "redirect_uri", "retry_after", "revoke_url", "rule", "scopes", "servers", "small", "small_vision", "stt",
        "token_url", "tool", "tts", "vision",
        # where a mail lies
        "folder",
    }
)  # fmt: skip
"""Fields that hold text and may be shown, by name: none of them is a mail's, and none is what the user said."""

INVENTED = "providers.sample_inbox."
ACTS_WHEN_IMPORTED = frozenset({"agent.main", "agent.operations.preloaded"})


def records() -> Iterator[type]:
    """The dataclasses of what acts, talks and reads, as far as they print themselves."""
    for package in ("actions", "agent", "inbox", "providers", "session"):
        path = importlib.import_module(package).__path__
        for found in pkgutil.walk_packages(path, f"{package}."):
            if found.name in ACTS_WHEN_IMPORTED:
                continue
            for value in vars(importlib.import_module(found.name)).values():
                is_one = inspect.isclass(value) and value.__module__ == found.name and dataclasses.is_dataclass(value)
                if is_one and "__repr__" in vars(value) and not found.name.startswith(INVENTED):
                    yield value


def holds_text(kind: Any) -> bool:
    """Whether it is made of text or addresses; the names of an enumeration, and ids, which are types of their own, are none."""
    if isinstance(kind, list):
        return any(map(holds_text, kind))
    if get_args(kind):
        return any(map(holds_text, get_args(kind)))
    return isinstance(kind, type) and issubclass(kind, str | bytes | Address) and not issubclass(kind, Enum)


@pytest.mark.slow
def test_no_record_shows_a_text_that_may_be_of_a_mail() -> None:
    shown = {
        f"{record.__module__}.{record.__name__}.{each.name}"
        for record in records()
        for each in dataclasses.fields(record)
        if each.repr and each.name not in SHOWN and holds_text(get_type_hints(record)[each.name])
    }
    assert shown == set()


SECRET = "Wednesday"
ANNA = Address(name=SECRET, email=f"{SECRET}@example.org")


@pytest.mark.parametrize(
    "record",
    [
        SendPayload(
            account="work", to=(ANNA,), cc=(ANNA,), bcc=(ANNA,), subject=SECRET, body=SECRET, attachments=(SECRET,),
            warnings=(RecipientWarning(kind=WarningKind.NEW, address=SECRET),),
        ),
        UnsubscribePayload(mail_id=mail_id("work", "1"), list_name=SECRET, target=SECRET),
        BulkPayload(action=MailAction.LABEL, mails=(mail_id("work", "1"),), examples=(SECRET,), label=SECRET),
        Utterance(said=understand(SECRET), channel=Channel.VOICE, by="sam", at=0.0),
        Original(sender=ANNA, to=(ANNA,), subject=SECRET, text=SECRET, unsubscribe=SECRET),
        OutgoingMail(
            message_id="1@x", from_=ANNA, to=(ANNA,), subject=SECRET, body=SECRET, date=datetime(2026, 3, 4, tzinfo=UTC),
            attachments=(Enclosure(name=SECRET, content=SECRET.encode()),),
        ),
    ],
    ids=lambda record: type(record).__name__,
)  # fmt: skip
def test_what_leaves_and_what_is_said_is_not_printed(record: object) -> None:
    assert SECRET not in repr(record)
