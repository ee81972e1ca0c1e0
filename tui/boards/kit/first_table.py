"""What somebody is told before their first table of a game: what it is about, before any rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tui.language.texts import Texts, Translatable
from tui.widgets.panel import Part


class FirstTable(NamedTuple):
    """A card that can be read in a quarter of a minute."""

    aim: Translatable
    """How the game is won, in two sentences at most."""
    steps_of: Translatable
    """What consists of the steps: a turn, or a round."""
    steps: tuple[Translatable, Translatable, Translatable]
    advice: Translatable
    """What to begin with, in one sentence."""
    picture: Callable[[Texts, int], Sequence[Sequence[Part]]]
    """Returns an example as lines of at most so many cells, 40 at least."""
