"""What is said of all mails that are left: how many are due today, wait for an answer, come from people, are to be signed or paid."""

from collections.abc import Mapping, Sequence

from briefing.mail import Address
from briefing.speech.sentences.replies import apart, named
from briefing.speech.wording.counts import count_word, counted, joined, sentence_start
from briefing.triage.mail_groups import Group

MOST_TOPICS = 6
_ONE = {
    Group.DUE_TODAY: "is due today",
    Group.DEADLINE: "names a deadline",
    Group.NEWSLETTERS: "is a newsletter",
    Group.WAITING_FOR_ME: "waits for your answer",
    Group.FROM_PEOPLE: "is from a person",
    Group.TO_SIGN_OR_PAY: "is about signing or paying",
    Group.FLAGGED: "is flagged",
}
_SEVERAL = {
    Group.DUE_TODAY: "are due today",
    Group.DEADLINE: "name a deadline",
    Group.NEWSLETTERS: "are newsletters",
    Group.WAITING_FOR_ME: "wait for your answer",
    Group.FROM_PEOPLE: "are from people",
    Group.TO_SIGN_OR_PAY: "are about signing or paying",
    Group.FLAGGED: "are flagged",
}

SHALL_I_READ_IT = "Shall I read it?"


def those_of(group: Group, not_loaded: int, mails: Sequence[tuple[Address, str]], total: int, *, ages: Sequence[str] = ()) -> str:
    """`Two wait for your answer: Anna about Lunch and Raj about Budget. Which one shall I read?`"""
    asks = SHALL_I_READ_IT if total == 1 else "Which one shall I read?"
    return f"{sentence_start(_counted(group, total))}: {named(mails, total, ages=apart(mails, ages))}. {_but(not_loaded)}{asks}"


def none_of(group: Group, not_loaded: int) -> str:
    return f"As far as I can tell, none {_ONE[group]}. {_but(not_loaded)}".strip()


def overview(groups: Mapping[Group, int], not_loaded: int) -> str:
    """`Two are due today, one waits for your answer, and nine are from people.`"""
    parts = [_counted(group, count) for group, count in groups.items() if count]
    said = sentence_start(f"{joined(parts)}.") if parts else "Nothing of it is due today, waits for your answer or is from a person."
    return f"{said} {_but(not_loaded)}".strip()


def topics(left: Sequence[tuple[int, str, int]]) -> str:
    """`Two topics are left: one, Boiler in the flat, two mails; four, Newsletters, one mail. Say "topic one" to go there.` Of each topic
    its number, its label and how many mails are left in it."""
    if not left:
        return "No topic is left."
    named = [f"{count_word(number)}, {label}, {counted(mails, 'mail')}" for number, label, mails in left[:MOST_TOPICS]]
    rest = [f"{count_word(len(left) - MOST_TOPICS)} more"] if len(left) > MOST_TOPICS else []
    how = f"{counted(len(left), 'topic')} {'is' if len(left) == 1 else 'are'} left"
    return f"{sentence_start(how)}: {'; '.join([*named, *rest])}. Say \u201ctopic {count_word(left[0][0])}\u201d to go there."


def _counted(group: Group, count: int) -> str:
    return f"{count_word(count)} {_ONE[group] if count == 1 else _SEVERAL[group]}"


def _but(not_loaded: int) -> str:
    """Said behind what may not be all."""
    return sentence_start(f"{counted(not_loaded, 'mail')} {'has' if not_loaded == 1 else 'have'} not loaded yet. ") if not_loaded else ""
