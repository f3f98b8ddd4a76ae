"""Where a call talks, as its writer knows it: conversations that are stored, or will be with the first write."""

from dataclasses import dataclass, field


@dataclass(slots=True, eq=False)
class TalkedIn:
    """A conversation that the call talks in. Until it is there, `conversation_id` is one to be taken up, `begins` the id of a new one, and
    `resumes` the call that it is taken over from where neither is known. `title` is what it is called by words of this call where it has no
    title, `entitled_by` the number of their message, and `gave_title` that title as it is stored, once this call has given it."""

    conversation_id: str | None = None
    resumes: str | None = None
    begins: str | None = None
    is_there: bool = False
    taken_up: bool = False
    title: str = field(default="", repr=False)
    entitled_by: int = 0
    gave_title: str | None = field(default=None, repr=False)

    @property
    def known_id(self) -> str | None:
        """Its id, whether or not it is stored; None where only the first write finds it."""
        return self.conversation_id or self.begins


@dataclass(frozen=True, slots=True)
class MovedMessage:
    """A message that was put in a place and belongs elsewhere; `entitled`: its words are the title there."""

    place: TalkedIn
    number: int
    entitled: bool
