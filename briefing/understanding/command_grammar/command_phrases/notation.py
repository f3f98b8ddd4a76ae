"""The small notation in which the tables are written, and the words that all of them share.

Patterns are expanded once, at import, into whole phrases for a dictionary: recognising is a look-up, and a phrase that two commands claim
is found by a test.
"""

import re
from collections import deque
from collections.abc import Iterable, Mapping

SYNONYMS: Mapping[str, str] = {
    "emailing": "mailing", "emailed": "mailed",
    "email": "mail", "message": "mail", "male": "mail", "emails": "mails", "messages": "mails", "males": "mails",
    "unstar": "unflag", "weight": "wait", "quicker": "faster", "remaining": "left", "speak": "talk", "reed": "read", "knew": "new",
    "foreword": "forward", "foreward": "forward", "snows": "snooze", "sand": "send",
    "respond": "reply", "response": "answer", "everybody": "everyone",
    "min": "minute", "mins": "minutes", "secs": "seconds",
}  # fmt: skip
"""Words that mean the same in every phrase here; the patterns use the second. Some are what speech recognition makes of it: "male",
"weight", "snows"."""

CLASSES: Mapping[str, str] = {
    "mails": "mail|mails",
    "this": "it|this|that|(this|that) (one|thing)|(this|that|the) mail|the current mail",
    "kept": "it|this|that|(this|that) (one|mail)",
    # Not "and the next one": that may be a second mail to be archived.
    "onward": (
        "and [then] (next|what is next|go on|move on|continue|((go|move on|on) to|read [me]) the next [one|mail])"
        "|[and] then the next (one|mail)"
    ),
    "on": "and [then] (next|go on|move on|continue|read me the next one)|[and] then the next (one|mail)|next|go on|move on",
    "and on": "<onward>|next|go on|move on|continue",
    "this topic": "[this|that|the|the current|this whole|this entire|the whole|the entire] (topic|subject|section)",
    "go to": "(go|go on|move on|jump|skip|switch|go back|take me|bring me) to",
    "hear": "hear|open|(tell|give) me|(read|play|show) [me]",
    "anything": "(anything|something) [new]",
    "anything else": "(anything|something) else",
    "a bit": "[just] (a bit|a little|a little bit|a tad)",
    "lasting": "from now on|from here [on]|always|in future",
    "wish": "i (want|would like|would prefer|prefer) [to (hear|have|get)]",
    "needless": (
        "(do not bother|no need|(you do not|there is no) (have|need)) (asking|to ask)|you (do not need|need not) (to ask|ask)"
        "|there is no need to ask|do not bother to ask"
    ),
    "each time": "(every|each) time|all the time|after (every|each) (one|mail)",
    "proceed": "go on|carry on|continue|keep going|read on",
    "kind": "great|nice|lovely|good|wonderful|kind|helpful|super|brilliant",
    "glad": "grateful|thankful|glad|happy|pleased|obliged|delighted",
    "in one go": "in one go|one after (another|the other)|without (stopping|pausing|a break|a pause|interruption|interruptions)",
    "headlines": "headlines|subjects|subject lines|titles|(subjects and senders)|(senders and subjects)",
    "things": "ones|mail|mails|stuff|things|bits|parts|points|items",
    "a moment": "(a|one|just a|just one) (second|sec|moment|minute|tick)",
    "yes": "yes|yeah|yep|yup|sure|sure thing|okay|of course|absolutely|definitely|certainly|all right",
    "no": "no|nope|nah",
    "sender": "her|him|them|(this|the) (sender|person|contact)|the sender of (this|this mail)",
    "vip": "vip|v i p|vee i pee|vee eye pee",
    "vips": "[the|my] (vips|<vip> list|list of vips)",
    "keywords": "[the|my] (keywords|key words|keyword list|list of keywords)",
    "keyword": "keyword|key word",
    "mail n": "[the] <nth> (one|mail)|the <nth>|[mail] number <n>|mail <n>",
    "the one by": "(the|that|this) (one|mail|thing) (from|by|about)",
    "mail": "one|mail|thing",
    "bin": "trash|bin|toss|erase|chuck|dump|ditch|remove|get rid of",
    "the one about": "(the|that|this) (one|mail|thing) about",
    "the one from": "(the|that|this) (one|mail|thing) (from|by)",
    "those about": "[the|all|all the|any|a|my] <mails> (about|with|on)",
    "those from": "[the|all|all the|any|a|my] <mails> (from|by)",
    "account": "account|mailbox|inbox",
    "pressing": "urgent|important|pressing|critical",
    "read": "read|red",
    "unread": "unread|un read|not read|not red",
    "into": "in|into|to",
    "put": "put|pop|move|send|file|stick|drop|shove|chuck|bung|toss|throw|place|tuck|stash",
    "trash": "[the] (trash|bin|rubbish)|my trash|the (trash can|garbage|rubbish bin)",
    "spam": "spam|junk|(spam|junk) mail|phishing",
    "spam folder": "[the] (spam|junk)|[the|my] (spam|junk) folder",
    "he": "him|her|them|the sender",
    "all of them": "all|everyone|all of them|them all",
    "draft": "it|this|that|(the|my|this|that) (mail|draft|reply|answer|text)",
    "undo": "undo|un do|on do",
    "asked": (
        "it|this|that|this one|that one|them|these|those|all|(all|both) of (them|it|these|those)|everything|both|them both"
        "|(the|this|that|my) (mail|email|message|one)"
    ),
    "asked to send": "<asked>|(the|this|that|my) (reply|answer|draft|response)|reply|mail|message",
    "changes": "changes|things|actions|steps|ones|mails",
    "them": "the team|my team|your team|our team|the agents|my agents|your agents|the assistant|your assistant",
    "whose": "the team's|your|their",
    "somebody": (
        "somebody|someone|anybody|anyone|<them>|an agent|one of (them|your agents|the agents|your people)"
        "|(somebody|someone) (on|from|in) (the|my|your) team"
    ),
    "take a break": "rest|take it easy|(take|have) (a break|a rest|a breather|some rest|some time off|[the rest of] the day off)",
    "new worker": "somebody|someone|(a|an|another) [new] (worker|agent|colleague|member)",
    "news": "news|results|result|word|update|updates",
}

LONGEST_TARGET: Mapping[str, int] = {
    "{name}": 3, "{writer}": 3, "{words}": 6, "{sender}": 6, "{label}": 3, "{who}": 14, "{when}": 8, "{since}": 6,
    "{place}": 4, "{languages}": 6, "{mails}": 16, "{some}": 9, "{sorts}": 9,
}  # fmt: skip
"""Words that a slot may hold. What is longer is a sentence, and a sentence is not certain."""


_PIECE = re.compile(r"<[^<>]*>|[()\[\]|]|[^()\[\]|<\s]+")


def expand(pattern: str) -> list[str]:
    """All phrases that a pattern stands for; an empty one where everything in it is optional.

    Raises `KeyError` for a class that does not exist.
    """
    return _alternatives(deque(_PIECE.findall(pattern)))


def words_of(patterns: Iterable[str]) -> set[str]:
    """The words of all phrases that patterns stand for, without making these."""
    pieces = {piece for pattern in patterns for piece in _PIECE.findall(pattern)}.difference("()[]|")
    classes = {piece for piece in pieces if _is_class(piece)}
    return (pieces - classes).union(words_of(CLASSES[piece[1:-1]] for piece in classes) if classes else ())


def expand_all(patterns: tuple[str, ...]) -> set[str]:
    return {phrase for pattern in patterns for phrase in expand(pattern) if phrase}


def _alternatives(pieces: deque[str]) -> list[str]:
    done: list[str] = []
    phrases = [""]
    while pieces and (piece := pieces.popleft()) not in {")", "]"}:
        if piece == "|":
            done, phrases = done + phrases, [""]
        else:
            tails = _options(piece, pieces)
            phrases = [f"{head} {tail}".strip() for head in phrases for tail in tails]
    return done + phrases


def _options(piece: str, pieces: deque[str]) -> list[str]:
    if piece == "(":
        return _alternatives(pieces)
    if piece == "[":
        return ["", *_alternatives(pieces)]
    if _is_class(piece):
        return expand(CLASSES[piece[1:-1]])
    return [piece]


def _is_class(piece: str) -> bool:
    return piece.startswith("<") and piece not in {"<n>", "<nth>"}
