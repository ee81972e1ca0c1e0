"""The ladder of a game in words, as a page or in lines."""

from __future__ import annotations

from rich.cells import cell_len

from tui.host.ratings import CERTAIN, ENOUGH_GAMES, ENOUGH_OPPONENTS, LADDER_FIRST, Ladder, LadderRow
from tui.language import elapsed
from tui.language.rating_words import rating_word
from tui.language.texts import Texts
from tui.presenters.offers import opponent_word, short_title
from tui.presenters.reader import Page, Reader


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
    """Returns the places in order, your own rating below them if it is not among them, and what they mean."""
    yours = ladder.yours if ladder.yours and not any(row.you for row in ladder.rows) else None
    listed = [*ladder.rows, *([yours] if yours else [])]
    if not listed:
        return [("", nobody(texts))]
    names = [row_name(texts, ladder.game, row) for row in listed]
    width = max(map(cell_len, names))
    padded = [f"{name}{' ' * (width - cell_len(name))}" for name in names]
    found = [(_rank(row), _facts(texts, row, name)) for row, name in zip(listed, padded, strict=True)]
    found.append(("", ""))
    if not ladder.rows:
        found.append(("", nobody(texts)))
    if yours and not yours.rank:
        found.append(("", _missing(texts, yours, now)))
    if any(row.rank for row in listed):
        said = texts._(
            "Places go by the first figure: {first} for everybody, moved slowly, by many opponents.",
            first=LADDER_FIRST,
        )
        found.append(("", said))
    return found


def nobody(texts: Texts) -> str:
    """Returns that a ladder is empty, and what a place takes."""
    return texts._(
        "Nobody is listed yet: that takes {games} rated games against {opponents} opponents.",
        games=ENOUGH_GAMES,
        opponents=ENOUGH_OPPONENTS,
    )


def _missing(texts: Texts, row: LadderRow, now: float) -> str:
    """Returns why somebody is not listed."""
    if not row.rating.provisional:
        return texts._(
            "You are not listed after {time} without a rated game.",
            time=elapsed.in_coarse_words(texts, now - row.last),
        )
    if row.rating.games < ENOUGH_GAMES:
        return texts.ngettext(
            "?: for a place you need {number} more rated game.",
            "?: for a place you need {number} more rated games.",
            ENOUGH_GAMES - row.rating.games,
        )
    if row.rating.opponents < ENOUGH_OPPONENTS:
        return texts.ngettext(
            "?: for a place you need {number} more opponent who has one.",
            "?: for a place you need {number} more opponents who have one.",
            ENOUGH_OPPONENTS - row.rating.opponents,
        )
    return texts._("?: for a place your rating has to be certain to ±{most}.", most=CERTAIN)


def _rank(row: LadderRow) -> str:
    return f"{row.rank}." if row.rank else "?"


def row_name(texts: Texts, game: str, row: LadderRow) -> str:
    if row.bot:
        return texts._("{name} (bot)", name=opponent_word(game, row.bot))
    if row.hidden:
        return texts._("(profile hidden)")
    return texts._("{name} (you)", name=row.name) if row.you else row.name


def _facts(texts: Texts, row: LadderRow, name: str) -> str:
    games = texts.ngettext("{number} game", "{number} games", row.rating.games)
    surely = str(row.rating.surely) if row.rank else ""
    return f"{name}  {surely:>4}  {rating_word(row.rating):>5} ±{row.rating.uncertainty:<3}  {games}"


def page(reader: Reader, found: Ladder) -> Page:
    listed = rows(reader.texts, found, reader.port.now())
    return Page(heading(reader.texts, found), listed, " ", headed=bool(found.rows or found.yours))
