"""Words with which one gains time in the middle of a sentence: "archive, you know, this one", "what's, let's see, left".

Sounds ("uh") mean nothing anywhere and are gone when a line has become words; these may mean something ("what kind of mail", "looks like
spam"), so they are taken out only of what would be no command with them. What stands after "I mean" and "actually" may be another wish
instead of the one before: they stay where a verb follows.
"""

from briefing.understanding.command_grammar.command_frame import VERBS

_FILLERS = tuple(
    tuple(filler.split())
    for filler in (
        *("you know", "let us see", "let me see", "kind of", "sort of", "i mean", "i guess", "i think", "now then"),
        *("so", "like", "well", "actually", "okay", "please", "right", "basically", "literally", "honestly", "oh"),
    )
)
_SCOFFS = (["yeah"], ["yea"], ["yep"], ["yup"], ["sure"])
"""Before "right" they doubt."""
_TAKE_BACK = frozenset({("i", "mean"), ("actually",)})
_FRAMES = VERBS | {"no", "not", "do", "next", "skip", "rather", "instead"}


def without_fillers(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words without fillers between them; empty where there are none, or where one may begin another wish."""
    kept = list(words[:1])
    place = 1
    while place < len(words):
        filler = next((each for each in _FILLERS if words[place : place + len(each)] == each), ())
        behind = words[place + len(filler) : place + len(filler) + 1]
        if filler in _TAKE_BACK and not _FRAMES.isdisjoint(behind):
            return ()
        if filler == ("right",) and kept in _SCOFFS:
            return ()
        if not filler or not behind:
            kept.append(words[place])
        place += len(filler) if filler and behind else 1
    return tuple(kept) if len(kept) < len(words) else ()
