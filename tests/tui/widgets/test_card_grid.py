"""The grid shows how every card stands, moves by rows, and says what was chosen."""

from __future__ import annotations

import pytest
from textual.geometry import Offset, Region
from textual.pilot import Pilot

from tests.tui.widgets.stand import WidgetApp, shown
from tui.widgets.card_faces import (
    CardFace,
    CardRow,
    columns,
    grid_height,
    ground_of,
    inside,
    need,
    tile_of,
    title,
)
from tui.widgets.card_grid import CardGrid
from tui.wire.terminal import tones

ROWS = (
    CardRow(
        " II",
        (
            CardFace("hunter", "Hunter", "4=", "2", "mine"),
            CardFace("merchant", "Merchant", "20+", "-", "gone"),
        ),
    ),
    CardRow(
        " I",
        (
            CardFace(
                "farmer", "Farmer", "2=", "3", "affordable", ("one more die in every turn", "1 die more")
            ),
            CardFace("maid", "Maid", "odd", "1", "used"),
            CardFace("guard", "Guard", "3=", "2"),
        ),
    ),
    CardRow("", (CardFace("jester", "Jester", "", "4"),)),
)


def grid() -> CardGrid:
    made = CardGrid()
    made.show(ROWS)
    return made


def text(parts: list[tuple[str, object]]) -> str:
    return "".join(words for words, _ in parts)


def first_row(card: CardFace, width: int, *, focused: bool = False) -> str:
    return text(title(card, width, tones.COURT, focused=focused))


@pytest.mark.parametrize(
    ("state", "sign"), [("free", " "), ("gone", " "), ("mine", "•"), ("used", "◦"), ("affordable", "✓")]
)
def test_every_state_has_a_sign(state: str, sign: str):
    """Nobody needs colours to see what can be had; what is gone has no number."""
    card = CardFace("x", "Tower", "4=", "2", state)  # type: ignore[arg-type]
    assert first_row(card, 16) == f" {sign}Tower    4= 2 "


def test_a_tile_tells_the_same_by_its_colour():
    """Filled if it can be had, its rank's colour else, in another ink if it is one's own; gone: no tile."""
    card = CardFace("x", "Tower", rank=3)
    assert tile_of(card, tones.COURT) == tones.LEVELS[3]
    assert tile_of(card._replace(rank=None), tones.COURT) == tones.TILE
    assert tile_of(card._replace(state="affordable"), tones.COURT) == tones.COURT.loud
    assert tile_of(card._replace(state="mine"), tones.COURT).bgcolor == tones.LEVELS[3].bgcolor
    assert tile_of(card._replace(state="mine"), tones.COURT).color != tones.LEVELS[3].color
    assert tile_of(card._replace(state="gone"), tones.COURT).bgcolor is None


def test_below_its_title_a_card_looks_the_same_whatever_becomes_of_it():
    """A power that opens or a card that is taken changes one row, unless nobody can have the card now."""
    card = CardFace("x", "Tower", rank=3)
    for state in ("mine", "used", "affordable"):
        assert ground_of(card._replace(state=state)) == ground_of(card) == tones.LEVELS[3]  # type: ignore[arg-type]
    assert ground_of(card._replace(state="gone")) == tones.GONE


def test_the_heading_of_others_is_bold_unless_it_is_gone():
    for state, bold in (("free", True), ("gone", False)):
        card = CardFace("x", "Tower", state=state)  # type: ignore[arg-type]
        parts = title(card, 16, tones.COURT, focused=False, strong=True)
        assert any(style.bold for _, style in parts) == bold


def test_the_caret_stands_before_the_tile():
    """It hides no sign of the card's state."""
    tower = CardFace("x", "Tower", state="affordable")
    assert first_row(tower, 9, focused=True) == "►✓Tower  "
    assert first_row(tower._replace(state="mine"), 9) == " •Tower  "


def test_columns_get_what_they_need_and_share_the_rest():
    """Nothing is cut, nothing is crowded on one side; all are of one width if there is room for that."""
    needs = [max(need(row.cards[at]) for row in ROWS if at < len(row.cards)) for at in range(3)]
    assert columns(ROWS, sum(needs)) == tuple(needs)
    assert columns(ROWS, sum(needs) + 5) == tuple(n + more for n, more in zip(needs, (2, 2, 1), strict=True))
    assert columns(ROWS, 3 * max(needs) + 4) == (max(needs) + 1,) * 3
    assert columns(ROWS, 300, most=30) == (30, 30, 30)
    assert columns((), 30) == ()


@pytest.mark.parametrize(
    ("width", "height", "expected"),
    [
        (20, 2, ["one more die", "in every turn"]),
        (30, 2, ["one more die in every turn", ""]),
        (9, 2, ["1 die", "more"]),
        (30, 1, ["1 die more"]),
    ],
)
def test_a_card_holds_the_longest_wording_that_fits(width: int, height: int, expected: list[str]):
    """More room tells more, in lines of one length; a single row tells all cards in short."""
    assert inside(ROWS[1].cards[0], width, height) == expected


def test_much_room_tells_what_a_card_demands():
    """The condition in words stands above the power, where one of its wordings fits in a row."""
    card = CardFace("farmer", "Farmer", powers=("one more die",), demands=("two dice alike", "a pair"))
    assert inside(card, 12, 3) == ["a pair", "one more die", ""]
    assert inside(card, 14, 3) == ["two dice alike", "one more die", ""]
    assert inside(card, 14, 2) == ["one more die", ""]


@pytest.mark.parametrize("card", [CardFace("farmer", "Farmer", "2=", "3"), CardFace("spy", "Spy")])
@pytest.mark.parametrize("more", range(-4, 4))
def test_a_row_of_a_card_is_as_wide_as_the_card(card: CardFace, more: int):
    """However tight: what does not fit is left out, the price before the name."""
    width = need(card) + more
    shown = first_row(card, width)
    assert len(shown) == width
    assert more < 0 or card.name in shown
    assert more < 0 or card.left in shown


async def test_rows_of_text():
    """One row of cards is one row of text: names, conditions and numbers stand under each other."""
    async with shown(grid(), (60, 3)) as (app, _):
        assert app.rows == [
            " II►•Hunter      4= 2   Merchant   20+ -",
            " I  ✓Farmer      2= 3  ◦Maid       odd 1   Guard       3= 2",
            "     Jester         4",
        ]
        assert app.panel.caret() == Offset(4, 0)


async def test_what_has_no_room_is_read_line_by_line():
    """Labels and prices go, and signs in the last column tell of lines above and below the cursor's."""
    async with shown(grid(), (22, 2)) as (app, pilot):
        seen = [app.rows]
        for key in ("down", "down", "down", "up"):
            await pilot.press(key)
            seen.append(app.rows)
        caret = app.panel.caret()
    assert seen == [
        ["►•Hunter        4= 2", "  Merchant     20+ - ↓"],
        ["  Merchant     20+ - ↑", "►✓Farmer        2= 3 ↓"],
        ["  Guard         3= 2 ↑", "► Jester           4"],
        ["  Guard         3= 2 ↑", "► Jester           4"],
        ["►✓Farmer        2= 3 ↑", " ◦Maid         odd 1 ↓"],
    ]
    assert caret == Offset(1, 0)


async def test_larger_cards():
    """With room every card says what it does, and cards stand apart."""
    async with shown(grid(), (64, grid_height(3, 2, between=1))) as (app, _):
        assert app.rows == [
            " II►•Hunter       4= 2   Merchant    20+ -",
            "",
            "",
            "",
            " I  ✓Farmer       2= 3  ◦Maid        odd 1   Guard        3= 2",
            "     one more die",
            "     in every turn",
            "",
            "     Jester          4",
            "",
            "",
        ]
        assert app.panel.caret() == Offset(4, 0)


async def moved(app: WidgetApp, pilot: Pilot[None], *keys: str) -> list[str]:
    """The cards that the cursor is on, behind each key that says that it moved."""
    found = []
    for key in keys:
        before = len(app.heard(CardGrid.Moved))
        await pilot.press(key)
        if len(app.heard(CardGrid.Moved)) > before:
            assert isinstance(app.panel, CardGrid)
            assert app.panel.card
            found.append(app.panel.card.key)
    return found


async def test_arrows_move_by_rows_and_letters_too():
    """Up and down keep to the nearest column and end at the edge; left and right go on in reading order."""
    async with shown(grid(), (60, 3)) as (app, pilot):
        keys = ("right", "down", "l", "right", "k", "j", "end", "right", "h")
        assert await moved(app, pilot, *keys) == [
            *("merchant", "maid", "guard", "jester", "farmer", "jester", "jester", "hunter", "jester")
        ]
        assert await moved(app, pilot, "down", "down", "enter") == []
        assert [event.by for event in app.heard(CardGrid.Beyond)] == [1, 1]
        assert [event.key for event in app.heard(CardGrid.Confirmed)] == ["jester"]


async def test_the_cursor_keeps_to_what_can_be_chosen():
    """While a card is to be chosen among some, the others are passed over, rows too."""
    async with shown(grid(), (60, 3)) as (app, pilot):
        panel = app.panel
        assert isinstance(panel, CardGrid)
        panel.limit(lambda key: key in {"hunter", "guard", "jester"})
        assert await moved(app, pilot, "right", "down", "left", "down", "up") == [
            *("guard", "jester", "guard", "jester", "guard")
        ]
        panel.limit(None)
        await pilot.press("left")
        assert panel.card is not None
        assert panel.card.key == "maid"


async def test_a_key_draws_only_its_cells(monkeypatch: pytest.MonkeyPatch):
    """Two cards when the cursor moves, none where nothing is different."""
    async with shown(grid(), (60, 3)) as (app, pilot):
        panel = app.panel
        assert isinstance(panel, CardGrid)
        regions: list[Region] = []
        monkeypatch.setattr(panel, "refresh", lambda *some, **_: regions.extend(some))
        await pilot.press("down")
        assert sorted(region.y for region in regions) == [0, 1]
        regions.clear()
        panel.show(ROWS)
        assert regions == []


async def test_the_cursor_stays_on_its_card():
    """Cards may change places and states under the cursor."""
    async with shown(grid(), (60, 3)) as (app, _):
        panel = app.panel
        assert isinstance(panel, CardGrid)
        panel.select("guard")
        panel.show((ROWS[0], CardRow(" I", (ROWS[1].cards[2]._replace(state="mine"),))))
        assert panel.card is not None
        assert (panel.card.key, panel.place) == ("guard", (1, 0))


async def test_fewer_cards_never_leave_the_cursor_behind():
    """It goes to the card that is nearest to where its own was; cards of other widths are drawn anew."""
    grid = CardGrid()
    cards = [CardFace(name, name) for name in ("Ace", "Bumblebee", "Cow", "Dog")]
    grid.show([CardRow("", tuple(cards))])
    async with shown(grid, (57, 3)) as (app, pilot):
        grid.select("Dog")
        grid.show([CardRow("", tuple(cards[:2]))])
        await pilot.pause()
        assert grid.card == cards[1]
        assert app.rows == ["  Ace                       ► Bumblebee", "", ""]


async def test_the_same_cards_again_draw_nothing():
    """Pictures of a table come after each step; most of them leave the cards as they are."""
    panel = grid()
    async with shown(panel, (60, 3)) as (_, pilot):
        await pilot.pause()
        drawn = list(panel._drawn)
        panel.show(tuple(CardRow(row.label, tuple(row.cards)) for row in ROWS))
        await pilot.pause()
        assert all(before is after for before, after in zip(drawn, panel._drawn, strict=True))
        panel.show((CardRow(" II", (CardFace("hunter", "Hunter", "4=", "1", "mine"),)), *ROWS[1:]))
        await pilot.pause()
        assert panel._drawn[0] is not drawn[0]
