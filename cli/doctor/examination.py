"""What `aloud doctor` checks: one probe per part. A probe changes nothing outside the data folder."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import urlsplit

import typer
from openai import APIConnectionError, APIError, AuthenticationError, PermissionDeniedError
from rich.text import Text

from actions.changes.journal import JournalUnavailableError
from agent.roomless.loudspeaker import Loudspeaker, LoudspeakerMissingError
from cli.doctor.findings import Finding, lacks, works
from cli.doctor.google_examination import connected_accounts, google_client
from cli.doctor.sending_examination import briefings_by_mail, sending, team
from cli.livekit_program import find_livekit_server
from cli.logs import log_to_file
from cli.screen import hanging, out, progress
from cli.views.journal_view import chain_line, opened_journal
from inbox.ledger.briefed_emails import LedgerUnavailableError
from inbox.ledger.redis_ledger import RedisLedger
from inbox.mail_summaries import most_tokens_sent
from providers.livekit.rooms import AccessRefusedError, RoomsUnavailableError, check_access
from providers.mailbox import MailboxError
from providers.maildir import MaildirMailbox, UserFolderRefusedError, maildir_account, maildirs_of
from providers.models.espeak import find_espeak
from providers.models.local_voice import LocalVoiceAwayError, local_voice
from providers.models.openai_client import openai_client
from providers.models.typed.models_at import small_model_of
from providers.models.typed.purposes import LIMITS, Purpose
from providers.settings import Settings, local_voice_installed
from session.opening.assembly import local_now, prepare_storage
from storage.database import DatabaseUnavailableError
from storage.migrate import NewerSchemaError, migrate

PROBE_TIMEOUT_S = 5.0
WIDEST_PART = 14
MAILS_OF_A_BRIEFING = 50
STEPS_BEGIN_AT = WIDEST_PART + 3


async def examine(settings: Settings) -> None:
    """Print the findings; exit code 1 if a needed part does not work."""
    with progress("Looking…"):
        with contextlib.suppress(OSError):  # the finding about the database reports it
            log_to_file(settings, "doctor")
        probes: list[Callable[[Settings], Awaitable[Finding]]] = [
            _redis, _livekit, _livekit_program, google_client, sending, briefings_by_mail, _openai, _summaries, team, _speech,
            _local_voice, _sound,
        ]  # fmt: skip
        findings = [*await _mailboxes(settings), await _storage(settings), *await _journal(settings)]
        findings += await asyncio.gather(*(probe(settings) for probe in probes))
    for finding in findings:
        sign = Text("✓ ", "green") if finding.works else Text("✗ ", "red") if finding.needed else Text("· ", "yellow")
        out.print(hanging(sign + Text(f"{finding.part:<{WIDEST_PART}} "), Text(finding.line)))
        for step in finding.steps:
            out.print(hanging(Text(" " * STEPS_BEGIN_AT), Text(step)))
    if any(finding.needed and not finding.works for finding in findings):
        raise typer.Exit(1)


async def _mailboxes(settings: Settings) -> list[Finding]:
    accounts = await connected_accounts(settings)
    if not settings.aloud_maildir and not accounts:
        line = "none is set: run `aloud connect google`, or put ALOUD_MAILDIR=/path/to/Maildir into .env"
        return [lacks("mailbox", line, needed=True)]
    try:
        folders = maildirs_of(settings, settings.aloud_user)
    except UserFolderRefusedError:
        line = "ALOUD_USER cannot stand for {user} in ALOUD_MAILDIR: check both"
        return [*accounts, lacks("mailbox", line, needed=True)]
    return accounts + [
        await _mailbox(folder, f"mailbox {number}" if len(folders) > 1 else "mailbox") for number, folder in enumerate(folders, start=1)
    ]


async def _mailbox(folder: Path, part: str) -> Finding:
    mailbox = MaildirMailbox(folder, account=maildir_account(folder), own_addresses=frozenset())
    try:
        page = await mailbox.unread()
    except MailboxError:
        return lacks(part, f"{folder} is no Maildir, or cannot be read: check ALOUD_MAILDIR", needed=True)
    finally:
        await mailbox.aclose()
    return works(part, f"{folder}: {len(page.ids)}{'+' if page.next_page else ''} unread", needed=True)


async def _storage(settings: Settings) -> Finding:
    where = "the database of DATABASE_URL" if settings.database_url else f"an SQLite file in {settings.aloud_data_dir}"
    try:
        await prepare_storage(settings)
        if settings.database_url:
            await migrate(settings.database_url)
    except (DatabaseUnavailableError, OSError):
        line = "cannot be used: check DATABASE_URL and ALOUD_DATA_DIR"
    except NewerSchemaError:
        line = "was written by a newer Aloud: update, or set another ALOUD_DATA_DIR"
    else:
        return works("database", where, needed=True)
    return lacks("database", line, needed=True)


async def _journal(settings: Settings) -> list[Finding]:
    """Whether the configured user's journal is unchanged. No finding if the database cannot be used, which is reported on its own."""
    try:
        async with opened_journal(settings) as journal:
            broken_at = await journal.verify(settings.aloud_user)
    except (JournalUnavailableError, DatabaseUnavailableError):
        return []
    return [Finding(part="journal", works=broken_at is None, needed=True, line=chain_line(broken_at))]


async def _redis(settings: Settings) -> Finding:
    if not settings.redis_url:
        return lacks("Redis", "not set; what you have heard is kept in the database (set REDIS_URL to change that)")
    ledger = RedisLedger.from_url(settings.redis_url)
    try:
        await ledger.records("doctor", now=local_now(settings)())
    except LedgerUnavailableError:
        return lacks("Redis", "does not answer: check REDIS_URL. Calls still work, and marks are kept on disk meanwhile")
    finally:
        await ledger.aclose()
    return works("Redis", "answers")


async def _livekit(settings: Settings) -> Finding:
    if not settings.livekit_api_key:
        return lacks("LiveKit", "not set; only `aloud worker` needs it (`aloud dev` starts one on this machine)")
    secret = settings.livekit_api_secret.get_secret_value()
    try:
        await check_access(settings.livekit_url, settings.livekit_api_key, secret, within_s=PROBE_TIMEOUT_S)
    except AccessRefusedError:
        return lacks("LiveKit", "refuses us: check LIVEKIT_API_KEY and LIVEKIT_API_SECRET")
    except RoomsUnavailableError:
        return lacks("LiveKit", "does not answer: check LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET")
    return works("LiveKit", f"{urlsplit(settings.livekit_url).hostname} answers")


async def _livekit_program(_: Settings) -> Finding:
    found = find_livekit_server()
    return works("livekit-server", "for `aloud dev`") if found else lacks("livekit-server", "missing: `make dev` builds it")


async def _openai(settings: Settings) -> Finding:
    if not settings.openai_api_key:
        return lacks("OpenAI", "OPENAI_API_KEY is not set; rules answer (plain commands, no free conversation)")
    client = openai_client(settings.openai_base_url, settings.openai_api_key.get_secret_value(), timeout_s=PROBE_TIMEOUT_S)
    try:
        await client.models.list()
    except APIConnectionError:
        return lacks("OpenAI", "does not answer: check OPENAI_BASE_URL and the network")
    except (AuthenticationError, PermissionDeniedError):
        return lacks("OpenAI", "refuses us: check OPENAI_API_KEY")
    except APIError:  # a compatible server need not list its models
        pass
    finally:
        await client.close()
    return works("OpenAI", f"{urlsplit(settings.openai_base_url).hostname} answers")


async def _summaries(settings: Settings) -> Finding:
    """What a small model costs in a briefing, at most: mails are as long as what is sent of one."""
    model = small_model_of(settings)
    if model is None:
        return lacks("summaries", "by rule alone: with OPENAI_API_KEY and ALOUD_SMALL_MODEL a small model sums mail up before it is told")
    sent, received = MAILS_OF_A_BRIEFING * most_tokens_sent(), MAILS_OF_A_BRIEFING * LIMITS[Purpose.SUMMARISE].output_tokens
    line = f"a briefing of {MAILS_OF_A_BRIEFING} mails costs at most {sent:,} tokens sent to {model} and {received:,} received"
    return works("summaries", f"{line}; half of ALOUD_TOKENS_A_DAY is the most in a day")


async def _speech(_: Settings) -> Finding:
    return (
        works("espeak-ng", "for speech where no service speaks")
        if find_espeak()
        else lacks("espeak-ng", "missing: `make demo` installs it")
    )


async def _local_voice(settings: Settings) -> Finding:
    if settings.voice != "local":
        how = "ALOUD_VOICE=local uses it" if local_voice_installed() else "pip install 'aloud[local-voice]' brings it"
        return lacks("local voice", f"not used: {how}; nothing that is said leaves the machine then")
    try:
        voice = await local_voice(settings.aloud_voice_url, within_s=PROBE_TIMEOUT_S)
    except LocalVoiceAwayError as away:
        return lacks("local voice", f"{away} `aloud page`, `aloud dev` and `aloud console --speak` start one, as does `aloud voice`.")
    if voice.is_too_slow:
        return lacks("local voice", f"too slow on this machine, so type: {voice.listens.line} listens, {voice.speaks.line} speaks")
    return works("local voice", f"{voice.listens.line} listens, {voice.speaks.line} speaks")


async def _sound(_: Settings) -> Finding:
    try:
        await Loudspeaker().aclose()
    except LoudspeakerMissingError as missing:
        return lacks("sound", f"{missing} The console shows text instead.")
    return works("sound", "for `aloud console --speak`")
