"""The tracker's state as something to keep: ids, order, statuses, actions and times, never a subject, a label or a sender.

A saved briefing must not be a copy of someone's mail, so everything derived from mail text is left out and made again from mails that are
read again on restoring. A snapshot always holds the whole state: for 5,000 mails, half of them told, 0.4 MB and a few milliseconds.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from briefing.agenda import TopicKind
from briefing.mail import MailId, MailStatus
from briefing.mail_action import MailAction

FORMAT = 1


class SnapshotError(ValueError):
    """The text is not a snapshot of this format; the briefing has to start afresh."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicRecord:
    """One topic: how it came about, and its mails in order, those that left included."""

    kind: TopicKind
    mails: tuple[MailId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MailRecord:
    """What became of one mail; the defaults are those of a mail to which nothing has happened.

    `action` is what took it out last, `earlier` what had before and stands too; `kept` is what else was done to it. Both hold each kind
    once, newest last. `handled_elsewhere`: it left because it was read, archived or deleted in another program, and counts nowhere.
    """

    status: MailStatus = MailStatus.PENDING
    action: MailAction | None = None
    earlier: tuple[MailAction, ...] = ()
    kept: tuple[MailAction, ...] = ()
    briefed_at: datetime | None = None
    skipped_at: datetime | None = None
    actioned_at: datetime | None = None
    handled_elsewhere: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """A whole tracker. `mails` holds the records of those to which something has happened; `history` runs from oldest to newest.

    `just_skipped` is what the last `skip_topic` skipped, as long as going back would return it.
    """

    topics: tuple[TopicRecord, ...] = ()
    mails: Mapping[MailId, MailRecord] = field(default_factory=dict)
    cursor: MailId | None = None
    history: tuple[MailId, ...] = ()
    just_skipped: tuple[MailId, ...] = ()

    @property
    def open_mails(self) -> tuple[MailId, ...]:
        """What was still to be told, in order."""
        records = ((mail_id, self.mails.get(mail_id, _UNTOUCHED)) for topic in self.topics for mail_id in topic.mails)
        return tuple(mail_id for mail_id, record in records if record.status is MailStatus.PENDING and not record.handled_elsewhere)

    def without_handled_elsewhere(self) -> "Snapshot":
        """The same without the mails that left because they were read, archived or deleted in another program."""
        left = {mail_id for mail_id, record in self.mails.items() if record.handled_elsewhere}

        def kept(mails: tuple[MailId, ...]) -> tuple[MailId, ...]:
            return tuple(mail_id for mail_id in mails if mail_id not in left)

        return Snapshot(
            topics=tuple(TopicRecord(kind=topic.kind, mails=mails) for topic in self.topics if (mails := kept(topic.mails))),
            mails={mail_id: record for mail_id, record in self.mails.items() if mail_id not in left},
            cursor=self.cursor,
            history=kept(self.history),
            just_skipped=kept(self.just_skipped),
        )

    def _is_coherent(self) -> bool:
        """Whether every mail it names stands in a topic, as in all that a tracker gives: a tracker cannot be restored from another."""
        named = {*self.mails, *self.history, *self.just_skipped, *([] if self.cursor is None else [self.cursor])}
        return named.issubset(mail_id for topic in self.topics for mail_id in topic.mails)

    def to_json(self) -> str:
        row = {
            "format": FORMAT,
            "topics": [[topic.kind, topic.mails] for topic in self.topics],
            "mails": {mail_id: _row(record) for mail_id, record in self.mails.items()},
            "cursor": self.cursor,
            "history": self.history,
            "just_skipped": self.just_skipped,
        }
        return json.dumps(row, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> "Snapshot":
        """The snapshot that `to_json` wrote. Raises `SnapshotError`."""
        try:
            row: dict[str, Any] = json.loads(text)
            if row["format"] != FORMAT:
                raise SnapshotError("a snapshot of another format")
            snapshot = cls(
                topics=tuple(TopicRecord(kind=TopicKind(kind), mails=tuple(mails)) for kind, mails in row["topics"]),
                mails={MailId(mail_id): _record(record) for mail_id, record in row["mails"].items()},
                cursor=row["cursor"],
                history=tuple(row["history"]),
                just_skipped=tuple(row["just_skipped"]),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise SnapshotError("not a snapshot of this format") from error
        if not snapshot._is_coherent():
            raise SnapshotError("it names a mail that is in none of its topics")
        return snapshot


def _row(record: MailRecord) -> dict[str, object]:
    """A record without what is at its default; spelled out, since it runs for every mail that was told, after every move."""
    row = {
        "status": record.status,
        "action": record.action,
        "earlier": record.earlier,
        "kept": record.kept,
        "briefed_at": record.briefed_at and record.briefed_at.isoformat(),
        "skipped_at": record.skipped_at and record.skipped_at.isoformat(),
        "actioned_at": record.actioned_at and record.actioned_at.isoformat(),
        "handled_elsewhere": record.handled_elsewhere,
    }
    return {name: value for name, value in row.items() if value}


def _record(row: Mapping[str, Any]) -> MailRecord:
    def moment(name: str) -> datetime | None:
        return datetime.fromisoformat(row[name]) if name in row else None

    return MailRecord(
        status=MailStatus(row.get("status", MailStatus.PENDING)),
        action=MailAction(row["action"]) if "action" in row else None,
        earlier=tuple(MailAction(kind) for kind in row.get("earlier", ())),
        kept=tuple(MailAction(kind) for kind in row.get("kept", ())),
        briefed_at=moment("briefed_at"),
        skipped_at=moment("skipped_at"),
        actioned_at=moment("actioned_at"),
        handled_elsewhere=bool(row.get("handled_elsewhere", False)),
    )


_UNTOUCHED = MailRecord()
