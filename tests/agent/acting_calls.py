"""Calls that may change and send, over the sample inbox and a real SMTP server; what the mailbox is, is read with nothing of ours."""

import hashlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from pydantic import SecretStr

from actions.changes.changer import Changer
from briefing.mail import MailId, provider_id_of
from providers.mailbox_writing import Change, Located, MailAttributes, MailboxWriter
from providers.maildir import MaildirWriter, maildir_account
from tests.agent.maildir_state import flags_of
from tests.agent.typed_call import NOW, TypedCall, sample_settings, typed_call
from tests.servers.openai.double import OpenAIDouble
from tests.servers.smtp import SmtpDesk, Taken, smtp_server

HOLD_S = 0.2
"""Of a mail, in these tests."""

FOLDER = "Receipts"


@dataclass
class ActingCall:
    """A call, the mailbox it is about and the server it sends by."""

    typed: TypedCall
    inbox: Path
    desk: SmtpDesk

    @property
    def open(self) -> MailId:
        """The mail under the cursor."""
        assert self.typed.current
        return self.typed.current

    async def type(self, line: str) -> str:
        return await self.typed.type(line)

    async def dialogue(self, *lines: str) -> str:
        """Type one line after the other; the last answer."""
        answer = ""
        for line in lines:
            answer = await self.type(line)
        return answer

    async def sent(self) -> Taken:
        """The one mail that the server has, once the user was told so."""
        await self.typed.reads("has been sent", within_s=20)
        (taken,) = self.desk.taken
        return taken

    def place(self, mail: MailId) -> tuple[str, str]:
        """The folder that the mail lies in, empty for the inbox, and its flags."""
        return places(self.inbox)[provider_id_of(mail)]


def places(inbox: Path) -> dict[str, tuple[str, str]]:
    """Every mail's folder and flags, by its unique name."""
    folders = [inbox, *(each for each in inbox.iterdir() if each.is_dir() and each.name.startswith("."))]
    return {name: (folder.name if folder != inbox else "", flags) for folder in folders for name, flags in flags_of(folder).items()}


def mailbox_hash(inbox: Path) -> str:
    """Of every mail's name, folder, flags and words; not of whether a program has looked at it, which is what `new` and `cur` tell."""
    told = hashlib.sha256()
    words = {path.name.partition(":")[0]: path for path in inbox.rglob("*") if path.is_file() and path.parent.name in {"new", "cur"}}
    for name, place in sorted(places(inbox).items()):
        told.update(f"{name} {place}\n".encode())
        told.update(words[name].read_bytes())
    return told.hexdigest()


class PassesOn:
    """A writer over the real one, for those that change mail in a way of their own."""

    def __init__(self, real: MailboxWriter) -> None:
        self._real = real

    async def state(self, mail: MailId) -> MailAttributes:
        return await self._real.state(mail)

    async def plan(self, change: Change) -> Change:
        return await self._real.plan(change)

    async def find(self, mail: MailId, *, before: MailAttributes) -> Located:
        return await self._real.find(mail, before=before)


def write_through(call: ActingCall, writer: Callable[[MailboxWriter], MailboxWriter]) -> None:
    """From now on the call changes mail by this writer, which is made of the real one."""
    hands, account = call.typed.call.acting, maildir_account(call.inbox)
    hands.changer = Changer(
        user_id="local",
        writers={account.slug: writer(MaildirWriter(call.inbox, account=account))},
        journal=hands.journal,
        register=hands.consent.register,
        now=call.typed.call.now,
        call_id="another",
        snoozes=hands.snoozes,
    )


@asynccontextmanager
async def acting_call(
    folder: Path,
    *,
    model: OpenAIDouble | None = None,
    desk: SmtpDesk | None = None,
    now: datetime = NOW,
    hold_s: float = HOLD_S,
    sends: bool = False,
    greets: bool = True,
    unread: int = 50,
) -> AsyncIterator[ActingCall]:
    """A call that was greeted. With `sends` its clock moves and what is held leaves; without, whatever is held stays so."""
    if desk is None:
        async with (
            smtp_server() as server,
            acting_call(folder, model=model, desk=server, now=now, hold_s=hold_s, sends=sends, greets=greets, unread=unread) as call,
        ):
            yield call
        return
    settings = sample_settings(folder, unread=unread, aloud_smtp_url=SecretStr(f"smtp://127.0.0.1:{desk.port}"), aloud_send_hold_s=hold_s)
    if model is not None:
        settings = settings.model_copy(update={"openai_api_key": SecretStr("sk-test"), "openai_base_url": model.url})
    for part in ("cur", "new", "tmp"):
        (folder / "inbox" / f".{FOLDER}" / part).mkdir(mode=0o700, parents=True, exist_ok=True)
    async with typed_call(settings, now=now, moving=sends, slack_s=60) as typed:
        if greets:
            await typed.greet()
        yield ActingCall(typed, folder / "inbox", desk)
