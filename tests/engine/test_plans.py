"""How much a plan answers: a game of laurin in which a seat has magic, and lets nearly every chance pass."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from engine import plans, playthrough
from engine.game import Ask, Setup
from engine.laurin.game import GAME
from engine.laurin.model import cards
from engine.laurin.model.moves import Buy, Give, Place
from engine.laurin.rules.legal import DONE, PASS
from engine.plans import Link, Plan, Undecided, Until
from engine.playthrough import Playthrough
from tests.engine.seeded_chance import SeededChance

ROUNDS, SEAT = 4, 2


def own_moves(view: Any, ask: Ask) -> list[Any]:
    """What the player types at once: buys magic, gives movement cards, places dwarfs; else passes."""
    legal = [move for move, _ in zip(GAME.legal(view), range(400), strict=False)]
    match ask.kind:
        case "buy":
            return [next((move for move in legal if isinstance(move, Buy)), PASS)]
        case "give":
            free = [seat for seat, card in enumerate(view.position.movement, 1) if card is None]
            return [Give(card, seat) for card, seat in zip(view.position.drawn, free, strict=False)]
        case "place":
            moves, left, squares = list[Any](), view.position.turn.left, set[str]()
            for kind in view.position.stocks[SEAT - 1]:
                fits = [one for one in legal if isinstance(one, Place) and one.dwarf == kind]
                move = next((one for one in fits if one.square not in squares), None)
                if move and cards.value(kind) <= left:
                    moves.append(move)
                    squares.add(move.square)
                    left -= cards.value(kind)
            return [*moves, DONE]
    return [move for move in (PASS, DONE, *legal) if move in legal][:1]


def played(afterwards: Until | None = None, at_first: Until | None = None) -> tuple[int, list[Ask]]:
    """How often the seat is asked in four rounds against bots, and to what its player types something."""
    chance, bot = SeededChance(0), next(iter(GAME.bots.values()))
    game = playthrough.start(GAME, Setup(3, GAME.Options()), chance).playthrough
    kept = plans.kept(Plan(until=at_first), game, SEAT) if at_first else None
    asked, typed = 0, list[Ask]()

    def step(now: Playthrough, ask: Ask, move: Any) -> Playthrough:
        nonlocal kept
        done = playthrough.apply(now, ask.seat, ask.id, move, chance)
        if kept:
            kept = plans.after_step(kept, done.playthrough, SEAT, done.events, ask.seat, ask.id)
        return done.playthrough

    while GAME.round(game.state) <= ROUNDS:
        ask, view = game.ask_of(SEAT), game.view(SEAT)
        move: Any = plans.decision(kept, game, SEAT) if kept else Undecided.SILENT
        other = next((one for one in game.asks if one.seat != SEAT), None)
        if ask and kept and not isinstance(move, Undecided):
            kept, asked = plans.used(kept, ask.id), asked + 1
            game = step(game, ask, move)
        elif other:
            game = step(game, other, bot.choose(GAME, game.view(other.seat), other, chance))
        elif ask:
            moves, asked = own_moves(view, ask), asked + 1
            typed.append(ask)
            if afterwards:
                links = tuple(Link(otherwise=GAME.notate(one)) for one in moves)
                kept = plans.used(plans.kept(Plan(links, afterwards), game, SEAT), ask.id)
            game = step(game, ask, moves[0])
    return asked, typed


@pytest.mark.parametrize(("end", "most"), [("round", 15), ("turn", 18)])
def test_sixty_six_questions_are_fourteen(end: Literal["round", "turn"], most: int) -> None:
    """With a chain for each turn of one's own, and always passing until the round is over, or until there is
    something to do: a bid that can be passed is nothing.
    """
    asked, typed = played()
    assert (asked, len(typed)) == (66, 66)
    asked, typed = played(Until("pass", end=end, every=True))
    assert asked > 60
    assert len(typed) <= most


def test_one_plan_answers_all_reactions_of_a_game() -> None:
    asked, typed = played(at_first=Until("pass", end="game"))
    assert asked > 60
    assert len(typed) < 40
    assert not any(ask.reaction for ask in typed)
