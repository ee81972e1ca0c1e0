"""The ladder of a game, as a page or in lines; and whether ratings are shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from rich.cells import cell_len

from tui.actions.context import CommandContext, request
from tui.boards import PLAYABLE
from tui.commands.account import OFF, ON, switch
from tui.commands.people.finding import game_meant
from tui.commands.practice import opponent_word
from tui.host.ratings import PROVISIONAL_GAMES, Ladder, LadderName, LadderRow
from tui.language import elapsed
from tui.language.rating_words import rating_word
from tui.language.spelling import spellings
from tui.language.texts import Texts
from tui.presenters.offers import short_title

RATINGS = "ratings"
"""The setting that hides ratings."""


def show_ladder(context: CommandContext, words: str) -> None:
    """Shows the ladder of a game, of people or of programs: the game named, the one meant, or the first."""
    texts, port = context.session.texts, context.session.port
    game, ladder = context.current_game or next(iter(PLAYABLE)), "people"
    programs = {"programs", *spellings(texts._("programs").casefold())}
    for word in words.casefold().split():
        if word in programs:
            ladder = "programs"
        elif meant := game_meant(texts, word):
            game = meant
        else:
            games = ", ".join(PLAYABLE)
            context.notice(texts._("There is no game called {word} here: {games}.", word=word, games=games))
            return
    wanted: LadderName = "programs" if ladder == "programs" else "people"

    def shown(found: Ladder) -> None:
        context.show(ladder_heading(texts, found), ladder_rows(texts, found, port.now()))

    request(context, port.ladder(game, wanted), shown)


def ladder_heading(texts: Texts, ladder: Ladder) -> str:
    """Returns which ladder it is, and how many stand on it."""
    of = {"game": short_title(texts, ladder.game)}
    if ladder.ladder == "programs":
        return texts.ngettext(
            "{game}: {number} program with a rating", "{game}: {number} programs with a rating",
            ladder.players, **of,
        )  # fmt: skip
    return texts.ngettext(
        "{game}: {number} player with a rating",
        "{game}: {number} players with a rating",
        ladder.players,
        **of,
    )


def ladder_rows(texts: Texts, ladder: Ladder, now: float) -> list[tuple[str, str]]:
    """Returns the places in order, your own below them if it is not among them, and what they mean."""
    if not ladder.rows:
        return [("", texts._("Nobody has a rating yet: rated games between two accounts give one."))]
    listed = list(ladder.rows)
    if ladder.yours and not any(row.you for row in listed):
        listed.append(ladder.yours)
    names = [_name(texts, ladder.game, row) for row in listed]
    width = max(map(cell_len, names))
    padded = [f"{name}{' ' * (width - cell_len(name))}" for name in names]
    rows = [(_rank(row), _facts(texts, row, name, now)) for row, name in zip(listed, padded, strict=True)]
    said = texts._("?: fewer than {number} rated games, so there is no rank yet.", number=PROVISIONAL_GAMES)
    return [*rows, *([("", ""), ("", said)] if any(row.rating.provisional for row in listed) else [])]


def _rank(row: LadderRow) -> str:
    return f"{row.rank}." if row.rank else "?"


def _name(texts: Texts, game: str, row: LadderRow) -> str:
    if row.bot:
        return texts._("{name} (bot)", name=opponent_word(game, row.bot))
    if row.hidden:
        return texts._("(profile hidden)")
    return texts._("{name} (you)", name=row.name) if row.you else row.name


def _facts(texts: Texts, row: LadderRow, name: str, now: float) -> str:
    games = texts.ngettext("{number} game", "{number} games", row.rating.games)
    facts = f"{name}  {rating_word(row.rating):>5} ±{row.rating.uncertainty:<3}  {games}"
    if not row.inactive:
        return facts
    away = texts._("inactive for {time}", time=elapsed.in_coarse_words(texts, now - row.last))
    return f"{facts}, {away}"


def ratings(context: CommandContext, words: str) -> None:
    """Shows ratings beside names, or hides them; without a word, shows which it is."""
    texts = context.session.texts
    said: Mapping[str, str] = {
        ON: texts._("Ratings stand beside the names of those who have one."),
        OFF: texts._("Ratings are hidden; /ladder still shows them."),
    }
    switch(context, RATINGS, words, said, ON)


def in_lines(texts: Texts, ladder: Ladder, now: float) -> Sequence[str]:
    """Returns a ladder in lines; of one with nobody on it, only that."""
    rows = ladder_rows(texts, ladder, now)
    if not ladder.rows:
        return [said for _, said in rows]
    width = max(len(rank) for rank, _ in rows)
    lines = (f"{rank:>{width}} {facts}".rstrip() if rank else facts for rank, facts in rows)
    return [f"{ladder_heading(texts, ladder)}:", *lines]


DOES: Mapping[str, Callable[[CommandContext, str], None]] = MappingProxyType(
    {"ladder": show_ladder, "ratings": ratings}
)
