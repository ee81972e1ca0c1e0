"""The view model of intrigue (`tui.boards.kit.view_model`)."""

from __future__ import annotations

from typing import Literal

from engine.intrigue import queries
from engine.intrigue.game import GAME
from engine.intrigue.model.state import Card, Kind, Stack, View
from tui.boards.intrigue.words import refusals
from tui.boards.kit.view_model import BoardViewModel

Phase = Literal["watch", "play", "reveal", "target", "move", "over"]
"""Watching others; a card has to be played; an own card is revealed or left; an effect asks for a card of the
queue, or for a card and its new place; the game is over.
"""


class ViewModel(BoardViewModel[View]):
    """A table of intrigue as one player sees it."""

    game = GAME
    refusal = staticmethod(refusals.refusal)

    @property
    def phase(self) -> Phase:
        """The kind of step that this player can take now."""
        if self.ask is None:
            return "watch" if self.waiting_for else "over"
        kinds: dict[str, Phase] = {"play": "play", "reveal": "reveal", "move": "move"}
        return kinds.get(self.ask.kind, "target")

    @property
    def queue(self) -> tuple[Stack, ...]:
        """The places of the queue from the front, each with its cards from the bottom up."""
        return self.view.position.queue

    @property
    def hand(self) -> tuple[Kind, ...]:
        """The viewer's own cards; a spectator has none."""
        seat = self.view.seat
        cards = () if seat is None else self.view.position.hands[seat - 1]
        return tuple(kind for kind in cards if kind is not None)

    @property
    def place(self) -> int:
        """The place being resolved; 0: none is."""
        resolving = self.view.position.resolving
        return resolving.place if resolving else 0

    @property
    def effect(self) -> Kind | None:
        """The effect that its owner has to choose for."""
        resolving = self.view.position.resolving
        return resolving.effect if resolving else None

    @property
    def acting(self) -> Card | None:
        """The card being resolved."""
        return queries.acting(self.view)

    def top(self, place: int) -> Card:
        """Return the top card of a place."""
        return self.queue[place - 1][-1]
