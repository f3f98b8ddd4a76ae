"""`aloud doctor`: what works, what is missing, and how to get it."""

from pathlib import Path

import pytest

from cli.doctor.sending_examination import NOBODY, RESTS
from inbox.mail_summaries import most_tokens_sent
from providers.sample_inbox import write_sample_inbox
from tests.agent.typed_call import NOW
from tests.cli.piped import aloud_piped
from tests.cli.pseudo_terminal import aloud
from tests.servers.ports import free_port
from tests.servers.redis import RedisServer

pytestmark = pytest.mark.slow

PARTS = [
    "mailbox", "database", "journal", "Redis", "LiveKit", "livekit-server", "Google", "sending", "briefing mail", "OpenAI", "summaries",
    "team", "espeak-ng", "local voice", "sound",
]  # fmt: skip


def findings(text: str) -> dict[str, tuple[str, str]]:
    """Part -> its sign and its line."""
    found = {}
    for line in text.splitlines():
        if line.startswith(" "):  # a step of the part above
            continue
        part = next(part for part in sorted(PARTS, key=len, reverse=True) if line[2:].startswith(part))
        found[part] = (line[0], line[2 + len(part) :].strip())
    return found


def test_with_nothing_there_it_says_of_each_part_how_to_get_it(tmp_path: Path) -> None:
    (tmp_path / "asound.conf").write_text("pcm.!default { type hw card 99 }\n")
    bare = {"PATH": "/no/programs", "ALSA_CONFIG_PATH": str(tmp_path / "asound.conf")}
    written = aloud_piped("doctor", folder=tmp_path, settings=bare)
    found = findings(written.stdout)
    assert written.exit_code == 1
    assert list(found) == PARTS
    assert found["mailbox"] == ("✗", "none is set: run `aloud connect google`, or put ALOUD_MAILDIR=/path/to/Maildir into .env")
    assert found["database"][0] == "✓"
    assert found["Redis"] == ("·", "not set; what you have heard is kept in the database (set REDIS_URL to change that)")
    assert found["sending"] == ("·", "off: ALOUD_SMTP_URL sends from Maildir folders, ALOUD_SENDING=true from Gmail accounts")
    assert found["briefing mail"] == ("·", "not possible: it needs sending, or with ALOUD_BRIEFING_SMTP_URL an address of its own")
    assert found["OpenAI"][0] == "·"
    assert found["summaries"][1].startswith("by rule alone: ")
    assert found["team"] == ("·", RESTS)
    assert found["espeak-ng"] == ("·", "missing: `make demo` installs it")
    assert found["sound"][0] == "·"


def test_a_dry_run_is_named_whatever_else_is_set(tmp_path: Path) -> None:
    settings = {"PATH": "/no/programs", "ALOUD_SENDING_DRY_RUN": "true", "ALOUD_SMTP_URL": "smtp://127.0.0.1:1"}
    found = findings(aloud_piped("doctor", folder=tmp_path, settings=settings).stdout)
    mark, words = found["sending"]
    assert (mark, "to nobody" in words) == ("✓", True)
    assert found["briefing mail"][1].startswith("from the user's own account to itself; ")


def test_what_summaries_cost_in_a_briefing_is_said(tmp_path: Path) -> None:
    at = {"PATH": "/no/programs", "OPENAI_API_KEY": "sk-test", "OPENAI_BASE_URL": f"http://127.0.0.1:{free_port()}/v1"}
    written = aloud_piped("doctor", folder=tmp_path, settings=at | {"ALOUD_SMALL_MODEL": "small-model"})
    mark, words = findings(written.stdout)["summaries"]
    assert findings(written.stdout)["team"] == ("·", f"{NOBODY}; no tasks wait")
    assert mark == "✓"
    assert words.startswith(f"a briefing of 50 mails costs at most {50 * most_tokens_sent():,} tokens sent to small-model")


def test_what_is_set_but_does_not_answer_is_named_and_no_secret_is_shown(tmp_path: Path) -> None:
    write_sample_inbox(tmp_path / "Mail", now=NOW, unread=7)
    port = free_port()
    settings = {
        "ALOUD_MAILDIR": f"{tmp_path / 'Mail'}:{tmp_path / 'none'}",
        "REDIS_URL": f"redis://:hidden-password@127.0.0.1:{port}/0",
        "LIVEKIT_URL": f"ws://127.0.0.1:{port}",
        "LIVEKIT_API_KEY": "hidden-key",
        "LIVEKIT_API_SECRET": "hidden-secret-of-more-than-32-characters",
        "OPENAI_API_KEY": "sk-hidden",
        "OPENAI_BASE_URL": f"http://user:hidden@127.0.0.1:{port}/v1",
        "DATABASE_URL": f"postgresql://aloud:hidden@127.0.0.1:{port}/aloud",
        "ALOUD_SMTP_URL": f"smtp://hidden:hidden-password@127.0.0.1:{port}",
        "ALOUD_ADDRESSES": "sam@example.com",
        "ALOUD_BRIEFING_SMTP_URL": f"smtp://hidden:hidden-password@127.0.0.1:{port}",
        "ALOUD_BRIEFING_ADDRESS": "briefing@example.com",
        "ALOUD_BRIEFING_MAILDIR": str(tmp_path / "Mail"),
        "ALOUD_BRIEFING_AUTHSERV_ID": "mx.example.com",
    }
    written = aloud_piped("doctor", folder=tmp_path, settings=settings)
    assert written.exit_code == 1
    assert "hidden" not in written.stdout + written.stderr
    assert written.stderr == ""
    lines = written.stdout.splitlines()
    assert lines[0] == f"✓ mailbox 1      {tmp_path}/Mail: 7 unread"
    assert lines[1] == f"✗ mailbox 2      {tmp_path}/none is no Maildir, or cannot be read: check ALOUD_MAILDIR"
    found = findings("\n".join(lines[2:]))
    assert found["database"] == ("✗", "cannot be used: check DATABASE_URL and ALOUD_DATA_DIR")
    assert found["Redis"][1].startswith("does not answer: check REDIS_URL")
    assert found["LiveKit"][1].startswith("does not answer: check LIVEKIT_URL")
    assert found["OpenAI"][1].startswith("does not answer: check OPENAI_BASE_URL")
    assert found["briefing mail"][1].startswith("127.0.0.1 does not answer, or not as ALOUD_BRIEFING_SMTP_URL says")
    elsewhere = settings | {"ALOUD_BRIEFING_MAILDIR": str(tmp_path / "none")}
    found = findings("\n".join(aloud_piped("doctor", folder=tmp_path, settings=elsewhere).stdout.splitlines()[2:]))
    assert found["briefing mail"] == ("·", f"{tmp_path}/none is no Maildir, or cannot be read: check ALOUD_BRIEFING_MAILDIR")


def test_the_mailbox_of_a_template_is_the_configured_users(tmp_path: Path) -> None:
    write_sample_inbox(tmp_path / "anna", now=NOW, unread=7)
    template = {"ALOUD_MAILDIR": str(tmp_path / "{user}")}
    written = aloud_piped("doctor", folder=tmp_path, settings=template | {"ALOUD_USER": "anna"})
    assert written.stdout.splitlines()[0] == f"✓ mailbox        {tmp_path}/anna: 7 unread"
    refused = aloud_piped("doctor", folder=tmp_path, settings=template | {"ALOUD_USER": "../anna"})
    assert "✗ mailbox        ALOUD_USER cannot stand for {user} in ALOUD_MAILDIR: check both" in refused.stdout.splitlines()


def test_the_type_of_client_that_google_has_to_know_depends_on_who_opens_the_page(tmp_path: Path) -> None:
    client = {"GOOGLE_CLIENT_ID": "id", "GOOGLE_CLIENT_SECRET": "hidden", "ALOUD_MAILDIR": str(tmp_path)}
    here = findings(aloud_piped("doctor", folder=tmp_path, settings=client).stdout.split("\n", 1)[1])["Google"]
    assert here[0] == "✓"
    assert "has to be a client of the type “Desktop app”" in here[1]
    public = client | {"ALOUD_WEB_URL": "https://aloud.example.com"}
    there = findings(aloud_piped("doctor", folder=tmp_path, settings=public).stdout.split("\n", 1)[1])["Google"]
    assert "“Web application” with the redirect address https://aloud.example.com/accounts/google/callback" in there[1]
    without = aloud_piped("doctor", folder=tmp_path, settings={"ALOUD_WEB_URL": "https://aloud.example.com"}).stdout
    assert "5. Create a client of the type “Web application”" in without
    assert "8. Open the page" in without


@pytest.mark.server
def test_with_everything_needed_there_it_ends_well(tmp_path: Path) -> None:
    write_sample_inbox(tmp_path / "Mail", now=NOW, unread=7)
    with RedisServer() as redis:
        settings = {"ALOUD_MAILDIR": str(tmp_path / "Mail"), "REDIS_URL": redis.url}
        with aloud("doctor", folder=tmp_path, settings=settings, columns=60) as terminal:
            assert terminal.exit_code() == 0
            assert "✓ Redis answers" in terminal.words
            assert "7 unread" in terminal.words
            assert terminal.is_as_before()
            assert all(line[0] in "✓·" or line.startswith(" " * 17) for line in terminal.text.splitlines())
