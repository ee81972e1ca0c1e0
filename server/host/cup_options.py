"""The options of a cup's games: what a wish names, and what every cup sets itself."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import AnyGame
from engine.records.record import CHANCE, DUPLICATE
from server.log.table_options import BOT, LATE, MOVE, ON, PROGRAMS, RATED, parse_table_options
from tui.host.cups import CupWish
from tui.host.refusals import refused


def check(wish: CupWish) -> None:
    """Raise Refused ("option-not-possible") for an option that a cup has otherwise than is wished."""
    for name, value in _own(wish).items():
        if wish.options.get(name, value) != value:
            raise refused("option-not-possible", option=name, value=wish.options[name], accepted=value)


def parsed(game: AnyGame, wish: CupWish) -> dict[str, str | int]:
    """Return a cup's options but for chance: each table is opened with its luck. Raises Refused as
    `parse_table_options` does.
    """
    texts = {**wish.options, **_own(wish)}
    del texts[CHANCE]
    return parse_table_options(game, texts | ({PROGRAMS: ON} if wish.programs else {}))


def _own(wish: CupWish) -> Mapping[str, str]:
    return {RATED: ON, CHANCE: DUPLICATE, LATE: MOVE if wish.league else BOT}
