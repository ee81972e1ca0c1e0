"""The garden looks like this: snapshots at three sizes in two languages, and nothing is ever cut."""

from __future__ import annotations

import re
from itertools import product

import pytest
from rich.cells import cell_len

from tests.engine.laurin.positions import layout
from tests.tui import snapshots
from tests.tui.boards.laurin.laurin_stage import LaurinStage
from tests.tui.cuts import is_cut
from tests.tui.lines import client
from tests.tui.stage import LONG_NAMES, StagePlayer, seated
from tests.tui.watch import WatchingSession
from tui.boards.laurin.panels.garden import Garden
from tui.boards.laurin.words import names
from tui.host.pictures import Seat
from tui.language.texts import LANGUAGES, Texts
from tui.wire.terminal import tones

SIZES = ((80, 24), (100, 30), (120, 40), (140, 45), (200, 60))
DWARFS = "1 5/3 c4, 1 3/2 e5, 2 3/2' d5, 2 1/1 h8, 3 1/1 e4, 3 3/2 b2, 4 5/3' d4, 5 1/1 a1"
HANDS = "3 3 2 1,2 2 2,1 1 3,3 1,2 1 1"
MAGIC = "haste fog counter exchange,counter fog ban,revolt haste,exchange,ban"
EVERYTHING = "ban exchange haste revolt fog counter"
RICH = f"ban {EVERYTHING},{EVERYTHING},revolt haste,exchange,ban"


def garden(phase: str, *, seats: int = 5, magic: str = MAGIC, **more: object) -> LaurinStage:
    scores = (12, 7, 0, 24, 19)[:seats]
    dwarfs = DWARFS if seats == 5 else DWARFS.rsplit(",", 5 - seats)[0]
    hands = ",".join(HANDS.split(",")[:seats])
    state = layout(phase, seats=seats, dwarfs=dwarfs, hands=hands, magic=magic, scores=scores, **more)  # type: ignore[arg-type]
    return LaurinStage(state, bots=(5,) if seats == 5 else ())


async def bidding(player: StagePlayer, _stage: LaurinStage) -> None:
    """Seat 1 bids."""
    await player.press("3", "3", "1", "enter")


async def leading(player: StagePlayer, stage: LaurinStage) -> None:
    """Bids are turned up, seat 1 has won."""
    stage.read(1, "bid 3 3 2")
    for seat, move in ((2, "bid 2 2 2"), (3, "pass"), (4, "bid 3"), (5, "pass")):
        stage.read(seat, move)
    stage.read(2, "take back 2")
    await player.pilot.pause()
    await player.press("1")


async def reacting(player: StagePlayer, stage: LaurinStage) -> None:
    """The King has moved, seat 1 looks where a Haste would lead him."""
    await leading(player, stage)
    await player.press("enter", "c", "down")


async def placing(player: StagePlayer, stage: LaurinStage) -> None:
    """Seat 1 is about to place a 3/2."""
    for seat in stage.asked_now:
        stage.read(seat, "pass")
    await player.pilot.pause()
    await player.press("right", "up", "right")


async def moving(player: StagePlayer, stage: LaurinStage) -> None:
    """Seat 1 has set one dwarf down and has another in hand."""
    for seat in stage.asked_now:
        stage.read(seat, "pass")
    await player.pilot.pause()
    await player.press("enter", "up", "up", "enter", "left", "left", "down", "down", "down", "enter")


SCENES = {
    "bid": ("auction", bidding),
    "lead": ("auction", leading),
    "react": ("auction", reacting),
    "place": ("placing", placing),
    "move": ("moving", moving),
}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("scene", SCENES)
async def test_a_scene_at_80x24(scene: str, language: str):
    """Everything a decision needs, without scrolling, with five players."""
    phase, play = SCENES[scene]
    stage = garden(phase)
    async with seated(stage, language=language) as player:
        await play(player, stage)
        snapshots.check(f"laurin-{scene}-{language}-80x24", player.text)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [(120, 40), (140, 45)])
async def test_larger_windows_get_larger_squares(size: tuple[int, int], language: str):
    """And more rows for every player."""
    stage = garden("auction")
    async with seated(stage, size=size, language=language) as player:
        await leading(player, stage)
        snapshots.check(f"laurin-lead-{language}-{size[0]}x{size[1]}", player.text)


async def test_what_becomes_of_dwarfs_that_would_score_is_told_with_each_way():
    """Those that were turned over go home; a way that brings nothing has nothing else to tell."""
    dwarfs = DWARFS.replace("1 3/2 e5", "1 3/2' e5")
    stage = LaurinStage(layout("auction", seats=5, dwarfs=dwarfs, hands=HANDS))
    async with seated(stage, size=(120, 40)) as player:
        await leading(player, stage)
        for keys, said in (
            ("", "5 points: your 5 flips to 3"),
            ("right", "2 points: your 2 goes home"),
            ("down", "nothing"),
        ):
            await player.press(*keys.split())
            text = " ".join(" ".join(row[51:88].split()) for row in player.rows)
            assert f"this way brings you {said}" in text
            assert ("flips" in text, "goes home" in text) == ("flips" in said, "goes home" in said)


async def test_a_dwarf_that_is_worth_the_same_on_its_back_only_flips():
    """It is not said that a 1 becomes a 1."""
    dwarfs = DWARFS.replace("1 5/3 c4", "1 1/1 c4").replace("1 3/2 e5", "1 1/1 e5")
    stage = LaurinStage(layout("auction", seats=5, dwarfs=dwarfs, hands=HANDS))
    async with seated(stage, size=(120, 40)) as player:
        await leading(player, stage)
        text = " ".join(" ".join(row[51:88].split()) for row in player.rows)
        assert "this way brings you 1 point: your 1 flips " in text
        assert "flips to 1" not in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (140, 45)])
async def test_every_seat_tells_its_dwarfs_at_home_beside_its_bid(size: tuple[int, int], language: str):
    """With five players; at 80x24 those with more than two cards of magic by their number alone."""
    stage = garden("auction")
    async with seated(stage, size=size, language=language) as player:
        await leading(player, stage)
        home = Texts(language)._("home {dwarfs}", dwarfs="").strip()
        assert player.text.count(f"{home} ") >= (3 if size == (80, 24) else 5), player.text
        assert len(re.findall(rf"{home} | ×\d\b", player.text)) >= 5, player.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(100, 30), (120, 40), (140, 45)])
async def test_the_dwarfs_at_home_are_told_of_who_gave_up_too(size: tuple[int, int], language: str) -> None:
    """Their number at least, whatever is said of the seat."""
    stage = garden("placing")
    stage.seat(2, Seat("Osprey-3110", "bot", "page", conceded=True))
    async with seated(stage, size=size, language=language) as player:
        at = next(number for number, row in enumerate(player.rows) if "Osprey-3110" in row)
        said = " ".join(player.rows[at + 1 : at + 3])
        assert re.search(r"×\d| \d( \d)* ", said.partition("(")[2].partition(")")[2]), player.text


@pytest.mark.parametrize("language", ["en", "de"])
async def test_magic_for_sale_and_the_result(language: str):
    """Three players; at the end the points."""
    sale = LaurinStage(layout("magic", offer="haste fog ban", hands=HANDS), bots=(3,))
    async with seated(sale, language=language) as player:
        snapshots.check(f"laurin-buy-{language}-80x24", player.text)
    over = LaurinStage(layout("auction", movement="h1a v2a h3a", scores=(35, 12, 20), dwarfs="1 5/3 d5"))
    async with seated(over, language=language) as player:
        for seat in (1, 2, 3):
            over.read(seat, "pass")
        await player.pilot.pause()
        snapshots.check(f"laurin-result-{language}-80x24", player.text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
async def test_nothing_is_cut(language: str, size: tuple[int, int]):
    """The longest names, much magic, every number: in every language at every size."""
    stage = garden("auction", magic=RICH)
    stage.info = type(stage.info)(
        **{**_fields(stage), "seats": LaurinStage(names=LONG_NAMES, seats=5).info.seats}
    )
    async with seated(stage, name=LONG_NAMES[0], size=size, language=language) as player:
        assert not is_cut(player.text)
        assert Texts(language)._("ways, who scores").split(",")[0].split()[0] in player.text
        assert max(map(cell_len, player.rows)) <= size[0]
        for name in LONG_NAMES:
            assert name in player.text
        for number in "1234567890":
            assert number in player.text


@pytest.mark.parametrize("language", LANGUAGES)
async def test_cards_are_a_table_with_words(language: str):
    """Each column has a heading, and there are words where nobody scores and for the magic."""
    texts = Texts(language)
    async with seated(garden("auction"), language=language) as player:
        heading = next(row for row in player.rows if texts.pgettext("column", "steps") in row)
        wishes = (texts._("the King's ways, and who scores"), texts._("ways, who scores"))
        assert any(wish in heading for wish in wishes)
        assert texts._("nobody") in player.text
        for kind in ("exchange", "ban", "revolt"):
            assert re.search(rf"{names.name(texts, kind)}|{names.word(texts, kind)}", player.text)  # type: ignore[arg-type]


async def test_dwarfs_are_tiles_in_the_colour_of_their_owner():
    """The letter stands on it; a dwarf that shows its back is no filled tile, and has a sign."""
    async with seated(garden("auction")) as player:
        cells = player.app.screen.query_one(Garden)
        styles = {segment.text: segment.style for segment in cells.render_line(7)}
        assert styles["A3 "] == tones.bold(tones.SEAT_TILES[0])
        assert styles["B2'"] == tones.TURNED_TILES[1]
        crossing = {segment.text: segment.style for segment in cells.render_line(8)}
        assert (crossing[" ♚ "], crossing["1"]) == (tones.CROWNED, tones.LAURIN.loud)


@pytest.mark.parametrize("size", [(100, 30), (120, 40), (140, 45), (200, 60)])
async def test_large_windows_show_the_hand(size: tuple[int, int]):
    """Dwarfs at home as in the garden, and what every magic card does; nothing of it to spectators."""
    stage = garden("auction")
    async with seated(stage, size=size) as player:
        assert "your dwarfs at home" in player.text
        assert re.search(r"A3 .* A1 .* A1", player.text)
        assert "c Magic Haste" in player.text or "c Haste" in player.text
    async with seated(stage, name="Gast", size=size) as spectator:
        assert "your dwarfs" not in spectator.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (140, 45)])
async def test_no_bid_is_cut(language: str, size: tuple[int, int]):
    """However many cards somebody laid, face down and turned up, beside what is said of a bot."""
    state = layout("auction", dwarfs=DWARFS.rsplit(",", 2)[0], hands="1,3 2 2 2 2 1 1,3 3 3 2 2 2 1 1 1 1")
    stage = LaurinStage(state, bots=(2, 3))
    async with seated(stage, size=size, language=language) as player:
        bid = Texts(language)._("bid {cards}", cards="").strip()
        for seat, move in ((1, "bid 1"), (2, "bid 3 2 2 2 2 1 1"), (3, "bid 3 3 3 2 2 2 1 1 1")):
            stage.read(seat, move)
            await player.pilot.pause()
            assert "…" not in player.text
        assert len(re.findall(rf"{bid}:? \d", player.text)) >= 3, player.text


@pytest.mark.parametrize(("size", "seats"), [*product([(100, 30), (120, 40), (140, 45)], (3, 5))])
async def test_the_magic_of_a_hand_keeps_its_place(size: tuple[int, int], seats: int):
    """However many dwarfs are still at home."""
    placed = ("", "1 5/3 c4", "1 5/3 c4, 1 3/2 e5, 1 3/2 d5, 1 1/1 h8, 1 1/1 e4")
    columns = set[tuple[int, ...]]()
    for dwarfs in placed:
        state = layout("auction", seats=seats, dwarfs=dwarfs, magic="ban haste", hands="3")
        async with seated(LaurinStage(state), size=size) as player:
            rows = player.text.splitlines()
            row = next(row for row in rows if re.search(r" a (Magic )?Ban", row) and " c " in row)
            columns.add((row.index(" a "), row.index(" c ")))
    assert len(columns) == 1


@pytest.mark.parametrize(
    ("window", "square"), [((80, 24), 3), ((100, 30), 5), ((120, 40), 5), ((140, 45), 7)]
)
async def test_the_garden_grows_first(window: tuple[int, int], square: int):
    """Squares grow as long as what is beside them has its room, and then what is below."""
    async with seated(garden("auction"), size=window) as player:
        garden_panel = player.app.screen.query_one(Garden)
        assert garden_panel.shape.width == square
        assert player.app.screen.query_one("#seats").region.width >= 36


def _fields(stage: LaurinStage) -> dict[str, object]:
    return {name: getattr(stage.info, name) for name in stage.info.__struct_fields__}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_explanations_fit_where_the_log_is(language: str):
    """Three rows at 80x24: no end of a sentence is lost, for a card, a dwarf, a seat, treasure."""
    stage = garden("auction", magic=RICH)
    async with seated(stage, language=language) as player:
        await player.press("question_mark")
        for _ in range(5):
            top = player.row_of("log") + 1
            said = " ".join(row.strip() for row in player.rows[top : top + 3]).strip()
            assert said.endswith("."), said
            await player.press("tab")


@pytest.mark.parametrize(("term", "environment"), [("vt100", {"LANG": "C"}), ("linux", {"NO_COLOR": "1"})])
async def test_the_garden_needs_neither_colours_nor_signs(term: str, environment: dict[str, str]):
    """Whose a dwarf is, what it shows, the King, the cursor: all of it are characters."""
    stage = garden("placing")
    watch = WatchingSession(stage, "Amber", client(term, **environment))
    sent = await watch.sent()
    for seat in stage.asked_now:
        stage.read(seat, "pass")
    await watch.sent()
    assert sent.isascii() == (environment.get("LANG") == "C")
    rows = watch.text.splitlines()
    assert rows[8].startswith("5 ")
    caret, line, king = (">", "|", "K") if sent.isascii() else ("▶", "│", "K")
    assert f"{caret}   {line}B2'{line}A3 " in rows[8]
    assert f"5   9   1   {king}   2   0   6" in rows[9]
    await watch.leave()
