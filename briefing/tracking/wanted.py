"""Which mails a user wants to hear for now: some only, and without those that they leave out, each of these for itself and for its time."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from briefing.mail import MailId

Fits = Callable[[MailId], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class WithoutThese:
    """Mails that are left out: in this call, or `until` then, in later ones too."""

    are_meant: Fits
    until: datetime | None = None


@dataclass(slots=True, kw_only=True)
class WantedMail:
    """`only` tells which mails alone come next, None for all, and `called` says in words which; those of one account have such words alone.
    `left_out` are those that do not come, by what the user calls them; `later` those that come in this call all the same."""

    only: Fits | None = None
    called: str = field(default="", repr=False)
    left_out: dict[str, WithoutThese] = field(default_factory=dict, repr=False)
    later: dict[str, WithoutThese] = field(default_factory=dict, repr=False)

    @property
    def fitting(self) -> Fits | None:
        """What tells which mails come next; None for all."""
        return self._fits if self.only is not None or self.left_out else None

    def leaves_out(self, mail: MailId, *, lastingly: bool = False) -> bool:
        """Whether the user has left the mail out; `lastingly`: until a time that they have said."""
        return any(each.are_meant(mail) for each in self.left_out.values() if each.until is not None or not lastingly)

    @property
    def lasts(self) -> bool:
        """Whether something is left out in later calls too."""
        return any(each.until is not None for each in self.left_out.values())

    def for_this_call(self) -> None:
        """What was wanted for this call alone is over."""
        self.only, self.called = None, ""
        self.left_out = {name: each for name, each in self.left_out.items() if each.until is not None}

    def everything(self) -> None:
        """All come in this call."""
        self.only, self.called = None, ""
        self.leave_nothing_out()

    def leave_nothing_out(self) -> None:
        """In this call; what is left out until a time to come is so again in later ones."""
        self.later |= {name: each for name, each in self.left_out.items() if each.until is not None}
        self.left_out.clear()

    def end_what_is_over(self, now: datetime) -> bool:
        """Leave out no longer what was left out until now; whether there was any."""
        over = [name for name, each in self.left_out.items() if each.until is not None and each.until <= now]
        for name in over:
            del self.left_out[name]
        self.later = {name: each for name, each in self.later.items() if each.until is not None and each.until > now}
        return bool(over)

    def _fits(self, mail: MailId) -> bool:
        return (self.only is None or self.only(mail)) and not self.leaves_out(mail)
