"""How long the briefing is to last: "I have five minutes", "the two-minute version"."""

from collections.abc import Mapping

_ALL = "(it|this|that|them|all|everything|all of (it|them|this)|it all|the (rest|lot|whole thing|briefing)|my <mails>|the <mails>|my inbox)"
_HAVE = (
    "[so|now|right now] (i|we|you) [only|just|still] (have|got|have [only|just] got) [only|just|about] {t} [now|left|today|for (this|it)]",
    "{t} is all (i|we) [have] [got|have]|my (train|bus|plane|flight|taxi|cab|meeting|call) (leaves|goes|starts|begins|is) in {t}",
    "i have [got] (a|another) (meeting|call|appointment|train|bus|flight) in {t}|can you [do it|do this|be done] in {t}",
    "i am [only] free for {t}|i am (off|gone|leaving) in {t}",
    "(i|we) (have to|must|need to|should|want to|would like to) (go|leave|run|stop|finish|be (off|gone|done|finished|through)) in {t}",
    "(do|have) (i|we) [only|just] (have|got) {t}|(is|would|are) {t} (be enough|enough|do)|let us (do|take) {t}",
    "(brief me|tell me (what matters|what is important|the most important [things])) in {t}|what (matters|is important) in {t}",
    f"[can (we|i)] (do|tell me|hear|go through|get through|cover|finish|manage|sum up|summarise|summarize) {_ALL} in {{t}}",
    f"[can (we|i)] (fit|squeeze|get|pack) {_ALL} (into|in to|in) {{t}}",
    "(keep|make) it [to|under|within|below|no (more|longer) than|at most] {t} [long|[at] most|or (less|under)|tops]|take [only|just] {t}",
    "(be (done|through|finished)|finish|stop) (in|within|after) {t}",
    "(spend|use) [only|just|no more than|at most] {t} [on (it|this|my <mails>)]",
    "([give me|<hear>|do|i want|make it] (a|the|my|your) {t} (version|briefing|summary|overview|run down|rundown|update|round))",
)
# Not "give me two minutes" nor "just a minute": those ask us to wait.
_NUMBERED = ("(just|only) {t}|{t} go|{t} only|no more than {t}|for {t} only|in {t}|{t} (version|briefing|summary|overview|update)", *_HAVE)


def _lasting(patterns: tuple[str, ...], span: str) -> tuple[str, ...]:
    return tuple(each.replace("{t}", f"({span})") for each in patterns)


NUMBERED: Mapping[str, tuple[str, ...]] = {
    "minutes": _lasting(_NUMBERED, "<n> minute|<n> minutes"),
    "seconds": _lasting(_NUMBERED, "<n> second|<n> seconds"),
}
"""With a number of these."""

FIXED: Mapping[int, tuple[str, ...]] = {
    30: _lasting(_HAVE, "half a minute"),
    60: _lasting(_HAVE, "a minute|one minute"),
    120: _lasting(_HAVE, "a couple of minutes"),
    180: _lasting(_HAVE, "a few minutes"),
    900: _lasting(_HAVE, "[a] quarter of an hour"),
    1800: _lasting(_HAVE, "half an hour|half hour"),
    3600: _lasting(_HAVE, "an hour|one hour"),
}
"""So many seconds, in words."""
