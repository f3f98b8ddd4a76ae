"""Cuts log records down to what may be logged: our constant messages with their values, and of other records what cannot be private.

Libraries promise nothing: LiveKit's messages quote answers of providers, and carry speech, arguments of tools and text of mails in `extra`
and in tracebacks. So a record that is not ours keeps its level, its logger, its place in the source and the type of its error, and its
message only if that is one of a few constant ones.

The cut is made in `logging.Logger.callHandlers`, which every record passes before any handler, formatter or filter of a handler sees it. A
record factory would run too early (`extra` is added after it), a filter on the root logger does not see records of other loggers, and
handlers come and go: LiveKit adds handlers that write, that send a job's records to the main process, and that upload them, after our code
is loaded. Records that a job process sends pass here a second time, in the main process.
"""

import logging
import re
from collections.abc import Mapping

OURS = frozenset(
    (
        "agent",
        "session",
        "conversations",
        "glance",
        "team",
        "correspondence",
        "briefing",
        "providers",
        "inbox",
        "actions",
        "knowledge",
        "storage",
        "prompts",
        "voice",
        "web",
        "cli",
    )
)

CONSTANT_MESSAGES = frozenset(
    {
        "starting worker",
        "preloading plugins",
        "plugin registered",
        "starting inference executor",
        "registered worker",
        "worker is at full capacity, marking as unavailable",
        "worker is below capacity, marking as available",
        "received job request",
        "initializing process",
        "process initialized",
        "error initializing process",
        "no warmed process available for job, waiting for one to be created",
        "process is unresponsive",
        "process is unresponsive, killing process",
        "process did not exit in time, killing process",
        "process did not ack shutdown in time, killing process",
        "killing process",
        "process exiting",
        "unhandled exception while running the job task",
        "error while shutting down the job",
        "AgentSession is closing due to unrecoverable error",
        "Error in _llm_inference_task",
        "Error in _tts_inference_task",
        "Error in _execute_tools_task",
        "executing tool",
        "repaired malformed function-call JSON arguments",
        "ToolError while executing tool",
        "exception occurred while executing tool",
        "draining worker",
        "drain timed out, forcing shutdown",
        "shutting down worker",
        "worker failed",
    }
)
"""Of livekit-agents 1.8.9; any other message of a library is replaced by its place."""

CONSTANT_BUT_FOR_A_NUMBER = re.compile(r"failed to connect to livekit, retrying in \d+s")
"""The same for a message with a number, which the log needs to show why a worker takes no calls."""

HARMLESS = frozenset({"pid", "job_id", "room_id", "agent_name", "elapsed_time"})
"""What any record may carry. The name of a room is not among them, because the caller may have chosen it."""

_PLACE_AND_TIME = (
    "name", "levelname", "levelno", "pathname", "filename", "module", "lineno", "funcName",
    "created", "msecs", "relativeCreated", "thread", "threadName", "process", "processName",
)  # fmt: skip
_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
_DONE = "_discreet"

_call_handlers = logging.Logger.callHandlers


def make_logs_discreet() -> None:
    """From now on, no handler of this process sees more of a record than `discreet` leaves of it. Calling it again changes nothing."""
    logging.Logger.callHandlers = _call_handlers_discreetly  # type: ignore[assignment, method-assign]


def discreet(record: logging.LogRecord) -> logging.LogRecord:
    """A copy of `record` with what may be written; the type of an error becomes the value `error`."""
    kept = {name: vars(record)[name] for name in _PLACE_AND_TIME}
    values = {name: value for name, value in values_of(record).items() if _may_stay(name, record)}
    if error := _error_type(record):
        values.setdefault("error", error)
    return logging.makeLogRecord({**values, **kept, "msg": _message(record), _DONE: True})


def is_ours(record: logging.LogRecord) -> bool:
    return record.name.partition(".")[0] in OURS


def values_of(record: logging.LogRecord) -> Mapping[str, object]:
    return {name: value for name, value in vars(record).items() if name not in _STANDARD and name != _DONE}


def _call_handlers_discreetly(logger: logging.Logger, record: logging.LogRecord) -> None:
    _call_handlers(logger, discreet(record))


def _message(record: logging.LogRecord) -> str:
    if isinstance(record.msg, str) and (
        is_ours(record) or record.msg in CONSTANT_MESSAGES or CONSTANT_BUT_FOR_A_NUMBER.fullmatch(record.msg)
    ):
        return record.msg
    return f"in {record.funcName} of {record.filename}, line {record.lineno}"


def _may_stay(name: str, record: logging.LogRecord) -> bool:
    if is_ours(record):
        return name != "room"  # LiveKit adds it
    return name in HARMLESS or (name == "error" and _DONE in vars(record))


def _error_type(record: logging.LogRecord) -> str | None:
    error = record.exc_info[0] if isinstance(record.exc_info, tuple) else None
    return error.__name__ if error else None
