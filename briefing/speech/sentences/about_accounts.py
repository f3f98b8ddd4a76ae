"""What is said about a user's accounts: which one a mail is in, what waits in the others, which needs a sign-in, what did not load.

An account is spoken of by the label its user gave it, as "your work mail"; never by an address.
"""

from collections.abc import Mapping, Sequence

from briefing.speech.wording.counts import counted, joined, sentence_start
from briefing.speech.wording.quoting import without_headers
from briefing.speech.wording.speakable import capped, speakable

LONGEST_LABEL = 30
ONE_OF_YOURS = "one of your accounts"
ALL_MAIL = "All your mail again."
ALL_MAIL_ALREADY = "That is all your mail already."
GO_ON_WITH_IT = "Shall I go on with that?"
NOT_LOADED_YET = "That mail has not loaded yet."


def mail_of(label: str) -> str:
    """`work mail`, `Gmail`: what an account is called; empty if its label cannot be spoken."""
    name = capped(without_headers(speakable(label[:200])), LONGEST_LABEL)
    return name if not name or name.lower().endswith(("account", "mail", "inbox")) else f"{name} mail"


def your(label: str) -> str:
    """`your work mail`."""
    name = mail_of(label)
    return f"your {name}" if name else ONE_OF_YOURS


def sign_in_needed(labels: Sequence[str]) -> str:
    """`I can no longer read your work mail; it needs to be connected again.` Empty for none."""
    if not labels:
        return ""
    them = "it needs" if len(labels) == 1 else "they need"
    return f"I can no longer read {joined([*dict.fromkeys(map(your, labels))])}; {them} to be connected again."


def to_connect_again(labels: Sequence[str]) -> str:
    """`Your work mail needs to be connected again.` The same in short."""
    them = "needs" if len(labels) == 1 else "need"
    return f"{sentence_start(joined([*dict.fromkeys(map(your, labels))]))} {them} to be connected again." if labels else ""


def did_not_load(mails: int, *, back: bool = True) -> str:
    """`Three mails did not load; I'll come back to them.` or, where time is short, nothing of coming `back`. Empty for none."""
    them = "it" if mails == 1 else "them"
    then = f"; I'll come back to {them}" if back else ""
    return f"{sentence_start(counted(mails, 'mail'))} did not load{then}." if mails else ""


def still_not_loaded(mails: int) -> str:
    """`Three mails did not load; they are left for next time.` Empty for none."""
    they_are = "it is" if mails == 1 else "they are"
    return f"{sentence_start(counted(mails, 'mail'))} did not load; {they_are} left for next time." if mails else ""


def has_loaded(mails: int) -> str:
    """`The three mails that did not load are here now.`"""
    return "The mail that did not load is here now." if mails == 1 else f"The {counted(mails, 'mail')} that did not load are here now."


def are_back(mails: Mapping[str, int]) -> str:
    """`Your work mail is back, with three new mails.` By label; empty for none."""
    parts = [f"{your(label)} is back, with {counted(count, 'new mail') if count else 'nothing new'}" for label, count in mails.items()]
    return sentence_start(f"{joined(parts)}.") if parts else ""


def waiting_elsewhere(mails: Mapping[str, int]) -> str:
    """`Seven mails wait in your home mail.` By label; empty for none."""
    parts = [f"{counted(count, 'mail')} {'waits' if count == 1 else 'wait'} in {your(label)}" for label, count in mails.items() if count]
    return sentence_start(f"{joined(parts)}.") if parts else ""


def lies_in(label: str) -> str:
    return f"This one is in {your(label)}."


def only_one(label: str) -> str:
    return f"You have one account with me: {your(label)}."


def accounts(labels: Sequence[str]) -> str:
    """`You have two accounts with me: your work mail and your home mail.`"""
    return (
        only_one(labels[0]) if len(labels) == 1 else f"You have {counted(len(labels), 'account')} with me: {joined([*map(your, labels)])}."
    )


def no_such_account(labels: Sequence[str]) -> str:
    known = [label for label in labels if mail_of(label)]
    if not known:
        return "I know no account of that name."
    return f"I know {joined([your(label) for label in known])}. Say, for example, only my {mail_of(known[0])}."
