"""Several wishes at once, conditions, exceptions, and answers with more behind them."""

from tests.tasks.calls import changes, changes_several, looks_for, opened, opens, replies, sends, sent, step
from tests.tasks.checks import Drafted, Flagged, Lies, Sent, address_of
from tests.tasks.script import ByRules, Task, Turn, does, says

PRIYA, TOMASZ = address_of("rota"), address_of("boiler")

TASKS = (
    Task(
        "at once: two archived and one left",
        (
            Turn(
                "archive the one from Swiftpost and the one from Northgate Bank, but leave the energy bill",
                step(changes("archive", "Swiftpost"), changes("archive", "Northgate Bank")),
                told=("[Aa]rchived",),
                agrees="Archive",
                by_rules=("Swiftpost|Northgate|one mail",),
            ),
        ),
        outcome=(Lies(".Archive", ("parcel", "statement")),),
        several=True,
    ),
    Task(
        "at once: all read but one",
        (
            Turn(
                "mark all newsletters as read except the Morning Ledger",
                step(changes_several("mark_read", "all newsletters except the Morning Ledger")),
                told=("read",),
                agrees=r"[Rr]ead\?|Mark ",
                asks=1,
            ),
        ),
        outcome=(Flagged("S", ("clock", "soups", "boots")),),
        without_model=ByRules.DONE,
    ),
    Task(
        "at once: deleted, reported, and the next",
        (
            opened("Priya"),
            Turn(
                "delete the one from Hillmark, report the one from Lucky Draw as spam, and open the one from Dave",
                step(changes("delete", "Hillmark"), changes("report_spam", "Lucky Draw"), opens("Dave")),
                told=("[Dd]eleted|trash", "spam|[Rr]eported", "Kick-off|Dave"),
            ),
        ),
        outcome=(Lies(".Trash", ("boots",)), Lies(".Junk", ("prize",))),
        without_model=ByRules.DONE,
        several=True,
    ),
    Task(
        "at once: not sent, and archived instead",
        (
            opened("Tomasz"),
            Turn("reply that Thursday is fine", step(replies("Thursday is fine.")), told=("Thursday is fine",)),
            Turn(
                "no, don't send it, flag the mail instead",
                step(changes("flag", "Tomasz")),
                told=("[Ff]lagged",),
                by_rules=("[Ff]lag",),
            ),
        ),
        outcome=(Flagged("F", ("boiler",)), Drafted(to=(TOMASZ,), text=("Thursday",))),
        without_model=ByRules.DONE,
        several=True,
    ),
    Task(
        "at once: yes, and another one too",
        (
            opened("Swiftpost"),
            Turn("I don't need that one any more", step(changes("archive")), told=("Archive",), asks=1, by_rules=()),
            Turn(
                "yes, and the one from Hillmark too",
                step(changes("archive", "Hillmark")),
                told=("[Aa]rchived",),
                model_only=True,
            ),
        ),
        outcome=(Lies(".Archive", ("parcel", "boots")),),
        several=True,
    ),
    Task(
        "at once: a condition about what a mail says",
        (
            Turn(
                "if Priya wants to swap the weekend of the fourth, answer her yes, otherwise leave it",
                (does(replies("Yes.", "Priya"), needs=("weekend of 4 April",), look=looks_for("Priya")),),
                told=("Yes",),
                by_rules=(),
            ),
            Turn("send it", step(sends()), told=("leaves in",), agrees="Send", model_only=True),
        ),
        outcome=(Sent(to=(PRIYA,), answers="rota", text=("Yes",)),),
    ),
    Task(
        "at once: unless there is something to do",
        (
            Turn(
                "archive the bank statement unless I have to do something about it",
                (does(changes("archive", "Northgate Bank"), needs=("nothing that you have to do",), look=looks_for("Northgate Bank")),),
                told=("[Aa]rchived",),
                agrees="Archive (it|the mail)",
                asks=1,
                by_rules=(),
            ),
        ),
        outcome=(Lies(".Archive", ("statement",)),),
    ),
    Task(
        "at once: yes, and the next one",
        (
            opened("Tomasz"),
            Turn("reply that Thursday is fine", step(replies("Thursday is fine.")), told=("Thursday is fine",)),
            Turn(
                "yes send it and open the one from Femi",
                step(sends(), opens("Femi")),
                told=("leaves|on its way", "receipt"),
                agrees="Send this",
            ),
        ),
        outcome=(Sent(to=(TOMASZ,), answers="boiler", text=("Thursday",)),),
        without_model=ByRules.DONE,
        several=True,
    ),
    Task(
        "at once: a question about the draft while it is open",
        (
            opened("Tomasz"),
            Turn("reply that Thursday is fine", step(replies("Thursday is fine.")), told=("Thursday is fine",)),
            Turn(
                "what did he write about the time again?",
                (says("Between eight and twelve, on Wednesday or Thursday.", needs=("between eight and twelve",)),),
                told=("eight and twelve",),
                by_rules=(),
            ),
            sent(),
        ),
        outcome=(Sent(to=(TOMASZ,), answers="boiler", text=("Thursday",)),),
        without_model=ByRules.DONE,
    ),
    Task(
        "at once: the wish is taken back in the same line",
        (
            opened("Femi"),
            Turn(
                "archive it, no, wait, flag it",
                step(changes("flag")),
                told=("[Ff]lag",),
                agrees=r"Flag it\?",
                by_rules=(),
            ),
        ),
        outcome=(Flagged("F", ("expenses",)),),
        without_model=ByRules.DONE,
    ),
)
