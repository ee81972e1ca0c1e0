"""Two hosts on a real PostgreSQL that brings them no doorbell: what one of them has confirmed to anybody, the
other one tells whoever asks it next.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.e2e.test_cup_nodes import TwoNodes, two
from tests.e2e.test_single_commands import Commands

pytestmark = pytest.mark.e2e
__all__ = ["two"]


@contextmanager
def no_doorbell(two: TwoNodes) -> Iterator[None]:
    """What listens for the nodes stands still; after three seconds they take another line, so what is asked
    within a poll, two seconds, is answered without one.
    """
    lines = two.rows("SELECT pid FROM pg_stat_activity WHERE query ILIKE 'LISTEN%'")
    assert len(lines) == len(two.nodes)
    for (line,) in lines:
        os.kill(line, signal.SIGSTOP)
    try:
        yield
    finally:
        for (line,) in lines:
            os.kill(line, signal.SIGCONT)


def test_what_one_host_has_confirmed_the_other_one_tells(two: TwoNodes) -> None:
    one, other = two.each
    at: dict[str, Commands] = {"anna": one, "bert": other}
    with no_doorbell(two):
        table = one.ask("anna", {"do": "open", "game": "court", "seats": 2, "clock": "1d"})[0]["table"]
        assert other.ask("bert", {"do": "sit", "table": table})[0]["seat"] == 2
        one.ask("anna", {"do": "start", "table": table})
        assert other.ask("bert", {"do": "list", "mine": True})[0]["tables"][0]["stage"] == "running"
    for _ in range(6):  # a poll may come in between once or twice
        told = {name: here.ask(name, {"do": "view", "table": table})[0] for name, here in at.items()}
        (asked,) = [name for name, news in told.items() if news["ask"]]
        (waits,) = at.keys() - {asked}
        with no_doorbell(two):
            (legal,) = at[asked].ask(asked, {"do": "legal", "table": table})
            move = legal["moves"][0]["notation"]
            (made,) = at[asked].ask(asked, {"do": "move", "table": table, "move": move, "seq": legal["seq"]})
            assert at[waits].ask(waits, {"do": "view", "table": table})[0]["seq"] == made["seq"]
