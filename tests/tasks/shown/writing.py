"""Mails that are written with the user: to whom, in which thread, in whose words, and corrected until they are right."""

from tests.tasks.calls import LEAVES, SENDS, forwards, opened, opens, replies, revises, searches, sends, sent, step, writes
from tests.tasks.checks import Drafted, LeavesLater, Sent, address_of
from tests.tasks.script import ByRules, Task, Turn, by, call, does, says

INGRID, MARCUS, PRIYA, RUTH = address_of("contract-4"), address_of("contract-1"), address_of("rota"), address_of("allotment")
TOMASZ, MUM, KELLER, BERG = address_of("boiler"), address_of("sunday"), address_of("slides"), address_of("books")
DAVE, ELENA, FEMI = address_of("match"), address_of("tickets"), address_of("expenses")

TASKS = (
    Task(
        "writing: a reply that is dictated",
        (
            opened("Tomasz"),
            Turn("reply that Thursday suits me", step(replies("Thursday suits me.")), told=("Thursday suits me",)),
            sent(),
        ),
        outcome=(Sent(to=(TOMASZ,), answers="boiler", text=("Thursday suits me",)),),
        without_model=ByRules.DONE,
    ),
    Task(
        "writing: no, say Friday",
        (
            opened("Priya"),
            Turn("answer her that I can do Saturday", step(replies("I can do Saturday.")), told=("Saturday",)),
            Turn("no, say Sunday", step(revises(replace="Saturday", by="Sunday")), told=("I can do Sunday",)),
            Turn("send it", step(sends()), told=(LEAVES,), agrees=SENDS, model_only=True),
        ),
        outcome=(Sent(to=(PRIYA,), answers="rota", text=("I can do Sunday",), not_text=("Saturday",)),),
        without_model=ByRules.DECLINED,
    ),
    Task(
        "writing: formal, and a copy to Ruth",
        (
            opened("Tomasz"),
            Turn("reply that Thursday is fine", step(replies("Thursday is fine.")), told=("Thursday is fine",)),
            Turn(
                "make it more formal, and copy Ruth",
                step(revises(text="Dear Tomasz, Thursday would suit me well. Kind regards, Sam", cc="Ruth")),
                told=("would suit me", "Ruth"),
                by_rules=("Ruth", "formal"),
            ),
            Turn("send it", step(sends()), told=(LEAVES,), agrees=SENDS, model_only=True),
        ),
        outcome=(Sent(to=(TOMASZ,), cc=(RUTH,), answers="boiler", text=("would suit me",)),),
        without_model=ByRules.HALF,
        half=(Drafted(to=(TOMASZ, RUTH), text=("Thursday is fine",)),),
        several=True,
    ),
    Task(
        "writing: a blind copy",
        (
            opened("Femi"),
            Turn("reply that the receipt comes tomorrow", step(replies("The receipt comes tomorrow.")), told=("comes tomorrow",)),
            Turn("blind copy Joanne", step(revises(bcc="Joanne")), told=("Joanne",)),
            sent(),
        ),
        outcome=(Sent(to=(FEMI,), bcc=(address_of("review"),), answers="expenses", text=("tomorrow",)),),
        without_model=ByRules.DONE,
    ),
    Task(
        "writing: to somebody else after all, which begins a new thread",
        (
            opened("Tomasz"),
            Turn("reply that the man can come on Thursday", step(replies("The man can come on Thursday.")), told=("Thursday",)),
            Turn("no, send that to Elena instead", step(revises(to="Elena")), told=("Elena",)),
            sent(asks=1),
        ),
        outcome=(Sent(to=(ELENA,), text=("Thursday",)),),
        without_model=ByRules.DONE,
    ),
    Task(
        "writing: one of two Annas is asked for",
        (
            Turn(
                "write to Anna that I will be late",
                (does(writes("Anna", "", "I will be late.")), says("Anna Keller or Anna Berg?")),
                told=("Keller", "Berg"),
                asks=1,
                by_rules=("Anna",),
            ),
            Turn("Berg", step(writes("Anna Berg", "", "I will be late.")), told=("Berg",), by_rules=()),
            Turn("send it", step(sends()), told=(LEAVES,), agrees=SENDS, model_only=True),
        ),
        outcome=(Sent(to=(BERG,), text=("late",)),),
    ),
    Task(
        "writing: a forward with a word",
        (
            opened("Tomasz"),
            Turn(
                "forward that to Elena and say please be there on Thursday",
                step(forwards("Elena", "Please be there on Thursday.")),
                told=("Elena", "Please be there on Thursday"),
            ),
            sent(asks=1),
        ),
        outcome=(Sent(to=(ELENA,), forwards="boiler", text=("Please be there on Thursday", "Marlow Heating")),),
        without_model=ByRules.DONE,
    ),
    Task(
        "writing: indirect speech with two points",
        (
            Turn(
                "tell mum that we come on Sunday and that I bring the dish",
                (
                    does(
                        call("write", kind="reply", text="We come on Sunday, and I bring the dish.", mail_id="{mum}"),
                        needs=(by("Carmen", "mum"),),
                        look=(searches("mum"),),
                    ),
                ),
                told=("Sunday", "dish"),
                by_rules=("mum|Sunday",),
            ),
            Turn("send it", step(sends()), told=(LEAVES,), agrees=SENDS, model_only=True),
        ),
        outcome=(Sent(to=(MUM,), answers="sunday", text=("Sunday", "dish")),),
    ),
    Task(
        "writing: it leaves tomorrow at eight",
        (
            opened("Dave"),
            Turn("reply that Leo rides with you", step(replies("Leo rides with you.")), told=("Leo rides with you",)),
            Turn("send it tomorrow at eight", step(sends("tomorrow at eight")), told=("leave",), agrees=SENDS, asks=1),
        ),
        outcome=(LeavesLater(DAVE, "2026-03-11T08:00"),),
        without_model=ByRules.DONE,
    ),
    Task(
        "writing: thrown away",
        (
            opened("Femi"),
            Turn("reply that I lost the receipt", step(replies("I lost the receipt.")), told=("lost the receipt",)),
            Turn(
                "no, forget it, throw that draft away",
                step(call("take_answer", answer="cancel")),
                told=("thrown away|discarded",),
                agrees="throw",
            ),
        ),
        without_model=ByRules.DONE,
    ),
    Task(
        "writing: to everybody in the thread",
        (
            Turn("open the last one from Ingrid", step(opens("Ingrid")), told=("Ingrid",)),
            Turn("reply to all that it is 240 pounds", step(replies("It is 240 pounds.", everyone=True)), told=("240 pounds",)),
            sent(),
        ),
        outcome=(Sent(to=(INGRID,), cc=(MARCUS,), answers="contract-4", text=("240 pounds",)),),
        without_model=ByRules.DONE,
    ),
    Task(
        "writing: the words of a model are changed twice",
        (
            opened("Anna Keller"),
            Turn(
                "could you write her something kind that I look at it tonight",
                step(replies("Dear Anna, thank you for the slides. I will look at them tonight. Sam")),
                told=("tonight",),
                by_rules=(),
            ),
            Turn(
                "that's too long, and say before noon instead of tonight",
                step(revises(text="Thanks, Anna. I will look at them before noon.")),
                told=("before noon",),
                by_rules=(),
            ),
            Turn("good, off it goes", step(sends()), told=(LEAVES,), agrees=SENDS, model_only=True),
        ),
        outcome=(Sent(to=(KELLER,), answers="slides", text=("before noon",), not_text=("tonight",)),),
        several=True,
    ),
)
