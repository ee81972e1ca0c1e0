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
}  # fmt: skip
"""By game and the code of the step; a step to be read takes Enter."""
SHOWN: Mapping[str, str] = {"enter": "Enter", "right": "arrows", "down": "arrows", "space": "space"}
"""What a text calls a key without a letter."""
