"""Small things that stood in the way in the first minutes: one test for each, named after it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.engine.laurin.positions import layout
from tests.tui.boards.court.court_stage import CourtStage, position
from tests.tui.boards.laurin.laurin_stage import LaurinStage
from tests.tui.plain.typist import Typist
from tests.tui.screens.lobby_stage import lobby, prompt, shown
from tests.tui.scripted_port import Hosted, Seat, player, table
from tests.tui.stage import seated
from tui.actions import catalogue
from tui.boards.court.panels import explain
from tui.boards.court.play.view_model import ViewModel
from tui.boards.court.speech import SPEECH
from tui.language.texts import LANGUAGES, Texts
from tui.screens.lobby.lobby_screen import LobbyScreen

RUNNING = {"en": "running", "de": "läuft", "it": "in corso", "nl": "bezig"}
NONE_LEFT = {"en": "none left", "de": "keine mehr da", "it": "finite", "nl": "geen meer over"}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_game_whose_round_is_not_known_yet_runs(language: str):
    """After a restart, until somebody looks at the table: in the lobby and in plain mode no round 0."""
    host = Hosted(replace(table(1, "KIWI-7", player("Amber"), player("Birch")), stage="running", round=0))
    async with lobby(host, language=language) as pilot:
        assert RUNNING[language] in next(row for row in shown(pilot).splitlines() if "KIWI-7" in row)
    typist = Typist(host.port("Cedar"), LANG=f"{language}_XX.UTF-8")
    await typist.settle()
    listed = next(row for row in typist.lines if "KIWI-7" in row)
    assert f", {RUNNING[language]};" in listed
    await typist.leaves()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_that_is_used_up_is_said_to_be(language: str):
    """`?` says so in words, and so does plain mode."""
    state = position((), ())
    stage = CourtStage(replace(state, stock={**state.stock, "bishop": 0}))
    model = ViewModel(Texts(language), stage.news("Amber"))
    (line,) = explain.card_lines(model, "bishop")
    assert f"; {NONE_LEFT[language]}." in "".join(text for text, _ in line)
    court = next(topic for topic in SPEECH.topics if topic.name == "court")
    assert any(said.endswith(f"; {NONE_LEFT[language]}.") for said in court.lines(model))


async def test_a_spectator_leaves_without_a_question():
    """There is nothing to lose."""
    stage = CourtStage(position((), ()))
    async with seated(stage, name="Wren") as at:
        await at.press("q")
        assert isinstance(at.app.screen, LobbyScreen)


@pytest.mark.parametrize(
    ("language", "typed", "meant"),
    [
        ("de", "ende", "/beenden"),
        ("de", "lent", ""),
        ("de", "schlus", "/schluss"),
        ("de", "watsch", "/zusehen"),
        ("en", "strat", "/start"),
        ("nl", "opstan", "/opstaan"),
    ],
)
def test_only_words_of_the_players_language_are_suggested(language: str, typed: str, meant: str):
    """An English word that is nearly right is answered with the player's own."""
    assert catalogue.nearest(Texts(language), typed) == meant


async def test_what_can_only_end_its_turn_offers_no_other_key():
    """Neither placing nor lifting stands beside "end your turn"."""
    stage = LaurinStage(layout("placing", movement="h1a v2a h3a"))
    async with seated(stage) as at:
        assert "which dwarf" in at.keys
        stage.read(1, "place 5/3 a1", "place 3/2 a2", "place 1/1 a3")
        await at.pilot.pause()
        assert at.prompt == "You can't place any more dwarfs: end your turn."
        assert at.keys.startswith("t end turn")
        assert "which dwarf" not in at.keys
    stage = LaurinStage(layout("moving", dwarfs="1 5/3 b2", movement="h1a v2a h3a"))
    async with seated(stage) as at:
        assert "pick up" in at.keys
        stage.read(1, "move b2>b3")
        await at.pilot.pause()
        assert at.prompt == "Your dwarfs have moved: end your turn."
        assert at.keys.startswith("t end turn")
        assert "lift" not in at.keys


async def test_an_exchange_begins_at_a_dwarf():
    """The caret goes to the nearest one if their square is empty."""
    stage = LaurinStage(
        layout("moving", dwarfs="1 5/3 b2,2 3/2 g7", magic="exchange", movement="h1a v2a h3a")
    )
    async with seated(stage) as at:
        await at.press("b", "enter")
        assert at.prompt.startswith("The dwarf on b2 ")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_values_of_the_form_stay_where_they_are(language: str):
    """Whatever they are: long ones move nothing beside them, but their own name where there is no room."""
    for size in ((80, 24), (40, 12)):
        async with lobby(Hosted(), language=language, size=size) as pilot:
            await pilot.press("n")
            for _ in range(9):
                await pilot.press("down")
                seen = set()
                for _ in range(9):
                    await pilot.press("right")
                    (row,) = [row for row in shown(pilot).splitlines() if row.startswith("▌")]
                    assert row.endswith("►")
                    if row.strip("▌").split()[0] != Texts(language)._("Game"):
                        seen.add((row.index("◄"), len(row)))
                usual = max((at for at, _ in seen), default=0)
                assert all(at == usual or usual - at + width > size[0] for at, width in seen), seen


@pytest.mark.parametrize("sure", [True, False])
async def test_a_table_of_ones_own_is_ended_by_a_key(sure: bool):
    """In the lobby, after a confirming key; nobody else's table is."""
    host = Hosted(table(1, "KIWI-7", player("Amber"), Seat()), table(2, "FIG-1", player("Wren"), Seat()))
    host.owners = {"t1": "Amber", "t2": "Wren"}
    async with lobby(host) as pilot:
        assert "E end it" in shown(pilot)
        await pilot.press("E")
        assert prompt(pilot)[0] == "End FIG-1, without a result?"
        await pilot.press("enter" if sure else "x")
        await pilot.pause()
        assert (("end_table", "t2") in host.asked) is sure


@pytest.mark.usefixtures("three_games")
async def test_a_table_of_ones_own_is_ended_in_plain_mode():
    """By a word, and a yes."""
    host = Hosted(table(2, "FIG-1", player("Wren"), Seat()))
    host.owners = {"t2": "Wren"}
    wren = Typist(host.port("Wren"))
    await wren.settle()
    wren.fresh()
    await wren.enters("1")
    assert await wren.enters("end") == ["End FIG-1, without a result? Yes or no?"]
    await wren.enters("yes")
    assert ("end_table", "t2") in host.asked
    await wren.leaves()
