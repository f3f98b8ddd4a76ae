"""What a search asks for: words with what may stand for them, and fields of a mail. Providers answer it, each in its own way."""

from dataclasses import dataclass, replace
from datetime import datetime

CALENDAR_FILE = "ics"
"""A `file_type`: invitations count as files of that type, whatever their calendar is called."""

Forms = tuple[str, ...]
"""A word and what may stand for it: one of them has to occur."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MailQuery:
    """All of it has to hold. `words` occur in sender, subject, text or a file's name, `sender` as whole words in the sender's
    name or address: "anna" is no Hannah.
    `file_type` is what the name of an attached file ends with; a query that has one asks for an attachment too.

    Words keep the case and the diacritics that they were given with; whoever searches folds them. `since` and `until` are aware: from the
    one, and before the other.
    """

    words: tuple[Forms, ...] = ()
    sender: tuple[Forms, ...] = ()
    attachment: bool = False
    file_type: str = ""
    since: datetime | None = None
    until: datetime | None = None

    @property
    def asks_for_something(self) -> bool:
        named = any(any(map(str.isalnum, form)) for forms in (*self.words, *self.sender) for form in forms)
        return named or self.attachment or self.since is not None or self.until is not None

    def anywhere(self) -> "MailQuery":
        """The same with the sender's words looked for in all of a mail: those that mention them."""
        return replace(self, words=(*self.words, *self.sender), sender=())

    def first_forms(self, most: int) -> "MailQuery":
        """The same with the first words only."""
        return replace(self, words=self.words[:most], sender=self.sender[:most])


def query_of(words: str) -> MailQuery:
    """Mails that hold all of these words as they are."""
    return MailQuery(words=tuple((word,) for word in words.split()))
