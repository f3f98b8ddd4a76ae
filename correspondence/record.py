"""The record of a correspondence: all of it in its order, for a prompt and for a person. It is rendered from the stored parts, and never
read back.

Each line that somebody wrote begins with `> `, and no line of the record's own does. So whatever a text holds, headings, backticks or what
looks like a mark, none of it can be taken for a section.
"""

import re
from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from correspondence.exchange import ANSWERED, Correspondence, LetterState, NoRecordError, OwnLetter, Reply

_BREAKS = re.compile("\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_NO_TEXT = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069]")


def record_of(correspondence: Correspondence) -> str:
    """Raises `NoRecordError` where the briefing has not left: a prompt must never be empty."""
    briefing, zone = correspondence.briefing, _zone(correspondence.zone)
    if briefing is None or briefing.state is not LetterState.SENT or briefing.sent_at is None:
        raise NoRecordError("the briefing has not left")
    done = {each.number: each for each in correspondence.answers if each.state in ANSWERED}
    told = f"{briefing.subject}\n\n{briefing.text}"
    new = {each.number for each in correspondence.new_replies}
    sections = [
        f"# Briefing of {correspondence.day.isoformat()}",
        f"## Briefing sent {_moment(briefing.sent_at, zone)}\n\n{quoted(told)}",
    ]
    for reply in correspondence.replies:
        sections.append(_reply(reply, zone, is_new=reply.number in new))
        if (answer := done.pop(reply.number, None)) is not None:
            sections.append(_answer(answer, zone))
    sections += [_answer(answer, zone) for _, answer in sorted(done.items())]
    return "\n\n".join(sections) + "\n"


def quoted(text: str) -> str:
    """The text with every line of it marked as somebody's."""
    return "\n".join(f"> {_NO_TEXT.sub('', line)}".rstrip() for line in _BREAKS.split(text.rstrip()))


def _reply(reply: Reply, zone: tzinfo, *, is_new: bool) -> str:
    mark = " (NEW)" if is_new else ""
    return f"## Reply {reply.number}{mark}, {_moment(reply.at, zone)}, from {_one_line(reply.sender)}\n\n{quoted(reply.words)}"


def _answer(answer: OwnLetter, zone: tzinfo) -> str:
    if answer.state is LetterState.NONE or answer.sent_at is None:
        return f"## Answer to reply {answer.number}: none was needed"
    return f"## Answer to reply {answer.number}, {_moment(answer.sent_at, zone)}\n\n{quoted(answer.text)}"


def _one_line(text: str) -> str:
    return " ".join(_NO_TEXT.sub("", _BREAKS.sub(" ", text)).split())


def _moment(at: datetime, zone: tzinfo) -> str:
    return at.astimezone(zone).strftime("%Y-%m-%d %H:%M %Z")


def _zone(name: str) -> tzinfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC
