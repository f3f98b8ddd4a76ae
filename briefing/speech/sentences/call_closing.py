"""How far the briefing is, and how it ends: true counts in a few sentences."""

from collections.abc import Mapping

from briefing.mail_action import ON_MAILS, TAKES_OUT, MailAction
from briefing.speech.wording.counts import count_word, counted, joined, sentence_start
from briefing.speech.wording.speakable import capped, speakable

GOODBYE = "Goodbye."


def closing(
    *,
    briefed: int,
    done: Mapping[MailAction, int],
    skipped: int = 0,
    remaining: int = 0,
    beside: Mapping[MailAction, int],
    waiting: str = "",
) -> str:
    """The last words about the briefing: `18 briefed, 4 archived. You flagged 2. 32 are left for next time.`

    What is counted first adds up, with what is left, to the mails of the briefing; `beside` is what was done to others. What leaves a mail
    in the briefing is told apart, and so of all mails. `waiting` says of the mails that `remaining` does not count why they were not told.
    """
    parts = _counts((briefed, "briefed"), *_taken_out(done), (skipped, "skipped"))
    others = _counts(*_taken_out(beside))
    counts = {action: done.get(action, 0) + beside.get(action, 0) for action in ON_MAILS.keys() - TAKES_OUT}
    stayed = [its.did.format(counts[action]) for action, its in ON_MAILS.items() if counts.get(action)]
    if not (parts or others or stayed or remaining or waiting):
        return "There was nothing to go through."
    left = (
        f"{remaining} {'is' if remaining == 1 else 'are'} left for next time." if remaining else "" if waiting else "That was everything."
    )
    said = (
        f"{parts}." if parts else "",
        f"Outside this briefing: {others}." if others else "",
        f"You {joined(stayed)}." if stayed else "",
        left,
        waiting,
    )
    return " ".join(filter(None, said))


def _taken_out(counts: Mapping[MailAction, int]) -> list[tuple[int, str]]:
    return [(counts.get(action, 0), its.did.replace(" {}", "")) for action, its in ON_MAILS.items() if its.takes_out]


def _counts(*counts: tuple[int, str]) -> str:
    return ", ".join(f"{count} {what}" for count, what in counts if count)


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
