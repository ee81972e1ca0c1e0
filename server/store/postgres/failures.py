"""Which failures of PostgreSQL are final and which pass, and the exceptions that this room raises.

Only SQLSTATE classes 22 (data), 23 (constraints) and 42 (syntax, rights) say that a statement did nothing and
never will. After anything else, a cut connection or a server going down, it may have been carried out or not.
"""

from __future__ import annotations

import logging

import asyncpg

from server.store.journal.journal import NotSaved, Unsure
from server.telemetry.logs import reason

FINAL_CLASSES = frozenset(("22", "23", "42"))
ROLLED_BACK = "40"
"""The class of transactions that the server took back: the connection is as good as before."""
CUT_OFF = "the connection was cut in the midst of a question"
"""Why asyncpg's own state is wrong, which it tells in numbers."""
STARTING = "57P03"
"""The server starts or shuts down and takes no connections yet."""


class StoreUnreachable(Exception):  # noqa: N818  (the name says what it is)
    """The store could not be reached for so long that waiting ended; the message says where and why."""

    is_outside = True
    """Whether it is no fault of the program (`server.telemetry.logs.outside`)."""


class NothingSent(StoreUnreachable, NotSaved):
    """There was no connection at all: what was asked was not carried out."""


class NoAnswer(StoreUnreachable, Unsure):
    """What was asked may have been carried out: connections were lost before they answered."""


class UnfitServer(Exception):  # noqa: N818  (likewise)
    """The server cannot promise what the host promises, or is not the primary. The message is a sentence."""


def log_failure(logger: logging.Logger, event: str, error: BaseException, **facts: int) -> None:
    """Log that work with the store failed: a warning that says why or, of a fault of the program, an error
    with its trace.
    """
    outside = isinstance(error, asyncpg.PostgresError | StoreUnreachable) or passes(error)
    level, trace = (logging.WARNING, None) if outside else (logging.ERROR, error)
    why = CUT_OFF if isinstance(error, asyncpg.InternalClientError) else reason(error)
    logger.log(level, event, extra={"why": why, **facts}, exc_info=trace)


class LoggedTrouble:
    """A trouble that is logged when it begins and when it is over, not at every try in between."""

    def __init__(self, logger: logging.Logger, begins: str, is_over: str) -> None:
        self._logger, self._begins, self._is_over = logger, begins, is_over
        self._lasts = False

    def failed(self, error: BaseException) -> None:
        """Note that a try has failed."""
        if not self._lasts:
            self._lasts = True
            log_failure(self._logger, self._begins, error)

    def succeeded(self) -> None:
        """Note that a try has succeeded."""
        if self._lasts:
            self._lasts = False
            self._logger.info(self._is_over)


def sqlstate(error: BaseException) -> str:
    """Return the SQLSTATE of an error, "" if it has none."""
    return getattr(error, "sqlstate", None) or ""


def passes(error: BaseException) -> bool:
    """Return whether it makes sense to try again: nothing is known yet."""
    if isinstance(error, asyncpg.PostgresError):
        return sqlstate(error)[:2] not in FINAL_CLASSES
    if isinstance(error, asyncpg.DataError | asyncpg.ClientConfigurationError):
        return False  # an argument does not fit: nothing was sent
    ours = (asyncpg.InterfaceError, asyncpg.InternalClientError, OSError, UnfitServer)
    return isinstance(error, ours)  # TimeoutError is an OSError


def spoils_connection(error: BaseException) -> bool:
    """Return whether a connection must not be used again after an error."""
    return passes(error) and sqlstate(error)[:2] != ROLLED_BACK
