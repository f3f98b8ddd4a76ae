"""What went wrong in a task that was played: what was not done, what should not have happened, what was not true, what was asked in vain.

What is true is judged by what can be seen from outside, with the meaning of each sentence written beside it; nothing here asks the product.
"""

import re
from collections.abc import Callable

from actions.changes.entries import ChangeOutcome
from briefing.mail_action import MailAction
from tests.tasks.checks import Check, LeavesLater, Sent, World, touched, unlike
from tests.tasks.letters import quoted
from tests.tasks.script import ByRules, expected
from tests.tasks.stage import Heard, Played

COURTESY = re.compile(
    r"What shall I do with (it|this one)|What now|Archive (it|this one), |Flag (it|this one)|And this one|Next, or something|What else"
    r"|Which one (shall I read|is it)|[Ww]hat would you like"
)
"""What is asked after a mail; a briefing goes on by it."""

OF_THE_SAME = re.compile(r"Anything else with it")
"""A courtesy where the user spoke of the mail that is open, and a needless question where they named another one."""

OF_A_DRAFT = re.compile(r"Send it, change it, or leave it\?|Shall I send it( like this)?\?|Send it\?")
SENTENCES = re.compile(r"(?<=[.!?])\s+|(?<=[.!?])(?=[A-Z])")

True_ = Callable[[Heard], bool]


def _did(*actions: MailAction) -> True_:
    def is_so(heard: Heard) -> bool:
        return any(entry.action in actions and entry.outcome in {ChangeOutcome.DONE, ChangeOutcome.UNDONE} for entry in heard.after.journal)

    return is_so


def _changed_nothing(heard: Heard) -> bool:
    return _seen(heard.before) == _seen(heard.after)


def _seen(world: World) -> tuple[object, ...]:
    drafts = [(draft.draft_id, draft.version, draft.body) for draft in world.drafts]
    return dict(world.places), drafts, [news.message_id for news in world.waiting], len(world.taken)


CLAIMS: tuple[tuple[str, True_], ...] = (
    (r"\bhas been sent\b|\bI have sent\b|\bI sent\b|\bit is sent\b|(?<!not )\bis sent to\b", lambda heard: bool(heard.after.taken)),
    (r"\b[Aa]rchived( it| them|\.|,)|\bis archived|\bhas been archived", _did(MailAction.ARCHIVE)),
    (r"\b[Dd]eleted( it| them|\.|,)|\bis in the trash", _did(MailAction.DELETE)),
    (r"(?<!nothing )\b[Ff]lagged( it| them|\.|,)", _did(MailAction.FLAG)),
    (r"\b[Rr]eported( it| them|\.|,)|\breported as spam", _did(MailAction.REPORT_SPAM)),
    (r"That has not been done", _changed_nothing),
    (r"Nothing was sent in this call", lambda heard: not heard.after.taken),
    (r"Held back; it is not sent|[Ii]t does not leave", lambda heard: len(heard.after.taken) == len(heard.before.taken)),
    (r"It is too late to hold it back; it has left|has left", lambda heard: bool(heard.after.taken)),
    (r"\bIt leaves in\b", lambda heard: bool(heard.after.waiting) or len(heard.after.taken) > len(heard.before.taken)),
    (r"The draft is thrown away", lambda heard: len(heard.after.drafts) < len(heard.before.drafts) or not heard.after.drafts),
)
"""What a sentence claims, and when it is true."""


def wanted(played: Played) -> tuple[Check, ...]:
    """What has to be so in the end of this way of playing it."""
    if played.with_model or played.task.without_model is ByRules.DONE:
        return played.task.outcome
    return played.task.half if played.task.without_model is ByRules.HALF else ()


def undone(played: Played) -> list[str]:
    """What is not as it has to be."""
    return [failure for check in wanted(played) if (failure := check.failure(played.end))]


def unsaid(played: Played) -> list[str]:
    """What an answer lacks."""
    lacking = []
    for heard in played.turns:
        told = expected(played.task, heard.turn, with_model=played.with_model)
        lacking += [f"{heard.turn.line!r} is not answered with {each!r}: {heard.said!r}" for each in told if not _says(heard, each)]
        if not heard.said and not heard.turn.stop:
            lacking.append(f"{heard.turn.line!r} is not answered")
    return lacking


def unwanted(played: Played) -> list[str]:
    """What should not have happened: at mails that nobody spoke of, and at the server."""
    sent = [check for check in wanted(played) if isinstance(check, Sent)]
    found = unlike(played.start, played.end, touched(wanted(played)))
    if len(played.end.taken) > len(sent):
        found.append(f"{len(played.end.taken)} mails left, and {len(sent)} should: {[taken.recipients for taken in played.end.taken]}")
    scheduled = [check for check in wanted(played) if isinstance(check, LeavesLater)]
    if len(played.end.waiting) > len(scheduled):
        found.append(f"{len(played.end.waiting)} mails wait to leave, and {len(scheduled)} should")
    return [*found, *wrong_recipients(played), *after_a_stop(played)]


def wrong_recipients(played: Played) -> list[str]:
    """Who got a mail and should not have."""
    right = {address for check in played.task.outcome if isinstance(check, Sent) for address in check.everybody}
    return [f"{address} got a mail" for taken in played.end.taken for address in taken.recipients if address not in right]


def after_a_stop(played: Played) -> list[str]:
    """Mails that left after the user said stop, and before they said anything else."""
    later = [*(heard.before for heard in played.turns[1:]), played.end]
    return [
        f"{len(then.taken) - len(heard.before.taken)} mails left after {heard.turn.line!r}"
        for heard, then in zip(played.turns, later, strict=True)
        if heard.turn.stop and len(then.taken) > len(heard.before.taken)
    ]


def untrue(played: Played) -> list[str]:
    """Sentences that are not true, by what was there when they had been said."""
    found = []
    for heard in played.turns:
        claims = [(claim, is_so) for claim, is_so in CLAIMS if re.search(claim, _without_quotes(heard.said))]
        found += [f"{heard.turn.line!r} is answered with {claim!r}, which is not so" for claim, is_so in claims if not is_so(heard)]
        found += [f"{heard.turn.line!r} is answered with {each!r}" for each in heard.turn.untrue if _says(heard, each)]
    return found


def needless(played: Played) -> list[str]:
    """Questions beyond those that the turn needs: the first about a draft that was begun or changed in it, and what it `asks`."""
    found = []
    for heard in played.turns:
        own = [step.says for step in heard.turn.steps if step.says]
        questions = [
            question
            for question in SENTENCES.split(_without_quotes(heard.said))
            if question.endswith("?") and not (_is_courtesy(question, heard) or quoted(question) or any(question in words for words in own))
        ]
        about_the_draft = next((question for question in questions if OF_A_DRAFT.search(question)), None)
        if about_the_draft and (heard.before.drafts != heard.after.drafts or heard.turn.stop):
            questions.remove(about_the_draft)
        found += [f"{heard.turn.line!r}: {question}" for question in questions[heard.turn.asks :]]
    return found


def _is_courtesy(question: str, heard: Heard) -> bool:
    of_the_open_mail = re.search(r"\b(it|that|this)\b", heard.turn.line) is not None
    return COURTESY.search(question) is not None or (of_the_open_mail and OF_THE_SAME.search(question) is not None)


def lost_wishes(played: Played) -> list[str]:
    """The first of what was left undone of a line with several wishes."""
    return [*undone(played), *unsaid(played)][:1] if played.task.several else []


def failures(played: Played) -> list[str]:
    """All that keeps the task from being done; what was missing in the requests is said with it."""
    wrong = [*undone(played), *unsaid(played), *unwanted(played), *untrue(played)]
    return [*wrong, *(f"missing: {each}" for each in played.missing)] if wrong else []


def _says(heard: Heard, pattern: str) -> bool:
    return re.search(pattern, heard.said, re.IGNORECASE) is not None


def _without_quotes(said: str) -> str:
    return re.sub(r"\u201c[^\u201d]*\u201d", "\u201c\u201d", said)
