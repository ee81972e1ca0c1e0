"""Three games, for tests of lists, pictures and places: whatever other games there are, in whatever order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType

from engine.game import AnyGame
from engine.registry import GAMES
from tui import boards
from tui.presenters.offers import offers

THREE: Mapping[str, AnyGame] = MappingProxyType({key: GAMES[key] for key in ("court", "intrigue", "laurin")})


@contextmanager
def offered(games: Mapping[str, AnyGame]) -> Iterator[None]:
    """These are all games that can be played here."""
    all_games = dict(boards.PLAYABLE)

    def offer(those: Mapping[str, AnyGame]) -> None:
        boards._playable.clear()
        boards._playable.update(those)
        offers.cache_clear()

    offer(games)
    try:
        yield
    finally:
        offer(all_games)
