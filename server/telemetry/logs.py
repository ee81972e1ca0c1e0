"""The host's log: one line for each event and error, for people or as JSON.

Modules log with the standard library: the event as the message, facts in `extra`. Addresses are dropped here
unless the host is configured to log them, and keys are shortened; chat, views and seeds are never logged.
Traces have no values of variables. `bind_facts` adds connection, session and player to all lines of a task,
`facts_bound` the number of a request to the lines about it. docs/monitoring.md lists all events.
"""

from __future__ import annotations

import logging
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from socket import gethostname
from typing import Literal

import structlog
from structlog.contextvars import bind_contextvars, bound_contextvars, get_contextvars, merge_contextvars
from structlog.typing import EventDict, Processor, WrappedLogger

from engine.game import printable
from server.telemetry.stray_lines import taken_over

Style = Literal["text", "json"]
EVENT_WIDTH = 24
PROGRAM_CODES = frozenset((1, 19, 20, 25))
"""SQLite's codes for statements that are wrong (ERROR, CONSTRAINT, MISMATCH, RANGE), not for a file that
cannot be read or written. A window on the web logs, too, and has no SQLite.
"""
ASYNCIO_SAYS = ("Connect call failed", "error while attempting to bind")
"""How asyncio puts an address in the place of what the system says."""
ERROR_NUMBER = re.compile(r"\[Errno -?\d+\] ")
_node = ""
"""The name of this process's node, the machine's where lines are for programs; "": no line has one."""
REFERENCE = ("connection", "session", "request")
"""What names a request in the log: the connection, its session, and the request of a program there."""


def bind_facts(**facts: str | int) -> None:
    """Add these facts to every line that this task, and those it starts, log from now on."""
    bind_contextvars(**facts)


def facts_bound(**facts: str | int) -> AbstractContextManager[None]:
    """Add these facts to every line that this task logs inside the `with` block."""
    return bound_contextvars(**facts)


def reference() -> str:
    """Return by which facts an operator finds the lines about what this task does; "" if there are none."""
    bound = get_contextvars()
    return " ".join(f"{name}={bound[name]}" for name in REFERENCE if name in bound)


def configure(style: Style, addresses: bool) -> None:
    """Send the log to standard error from now on; of JSON, nothing else goes there."""
    if style == "json":
        name_node(_node or gethostname())
    shape = formatter(style, addresses)
    handler = logging.StreamHandler(taken_over(shape) if style == "json" else sys.stderr)
    handler.setFormatter(shape)
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    logging.captureWarnings(True)
    logging.getLogger("asyncssh").setLevel(logging.WARNING)


def name_node(name: str) -> None:
    """Name the node in every line from now on."""
    global _node  # noqa: PLW0603  (a process is one node)
    _node = name


def reason(error: BaseException) -> str:
    """Return why something failed that no program is at fault for, in words and on one line."""
    if isinstance(error, OSError) and (error.strerror or "").startswith(ASYNCIO_SAYS):
        return os.strerror(error.errno or 0)
    first = next(iter(str(error).splitlines()), "") if error.args else ""  # asyncpg's fail without any
    if isinstance(error, TimeoutError) and not first:
        return "no answer in time"
    if isinstance(error, EOFError):
        return "it ended too early"
    return ERROR_NUMBER.sub("", first).rstrip(".") or type(error).__name__


def outside(error: BaseException | None) -> BaseException | None:
    """Return the failure of what the program runs on (disk, network, database) that an error comes from; None
    if the program is at fault.
    """
    while error:
        if getattr(error, "is_outside", False) or _of_system(error):
            return error
        error = error.__cause__
    return None


def _of_system(error: BaseException) -> bool:
    if isinstance(error, OSError):
        return error.errno is not None
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF not in PROGRAM_CODES


def told(style: Style, event: str, **facts: str) -> str:
    """Return a line that is told elsewhere as it would be in the log."""
    record = logging.makeLogRecord({"name": __name__, "levelname": "INFO", "msg": event, **facts})
    return formatter(style, True).format(record)


@contextmanager
def count_errors(failed: Callable[[str, bool], None]) -> Iterator[None]:
    """Call `failed` for every error inside the `with` block, with the logger's name, and whether what the
    program runs on failed.
    """
    handler = _ErrorHandler(failed)
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)


def formatter(style: Style, addresses: bool) -> logging.Formatter:
    """Return a formatter that turns log records into lines."""
    chain: list[Processor] = [
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.stdlib.add_log_level,
        merge_contextvars,
        structlog.stdlib.ExtraAdder(),
        _with_node,
        *(() if addresses else (_without_address,)),
        _without_outside_trace,
        structlog.processors.format_exc_info,
    ]
    if style == "json":
        chain.append(structlog.stdlib.add_logger_name)
        last: Processor = structlog.processors.JSONRenderer()
    else:
        chain.append(_harmless)
        last = structlog.dev.ConsoleRenderer(
            colors=False,
            pad_event_to=EVENT_WIDTH,
            sort_keys=False,
            exception_formatter=structlog.dev.plain_traceback,
        )
    return structlog.stdlib.ProcessorFormatter(last, foreign_pre_chain=chain)


class _ErrorHandler(logging.Handler):
    """Calls `failed` for every error."""

    def __init__(self, failed: Callable[[str, bool], None]) -> None:
        super().__init__(logging.ERROR)
        self._failed = failed

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        self._failed(record.name, outside(error) is not None)


def _with_node(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    return {"node": _node, **event} if _node else event


def _without_address(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    event.pop("address", None)
    return event


def _without_outside_trace(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """Tell in words why something failed that no trace explains."""
    error = event.get("exc_info")
    error = error[1] if isinstance(error, tuple) else error
    if isinstance(error, BaseException) and (cause := outside(error)):
        del event["exc_info"]
        event.setdefault("why", reason(cause))
    return event


def _harmless(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """Replace control characters in what a client sent, so that they cannot reach the reader's terminal."""
    return {key: _seen(key, value) if isinstance(value, str) else value for key, value in event.items()}


def _seen(key: str, text: str) -> str:
    """Return the text on one line; only a trace may have several."""
    return "\n".join(map(printable, text.split("\n"))) if key == "exception" else printable(text)
