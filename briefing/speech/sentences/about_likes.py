"""What is said back to a wish of how to be told, or in how much time: what is so from now on, in a few words; and when that is over."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, time

from briefing.speech.sentences.about_accounts import your
from briefing.speech.wording.counts import count_word, counted, joined, sentence_start
from briefing.speech.wording.moments import spoken_clock
from briefing.speech.wording.speakable import speakable
from briefing.understanding.command_grammar.command_phrases.liking import Liking

FOR_THIS_CALL = "I could not store that, so it holds for this call."
WRITTEN_FLOW = "I no longer ask after each mail; say next for the next one, or ask me."
SAY_HOW = "Say yourself how you like to be told, for example just headlines."
SAY_WHERE = "Say yourself where you are, for example I'm in Lisbon."
NO_SUCH_PLACE = "I know no time zone of that name; say a large city that has your time."
SAY_WHICH_LANGUAGE = "Say yourself which languages you understand, for example I understand German."
SAY_HOW_LONG = "Say how long, for example I have two minutes."
IN_A_HURRY = "Say how long you have, for example “I have two minutes”, and what matters most is told in that; or “just headlines.”"
SHORT_MIN = 2
NO_SHORTER = "Shorter than headlines I cannot be."
NO_LONGER = "That is as much as I tell; say read it in full for a whole mail."

_SAID: Mapping[Liking, str] = {
    Liking.HEADLINES: "Just the headlines from now on.",
    Liking.SHORTER: "I'll keep them shorter.",
    Liking.LONGER: "I'll tell you more of each mail.",
    Liking.USUAL_LENGTH: "The usual length again.",
    Liking.FLOW: "I'll go on by myself, two seconds after each mail. Say ask me, and I ask again.",
    Liking.FLOW_FOR_NOW: "I'll go on by myself in this call. Say ask me, and I ask again.",
    Liking.ASK: "I'll ask you after each mail again.",
    Liking.NO_PRODS: "I won't speak into a silence any more.",
    Liking.ONE_PROD: "I'll speak into a silence only once.",
}


def said_back(like: Liking, *, after_s: int) -> str:
    """`I'll speak into a silence after 30 seconds.`"""
    return _SAID.get(like) or f"I'll speak into a silence after {after_s} seconds."


def by_the_clock_of(place: str, now: datetime) -> str:
    """`Your times are those of Lisbon, where it is 9:10 am.`"""
    return f"Your times are those of {speakable(place) or 'this server'}, where it is {spoken_clock(now.hour, now.minute)}."


def in_own_words(languages: Sequence[str], *, can_say: bool) -> str:
    """`Mail in German and French is told in its own words from now on.`"""
    if not languages:
        return "Mail in other languages is told of in English from now on."
    where = "from now on" if can_say else "where it is written; this voice says English only"
    return f"Mail in {joined(list(languages))} is told in its own words {where}."


def in_so_long(seconds: int) -> str:
    """`Two minutes: what matters most comes first.`"""
    return sentence_start(f"{_so_long(seconds)}: what matters most comes first.")


def takes_so_long(minutes: int, left: int) -> str:
    """`About eight minutes for the 31 mails that are left. Say how long you have, ...`"""
    if left == 0:
        return "Nothing is left to tell."
    which = "mail that is left" if left == 1 else f"{count_word(left)} mails that are left"
    said = f"About {counted(minutes, 'minute')} for the {which}."
    return f"{said} {IN_A_HURRY}" if minutes > SHORT_MIN else said


def time_is_up(seconds: int, left: int, important: int) -> str:
    """`That's two minutes. 41 mails are left, three of them important. Shall I go on?`"""
    which = f"{count_word(important)} of them important" if important else "none of them looks important"
    if left == 1:
        which = "and it looks important" if important else "which does not look important"
    return (
        f"That's {_so_long(seconds)}. {sentence_start(counted(left, 'mail'))} {'is' if left == 1 else 'are'} left, {which}. Shall I go on?"
    )


def all_in(seconds: int, *, early: bool) -> str:
    """`That was all, in less than two minutes.`"""
    return f"That was all, in less than {_so_long(seconds)}." if early else "That was all."


def _so_long(seconds: int) -> str:
    return counted(seconds // 60, "minute") if seconds % 60 == 0 else counted(seconds, "second")


SAY_HOW_BY_MAIL = "Say yourself how you want to be briefed by mail, for example send me the briefing by mail at seven."
MAIL_NOT_KEPT = "I could not store that, so nothing about your briefing by mail has changed."
NO_MAIL_BRIEFING = "I do not brief you by mail. Say send me the briefing by mail at seven, and I do."
MAIL_STOPPED = "I won't mail you the briefing any more."
NO_SENDING = "But I cannot send from any of your accounts yet, so nothing will come until I can."
MAIL_NOW = "I'll mail you today's briefing in a minute, unless you have it already."
FROM_YOUR_ACCOUNT = "It comes from your own account."
FROM_MY_ADDRESS = "It comes from an address of mine."
ONLY_FROM_YOUR_ACCOUNT = "I have no address of my own here. It can only come from your own account."
ONLY_FROM_MY_ADDRESS = "I cannot send from any of your accounts. It can only come from an address of mine."
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def briefed_by_mail(at: time, days: Collection[int], *, length: str, quiet: bool, of: Sequence[str] = ()) -> str:
    """`I'll mail you the briefing every weekday at 7:30 am, a short one, only of your work mail.` `of` are labels of accounts."""
    if len(days) == len(_DAYS):
        which = "every day"
    elif set(days) == {0, 1, 2, 3, 4}:
        which = "every weekday"
    else:
        which = f"on {joined([_DAYS[day] for day in sorted(days)])}"
    how = "" if length == "usual" else f", a {length} one"
    matters = ", if anything matters" if quiet else ""
    only = f", only of {joined([your(label) for label in of])}" if of else ""
    return f"I'll mail you the briefing {which} at {spoken_clock(at.hour, at.minute)}{how}{only}{matters}."
