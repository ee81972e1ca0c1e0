"""What a picture of a position is drawn with, on a canvas of 1200 x 630: pieces that several games have."""

from __future__ import annotations

from typing import Protocol


class Sketch(Protocol):
    """Draws pieces; `x` and `y` are the upper left corner, in pixels."""

    def die(self, x: float, y: float, size: float, face: int) -> None:
        """A die that shows a face; 0: none, it has not been rolled."""

    def card(self, x: float, y: float, seat: int, said: str) -> None:
        """A card of a seat, of 116 x 136; '': face down."""

    def grid(self, x: float, y: float, square: float, side: int) -> None:
        """The lines of a board of so many squares a side."""

    def disc(self, x: float, y: float, size: float, seat: int, said: str) -> None:
        """A piece of a seat, with a short text on it."""

    def crown(self, x: float, y: float, size: float) -> None:
        """A crown."""
