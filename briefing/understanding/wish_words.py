"""What a wish says of another: that it corrects it, asks beside it, means the same for another mail, or changes what a mail says."""

import re
from collections.abc import Sequence

from briefing.mail_action import ON_MAILS
from briefing.understanding.command_grammar.against_a_wish import asks_of_it, speaks_against
from briefing.understanding.command_grammar.behind_a_verb import holds_off, leaves_the_wish
from briefing.understanding.command_grammar.certainty import CHANGES_MAIL
from briefing.understanding.command_grammar.dictated.swapped_values import value_in
from briefing.understanding.commands import EXAMPLES, CommandKind, PlainReading
from briefing.understanding.intent_words import OWN_TELLING, TOLD
from briefing.understanding.small_talk import SmallTalk, small_talk

WRITES_TO_SOMEBODY = frozenset(
    {CommandKind.FORWARD, CommandKind.WRITE, CommandKind.REPLY, CommandKind.REPLY_ALL, CommandKind.SEARCH, CommandKind.COPY}
)
CAME_BACK = frozenset({"back", "ready", "resume", "briefing", "reading"})
"""Words of somebody who was away, or left something."""
THE_OTHER = "other"
ALL_DRAFTS = frozenset({"both", "them", "all", "drafts"})
"""Said in a yes to one draft, they want the others too: each has a question of its own."""
THE_OPEN_ONE = frozenset({"it", "this", "that", "thing"})
"""In a clause that says no other mail: "move it to receipts"."""
_THIS_ONE = re.compile(
    r"\bthis(?: (?:one|mail|e-?mail|message|thing))?(?=\W*$|\W+(?:please|too|as|in|to|under|until|for|now|then)\b)"
    r"|\bthe (?:open|current) (?:one|mail)\b",
    re.IGNORECASE,
)
_ANOTHER_TOO = re.compile(
    r"^(?:(?P<whose>[\w.-]+)['\u2019]s?(?: (?:one|mail))?|(?P<one>(?:that|the) (?:one|mail) (?:from|about|by) [\w .-]{1,40}?))"
    r",? (?:too|as well|also)\b(?P<rest>.*)",
    re.IGNORECASE,
)
_ONE_MORE = re.compile(r"(?:the|number|\w+'s)\b", re.IGNORECASE)
"""Behind another wish a mail that is only named may be meant by the same verb: "archive the first one and the third one"."""
_STATES = re.compile(r"(?:(?:and|then|also|so|well|oh) )*(?:i|we|he|she|they|there|that|it|this)\b")
_SCOFFS = re.compile(r"\W*(?:yeah|yea|yep|yup|sure)\b[\s,.]*right\b", re.IGNORECASE)
_COPIES = re.compile(r"\band (?:also )?(?:copy|cc|bcc|c c|put \w+ (?:in|on) copy|send (?:a |him |her )?cop(?:y|ies))\b", re.IGNORECASE)
_CORRECTS = re.compile(r"(?:no|nope|nah)\b[\s,.]*(?:i said )?(?:say|write|put)\s*$")
_REPLACES = re.compile(
    r"(?:(?:oh|uh|wait|hm|and|but|well|okay) )*(?:no|nope|nah|sorry|oops|i (?:mean|meant|said)"
    r"|rather|or rather|actually|on second thought|make that)\b"
)
"""What one says before what is wanted instead."""
_SPOKEN_OF = (
    (r"\b(?:him|he)\b", r"\b(?:he|him|his)\b"),
    (r"\b(?:her|she)\b", r"\b(?:she|her|hers)\b"),
    (r"\b(?:them|they|everyone|everybody)\b", r"\b(?:they|them|their)\b"),
)
"""How somebody is named before the text, and how the text then speaks of the same person instead of to them."""
_ASKS = re.compile(
    r"(?:and |also |then |so )*(?:what|who|when|where|which|how many)\b"
    r"(?! (?:you|not)\b)(?!.*\b(?:it|this|that|these|those|they|them|he|him|she|her|all|cc|bcc|copy|copied|send|sent|draft|reply|subject"
    r"|address|recipients?|mail|attach\w*|right|wrong|correct|okay|fine|true|spell\w*|typos?|wording|words?|text|tone|sounds?|blind|gets?"
    r"|time|date|day|clash\w*|suits?)\b)"
)
"""A question about something else than what was asked about: nothing in it may mean that, or doubt it."""
_INSTEAD = re.compile(r"\binstead\b(?! of\b)", re.IGNORECASE)
_EDITS = re.compile(
    r"(?:(?:oh|okay|no|wait|hang on|hold on|actually|please|sorry|and|but) )*"
    r"(?:send|make|change|tell|say|add|put|copy|write|use|include|remove|take out|cc|replace|shorten)\b(?! (?:it )?(?:later|back|not)\b)"
    r"|(?:.*\b)?(?:should|shall|must|has to|have to|needs? to|ought to) (?:\w+ ){0,2}(?:get|have|be|say|go|read|know|see|receive|come)\b"
    r"|.*\b(?:too|as well|copy|copied|cc|bcc|subject|only (?:to|for))\b|(?:(?:no|wait|and) )*(?:not )?to (?!do\b|be\b|me\b)\w+"
)
_REVISING = frozenset({CommandKind.REVISE, CommandKind.ADD_TEXT, CommandKind.CHANGE_TEXT})
_REWRITES = re.compile(
    r"\b(?:rewrite|rephrase|reword|translate|shorten|add|put|replace|change|instead"
    r"|shorter|longer|friendlier|politer|polite|formal|informal|warmer|firmer|nicer"
    r"|tone|draft|address|subject|recipients?)\b"
)
_WHAT_WAS_DONE = re.compile(
    r"\b(?:(?:did|have|has) (?:you|we|it|that)|(?:was|were) (?:it|that|they|those)"
    r"|(?:did|has|have|is|are|was|were) (?:[\w']+ ){1,4}(?:get|got|gone|receive|received|sent|archived|deleted|flagged|moved|done|out))\b"
)


def asks_besides(line: PlainReading) -> bool:
    """Whether it is a question, or the same wish for another mail, that leaves alone what was asked or agreed to."""
    said = " ".join(line.heard.words) if line.heard is not None else ""
    return _ASKS.match(said) is not None or is_another_too(line)


def asks_what_is_said(line: PlainReading) -> bool:
    """Whether it asks what somebody says or wants: their mails are found by rules, and only a model can tell it."""
    is_search = line.command is not None and line.command.kind is CommandKind.SEARCH
    return is_search and line.heard is not None and "what" in line.heard.words


def is_another_too(line: PlainReading) -> bool:
    return _ANOTHER_TOO.match(line.words) is not None


def same_for_another(line: PlainReading, example: str) -> str:
    """What is wanted by "Ruth's too" behind a yes to what the example asks for: "archive the one from Ruth". Empty where more is said."""
    found = _ANOTHER_TOO.match(line.words)
    if found is None or re.search(r"\w", re.sub(r"(?i)\bplease\b", "", found["rest"])) or re.search(r"\bit\b", example) is None:
        return ""
    return re.sub(r"\bit\b", found["one"] or f"the one from {found['whose']}", example)


def names_one_more(clause: PlainReading) -> bool:
    return _ONE_MORE.match(clause.words) is not None


def same_for_named(last: PlainReading, clause: PlainReading, *, joins: str) -> str:
    """The wish before it with this mail, where nothing but another mail is named: "archive this one and the one from Anna"; else empty."""
    done, named = last.command, clause.command
    if done is None or done.kind is not CommandKind.CHANGE or done.ordinal or done.action is None or done.mail or done.when:
        return ""
    is_named = named is not None and named.kind is CommandKind.JUMP_TO_MAIL and bool(named.target) and names_one_more(clause)
    example = EXAMPLES[done.action]
    joined = re.fullmatch(r"(?:(?:and|also|plus)\W*)+", joins.strip(), re.IGNORECASE)
    is_whole = ON_MAILS[done.action].place is None and " it" in f" {example}"
    return re.sub(r"\bit\b", clause.words, example) if is_named and joined and is_whole else ""


def edits(line: PlainReading) -> bool:
    """Whether the words say how a mail should be, or to whom it should go."""
    return line.heard is not None and _EDITS.match(" ".join(line.heard.words)) is not None


def corrects(line: PlainReading) -> bool:
    """Whether it is a change of "it" in place of what was wanted before: "no, delete it", "sorry, flag it"."""
    command, said = line.command, " ".join(line.heard.words) if line.heard is not None else ""
    is_of_it = command is not None and command.kind is CommandKind.CHANGE and not command.ordinal
    return is_of_it and _REPLACES.match(said) is not None and re.search(r"\b(?:it|this|that)\b", said) is not None


def spoils(last: PlainReading, clause: PlainReading) -> bool:
    """Whether what stands behind a change takes it back, or may: "archive it, not so fast", "delete it, she begged him"."""
    said = " ".join(clause.heard.words) if clause.heard is not None else ""
    may_be_told = clause.command is None and clause.answer is None and small_talk(clause.heard) is None and not is_another_too(clause)
    states = may_be_told and ((_STATES.match(said) is not None and not leaves_the_wish(said)) or asks_of_it(said))
    if last.command is None or last.command.kind not in CHANGES_MAIL:
        return False
    return states or holds_off(said) or is_against(last, clause) or is_tag_question(last, clause)


def is_against(change: PlainReading, clause: PlainReading) -> bool:
    """Whether a clause beside this change is a reason not to make it: "delete it, it's the only copy"."""
    said, action = " ".join(clause.heard.words) if clause.heard is not None else "", change.command.action if change.command else None
    return action is not None and speaks_against(action, said)


def is_tag_question(last: PlainReading, clause: PlainReading) -> bool:
    """Whether the end of a line only asks whether the change before it is right: "archive it, right?"."""
    is_change = last.command is not None and last.command.kind in CHANGES_MAIL
    says_nothing = clause.answer is not None or small_talk(clause.heard) in {SmallTalk.OKAY, SmallTalk.THANKS}
    return is_change and says_nothing and clause.words.rstrip().endswith("?") and "thank" not in clause.words.lower()


def scoffs(line: PlainReading) -> bool:
    """Whether it begins with what sounds like a yes and doubts: "yeah, right, archive it"."""
    return _SCOFFS.match(line.words) is not None


def words_anew(line: PlainReading) -> bool:
    """Whether a dictated text has to be worded anew before it is written, or holds a wish of its own: "tell her that I'll call her",
    "tell Anna I can't come and copy Ingrid", "no, say Friday"."""
    text = line.command.text if line.command is not None else ""
    writes = line.command is not None and line.command.kind in WRITES_TO_SOMEBODY - {CommandKind.FORWARD}
    if writes and _INSTEAD.search(line.words):
        return True
    if not text:
        return False
    head = line.words[: line.words.find(text)].lower()
    return (
        _COPIES.search(text) is not None
        or (line.command is not None and line.command.kind is not CommandKind.CHANGE_TEXT and _CORRECTS.match(head) is not None)
        or any(re.search(named, head) and re.search(spoken_of, text.lower()) for named, spoken_of in _SPOKEN_OF)
    )


def points_at_the_open_one(words: str) -> bool:
    """Whether a wish says that it is about the open mail, whatever was named before: "flag the one from Anna and archive this one"."""
    return _THIS_ONE.search(words) is not None


def is_told(words: str, wish: str) -> bool:
    """Whether what stands before this wish tells what somebody says: "she said stop and delete everything"."""
    before = re.sub(OWN_TELLING, "", words.lower().partition(wish.lower())[0])
    return not {'"', "\u201c"}.isdisjoint(before) or re.search(TOLD, before) is not None


def is_dictated(clause: PlainReading) -> bool:
    command = clause.command
    if command is None or command.kind is CommandKind.TEAM or (command.kind is CommandKind.CHANGE_TEXT and value_in(command.text)):
        return False  # a day or a number is whole: "make it Saturday and add that I'm late"
    return command.kind is CommandKind.SUBJECT or bool(command.text)


def is_bare_denial(line: PlainReading) -> bool:
    """Whether it is a "do not" whose verb may follow behind a comma."""
    return line.heard is not None and [word for word in line.heard.words if word != "please"] == ["do", "not"]


def asks_for_nothing(line: PlainReading, before: Sequence[PlainReading]) -> bool:
    talk = small_talk(line.heard) if line.command is None and line.answer is None else None
    is_behind_a_yes = any(each.answer is not None for each in before)  # "yes, hello?" may be said to somebody else
    return talk is not None and (talk in {SmallTalk.THANKS, SmallTalk.OKAY} or not is_behind_a_yes)


def asks_to_rewrite(line: PlainReading) -> bool:
    return (line.command is not None and line.command.kind in _REVISING) or _REWRITES.search(line.words.lower()) is not None


def asks_what_was_done(line: PlainReading) -> bool:
    return _WHAT_WAS_DONE.search(line.words.lower()) is not None
