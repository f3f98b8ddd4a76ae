"""What is asked of the mails and of what was done is answered truly without a model."""

from pathlib import Path

import pytest

from tests.oracle.line import Heard
from tests.oracle.play import line_of, moved

pytestmark = pytest.mark.slow

RAJ = "I found one: Raj Patel tells you: \u201cThe invoice is attached."
MARCUS = (
    "Marcus Vogel about \u201cThe contract\u201d from this morning and Marcus Vogel about \u201cOffer for March\u201d from this morning."
)
ANSWER = "Three wait for your answer: Anna Berg"
DEADLINES = "Two name a deadline: Anna Berg about \u201cLunch\u201d and Marcus Vogel about \u201cThe contract\u201d."
OVERVIEW = "One is due today, three wait for your answer"
NOT_UNDERSTOOD = "I did not get that"


async def said(folder: Path, words: str) -> str:
    """What is said to the last of these lines in a call whose open mail is Anna's."""
    async with line_of(folder) as line:
        line.call.line.has_model = False
        told = 0
        for each in words.split(" / "):
            told = len(line.told)
            await line.hears(Heard(words=each))
        if "archive" not in words and "flag it" not in words:
            assert not moved(line)
        return " ".join(each.words for each in line.told[told:])


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("open the one about the offer", "The offer stands until the end of March. Delete it if it is of no use."),
        ("anything else from her", "I found no other mail like that."),
        ("anything else from Anna", "I found no other mail like that."),
        ("open the contract / anything else from Marcus", "I found one: Marcus Vogel tells you: \u201cThe offer"),
        ("anything else from Marcus", f"I found two: {MARCUS}"),
        ("when did Marcus send the contract", "Marcus Vogel about \u201cThe contract\u201d is from Tuesday, 10 March, at 7 am."),
        ("when was the contract sent", "Marcus Vogel about \u201cThe contract\u201d is from Tuesday, 10 March, at 7 am."),
        ("when did Marcus write", "about \u201cOffer for March\u201d is from Tuesday, 10 March, at 6 am."),
        ("when did the invoice come in", "Raj Patel about \u201cInvoice 4 7 1 1\u201d is from Tuesday, 10 March, at 4 am."),
        ("when did I get the invoice", "Raj Patel about \u201cInvoice 4 7 1 1\u201d is from Tuesday, 10 March, at 4 am."),
        ("when did the invoice arrive", "Raj Patel about \u201cInvoice 4 7 1 1\u201d is from Tuesday, 10 March, at 4 am."),
        ("what time did Eleanor write", "Eleanor Price about \u201cThe screens\u201d is from Tuesday, 10 March, at 5 am."),
        ("when did Eleanor's email come in", "Eleanor Price about \u201cThe screens\u201d is from Tuesday, 10 March, at 5 am."),
        ("when did the mail from Eleanor arrive", "Eleanor Price about \u201cThe screens\u201d is from Tuesday, 10 March, at 5 am."),
        ("did Raj email me", RAJ),
        ("when did the police come in", "None of the mails that I have here says that."),
        ("when do the screens arrive", "Eleanor Price says: \u201cThe new screens arrive tomorrow.\u201d"),
        ("where's the invoice", RAJ),
        ("where is my passport", "None of the mails that I have here says that."),
        ("any invoices", RAJ),
        ("who sent the invoice", RAJ),
        ("what needs an answer", ANSWER),
        ("who's waiting for an answer", ANSWER),
        ("is it flagged", "It is not flagged."),
        ("flag it / is this flagged", "It is flagged."),
        ("flag it / unflag it / is it flagged", "It is not flagged."),
        ("how are you", "I'm well, thank you."),
        ("delete the one from Marcus / never mind", "All right, none of them."),
        ("archive it / never mind", "All right. What was done stays done; say undo to take it back."),
        ("archive Raj's invoice / go back", "Nothing is left before it. In this call you archived one mail, from Raj Patel."),
        ("archive it / go back", "Nothing is left before it. In this call you archived one mail, from Anna Berg."),
        ("go back", "This is where we began; there is nothing before it."),
        ("what's due this week", DEADLINES),
        ("any deadlines", DEADLINES),
        ("what do I need to do today", "One is due today: Anna Berg about \u201cLunch\u201d."),
        ("anything else", OVERVIEW),
        ("what have I missed", OVERVIEW),
        ("catch me up", OVERVIEW),
        ("what's unread", "Four topics are left"),
        ("list my emails", "Four topics are left"),
        ("how many newsletters are there", "Two are newsletters: Weekly Deals"),
        ("how many are from Marcus", f"I found two: {MARCUS}"),
        ("who's the next one from", "Eleanor Price writes to you"),
        ("what accounts do I have", "You have one account with me: your work mail."),
        ("open the invoice", "Raj Patel tells you: \u201cThe invoice is attached."),
        ("show me the contract", "Marcus Vogel tells you: \u201cHere is the contract."),
        ("find newsletters", "Two are newsletters: Weekly Deals"),
        ("what's the first one about", "Anna Berg writes"),
        ("find unread", NOT_UNDERSTOOD),
        ("search the web", NOT_UNDERSTOOD),
        ("open the door", NOT_UNDERSTOOD),
        ("find it", NOT_UNDERSTOOD),
    ],
)  # fmt: skip
async def test_the_answer_is_true_of_the_mailbox(tmp_path: Path, words: str, answer: str) -> None:
    told = await said(tmp_path, words)
    assert answer in told if answer != "All right." else told == answer


async def test_several_who_are_new_are_told_of_together(tmp_path: Path) -> None:
    draft = await said(tmp_path, "write to raj@patel.example and eleanor@price.example saying hello")
    assert draft.startswith("Draft to raj@patel.example and eleanor@price.example, whom you have not written to before:")


@pytest.mark.parametrize(
    "words",
    ["who sent the invoice?", "what is the invoice about?", "tell me about the invoice", "which mails are from Marcus?", "find Raj",
     "anything else?", "any deadlines this week?", "open the invoice", "did Marcus send anything else?", "when did Marcus write?"],
)  # fmt: skip
async def test_it_may_be_the_text_that_is_waited_for(tmp_path: Path, words: str) -> None:
    text = f"{words[0].upper()}{words[1:]}".rstrip("?")
    assert f"Draft to Anna Berg: \u201c{text}" in await said(tmp_path, f"reply / {words}")


async def test_a_search_is_none(tmp_path: Path) -> None:
    assert RAJ in await said(tmp_path, "reply / find the invoice")
