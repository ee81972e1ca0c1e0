"""The ladder of a game in words, as a page or in lines."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from tui.host.ratings import PROVISIONAL_GAMES, Ladder, LadderRow
from tui.language import elapsed
from tui.language.rating_words import rating_word
from tui.language.texts import Texts
from tui.presenters.offers import opponent_word, short_title


def heading(texts: Texts, ladder: Ladder) -> str:
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


def rows(texts: Texts, ladder: Ladder, now: float) -> list[tuple[str, str]]:
    """Returns the places in order, your own below them if it is not among them, and what they mean."""
    if not ladder.rows:
        return [("", texts._("Nobody has a rating yet: rated games between two accounts give one."))]
    listed = list(ladder.rows)
    if ladder.yours and not any(row.you for row in listed):
        listed.append(ladder.yours)
    names = [_name(texts, ladder.game, row) for row in listed]
    width = max(map(cell_len, names))
    padded = [f"{name}{' ' * (width - cell_len(name))}" for name in names]
    places = [(_rank(row), _facts(texts, row, name, now)) for row, name in zip(listed, padded, strict=True)]
    said = texts._("?: fewer than {number} rated games, so there is no rank yet.", number=PROVISIONAL_GAMES)
    return [*places, *([("", ""), ("", said)] if any(row.rating.provisional for row in listed) else [])]


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


def in_lines(texts: Texts, ladder: Ladder, now: float) -> Sequence[str]:
    """Returns a ladder in lines; of one with nobody on it, only that."""
    found = rows(texts, ladder, now)
    if not ladder.rows:
        return [said for _, said in found]
    width = max(len(rank) for rank, _ in found)
    lines = (f"{rank:>{width}} {facts}".rstrip() if rank else facts for rank, facts in found)
    return [f"{heading(texts, ladder)}:", *lines]
