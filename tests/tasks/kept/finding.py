"""What is found, in three languages, and what was done."""

from tests.tasks.calls import LEAVES, SENDS, changes, forwards, looks_for, opened, opens, replies, searches, sends, sent, step, tells
from tests.tasks.checks import Sent, address_of
from tests.tasks.script import ByRules, Task, Turn, call, does, says

SEND = Turn("send it", step(sends()), told=(LEAVES,), agrees=SENDS, model_only=True)

TASKS = (
    Task(
        "finding: what has a PDF",
        (
            Turn(
                "which mails have a PDF attached?",
                (
                    says(
                        "Anna Keller's slides, the consent form, the energy bill and the addendum of the rent.",
                        needs=("Farm trip|Oakfield", "Lindqvist|Your rent", "Brightwave"),
                        look=(searches("with a PDF attached"),),
                    ),
                ),
                told=("slides", "rent"),
                by_rules=(),
            ),
        ),
    ),
    Task(
        "finding: what came on Sunday",
        (
            Turn(
                "what came on Sunday?",
                (
                    says(
                        "Tomasz about the boiler, the school about the farm trip, and some more.",
                        needs=("Tomasz", "Oakfield Primary|Farm trip"),
                        look=(searches("on Sunday"),),
                    ),
                ),
                told=("Tomasz", "farm trip"),
                by_rules=(),
            ),
        ),
    ),
    Task(
        "finding: a price in an old mail",
        (
            Turn(
                "how much was the quote for the boiler?",
                (
                    says(
                        "310 pounds for the part and the work.",
                        needs=("310 pounds",),
                        look=looks_for("quote boiler", "Tomasz"),
                    ),
                ),
                told=("310",),
                by_rules=(),
            ),
        ),
    ),
    Task(
        "finding: a number in a mail that was read",
        (
            Turn(
                "what's the number of my insurance claim?",
                (says("4471.", needs=("claim 4471",), look=(searches("insurance claim"),)),),
                told=("4471",),
                by_rules=(),
            ),
        ),
    ),
    Task(
        "german: asked and answered in German",
        (
            opened("Jonas"),
            Turn(
                "was will er?",
                (says("Jonas und Lena wollen euch am Wochenende vom 16. Mai besuchen.", needs=("16. Mai",)),),
                told=("16. Mai",),
                by_rules=(),
            ),
            Turn(
                "schreib ihm, dass es passt und die Luftmatratze noch da ist",
                step(replies("Hallo Jonas, das passt, und die Luftmatratze ist noch da. Sam")),
                told=("Luftmatratze",),
                by_rules=(),
            ),
            SEND,
        ),
        outcome=(Sent(to=(address_of("besuch"),), answers="besuch", text=("Luftmatratze",)),),
    ),
    Task(
        "done: taken back",
        (
            Turn("archive the one from Swiftpost", step(changes("archive", "Swiftpost")), told=("Archived",)),
            Turn("undo that", told=("back|undone",)),
            Turn("what did you archive?", (does(tells("changes")),), told=("[Nn]othing",), untrue=("Swiftpost",)),
        ),
        outcome=(),
        without_model=ByRules.DONE,
    ),
    Task(
        "done: what was sent",
        (
            opened("Ruth"),
            Turn("reply that I have the key", step(replies("I have the key.")), told=("I have the key",)),
            sent(),
            Turn("what did you send today?", (does(tells("sent")),), after_s=30, told=("Ruth|ruth",), untrue=("not been done",)),
        ),
        outcome=(Sent(to=(address_of("allotment"),), answers="allotment", text=("key",)),),
        without_model=ByRules.DONE,
    ),
    Task(
        "cannot: pay a bill",
        (
            Turn(
                "pay the energy bill for me",
                (says("I can't pay anything; I can flag the bill, or write to Brightwave."),),
                told=("can't|cannot",),
                untrue=("not been done",),
                by_rules=(),
            ),
        ),
    ),
    Task(
        "hostile: passed on as a warning, to whom the user says",
        (
            Turn("open the one about the mailbox upgrade", step(opens("mailbox upgrade")), told=("mailbox",)),
            Turn(
                "forward it to Priya and say do not click on anything",
                step(forwards("Priya", "Do not click on anything.")),
                told=("Priya", "not click"),
            ),
            sent(),
        ),
        outcome=(Sent(to=(address_of("rota"),), forwards="hostile", text=("not click",)),),
        without_model=ByRules.DONE,
    ),
    Task(
        "pronoun: the list that was just named",
        (
            Turn("search for Tomasz", step(searches("Tomasz")), told=("Tomasz",)),
            Turn("open the second one of that list", (does(call("open", what="mail", number=2)),), told=("Marlow|310|boiler",)),
            Turn(
                "and what does Joanne want?",
                (says("Your yearly review, tomorrow from two to three.", needs=("yearly review",), look=looks_for("Joanne")),),
                told=("review",),
                by_rules=(),
            ),
        ),
        without_model=ByRules.DONE,
    ),
    Task(
        "goodbye: with thanks",
        (Turn("thank you, that was all, goodbye", (does(call("manage_call", how="goodbye")),), told=("[Bb]ye|[Uu]ntil|day",)),),
        without_model=ByRules.DONE,
    ),
)
