"""Which mail, list, draft and person "it", "those", "the second one" and "her" mean: what was spoken of last, by either side.

One state for rules, a model's tools, consent and the page. `advance` is the whole of it:

    Presented      the mail under the cursor is told: "it" is that one, and no list, draft or person is spoken of any more
    MailNamed      a mail was named: by the user, by us, or by a sentence of a model's that was heard
    Listed         mails were told as a list: a number and "those" mean them; "it" is unclear, unless the list came unasked
    DraftNamed     a draft was told or asked about
    AskedAbout     the user's words named a mail: "it" is that one in their next turn, unless something else is spoken of until then
    PersonNamed    somebody was named without one mail of theirs
    TurnBegun      the user says something

What a tool makes of it counts for the user once something was said of it (`Unsaid`): what a model finds, it may keep to itself.

What a mail says names nothing: only its sender and subject do, and who speaks of it.
"""

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, field, replace

from briefing.mail import Address, Envelope, MailId


@dataclass(frozen=True, slots=True)
class Presented:
    """The mail under the cursor is told next, so "it" is that one."""


@dataclass(frozen=True, slots=True)
class MailNamed:
    """A mail was named; `None` stands for the one under the cursor."""

    mail: MailId | None


@dataclass(frozen=True, slots=True)
class Listed:
    """Mails were found, or listed to choose from: a number means one of them. `unasked`: "it" stays what it was. `more`: there are others
    that were not told. Of those that are `unplaced` it was not told at which place of the list they stand."""

    mails: tuple[MailId, ...]
    unasked: bool = False
    more: bool = False
    unplaced: frozenset[MailId] = frozenset()


@dataclass(frozen=True, slots=True)
class DraftNamed:
    """The open draft was told, or asked about."""


@dataclass(frozen=True, slots=True)
class AskedAbout:
    """The user's words named this mail."""

    mail: MailId


@dataclass(frozen=True, slots=True)
class PersonNamed:
    """Words named this person, and no single mail of theirs."""

    person: Address = field(repr=False)


@dataclass(frozen=True, slots=True)
class TurnBegun:
    """A turn of the user was committed. `focus` is what was spoken of for them, where that is not what tools have made of it."""

    focus: "Focus | None" = None


FocusEvent = Presented | MailNamed | Listed | DraftNamed | AskedAbout | PersonNamed | TurnBegun


@dataclass(frozen=True, slots=True, kw_only=True)
class Focus:
    """`mail` is the one that was named since one was presented, None for the one under the cursor; `listed` are those that a number means.

    `more` and `unplaced` are those of the list. `unclear`: the list was spoken of since, so "it" may be each of them. `draft`: a draft was
    spoken of last. `asked` is the mail that the user has just named, and `person` somebody who was named since a mail was.
    """

    mail: MailId | None = None
    listed: tuple[MailId, ...] = ()
    more: bool = False
    unplaced: frozenset[MailId] = frozenset()
    unclear: bool = False
    draft: bool = False
    asked: MailId | None = None
    person: Address | None = field(default=None, repr=False)


def advance_focus(was: Focus, event: FocusEvent) -> Focus:
    """What is spoken of after an event; every event is legal in every state."""
    match event:
        case Presented():
            after = Focus()
        case MailNamed(mail=mail):
            after = Focus(mail=mail, listed=was.listed, more=was.more, unplaced=was.unplaced)
        case Listed(mails=mails):
            after = replace(_listed(was, mails, unasked=event.unasked), more=event.more, unplaced=event.unplaced)
        case DraftNamed():
            after = replace(was, draft=True)
        case AskedAbout(mail=mail):
            after = replace(was, asked=mail)
        case PersonNamed(person=person):
            after = replace(was, person=person)
        case TurnBegun(focus=focus):
            was = was if focus is None else replace(focus, draft=was.draft, person=was.person)
            after = was if was.asked is None else Focus(mail=was.asked, listed=was.listed, more=was.more, unplaced=was.unplaced)
    return after


def _listed(was: Focus, mails: tuple[MailId, ...], *, unasked: bool) -> Focus:
    if unasked:
        return replace(was, listed=mails, unclear=False)
    return Focus(mail=mails[0] if len(mails) == 1 else was.mail, listed=mails, unclear=len(mails) > 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsaid:
    """Mails that tools have made "it" or a number mean, and of which nothing was said since. `before` is what was spoken of before that, as
    long as nothing was said that could tell of what is spoken of now, and `then` are the mails that were unsaid at that time.

    `listed` are those of the list of which we have not told: who names a mail knows it, but not at which place of a list it stands.
    """

    mails: frozenset[MailId] = frozenset()
    before: Focus | None = None
    then: frozenset[MailId] = frozenset()
    listed: frozenset[MailId] = frozenset()
    listed_then: frozenset[MailId] = frozenset()

    def moved(self, was: Focus, now: Focus, *, it: MailId | None) -> "Unsaid":
        """A tool has made `now` of it, and "it" mean this mail."""
        if (was.mail, was.listed, was.unclear) == (now.mail, now.listed, now.unclear):
            return self
        if it is None and not now.listed:
            return replace(self, before=None)  # no mail can be meant
        mail = () if it is None or (now.mail, now.unclear) == (was.mail, was.unclear) else (it,)
        is_new_list = now.listed != was.listed
        return Unsaid(
            mails=self.mails.union(mail, now.listed if is_new_list else ()),
            before=self.before or was,
            then=self.mails if self.before is None else self.then,
            listed=frozenset(now.listed) if is_new_list else self.listed,
            listed_then=self.listed if self.before is None else self.listed_then,
        )

    def told(self, mails: Set[MailId], *, vaguely: bool) -> "Unsaid":
        """Words of ours have told of these mails; a model's words, and those of a draft, may tell of a mail in any way."""
        before = None if mails or vaguely else self.before
        return Unsaid(
            mails=self.mails - mails,
            before=before,
            then=self.then - mails,
            listed=self.listed - mails,
            listed_then=self.listed_then - mails,
        )

    def doubted(self, mail: MailId) -> "Unsaid":
        """Another mail than this was named, and is not there."""
        return replace(self, mails=self.mails | {mail}, then=self.then | {mail})

    def dropped(self) -> "Unsaid":
        """What was spoken of is again what it was `before`."""
        return Unsaid(mails=self.then, listed=self.listed_then)


Names = Callable[[Set[str]], Sequence[Envelope]]
"""The known mails that words, folded, name."""


def named_by_user(mails: Sequence[Envelope]) -> FocusEvent | None:
    """What the user speaks of who names these."""
    if len(mails) == 1:
        return AskedAbout(mails[0].mail_id)
    return PersonNamed(mails[0].sender) if len({mail.sender.email for mail in mails}) == 1 else None


@dataclass(slots=True)
class AnswerNames:
    """What the sentences of one answer of a model's name, as far as they were heard; of the first `placed` of them it is known which is the
    first, the second and so on."""

    named: list[MailId] = field(default_factory=list)
    placed: int = 0

    def heard(self, sentence: str, mails: Sequence[MailId], was: Focus, *, in_order: bool) -> FocusEvent | None:
        """What this sentence, which names these mails, makes of the focus. `in_order`: it tells of them one after the other.

        An answer that tells of several mails is a list, unless it ends by asking about one. Where they are some of the list that was told
        before, a number goes on to mean a mail of that.
        """
        named = [mail for mail in mails if mail == (was.asked or was.mail)] or mails  # what it was about anyway
        if not named:
            return None
        new = [mail for mail in named if mail not in self.named]
        if in_order and set(named) >= set(self.named):
            self.named, self.placed = [*named], len(named)
        elif in_order and self.placed == len(self.named):
            self.named, self.placed = [*self.named, *new], self.placed + len(new)
        else:
            self.named += new
        if len(named) == 1 and (sentence.rstrip().endswith("?") or len(self.named) == 1):
            return MailNamed(named[0])
        if set(self.named) < set(was.listed):
            is_as_listed = self.placed == len(self.named) and tuple(self.named) == was.listed[: self.placed]
            unplaced = was.unplaced if is_as_listed else frozenset(was.listed)
            return Listed(was.listed, more=was.more, unplaced=unplaced)
        is_known = set(self.named) == set(was.listed)
        return Listed(tuple(self.named), more=was.more and is_known, unplaced=frozenset(self.named[self.placed :]))
