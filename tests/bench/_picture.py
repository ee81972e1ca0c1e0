"""Writes what a host shows a player of their table when they come in, and nobody else is there: pickled, for
`tests.bench._on_a_pty`. It is run as it is here in the folder of whichever day's program is to be shown.
"""

from __future__ import annotations

import pickle
import sys
from pathlib import Path
from time import time

from engine.court.game import GAME
from server.log import table_state
from server.table import snapshots
from tests.bench import _host
from tests.server.table.projection import projection


def picture() -> object:
    """The table at which the first player chooses among many dice."""
    who, begun = _host.seats(1)[0], time()
    player = _host._id(who.table, who.seat)
    state, events, _ = table_state.replay(
        table_state.opened(_host._opening(who.table)), _host._log(who.table), GAME
    )
    sight = projection(away_since=lambda other: None if other == player else begun)
    info = snapshots.personal_info(snapshots.table_info(state, 0, (), sight), state, player, sight)
    shown = snapshots.table_snapshot(state, who.seat, info, (), events)
    return snapshots.add_surroundings(shown, state, (), "", sight)


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(pickle.dumps(picture()))
