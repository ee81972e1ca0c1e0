"""Deals that several tables play, in words: the deal of the day, its results, and those of a match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from rich.cells import cell_len

from tui.host.deals import DailyDeal, DealResults, DealRow, DealState, DuplicateMatch
from tui.language import elapsed
from tui.language.texts import N_, NC_, Texts, Translatable
from tui.language.wording import decimal, hundredths, sentence
from tui.presenters.offers import short_title, title
from tui.presenters.reader import Page, Reader

STATES: Mapping[DealState, Translatable] = MappingProxyType(
    {"": NC_("deal", "not played yet"), "running": N_("under way"), "over": N_("played")}
)
WIDEST_NAME = 20


def daily_heading(texts: Texts, deals: Sequence[DailyDeal], now: float) -> str:
    """Returns which day it is, and how long it lasts."""
    if not deals:
        return texts._("Deal of the day")
    left = elapsed.ahead_in_words(texts, deals[0].closes - now)
    if not left:
        return sentence(texts._("deal of the day {date}", date=deals[0].date))
    return texts._("Deal of the day, {date}: closes in {time}", date=deals[0].date, time=left)


def players_word(texts: Texts, number: int) -> str:
    """Returns how many have begun a deal."""
    return texts.ngettext("{number} player", "{number} players", number)


def state_word(texts: Texts, deal: DailyDeal, *, narrow: bool = False) -> str:
    """Returns how far the player is in a deal, or that it can't be played; `narrow`: in few cells."""
    if deal.state:
        return texts.of(STATES[deal.state])
    if deal.closed:
        return texts.pgettext("deal", "closed") if deal.closed == "daily-void" else texts._("not open yet")
    return texts._("not played") if narrow else texts.of(STATES[""])


def why_closed(texts: Texts, deals: Iterable[DailyDeal]) -> list[str]:
    """Returns why deals can't be played, in sentences, each once; nothing of those that were played."""
    codes = {deal.closed for deal in deals}
    said = []
    if "daily-account" in codes:
        said.append(texts._("The deal of the day opens for an account after its first whole game."))
    if "daily-void" in codes:
        said.append(texts._("Today's deal is closed: a backup was restored, and some know its luck."))
    return said


def daily_line(texts: Texts, deal: DailyDeal) -> str:
    """Returns the deal of a game in a sentence."""
    facts = (state_word(texts, deal), players_word(texts, deal.players))
    return f"{title(texts, deal.game)}: {', '.join(facts)}."


def commitment_rows(
    texts: Texts, deal: DailyDeal, before: DealResults | None = None
) -> list[tuple[str, str]]:
    """Returns what the host has committed itself to, today and the day before, as the rows of a page."""
    said = texts._("Commitment to today's seed: {hash}", hash=deal.commitment)
    following = texts._("Commitment to tomorrow's: {hash}", hash=deal.next_commitment)
    rows = [(short_title(texts, deal.game), said), ("", following)]
    if before is None or not before.seed:
        return rows
    called = texts._("deal of the day {date}", date=before.date)
    return [*rows, ("", ""), ("", f"{sentence(called)}:"), *proof_rows(texts, before)]


def about(texts: Texts) -> str:
    """Returns what the deal of the day is."""
    return texts._("The same luck for everybody, against the same bots, and one try.")


def results_heading(texts: Texts, results: DealResults, width: int = 0) -> str:
    """Returns which deal it is, with the short name of its game where the other has no room."""
    for name in (title(texts, results.game), short_title(texts, results.game)):
        said = texts._("{game}, duplicate match", game=name)
        if results.date:
            said = texts._("{game}, deal of {date}", game=name, date=results.date)
        if not width or cell_len(said) <= width:
            break
    return said


def compared(texts: Texts, number: float) -> str:
    """Returns by how much a result is better, or worse, than another."""
    return f"{'+' * (number >= 0)}{hundredths(texts, number)}"


def results_rows(texts: Texts, results: DealResults) -> list[tuple[str, str]]:
    """Returns the board as the rows of a page: the rank, then who it is and what they reached. How the luck
    is checked is told to who asks for it.
    """
    rows = list(_board(texts, results))
    if not rows:
        rows = [("", nothing_yet(texts, results))]
    elif said := steward_words(texts, results):
        rows += [("", ""), ("", said)]
    elif not results.date:
        rows += [("", ""), ("", texts._("+ and -: compared with the mean of all who had this seat."))]
    if any(row.you and row.second for row in results.rows):
        rows += [("", ""), ("", texts._("Somebody at your network address began it before you: no rank."))]
    return rows


def proof_rows(texts: Texts, results: DealResults) -> list[tuple[str, str]]:
    """Returns what the host committed itself to, and the seed once it is known."""
    rows = [("", texts._("Commitment: {hash}", hash=results.commitment))]
    return [*rows, ("", texts._("Seed: {seed}", seed=results.seed))] if results.seed else rows


def steward_words(texts: Texts, results: DealResults) -> str:
    """Returns what the luck-adjusted column compares with; '' if that is not known."""
    if results.steward_place is None or results.steward_points is None:
        return ""
    return texts.ngettext(
        "A strong bot at your seat, with the same luck, in {number} game: place {place}, {points} points.",
        "A strong bot at your seat, with the same luck, in {number} games on average: place {place},"
        " {points} points.",
        results.steward_games,
        place=decimal(texts, results.steward_place),
        points=decimal(texts, results.steward_points),
    )


def nothing_yet(texts: Texts, results: DealResults) -> str:
    """Returns why there are no results."""
    if not results.tables:
        return texts._("Nobody has played it.")
    if results.date and results.open:
        return texts._("The results are shown to who has played, and to all once it is closed.")
    if results.open:
        return texts.ngettext(
            "The results are shown when every table is over: {number} is not.",
            "The results are shown when every table is over: {number} are not.",
            results.running,
        )
    return texts._("There is no result.")


def _board(texts: Texts, results: DealResults) -> list[tuple[str, str]]:
    names = [row_name(texts, row) for row in results.rows]
    width = max((min(cell_len(name), WIDEST_NAME) for name in names), default=0)
    rows: list[tuple[str, str]] = []
    seat = 0
    for row, name in zip(results.rows, names, strict=True):
        if not results.date and row.seat != seat:
            seat = row.seat
            rows += [*([("", "")] if rows else []), ("", texts._("Seat {number}", number=seat))]
        padded = name + " " * (width - cell_len(name))
        rows.append((f"{row.rank}." if row.rank else "-", _facts(texts, results, row, padded)))
    return rows


def row_name(texts: Texts, row: DealRow) -> str:
    name = texts._("(profile hidden)") if row.hidden else row.name or texts._("a deleted player")
    if row.you:
        return texts._("{name} (you)", name=name)
    return texts._("{name} (program)", name=name) if row.program else name


def _facts(texts: Texts, results: DealResults, row: DealRow, name: str) -> str:
    where = "" if results.date else f"{row.table_name:<9} "
    if row.state != "finished":
        reached = texts._("under way") if row.state == "running" else texts.pgettext("result", "left")
    else:
        reached = texts._("place {place}, {points} points", place=row.place, points=row.points)
    if row.better_places is not None and row.better_points is not None:
        better = compared(texts, row.better_places), compared(texts, row.better_points)
        reached = f"{reached}  ({' / '.join(better)})"
    return f"{where}{name}  {reached}"


def match_heading(texts: Texts, match: DuplicateMatch) -> str:
    """Returns what was opened."""
    return texts.ngettext(
        "{number} table with the same luck", "{number} tables with the same luck", len(match.tables)
    )


def match_rows(texts: Texts, match: DuplicateMatch) -> list[tuple[str, str]]:
    """Returns how to come to the tables of a new match."""
    ways = [
        (name, texts._("/join {table}", table=code or name))
        for name, code in zip(match.names, match.codes, strict=True)
    ]
    said = texts._("Who sits at one of them can't sit at another, or look at it.")
    after = texts._(
        "The results, seat by seat, once all are over: /duplicate results {table}", table=match.names[0]
    )
    return [
        *ways,
        ("", ""),
        ("", said),
        ("", after),
        ("", texts._("Commitment: {hash}", hash=match.commitment)),
    ]


def results(reader: Reader, found: DealResults) -> Page:
    """Returns the board; of a match also how its luck is checked. Of a day, another page tells that."""
    rows = results_rows(reader.texts, found)
    if not found.date:
        rows += [("", ""), *proof_rows(reader.texts, found)]
    return Page(results_heading(reader.texts, found), rows, headed=True)


def proof(reader: Reader, found: DealResults) -> Page:
    """Returns how the luck of a deal is checked."""
    return Page(results_heading(reader.texts, found), proof_rows(reader.texts, found), headed=True)


def match(reader: Reader, found: DuplicateMatch) -> Page:
    """Returns the tables of a new match, and how one comes to them."""
    rows = [(what, reader.typed(said)) for what, said in match_rows(reader.texts, found)]
    return Page(match_heading(reader.texts, found), rows, headed=True)
