"""Whether there is a reply to answer follows from the numbers of replies and answers alone, as the database finds it."""

from datetime import timedelta

import pytest
from sqlalchemy import select, update

from correspondence.exchange import LetterState
from correspondence.kept.correspondence_rows import StoredCorrespondence, StoredLetter, StoredReply
from correspondence.kept.store import CorrespondenceStore
from storage.database import Database
from tests.actions.sending_desk import VAULT
from tests.correspondence.exchange.post_office import MORNING, a_correspondence

pytest_plugins = ["tests.servers.both_databases"]


@pytest.mark.parametrize(
    ("replies", "answers", "is_open"),
    [
        ([], [], False),
        ([1], [], True),
        ([1, 2, 3], [], True),
        ([1, 3], [], True),
        ([1, 2], [2], False),
        ([1, 2, 3], [2], True),
        ([1, 3], [3], False),
        ([3], [1], True),
    ],
)
async def test_a_reply_above_the_highest_answer_is_open_whatever_number_is_missing(
    migrated_url: str, replies: list[int], answers: list[int], is_open: bool
) -> None:
    async with Database(migrated_url) as database:
        await a_correspondence(database, "anna")
        async with database.session() as session:
            opened = (await session.scalars(select(StoredCorrespondence.correspondence_id))).one()
            await session.execute(update(StoredLetter).values(state=LetterState.SENT.value))
            for number in replies:
                row = {"message_id": f"{number}@mail.example", "mail_id": f"work:{number}", "content": "", "at": 0}
                session.add(StoredReply(correspondence_id=opened, number=number, **row))
            for number in answers:
                letter = {"message_id": f"answer-{number}@mail.example", "state": LetterState.SENT.value, "content": ""}
                session.add(StoredLetter(correspondence_id=opened, number=number, **letter))
        due = CorrespondenceStore(database, VAULT).due(MORNING + timedelta(minutes=1))
        async with database.reading() as session:
            assert (await session.scalars(due)).all() == ([opened] if is_open else [])
