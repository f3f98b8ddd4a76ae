"""What is said about drafts and mails to be sent: that one is held, whether it was sent, and a draft in few words.

Only `sent` says that a mail has left, and it is said only with a receipt.
"""

from collections.abc import Sequence
from datetime import datetime

from briefing.speech.sentences.before_a_change import moment, spoken_address
from briefing.speech.wording.counts import count_word, counted, joined
from briefing.speech.wording.quoting import titled
from briefing.speech.wording.speakable import capped, speakable

MOST_READ = 60
"""Words of a draft that are read without being asked for."""
MOST_FIRST = 300
"""Characters that are said of a longer one."""
MOST_REPLACED = 60
"""Characters that are said of words which others take the place of."""
LONGEST_NAME = 40
CLOSING_QUOTE = "\u201d"

STAYS_DRAFT = "All right, it is not sent. The draft stays."
STILL_A_DRAFT = "It is not sent; it is still a draft."
AS_BEFORE = "As it was before."
NOT_HELD = "There is nothing on its way that could be held back."
HELD_BACK = "Held back; it is not sent."
ONE_HAS_LEFT = "One may have left already."
CANNOT_HOLD_BACK = "I cannot hold anything back just now, and it may leave. Please try again at once."
AGREED_TO_SINCE = "You have agreed to that mail since, so I leave it as it is."
LEAVES_AS_AGREED = "All right, it leaves as agreed."
ON_ITS_WAY = "That mail is on its way already."
TOO_LATE = "It is too late to hold it back; it may have left already."
HAS_LEFT = "It is too late to hold it back; it has left."
TOO_LATE_IN_TRIAL = "It is too late to hold it back, but nothing left: it goes among your sent mails, and to nobody."
IN_TRIAL = "In this trial nothing leaves: what you agree to goes among your sent mails, and to nobody."
IN_TRIAL_AGAIN = "In this trial nothing leaves."
DID_NOT_LEAVE = "It did not leave; it is not sent."
THERE_ALREADY = "There is a draft already."
NOT_WRITTEN_OVER = "There is a draft already that you typed yourself, so what you said just now is not in it."
DRAFT_STAYS = "The draft stays."
DRAFT_GONE = "That draft is not there any more."
DRAFT_CHANGED = "That draft was changed meanwhile, so nothing was done with it."
DISCARDED = "The draft is thrown away."
NOT_A_RECIPIENT = "Nobody of that name gets this mail, so it stays as it is."
NO_DRAFT = "There is no draft open. You can say reply, and then what you want to write."
WITH_AN_ADDRESS = "Say it again with the address, like anna at example dot com, or with the name of somebody who has written to you."
NO_RECIPIENT = "Whom shall it go to? Spell the address, like anna at example dot com, or name somebody who has written to you."
NO_WORDS = "The draft has no words yet. What shall it say?"
CHANGED_MEANWHILE = "The draft was changed meanwhile. Listen to it again before it is sent."
NOT_AN_ADDRESS = "One of the addresses is not complete. It looks like anna@example.com."
CANNOT_SEND = "I cannot send from this account: nothing is set up for it. Whoever looks after Aloud can do that."
SENDER_AWAY = "The mail server does not answer just now. Please try again in a moment."
NOT_LEAVING = "It does not leave yet."
TO_DISCARD = "Shall I throw the draft away? Otherwise it stays."
TO_CANCEL = "Shall I leave it? Say cancel if it is not to be sent."
CANNOT_KEEP = "I cannot keep a draft just now. Please try again in a moment."
CANNOT_READ_IT = "I cannot get at that mail just now. Please try again in a moment."
NOT_FOUND = "These words are not in the draft. You can say what to add, or dictate it anew."
ALL_OF_IT = "That is all it says. You can dictate it anew, or have the draft thrown away."
WHICH_WORDS = "I cannot tell which words that replaces. You can say \u201cchange Tuesday to Wednesday\u201d, or dictate it anew."
WHAT_TO_CHANGE = (
    "What shall I change? You can say \u201cchange Tuesday to Wednesday\u201d, \u201cadd\u201d and what to add,"
    " \u201ctake out the last sentence\u201d, or dictate it anew."
)
NOTHING_SENT = "Nothing was sent in this call."
NO_DRAFTS = "You have no drafts. You can say reply, and then what you want to write."
DRAFT_IS_READY = "The draft is ready on your page, where you can look it over."
NEEDS_OWN_WORDS = "Say it in the words that are to be sent, like \u201ctell Ruth you can have it\u201d."
"""To "tell Ruth that she can have it", where there is no model to put it into other words."""
NEEDS_A_MODEL = "I can only add to it or change words. Say add, and what; or change one word to another."
WHEN = "When shall it leave? You can say tomorrow at nine, or in two hours."

GOES_TO_NOBODY = "is of a dry run, and goes to nobody"
OF_DRY_RUN = f"It {GOES_TO_NOBODY}."
DRY_RUNS_SEND_NOTHING = "What was agreed to in a dry run goes to nobody."

ASKS = "Send it, change it, or leave it?"
TO_WHOM = "To whom shall it go?"
TO_WHOM_AND_WHAT = "To whom shall it go, and what shall it say?"
WRITTEN, BEGUN = "I have written it down.", "I have begun it."
"""Of a draft of which the user has said more, so that it is told once that is done as well; `BEGUN`: it has no words yet."""

_REFUSED = {
    "address": "an address was not accepted",
    "sender": "the server does not take mail from this account",
    "too large": "it is too large",
    "content": "the server did not accept it",
    "late": "I was not running when it should have left, and that is too long ago to send it unasked",
    "unavailable": "the mail server could not be reached",
    "sign in": "the account has to be connected again",
    "no account": "nothing is set up to send from this account",
    "password": "the mail server does not accept the user name or the password",
    "untrusted": "the certificate of the mail server has expired, or comes from nobody whom this machine trusts",
    "other name": "the certificate of the mail server is for another name than the one that is set",
    "not encrypted": "the mail server offers no encryption, and mail does not go over an open line",
    "sealed": "it was sealed with a key that is not here any more",
    "dry run": "it was agreed to in a dry run, and what was agreed to in one goes to nobody",
    "dry run now": "its time came in a dry run, and nothing goes to anybody in one",
    "original gone": "the mail to be forwarded is gone",
}


def truly(said: str, *, dry_run: bool) -> str:
    """A sentence about a mail that leaves, may have left or has left, as it is true in a dry run as well."""
    return f"{said} {OF_DRY_RUN}" if dry_run else said


def too_late(*, dry_run: bool, left: bool = False) -> str:
    """Said where a mail cannot be held back or changed any more; `left`: it is known to have left."""
    return TOO_LATE_IN_TRIAL if dry_run else HAS_LEFT if left else TOO_LATE


def no_address_of(names: Sequence[str]) -> str:
    """To people whom the user named and nothing is known of: `I know no address for mum. Say it again with the address, …`

    No question, whose answer alone would not say what was to be sent.
    """
    return f"I know no address for {joined([capped(speakable(name), LONGEST_NAME) for name in names], last='or')}. {WITH_AN_ADDRESS}"


def drafted(*, to: Sequence[str], body: str, passes_on: str = "", asks: bool = True, most: int | None = MOST_FIRST) -> str:
    """`Draft to Anna: “Tuesday works ...”, 140 words. Send it, change it, or leave it?`: a draft that is not read with a question now.

    `passes_on` names the mail that stands behind the body; `asks`: what becomes of it is still to be said. Of the body, `most` characters.
    """
    words = speakable(body)
    short = words if most is None else capped(words, most)
    whom = f"Draft to {joined(list(to)) or 'nobody yet'}"
    if not short and not passes_on:
        return f"{whom}. It has no words yet. {'What shall it say?' if to else TO_WHOM_AND_WHAT}"
    length = f", {counted(len(words.split()), 'word')}" if short != words else ""
    own = " and ".join(part for part in (f"\u201c{short}\u201d{length}" if short else "", passes_on) if part)
    return f"{whom}: {own}{'' if own.endswith(CLOSING_QUOTE) else '.'} {(ASKS if to else TO_WHOM) if asks else ''}".strip()


def replaced(body: str) -> str:
    """Said when a reply that is dictated anew takes the place of what the draft said."""
    return f"I have replaced \u201c{capped(speakable(body), MOST_REPLACED)}{CLOSING_QUOTE}; undo brings it back." if body.strip() else ""


def stays(to: Sequence[str]) -> str:
    """Said of the draft that was open, when another one is begun."""
    return f"The draft to {joined(list(to)) or 'nobody yet'} stays."


def in_the_middle_of(what: str, to: Sequence[str]) -> str:
    """`We were in the middle of your reply to Anna.`: said when a call takes up a conversation in which a draft waits."""
    return f"We were in the middle of your {what}{f' to {joined(list(to))}' if to else ''}."


def held(seconds: int) -> str:
    return f"It leaves in {counted(seconds, 'second')}; say stop to hold it back."


def another_leaves(to: Sequence[str], seconds: int) -> str:
    """Said when the user leaves one draft while another mail is held."""
    return f"Another mail, to {_whom(to)}, leaves in {counted(seconds, 'second')}; say stop to hold it back."


def held_back(mails: int, *, drafts: int, to: Sequence[str] | None = None, asks: bool = True) -> str:
    """Said when `mails` were held back. `drafts` of them were made from a draft that still exists, the last one `to` these people.

    The others were to leave a list. Nothing is said of drafts that could not be read. `asks`: with the question what becomes of the last.
    """
    said = HELD_BACK if mails == 1 else f"Held back; {counted(mails, 'mail')} are not sent."
    said += f" You stay on the {'list' if mails - drafts == 1 else 'lists'}." if mails > drafts else ""
    if not drafts or to is None:
        return said
    whom = joined(list(to)) or "nobody yet"
    stays = f"The draft to {whom} stays." if drafts == 1 else f"The drafts stay. The last is to {whom}."
    return f"{said} {stays} {ASKS if asks else ''}".strip()


def waits(mails: Sequence[tuple[Sequence[str], datetime]], *, now: datetime, lists: bool) -> str:
    """`A mail to anna@example.org waits to leave on Monday. Shall I hold it back?`: mails by recipients and moment; about the first.

    `lists`: all of them are named.
    """
    named = [f"to {_whom(to)} on {moment(at, now=now)}" for to, at in mails]
    if len(mails) == 1 or not lists:
        return f"A mail waits to leave: {named[0]}. Shall I hold it back?"
    return f"{counted(len(mails), 'mail').capitalize()} wait to leave: {joined(named)}. Shall I hold back the one to {_whom(mails[0][0])}?"


def leaves_in(to: Sequence[str], seconds: int) -> str:
    """The answer to "has it left": it has not."""
    return f"Not yet: your mail to {_whom(to)} leaves in {counted(seconds, 'second')}; say stop to hold it back."


def waits_until(to: Sequence[str], at: datetime, *, now: datetime) -> str:
    return f"Your mail to {_whom(to)} {leaves_on(at, now=now)}; until then you can cancel it."


def leaves_on(at: datetime, *, now: datetime) -> str:
    return f"leaves on {moment(at, now=now)}"


def was_held_back(to: Sequence[str]) -> str:
    return f"Your mail to {_whom(to)} was held back; it is not sent."


def is_leaving(to: Sequence[str]) -> str:
    return f"Your mail to {_whom(to)} is just leaving."


def drafts(mails: Sequence[tuple[Sequence[str], str, str]], total: int) -> str:
    """`You have two drafts: one to Anna Berg about “Lunch”, which is open, and one to Raj.`: of the first ones, to whom, about what, and
    what is to be said of it."""
    parts = [
        f"one to {joined(list(to)) or 'nobody yet'}{f' about {titled(about)}' if about else ''}{f', which {state}' if state else ''}"
        for to, about, state in mails
    ]
    rest = total - len(parts)
    return f"You have {counted(total, 'draft')}: {joined([*parts, f'{count_word(rest)} more'] if rest else parts)}."


def to_leave_later(at: datetime, *, now: datetime, at_once: bool) -> str:
    """Said before the question whether a mail leaves at another time than was agreed; a question about a later one names that itself."""
    return f"It is to leave on {moment(at, now=now)}{', and would leave now' if at_once else ''}."


def leaves_later(at: datetime, *, now: datetime) -> str:
    return f"It will leave on {moment(at, now=now)}; until then you can cancel it."


def sent(to: Sequence[str], *, dry_run: bool = False) -> str:
    """Said of a receipt only."""
    if dry_run:
        return f"Your mail to {_whom(to)} is among your sent mails. This is a dry run: it went to nobody."
    return f"Your mail to {_whom(to)} has been sent."


def not_sent(to: Sequence[str], refusal: str) -> str:
    return f"Your mail to {_whom(to)} was not sent: {why_not(refusal)}. The draft stays."


def why_not(refusal: str) -> str:
    return _REFUSED.get(refusal, "it did not go through")


def unknown(to: Sequence[str]) -> str:
    return f"I do not know whether your mail to {_whom(to)} has left. Please look among your sent mails before you send it again."


def _whom(to: Sequence[str]) -> str:
    return (
        joined([spoken_address(address) for address in to[:3]]) + (f" and {counted(len(to) - 3, 'other')}" if len(to) > 3 else "") or "them"
    )
