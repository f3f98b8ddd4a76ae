"""Whatever LiveKit, the model's service or any other library logs, no handler of ours sees more than where it happened."""

import io
import json
import logging
import pickle
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from livekit.agents.cli.log import JsonFormatter
from livekit.agents.ipc.log_queue import LogQueueListener
from pydantic import SecretStr

from agent.operations.discreet_logs import OURS, discreet, make_logs_discreet
from tests.agent.typed_call import sample_settings, typed_call
from tests.servers.livekit import ROOT
from tests.servers.openai.chat import CallToolGarbled, FailQuoting
from tests.servers.openai.double import Say, openai_server

pytestmark = pytest.mark.slow

PRIVATE = "Mr Grant comes on Thursday"
QUOTED_BY_SERVICE = "zephyranthes-error-body"
GARBLED = "marmalade-arguments"
SAID = "please consider the xylophone"


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """What the worker would write at DEBUG: LiveKit's own format on the root logger, added after the logs were made discreet."""
    monkeypatch.setattr(logging.Logger, "callHandlers", logging.Logger.callHandlers)  # given back afterwards
    make_logs_discreet()
    written = io.StringIO()
    handler, root = logging.StreamHandler(written), logging.getLogger()
    handler.setFormatter(JsonFormatter())
    levels = {logger: logger.level for logger in (root, logging.getLogger("livekit"), logging.getLogger("livekit.agents"))}
    for logger in levels:
        logger.setLevel(logging.DEBUG)
    root.addHandler(handler)
    yield written
    root.removeHandler(handler)
    for logger, level in levels.items():
        logger.setLevel(level)


def lines(log: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in log.getvalue().splitlines()]


def library_record(message: str = f"could not say {PRIVATE}", **values: object) -> logging.LogRecord:
    record = logging.LogRecord("livekit.agents", logging.WARNING, "generation.py", 12, message, None, None, "speak")
    vars(record).update(values)
    return record


def sent_to_the_main_process(record: logging.LogRecord) -> logging.LogRecord:
    """As LiveKit's queue does it: formatted, stripped of what cannot be pickled, then given the fields of its job."""
    arrived: logging.LogRecord = pickle.loads(pickle.dumps(record))  # noqa: S301 - our own
    vars(arrived).update(pid=7, job_id="AJ_1", room=PRIVATE)
    return arrived


async def test_an_error_of_the_models_service_is_logged_by_its_type_only(tmp_path: Path, log: io.StringIO) -> None:
    async with openai_server() as openai:
        openai.replies(FailQuoting(QUOTED_BY_SERVICE, status=400))
        settings = sample_settings(tmp_path, unread=5, openai_api_key=SecretStr("sk-test"), openai_base_url=openai.url)
        async with typed_call(settings) as call:
            await call.greet()
            assert await call.type(SAID)
        assert SAID in openai.chat_requests[-1].last_user_text
    failures = [line for line in lines(log) if line["message"] == "the model failed"]
    assert [line["error"] for line in failures] == ["APIStatusError"]
    assert QUOTED_BY_SERVICE not in log.getvalue()
    assert "xylophone" not in log.getvalue()


async def test_arguments_of_a_garbled_tool_call_are_not_logged(tmp_path: Path, log: io.StringIO) -> None:
    async with openai_server() as openai:
        openai.replies(CallToolGarbled("change_mail", GARBLED), Say("I did not manage."))
        settings = sample_settings(tmp_path, unread=5, openai_api_key=SecretStr("sk-test"), openai_base_url=openai.url)
        async with typed_call(settings) as call:
            await call.greet()
            await call.type(SAID)
        assert GARBLED in str(openai.chat_requests[-1].raw)
    assert any("_execute_tools_task of generation.py" in str(line["message"]) for line in lines(log))
    assert GARBLED not in log.getvalue()
    assert "xylophone" not in log.getvalue()


def test_of_a_librarys_record_its_place_and_harmless_values_are_kept(log: io.StringIO) -> None:
    values = {"lk.pii.arguments": PRIVATE, "error": PRIVATE, "room": PRIVATE, "job_id": "AJ_1", "stack_info": PRIVATE}
    logging.getLogger("livekit.agents").handle(library_record(**values))
    (line,) = lines(log)
    assert PRIVATE not in log.getvalue()
    assert (line["level"], line["name"], line["message"]) == ("WARNING", "livekit.agents", "in speak of generation.py, line 12")
    assert line["job_id"] == "AJ_1"


def test_values_put_into_a_librarys_message_are_dropped(log: io.StringIO) -> None:
    logging.getLogger("asyncio").warning("could not say %s", PRIVATE)
    logging.getLogger("made.at.random").warning({"said": PRIVATE})
    assert len(lines(log)) == 2
    assert PRIVATE not in log.getvalue()


def test_constant_messages_of_livekit_are_kept(log: io.StringIO) -> None:
    logging.getLogger("livekit.agents").info("registered worker", extra={"agent_name": "aloud", "url": PRIVATE})
    (line,) = lines(log)
    assert (line["message"], line["agent_name"]) == ("registered worker", "aloud")
    assert PRIVATE not in log.getvalue()


def test_our_own_records_keep_their_message_and_values_but_no_text_of_an_error(log: io.StringIO) -> None:
    try:
        int(PRIVATE)
    except ValueError:
        logging.getLogger("inbox.listing.pipeline").exception("mail listed", extra={"fetched": 50})
    (line,) = lines(log)
    assert (line["message"], line["fetched"], line["error"]) == ("mail listed", 50, "ValueError")
    assert PRIVATE not in log.getvalue()


def test_a_record_from_a_job_process_keeps_its_error_type_and_its_job_but_not_the_room(log: io.StringIO) -> None:
    error = (ValueError, ValueError(PRIVATE), None)
    for record in (library_record(exc_info=error), library_record(name="inbox.listing.pipeline", msg="mail listed", exc_info=error)):
        arrived = sent_to_the_main_process(discreet(record))
        logging.getLogger(arrived.name).callHandlers(arrived)
    foreign, ours = lines(log)
    assert PRIVATE not in log.getvalue()
    assert (foreign["message"], foreign["error"], foreign["job_id"]) == ("in speak of generation.py, line 12", "ValueError", "AJ_1")
    assert (ours["message"], ours["error"], ours["job_id"]) == ("mail listed", "ValueError", "AJ_1")


def test_a_record_from_a_process_that_never_loaded_us_is_cut_where_it_arrives(log: io.StringIO) -> None:
    record = library_record(exc_text=PRIVATE, message=PRIVATE)
    listener = LogQueueListener.__new__(LogQueueListener)
    listener._prepare_fnc = lambda arrived: None
    listener.handle(sent_to_the_main_process(record))
    assert len(lines(log)) == 1
    assert PRIVATE not in log.getvalue()


def test_making_logs_discreet_twice_writes_each_record_once(log: io.StringIO) -> None:
    make_logs_discreet()
    logging.getLogger("inbox.listing.pipeline").info("mail listed")
    assert len(lines(log)) == 1


def test_every_package_of_ours_keeps_its_own_words() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert set(project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]) == OURS


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ("failed to connect to livekit, retrying in 10s", True),
        (f"failed to connect to livekit, retrying in 10s: {PRIVATE}", False),
        (f"failed to connect to livekit, retrying in {PRIVATE}s", False),
    ],
)
def test_that_livekit_cannot_be_reached_stays_readable(message: str, kept: bool) -> None:
    assert (discreet(library_record(message, retry_count=3, error=PRIVATE)).getMessage() == message) is kept
