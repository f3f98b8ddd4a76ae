"""One worker, many users: each call has the mail of its own user."""

import logging
from pathlib import Path

import pytest

from providers.settings import Settings
from tests.agent.typed_call import typed_call
from tests.providers.arranged_maildir import drop, make_maildir
from tests.providers.messages import message

pytestmark = pytest.mark.slow


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Mail of anna and of bert, in folders of their names."""
    for user, subjects in (("anna", ("Tulips", "Roses")), ("bert", ("Spanners",))):
        folder = make_maildir(tmp_path / "mail" / user / "Maildir")
        for subject in subjects:
            drop(folder, message(subject, sender="Clara <clara@example.org>", subject=subject, text="Some words.\n"))
    values = {"aloud_maildir": (tmp_path / "mail" / "{user}" / "Maildir",), "aloud_data_dir": tmp_path / "data", "aloud_timezone": "UTC"}
    return Settings.load(env_file=None).model_copy(update=values)


async def test_two_users_get_their_own_mail_at_the_same_time(settings: Settings, tmp_path: Path) -> None:
    async with typed_call(settings, user_id="anna") as annas, typed_call(settings, user_id="bert") as berts:
        said, also = await annas.greet(), await berts.greet()
        assert "2 unread mails" in said
        assert "Spanners" not in said
        assert "Spanners" in also
        assert "Archived." in await berts.type("archive it")
    assert len(list((tmp_path / "mail" / "anna" / "Maildir" / "new").iterdir())) == 2
    assert list((tmp_path / "mail" / "bert" / "Maildir" / "new").iterdir()) == []


@pytest.mark.parametrize("user", ["../mail/anna", "..", "anna/Maildir", "anna\0"])
async def test_an_id_that_leads_to_somebody_elses_folder_is_refused_and_brings_no_mail(
    settings: Settings, caplog: pytest.LogCaptureFixture, user: str
) -> None:
    async with typed_call(settings, user_id=user) as call:
        said = await call.greet()
        assert "cannot reach" in said
        assert call.current is None
        assert "Tulips" not in await call.type("find mails about tulips")
    refused = [record for record in caplog.records if "cannot be a part of a path" in record.getMessage()]
    assert [record.levelno for record in refused] == [logging.WARNING]
    assert "anna" not in caplog.text.partition("cannot be a part")[2].partition("\n")[0]
