"""Only `actions/` has a mailbox changed or a mail sent, by whatever method of whatever provider; and the check that says so is checked."""

import ast
from functools import cache

import pytest

from tests.test_architecture import MODULES, name_of, tree_of
from tests.writing_methods import Sources, Writing, uses_of, writing_of


@cache
def sources() -> Sources:
    return {name_of(path): tree_of(path) for path in MODULES}


@cache
def writing() -> Writing:
    return writing_of(sources())


def with_source(path: str, old: str, new: str) -> Writing:
    """What writes where one provider's module reads otherwise."""
    source = ast.unparse(sources()[path])
    assert old in source
    return writing_of({**sources(), path: ast.parse(source.replace(old, new, 1))})


class TestTheSource:
    @pytest.mark.slow
    def test_nothing_but_actions_makes_use_of_what_writes(self) -> None:
        assert [use for path, tree in sources().items() for use in uses_of(writing(), path, tree)] == []

    def test_actions_does(self) -> None:
        using = {path for path, tree in sources().items() if path.startswith("actions/") and uses_of(writing(), f"session/{path}", tree)}
        assert using == {"actions/changes/read_back.py", "actions/sending/dispatch.py"}

    def test_whoever_promises_to_write_is_seen_to(self) -> None:
        assert {"apply", "send", "modify", "trash", "keep_copy", "create"} <= writing().names
        assert writing().unproved == frozenset()

    def test_no_reading_half_writes(self) -> None:
        assert writing().by_readers == frozenset()


class TestPlanted:
    """A violation that is put there is found."""

    @pytest.mark.parametrize(
        "line",
        [
            "await call.acting.changer.steps.writer_of(mail).apply(change)",
            "await mailbox._api.trash('1')",
            "await GmailApi(access, quota).modify('1', remove=['UNREAD'])",
            "do = api.modify",
            "await asyncio.gather(*map(writer.apply, changes))",
            "await getattr(writer, 'apply')(change)",
            "operator.methodcaller('trash', '1')(api)",
            "await line.send(mail)",
            "MaildirFolder(path).create(like=path)",
            "await writer._make(plan)",
            "from providers.maildir.sent import keep_copy",
            "users.messages().batchModify(userId='me', body=body)",
            "users.drafts().send(userId='me', body=body)",
            "await client.sendmail('a@x.example', ['b@x.example'], raw)",
        ],
    )
    @pytest.mark.parametrize("path", ["session/skills/some.py", "inbox/some.py", "agent/some.py", "web/some.py", "cli/doctor/some.py"])
    def test_it_is_found_wherever_it_stands(self, path: str, line: str) -> None:
        assert len(uses_of(writing(), path, ast.parse(line))) == 1
        assert uses_of(writing(), "actions/changes/some.py", ast.parse(line)) == []

    @pytest.mark.parametrize("line", ["await api.labels_of(['1'])", "self.send(text)", "from livekit import rtc\nrtc.AudioFrame.create(1)"])
    def test_what_reads_or_is_somebody_elses_is_not(self, line: str) -> None:
        assert uses_of(writing(), "session/some.py", ast.parse(line)) == []

    def test_a_new_method_of_a_client_is_known_without_being_listed(self) -> None:
        grown = with_source(
            "providers/gmail/api.py",
            "    async def trash(",
            "    async def wipe(self, ids):\n        return self._messages_.batchDelete(userId=ME, body=ids)\n\n    async def trash(",
        )
        assert uses_of(grown, "session/some.py", ast.parse("await call.api.wipe(ids)")) == ["session/some.py:1 call.api.wipe"]

    def test_a_reading_mailbox_that_begins_to_write_is_seen(self) -> None:
        grown = with_source(
            "providers/maildir/mailbox.py",
            "    async def aclose(self)",
            "    async def original(self, mail):\n        self._path.rename(self._path)\n\n    async def aclose(self)",
        )
        assert grown.by_readers == {"MaildirMailbox.original"}

    def test_a_provider_that_writes_by_unknown_means_is_asked_about(self) -> None:
        unknown = ast.parse(
            "class ImapWriter:\n"
            "    async def state(self, mail): ...\n"
            "    async def plan(self, change): ...\n"
            "    async def find(self, mail, *, before): ...\n"
            "    async def apply(self, change):\n"
            "        return await self._client.uid('STORE')\n"
        )
        assert writing_of({**sources(), "providers/imap/writer.py": unknown}).unproved == {"ImapWriter.apply"}
