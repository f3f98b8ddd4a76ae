"""What there is to know of a verb, so that the grammars, the confirmation and the claims can build their tables from it."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """Words that ask for an action anywhere in a clause: regular expressions over the form that `change_intents` brings a clause into.

    `words` include frequent mishearings. `unless` are words of another action: a match that overlaps with them does not count.
    """

    words: tuple[str, ...]
    unless: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """Words with which a model says that the action is done: regular expressions, see `briefing.understanding.claims`.

    - `done` is the participle: "I have archived it".
    - `stands` is the mail's state afterwards, behind "it is"; `happens` is what the mail itself does then: "it will come back".
    - `doing` is under way: "I am archiving it"; `managed` stands behind "I was able to".
    - `whole` are clauses that claim it in another way.
    - `hides` names the actions whose words are part of these: "moved to the archive" means archived and not moved.
    """

    done: str
    stands: str = ""
    happens: str = ""
    doing: str = ""
    managed: str = ""
    whole: str = ""
    hides: frozenset[str] = frozenset()


UNDOES = "undo (everything|all|what|whatever) (i|we|you)|take back (everything|what) (i|we|you)"
_RESTORES = "(bring back|restore|get back) (everything|all|what|the mail|the one|the mails) (i|we|you)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verb:
    """How people ask for one action, and speak of it. Patterns are in the notation of `command_grammar.notation`, unless said otherwise.

    - `example` can be read aloud after "you can say".
    - `phrases` mean the mail that is open; `numbered` have its number in them; `free` have words of the user's, of what kind a slot says;
      `many` mean many mails by description.
    - `does` and `done` are the verb as people ask after it: "did I archive it", "have you marked it as read". `<this>` is the mail where
      that does not come last.
    - `noun` is what they call it when they take it back by name, and `put_back` is how else they do.
    - `again` repeats it, as a yes to the question about it.
    - `bare` are the forms of the verb that often go on after a breath, and whose object may be corrected: "archive ... the second one".
    - `own_words` tell nothing of the mail that is meant.
    """

    example: str
    phrases: tuple[str, ...] = ()
    numbered: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    many: tuple[str, ...] = ()
    does: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    noun: str = ""
    put_back: tuple[str, ...] = ()
    again: str
    bare: tuple[str, ...] = ()
    own_words: frozenset[str] = frozenset()
    request: Request = field(repr=False)
    claim: Claim = field(repr=False)

    @property
    def undone(self) -> tuple[str, ...]:
        """How people take back what they did, did not mean to do, or call by a noun."""
        if not self.noun:
            return self.put_back
        return (
            f"({UNDOES}|{_RESTORES}) [just] ({without_mail('|'.join(self.done))}) [{{since}}]",
            f"i did not (mean|want) to ({'|'.join(self.does)}) [<this>]|<undo> the [last] {self.noun}",
            *self.put_back,
        )


def without_mail(words: str) -> str:
    return words.replace(" <this>", "")
