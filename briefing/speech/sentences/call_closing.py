"""How far the briefing is, and how it ends: true counts in a few sentences."""

from briefing.speech.wording.counts import count_word, counted, sentence_start
from briefing.speech.wording.speakable import capped, speakable

GOODBYE = "Goodbye."


def closing(  # noqa: PLR0913 - one count each, and a record would only be unpacked again
    *,
    briefed: int,
    archived: int = 0,
    read: int = 0,
    flagged: int = 0,
    skipped: int = 0,
    remaining: int = 0,
    deleted: int = 0,
    snoozed: int = 0,
    waiting: str = "",
) -> str:
    """The last words about the briefing: `18 briefed, 4 archived, 2 flagged. 32 are left for next time.`

    `waiting` says of the mails that `remaining` does not count why they were not told.
    """
    done = (
        (archived, "archived"),
        (read, "marked as read"),
        (deleted, "deleted"),
        (snoozed, "put off"),
        (flagged, "flagged"),
        (skipped, "skipped"),
    )
    parts = [f"{count} {what}" for count, what in ((briefed, "briefed"), *done) if count]
    if not (parts or remaining or waiting):
        return "There was nothing to go through."
    left = f"{remaining} {'is' if remaining == 1 else 'are'} left for next time." if remaining else "That was everything."
    if waiting:
        left = f"{left} {waiting}" if remaining else waiting
    if not parts:
        return left
    return f"{', '.join(parts)}. {left}"


def progress_sentence(
    *, briefed: int, actioned: int, skipped: int, remaining: int, topic_number: int = 0, topics: int = 0, topic_label: str = ""
) -> str:
    """How far the briefing is: `35 of 50 mails are left; twelve briefed, three dealt with. This is topic two of 14, Contract renewal.`

    `topic_number` counts from 1; without it the topic is not mentioned.
    """
    counts = _counts_so_far(briefed=briefed, actioned=actioned, skipped=skipped, remaining=remaining)
    if not remaining or topic_number < 1 or topics < 2:
        return counts
    label = capped(speakable(topic_label[:300]).rstrip(".,;: "), 80)
    return f"{counts} This is topic {count_word(topic_number)} of {count_word(topics)}{f', {label}' if label else ''}."


def _counts_so_far(*, briefed: int, actioned: int, skipped: int, remaining: int) -> str:
    total = briefed + actioned + skipped + remaining
    parts = [
        f"{count_word(count)} {what}" for count, what in ((briefed, "briefed"), (actioned, "dealt with"), (skipped, "skipped")) if count
    ]
    done = f"; {', '.join(parts)}" if parts else ""
    if not total:
        return "There is nothing to go through."
    if not remaining:
        return f"None {'is' if total == 1 else 'are'} left{done}."
    if remaining == total:
        return f"{sentence_start(counted(total, 'mail'))}, all still to come." if total > 1 else "One mail, still to come."
    return f"{sentence_start(count_word(remaining))} of {count_word(total)} mails {'is' if remaining == 1 else 'are'} left{done}."
