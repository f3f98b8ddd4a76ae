"""The agenda as text: topics in order, under each its mails, and under each mail why it matters.

One mail is two lines rather than a row of a table: sender, subject and reasons side by side would be columns of two words on a terminal
of ordinary width.
"""

from collections.abc import Iterator

from rich.table import Table
from rich.text import Text

from agent.assembly import local_now, open_call
from agent.greeting import greeting
from briefing.agenda import Agenda, MailRef, Topic
from briefing.reasons import reason_phrase
from briefing.speakable import one_line
from briefing.speech.names import spoken_name
from cli.account_list import closed_line
from cli.running import prepare_folder
from cli.screen import hanging, out, progress
from providers.accounts import ConnectedAccount
from providers.settings import Settings

NO_SUBJECT = "(no subject)"
LEGEND = "! matters. Nothing here counts as heard, and no mail was changed."


async def show_agenda(settings: Settings) -> None:
    """Print what a call would begin with now, and the whole agenda."""
    closed: list[ConnectedAccount] = []
    with progress("Reading your mail…"):
        await prepare_folder(settings, "brief")
        async with open_call(settings, settings.aloud_user, call_id=None, now=local_now(settings), tell_to_sign_in=closed.append) as (
            call,
            look,
        ):
            agenda = ([look.agenda] + [agenda async for agenda in call.pipeline.refinements(call.now())])[-1]
            words = greeting(call, look)
    out.print(words, markup=False)
    for account in closed:
        out.print(closed_line(account), style="yellow", markup=False)
    for line in _lines(agenda):
        out.print(line)


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
