"""The opponents of a game, in words, and a ladder game against one of them: a game of three with the opponent
beside it, at the usual rules.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from rich.cells import cell_len

from engine.opponents import NOBODY
from engine.registry import GAMES
from tui.actions.context import CommandContext, request
from tui.actions.session_context import SessionContext
from tui.boards import PLAYABLE
from tui.commands.people.finding import game_meant
from tui.commands.practice import LADDER_SEATS, PracticeChoice, told_first
from tui.host.history import Rung, SoloLadder
from tui.host.port import TableInfo
from tui.language.texts import Texts
from tui.people.profile_words import named
from tui.presenters.offers import title


def show_opponents(context: CommandContext, words: str) -> None:
    """Shows the opponents of a game: the one named, the one meant, or the first."""
    session = context.session
    game = context.current_game or next(iter(PLAYABLE))
    for word in words.casefold().split():
        game = game_meant(session.texts, word)
        if not game:
            games = ", ".join(PLAYABLE)
            said = session.texts._("There is no game called {word} here: {games}.", word=word, games=games)
            context.notice(said)
            return
    request(context, session.port.opponents(game), session.show_opponents)


def play(
    session: SessionContext, go: Callable[[Coroutine[Any, Any, str]], object], rung: Rung, game: str
) -> None:
    """Begins a ladder game; `go` shows the table that comes of it."""
    beside = GAMES[game].opponents.beside(rung.bot)
    told_first(session, PracticeChoice(game, LADDER_SEATS, rung.bot, beside), go)


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


def heading(texts: Texts, ladder: SoloLadder) -> str:
    """Returns whose opponents these are, and how many are beaten."""
    return texts._(
        "{game}: {number} of {all} opponents beaten",
        game=title(texts, ladder.game), number=ladder.beaten, all=len(ladder.rungs),
    )  # fmt: skip


def state(texts: Texts, ladder: SoloLadder, rung: Rung) -> str:
    """Returns how the player stands to an opponent, in a few words."""
    if not rung.open:
        before = ladder.rungs[ladder.rungs.index(rung) - 1]
        return texts._("opens after {name}", name=before.name)
    if not rung.games:
        return texts._("not played yet")
    return texts._("won {won} of {games}", won=rung.won, games=rung.games)


def next_words(texts: Texts, ladder: SoloLadder) -> str:
    """Returns whom the player meets next, and what opens the one after."""
    rung = ladder.next
    if rung is None:
        return texts._("Nobody has measured opponents of this game.")
    if not rung.missing:
        return texts._("You have beaten them all. {name} plays again.", name=rung.name)
    at = ladder.rungs.index(rung) + 1
    if at == len(ladder.rungs):
        return texts.ngettext(
            "{opponent}: {number} more win, and you have beaten them all.",
            "{opponent}: {number} more wins, and you have beaten them all.",
            rung.missing, opponent=named(rung),
        )  # fmt: skip
    return texts.ngettext(
        "{opponent}: {number} more win, and {name} sits down.",
        "{opponent}: {number} more wins, and {name} sits down.",
        rung.missing, opponent=named(rung), name=ladder.rungs[at].name,
    )  # fmt: skip


def what_counts(texts: Texts, ladder: SoloLadder, rung: Rung) -> str:
    """Returns what a win against an opponent is, and whether it is kept."""
    said = texts._(
        "{beside} plays, too; you win with a better place than {name}.", beside=rung.beside, name=rung.name
    )
    kept = "" if ladder.kept else texts._("Wins are kept for players with an SSH key.")
    return f"{said} {kept}".strip()


def in_lines(texts: Texts, ladder: SoloLadder) -> Sequence[str]:
    """Returns the opponents in lines, the weakest first; last, whom the player meets next."""
    width = max((cell_len(one.name) for one in ladder.rungs), default=0)
    rows = [
        f"{one.name:<{width}}  {'' if one.rating is None else one.rating:>4}  {state(texts, ladder, one)}"
        for one in ladder.rungs
    ]
    now = ladder.next
    about = [what_counts(texts, ladder, now)] if now else []
    return [f"{heading(texts, ladder)}.", *rows, *about, next_words(texts, ladder)]


DOES: Mapping[str, Callable[[CommandContext, str], None]] = MappingProxyType({"opponents": show_opponents})
