"""A bot that plays court by the learned value; the gate knows it as training.court.candidate:Candidate."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import msgspec

from engine.chance import Chance
from engine.court.bots.goals import Goal, TurnPosition, best_goal_met, turn_position
from engine.court.bots.king_distance import turns_saved
from engine.court.bots.king_race import beat_chance, beating_mark
from engine.court.bots.move_choice import best_move
from engine.court.model.cards import KINDS
from engine.court.model.moves import STAND, Move, Take
from engine.court.model.state import Final, Kind, State, Turn, View
from engine.court.odds.targets import CARDS
from engine.court.rules.validation import final_round, take_refusal
from engine.game import AnyGame, Ask
from training.court.households import household, with_card
from training.court.values import Learned
from training.court.wishes import Place, wishes

_LEAST = 1e-4
"""What a turn saved is worth where only the chance to beat the mark counts."""


class Candidate:
    """Plays court's turns as the steward does, for goals that a learned value sets."""

    name = "candidate"

    def __init__(self) -> None:
        found = Path(__file__).with_name("learned.json").read_bytes()
        self._learned = msgspec.json.decode(found, type=Learned)

    def choose(self, _game: AnyGame, view: View, _ask: Ask, _chance: Chance) -> Move:
        """The legal move with the highest expected gain. Draws nothing."""
        position, turn = view.position, view.position.turn
        assert turn is not None  # noqa: S101  (nobody is asked after the end)
        hand = turn_position(position, turn)
        if not final_round(position):
            hand = self._with_own_goals(hand, position, turn)
        move = best_move(hand)
        if move is not None:
            return move
        return STAND if final_round(position) else Take(best_goal_met(hand.goals, hand.aside).card)

    def _with_own_goals(self, hand: TurnPosition, position: State, turn: Turn) -> TurnPosition:
        cards = tuple(card for card in KINDS if take_refusal(position, turn.seat, card) is None)
        if position.final is None:
            goals = _goals(self._learned, position.cards, turn.seat - 1, position.waiting, cards)
        else:
            found = _beating(position, turn.seat, position.final, cards)
            goals = tuple(sorted(found, key=lambda goal: -goal.worth))
        return hand._replace(goals=(*goals, Goal(0.0, None)))


@lru_cache(maxsize=64)
def _goals(
    learned: Learned,
    owners: tuple[tuple[Kind, ...], ...],
    seat: int,
    waiting: tuple[int, ...],
    cards: tuple[Kind, ...],
) -> tuple[Goal, ...]:
    """The goals of a turn before anybody has the King, best first."""
    place = Place([household(own) for own in owners], seat, tuple(other - 1 for other in waiting))
    buyable = [card for card in cards if card != "king"]
    return tuple(
        Goal(worth, CARDS.get(card) if mark is None else beating_mark(mark, equal=True), card)
        for worth, card, mark in wishes(learned, place, buyable, king="king" in cards)
    )


def _beating(position: State, seat: int, final: Final, cards: tuple[Kind, ...]) -> Iterator[Goal]:
    """The goals of the last normal turn, once another has the King: what helps to beat the mark."""
    own = position.cards[seat - 1]
    mark = final.mark.count, final.mark.face
    now = beat_chance(own, mark, equal=False)
    for card in cards:
        gain = beat_chance(with_card(own, card).cards, mark, equal=False) - now
        yield Goal(max(gain, 0.0) + _LEAST * (1 + turns_saved(own, card)), CARDS.get(card), card)
