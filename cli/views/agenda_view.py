"""The agenda as text: topics in order, under each its mails, and under each mail why it matters.

Reading is limited in time; mail that did not load by then is counted but not shown. A mail takes two lines instead of a table row, because
the columns would be too narrow on an ordinary terminal.
"""

import math
from collections.abc import Iterator

from rich.table import Table
from rich.text import Text

from briefing.agenda import Agenda, MailRef, Topic
from briefing.speech.content.names import spoken_name
from briefing.speech.wording.counts import count_word, counted, sentence_start
from briefing.speech.wording.speakable import one_line
from briefing.triage.reasons import reason_phrase
from cli.account_states import closed_line
from cli.async_run import prepare_folder
from cli.screen import hanging, out, progress
from inbox.listing.known_in_time import Known, ids_of, known_within
from providers.connections.accounts import ConnectedAccount
from providers.settings import Settings
from session.opening.assembly import local_now, open_call
from session.skills.greeting import greeting

NO_SUBJECT = "(no subject)"
LEGEND = "“!” marks important mail. Nothing here counts as heard, and no mail was changed."

READ_WITHIN_S = 20.0
"""After this the agenda is shown as far as it is known: a mailbox with a quota may take many more minutes."""


async def show_agenda(settings: Settings) -> None:
    """Print the greeting of a call that would begin now, and the whole agenda."""
    closed: list[ConnectedAccount] = []
    with progress("Reading your mail…"):
        await prepare_folder(settings, "brief")
        async with open_call(settings, settings.aloud_user, call_id=None, now=local_now(settings), tell_to_sign_in=closed.append) as (
            call,
            look,
        ):
            known = await known_within(call.mail.pipeline, look.agenda, call.now, seconds=READ_WITHIN_S)
            words = greeting(call, look, longest_s=math.inf).words
    out.print(words, markup=False)
    for account in closed:
        out.print(closed_line(account), style="yellow", markup=False)
    for line in _lines(known.agenda):
        out.print(line)
    if missing := what_is_missing(known):
        out.print(missing, style="yellow")


def what_is_missing(known: Known) -> str:
    """`At least 5000 mails; of 4700 only the id is known so far.` Empty where nothing is missing."""
    mails = len(ids_of(known.agenda)) + known.by_id_alone
    if not mails or (known.all_listed and not known.by_id_alone):
        return ""
    count = f"{'' if known.all_listed else 'at least '}{counted(mails, 'mail')}"
    ids = f"; of {count_word(known.by_id_alone)} only the id is known so far" if known.by_id_alone else ""
    return f"{sentence_start(count)}{ids}."


def _lines(agenda: Agenda) -> Iterator[Text | Table]:
    digits = len(str(len(agenda.topics)))
    for number, topic in enumerate(agenda.topics, start=1):
        yield Text()
        yield Text(f"{number:>{digits}}  {_heading(topic)}", "bold")
        for mail in topic.mails:
            yield from _mail(mail, margin=digits)
    if agenda.topics:
        yield Text()
        yield Text(LEGEND, "dim")


def _heading(topic: Topic) -> str:
    return one_line(topic.label) + (f" ({len(topic.mails)} mails)" if len(topic.mails) > 1 else "")


def _mail(mail: MailRef, *, margin: int) -> Iterator[Text | Table]:
    mark = Text("! ", "red") if mail.important else Text("  ")
    line = Text(" " * margin) + mark + Text(f"{one_line(spoken_name(mail.sender))} · {one_line(mail.subject) or NO_SUBJECT}")
    if out.is_terminal:
        line.truncate(out.width, overflow="ellipsis")
    yield line
    if reasons := "; ".join(one_line(reason_phrase(reason, mail)) for reason in mail.reasons):
        yield hanging(Text(" " * (margin + 4)), Text(reasons, "dim"))
