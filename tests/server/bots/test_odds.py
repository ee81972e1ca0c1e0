"""Chances for people: worked out by a worker from what the asker may know, or refused for a reason."""

from __future__ import annotations

import asyncio
import signal
from concurrent.futures import Executor, Future
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from engine import codec, playthrough
from engine.chance import FairChance
from engine.court.model.moves import ROLL, Keep
from engine.court.model.state import View
from engine.game import Odds, Refused, Setup
from engine.records.header import read_header
from engine.registry import GAMES
from server.bots import odds
from server.bots.odds import OddsService
from server.bots.withdrawals import WITHDRAWN, Withdrawals
from server.bots.worker_main import BotTask, OddsTask, QuestionWithdrawn, compute_odds, run_task
from server.bots.workers import Workers, host_pool
from server.budget.fair_order import Asker
from server.host.port import HostPort
from server.table.changes import ChangeListeners
from tests.engine.court.positions import layout as court_layout
from tests.server.simulation import (
    ADA,
    BERT,
    CY,
    AtOnce,
    ReceivedSnapshots,
    Simulation,
    refusal,
    settled,
    started,
)
from tests.server.toy import TOY

COURT = GAMES["court"]


class AskedWorkers(AtOnce):
    """A worker in this very call that remembers what it was asked."""

    def __init__(self) -> None:
        self.questions: list[Any] = []

    def submit(self, work: Any, /, *arguments: Any, **more: Any) -> Future[Any]:
        self.questions += arguments
        return super().submit(work, *arguments, **more)


class BusyWorkers(Executor):
    """Workers that are all busy until `answer`."""

    def __init__(self) -> None:
        self.jobs: list[Future[Any]] = []
        self.asked: list[Any] = []

    def submit(self, work: Any, /, *arguments: Any, **_: Any) -> Future[Any]:
        self.jobs.append(Future())
        self.asked.append(partial(work, *arguments))
        return self.jobs[-1]

    def answer(self) -> None:
        for job, work in zip(self.jobs, self.asked, strict=True):
            if job.set_running_or_notify_cancel():
                job.set_result(work())


class DyingWorkers(Executor):
    """A worker that dies of every question."""

    def __init__(self, of: type[Exception] = ZeroDivisionError) -> None:
        self._of = of

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        job: Future[Any] = Future()
        job.set_exception(self._of())
        return job


def odds_host(worker: Executor | None = None) -> Simulation:
    games = {"court": COURT, "toy": TOY}
    return Simulation(games=games, workers=Workers(lambda: worker or AtOnce(), run_task))


async def court(stage: Simulation, *ports: HostPort, **options: str) -> tuple[str, HostPort]:
    """A running game; its table, and whose turn it is."""
    table = await ports[0].open_table("court", 2, options)
    await ports[1].sit(table)
    await ports[0].start(table)
    (ask,) = stage.lobby.table(table).state.asks
    return table, ports[ask.seat - 1]


async def move(stage: Simulation, port: HostPort, table: str, made: Any) -> None:
    (ask,) = stage.lobby.table(table).state.asks
    await port.submit(table, ask.id, made)


async def test_everybody_who_may_look_is_told_the_odds_of_whose_turn_it_is() -> None:
    """As the rules' own reckoner says them, with what a move of one's own does to them."""
    stage = odds_host()
    ada, bert, cy = (stage.port(player) for player in (ADA, BERT, CY))
    table, playing = await court(stage, ada, bert)
    await move(stage, playing, table, ROLL)
    view = stage.lobby.table(table).state.playthrough.view(None)
    odds = await cy.odds(table)
    assert odds == COURT.odds_calculator.odds(view)
    assert odds == await ada.odds(table) == await bert.odds(stage.lobby.table(table).opening.name.lower())
    keep = Keep(view.position.turn.active[:1])
    compared = await playing.odds(table, keep)
    assert compared.then
    assert (await refusal(cy.odds(table, keep))).code == COURT.check(view, keep).code


async def test_a_move_that_is_not_possible_is_refused_by_the_rules() -> None:
    """In the words of the rules, whoever asks."""
    stage = odds_host()
    ada, bert = stage.port(ADA), stage.port(BERT)
    table, playing = await court(stage, ada, bert)
    other = bert if playing is ada else ada
    assert (await refusal(playing.odds(table, Keep((1,))))).code == "not-before-first-roll"
    assert (await refusal(other.odds(table, ROLL))).code == "not-your-turn"


async def test_only_the_view_leaves_the_host() -> None:
    """A question holds what the asker sees, and nothing is asked where there is nothing to tell."""
    worker = AskedWorkers()
    stage = odds_host(worker)
    ada, bert = stage.port(ADA), stage.port(BERT)
    table, _ = await court(stage, ada, bert)
    await ada.odds(table)
    view = stage.lobby.table(table).state.playthrough.view(1)
    assert worker.questions == [OddsTask("court", codec.encode(view))]


async def test_what_a_seat_is_told_of_hidden_cards_comes_of_its_own_view() -> None:
    """Through the worker, with the game's own answer; a table can turn that off, too."""
    worker = AskedWorkers()
    game = GAMES["intrigue"]
    stage = Simulation(games={"intrigue": game}, workers=Workers(lambda: worker, run_task))
    ada, bert, cy = (stage.port(player) for player in (ADA, BERT, CY))
    for options in ({}, {"odds": "off"}):
        table = await ada.open_table("intrigue", 3, options)
        await bert.sit(table)
        await ada.add_bot(table)
        await ada.start(table)
        at = stage.lobby.table(table).state.playthrough
        for port, seat in ((ada, 1), (bert, 2), (cy, None)):
            if options:
                assert (await refusal(port.odds(table))).code == "odds-off"
                continue
            assert await port.odds(table) == game.odds_calculator.odds(at.view(seat))
            assert worker.questions[-1] == OddsTask("intrigue", codec.encode(at.view(seat)))


@pytest.mark.parametrize("off", ["off", "false"])
async def test_a_table_can_agree_to_play_without(off: str) -> None:
    """The lobby says so, nobody is told any, a rematch is like it, and the record knows nothing of it."""
    stage = odds_host()
    ada, bert = stage.port(ADA), stage.port(BERT)
    table, _ = await court(stage, ada, bert, odds=off, rounds="3")
    listed = stage.lobby.table(table).info("cy").options
    assert listed.items() >= {"edition": "de", "rounds": 3, "odds": "off"}.items()
    assert (await refusal(ada.odds(table))).code == "odds-off"
    header = read_header(await ada.record(table))
    assert header.options == {"rounds": "3"}
    stage = await stage.restarted(games={"court": COURT}, workers=Workers(AtOnce, run_task))
    ada = stage.port(ADA)
    assert (await refusal(ada.odds(table))).code == "odds-off"
    await ada.concede(table)
    again = await ada.rematch(table)
    assert stage.lobby.table(again).opening.options == {"rounds": 3, "odds": "off"}


async def test_usually_there_are_odds_and_the_lobby_says_nothing_of_it() -> None:
    """Said or not said."""
    stage = odds_host()
    for options in ({}, {"odds": "on"}, {"odds": "true"}):
        table = await stage.port(ADA).open_table("court", 2, options)
        assert stage.lobby.table(table).opening.options == {}
    wrong = await refusal(stage.port(ADA).open_table("court", 2, {"odds": "maybe"}))
    assert (wrong.code, wrong.params) == (
        "option-not-possible",
        {"option": "odds", "value": "maybe", "accepted": "on, off"},
    )


async def test_a_game_without_odds_has_no_such_option() -> None:
    """And says so when it is asked."""
    stage = odds_host()
    ada, bert = stage.port(ADA), stage.port(BERT)
    table = await started(stage, ada, bert)
    assert await refusal(ada.odds(table)) == Refused("no-odds", {"game": "toy"})
    assert (await refusal(ada.open_table("toy", 2, {"odds": "off"}))).code == "option-unknown"


async def test_there_are_odds_only_while_a_game_is_played() -> None:
    """Before its start and after its end they are refused; a table that sleeps is woken."""
    stage = odds_host()
    ada, bert = stage.port(ADA), stage.port(BERT)
    table = await ada.open_table("court", 2, {})
    assert (await refusal(ada.odds(table))).code == "table-open"
    assert (await refusal(ada.odds("PLUM-999"))).code == "no-table"
    await bert.sit(table)
    await ada.start(table)
    stage = await stage.restarted(games={"court": COURT}, workers=Workers(AtOnce, run_task))
    assert stage.lobby.table(table).asleep
    assert (await stage.port(ADA).odds(table)).now
    stage.port(BERT).follow_table(table, ReceivedSnapshots().see)
    await stage.port(ADA).concede(table)
    assert (await refusal(stage.port(ADA).odds(table))).code == "table-over"


async def test_a_worker_that_fails_is_no_fault_of_the_player(caplog: pytest.LogCaptureFixture) -> None:
    """One sentence for the player, the trace for the log."""
    stage = odds_host(DyingWorkers())
    ada, bert = stage.port(ADA), stage.port(BERT)
    table, _ = await court(stage, ada, bert)
    assert (await refusal(ada.odds(table))).code == "odds-failed"
    assert "ZeroDivisionError" in caplog.text


async def test_a_busy_machine_is_no_fault_of_the_program(caplog: pytest.LogCaptureFixture) -> None:
    """The player may ask again; the log has no trace, and nobody is alerted."""
    stage = odds_host(DyingWorkers(TimeoutError))
    ada, bert = stage.port(ADA), stage.port(BERT)
    table, _ = await court(stage, ada, bert)
    caplog.clear()
    assert (await refusal(ada.odds(table))).code == "odds-failed"
    told = [(one.levelname, one.message) for one in caplog.records if one.name == odds.__name__]
    assert told == [("WARNING", "odds took too long")]
    assert "Traceback" not in caplog.text


HARD = court_layout("astronomer craftsman guard hunter farmer", hand=5)


async def test_a_question_can_be_asked_again_for_a_better_answer() -> None:
    """While there is more; the last answer is as exact as the rules' own."""
    calculator = COURT.odds_calculator
    service = OddsService(Workers(AtOnce, run_task), lambda: 0.0, ChangeListeners())
    first, better = [await service.odds_then("ada", COURT, View(1, HARD), effort) for effort in (0, 1)]
    assert first.more
    assert first == calculator.odds(View(1, HARD))
    assert better == calculator.better_odds(View(1, HARD), None, 1)
    assert sum(one.exact for one in better.now) > sum(one.exact for one in first.now)


async def test_the_next_question_of_a_player_ends_a_better_answer_that_still_waits() -> None:
    """It is no longer worked out, and nobody else's is touched."""
    worker = BusyWorkers()
    service = OddsService(Workers(lambda: worker, run_task, processes=3), lambda: 0.0, ChangeListeners())
    begun = [
        asyncio.create_task(service.odds_then(player, COURT, View(1, HARD), 1)) for player in ("ada", "bert")
    ]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    again = asyncio.create_task(service.odds_then("ada", COURT, View(1, HARD)))
    assert (await refusal(begun[0])).code == "odds-failed"
    assert [job.cancelled() for job in worker.jobs] == [True, False, False]
    worker.answer()
    assert (await again).more
    assert not all(one.exact for one in (await again).now)
    assert (await begun[1]).now


async def test_the_process_takes_questions_of_addresses_in_turn() -> None:
    """Whoever asks much waits, and nobody else does. Who is gone has no turn."""
    worker = BusyWorkers()
    workers = Workers(lambda: worker, lambda question: question)
    much = [asyncio.create_task(workers.ask(b"much", 9.0, Asker("here", "ada"))) for _ in range(5)]
    await settled()
    one = asyncio.create_task(workers.ask(b"one", 9.0, Asker("there", "bert")))
    late = asyncio.create_task(workers.ask(b"late", 9.0, Asker("there", "cleo"), patience=0.0))
    with pytest.raises(TimeoutError):
        await late
    much[1].cancel()
    answered = []
    while len(answered) < 5:
        await settled()
        worker.jobs.pop().set_result(found := worker.asked.pop()())
        answered.append(found)
    assert answered == [b"much", b"one", b"much", b"much", b"much"]
    assert await one == b"one"


async def test_bots_think_for_who_is_at_their_table() -> None:
    """Whoever of its players is here; tables at which nobody is are one address together."""
    stage = odds_host()
    ada, leave = await stage.come("SHA256:ada", "Ada", "192.0.2.1")
    await ada.open_table("toy", 2, {})
    (table,) = stage.host.lobby.tables
    assert stage.host.bots._asker_of(table).address == "192.0.2.1"
    leave()
    assert stage.host.bots._asker_of(table).address == ""


async def test_a_player_who_leaves_takes_the_question_along() -> None:
    """A better answer that nobody waits for is not worked out."""
    worker = BusyWorkers()
    service = OddsService(Workers(lambda: worker, run_task), lambda: 0.0, ChangeListeners())
    asked = asyncio.create_task(service.odds_then("ada", COURT, View(1, HARD), 1))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    await asyncio.sleep(0)
    assert [job.cancelled() for job in worker.jobs] == [True]


async def test_the_next_position_ends_a_better_answer() -> None:
    """Whoever made the move; a chat line changes nothing."""
    worker = BusyWorkers()
    stage = odds_host(worker)
    ada, bert = stage.port(ADA), stage.port(BERT)
    table, playing = await court(stage, ada, bert)
    begun = asyncio.create_task(ada.odds(table, None, 1))
    for _ in range(9):
        await asyncio.sleep(0)
    await ada.say(table, "hm")
    assert not worker.jobs[0].cancelled()
    await move(stage, playing, table, ROLL)
    assert (await refusal(begun)).code == "odds-failed"
    assert worker.jobs[0].cancelled()


def test_work_that_has_begun_ends_when_nobody_waits_any_more() -> None:
    """In the midst of it; what is still waited for is worked out."""

    class PatientOdds:
        """Odds that are withdrawn while they are worked out."""

        answer, dear = Odds, False

        def odds(self, view: Any, move: Any = None) -> Any:
            raise NotImplementedError

        def better_odds(self, view: Any, move: Any, effort: int) -> Any:
            del view, move
            flags[effort] = 1
            for millions in range(100):
                found.append(sum(range(1_000_000)) + millions)
            return ()

        def prepare(self) -> None:
            raise NotImplementedError

    flags, found = [0, 0, 0], list[int]()
    game = SimpleNamespace(odds_calculator=PatientOdds(), View=View, Move=None)
    token = WITHDRAWN.set(flags)
    try:
        with pytest.raises(QuestionWithdrawn):
            compute_odds(OddsTask("court", codec.encode(View(1, HARD)), None, 1, place=1), {"court": game})
    finally:
        WITHDRAWN.reset(token)
    assert len(found) < 100
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


async def test_who_is_cancelled_withdraws_the_question() -> None:
    """And no other one; the next one has a place of its own."""
    worker, withdrawals = BusyWorkers(), Withdrawals()
    workers = Workers(lambda: worker, run_task, withdrawals, processes=3)
    tasks = [
        asyncio.create_task(workers.ask(OddsTask("court", codec.encode(View(1, HARD)), None, effort), 9.0))
        for effort in (1, 0, 1)
    ]
    await asyncio.sleep(0)
    for job in worker.jobs:
        job.set_running_or_notify_cancel()
    tasks[0].cancel()
    await asyncio.wait(tasks[:1])
    assert list(withdrawals.flags[:4]) == [0, 1, 0, 0]
    for task in tasks[1:]:
        task.cancel()
    await asyncio.wait(tasks)
    assert list(withdrawals.flags[:4]) == [0, 1, 1, 0]


async def test_better_answers_have_a_limit_of_their_own() -> None:
    """Twelve in ten seconds; first answers come all the same."""
    service = OddsService(Workers(AtOnce, run_task), lambda: 0.0, ChangeListeners())
    for _ in range(12):
        await service.odds_then("ada", COURT, View(1, EASY), 1)
    assert (await refusal(service.odds_then("ada", COURT, View(1, EASY), 1))).code == "too-many-odds"
    assert await service.odds_then("ada", COURT, View(1, EASY))


EASY = court_layout("", hand=3)


async def test_nobody_keeps_the_workers_busy() -> None:
    """Sixty questions in ten seconds; others are answered all the while."""
    stage = odds_host()
    ada, bert = stage.port(ADA), stage.port(BERT)
    table, _ = await court(stage, ada, bert)
    for _ in range(60):
        await ada.odds(table)
    assert (await refusal(ada.odds(table))).code == "too-many-odds"
    assert await bert.odds(table)
    await stage.time.pass_by(11)
    assert await ada.odds(table)


async def test_what_takes_long_may_be_asked_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thirty questions in ten seconds about a garden of laurin."""
    monkeypatch.setattr("engine.laurin.odds.WORK", (1, 1))
    stage = Simulation(games={"laurin": GAMES["laurin"]}, workers=Workers(AtOnce, run_task))
    ada, bert, cy = (stage.port(player) for player in (ADA, BERT, CY))
    table = await ada.open_table("laurin", 3, {})
    await bert.sit(table)
    await cy.sit(table)
    await ada.start(table)
    for _ in range(30):
        assert (await ada.odds(table)).playouts
    assert (await refusal(ada.odds(table))).code == "too-many-odds"
    assert await bert.odds(table)


async def test_odds_are_worked_out_in_other_processes() -> None:
    """A real worker, which goes on with bots; a refusal comes back as it is."""
    begun = playthrough.start(COURT, Setup(2, COURT.Options()), FairChance(b"k")).playthrough
    (ask,) = begun.asks
    view = codec.encode(begun.view(ask.seat))
    withdrawals = Withdrawals()
    workers = Workers(lambda: host_pool(1, withdrawals), withdrawals=withdrawals)
    try:
        odds = codec.decode(Odds, await workers.ask(OddsTask("court", view), 60))
        with pytest.raises(Refused) as refused:
            await workers.ask(OddsTask("court", view, codec.encode(Keep((1,)))), 60)
        chosen = await workers.ask(BotTask("court", "page", view, codec.encode(ask), b"s"), 60)
        withdrawals.withdraw(7)
        gone = OddsTask("court", codec.encode(View(1, HARD)), None, 1, place=7)
        with pytest.raises(QuestionWithdrawn):
            await workers._answer(gone, 60)
    finally:
        workers.close()
    assert odds == COURT.odds_calculator.odds(begun.view(ask.seat))
    assert refused.value.code == "not-before-first-roll"
    assert codec.decode(COURT.Move, chosen) == ROLL
