"""The tracker's state as something to keep: ids, order, statuses, actions and times, never a subject, a label or a sender.

A saved briefing must not be a copy of someone's mail, so whatever is derived from mail text is left out and given back on restoring
from mails that are read again. A whole snapshot is as large as the agenda; after the first one, only a `SnapshotChange` need be
written for each move, and `Snapshot.after` folds them on the way back.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any

from briefing.agenda import TopicKind
from briefing.mail import ActionKind, MailId, MailStatus

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
    """What became of one mail; the defaults are those of a mail to which nothing has happened."""

    status: MailStatus = MailStatus.PENDING
    action: ActionKind | None = None
    flag: ActionKind | None = None
    briefed_at: datetime | None = None
    skipped_at: datetime | None = None
    actioned_at: datetime | None = None
    handled_elsewhere: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicAdded:
    """A topic that was put behind the one that holds the mail `behind`, or at the very end."""

    behind: MailId | None
    topic: TopicRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class SnapshotChange:
    """What changed since the last one: its size follows the change, not the agenda.

    `order` is the whole new order after a refinement, else None; then come the topics `added`. `kept` positions of the history stay,
    `went` follow them. `just_skipped` is None when it is as before.
    """

    order: tuple[TopicRecord, ...] | None = None
    added: tuple[TopicAdded, ...] = ()
    mails: Mapping[MailId, MailRecord] = field(default_factory=dict)
    cursor: MailId | None = None
    kept: int = 0
    went: tuple[MailId, ...] = ()
    just_skipped: tuple[MailId, ...] | None = None

    def then(self, later: "SnapshotChange") -> "SnapshotChange":
        """Both as one: folding it is folding this and then `later`."""
        anew = later.order is not None
        return SnapshotChange(
            order=later.order if anew else self.order,
            added=later.added if anew else self.added + later.added,
            mails={**self.mails, **later.mails},
            cursor=later.cursor,
            kept=min(self.kept, later.kept),
            went=self.went[: max(0, later.kept - self.kept)] + later.went,
            just_skipped=self.just_skipped if later.just_skipped is None else later.just_skipped,
        )

    def to_json(self) -> str:
        """One line of JSON."""
        order = None if self.order is None else [_topic_row(topic) for topic in self.order]
        added = [[one.behind, _topic_row(one.topic)] for one in self.added]
        history = {"cursor": self.cursor, "kept": self.kept, "went": self.went, "just_skipped": self.just_skipped}
        return json.dumps({"format": FORMAT, "order": order, "added": added, "mails": _mail_rows(self.mails), **history})

    @classmethod
    def from_json(cls, text: str) -> "SnapshotChange":
        """The change that `to_json` wrote. Raises `SnapshotError`."""
        try:
            row = _checked(text)
            return cls(
                order=None if row["order"] is None else tuple(_topic(topic) for topic in row["order"]),
                added=tuple(TopicAdded(behind=behind, topic=_topic(topic)) for behind, topic in row["added"]),
                mails=_mails(row["mails"]),
                cursor=row["cursor"],
                kept=int(row["kept"]),
                went=tuple(row["went"]),
                just_skipped=None if row["just_skipped"] is None else tuple(row["just_skipped"]),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise SnapshotError("not a snapshot change of this format") from error


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

    def after(self, change: SnapshotChange) -> "Snapshot":
        """The snapshot that the tracker would give after the change."""
        topics = list(self.topics if change.order is None else change.order)
        for one in change.added:
            place = next((index for index, topic in enumerate(topics, start=1) if one.behind in topic.mails), len(topics))
            topics.insert(place, one.topic)
        mails = {mail_id: record for mail_id, record in {**self.mails, **change.mails}.items() if record != _UNTOUCHED}
        return Snapshot(
            topics=tuple(topics),
            mails=mails,
            cursor=change.cursor,
            history=self.history[: change.kept] + change.went,
            just_skipped=self.just_skipped if change.just_skipped is None else change.just_skipped,
        )

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

    def is_coherent(self) -> bool:
        """Whether every mail it names stands in a topic, as in all that a tracker gives: a tracker cannot be restored from another."""
        named = {*self.mails, *self.history, *self.just_skipped, *([] if self.cursor is None else [self.cursor])}
        return named.issubset(mail_id for topic in self.topics for mail_id in topic.mails)

    def to_json(self) -> str:
        """One line of JSON."""
        topics = [_topic_row(topic) for topic in self.topics]
        history = {"cursor": self.cursor, "history": self.history, "just_skipped": self.just_skipped}
        return json.dumps({"format": FORMAT, "topics": topics, "mails": _mail_rows(self.mails), **history})

    @classmethod
    def from_json(cls, text: str) -> "Snapshot":
        """The snapshot that `to_json` wrote. Raises `SnapshotError`."""
        try:
            row = _checked(text)
            return cls(
                topics=tuple(_topic(topic) for topic in row["topics"]),
                mails=_mails(row["mails"]),
                cursor=row["cursor"],
                history=tuple(row["history"]),
                just_skipped=tuple(row["just_skipped"]),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise SnapshotError("not a snapshot of this format") from error


def _checked(text: str) -> dict[str, Any]:
    row: dict[str, Any] = json.loads(text)
    if row["format"] != FORMAT:
        raise SnapshotError("a snapshot of another format")
    return row


def _topic_row(topic: TopicRecord) -> list[object]:
    return [topic.kind, topic.mails]


def _topic(row: list[Any]) -> TopicRecord:
    kind, mails = row
    return TopicRecord(kind=TopicKind(kind), mails=tuple(mails))


def _mail_rows(mails: Mapping[MailId, MailRecord]) -> dict[str, dict[str, object]]:
    """Each record without what is at its default."""
    rows: dict[str, dict[str, object]] = {}
    for mail_id, record in mails.items():
        values = {one.name: getattr(record, one.name) for one in fields(record)}
        told = {name: value for name, value in values.items() if value != getattr(_UNTOUCHED, name)}
        rows[mail_id] = {name: value.isoformat() if isinstance(value, datetime) else value for name, value in told.items()}
    return rows


def _mails(rows: Mapping[str, Mapping[str, Any]]) -> dict[MailId, MailRecord]:
    return {MailId(mail_id): _mail(row) for mail_id, row in rows.items()}


def _mail(row: Mapping[str, Any]) -> MailRecord:
    def moment(name: str) -> datetime | None:
        return datetime.fromisoformat(row[name]) if name in row else None

    return MailRecord(
        status=MailStatus(row.get("status", MailStatus.PENDING)),
        action=ActionKind(row["action"]) if "action" in row else None,
        flag=ActionKind(row["flag"]) if "flag" in row else None,
        briefed_at=moment("briefed_at"),
        skipped_at=moment("skipped_at"),
        actioned_at=moment("actioned_at"),
        handled_elsewhere=bool(row.get("handled_elsewhere", False)),
    )


_UNTOUCHED = MailRecord()
