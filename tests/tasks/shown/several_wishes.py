"""Two and three wishes in one line, conditions, refusals, and a yes or no with more behind it."""

from tests.tasks.calls import LEAVES, SENDS, changes, changes_several, looks_for, opened, opens, replies, searches, sends, step, tells
from tests.tasks.checks import Drafted, Flagged, Lies, Sent, address_of
from tests.tasks.script import ByRules, Task, Turn, does, says

PRIYA, TOMASZ = address_of("rota"), address_of("boiler")

TASKS = (
    Task(
        "wishes: archive it and open another",
        (
            opened("Swiftpost"),
            Turn(
                "archive it and open the one from Tomasz",
                step(changes("archive"), opens("Tomasz")),
                told=("Archived", "Tomasz|boiler|Marlow"),
            ),
        ),
        outcome=(Lies(".Archive", ("parcel",)),),
        without_model=ByRules.DONE,
        several=True,
    ),
    Task(
        "wishes: flag one, archive another, and read a third",
        (
            Turn(
                "flag the one from Femi, archive the one from Northgate Bank, and read me the one from Priya",
                step(changes("flag", "Femi"), changes("archive", "Northgate Bank"), opens("Priya")),
                told=("[Ff]lagged", "Archived", "swap the weekend"),
            ),
        ),
        outcome=(Flagged("F", ("expenses",)), Lies(".Archive", ("statement",))),
        without_model=ByRules.DONE,
        several=True,
    ),
    Task(
        "wishes: a reply and an archive",
        (
            opened("Tomasz"),
            Turn(
                "answer him that Thursday is fine, and archive the parcel",
                step(changes("archive", "parcel"), replies("Thursday is fine.")),
                told=("Thursday is fine", "Archived"),
                by_rules=("parcel|Thursday",),
            ),
            Turn("send it", step(sends()), told=(LEAVES,), agrees=SENDS, model_only=True),
        ),
        outcome=(Lies(".Archive", ("parcel",)), Sent(to=(TOMASZ,), answers="boiler", text=("Thursday is fine",))),
        without_model=ByRules.DECLINED,
        several=True,
    ),
    Task(
        "wishes: yes, and what does Ingrid need",
        (
            opened("Priya"),
            Turn("reply that the swap is fine", step(replies("The swap is fine.")), told=("swap is fine",)),
            Turn("send it", step(sends()), told=("Priya|leaves",)),
            Turn(
                "yes, and what does Ingrid need?",
                (
                    says(
                        "Ingrid needs the hosting figure per month by four.",
                        needs=("hosting figure",),
                        look=looks_for("Ingrid"),
                    ),
                ),
                told=("hosting figure",),
                by_rules=("Ingrid",),
                agrees=SENDS,
            ),
        ),
        outcome=(Sent(to=(PRIYA,), answers="rota", text=("swap is fine",)),),
        without_model=ByRules.HALF,
        half=(Sent(to=(PRIYA,), answers="rota", text=("swap is fine",)),),
        several=True,
    ),
    Task(
        "wishes: no, report it as spam instead",
        (
            opened("Lucky Draw"),
            Turn("delete it", told=("Delete|delete",)),
            Turn("undo", told=("back|undone",)),
            Turn("open the one from Lucky Draw", step(opens("Lucky Draw")), told=("Lucky Draw",)),
            Turn("unsubscribe me from it", (does(changes("unsubscribe")),), told=("Lucky Draw|unsubscribe|list",)),
            Turn("no, report it as spam instead", step(changes("report_spam")), told=("[Rr]eported|spam",)),
        ),
        outcome=(Lies(".Junk", ("prize",)),),
        without_model=ByRules.DONE,
        several=True,
    ),
    Task(
        "wishes: all but one",
        (
            Turn(
                "archive all newsletters but the tide clock",
                step(changes_several("archive", "all newsletters but the tide clock")),
                told=("[Aa]rchived",),
                agrees="Archive|archive",
                asks=1,
            ),
        ),
        outcome=(Lies(".Archive", ("ledger", "soups", "boots")),),
        without_model=ByRules.DONE,
    ),
    Task(
        "wishes: a refusal with a wish",
        (
            opened("Brightwave"),
            Turn("don't archive that, flag it", step(changes("flag")), told=("[Ff]lagged",)),
        ),
        outcome=(Flagged("F", ("energy",)),),
        without_model=ByRules.DONE,
        several=True,
    ),
    Task(
        "wishes: a refusal alone changes nothing",
        (
            opened("Brightwave"),
            Turn("please don't archive that one", (says("All right, it stays where it is."),), untrue=("[Aa]rchived",), by_rules=()),
        ),
        without_model=ByRules.DONE,
    ),
    Task(
        "wishes: only if",
        (
            Turn(
                "if the dentist has written, flag that mail",
                (does(changes("flag", "Okafor Dental"), needs=("Okafor Dental",), look=(searches("dentist"), searches("dental"))),),
                told=("[Ff]lagged",),
                agrees=r"Flag (it|the mail)",
                asks=1,
                by_rules=(),
            ),
        ),
        outcome=(Flagged("F", ("teeth",)),),
    ),
    Task(
        "wishes: the whole thread",
        (
            Turn("open the last one from Ingrid", step(opens("Ingrid")), told=("Ingrid",)),
            Turn(
                "what is that thread about, all of it?",
                (
                    does(tells("thread")),
                    says(
                        "Marcus wants it signed by Friday, maintenance becomes twelve months, hosting gets a line of its own, "
                        "and Ingrid needs its price.",
                        needs=("twelve months", "line of its own", "hosting figure"),
                    ),
                ),
                told=("twelve months", "line of its own"),
                by_rules=(),
            ),
        ),
    ),
    Task(
        "wishes: two drafts in one line",
        (
            Turn(
                "tell Priya yes, and tell Dave that Leo rides with him",
                step(replies("Yes.", "Priya"), replies("Leo rides with you.", "Dave")),
                told=("Priya", "Dave"),
                by_rules=("Priya|Dave",),
            ),
        ),
        outcome=(Drafted(to=(PRIYA,), text=("Yes",)), Drafted(to=(address_of("match"),), text=("Leo rides",))),
        several=True,
    ),
)
