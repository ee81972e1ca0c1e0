"""Whose piece is next: by address, then by session."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from server.budget.share import SHARE, WorkShare, urgent_work
from server.budget.work_queue import QUANTUM, FairQueue, WorkQueue


class PiecesThatWait:
    """Pieces that wait, each with what it will cost."""

    def __init__(self) -> None:
        self.queue = FairQueue()
        self._names = WorkQueue()
        self._addresses: dict[str, WorkShare] = {}

    def session(self, network: str) -> WorkShare:
        share = self._names.share(network)
        self._addresses.setdefault(network, share)  # an address is known as long as it has a session
        return share

    def put(self, share: WorkShare, times: int = 1) -> None:
        loop = asyncio.new_event_loop()
        for _ in range(times):
            self.queue.put(share, asyncio.Handle(print, (), loop))
        loop.close()

    def done(self, cost: Callable[[WorkShare], int]) -> Iterator[WorkShare]:
        while self.queue.count:
            share, _ = self.queue.take()
            self.queue.charge(share, cost(share))
            yield share


@pytest.fixture
def waiting() -> PiecesThatWait:
    return PiecesThatWait()


def test_addresses_have_equal_shares_however_many_sessions_they_have(waiting: PiecesThatWait) -> None:
    crowd, alone = [waiting.session("many") for _ in range(20)], waiting.session("one")
    for share in (*crowd, alone):
        waiting.put(share, 200)
    spent = Counter[str]()
    for share in waiting.done(lambda _: QUANTUM // 4):
        spent[share.network] += 1
        if not alone.count:
            break
    assert abs(spent["many"] - spent["one"]) <= 8


def test_sessions_of_an_address_take_turns_by_what_they_cost(waiting: PiecesThatWait) -> None:
    dear, cheap = waiting.session("here"), waiting.session("here")
    waiting.put(dear, 100)
    waiting.put(cheap, 1000)
    spent = Counter[WorkShare]()
    for share in waiting.done(lambda share: QUANTUM if share is dear else QUANTUM // 10):
        spent[share] += QUANTUM if share is dear else QUANTUM // 10
        if not (dear.count and cheap.count):
            break
    assert abs(spent[dear] - spent[cheap]) <= 3 * QUANTUM


def test_somebody_for_whom_nothing_waited_comes_first(waiting: PiecesThatWait) -> None:
    flood, quiet = waiting.session("flood"), waiting.session("quiet")
    waiting.put(flood, 100)
    doing = waiting.done(lambda _: QUANTUM // 4)
    next(doing)
    waiting.put(quiet)
    assert next(doing) is quiet


def test_who_always_has_just_one_piece_does_not_come_first_for_ever(waiting: PiecesThatWait) -> None:
    flood, chain = waiting.session("flood"), waiting.session("chain")
    waiting.put(flood, 40)
    waiting.put(chain)
    order = []
    for share in waiting.done(lambda _: QUANTUM // 4):
        order.append(share)
        if share is chain:
            waiting.put(chain)
        if not flood.count:
            break
    assert order.count(chain) <= order.count(flood) + 4


def test_what_a_piece_causes_is_done_before_others_while_its_session_has_credit(
    waiting: PiecesThatWait,
) -> None:
    """A key is many steps of many tasks, and each of them puts the next: it is shown after one turn."""
    flood, quiet = waiting.session("flood"), waiting.session("quiet")
    waiting.put(flood, 40)
    waiting.put(quiet)
    order = []
    for share in waiting.done(lambda _: QUANTUM // 8):
        order.append(share)
        if len(order) < 6:
            waiting.put(quiet)
    assert order[:6] == [quiet] * 6


def test_one_long_piece_is_paid_back(waiting: PiecesThatWait) -> None:
    long, short = waiting.session("long"), waiting.session("short")
    waiting.put(long, 2)
    waiting.put(short, 200)
    order = list(waiting.done(lambda share: 20 * QUANTUM if share is long else QUANTUM))
    first, second = (place for place, share in enumerate(order) if share is long)
    assert second - first >= 19


def put_urgently(waiting: PiecesThatWait, share: WorkShare) -> None:
    assert SHARE.get() is share
    with urgent_work():
        waiting.put(share)


def test_what_others_may_wait_for_comes_first_of_its_address(waiting: PiecesThatWait) -> None:
    """And takes nothing from other addresses."""
    flood, writing, other = waiting.session("here"), waiting.session("here"), waiting.session("other")
    waiting.put(flood, 20)
    waiting.put(writing, 3)
    waiting.put(other, 20)
    doing = waiting.done(lambda _: QUANTUM)
    for _ in range(8):
        next(doing)
    writing.new_context().run(put_urgently, waiting, writing)
    order = [next(doing) for _ in range(3)]
    assert writing in order
    assert other in order


def test_pieces_of_a_session_stay_in_order() -> None:
    waiting, loop = PiecesThatWait(), asyncio.new_event_loop()
    share = waiting.session("here")
    pieces = [asyncio.Handle(print, (), loop) for _ in range(50)]
    for piece in pieces:
        waiting.queue.put(share, piece)
    assert [waiting.queue.take()[1] for _ in pieces] == pieces
    loop.close()


def test_any_course_does_every_piece_once(waiting: PiecesThatWait) -> None:
    sessions = [waiting.session(f"address {number % 3}") for number in range(9)]
    put = done = 0
    for step in range(2000):
        waiting.put(sessions[step * 7 % 9])
        put += 1
        if step % 5:
            share, _ = waiting.queue.take()
            waiting.queue.charge(share, (step * 13 % 29) * QUANTUM // 7)
            done += 1
        if step % 400 == 399:
            done += sum(1 for _ in waiting.done(lambda _: QUANTUM // 3))
    assert (put, waiting.queue.count) == (done, 0)
