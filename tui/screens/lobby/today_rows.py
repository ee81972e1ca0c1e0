"""What the lobby shows beside its lists: deals, next opponents, what has just ended, the week; in a single
column deals and opponents stand in the list of games. Pure.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from tui.boards import BOARDS
from tui.host.cups import CupInfo
from tui.host.deals import DealResults
from tui.host.history import HistoryGame, SoloLadder
from tui.host.today import Today, TodaysDeal, Week
from tui.language import elapsed
from tui.language.texts import Texts
from tui.language.wording import decimal
from tui.presenters.area import Signs, area
from tui.presenters.lobby_actions import DAILY, OPPONENTS
from tui.presenters.offers import about, short_title
from tui.presenters.people import cup_words, dates, history_words
from tui.presenters.people.deal_words import row_name
from tui.presenters.share import ordinal
from tui.presenters.week import in_a_row, of_game
from tui.screens.lobby.rows import MARK, SHORT, Line, game_ink, heading
from tui.widgets.panel import Part
from tui.widgets.pieces import cut, fit, justify, width_of
from tui.wire.terminal import palette, tones

NAME, RATING = 7, 5
"""Cells of an opponent's name and rating."""
WHO, BRIEF_WHO, BRIEF_BELOW = 11, 8, 36
"""Cells of a winner's name, and in a column of few cells."""
KEY = 3
"""Cells of a key beside a heading."""
RATED_FROM = 48
"""Cells of a row of a game in which its next opponent's rating has room."""
MOST_RANKED = 5
"""The places of a deal that are shown."""
FEWEST_AREA, MOST_AREA = 3, 6
"""The rows of what was played in seven days."""


def deals(
    texts: Texts, today: Today, width: int, now: float, most: int, *, guest: bool = False, first: bool = True
) -> list[Line]:
    """Return the deal of the day of `most` games, with the player's own result; or who may play them.
    `first`: the player has not played yet, not even without this account.
    """
    if not today.deals:
        return []
    left = elapsed.ahead_in_words(texts, today.deals[0].deal.closes - now)
    lines = [
        heading(texts._("Deal of the day"), width, texts._("closes in {time}", time=left) if left else "")
    ]
    cup = [_cup(texts, today.cup, width)] if today.cup else []
    if not today.may_play:
        said = closed(texts, guest=guest, first=first)
        return [*lines, cut([(" · ", palette.DIM), (said, palette.DIM)], width), *cup]
    if len(today.deals) > most:
        more = _more(texts, len(today.deals) - most, DAILY.shown)
        lines = [heading(texts._("Deal of the day"), width, more)]
    return [*lines, *(_deal(texts, one, width) for one in today.deals[:most]), *cup]


def closed(texts: Texts, *, guest: bool, first: bool) -> str:
    """Return who may play deals of the day; `first`: as said to somebody who has not played at all."""
    if guest:
        return texts._("for players with an account")
    if first:
        return texts._("opens for you after your first game")
    return texts._("opens after a whole game")


def _cup(texts: Texts, cup: CupInfo, width: int) -> Line:
    told = ", ".join([next(iter(cup_words.stage(texts, cup)), ""), cup_words.entered(texts, cup)])
    ink = palette.ACCENT if cup.table else palette.DIM
    return cut([(" · ", ink), (texts._("Cup {cup}", cup=cup.id), palette.TEXT), (f"  {told}", ink)], width)


def _more(texts: Texts, number: int, key: str) -> str:
    return texts._("{number} more: {key}", number=number, key=key)


def _deal(texts: Texts, one: TodaysDeal, width: int) -> Line:
    deal = one.deal
    sign, said = _own(texts, one)
    right = (
        _placed(texts, one)
        if one.rank
        else (texts.ngettext("{number} played", "{number} played", deal.players), palette.DIM)
    )
    game = fit(f" {short_title(texts, deal.game)}", SHORT + 1), game_ink(deal.game)
    left = [(" ", palette.TEXT), sign, game]
    if width_of([*left, said, right]) + 2 > width and deal.state == "over":
        said = texts._("played"), palette.TEXT
    return _two_ends([*left, said], right, width)


def _own(texts: Texts, one: TodaysDeal) -> tuple[Part, Part]:
    """Return a sign, and in words how far the player is in a deal."""
    match one.deal.state:
        case "running":
            return ("▶", palette.ACCENT), (texts._("under way"), palette.TEXT)
        case "over":
            over = texts._("played")
            if one.points is not None:
                over = history_words.points(texts, one.deal.game, one.points)
            return ("✓", palette.GOOD), (over, palette.TEXT)
        case _:
            return ("·", palette.DIM), (texts._("not played"), palette.DIM)


def _placed(texts: Texts, one: TodaysDeal) -> Part:
    said = texts._("{place} of {number}", place=ordinal(texts, one.rank), number=one.ranked)
    return said, tones.bold(palette.GOLD)


def opponents(
    texts: Texts, ladders: Sequence[SoloLadder], width: int, most: int, *, first: bool = False
) -> list[Line]:
    """Return the next opponent of `most` games; `first`: only the one whom a newcomer meets, with what it
    takes to meet the one after.
    """
    shown = [ladder for ladder in ladders if ladder.next]
    if not shown:
        return []
    if first:
        return _first(texts, shown[0], width)
    said = texts._("two wins each")
    if len(shown) > most:
        said = _more(texts, len(shown) - most, OPPONENTS.shown)
    rungs = max(len(ladder.rungs) for ladder in shown)
    rows = [_opponent(texts, ladder, width, rungs) for ladder in shown[:most]]
    return [heading(texts._("Next opponent"), width, said), *rows]


def games(
    texts: Texts, today: Today | None, keys: Sequence[str], at: int | None, width: int, each: int, closed: str
) -> list[Line]:
    """Return games in `each` rows, with the player's place at the deal of the day and with the next opponent,
    below a heading that names the keys of both; `at`: the number of the chosen one. `closed`: who may play
    deals, where the player may not.
    """
    deals = {one.deal.game: one for one in today.deals} if today and today.may_play else {}
    ladders = {one.game: one for one in today.ladders} if today else {}
    daily, next_one = texts._("Deal of the day"), texts._("Next opponent")
    if cell_len(daily) + cell_len(next_one) + 2 * KEY >= width:
        next_one = texts.of(OPPONENTS.label)
    left = [(f" {DAILY.shown}", palette.MINE), (f" {daily}", palette.STRONG)]
    right = [(next_one, palette.STRONG), (f" {OPPONENTS.shown} ", palette.MINE)]
    lines = [justify(left, right, width)]
    for number, game in enumerate(keys):
        mark = MARK if number == at else " ", game_ink(game)
        row: Line = [mark, (fit(f" {short_title(texts, game)}", SHORT + 1), game_ink(game))]
        if one := deals.get(game):
            sign, said = _own(texts, one)
            row += [sign, (" ", palette.TEXT), _placed(texts, one) if one.rank else said]
        wins = _wins(ladders[game], rated=width >= RATED_FROM) if game in ladders else []
        lines.append(justify(row, [*wins, (" ", palette.TEXT)], width))
        lines += [[mark, (f" {about(texts, game)}", palette.DIM)]][: each - 1]
    shut = today and today.deals and not today.may_play
    return [*lines, *([cut([(f"   {closed}", palette.DIM)], width)] if shut else [])]


def for_newcomers(texts: Texts, today: Today, width: int) -> list[Line]:
    """Return whom a newcomer meets first, and when deals of the day open, each behind its key."""
    first = next((ladder.rungs[0].name for ladder in today.ladders if ladder.rungs), "")
    told: list[tuple[str, Line]] = []
    if first:
        met = texts._("Your first opponent")
        told.append((OPPONENTS.shown, [(f" {met}  ", palette.TEXT), (first, palette.STRONG)]))
    if today.deals:
        opens = texts._("Deal of the day after your first game")
        told.append((DAILY.shown, [(f" {opens}", palette.DIM)]))
    return [cut([(f" {key}", palette.MINE), *said], width) for key, said in told]


def _wins(ladder: SoloLadder, *, rated: bool) -> Line:
    """Return the next opponent, and the wins against them."""
    rung = ladder.next
    if rung is None:
        return []
    rating = f"{rung.rating or '':>{RATING}}" if rated else ""
    wins = "●" * min(rung.won, 2) + "○" * rung.missing
    return [(fit(rung.name, NAME), palette.STRONG), (rating, palette.DIM), (f" {wins}", palette.GOLD)]


def _first(texts: Texts, ladder: SoloLadder, width: int) -> list[Line]:
    number, rung = len(ladder.rungs), ladder.rungs[0]
    lines = [
        heading(texts._("Your first opponent"), width, texts._("{number} in all", number=number)),
        [
            (f" {OPPONENTS.shown} ", palette.MINE), ("○" * number, palette.GOLD),
            (f"  {rung.name}", palette.STRONG), (f"  {rung.rating or ''}", palette.DIM),
        ],
    ]  # fmt: skip
    if number > 1:
        said = texts._("two wins, and {name} sits down", name=ladder.rungs[1].name)
        lines.append(cut([(f"   {said}", palette.TEXT)], width))
    return lines


def _opponent(texts: Texts, ladder: SoloLadder, width: int, most: int) -> Line:
    *named, wins = _wins(ladder, rated=True)
    beaten = ladder.beaten
    left = [
        ("   ", palette.TEXT), (fit(short_title(texts, ladder.game), SHORT), game_ink(ladder.game)),
        (f"{'●' * beaten}{'○' * (len(ladder.rungs) - beaten):<{most - beaten}} ", palette.GOLD), *named,
    ]  # fmt: skip
    return _two_ends(left, wins, width)


def ended(texts: Texts, games: Sequence[HistoryGame], width: int, room: int, now: float) -> list[Line]:
    """Return who has just won what, the newest first, in at most `room` rows with their heading, which
    says how long ago the first one was.
    """
    told = [(game, row) for game in games if (row := _ended(texts, game, width))][: max(0, room - 1)]
    if not told:
        return []
    newest = dates.ago(texts, now, told[0][0].ended)
    return [heading(texts._("Just in"), width, newest), *(row for _, row in told)]


def _ended(texts: Texts, game: HistoryGame, width: int) -> Line:
    """Return a game; empty if nobody is first in it, or the winner is not to be named."""
    ranked = sorted((seat for seat in game.seats if seat.place), key=lambda seat: seat.place)
    if not ranked or ranked[0].place > 1 or not ranked[0].name:
        return []
    winner, said = ranked[0], texts._("won")
    if winner.points is not None:
        said = history_words.points(texts, game.game, winner.points)
    wishes = [said]
    beaten = next((seat.points for seat in ranked if seat.place > 1), None)
    if beaten is not None and said.startswith(str(winner.points)):  # else the result is no number of points
        wishes = [texts._("{result} to {number}", result=said, number=beaten), said]
    others = (seat for seat in ranked[1:] if seat.holder != "bot" and seat.place < 3 and seat.name)
    second = next(others, None)
    if second:
        also = texts._("{name} too", name=second.name)
        beside = also if second.place == 1 else texts._("{name} second", name=second.name)
        wishes = [f"{wishes[0]}, {beside}", *wishes]
    ink = palette.DIM if winner.holder == "bot" else palette.STRONG
    name = BRIEF_WHO if width < BRIEF_BELOW else WHO
    called = SHORT if width >= BRIEF_BELOW else 1 + max(cell_len(short_title(texts, key)) for key in BOARDS)
    room = width - 2 - name - called
    told = next((one for one in wishes if cell_len(one) <= room), str(winner.points))
    return cut(
        [
            (f" {fit(winner.name, name)}", ink),
            (fit(short_title(texts, game.game), called), game_ink(game.game)),
            (told, palette.TEXT),
        ],
        width,
    )  # fmt: skip


def week(texts: Texts, found: Week, width: int) -> list[Line]:
    """Return what the player's games of seven days add up to; nothing if there are none."""
    if not found.games:
        return []
    rows: list[Line] = [
        cut(
            [
                ("   ", palette.TEXT), (fit(short_title(texts, one.game), SHORT), game_ink(one.game)),
                (of_game(texts, one, width - 4 - SHORT), palette.TEXT),
            ],
            width,
        )
        for one in found.games
    ]  # fmt: skip
    if said := in_a_row(texts, found, width - 4):
        rows.append(cut([(f"   {said}", palette.DIM)], width))
    return [heading(texts._("Your week"), width), *rows]


def seven_days(texts: Texts, found: Week, width: int, rows: int, signs: Signs) -> list[Line]:
    """Return how much was played here in seven days as an area of at most `rows` rows with its heading;
    nothing if there is no room or no game.
    """
    most = max(found.ended, default=0)
    if not most or rows <= FEWEST_AREA:
        return []
    number = sum(found.ended)
    said = texts.ngettext("{number} game", "{number} games", number)
    drawn = area([each / most for each in found.ended], width - 2, min(rows - 1, MOST_AREA), signs)
    return [heading(texts._("Seven days"), width, said), *([(f" {row}", palette.MINE)] for row in drawn)]


def ranking(texts: Texts, found: DealResults, width: int) -> list[Line]:
    """Return the first places of a deal that the player has played, and how many more there are."""
    ranked = [row for row in found.rows if row.rank]
    if not ranked:
        return []
    rows: list[Line] = []
    for row in ranked[:MOST_RANKED]:
        said = "" if row.points is None else history_words.points(texts, found.game, row.points)
        name = texts._("you") if row.you else row_name(texts, row)
        place = f" {row.rank:<{len(str(ranked[-1].rank))}} "
        ink = palette.STRONG if row.you else palette.TEXT
        room = width - len(place) - cell_len(said) - 2
        rows.append([(place, palette.GOLD), (f"{fit(name, room)} ", ink), (said, palette.TEXT)])
    if len(ranked) > MOST_RANKED:
        said = texts._("{number} more", number=len(ranked) - MOST_RANKED)
        if found.steward_place is not None:
            par = decimal(texts, found.steward_place)
            said = texts._("{more}; par: place {place}", more=said, place=par)
        rows.append(cut([(f" {said}", palette.DIM)], width))
    game = short_title(texts, found.game)
    return [heading(texts._("Deal of the day"), width, game), *rows]


def windows(people: int, most: int) -> str:
    """Return one lit window for each person here, `most` of them at most."""
    return "■" * min(people, most)


def _two_ends(left: Line, right: Part, width: int) -> Line:
    return cut(justify(left, [right, (" ", palette.TEXT)], width), width)
