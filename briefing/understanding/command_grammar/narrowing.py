"""Which mails the briefing is to be about for a while: "only people", "the ones from Ruth", "everything but the newsletters".

A sort of mail means here what it means in the overview and in a change of many mails: `mail_groups` and `described_mails` say which it is.
"""

from dataclasses import dataclass, replace

from briefing.triage.mail_groups import Group
from briefing.understanding.command_grammar.command_phrases.notation import SYNONYMS, expand_all
from briefing.understanding.command_grammar.described_mails import described, told_by, with_exceptions
from briefing.understanding.command_grammar.described_nouns import NO_NAME
from briefing.understanding.command_grammar.description import Description, Sort

AT_FIRST = " first"
"""Behind what is told before the rest: "the urgent ones first"."""
ALL_OF_THEM = frozenset({"all", "everything", "all mail", "all mails", "all again", "everything again", "all accounts", "all my mail"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Narrowing:
    """What comes next for a while: a group of the overview, a topic by its label, or mails of a description; all but those if `without`."""

    group: Group | None = None
    topic: str = ""
    what: Description | None = None
    without: bool = False

    @property
    def is_certain(self) -> bool:
        """Whether the words mean mails whatever mails there are, which "ruth" and "the facts" do not, and not those spoken of last."""
        return not self.topic and (self.what is None or not (self.what.named or self.what.listed or self.what.may_be_a_name))

    @property
    def may_be_certain(self) -> bool:
        """Whether it is so if there are such mails: a name is short, and not "work mail undo"."""
        return self.what is None or (len(self.what.named) <= _LONGEST_NAME and not self.what.may_be_a_name)


_PHRASES = {
    Group.FROM_PEOPLE: (
        "[from|by|written by|sent by] [the|my] [real|actual|living] (people|humans|persons|human beings)",
        "(from|by) (a [real] person|somebody|someone)|personal [<things>]|human <things>",
        "[real|actual] (people|persons|humans) (wrote|sent|write|send|have (written|sent)) [me|to me]",
    ),
    Group.DUE_TODAY: ("due today|(must|have to|has to) be (done|answered) today",),
    Group.WAITING_FOR_ME: (
        "(wait|waits|waiting) for (me|[my|an] answer|[my|a] reply)",
        "[still] (need|needs|want|wants|must|have to|need to) [my|an|a] (answer|reply)",
    ),
    Group.TO_SIGN_OR_PAY: (
        "[about] [to|have to|must|need to] (sign|pay|sign (or|and) pay|pay (or|and) sign|be (signed|paid)|signing (or|and) paying)",
        "bills|invoices|(bills and invoices|invoices and bills)",
    ),
    Group.IMPORTANT: (
        "[really|most|very] (important|urgent|pressing|critical|crucial) [<things>]|matters [most|to me] [today|now|right now]",
        "highlights|essentials|essential [<things>]|(can not|does not|do not) wait|(need|needs) [my] attention",
        "time (sensitive|critical) [<things>]",
    ),
}
"""What is said of the mails of a group, behind `_SUCH`."""
_GROUPS = {phrase: group for group, patterns in _PHRASES.items() for phrase in expand_all(patterns)}
_BY_NOBODY = expand_all(
    (
        "[from|by|sent by] [the] (machines|robots|bots|computers)|(automated|automatic|machine|computer generated) <things>",
        "automated|automatic|sent automatically",
    )
)
"""What no person wrote, behind the same."""
_ADVERTISING = expand_all(
    ("(marketing|advertising|commercial|promotional|promo|sales|junk) [<things>]|marketing|advertising|junk|adverts|promos",)
)
"""What people call newsletters where they are told of them; in a change of mails it may be a department."""
_SUCH = frozenset(
    "all of the my those only just ones mail mails everything what anything that which is are i messages stuff things".split()  # noqa: SIM905
)
_ONE_MAIL = frozenset({"one", "message"})
"""With such a word it is a mail to go to."""
_BEGIN_A_WISH = frozenset({"only", "just", "read", "skip", "leave", "stick"})
"""Behind a filler, which they are not part of: "just, only people"."""
_SAYS_SO = frozenset({"that", "is", "are"})
"""Before "important" it is said of the open mail: "just that's important"."""
_LONGEST_NAME = 2
_ALL = frozenset({"everything", "everything else", "all", "all mails", "all the mails", "all my mails"})
_OF_ONE = frozenset({Description(open=True), Description()})


def narrowed(words: str) -> Narrowing | None:
    """What these words narrow the briefing to; None unless every word of them was understood. Words in lower case."""
    told, exceptions = with_exceptions(words.removesuffix(AT_FIRST).split())
    if told and told[0] in _BEGIN_A_WISH:
        return None
    if exceptions and _as_written(told) in _ALL:
        found = _narrowed(exceptions)
        return replace(found, without=not found.without) if found is not None else None
    return _narrowed(told if exceptions is None else words.split())


def _narrowed(words: list[str]) -> Narrowing | None:
    if not _ONE_MAIL.isdisjoint(words):
        return None
    words = [word.removesuffix("'s") for word in words]
    leading = next((place for place, word in enumerate(words) if SYNONYMS.get(word, word) not in _SUCH), len(words))
    such = _as_written(words[leading:])
    if (group := _GROUPS.get(such)) is not None and not (group is Group.IMPORTANT and words[0] in _SAYS_SO):
        return Narrowing(group=group)
    if such in _BY_NOBODY:
        return Narrowing(group=Group.FROM_PEOPLE, without=True)
    if such in _ADVERTISING:
        return Narrowing(what=Description(sort=Sort.NEWSLETTERS))
    what = described(words) or told_by(words)
    is_counted = what is not None and (what.first or what.places or what.uncounted)
    if what is not None and what not in _OF_ONE and not (is_counted or NO_NAME.issuperset(what.named or ("",))):
        return Narrowing(what=what)
    label = [word for word in words if word not in {"the", "my"}]
    return Narrowing(topic=" ".join(label[:-1])) if label[-1:] == ["topic"] and len(label) > 1 else None


def _as_written(words: list[str]) -> str:
    return " ".join(SYNONYMS.get(word, word) for word in words)
