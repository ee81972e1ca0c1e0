"""What snapshots show besides a table's own state, where there is nothing else."""

from __future__ import annotations

from collections.abc import Callable

from engine.game import AnyGame
from server.cluster.audiences import NOBODY
from server.log.absence import Absence, nobody_gone
from server.settings.timeouts import Timeouts
from server.table.snapshots import ProjectionContext


def projection(
    away_since: Callable[[str], float | None] = lambda _: None, games: dict[str, AnyGame] | None = None
) -> ProjectionContext:
    """A host at which nothing is known beside the tables; everybody is here."""
    return ProjectionContext(
        away_since=away_since,
        gone=nobody_gone,
        absence=Absence(nobody_gone, lambda _: True, lambda _: False),
        stalled=nobody_gone,
        after=lambda moment, seconds: moment + seconds,
        down=lambda _since, _until: 0.0,
        ignored=lambda _: (),
        hides=nobody_gone,
        banned=nobody_gone,
        rematch=lambda _: None,
        notice=str,
        rating=lambda _game, _holder: None,
        rating_changes=lambda _table, _seat: (),
        curve=lambda _: None,
        trophies=lambda _table, _seat: (),
        elsewhere=lambda _: NOBODY,
        is_reached=lambda: True,
        games=games or {},
        timeouts=Timeouts(),
    )
