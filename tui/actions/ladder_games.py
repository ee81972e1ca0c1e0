"""A ladder game against one of the opponents of a game: a game of three with the opponent beside it, at the
usual rules; and who is met after it.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from engine.opponents import NOBODY
from engine.registry import GAMES
from tui.actions.practice_choice import LADDER_SEATS, PracticeChoice, told_first
from tui.actions.session_context import SessionContext
from tui.host.history import Rung, SoloLadder
from tui.host.port import TableInfo
from tui.language.texts import Texts
from tui.presenters.people.opponent_words import next_words
from tui.presenters.people.profile_words import named


def against_rung(rung: Rung, game: str) -> PracticeChoice:
    """Returns the game of the ladder against an opponent."""
    return PracticeChoice(game, LADDER_SEATS, rung.bot, GAMES[game].opponents.beside(rung.bot))


def play(
    session: SessionContext, go: Callable[[Coroutine[Any, Any, str]], object], rung: Rung, game: str
) -> None:
    """Begins a ladder game; `go` shows the table that comes of it."""
    told_first(session, against_rung(rung, game), go)


def opponent_at(table: TableInfo) -> str:
    """Returns the key of the opponent that a table's game is against; '': it is no ladder game."""
    bots = [seat.bot for seat in table.seats if seat.held_by == "bot"]
    known = GAMES[table.game].opponents if table.game in GAMES else NOBODY
    if (
        len(table.seats) != LADDER_SEATS
        or len(bots) != LADDER_SEATS - 1
        or bots[0] not in known.bots.values()
    ):
        return ""
    return bots[0] if known.beside(bots[0]) == bots[1] else ""


def following(ladder: SoloLadder, against: str) -> Rung | None:
    """Returns the opponent to be met after the one whose bot's key is `against`, who has been beaten as often
    as it takes; None: that one is still to be beaten, or nobody is left.
    """
    met = next((one for one in ladder.rungs if one.bot == against), None)
    after = ladder.next
    return after if met and after and not met.missing and after.missing else None


def result_words(texts: Texts, ladder: SoloLadder, against: str) -> str:
    """Returns what the ladder says after a game against an opponent."""
    if rung := following(ladder, against):
        met = next(one for one in ladder.rungs if one.bot == against)
        return texts._(
            "{name} is beaten twice: {opponent} sits down next.", name=met.name, opponent=named(rung)
        )
    return next_words(texts, ladder)
