"""What a seat has planned answers for it, as far as it was foreseen; nobody else can tell."""

from __future__ import annotations

from typing import Any

import pytest

from engine.laurin.game import GAME
from engine.plans import ASK, MOST, Branch, Condition, Link, Plan, Until
from server.bots.standing_answers import SHORTEST, SPREAD
from tests.server.bots.test_standing_answers import LaurinHost
from tests.server.simulation import ADA, ReceivedSnapshots, refusal, settled

LATER = SHORTEST + SPREAD + 0.1


def passes(seat: int, move: str = "pass", otherwise: str = ASK) -> Link:
    """What is answered once a seat passes, and else."""
    when = Condition(({"type": "passed", "seat": seat},), words="they pass")
    return Link((Branch(when, move),), otherwise)


async def planned(*links: Link, otherwise: str = ASK) -> tuple[LaurinHost, int, int]:
    """A host where two are asked to react, and the first of them plans what to do if the other passes."""
    host = LaurinHost()
    await host.play()
    seat, other = (ask.seat for ask in host.reacting[:2])
    await host.ports[seat - 1].plan(host.table, Plan(links or (passes(other, otherwise=otherwise),)))
    return host, seat, other


async def answers(host: LaurinHost, seat: int, move: Any) -> None:
    ask = next(ask for ask in host.state.asks if ask.seat == seat)
    await host.ports[seat - 1].submit(host.table, ask.id, move)
    await host.time.pass_by(LATER)


def is_asked(host: LaurinHost, seat: int) -> bool:
    return seat in [ask.seat for ask in host.state.asks]


async def test_what_was_foreseen_is_answered_once_it_has_happened() -> None:
    """Not before; as a move of the player's own, and kept in the log as given and as used."""
    host, seat, other = await planned()
    await host.time.pass_by(LATER)
    assert is_asked(host, seat)
    await answers(host, other, host.reacting[0].timeout_move)
    kept, used = await host.log("plan"), (await host.log())[-1]
    assert (used.seat, used.by, used.move) == (seat, "player", '{"type":"pass"}')
    assert [(one.by, one.ask, bool(one.note)) for one in kept] == [
        ("player", 0, True),
        ("host", used.ask, False),
    ]
    assert seat not in host.state.plans


async def test_what_was_not_foreseen_is_asked() -> None:
    """Once nobody else is asked, who might still do it; or another move is made then, if one was said."""
    host, seat, other = await planned()
    cast = next(move for move in GAME.legal(host.view(other)) if move != host.reacting[0].timeout_move)
    await answers(host, other, cast)
    assert [one.seat for one in (await host.log())[-1:]] == [other]
    host, seat, _ = await planned(passes(4, otherwise="pass"))
    for _ in range(2):
        for ask in host.reacting:
            if ask.seat != seat:
                await answers(host, ask.seat, ask.timeout_move)
    last = (await host.log())[-1]
    assert (last.seat, last.move) == (seat, '{"type":"pass"}')


async def test_nobody_else_is_told_what_was_planned() -> None:
    """Neither a picture nor a word of it reaches another seat or a spectator."""
    host, eyes = LaurinHost(), [ReceivedSnapshots() for _ in range(4)]
    await host.play()
    watching, _ = host.enter(type(ADA)("dora", "Dora"))
    for port, seen in zip((*host.ports, watching), eyes, strict=True):
        port.follow_table(host.table, seen.see)
    await settled()
    seat, other = (ask.seat for ask in host.reacting[:2])
    before = [len(seen) for seen in eyes]
    await host.ports[seat - 1].plan(host.table, Plan((passes(other),)))
    await settled()
    told = [int(number == seat) for number in range(1, 5)]
    assert [len(seen) - count for seen, count in zip(eyes, before, strict=True)] == told
    assert [seen.last.plan is not None for seen in eyes] == [bool(one) for one in told]


@pytest.mark.parametrize("withdrawn", ["by its player", "by an answer", "by an undo", "by a bot"])
async def test_it_is_withdrawn(withdrawn: str) -> None:
    """And then answers nothing, also where the answer was under way."""
    host, seat, other = await planned()
    port = host.ports[seat - 1]
    if withdrawn == "by its player":
        await port.plan(host.table, None)
    elif withdrawn == "by an answer":
        await answers(host, seat, host.reacting[0].timeout_move)
    elif withdrawn == "by an undo":
        ask = next(ask for ask in host.state.asks if ask.seat == other)
        await host.ports[other - 1].submit(host.table, ask.id, ask.timeout_move)
        assert host.state.plans[seat].happened
        await host.ports[other - 1].undo(host.table)
    else:
        await port.concede(host.table)
    assert seat not in host.state.plans
    moves = len(await host.log())
    await host.time.pass_by(LATER)
    assert {one.by for one in (await host.log())[moves:]} <= {"bot"}


async def test_it_survives_the_host() -> None:
    """Killed and started again, it still answers what it was made for."""
    host, seat, other = await planned()
    host = await host.killed()
    assert host.state.plans[seat].plan.chain
    await answers(host, other, host.reacting[0].timeout_move)
    last = (await host.log())[-1]
    assert (last.seat, last.move) == (seat, '{"type":"pass"}')


async def test_passing_goes_on_until_something_happens() -> None:
    """Chances to react alone, unless every question was meant; it ends with the round in any case."""
    host = LaurinHost()
    await host.play()
    seat, other = (ask.seat for ask in host.reacting[:2])
    magic = Condition(({"type": "played", "seat": other},))
    await host.ports[seat - 1].plan(host.table, Plan(until=Until("pass", magic)))
    await host.time.pass_by(LATER)
    assert not is_asked(host, seat)
    assert seat in host.state.plans
    casts = [move for move in GAME.legal(host.view(other)) if move != host.reacting[0].timeout_move]
    await answers(host, other, casts[0])
    assert seat not in host.state.plans


async def test_what_says_nothing_is_refused() -> None:
    """And moves that cannot be read."""
    host, seat, _ = await planned()
    port = host.ports[seat - 1]
    assert (await refusal(port.plan(host.table, Plan()))).code == "nothing-planned"
    never = Branch(Condition(({"type": "nothing"},)), "pass")
    for long in (Plan((Link(otherwise="pass"),) * (MOST + 1)), Plan((Link((never,) * (MOST + 1)),))):
        assert (await refusal(port.plan(host.table, long))).code == "plan-too-long"
    assert (await refusal(port.plan(host.table, Plan((Link(otherwise="jump"),))))).code == "unreadable"
