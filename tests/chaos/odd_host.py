"""`crownhouse` on a machine whose clock is wrong, and in a version with newer rules.

`python -m tests.chaos.odd_host AHEAD NEWER ARGUMENTS`: AHEAD in seconds; if NEWER is 1, a game has a rules
version that the present program does not know; it still plays the present one.
"""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from types import MappingProxyType

import tui.boards

NEWER_GAME = "laurin"


def main() -> int:
    """Run the program as the command line says."""
    ahead, is_newer, *arguments = sys.argv[1:]
    real = time.time
    time.time = lambda: real() + float(ahead)  # type: ignore[assignment]
    if int(is_newer):
        game = tui.boards.PLAYABLE[NEWER_GAME]
        newer = replace(
            game, rules_version=game.rules_version + 1, older_starts={game.rules_version: game.start}
        )
        tui.boards.PLAYABLE = MappingProxyType({**tui.boards.PLAYABLE, NEWER_GAME: newer})  # type: ignore[misc]
    from server.cli.main import main as run  # it takes the games when it is imported

    sys.argv[1:] = arguments
    return run()


if __name__ == "__main__":
    sys.exit(main())
