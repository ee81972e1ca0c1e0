"""Makes JSON of what others write to standard error: Python itself, libraries, and processes that the host
starts. The log's own lines, and those of processes that log as JSON themselves, pass as they are.
"""

from __future__ import annotations

import atexit
import logging
import os
import select
import threading
from collections.abc import Iterator
from typing import TextIO

STDERR = 2
TOGETHER = 0.2
"""Seconds within which the lines of a trace come."""
GOES_ON = (" ", "Traceback ", "During handling ", "The above exception ")
"""How lines of a trace begin that are not its last one."""
CHUNK = 65536
LAST_WORDS = 1.0
"""Seconds that what was written last may take at the end."""


def taken_over(formatter: logging.Formatter) -> TextIO:
    """Take standard error over until the process ends. Return where lines of the log go."""
    to = os.fdopen(os.dup(STDERR), "w", errors="replace", buffering=1)
    source, sink = os.pipe()
    os.dup2(sink, STDERR)
    os.close(sink)
    reader = threading.Thread(target=_pass_on, args=(source, formatter, to), name="stray lines", daemon=True)
    reader.start()

    def give_back() -> None:
        os.dup2(to.fileno(), STDERR)  # the last end of the pipe, unless another process has one
        reader.join(LAST_WORDS)

    atexit.register(give_back)
    return to


def _pass_on(source: int, formatter: logging.Formatter, to: TextIO) -> None:
    for text in _texts(source):
        said = list[str]()
        for line in text.splitlines():
            goes_on = said and (said[-1].startswith(GOES_ON) or not said[-1].strip())
            if not (goes_on or line.startswith(GOES_ON)):
                _tell(said, formatter, to)
            if line.startswith("{") and line.endswith("}"):
                to.write(f"{line}\n")
            else:
                said.append(line)
        _tell(said, formatter, to)


def _texts(source: int) -> Iterator[str]:
    """Yield whole lines, together what comes together."""
    held = b""
    while data := os.read(source, CHUNK):
        held += data
        if held.endswith(b"\n") and not select.select([source], [], [], TOGETHER)[0]:
            yield held.decode("utf-8", "replace")
            held = b""
    if held:
        yield held.decode("utf-8", "replace")


def _tell(said: list[str], formatter: logging.Formatter, to: TextIO) -> None:
    """Tell what was said in one line, by its last words: those of a trace say what is wrong."""
    if any(line.strip() for line in said):
        record = logging.makeLogRecord({"name": "stderr", "levelno": logging.WARNING, "levelname": "WARNING"})
        record.msg = next(line for line in reversed(said) if line.strip()).strip()
        if len(said) > 1:
            record.said = "\n".join(said)
        to.write(f"{formatter.format(record)}\n")
    said.clear()
