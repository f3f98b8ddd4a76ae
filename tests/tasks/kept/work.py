"""The office: the contract, the two Annas, the review."""

from tests.tasks.calls import LEAVES, SENDS, changes, looks_for, opened, opens, replies, revises, searches, sends, sent, step, tells, writes
from tests.tasks.checks import Drafted, Lies, Sent, address_of
from tests.tasks.script import ByRules, Task, Turn, by, call, does, says

INGRID, MARCUS, JOANNE = address_of("contract-4"), address_of("contract-1"), address_of("review")
KELLER, BERG, PRIYA, TOMASZ = address_of("slides"), address_of("books"), address_of("rota"), address_of("boiler")
ELENA, RUTH = address_of("tickets"), address_of("allotment")
SEND = Turn("send it", step(sends()), told=(LEAVES,), agrees=SENDS, model_only=True)

TASKS = (
    Task(
        "work: until when the contract has to be signed",
        (
            Turn(
                "until when do I have to sign the museum contract?",
                (
                    says(
                        "By Friday, 13 March; the board meets on the Monday after.",
                        needs=("signed contract by Friday",),
                        look=looks_for("signed contract", "Marcus"),
                    ),
                ),
                told=("13 March|Friday",),
                by_rules=(),
            ),
        ),
    ),
    Task(
        "work: both of them are answered",
        (
            Turn("open the last one from Ingrid", step(opens("Ingrid")), told=("Ingrid",)),
            Turn(
                "answer both of them that it was 260, not 240",
                step(replies("It was 260, not 240.", everyone=True)),
                told=("260",),
                by_rules=(),
            ),
            SEND,
        ),
        outcome=(Sent(to=(INGRID,), cc=(MARCUS,), answers="contract-4", text=("260",)),),
    ),
    Task(
        "work: declined, with another proposal",
        (
            opened("Joanne"),
            Turn(
                "decline it, say I'm in Hull on Wednesday and propose Thursday at ten",
                step(replies("I am in Hull on Wednesday. How about Thursday at ten?")),
                told=("Hull", "Thursday at ten"),
                by_rules=(),
            ),
            SEND,
        ),
        outcome=(Sent(to=(JOANNE,), answers="review", text=("Hull", "Thursday at ten")),),
        several=True,
    ),
    Task(
        "work: moved to a folder",
        (
            opened("Femi"),
            Turn("move it to Receipts", (does(changes("move", detail="Receipts")),), told=("Receipts",)),
        ),
        outcome=(Lies(".Receipts", ("expenses",)),),
        without_model=ByRules.DONE,
    ),
    Task(
        "work: the one Anna and the other Anna",
        (
            opened("Anna Keller"),
            Turn("reply that I look at them tonight", step(replies("I look at them tonight.")), told=("tonight",)),
            sent(),
            Turn(
                "and write the other Anna that I bring the cheese",
                (
                    does(
                        call("write", kind="reply", text="I bring the cheese.", mail_id="{berg}"),
                        needs=(by("Anna Berg", "berg"),),
                        look=(searches("Anna"),),
                    ),
                ),
                after_s=15,
                told=("cheese", "Berg"),
                by_rules=(),
            ),
            SEND,
        ),
        outcome=(
            Sent(to=(KELLER,), answers="slides", text=("tonight",)),
            Sent(to=(BERG,), answers="books", text=("cheese",)),
        ),
        without_model=ByRules.HALF,
        half=(Sent(to=(KELLER,), answers="slides", text=("tonight",)),),
    ),
    Task(
        "work: six turns about three words",
        (
            opened("Tomasz"),
            Turn("reply that Wednesday is fine", step(replies("Wednesday is fine.")), told=("Wednesday is fine",)),
            Turn("change Wednesday to Thursday", step(revises(replace="Wednesday", by="Thursday")), told=("Thursday is fine",)),
            Turn("add Thank you for asking.", step(revises(add="Thank you for asking.")), told=("Thank you for asking",)),
            Turn("read it to me", step(tells("draft")), told=("Thursday is fine", "Thank you for asking"), asks=1),
            sent(),
        ),
        outcome=(Sent(to=(TOMASZ,), answers="boiler", text=("Thursday is fine", "Thank you"), not_text=("Wednesday",)),),
        without_model=ByRules.DONE,
    ),
    Task(
        "work: shorter, and then as it was",
        (
            opened("Priya"),
            Turn(
                "could you answer her politely that the swap suits me well",
                step(replies("Dear Priya, the swap suits me very well, thank you. Sam")),
                told=("suits me very well",),
                by_rules=(),
            ),
            Turn("shorter please", step(revises(text="Fine with me.")), told=("Fine with me",), by_rules=()),
            Turn(
                "no, as it was before",
                (does(revises(text="Dear Priya, {old}"), needs=(r"Dear Priya, (?P<old>the swap suits me very well, thank you\. Sam)",)),),
                told=("suits me very well",),
                by_rules=(),
            ),
            SEND,
        ),
        outcome=(Sent(to=(PRIYA,), answers="rota", text=("suits me very well",)),),
    ),
    Task(
        "work: a copy, and to somebody else after all",
        (
            opened("Tomasz"),
            Turn("reply that Thursday is fine", step(replies("Thursday is fine.")), told=("Thursday is fine",)),
            Turn("copy Ruth", step(revises(cc="Ruth")), told=("Ruth",)),
            Turn("no, not Ruth, Elena", step(revises(cc="Elena", take_off="Ruth")), told=("Elena",), by_rules=()),
            SEND,
        ),
        outcome=(Sent(to=(TOMASZ,), cc=(ELENA,), answers="boiler", text=("Thursday",)),),
        without_model=ByRules.HALF,
        half=(Drafted(to=(TOMASZ, RUTH), text=("Thursday",)),),
    ),
    Task(
        "work: to all, and then to one of them only",
        (
            Turn("open the last one from Ingrid", step(opens("Ingrid")), told=("Ingrid",)),
            Turn("reply to all that it is 240 pounds", step(replies("It is 240 pounds.", everyone=True)), told=("240 pounds",)),
            Turn("no, only to Ingrid", step(revises(take_off="Marcus")), told=("Ingrid",), by_rules=()),
            SEND,
        ),
        outcome=(Sent(to=(INGRID,), answers="contract-4", text=("240 pounds",)),),
        without_model=ByRules.HALF,
        half=(Drafted(to=(INGRID, MARCUS), text=("240",)),),
    ),
    Task(
        "work: a spelled address that is new",
        (
            Turn(
                "write to kofi at allotments dot example that the beans are here",
                step(writes("kofi at allotments dot example", "", "The beans are here.")),
                told=("beans are here",),
            ),
            sent(asks=1),
        ),
        outcome=(Sent(to=("kofi@allotments.example",), text=("beans are here",)),),
        without_model=ByRules.DONE,
    ),
)
