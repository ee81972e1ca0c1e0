"""The keys of every step of the lessons, as their texts name them."""

from __future__ import annotations

from collections.abc import Mapping

KEYS: Mapping[str, Mapping[str, str]] = {
    "court": {
        "roll": "r", "keep": "5 s", "reroll": "r", "rest": "4 s", "farmer": "enter enter", "four": "r",
        "all": "2 5 s", "guard": "enter enter", "twice": "r", "power": "p enter enter", "five": "2 s",
        "knight": "enter enter", "six": "r", "seventh": "p right enter enter",
        "maid": "p enter 1 enter enter",
        "seven": "2 s", "king": "enter enter", "add": "p enter enter", "last": "r",
        "turn": "p enter 2 enter enter", "equal": "3 s", "stand": "f enter",
    },
    "intrigue": {
        "lord": "card:lord enter enter", "reveal": "r enter", "conspiracy": "card:conspiracy enter enter",
        "leave": "f enter", "ambush": "card:ambush enter enter", "again": "f enter",
        "soldier": "card:soldier enter enter", "double": "r enter", "attack": "r enter",
        "stack": "card:heir enter on:4 enter", "heir": "r enter", "choice": "place:6 enter enter",
        "last": "card:archer enter enter", "careful": "place:6 enter enter", "shoot": "r enter",
        "target": "place:7 enter enter",
    },
    "laurin": {
        "counter": "down down enter enter", "give": "enter enter",
        "give-two": "down enter enter", "five": "square:f5 enter", "three": "square:f4 enter",
        "one": "square:e4 enter", "placed": "t", "move": "square:e4 enter square:g5 enter m",
        "moved": "t", "bid": "3 enter enter", "king": "6 enter", "spell": "f enter",
        "second": "2 1 enter enter", "back": "enter",
    },
}  # fmt: skip
"""By game and the code of the step; a step to be read takes Enter."""
SHOWN: Mapping[str, tuple[str, ...]] = {"enter": ("Enter",), "right": ("arrows",), "down": ("arrows", "down")}
"""What a text calls a key without a letter."""
