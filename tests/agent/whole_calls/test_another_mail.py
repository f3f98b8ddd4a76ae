"""A change to a mail that is not the current one, named by the user: that mail and no other, or a question."""

from pathlib import Path

import pytest

from briefing.mail import MailId, provider_id_of
from briefing.speech.content.names import spoken_name
from tests.agent.maildir_state import flags_of
from tests.agent.typed_call import TypedCall, sample_settings, typed_call

pytestmark = pytest.mark.slow


def archived(folder: Path) -> set[str]:
    return set(flags_of(folder / "inbox" / ".Archive"))


def second_of_topic(call: TypedCall) -> MailId:
    return call.call.tracker.active_mails()[1].mail_id


def lonely_sender(call: TypedCall) -> tuple[MailId, str]:
    """A mail ahead whose sender wrote no other one."""
    senders = [envelope.sender.email for envelope in call.call.mail.pipeline.envelopes.values()]
    for mail, envelope in call.call.mail.pipeline.envelopes.items():
        name = spoken_name(envelope.sender)
        if senders.count(envelope.sender.email) == 1 and mail != call.current and 1 < len(name.split()) < 4:
            return mail, name
    raise AssertionError("everybody wrote twice")


async def test_archive_the_second_one_archives_it_and_stays_at_the_first(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        await call.greet()
        current, wanted, before = call.current, second_of_topic(call), archived(tmp_path)
        assert "Archived: the mail from" in await call.type("archive. the second one.")
        assert archived(tmp_path) - before == {provider_id_of(wanted)}
        assert call.current == current


async def test_a_mail_can_be_named_by_its_sender(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        await call.greet()
        before, (wanted, name) = archived(tmp_path), lonely_sender(call)
        assert f"Archived: the mail from {name}" in await call.type(f"archive the one from {name}")
        assert archived(tmp_path) - before == {provider_id_of(wanted)}


async def test_nothing_is_changed_when_several_mails_fit(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        await call.greet()
        senders = [envelope.sender for envelope in call.call.mail.pipeline.envelopes.values()]
        twice = next(spoken_name(sender) for sender in senders if [each.email for each in senders].count(sender.email) > 1)
        before, inbox = archived(tmp_path), flags_of(tmp_path / "inbox")
        assert "Which one do you mean?" in await call.type(f"archive the one from {twice}")
        assert "no such mail" in await call.type("archive number ninety nine")
        assert "no such mail" in await call.type("flag the one from Zacharias Quillon")
        assert (archived(tmp_path), flags_of(tmp_path / "inbox")) == (before, inbox)


async def test_what_was_taken_back_is_not_done_and_what_came_instead_is(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        await call.greet()
        before, inbox, wanted = archived(tmp_path), flags_of(tmp_path / "inbox"), second_of_topic(call)
        await call.type("next")
        assert call.current == wanted
        await call.type("archive it, no, go back")
        assert call.current != wanted
        await call.type("archive, no, don't")
        assert (archived(tmp_path), flags_of(tmp_path / "inbox")) == (before, inbox)
        await call.type("skip, no, flag the second one")
        assert archived(tmp_path) == before
        changed = {mail for mail, flags in flags_of(tmp_path / "inbox").items() if flags != inbox[mail]}
        assert changed == {provider_id_of(wanted)}
