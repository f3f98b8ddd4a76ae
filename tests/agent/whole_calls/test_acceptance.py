"""The acceptance list of a spoken briefing, line by line, over a typed call on a real Maildir."""

import shutil
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest

from briefing.agenda import ReasonKind
from briefing.mail import MailId, MailStatus, provider_id_of
from briefing.mail_action import MailAction
from briefing.speech.wording.counts import count_word
from briefing.understanding.understanding import understand
from briefing.understanding.utterance import Channel, Utterance
from providers.maildir.folders import ARCHIVE_NAMES
from session.skills.changing.mailing import change_of
from session.skills.moving import go_to
from tests.agent.maildir_state import flags_of, unread_names
from tests.agent.typed_call import NOW, TypedCall, sample_settings, typed_call

pytestmark = pytest.mark.slow


async def presented_by_next(call: TypedCall, most: int = 1000) -> list[MailId]:
    """Say "next" until the end; the mails that were presented on the way, the current one first."""
    mails: list[MailId] = []
    while call.current is not None:
        mails.append(call.current)
        if len(mails) == most:
            break
        await call.type("next")
    return mails


@pytest.mark.parametrize("unread", [1, 50, pytest.param(500, marks=pytest.mark.proof)])
async def test_1_and_9_all_fetched_mails_come_once_each_in_the_agendas_order(tmp_path: Path, unread: int) -> None:
    async with typed_call(sample_settings(tmp_path, unread=unread)) as call:
        await call.greet()
        told = await presented_by_next(call)
        agenda = [mail for topic in call.call.tracker.snapshot().topics for mail in topic.mails]
        assert told == agenda
        if call.look.complete:
            assert agenda == [mail.mail_id for topic in call.look.agenda.topics for mail in topic.mails]
        assert len(set(agenda)) == len(agenda) == unread
        assert {provider_id_of(mail) for mail in agenda} == unread_names(tmp_path / "inbox")


async def test_2_archive_goes_straight_to_the_next_mail_and_the_archived_one_is_never_named_again(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        await call.greet()
        archived, following = [mail for topic in call.look.agenda.topics for mail in topic.mails][:2]
        answer = await call.type("archive it")
        assert answer.startswith("Archived.")
        assert call.current == following.mail_id
        assert provider_id_of(archived.mail_id) in flags_of(tmp_path / "inbox" / ".Archive")
        assert archived.mail_id not in await presented_by_next(call)


async def test_3_next_gives_the_next_mail_and_not_the_same(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        await call.greet()
        first = call.current
        await call.type("next")
        assert call.current not in (None, first)


async def test_4_skip_topic_gives_the_first_mail_of_the_next_topic(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        await call.greet()
        second = call.look.agenda.topics[1]
        await call.type("skip this topic")
        assert call.current == second.mails[0].mail_id


async def test_5_go_back_gives_the_previous_mail(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        await call.greet()
        first = call.current
        await call.type("next")
        await call.type("go back")
        assert call.current == first


async def test_6_7_and_10_after_10_of_50_the_next_call_has_40_and_says_so(tmp_path: Path) -> None:
    settings = sample_settings(tmp_path)
    async with typed_call(settings) as call:
        assert "50" in await call.greet()
        heard = await presented_by_next(call, most=10)
    later = NOW + timedelta(hours=3)
    async with typed_call(settings, now=later) as call:
        said = await call.greet()
        mails = {mail.mail_id for topic in call.look.agenda.topics for mail in topic.mails}
        assert len(mails) == 40
        assert mails.isdisjoint(heard)
        assert "40" in said
        assert "10" in said or "ten" in said


async def test_after_a_whole_briefing_nothing_is_new_and_the_mailbox_is_untouched(tmp_path: Path) -> None:
    settings = sample_settings(tmp_path)
    before = flags_of(tmp_path / "inbox")
    async with typed_call(settings) as call:
        await call.greet()
        await presented_by_next(call)
    assert flags_of(tmp_path / "inbox") == before
    async with typed_call(settings, now=NOW + timedelta(hours=1)) as call:
        assert "othing new" in await call.greet()


async def test_flag_leaves_the_mail_in_place(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        await call.greet()
        mail = call.current
        assert mail
        assert "Flagged" in await call.type("flag it")
        assert call.current == mail
        assert "F" in flags_of(tmp_path / "inbox")[provider_id_of(mail)]
        await call.type("next")
        state = call.call.tracker.state_of(mail)
        assert state
        assert (state.status, state.flag) == (MailStatus.BRIEFED, MailAction.FLAG)


async def test_archiving_the_last_mail_completes_the_briefing(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path, unread=1)) as call:
        await call.greet()
        answer = await call.type("archive it")
        assert call.call.tracker.is_complete()
        assert "1 archived" in answer or "one archived" in answer.lower()


async def test_archiving_a_mail_that_is_not_current_leaves_the_cursor(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        await call.greet()
        mail = call.look.agenda.topics[1].mails[0]
        current, other = call.current, mail.mail_id
        words = f"put the one from {mail.sender.name} into the archive"
        call.call.hear(Utterance(said=understand(words), channel=Channel.TYPED, by=call.call.user_id, at=0.0))
        outcome = await call.call.perform(lambda c: change_of(MailAction.ARCHIVE)(c, mail_id=other))
        assert outcome.words.startswith("Archived: the mail from")
        assert call.current == current
        assert provider_id_of(other) in flags_of(tmp_path / "inbox" / ".Archive")


async def test_go_back_after_archive_never_lands_on_the_archived_mail(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        await call.greet()
        first = call.current
        await call.type("next")
        archived = call.current
        await call.type("archive it")
        await call.type("go back")
        assert call.current == first
        assert call.current != archived


@pytest.mark.parametrize("unread", [50, pytest.param(500, marks=pytest.mark.proof)])
async def test_4_what_is_said_to_be_left_is_what_is_left_at_every_step(tmp_path: Path, unread: int) -> None:
    """Recounted mail by mail, not with the tracker's own counts."""
    lines = ["next", "archive it", "skip this one", "flag it", "next", "skip this topic", "go back", "mark it as read", "next"] * 8
    async with typed_call(sample_settings(tmp_path, unread=unread)) as call:
        await call.greet()
        mails = [mail.mail_id for topic in call.look.agenda.topics for mail in topic.mails]
        mails += [mail for mail in call.call.mail.pipeline.envelopes if mail not in mails]
        for line in lines:
            await call.type(line)
            states = [call.call.tracker.state_of(mail) for mail in mails]
            counts = Counter(state.status for state in states if state)
            assert counts.total() == call.call.tracker.progress().mails == unread
            left = counts[MailStatus.PENDING]
            said = await call.type("how many are left?")
            expected = f"{count_word(left)} of {unread} mail" if 0 < left < unread else "None are left" if left == 0 else f"{unread} mails"
            assert said.lower().startswith(expected.lower())


async def test_a_failing_archive_leaves_tracker_and_ledger_as_they_were(tmp_path: Path) -> None:
    settings = sample_settings(tmp_path)
    async with typed_call(settings) as call:
        await call.greet()
        mail = call.current
        assert mail
        for name in ARCHIVE_NAMES:
            shutil.rmtree(tmp_path / "inbox" / f".{name}", ignore_errors=True)
            (tmp_path / "inbox" / f".{name}").write_text("a file where the folder should be")
        answer = await call.type("archive it")
        assert "did not go through" in answer
        assert call.current == mail
        await call.call.records.marks.drain()
        state = call.call.tracker.state_of(mail)
        assert state
        assert state.actions == ()
        marks = await call.call.records.ledger.records("local", now=NOW)
        assert {mark.action for mark in marks.values()} == {None}


async def test_skipped_mails_stay_out_are_counted_and_come_on_request(tmp_path: Path) -> None:
    settings = sample_settings(tmp_path)
    async with typed_call(settings) as call:
        await call.greet()
        skipped = call.current
        await call.type("skip this one")
    async with typed_call(settings, now=NOW + timedelta(days=1)) as call:
        said = await call.greet()
        assert "skipped" in said
        assert call.call.tracker.state_of(skipped or MailId("")) is None
        assert "one" in await call.type("what did I skip?")
        await call.type("yes")
        assert skipped in await presented_by_next(call)


async def test_mail_unread_after_seven_days_comes_again_and_is_not_called_new(tmp_path: Path) -> None:
    settings = sample_settings(tmp_path)
    async with typed_call(settings) as call:
        await call.greet()
        await presented_by_next(call)
    async with typed_call(settings, now=NOW + timedelta(days=8)) as call:
        said = await call.greet()
        assert len([mail for topic in call.look.agenda.topics for mail in topic.mails]) == 50
        assert "still unread" in said
        assert "50 new" not in said


async def test_vip_and_keyword_set_by_voice_raise_their_mails_at_once_and_in_the_next_briefing(tmp_path: Path) -> None:
    settings = sample_settings(tmp_path)
    async with typed_call(settings) as call:
        await call.greet()
        mails = [mail for topic in call.look.agenda.topics for mail in topic.mails]
        soup, last = next(mail for mail in mails if "soups" in mail.subject), mails[-1]
        assert not soup.important
        await call.call.perform(lambda c: go_to(c, last.mail_id))
        assert "VIP" in await call.type("make this sender a VIP")
        assert "soups" in await call.type("add soups to my keywords")
        ahead = call.call.tracker.state_of(soup.mail_id)
        assert ahead
        assert ahead.mail.score > soup.score
    async with typed_call(settings) as call:
        await call.greet()
        for before, reason in ((last, ReasonKind.VIP), (soup, ReasonKind.KEYWORD)):
            raised = call.call.tracker.state_of(before.mail_id)
            assert raised
            assert reason in {each.kind for each in raised.mail.reasons}
            assert raised.mail.score > before.score
        stored = await call.call.records.preferences.load("local")
        assert (stored.keywords, stored.vips) == (("soups",), frozenset({last.sender.email}))


async def test_another_user_finds_an_empty_inbox(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path), user_id="somebody-else") as call:
        await call.greet()
        assert call.current is None
        assert not call.look.agenda.topics


async def test_two_lines_of_doubt_change_nothing(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        await call.greet()
        before = flags_of(tmp_path / "inbox")
        mail = call.current
        assert (await call.type("don't archive it")).strip() == "All right."
        for line in ("archive the report and tell me more", "should I archive it?"):
            answer = await call.type(line)
            assert "help" in answer or "say" in answer
        assert call.current == mail
        assert flags_of(tmp_path / "inbox") == before


async def test_a_mailbox_named_twice_is_one_mailbox(tmp_path: Path) -> None:
    settings = sample_settings(tmp_path)
    (tmp_path / "link").symlink_to(tmp_path / "inbox")
    async with typed_call(settings.model_copy(update={"aloud_maildir": (tmp_path / "inbox", tmp_path / "link")})) as call:
        assert "50 unread mails" in await call.greet()


async def test_a_mailbox_that_is_away_is_named_and_the_other_is_briefed(tmp_path: Path) -> None:
    settings = sample_settings(tmp_path)
    both = settings.model_copy(update={"aloud_maildir": (tmp_path / "inbox", tmp_path / "no-such-folder")})
    async with typed_call(both) as call:
        said = await call.greet()
        assert "50 unread mails" in said
        assert "cannot reach" in said
        assert "does not answer" in await call.type("find mails about xylophones")
