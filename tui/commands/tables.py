"""Orders about ended games, and the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from tui.actions.context import CommandContext, request
from tui.actions.records import which_game, which_record
from tui.commands import catalogue


def read_record(context: CommandContext, words: str) -> None:
    """Shows a game's record here."""
    game, session = words or context.record, context.session
    if not game:
        context.notice(which_record(session.texts))
        return
    heading = session.texts._("Game record")
    host = session.port.ssh_host
    table = context.current_table
    ended = host and (table is None or table.stage == "over")
    typed = [(f"ssh {host} {words}", "") for words in fetched(game)] if ended else []
    request(
        context, session.port.record(game), lambda text: context.show(heading, [*typed, *record_rows(text)])
    )


def fetched(game: str) -> tuple[str, ...]:
    """Returns the commands that fetch an ended game: its record, as a film, its chances as a picture."""
    return f"record {game}", f"cast {game} > game.cast", f"analyse {game} --svg > curve.svg"


def replay(context: CommandContext, words: str) -> None:
    """Looks at an ended game again."""
    game, session = words or context.record, context.session
    if game:
        request(context, session.port.replay(game), session.show_replay)
    else:
        context.notice(which_game(session.texts, catalogue.COMMANDS["replay"].word))


def analyse(context: CommandContext, words: str) -> None:
    """Shows the analysis of an ended game."""
    game, session = words or context.record, context.session
    if game:
        request(context, session.port.replay(game), session.show_analysis)
    else:
        context.notice(which_game(session.texts, catalogue.COMMANDS["analyse"].word))


def record_rows(text: str) -> list[tuple[str, str]]:
    """Returns a record as rows: words of the header or the numbers of steps, and what they say."""
    rows = []
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        rows.append(("", line) if word == "#" or not rest else (word, rest))
    return rows


DOES: Mapping[str, Callable[[CommandContext, str], None]] = MappingProxyType(
    {
        "read": read_record,
        "replay": replay,
    }
)
