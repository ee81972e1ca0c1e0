"""What log lines look like: one for each connection, table and error, for people or as JSON.

Whoever logs uses the standard library: the event as the message, facts in `extra`. What must
not be told is dropped or shortened here (addresses, unless the host is configured to log
them) or never logged at all: keys in full, chat, views, seeds. Traces are plain, without the
values of variables. `within` names the connection and player that what follows is done for.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal, TextIO

import structlog
from structlog.contextvars import bind_contextvars, merge_contextvars
from structlog.typing import EventDict, Processor, WrappedLogger

from server.telemetry.sentences import printable

Style = Literal["text", "json"]

KEY_CHARACTERS = 16
"""Characters of a fingerprint, `SHA256:` included: enough to tell a host's players apart."""
EVENT_WIDTH = 24


def short_key(fingerprint: str | None) -> str:
    """A key as log and operators see it; the words for nobody's key where there is none."""
    return f"{fingerprint[:KEY_CHARACTERS]}..." if fingerprint else "none"


def bind_facts(**facts: str | int) -> None:
    """Whatever this task and those it starts log from now on says these facts, too."""
    bind_contextvars(**facts)


def configure(style: Style, addresses: bool, to: TextIO) -> None:
    """Logs to `to` from now on."""
    handler = logging.StreamHandler(to)
    handler.setFormatter(formatter(style, addresses))
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    logging.getLogger("asyncssh").setLevel(logging.WARNING)


@contextmanager
def count_errors(failed: Callable[[str], None]) -> Iterator[None]:
    """Meanwhile `failed` hears of every error, by the name of its logger."""
    handler = _Errors(failed)
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)


def formatter(style: Style, addresses: bool) -> logging.Formatter:
    """Log records as lines."""
    chain: list[Processor] = [
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.stdlib.add_log_level,
        merge_contextvars,
        structlog.stdlib.ExtraAdder(),
        *(() if addresses else (_without_address,)),
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


class _Errors(logging.Handler):
    """Tells of errors, whoever had them."""

    def __init__(self, failed: Callable[[str], None]) -> None:
        super().__init__(logging.ERROR)
        self._failed = failed

    def emit(self, record: logging.LogRecord) -> None:
        self._failed(record.name)


def _without_address(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    event.pop("address", None)
    return event


def _harmless(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """What a client sent cannot steer the terminal of whoever reads the log."""
    return {key: _seen(key, value) if isinstance(value, str) else value for key, value in event.items()}


def _seen(key: str, text: str) -> str:
    """Only a trace may have several lines."""
    return "\n".join(map(printable, text.split("\n"))) if key == "exception" else printable(text)
