"""What one asks of results: the ladder of a game, and the opponents that one plays against."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from tui.actions.action import Action, Api, Place, Slash, Ssh, Wrong
from tui.actions.context import CommandContext
from tui.boards import PLAYABLE
from tui.host.history import SoloLadder
from tui.host.ratings import Ladder
from tui.language.spelling import spellings
from tui.language.texts import N_, NC_
from tui.people import ladder_words, opponent_words
from tui.presenters.offers import game_meant


class OfGame(Struct, frozen=True, kw_only=True):
    """A game, by its key."""

    game: str


class OnLadder(OfGame, frozen=True, kw_only=True):
    """The ladder of a game: of people and bots, or of programs."""

    programs: bool = False


def _game(place: Place, words: Sequence[str]) -> str:
    """Return the game that the last word names; without words the one meant, or the first. Raises Wrong."""
    texts, game = place.texts, place.game or next(iter(PLAYABLE))
    for word in words:
        game = game_meant(texts, word)
        if not game:
            games = ", ".join(PLAYABLE)
            raise Wrong(texts._("There is no game called {word} here: {games}.", word=word, games=games))
    return game


def _on_ladder(place: Place, words: str) -> OnLadder:
    """A game, and whether programs are meant, in any order."""
    programs = {"programs", *spellings(place.texts._("programs").casefold())}
    typed = words.casefold().split()
    game = _game(place, [word for word in typed if word not in programs])
    return OnLadder(game=game, programs=not programs.isdisjoint(typed))


def _show_ladder(context: CommandContext, found: Ladder) -> None:
    texts, now = context.session.texts, context.session.port.now()
    context.show(ladder_words.heading(texts, found), ladder_words.rows(texts, found, now))


def _show_opponents(context: CommandContext, found: SoloLadder) -> None:
    context.session.show_opponents(found)


ACTIONS: Sequence[Action[Any, Any]] = (
    Action(
        name="ladder",
        args=OnLadder,
        run=lambda port, args: port.ladder(args.game, "programs" if args.programs else "people"),
        say=lambda place, _, found: "\n".join(ladder_words.in_lines(place.texts, found, place.port.now())),
        answer=lambda _place, _args, found: {"ladder": found},
        read=_on_ladder,
        show=_show_ladder,
        only_shows=True,
        slash=Slash(
            NC_("typed command", "ladder"),
            NC_("usage", "[GAME] [programs]"),
            N_("the best at a game, by their ratings; programs have a ladder of their own"),
        ),
        ssh=Ssh(
            "ladder GAME",
            N_("the best at a game, by their ratings"),
            for_guests=True,
            flags=("programs",),
        ),
        api=Api('the [ladder](#ratings) of a game; with `"programs":true` that of programs'),
    ),
    Action(
        name="opponents",
        args=OfGame,
        run=lambda port, args: port.opponents(args.game),
        say=lambda place, _, found: "\n".join(opponent_words.in_lines(place.texts, found)),
        answer=lambda _place, _args, found: {"opponents": found},
        read=lambda place, words: OfGame(game=_game(place, words.casefold().split())),
        show=_show_opponents,
        only_shows=True,
        slash=Slash(
            NC_("typed command", "opponents"),
            NC_("usage", "[GAME]"),
            N_("the opponents of a game, the weakest first; two wins against one open the next"),
        ),
        ssh=Ssh(
            "opponents GAME",
            N_("the opponents of a game, the weakest first; two wins against one open the next"),
            for_guests=True,
        ),
        api=Api(
            "the `opponents` of a game as its `rungs`, the weakest first: each `name`, its `bot`, the one "
            "`beside` it in a ladder game, its measured `rating`, your `games` against it, how many of them "
            "you have `won`, and whether it is `open` to you; `kept` is false for guests"
        ),
    ),
)
