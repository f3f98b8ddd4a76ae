"""How large the message at the end can get: bounded in tokens, whatever mails, drafts, questions and names hold."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from actions.consent.payloads import SendPayload
from actions.sending.draft_store import DraftKind
from actions.sending.drafts import Draft
from benchmarks.tokenizer import tokenized
from briefing.mail import Address, Envelope, ThreadId
from briefing.mail_action import MailAction
from briefing.tracking.focus import Listed
from providers.models.typed.token_estimate import cut_to, tokens
from session.call import Call
from session.model_request.end_message import MOST_TOKENS, EndMessage, end_message
from session.outgoing import OnItsWay, OutgoingStage
from session.passages import Passage
from tests.agent.memory_call import memory_call
from tests.inbox.memory_mailbox import NOON, MemoryMailbox, new_mail
from tests.inbox.virtual_clock import in_virtual_time
from tests.randomness import seed

CALLS = 25
LETTERS = "abcdefghijklmnopqrstuvwxyz"
ENGLISH = "Could you please let me know until Friday whether the second proposal is fine with you and the others? "
KINDS = (
    lambda chance, length: (ENGLISH * length)[:length],
    lambda chance, length: "Bitte bestätigen Sie die Verschiebung der Eigentümerversammlung auf Donnerstag. " * (length // 80 + 1),
    lambda chance, length: " ".join("".join(chance.choices(LETTERS, k=chance.randint(1, 9))) for _ in range(length // 5 + 1)),
    lambda chance, length: "".join(chr(chance.randint(32, 126)) for _ in range(length)),
    lambda chance, length: "".join(chance.choice("🎉👩🏽‍💻🇩🇪✅山田の件、回答") for _ in range(length)),
    lambda chance, length: "".join(chance.choice('"\\\n\u200b\u202e<>{}') for _ in range(length)),
    lambda chance, length: "".join(
        chr(chance.choice((chance.randint(161, 12_000), chance.randint(65_536, 130_000)))) for _ in range(length)
    ),
    lambda chance, length: "".join(chance.choices("0123456789abcdefABCDEF+/=", k=length)),
)


def any_text(chance: random.Random, length: int) -> str:
    return chance.choice(KINDS)(chance, length)


def any_address(chance: random.Random) -> Address:
    return Address(name=any_text(chance, 60), email=f"{'x' * chance.randint(1, 60)}@{chance.randint(0, 9)}.example")


def any_draft(chance: random.Random, number: int) -> Draft:
    return Draft(
        draft_id=str(number),
        message_id=f"<{number}@x>",
        version=number,
        edited_by_hand=False,
        account="work",
        kind=DraftKind.NEW,
        to=tuple(any_address(chance) for _ in range(chance.randint(1, 9))),
        cc=tuple(any_address(chance) for _ in range(chance.randint(0, 9))),
        subject=any_text(chance, 300),
        body=any_text(chance, 3_000),
    )


async def crowded_call(chance: random.Random) -> Call:
    """Everything that the message can tell of is there, and all of it is long."""
    mails: list[Envelope] = [
        replace(
            new_mail(f"{number:016x}", subject=any_text(chance, 400), sender=any_address(chance)),
            thread_id=ThreadId(f"work:{number // 4}"),
            snippet=any_text(chance, 300),
        )
        for number in range(24)
    ]
    mailbox = MemoryMailbox("work", mails)
    for mail in mails:
        mailbox.say(mail.mail_id, any_text(chance, 4_000))
    call = await memory_call(mailbox)
    for number, ref in enumerate(call.tracker.upcoming(limit=9)):
        await call.mail.prefetch.text(ref.mail_id)
        if number < 4:
            call.tracker.mark_actioned(ref.mail_id, MailAction.ARCHIVE, at=NOON)
    for number in range(5):
        draft = any_draft(chance, number)
        call.acting.draft = call.acting.drafts.seen[draft.draft_id] = draft
        sending = OnItsWay(sending_id=str(number), stage=OutgoingStage.HELD, by=NOON, to=tuple(each.email for each in draft.to))
        call.acting.outgoing.put(sending, NOON)
    call.dialogue.note(Listed(tuple(mail.mail_id for mail in mails[:9])))
    call.name(mails[-1].mail_id)
    question = call.dialogue.ask(
        SendPayload(account="work", to=(any_address(chance),), subject=any_text(chance, 300), body=any_text(chance, 900))
    )
    call.dialogue.say(*map(Passage, question))
    call.dialogue.hint = any_text(chance, 300)
    return call


def texts_of(told: EndMessage) -> Iterator[str]:
    yield from (told.position, told.mail_text)


@pytest.mark.slow
@pytest.mark.random
@in_virtual_time
async def test_it_has_no_more_than_its_tokens_whatever_stands_in_mails_and_drafts() -> None:
    chance = random.Random(seed())  # noqa: S311
    told = [end_message(await crowded_call(chance)) for _ in range(CALLS)]
    counted = tokenized([text for each in told for text in texts_of(each)], installs=False).tokens
    sizes = [sum(len(counted[text]) for text in texts_of(each)) for each in told]
    assert max(sizes) <= MOST_TOKENS


@in_virtual_time
async def test_what_was_asked_what_waits_and_the_drafts_come_before_everything_else() -> None:
    text = end_message(await crowded_call(random.Random(1))).position  # noqa: S311
    assert [block for block in ("Asked now: ", "Drafts: ", "Waiting to leave: ") if f"\n{block}" not in text] == []


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_the_estimate_is_seldom_below_what_a_tokenizer_counts(kind: int) -> None:
    chance = random.Random(seed())  # noqa: S311
    texts = [KINDS[kind](chance, 600) for _ in range(20)]
    counted = tokenized(texts, installs=False)
    if counted.exact:
        assert sum(map(tokens, texts)) >= 0.9 * sum(len(counted.tokens[text]) for text in texts)


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_a_text_is_cut_to_its_beginning_and_to_the_tokens_it_may_have(kind: int) -> None:
    text = KINDS[kind](random.Random(seed()), 900)  # noqa: S311
    cut = cut_to(text, 100)
    assert text.startswith(cut)
    assert tokens(cut) <= 100 < tokens(text)
