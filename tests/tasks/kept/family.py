"""Family, school and friends."""

from tests.tasks.calls import LEAVES, SENDS, changes, forwards, looks_for, opened, replies, revises, searches, sends, sent, step
from tests.tasks.checks import Flagged, Lies, Sent, address_of
from tests.tasks.script import ByRules, Task, Turn, by, call, does, says

MUM, ELENA, DAVE, RUTH = address_of("sunday"), address_of("tickets"), address_of("match"), address_of("allotment")
SEND = Turn("send it", step(sends()), told=(LEAVES,), agrees=SENDS, model_only=True)

TASKS = (
    Task(
        "family: what does mum want, and she is answered",
        (
            Turn(
                "what did mum want?",
                (
                    says(
                        "That you all come for lunch on Sunday at one, and bring her blue dish.",
                        needs=("blue dish",),
                        look=looks_for("mum", "Carmen"),
                    ),
                ),
                told=("blue dish",),
                by_rules=(),
            ),
            Turn(
                "tell her we come and bring it",
                (
                    does(
                        call("write", kind="reply", text="We come on Sunday and bring the dish.", mail_id="{mum}"),
                        needs=(by("Carmen", "mum"),),
                        look=(searches("mum"),),
                    ),
                ),
                told=("bring",),
                by_rules=(),
            ),
            SEND,
        ),
        outcome=(Sent(to=(MUM,), answers="sunday", text=("bring",)),),
    ),
    Task(
        "family: what is owed, and flagged",
        (
            Turn(
                "how much do I owe Elena for the tickets?",
                (says("42 pounds, half of 84.", needs=("84 pounds together",), look=looks_for("Elena")),),
                told=("42",),
                by_rules=(),
            ),
            Turn(
                "flag it so that I don't forget",
                (does(call("change_mail", action="flag", mail_id="{elena}"), needs=(by("Elena", "elena"),)),),
                told=("[Ff]lagged",),
                model_only=True,
            ),
        ),
        outcome=(Flagged("F", ("tickets",)),),
    ),
    Task(
        "family: a reply, and one word of it changed",
        (
            opened("Dave"),
            Turn("reply that Leo rides with you, thanks", step(replies("Leo rides with you, thanks.")), told=("Leo rides with you",)),
            Turn("change thanks to many thanks", step(revises(replace="thanks", by="many thanks")), told=("many thanks",)),
            sent(),
        ),
        outcome=(Sent(to=(DAVE,), answers="match", text=("many thanks",)),),
        without_model=ByRules.DONE,
    ),
    Task(
        "family: answered and archived",
        (
            opened("Ruth"),
            Turn(
                "answer that the key hangs behind the door and archive her mail",
                step(changes("archive", "Ruth"), replies("The key hangs behind the door.", "Ruth")),
                told=("behind the door", "[Aa]rchived"),
                by_rules=("key|archive",),
            ),
            SEND,
        ),
        outcome=(Lies(".Archive", ("allotment",)), Sent(to=(RUTH,), answers="allotment", text=("behind the door",), not_text=("archive",))),
        several=True,
    ),
    Task(
        "family: the consent form is forwarded with a request",
        (
            Turn("open the one about the farm trip", step(call("open", what="mail", description="farm trip")), told=("consent form",)),
            Turn(
                "forward it to Elena and ask her to print it",
                step(forwards("Elena", "Could you print this, please?")),
                told=("Elena", "print"),
                by_rules=(),
            ),
            Turn("send it", step(sends()), told=(LEAVES,), agrees=SENDS, asks=1, model_only=True),
        ),
        outcome=(Sent(to=(ELENA,), forwards="trip", text=("print",)),),
    ),
    Task(
        "family: the teacher, who is not named",
        (
            Turn(
                "write Leo's teacher that Thursday at half past three is fine",
                (
                    does(
                        call("write", kind="reply", text="Thursday at half past three is fine.", mail_id="{teacher}"),
                        needs=(by("Hannah Reed", "teacher"),),
                        look=(searches("Leo's reading"),),
                    ),
                ),
                told=("half past three",),
                by_rules=(),
            ),
            SEND,
        ),
        outcome=(Sent(to=(address_of("reading"),), answers="reading", text=("half past three",)),),
    ),
)
