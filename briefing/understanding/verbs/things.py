"""What a wish says that its mail is about: "archive the contract". The words are in the form of `briefing.understanding.intent_words`."""

import re

NAMES_A_THING = (
    r"\b(?:(?:mail|e-?mail|message|one|newsletter|invitation) (?:about|regarding|concerning) (?:(?:the|my|your|his|her|our|their) )?"
    r"|(?:archive|delete|erase|trash|bin|flag|star|pin|snooze|postpone|clear|tidy|dump|ditch|toss|chuck|scrap|discard|kill|remove"
    r"|throw (?:away|out)|get rid of|(?:flag|star|pin) (?:off|from|on)) (?:the|my|your|his|her|our|their)"
    r" (?:(?:very|last|first|second|third|next|whole|entire|other) )*(?!\w+ones?\b"
    r"|(?:things?|flag|star|label|tag|lot|same|current|draft|one|ones|mails?|e-?mails?|messages?"
    r"|newsletters?|notifications?|invitations?|first|second|third|fourth|fifth|last|latest|newest|oldest|next|previous|other|whole|entire"
    r"|rest|open|whole|damn|bloody|fucking|stupid|silly)\b))(?P<thing>\w+)"
    r"|\b(?:archive|delete|erase|trash|bin|flag|star|clear|dump|ditch|toss|chuck|scrap|discard|kill|remove) (?:this|that|these|those)"
    r" (?P<pointed>\w+)(?: (?:please|too|now))*$"
)
"""By what it is about: "archive the contract"."""
_ITS_THING = re.compile(
    r"^(?:(?:no|sorry|i mean|and|also|yes|please|wait|rather|oh|well|okay|ok|so|right|now|then) )*"
    r"(?:the|this|that|these|those|my|your|his|her|our|their|\w+'s) (?P<noun>(?:[\w'&-]+ ){1,5})"
)
_NO_THING = frozenset(
    """
    one ones mail mails email emails message messages newsletter newsletters notification notifications invitation invitations thing things
    lot stuff topic list first second third fourth fifth last latest newest oldest next previous other whole entire same open current old
    new usual typical stupid silly damn bloody annoying boring useless two three four five rest of
    rubbish nonsense garbage crap junk spam trash ad ads advert advertisement promotion promotions reminder reminders notice update updates
    """.split()  # noqa: SIM905 - a list would fill the screen
)
_ADVERBS = frozenset({"please", "now", "too", "then", "also", "again", "already", "instead", "off", "away", "up", "out", "first"})
_ENDS_A_NOUN = re.compile(
    r"\b(?:from|by|about|regarding|with|on|in|that|which|who|you|i|we|too|also|as|again|now|then|can|could|may|would|please"
    r"|just|to|it|them|is|are|was|were|looks|sounds|goes|belongs?|needs?|matters?|has|have"
    r"|archive|delete|flag|star|mark|move|put|file|report|bin|trash|throw|snooze|label|tag|get)\b"
)


def things_in(said: str) -> frozenset[str]:
    """What the words of a wish say that its mail is about, instead of whose it is: "archive the contract", "the contract, archive it"."""
    if (named := re.search(NAMES_A_THING, said)) is not None:
        return frozenset({named["thing"]}) if named["thing"] else frozenset({named["pointed"]}) - _NO_THING - _ADVERBS
    topic = _ITS_THING.match(said)
    told = _ENDS_A_NOUN.split(f"{topic['noun']}")[0].split() if topic is not None else []
    return frozenset(told) - _NO_THING
