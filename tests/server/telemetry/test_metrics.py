"""A host's figures: counted where it happens, read by monitors on the same machine."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from ipaddress import ip_network
from types import SimpleNamespace
from typing import cast

import pytest

from server.start.dependencies import MeteredJournal
from server.store.journal.journal import Conflict
from server.store.sqlite.memory import MemoryJournal
from server.telemetry.metrics import PrometheusMetrics
from server.telemetry.metrics_listener import MetricsListener, MetricsReaders, _address_of
from server.telemetry.metrics_sink import BUSY_LOOP, UNANSWERED, KeyLatency, MetricsSink
from tests.server.journals import entry, opening
from tests.server.running_host import running_host
from tests.server.sessions.test_session import terminal
from tests.waiting import WITHIN


def figures(metrics: PrometheusMetrics) -> dict[str, float]:
    """By name and labels, as they are told."""
    lines = [line for line in metrics.text().decode().splitlines() if not line.startswith("#")]
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines}


def test_figures_are_told_by_their_names() -> None:
    """Every figure of the documentation, with 0 before anything has happened."""
    metrics = PrometheusMetrics()
    metrics.watch(lambda: 3, lambda: ["open", "running", "running"], lambda: 4, lambda: 5 << 20)
    told = figures(metrics)
    assert told["crownhouse_sessions"] == 3
    assert told["crownhouse_provisional_accounts"] == 4
    assert told['crownhouse_tables{stage="running"}'] == 2
    assert told['crownhouse_tables{stage="frozen"}'] == told['crownhouse_tables{stage="damaged"}'] == 0
    assert told["crownhouse_disk_free_bytes"] == 5 << 20
    assert told['crownhouse_moves_total{by="timeout"}'] == 0
    assert told["process_resident_memory_bytes"] > 0
    metrics.sent(100)
    metrics.received(5)
    metrics.received(6)
    metrics.refused("queue-full")
    metrics.painted(0.004)
    metrics.appended(0.0002, ["player", "bot"])
    metrics.appended(0.5, [])
    metrics.failed("server.table.table", False)
    told = figures(metrics)
    assert (told["crownhouse_sent_bytes_total"], told["crownhouse_received_bytes_total"]) == (100, 11)
    assert told['crownhouse_key_to_paint_seconds_bucket{le="0.005"}'] == 1
    assert told['crownhouse_key_to_paint_seconds_bucket{le="0.003"}'] == 0
    assert told['crownhouse_journal_append_seconds_bucket{le="0.00025"}'] == 1
    assert told["crownhouse_journal_append_seconds_count"] == 2
    assert told['crownhouse_moves_total{by="bot"}'] == 1
    assert told['crownhouse_errors_total{logger="server.table.table"}'] == 1
    assert told['crownhouse_refused_total{reason="queue-full"}'] == 1


def test_a_node_tells_how_many_there_are_and_whether_it_reaches_the_store() -> None:
    """A host of one process has no such figures."""
    metrics = PrometheusMetrics()
    assert "crownhouse_nodes" not in figures(metrics)
    reached = True
    metrics.watch_nodes(lambda: 3, lambda: reached)
    told = figures(metrics)
    assert (told["crownhouse_nodes"], told["crownhouse_store_reached"]) == (3, 1)
    reached = False
    assert figures(metrics)["crownhouse_store_reached"] == 0


def test_one_cause_is_one_alert() -> None:
    """What fails because the store is away is told by that figure; a fault of the program is an error even
    then, and so is a full disk while the store is reached.
    """
    metrics, reached = PrometheusMetrics(), True
    metrics.failed("server.host.host", True)
    assert figures(metrics)["crownhouse_all_errors_total"] == 1
    metrics.watch_nodes(lambda: 3, lambda: reached)
    metrics.failed("server.host.host", True)
    assert figures(metrics)["crownhouse_all_errors_total"] == 2
    reached = False
    metrics.failed("server.host.host", True)
    assert figures(metrics)["crownhouse_all_errors_total"] == 2
    metrics.failed("server.table.table", False)
    told = figures(metrics)
    assert told["crownhouse_all_errors_total"] == 3
    assert told['crownhouse_errors_total{logger="server.host.host"}'] == 2


class Painted(MetricsSink):
    """Remembers how long answers took; time is moved by hand."""

    def __init__(self) -> None:
        self.now = 100.0
        self.times: list[float] = []
        self.timers: list[tuple[float, Callable[[], None]]] = []
        self.stopwatch = KeyLatency(self, lambda: self.now, self.later)

    def press(self) -> None:
        """A key comes that is not answered at once."""
        self.stopwatch.key_received()
        self.stopwatch.worked_on()

    def painted(self, seconds: float) -> None:
        self.times.append(round(seconds, 3))

    def later(self, seconds: float, call: Callable[[], None]) -> Callable[[], None]:
        timer = (self.now + seconds, call)
        self.timers.append(timer)
        return lambda: self.timers.remove(timer) if timer in self.timers else None

    def move(self, seconds: float) -> None:
        """Lets time pass in one go, as for a loop that was busy meanwhile."""
        self.now += seconds
        for timer in [timer for timer in self.timers if timer[0] <= self.now]:
            self.timers.remove(timer)
            timer[1]()


def test_the_answer_to_a_key_is_its_next_bytes() -> None:
    """Of several keys the first counts; what comes without a key is no answer."""
    seen = Painted()
    seen.stopwatch.output_sent()
    seen.press()
    seen.move(0.1)
    seen.press()
    seen.move(0.2)
    seen.stopwatch.output_sent()
    seen.stopwatch.output_sent()
    assert seen.times == [0.3]


def test_a_key_that_is_answered_at_once_sets_no_timer() -> None:
    """Or a key each second would wake the event loop twice."""
    seen = Painted()
    seen.stopwatch.key_received()
    seen.move(0.01)
    seen.stopwatch.output_sent()
    seen.stopwatch.worked_on()
    assert (seen.times, seen.timers) == ([0.01], [])


def test_keys_of_a_second_share_a_timer() -> None:
    """The event loop keeps each timer until its time has come, stopped or not."""
    seen = Painted()
    for _ in range(20):
        seen.press()
        seen.move(0.01)
        seen.stopwatch.output_sent()
        assert len(seen.timers) == 1
    seen.move(UNANSWERED)
    assert seen.timers == []
    seen.press()
    seen.stopwatch.stop()
    assert seen.timers == []


def test_a_key_has_all_of_its_time_though_the_timer_was_there_before() -> None:
    """It is forgotten when it is a second old itself."""
    seen = Painted()
    seen.press()
    seen.stopwatch.output_sent()
    seen.move(UNANSWERED * 0.75)
    seen.press()
    seen.move(UNANSWERED * 0.25)
    seen.move(UNANSWERED * 0.25)
    seen.stopwatch.output_sent()
    seen.press()
    seen.move(UNANSWERED * 0.5)
    seen.move(UNANSWERED * 0.5)
    seen.stopwatch.output_sent()
    assert seen.times == [0, UNANSWERED / 2]


def test_a_key_that_changes_nothing_is_forgotten() -> None:
    """Otherwise the next move of somebody else would pass for its answer."""
    seen = Painted()
    seen.press()
    seen.move(UNANSWERED)
    seen.stopwatch.output_sent()
    assert seen.times == []


def test_a_host_that_is_too_busy_to_answer_is_seen() -> None:
    """Where the loop itself is late nothing is forgotten: the answer may still come."""
    seen = Painted()
    seen.press()
    seen.move(UNANSWERED + BUSY_LOOP + 2)
    seen.stopwatch.output_sent()
    assert seen.times == [UNANSWERED + BUSY_LOOP + 2]


async def test_a_journal_counts_moves_and_how_long_it_writes() -> None:
    """By who made them; what was not written counts for nothing."""
    metrics, ticks = PrometheusMetrics(), iter([1.0, 1.25, 2.0])
    journal = MeteredJournal(MemoryJournal(), metrics, lambda: next(ticks))
    await journal.create(opening("t"))
    moves = [entry(1, "start"), entry(2, by="player"), entry(3, by="bot"), entry(4, by="bot")]
    await journal.append("t", 0, moves)
    with pytest.raises(Conflict):
        await journal.append("t", 0, moves)
    told = figures(metrics)
    assert told['crownhouse_moves_total{by="player"}'] == 1
    assert told['crownhouse_moves_total{by="bot"}'] == 2
    assert told["crownhouse_journal_append_seconds_sum"] == 0.25
    assert told["crownhouse_journal_append_seconds_count"] == 1


async def ask(port: int, request: bytes) -> tuple[str, str, str]:
    """The first line, headers and body of an answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    head, _, body = (await asyncio.wait_for(reader.read(), WITHIN)).decode().partition("\r\n\r\n")
    writer.close()
    first, _, headers = head.partition("\r\n")
    return first, headers, body


ANSWERS = {
    "GET /metrics HTTP/1.1": ("HTTP/1.1 200 OK", "figures\n"),
    "GET /metrics?x=1 HTTP/1.0": ("HTTP/1.1 200 OK", "figures\n"),
    "HEAD /metrics HTTP/1.1": ("HTTP/1.1 200 OK", ""),
    "POST /metrics HTTP/1.1": ("HTTP/1.1 405 Method Not Allowed", "Method not allowed: use GET.\n"),
    "GET / HTTP/1.1": ("HTTP/1.1 404 Not Found", "Not found: try /metrics.\n"),
    "what": ("HTTP/1.1 404 Not Found", "Not found: try /metrics.\n"),
}


@pytest.mark.parametrize(("request_line", "answer"), ANSWERS.items())
async def test_monitors_read_one_page(request_line: str, answer: tuple[str, str]) -> None:
    """In Prometheus' format, and nothing else is to be had."""
    door = MetricsListener(lambda: b"figures\n")
    port = await door.open("127.0.0.1", 0)
    first, headers, body = await ask(port, f"{request_line}\r\nHost: here\r\n\r\n".encode())
    door.close()
    assert (first, body) == answer
    assert "text/plain; version=0.0.4" in headers


READERS = {
    "another network": (MetricsReaders((ip_network("10.0.0.0/8"),)), "", "403"),
    "its network": (MetricsReaders((ip_network("192.0.2.0/24"),)), "", "200"),
    "no token": (MetricsReaders(token=b"0123456789abcdef"), "", "401"),
    "a wrong token": (MetricsReaders(token=b"0123456789abcdef"), "Authorization: Bearer 0\r\n", "401"),
    "the token": (
        MetricsReaders(token=b"0123456789abcdef"), "authorization: bearer 0123456789abcdef\r\n", "200"
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", READERS)
async def test_metrics_are_for_those_who_may_read_them(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """From an allowed network, with the token, or both."""
    readers, header, status = READERS[case]
    door = MetricsListener(lambda: b"figures\n", readers)
    monkeypatch.setattr("server.telemetry.metrics_listener._address_of", lambda _: "::ffff:192.0.2.7")
    port = await door.open("127.0.0.1", 0)
    first, _, body = await ask(port, f"GET /metrics HTTP/1.1\r\n{header}\r\n".encode())
    door.close()
    assert (first.split()[1], body == "figures\n") == (status, status == "200")


@pytest.mark.parametrize(("peer", "seen"), [("192.0.2.7", "127.0.0.1"), ("192.0.2.8", "192.0.2.8")])
def test_this_machine_reads_its_metrics_by_whichever_address(peer: str, seen: str) -> None:
    """As one of loopback, which is always allowed."""
    ends = {"peername": (peer, 50000), "sockname": ("192.0.2.7", 9222)}
    writer = cast("asyncio.StreamWriter", SimpleNamespace(get_extra_info=ends.__getitem__))
    assert _address_of(writer) == seen


@pytest.mark.parametrize(("sent", "whys"), [(b"", []), (b"GET /metrics", ["it ended too early"])])
async def test_a_monitor_that_goes_early_is_logged_if_it_asked(
    sent: bytes, whys: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    """Who says nothing has looked whether the port is open, as a balancer does each second."""
    caplog.set_level("INFO", "server.telemetry")
    door = MetricsListener(lambda: b"figures\n")
    reader, writer = await asyncio.open_connection("127.0.0.1", await door.open("127.0.0.1", 0))
    writer.write(sent)
    writer.write_eof()
    assert await asyncio.wait_for(reader.read(), WITHIN) == b""
    writer.close()
    door.close()
    assert [vars(one)["why"] for one in caplog.records] == whys


async def test_a_monitor_that_sends_too_much_is_hung_up_on() -> None:
    """And the next one is served."""
    door = MetricsListener(lambda: b"figures\n")
    port = await door.open("127.0.0.1", 0)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"x" * 100_000)
    assert await asyncio.wait_for(reader.read(), WITHIN) == b""
    writer.close()
    assert (await ask(port, b"GET /metrics HTTP/1.1\r\n\r\n"))[2] == "figures\n"
    door.close()


async def test_a_session_is_counted_byte_by_byte_and_key_by_key() -> None:
    """What a client typed and got, and how long each answer took."""
    metrics = PrometheusMetrics()
    async with running_host(metrics=metrics) as at, at.connect() as connection:
        seen = await terminal(connection)
        assert figures(metrics)["crownhouse_key_to_paint_seconds_count"] == 0
        seen.type("zy")
        await seen.see("key 'y'")
        await at.until(lambda: figures(metrics)["crownhouse_sent_bytes_total"] == len(seen.data))
        assert figures(metrics)["crownhouse_received_bytes_total"] == 2
        assert figures(metrics)["crownhouse_key_to_paint_seconds_count"] >= 1
