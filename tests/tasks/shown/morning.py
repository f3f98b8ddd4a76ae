"""The overview of the morning: what is due, who is waited for, what a mail asks."""

from tests.tasks.calls import briefs_only, changes, looks_for, opens, step, tells
from tests.tasks.checks import Flagged, Lies
from tests.tasks.script import ByRules, Task, Turn, does, says

TASKS = (
    Task(
        "morning: what is due today",
        (
            Turn(
                "what's due today?",
                (
                    does(tells("overview")),
                    says(
                        "Ingrid needs the hosting figure by four, and the school wants the consent form for the farm trip today.",
                        needs=("Ingrid", "Farm trip|Oakfield Primary"),
                    ),
                ),
                told=("Ingrid", "Oakfield|farm trip"),
            ),
        ),
    ),
    Task(
        "morning: who waits for my answer",
        (
            Turn(
                "who is waiting for an answer from me?",
                (
                    does(tells("overview")),
                    says(
                        "{count} wait for an answer, among them Ingrid and Anna Keller.",
                        needs=(r'"waiting_for_me": \{"count": (?P<count>\d+)', "Ingrid", "Anna Keller"),
                    ),
                ),
                told=("Ingrid", "Anna Keller", "13|thirteen"),
                untrue=("Swiftpost", "Northgate"),
            ),
        ),
    ),
    Task(
        "morning: what does Ingrid need",
        (
            Turn(
                "what does Ingrid need from me?",
                (
                    says(
                        "The hosting figure per month, by four o'clock today.",
                        needs=("hosting figure per month", "four o'clock today"),
                        look=looks_for("Ingrid"),
                    ),
                ),
                told=("hosting figure",),
            ),
        ),
    ),
    Task(
        "morning: flagged, and another one archived",
        (
            Turn("open the one about the farm trip", step(opens("farm trip")), told=("consent form",)),
            Turn("flag it", told=("[Ff]lagged",)),
            Turn("archive the one from Swiftpost", step(changes("archive", "Swiftpost")), told=("Archived",)),
        ),
        outcome=(Flagged("F", ("trip",)), Lies(".Archive", ("parcel",))),
        without_model=ByRules.DONE,
    ),
    Task(
        "morning: what is there to sign or to pay",
        (
            Turn(
                "is there anything I have to sign or pay?",
                (
                    does(tells("overview")),
                    says(
                        "To sign: the consent form and the addendum of the rent. To pay: the energy bill and Elena's tickets.",
                        needs=("Lindqvist|Your rent", "Brightwave", "Farm trip|Oakfield Primary"),
                    ),
                ),
                told=("rent|Lindqvist", "Brightwave|energy"),
            ),
            Turn(
                "open the one about the rent",
                step(opens("rent")),
                told=("1,150|Lindqvist",),
            ),
        ),
    ),
    Task(
        "morning: the briefing of people only, and everything again",
        (
            Turn(
                "only the ones from people",
                step(briefs_only("from people")),
                told=(r"Only mails from people from now on: \w+ of the [\w-]+ mails",),
                untrue=("Tide Clock", "Ledger"),
            ),
            Turn("how many are left?", step(tells("progress")), told=("other mails are left out for now",)),
            Turn("everything again", step(briefs_only("")), told=("All your mail again",)),
            Turn("how many are left?", step(tells("progress")), told=("mails are left|all still to come",), untrue=("left out",)),
        ),
        without_model=ByRules.DONE,
    ),
    Task(
        "morning: skip the newsletters, then only from one person",
        (
            Turn(
                "skip the newsletters",
                step(briefs_only("everything but the newsletters")),
                told=("Everything but newsletters from now on",),
            ),
            Turn("only from Ruth", step(briefs_only("from Ruth")), told=("Only mails from Ruth from now on: one of", "of the shed")),
            Turn("next", told=("other mails are left out for now", "Shall I go on with that")),
            Turn("yes please", told=("All your mail again",), agrees="Shall I go on with that", asks=1),
        ),
        without_model=ByRules.DONE,
    ),
    Task(
        "morning: only people",
        (
            Turn(
                "who of real people has written, leave out the machines",
                (
                    does(tells("overview")),
                    says(
                        "{count} are from people, among them Ingrid, Anna Keller and Petra Vogel.",
                        needs=(r'"from_people": \{"count": (?P<count>\d+)', "Ingrid", "Anna Keller", "Petra Vogel"),
                    ),
                ),
                told=("Ingrid", "Anna"),
                untrue=("Swiftpost",),
            ),
        ),
    ),
)
