"""Pending mails that do not come next although nobody has heard them: what the user left for later, by account or by what the mails are,
and what is not loaded yet.

They stay pending and are counted as such; moving on passes over them. So a mail that is held back is not lost when the call ends. A mail
that the user asks for by name is no longer held back.
"""

from collections.abc import Callable, Collection

from briefing.mail import MailId, account_of


class HeldBack:
    """Which mails these are. `accounts` are the only ones wanted, by slug, and only mails that are `fitting`; None for all.

    `not_loaded` were put off.
    """

    def __init__(self) -> None:
        self.accounts: frozenset[str] | None = None
        self.fitting: Callable[[MailId], bool] | None = None
        self.not_loaded: set[MailId] = set()
        self._asked_for: set[MailId] = set()

    def holds(self, mail_id: MailId) -> bool:
        """Whether the mail is passed over."""
        return mail_id not in self._asked_for and (mail_id in self.not_loaded or not self.wants(mail_id))

    def wants(self, mail_id: MailId) -> bool:
        """Whether the user did not leave the mail for later."""
        return self.wants_account(account_of(mail_id)) and self.fits(mail_id)

    def fits(self, mail_id: MailId) -> bool:
        return self.fitting is None or self.fitting(mail_id)

    def wants_account(self, account: str) -> bool:
        return self.accounts is None or account in self.accounts

    def only(self, accounts: Collection[str] | None, fitting: Callable[[MailId], bool] | None) -> None:
        """From now on these accounts and mails are wanted; what was asked for before is told like any other."""
        self.accounts, self.fitting = None if accounts is None else frozenset(accounts), fitting
        self._asked_for.clear()

    def put_off(self, mail_id: MailId) -> None:
        """The mail cannot be loaded now."""
        self._asked_for.discard(mail_id)
        self.not_loaded.add(mail_id)

    def loaded(self, mail_id: MailId) -> bool:
        """The mail has loaded; whether that is news."""
        known = mail_id in self.not_loaded
        self.not_loaded.discard(mail_id)
        return known

    def ask_for(self, mail_id: MailId) -> None:
        """The user wants this one all the same."""
        self._asked_for.add(mail_id)
