"""The names of cards, dwarfs, directions, phases and questions.

Squares are named a1..h8, movement cards by axis, distance and copy ("h2c").
"""

from __future__ import annotations

from typing import Literal

Magic = Literal["ban", "exchange", "haste", "revolt", "fog", "counter"]
DwarfKind = Literal["5/3", "3/2", "1/1"]
Direction = Literal["north", "east", "south", "west"]
Cards = tuple[int, ...]
"""Treasure in a hand or a bid: values, descending."""
Counts = tuple[int, int, int]
"""Treasure in a pile: how many of each value, the lowest first."""
Point = tuple[int, int]
"""A point on which the King can stand: (0, 0) is the outer corner of a1; x grows east, y north."""
Phase = Literal["treasure", "magic", "movement", "placing", "moving", "auction", "over"]
Question = Literal[
    "buy",  # phase 2: one magic card, or pass
    "give",  # phase 3: a movement card to a seat
    "place",  # phase 4, own turn
    "move",  # phase 5, own turn
    "bid",  # phase 6: treasure face down, or pass
    "take-back",  # a loser of the auction; all of them are asked at once
    "king",  # the winner must choose
    "king-free",  # nobody bid: may choose
    "king-last",  # the last card: may carry it out
    "react",  # a chance for magic; all who can play some are asked at once
    "counter",  # a chance for a counterspell; likewise
]
