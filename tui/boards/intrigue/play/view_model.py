"""What an intrigue board looks at: one seat's news, taken apart once, with the words to speak of it."""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.game import Ask, Refused
from engine.intrigue import queries
from engine.intrigue.game import GAME
from engine.intrigue.model.moves import Move
from engine.intrigue.model.state import Card, Kind, Stack, View
from tui.boards.intrigue.words import refusals
from tui.boards.kit.board import Names, names_of
from tui.host.port import Seat, TableSnapshot
from tui.language.texts import Texts

Phase = Literal["watch", "play", "reveal", "target", "move", "over"]
"""Watching others; a card is to be played; an own card to be revealed or left; an effect asks for a
card of the queue, or for one and its new place; the game is over.
"""


class ViewModel(NamedTuple):
    """A table as one player sees it. Made by `scene_of`."""

    texts: Texts
    names: Names
    seats: tuple[Seat, ...]
    view: View
    ask: Ask | None
    waiting_for: tuple[int, ...]
    can_undo: bool

    @property
    def phase(self) -> Phase:
        if self.ask is None:
            return "watch" if self.waiting_for else "over"
        kinds: dict[str, Phase] = {"play": "play", "reveal": "reveal", "move": "move"}
        return kinds.get(self.ask.kind, "target")

    @property
    def queue(self) -> tuple[Stack, ...]:
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
        """What its owner has to choose for."""
        resolving = self.view.position.resolving
        return resolving.effect if resolving else None

    @property
    def acting(self) -> Card | None:
        """The card being resolved."""
        return queries.acting(self.view)

    def top(self, place: int) -> Card:
        """The card that lies on top of a place."""
        return self.queue[place - 1][-1]

    def check(self, move: Move) -> Refused | None:
        """Why this player may not make the move now; None: it is allowed."""
        return GAME.check(self.view, move)

    def why(self, refusal: Refused) -> str | None:
        """The sentence for a refusal."""
        return refusals.refusal(self.texts, self.names, refusal)


def view_model(texts: Texts, snapshot: TableSnapshot) -> ViewModel:
    """The scene of news that have a view."""
    seats = snapshot.info.seats
    return ViewModel(
        texts,
        names_of(texts, seats),
        seats,
        snapshot.view,
        snapshot.ask,
        snapshot.waiting_for,
        snapshot.can_undo,
    )
