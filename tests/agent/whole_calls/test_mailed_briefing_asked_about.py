"""A call in which the user asks about a briefing by mail: the turn goes to that correspondence, whatever else was talked about."""

from pathlib import Path

import pytest

from briefing.mail import mail_id
from conversations.parts import UserWords
from correspondence.exchange import Correspondence, LetterState, OwnLetter, Reply
from correspondence.kept.store import CorrespondenceStore
from correspondence.new_words import NewPassage, NewWords
from providers.settings import Settings
from session.opening.sending_due import writing_vault
from session.opening.talk_store import talk_store
from storage.database import Database
from tests.agent.talking_models import LOCAL, routed_call, said_in, talking
from tests.agent.typed_call import NOW
from tests.agent.whole_calls.test_routed_turns import Resumes, new
from tests.servers.openai.double import Say

pytestmark = pytest.mark.slow


async def briefed_by_mail(settings: Settings, database: Database) -> str:
    """A briefing by mail that the user has replied to, and that was answered."""
    letters = CorrespondenceStore(database, writing_vault(settings))
    briefing, answer = (
        OwnLetter(number=number, message_id=f"{number}@example.com", state=LetterState.SENT, subject="Today", text=text, sent_at=NOW)
        for number, text in enumerate(("1. Mr Petrov: the lease", "Archived."))
    )
    opened = Correspondence(
        correspondence_id="", user_id=LOCAL.user_id, day=NOW.date(), account="work", zone="UTC", letters=(briefing, answer)
    )
    async with database.session() as session:
        found = await letters.open(session, opened, NOW)
    said = NewWords(passages=(NewPassage(words="1 archive, and the rent is paid"),))
    reply = Reply(number=0, message_id="r@example.com", mail_id=mail_id("work", "r"), sender="me@example.com", said=said, at=NOW)
    assert await letters.append_reply(found, reply, NOW)
    return found.correspondence_id


async def test_a_question_about_a_briefing_by_mail_lands_in_that_correspondence_and_knows_what_was_mailed(tmp_path: Path) -> None:
    async with talking(tmp_path) as (settings, models), Database(settings.shared_database_url) as database:
        correspondence = await briefed_by_mail(settings, database)
        models.routes, models.answers = new, lambda _: Say("That the rent is paid.")
        async with routed_call(settings) as call:
            await call.type("Tell me about the weather in Rome")
            models.routes = Resumes("Briefing by mail")
            assert await call.type("What did I answer you in the briefing mail?") == "That the rent is paid."
            history = said_in(models.answered[-1])
            assert "1 archive, and the rent is paid" in history
            assert "weather in Rome" not in history
        messages = await talk_store(settings, database).messages(LOCAL, correspondence)
        said = [part.words for message in messages for part in message.parts if isinstance(part, UserWords)]
        assert said == ["1 archive, and the rent is paid", "What did I answer you in the briefing mail?"]
