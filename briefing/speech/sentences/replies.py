"""Short replies to a command: what was done besides presenting a mail, and what could not be done.

One sentence each, and a refusal says what would be possible.
"""

from collections.abc import Sequence

from briefing.mail import Address
from briefing.mail_action import MailAction
from briefing.speech.content.names import spoken_name
from briefing.speech.content.topics import subject_of
from briefing.speech.sentences.about_accounts import your
from briefing.speech.wording.counts import count_word, counted, joined, sentence_start
from briefing.speech.wording.quoting import titled
from briefing.speech.wording.speakable import capped, speakable

MOST_VIPS = 10
MOST_NAMED = 5
MOST_WORD = 60

ARRIVALS_LABEL = "New mail"
SKIPPED_LABEL = "What you skipped"

SKIPPED_MAIL = "Skipped."
BACK_TO_THE_OPEN_ONE = "Back to the mail that is open."
WENT_BACK = "Back to the one before."
NOTHING_BEFORE = "This is where we began; there is nothing before it."
NOT_HERE_ANY_MORE = "Nothing is left before it."
NO_SUCH_MAIL = "I have no such mail in this briefing. You can name the sender or a word of the subject."
NO_SUCH_NUMBER = "This list, or this topic, has no such mail. You can name the sender or a word of the subject."
NO_SUCH_MAILS = (
    "I cannot tell which mails those are, so I have changed none. You can say all newsletters, everything from Anna, this topic, or the "
    "next three, and what to leave out."
)
NOTHING_TO_LEAVE_OUT = "I do not see what to leave out among them, so I changed none. You can name its sender or a word of its subject."
NOTHING_UNDER_CURSOR = "There is no mail open now. You can ask what you skipped, search for a mail, or say goodbye."
PRESENT_FIRST = "Let me first say what it is."
NOTHING_SKIPPED = "You have skipped nothing."
AFTER_FLAG = "Anything else with it, or next?"
CANNOT_OPEN = "I cannot open your mail just now. Please call again in a few minutes. Goodbye."
LEFT_ALONE = "All right, I leave it."
ALL_RIGHT = "All right."
NONE_OF_THEM = "All right, none of them."
ONE_AT_A_TIME = "I read one at a time. Say, the first one."
SAY_IT_OF_BOTH = "That was about one of them, so nothing is done. To do it to all, say it in one, as in archive all of them."
STAYS_DONE = "All right. What was done stays done; say undo to take it back."
NO_OFFER = "I have not offered anything. You can say next, archive it, or help."
AT_THE_END = "We are at the end."
DECLINED = "All right, they stay for later."
NOTHING_ARRIVED = "Nothing new has come in since we began."
FOUND_ONE = "I found one:"
NONE_FROM_THEM = "None is from a sender of that name. Mentioning it, I found "
NO_OTHER_FOUND = "I found no other mail like that."
NOTHING_FOUND = "I found no mail like that."
TO_FORGET_TALK = "Shall I forget this conversation? What we said is deleted then; your mail stays as it is."
TALK_FORGOTTEN = "Forgotten: nothing that we said is kept."
TALK_STAYS = "All right, it is kept."
TALK_NOT_KEPT = "Nothing of this conversation is kept anyway."
TALK_NOT_FORGOTTEN = "I could not delete it just now. Please ask me again in a moment."
TAKE_YOUR_TIME = "I'll wait. Say go on when you are ready."
SLOWER = "I'll speak more slowly."
FASTER = "I'll speak faster."
NORMAL_SPEED = "I'll speak at the normal speed."
HOW_I_SOUND = "This is how I sound now."
NO_SUCH_VOICE = "I do not have that voice."
PACE_FIXED = "I cannot change how fast this voice speaks."
CANNOT_READ = "I could not get the words of this mail just now. You can try again in a moment."
ALREADY_GONE = "That mail is no longer in your mailbox."
DID_NOT_WORK = "That did not work just now. Please say it again in a moment."
NOT_STORED = "I could not store that; nothing has changed."
UNKNOWN_CALLER = "I cannot tell whose mail to read to you. Please call again from your own page. Goodbye."
LINE_WILL_BE_BACK = "I have to hang up now; call again in a moment and we go on where we were."
NOT_DONE = "That has not been done."
NOT_ALL_DONE = "Not all of that has been done."
_NOT = {
    MailAction.ARCHIVE: "That was not archived.",
    MailAction.DELETE: "That was not deleted.",
    MailAction.SEND: "Nothing was sent.",
    MailAction.SEND_LATER: "Nothing was sent.",
    MailAction.UNSUBSCRIBE: "You are still on that list.",
    MailAction.FLAG: "That was not flagged.",
    MailAction.MOVE: "That was not moved.",
    MailAction.REPORT_SPAM: "That was not reported as spam.",
    MailAction.UNDO: "Nothing was undone.",
}


def not_done(action: MailAction) -> str:
    """What is true instead of a claim that this was done."""
    return _NOT.get(action, NOT_DONE)


WHICH_LABEL = "Which label? You can say, label it receipts."
WHICH_FOLDER = "Which folder? You can say, move it to receipts."
HOW_MANY = "How many? You can say, the next three."
IS_PAST = "That is over already."
UNTIL_WHEN = "Until when? You can say tomorrow morning, on Monday, or in two hours."
SAY_WHO_MATTERS = "Shall somebody's mails count as important from now on? Then say, make her a VIP, or, make Anna a VIP."
SAY_WHAT_MATTERS = "Shall I look out for a word from now on? Then say, add budget to my keywords."
NO_SENDER = "I cannot tell who sent this mail."
WELCOME_BACK = "Welcome back."
BACK_AGAIN = "I'm back; we go on where we were."
YOU_ARE_BACK = "Hello again; we go on where we were."
TAKEN_OVER = "You are on another line with me now; I go on there. Goodbye."


def where_we_were(*, done: int, left: int) -> str:
    """`We are through 12; 38 are left.`"""
    are_left = f"{left} {'is' if left == 1 else 'are'} left."
    return f"We are through {done}; {are_left}" if done else are_left


def skipped_topic(mails: int) -> str:
    """What was left out by skipping a topic; the mail just heard does not count."""
    return f"Skipping the rest of this topic, {counted(mails, 'mail')}." if mails else "On to the next topic."


def away(labels: Sequence[str]) -> str:
    """Accounts that do not answer now; empty for none."""
    does = "does" if len(labels) == 1 else "do"
    return sentence_start(f"{joined([your(label) for label in labels])} {does} not answer just now.") if labels else ""


def mail_is_here(mails: int) -> str:
    return f"Your mail is here now: {counted(mails, 'mail')}."


def no_such_topic(topics: int) -> str:
    return f"There {'is' if topics == 1 else 'are'} {counted(topics, 'topic')}; say a number up to {topics}, or name one."


def offer_skipped(number: int, *, in_all: bool = False) -> str:
    """`in_all`: in earlier calls as well."""
    return f"You skipped {count_word(number)}{' in all' if in_all else ''}; shall I go through {'it' if number == 1 else 'them'}?"


def named(mails: Sequence[tuple[Address, str]], total: int, *, most: int = MOST_NAMED, ages: Sequence[str] = ()) -> str:
    """`Anna about “Lunch”, Raj about “Budget” and three more`; with `ages`, also how long ago each came: `Anna, from yesterday`."""
    parts = [_named(sender, subject) for sender, subject in mails[:most]]
    parts = [f"{part} {age}".rstrip() for part, age in zip(parts, ages, strict=False)] if ages else parts
    rest = total - len(parts)
    return joined([*parts, f"{count_word(rest)} more"] if rest > 0 else parts)


def apart(mails: Sequence[tuple[Address, str]], ages: Sequence[str]) -> Sequence[str]:
    """The ages of those that are named alike; nothing beside the others."""
    names = [_named(sender, subject) for sender, subject in mails]
    return [age if names.count(name) > 1 else "" for name, age in zip(names, ages, strict=False)]


def skipped_list(mails: Sequence[tuple[Address, str]], total: int, *, ages: Sequence[str] = ()) -> str:
    which = named(mails, total, ages=apart(mails, ages))
    return f"You skipped {count_word(total)}: {which}. Shall I go through {'it' if total == 1 else 'them'}?"


def found_list(
    mails: Sequence[tuple[Address, str]], total: int, *, counted_to: int | None = None, ages: Sequence[str] = (), lead: str = ""
) -> str:
    """What a search found; the user can then say "the second one". What is beyond `counted_to` was not counted. `lead` says what it is if
    not just what was searched for."""
    if counted_to is not None and total > counted_to:
        found = f"{lead or 'I found '}more than {count_word(counted_to)}; the newest are {named(mails, len(mails), ages=ages)}"
    else:
        found = f"{lead or 'I found '}{count_word(total)}: {named(mails, total, ages=ages)}"
    return f"{found}. Which one shall I read?"


def which_one(mails: Sequence[tuple[Address, str]], total: int, *, ages: Sequence[str] = ()) -> str:
    """Several mails fit what should be done; the user can then say "the second one". Those that are named alike are told apart by age."""
    alike = len({_named(sender, subject) for sender, subject in mails}) < len(mails)
    return f"There are {count_word(total)}: {named(mails, total, ages=ages if alike else ())}. Which one do you mean?"


def who_is_meant(people: Sequence[Address]) -> str:
    """Several people have a name that sounds like the one that was said: `Do you mean Tomasz Nowak or Tomáš Svoboda?`"""
    return f"Do you mean {joined([spoken_name(person) for person in people[:MOST_NAMED]], last='or')}?"


def taken_for(names: Sequence[str]) -> str:
    """Names that were put right from what was heard, where the answer does not say them: `I take it you mean Tomasz.`"""
    return f"I take it you mean {joined([capped(speakable(name), MOST_WORD) for name in names])}."


def one_from(sender: Address) -> str:
    """A mail that is not the current one, as it is named when something was done to it."""
    return f"the mail from {spoken_name(sender)}"


def skipped(sender: Address) -> str:
    """A mail that is not the open one was skipped."""
    return f"Skipped: {one_from(sender)}."


def arrived_list(mails: Sequence[tuple[Address, str]], total: int, *, ages: Sequence[str] = ()) -> str:
    which = named(mails, total, ages=apart(mails, ages))
    return f"{sentence_start(counted(total, 'new mail'))} came in: {which}. Shall I read {'it' if total == 1 else 'them'} next?"


def comes_next(number: int) -> str:
    """An offer was accepted in the middle of a topic."""
    return f"{'It comes' if number == 1 else 'They come'} right after this topic."


def vip_added(name: str) -> str:
    return f"{name} is on your VIP list now."


def keyword_added(word: str) -> str:
    return f"I'll look out for {capped(speakable(word), MOST_WORD)} from now on."


def vip_removed(name: str) -> str:
    return f"{name} is off your VIP list now."


def no_such_vip(name: str) -> str:
    return f"{name} is not on the VIP list that you have made."


def vips(names: Sequence[str]) -> str:
    """`Your VIPs are Anna Keller and Ben Fuchs.`"""
    if not names:
        return "Nobody is on your VIP list; say make her a VIP."
    more = [f"{count_word(len(names) - MOST_VIPS)} more"] if len(names) > MOST_VIPS else []
    return f"Your {'VIP is' if len(names) == 1 else 'VIPs are'} {joined([*names[:MOST_VIPS], *more])}."


def keywords(words: Sequence[str]) -> str:
    """`I look out for invoice and QBR.`"""
    if not words:
        return "You have named no keywords; say look out for invoices."
    more = [f"{count_word(len(words) - MOST_VIPS)} more"] if len(words) > MOST_VIPS else []
    return f"I look out for {joined([*(capped(speakable(word), MOST_WORD) for word in words[:MOST_VIPS]), *more])}."


def keyword_removed(word: str) -> str:
    return f"I no longer look out for {capped(speakable(word), MOST_WORD)}."


def no_such_keyword(word: str) -> str:
    return f"{sentence_start(capped(speakable(word), MOST_WORD))} is not among the keywords that you have named."


def _named(sender: Address, subject: str) -> str:
    about = titled(subject_of(subject).title)
    return f"{spoken_name(sender)} about {about}" if about else spoken_name(sender)
