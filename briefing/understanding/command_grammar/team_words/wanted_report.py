"""At the end of what is wanted of the team: that the user is to be told of it, and when ("and let me know by Friday")."""

import re
from dataclasses import dataclass

_REPORT = re.compile(
    r"(?:^|[\s\u2026\u2014])(?:(?:and|then|so|please) ){0,8}(?:(?P<tell>(?:tell|brief|update|inform"
    r"|ping) me(?: about it)?|let me know)"
    r"|(?:get|come) back to me|report(?: back)?(?: to me)?)(?: (?:with|about|on) (?:it|that|what you (?:find|found|have)))?"
    r"(?: what you (?:find|found|learn)(?: out)?)?(?=\s|$)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedReport:
    """What stands `before` the words by which it is wanted, and `when`, behind them. `tells`: they name the telling, and need a time."""

    before: str
    tells: bool
    when: str


def wanted_report(text: str) -> WantedReport | None:
    """It stands behind the last mark, so that no more than this is looked at, and once."""
    said = text.rstrip(".!? \t\r\n")
    last = max(said.rfind(mark) for mark in ",;.!?") + 1
    found = _REPORT.search(said[last:])
    if found is None:
        return None
    before, when = said[: last + found.start()], said[last + found.end() :]
    return WantedReport(before=before.rstrip(" ,;.\u2026\u2014"), tells=found["tell"] is not None, when=when.strip())
