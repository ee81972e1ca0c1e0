"""The lobby shows who is here and what can be done, and does it with one key each."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from functools import partial
from textwrap import wrap
from typing import Any, cast

import pytest
from msgspec.structs import replace
from textual.app import ComposeResult
from textual.events import Key
from textual.pilot import Pilot

from engine.game import Refused
from tests.tui import snapshots
from tests.tui.cuts import Cuts, cuts
from tests.tui.lines import RecordedSession, SteppedAlarm, client
from tests.tui.screens.lobby_stage import lobby, prompt, shown, type_line
from tests.tui.scripted_port import Hosted, Seat, bot, player, table
from tui.actions import catalogue
from tui.actions.catalogue import word
from tui.app.app import CrownApp
from tui.boards import BOARDS
from tui.host.pictures import Account
from tui.host.port import FinishedGame
from tui.host.ratings import ShownRating
from tui.language.actions import key_meant
from tui.language.notices import name_note
from tui.language.texts import LANGUAGES, Texts
from tui.presenters.listing import advice, brief_heading
from tui.presenters.lobby_actions import ACTIONS
from tui.screens.base.help_page import help_page
from tui.screens.base.help_screen import HelpScreen
from tui.screens.base.session_screen import SessionScreen
from tui.screens.lobby.lobby_screen import REST, LobbyScreen
from tui.widgets.command_line import CommandLine
from tui.widgets.panel import Panel

pytestmark = pytest.mark.usefixtures("three_games")

__all__ = ["cuts"]


class FakeTableScreen(SessionScreen):
    """Stands where the table screen will be."""

    def __init__(self, table: str, followed: None = None) -> None:
        del followed
        super().__init__()
        self.table, self.noted = table, ""

    def note(self, text: str) -> None:
        self.noted = text

    def compose(self) -> ComposeResult:
        yield Panel()


@pytest.fixture(autouse=True)
def _stage(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tui.app.app.TableScreen", FakeTableScreen)


def busy_host() -> Hosted:
    host = Hosted(
        table(1, "FIG-1", player("Xaver"), player("Dorn"), player("Yves"), stage="over"),
        table(2, "PLUM-2", player("Cedar"), player("Dorn"), stage="running", rounds=9, watching=2),
        table(3, "KIWI-7", player("Amber"), player("Birch", away=True), bot("Elm"), Seat()),
    )
    for name in ("Amber", "Birch", "Cedar", "Dorn"):
        host.port(name)
    return host


@snapshots.windows((80, 24), (120, 40))
async def test_the_lobby_looks_like_this(language: str, size: tuple[int, int]):
    """People, tables, the chosen one, and what to do."""
    async with lobby(busy_host(), language=language, size=size) as pilot:
        snapshots.check(f"lobby-{language}-{size[0]}x{size[1]}", shown(pilot))
        await pilot.press("n")
        snapshots.check(f"lobby-form-{language}-{size[0]}x{size[1]}", shown(pilot))
        await pilot.press("q", "question_mark")
        await pilot.pause()
        snapshots.check(f"lobby-help-{language}-{size[0]}x{size[1]}", shown(pilot))


async def test_help_explains_what_is_chosen():
    """A game by its aim, a table by what was agreed there; then come the keys."""
    async with lobby(busy_host()) as pilot:
        for _ in range(12):
            screen = pilot.app.screen
            assert isinstance(screen, LobbyScreen)
            name = brief_heading(Texts(), screen._item) if screen._item else ""
            await pilot.press("question_mark")
            await pilot.pause()
            rows = [row.strip() for row in shown(pilot).splitlines()]
            assert rows[1].startswith(name)
            assert any(row.startswith("Tab ") for row in rows)
            await pilot.press("x", "down")


async def test_an_empty_lobby_says_what_to_do():
    """Nobody waits in the dark, not even the first one."""
    async with lobby(Hosted()) as pilot:
        assert prompt(pilot) == [
            "Enter plays the marked game. t teaches it in ten minutes.",
            "Enter play   t learn   o opponents   n new table   m match me   ? help",
        ]


async def test_from_nothing_to_a_table_by_keys():
    """Choose the game, the seats and everything else, open: the screen follows to the table."""
    host = Hosted()
    async with lobby(host) as pilot:
        await pilot.press("n", "down", "right", "4", "down", "right", "down", "left")
        await pilot.press("down", "right", "down", "right", "down", "down", "right", "enter")
        await pilot.pause()
        options = {"edition": "en", "rounds": "60", "odds": "off", "rated": "off"}
        assert host.asked == [("open_table", "court", 4, options, False, "1h+1m")]
        assert isinstance(pilot.app.screen, FakeTableScreen)
        assert pilot.app.screen.table == "t1"


async def test_the_form_explains_each_of_its_lines():
    """The one in focus at once, all of them on a page of their own; the form is as it was afterwards."""
    async with lobby(Hosted()) as pilot:
        await pilot.press("n", "down", "down")
        assert "Jesters never run out" in " ".join(shown(pilot).split())
        await pilot.press("question_mark")
        await pilot.pause()
        page = " ".join(shown(pilot).split())
        for said in (
            "How many play.",
            "Jesters never run out",
            "ends after this many rounds",
            "see the odds",
        ):
            assert said in page
        assert "the lobby lists the table" in page
        assert "How long a turn may take" in page
        await pilot.press("q")
        await pilot.pause()
        assert "◄German edition►" in shown(pilot)


async def test_enter_on_a_game_plays_it_against_bots():
    """At once, at a table of one's own; at first against the gentlest, later as chosen last."""
    host = Hosted()
    async with lobby(host, new=False) as pilot:
        await pilot.press("down", "enter")
        await pilot.pause()
        assert [asked[:2] for asked in host.asked] == [
            ("set", "practice"), ("open_table", "intrigue"), ("add_bot", "t1"), ("add_bot", "t1"),
            ("start", "t1"), ("follow_table", "t1"),
        ]  # fmt: skip
        assert [asked[2] for asked in host.asked if asked[0] == "add_bot"] == ["novice", "learner"]
        assert isinstance(pilot.app.screen, FakeTableScreen)


async def test_p_asks_which_game_and_which_opponent():
    """Whatever is chosen in the lists: it begins with what was played last."""
    host = Hosted()
    async with lobby(host, new=False) as pilot:
        await pilot.press("down", "down", "p")
        assert "◄To Court the King►" in shown(pilot)
        assert "Amber" in shown(pilot)
        await pilot.press("right", "4", "down", "right", "right", "enter")
        await pilot.pause()
        assert host.asked[0] == ("set", "practice", "intrigue 4 page-55")
        assert [asked[2] for asked in host.asked if asked[0] == "add_bot"] == ["page-55"] * 3


async def test_p_goes_on_with_an_unfinished_game_against_bots():
    """And so does Enter on that game; on another one it begins."""
    host = Hosted(table(1, "FIG-1", player("Wren"), bot("Elm"), stage="running", rounds=3))
    async with lobby(host, goto="lobby") as pilot:
        await pilot.press("tab")
        assert prompt(pilot)[0] == "To Court the King: Enter goes on against the bots at FIG-1."
        await pilot.press("down", "p")
        await pilot.pause()
        assert isinstance(pilot.app.screen, FakeTableScreen)
        assert pilot.app.screen.table == "t1"
        assert not [asked for asked in host.asked if asked[0] == "open_table"]


async def test_the_lists_are_a_key_apart():
    """Tab goes to the first row of each list in turn, and back to the first; Left goes the other way."""
    async with lobby(busy_host(), "Dorn", goto="lobby") as pilot:
        seen = []
        for key in ("tab", "tab", "tab", "left"):
            await pilot.press(key)
            seen += [
                row.partition("▌")[2].replace(",", "").split()[:2]
                for row in shown(pilot).splitlines()
                if "▌" in row
            ][:1]
        assert seen == [["To", "Court"], ["KIWI-7", "Court"], ["○", "PLUM-2"], ["KIWI-7", "Court"]]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24), (100, 30), (140, 45)])
async def test_crowded_lists_are_read_in_pages(language: str, size: tuple[int, int], cuts: Cuts):
    """Forty tables, two dozen seats, long names, a notice, in any window: J leaps from page to page, the
    chosen row is always there, and no word is cut.
    """
    open_ones = [table(n, f"CURRANT-{n}", player("Goldhaehnchen-99"), Seat()) for n in range(10, 50)]
    own = [
        table(n, f"PLUM-{n}", player("Wren"), player("Amber"), stage="running", rounds=9)
        for n in range(60, 84)
    ]
    host = Hosted(*open_ones, *own)
    host.notice = "A tournament of court begins on Friday at eight, and everybody is welcome."
    async with lobby(host, language=language, size=size, goto="lobby") as pilot:
        await pilot.press("home")
        for _ in range(9):
            rows = [row for row in shown(pilot).splitlines() if "▌" in row]
            assert 1 <= len(rows) <= 3
            cuts.check(shown(pilot))
            await pilot.press("J")
        assert "CURRANT-10" in shown(pilot)


async def test_a_window_that_is_too_small_says_what_it_needs():
    """And shows the lobby again once it is larger."""
    async with lobby(busy_host(), size=(39, 12)) as pilot:
        assert "40x12" in shown(pilot)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "To Court the King" in shown(pilot)
        assert "plays the marked game" in prompt(pilot)[0]
        await pilot.resize_terminal(40, 12)
        await pilot.pause()
        assert "▌ To Court the King" in shown(pilot)
        assert "KIWI-7" in shown(pilot)
        assert "…" not in "".join(prompt(pilot))


async def test_the_rules_of_the_chosen_game_are_a_key():
    """Of a game in the list, and of a table's."""
    async with lobby(busy_host()) as pilot:
        await pilot.press("down", "down", "r")
        await pilot.pause()
        assert "King Laurin" in shown(pilot).splitlines()[0]


async def test_a_table_without_odds_says_so():
    """The typed form can open one, and the lobby tells others what was agreed on there."""
    host = Hosted()
    async with lobby(host) as pilot:
        await pilot.press("slash", *"open", "space", *"court", "space", "2", "space", *"odds")
        await pilot.press("equals_sign", *"off", "enter")
        await pilot.pause()
        assert host.asked == [("open_table", "court", 2, {"odds": "off"}, False, "none")]
    told = host.tables["t1"]
    host.tables["t1"] = replace(told, options={**told.options, "odds": "off"})
    async with lobby(host, "Ada") as pilot:
        await pilot.press("tab")
        assert "odds hidden" in shown(pilot)


async def test_keys_typed_ahead_of_the_table_being_opened_do_nothing():
    """Nobody has seen what they would do at the new table, which tells that."""
    host = busy_host()
    async with lobby(host) as pilot:
        for key in ("n", "enter", "b", "b", "s"):
            pilot.app.post_message(Key(key, None))
        await pilot.pause()
        await pilot.pause()
        assert isinstance(pilot.app.screen, FakeTableScreen)
        assert pilot.app.screen.table == "t4"
        assert pilot.app.screen.noted == "That key came before this question."
        assert [asked[0] for asked in host.asked] == ["open_table"]


async def test_keys_typed_ahead_of_a_refusal_do_nothing():
    """Where no table came of it, the keys meant for it are forgotten."""
    host = busy_host()
    async with lobby(host) as pilot:
        host.refuse_next = Refused("host-full")
        for key in ("n", "enter", "b", "u", "enter"):
            pilot.app.post_message(Key(key, None))
        await pilot.pause()
        assert [asked[0] for asked in host.asked] == ["open_table"]
        assert prompt(pilot)[0] == "This host is full: no more tables can be opened now."


async def test_sitting_down_and_standing_up():
    """Enter sits down at the chosen table and goes there; standing up takes a second key."""
    host = busy_host()
    async with lobby(host) as pilot:
        await pilot.press("tab", "enter")
        await pilot.pause()
        assert host.tables["t3"].seats[3].name == "Wren"
        assert isinstance(pilot.app.screen, FakeTableScreen)
    async with lobby(host) as pilot:
        await pilot.press("u", "n")
        await pilot.pause()
        assert host.tables["t3"].seats[3].name == "Wren"
        await pilot.press("u", "enter")
        await pilot.pause()
        assert host.tables["t3"].seats[3].name == ""


async def test_bots_come_and_go():
    """b gives a seat to a bot, x takes it back."""
    host = busy_host()
    async with lobby(host, "Amber") as pilot:
        await pilot.press("b")
        await pilot.pause()
        assert host.tables["t3"].seats[3].held_by == "bot"
        await pilot.press("x", "x")
        await pilot.pause()
        assert [seat.held_by for seat in host.tables["t3"].seats] == ["player", "player", "nobody", "nobody"]


async def test_arrows_and_letters_choose():
    """Down and j, up and k go through the tables and stop at the ends; Enter goes to the chosen one."""
    async with lobby(busy_host()) as pilot:
        await pilot.press("down", "j", "down", "down", "down", "down", "k", "up")
        await pilot.pause()
        assert "▌KIWI-7" in shown(pilot)
        await pilot.press("j", "enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, FakeTableScreen)
        assert pilot.app.screen.table == "t2"


async def test_a_refusal_is_one_sentence_until_the_next_key():
    """The host's no stands on the prompt line, in words."""
    host = busy_host()
    async with lobby(host) as pilot:
        host.refuse_next = Refused("table-full")
        await pilot.press("tab", "enter")
        await pilot.pause()
        assert prompt(pilot)[0] == "Every seat of this table is taken."
        await pilot.press("down")
        await pilot.pause()
        assert prompt(pilot)[0] == "A game is on at PLUM-2: you can watch."


@pytest.mark.parametrize(
    ("name", "key", "reason"),
    [
        ("Wren", "s", "Only the table's owner can do that."),
        ("Wren", "b", "You have no seat at this table."),
        ("Wren", "x", "You have no seat at this table."),
        ("Wren", "g", "You have no running game."),
    ],
)
async def test_a_key_that_does_nothing_says_why(name: str, key: str, reason: str):
    """Every letter of the help page answers, wherever it is pressed."""
    async with lobby(busy_host(), name) as pilot:
        await pilot.press("tab", key)
        await pilot.pause()
        assert prompt(pilot)[0] == reason


async def test_a_seat_in_a_running_game_is_one_key_away():
    """On arrival the player is asked once; any other key stays, and g still goes there."""
    async with lobby(busy_host(), "Dorn") as pilot:
        assert prompt(pilot) == [
            "Your seat at PLUM-2 is waiting. Go there now?",
            "Enter yes   any other key no",
        ]
        assert "KIWI-7" not in shown(pilot)
        await pilot.press("q")
        await pilot.pause()
        assert prompt(pilot)[0] == "Your game at PLUM-2 is running."
        assert "KIWI-7" in shown(pilot)
        await pilot.press("up", "g")
        await pilot.pause()
        assert isinstance(pilot.app.screen, FakeTableScreen)
        assert pilot.app.screen.table == "t2"


async def test_the_question_comes_before_the_lobby():
    """Until it is answered, the host is asked for no picture of the lobby: there are as many as there
    are players after a restart. What it has to say is shown, and the game is followed.
    """
    host = busy_host()
    host.notice = "Maintenance at midnight."
    async with lobby(host, "Dorn") as pilot:
        assert not host._listeners
        snapshots.check("lobby-return", shown(pilot))
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, FakeTableScreen)
        assert not host._listeners


async def test_a_seat_that_waits_is_forgotten_for_what_was_asked_for():
    """Who came for another table, or for the lobby, is not asked."""
    async with lobby(busy_host(), "Dorn", goto="lobby") as pilot:
        assert prompt(pilot)[0] == "Your game at PLUM-2 is running."
        assert "KIWI-7" in shown(pilot)


async def test_whoever_comes_back_to_the_lobby_is_not_asked():
    """They have just left that table; it is the chosen one."""
    async with lobby(busy_host(), "Dorn") as pilot:
        await pilot.press("enter")
        await pilot.pause()
        pilot.app.go_lobby()
        await pilot.pause()
        assert prompt(pilot)[0] == "Your game at PLUM-2 is running."
        assert "▌○ PLUM-2" in shown(pilot)


async def test_after_a_game_its_kind_is_chosen():
    """So Enter plays another one, of a lesson the real one."""
    async with lobby(Hosted()) as pilot:
        screen = LobbyScreen(returning=True, played="laurin")
        await pilot.app.switch_screen(screen)
        await pilot.pause()
        assert screen.current_game == "laurin"


async def test_everybody_at_a_table_follows_its_start():
    """Who sits at a table that begins gets there without a key."""
    host = busy_host()
    async with lobby(host, "Birch") as pilot:
        host.change(table(3, "KIWI-7", player("Amber"), player("Birch"), stage="running", rounds=1))
        await pilot.pause()
        assert isinstance(pilot.app.screen, FakeTableScreen)


async def test_a_start_is_followed_by_whoever_sat_down_a_moment_ago():
    """Pictures may be missed: sitting down and the start can come in the same one."""
    host = busy_host()
    async with lobby(host) as pilot:
        host.change(table(3, "KIWI-7", player("Amber"), player("Wren"), stage="running", rounds=1))
        await pilot.pause()
        assert isinstance(pilot.app.screen, FakeTableScreen)


async def test_whoever_types_when_their_game_begins_finishes_first():
    """The line stays; afterwards the table is shown."""
    host = busy_host()
    async with lobby(host, "Birch") as pilot:
        await pilot.press("quotation_mark", "h")
        host.change(table(3, "KIWI-7", player("Amber"), player("Birch"), stage="running", rounds=1))
        await pilot.pause()
        assert prompt(pilot) == ["Your game has started: it opens as soon as you finish here.", "> h"]
        await pilot.press("i", "enter")
        await pilot.pause()
        assert ("say", None, "hi") in host.asked
        assert isinstance(pilot.app.screen, FakeTableScreen)


async def test_whoever_has_the_form_open_when_their_game_begins_closes_it_first():
    """They are told, and go to the table like everybody else there."""
    host = busy_host()
    async with lobby(host, "Birch") as pilot:
        await pilot.press("n")
        host.change(table(3, "KIWI-7", player("Amber"), player("Birch"), stage="running", rounds=1))
        await pilot.pause()
        assert prompt(pilot)[0] == "Your game has started: it opens as soon as you finish here."
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, FakeTableScreen)


async def test_a_start_is_followed_without_a_word_in_between(monkeypatch: pytest.MonkeyPatch):
    """Nobody is offered to go on playing who is on the way there: the key would be for the table."""
    offered: list[Any] = []
    prompted = CommandLine.prompt

    def prompt_and_note(line: CommandLine, text: str, keys: Any, **how: Any) -> None:
        offered.extend(label for _, label in keys)
        prompted(line, text, keys, **how)

    monkeypatch.setattr(CommandLine, "prompt", prompt_and_note)
    host = busy_host()
    async with lobby(host, "Birch") as pilot:
        host.change(table(3, "KIWI-7", player("Amber"), player("Birch"), stage="running", rounds=1))
        await pilot.pause()
        assert isinstance(pilot.app.screen, FakeTableScreen)
    assert offered
    assert "go on playing" not in offered


async def test_a_start_is_followed_by_whoever_goes_to_the_lobby_at_that_moment():
    """They left a room in which everybody waited; what they find is their game."""
    host = busy_host()
    async with lobby(host, "Birch") as pilot:
        host.tables["t3"] = table(3, "KIWI-7", player("Amber"), player("Birch"), stage="running", rounds=1)
        pilot.app.go_lobby()  # as from the room: KIWI-7 is chosen, and waits for its start
        await pilot.pause()
        assert isinstance(pilot.app.screen, FakeTableScreen)


async def test_a_command_is_typed_from_the_help_page_too():
    """The key that opens the line closes the page with it: what follows is no key of the lobby."""
    async with lobby(busy_host(), "Birch") as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        await pilot.press("slash", *"motion")
        line = pilot.app.screen.query_one(CommandLine)
        assert line.is_open
        assert any("/motion" in line for line in prompt(pilot)), shown(pilot)


async def test_a_start_is_followed_even_from_the_help_page():
    """The help on top goes with the lobby below; nothing of either stays behind."""
    host = busy_host()
    async with lobby(host, "Birch") as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        host.change(table(3, "KIWI-7", player("Amber"), player("Birch"), stage="running", rounds=1))
        await pilot.pause()
        assert [type(screen) for screen in pilot.app.screen_stack] == [FakeTableScreen]
        assert host.followed == 0


@pytest.mark.parametrize(
    ("goto", "name", "lands_at"),
    [
        ("join plum-2", "Wren", "t2"),
        ("join KIWI-7", "Wren", "t3"),
        ("court", "Dorn", "t2"),
        ("court", "Amber", "t3"),
        ("court", "Wren", "t3"),
    ],
)
async def test_a_destination_is_gone_to_at_once(goto: str, name: str, lands_at: str):
    """`join CODE` leads to that table, a game's key to the own table or to one with room; whoever
    finds a free seat there sits down.
    """
    host = busy_host()
    async with lobby(host, name, goto=goto) as pilot:
        await pilot.pause()
        assert isinstance(pilot.app.screen, FakeTableScreen)
        assert pilot.app.screen.table == lands_at
        if name == "Wren" and lands_at == "t3":
            assert host.tables["t3"].seats[3].name == "Wren"
        else:
            assert not any(seat.name == "Wren" for table in host.tables.values() for seat in table.seats)


async def test_where_there_is_no_room_a_new_table_waits():
    """A game's key opens a table where nobody has a seat to give: not a full, private or kept one."""
    host = Hosted(
        table(1, "KIWI-1", player("Amber"), player("Birch")),
        replace(table(2, "KIWI-2", player("Amber"), Seat()), private=True),
        table(3, "KIWI-3", player("Amber"), Seat(kept_for="Birch")),
    )
    async with lobby(host, goto="court") as pilot:
        await pilot.pause()
        assert isinstance(pilot.app.screen, FakeTableScreen)
        assert pilot.app.screen.table == "t4"
        assert [seat.name for seat in host.tables["t4"].seats] == ["Wren", "", ""]


async def test_a_seat_that_was_just_taken_is_no_dead_end():
    """Where somebody was faster the next table is tried."""
    host = Hosted(table(1, "KIWI-1", player("Amber"), Seat()), table(2, "KIWI-2", player("Birch"), Seat()))
    host.refuse_next = Refused("table-full")
    async with lobby(host, goto="court") as pilot:
        await pilot.pause()
        assert host.asked == [("sit", "t2"), ("sit", "t1")]
        assert isinstance(pilot.app.screen, FakeTableScreen)
        assert pilot.app.screen.table == "t1"


async def test_whoever_cannot_go_there_is_told_and_is_in_the_lobby():
    """A host that is full says so, and keys work again."""
    host = Hosted()
    host.refuse_next = Refused("host-full")
    async with lobby(host, goto="court") as pilot:
        await pilot.pause()
        assert prompt(pilot)[0] == "This host is full: no more tables can be opened now."
        await pilot.press("n")
        assert "A new table" in shown(pilot)


async def test_a_wrong_code_is_told():
    """Nobody is left wondering where a table went."""
    async with lobby(busy_host(), goto="join NOPE-9") as pilot:
        assert prompt(pilot)[0] == "There is no table NOPE-9."


async def test_leaving_takes_two_keys():
    """q asks, Enter leaves; Ctrl+C asks as well and leaves when it is pressed again."""
    host = busy_host()
    async with lobby(host) as pilot:
        await pilot.press("q", "down")
        await pilot.pause()
        assert pilot.app.is_running
        await pilot.press("q", "enter")
        await pilot.pause()
        assert not pilot.app.is_running
    async with lobby(host) as pilot:
        await pilot.press("ctrl+c", "ctrl+c")
        await pilot.pause()
        assert not pilot.app.is_running


async def test_the_chosen_table_stays_chosen_when_others_come():
    """A new table above does not move the choice under somebody's fingers."""
    host = busy_host()
    async with lobby(host) as pilot:
        await pilot.press("tab", "down")
        host.change(table(4, "LIME-4", player("Cedar"), Seat()))
        await pilot.pause()
        assert "▌PLUM-2" in shown(pilot)


async def test_subscriptions_end_with_the_screen():
    """Going to a table and leaving the host ends what the lobby followed."""
    host = busy_host()
    async with lobby(host) as pilot:
        assert host.followed == 1
        await pilot.press("tab", "down", "enter")
        await pilot.pause()
        assert host.followed == 0


def test_every_action_has_words_in_every_language():
    """The one table of actions feeds keys, prompt and help."""
    for texts in map(Texts, LANGUAGES):
        for action in ACTIONS:
            assert texts.of(action.label)
            assert texts.of(action.help).endswith(".")


@pytest.mark.parametrize("language", LANGUAGES)
def test_advice_fits_on_a_line(language: str):
    """At 80 columns nothing of what to do is cut."""
    for stage in ("open", "running", "over", "frozen"):
        for seats in ((Seat(), Seat(), Seat()), (player("A"), bot("B")), (player("A"), Seat())):
            for seat in (None, 1):
                for yours in (True, False):
                    info = table(1, "CURRANT-12", *seats, stage=stage)
                    said = advice(Texts(language), type(info)(*[
                        {"your_seat": seat, "yours": yours}.get(field, getattr(info, field))
                        for field in info.__struct_fields__
                    ]), "A")  # fmt: skip
                    assert len(said) <= 78


# What is told of the chosen one


LONG = {"edition": "en", "rounds": 20}


@pytest.mark.parametrize("language", ["en", "de"])
async def test_all_agreements_of_a_table_can_be_read(language: str):
    """Five seats, a code, every unusual option: whole at 80x24, with a long notice above."""
    seats = (player("Wren"), *[Seat()] * 4)
    host = Hosted(
        replace(table(1, "CURRANT-12", *seats), options=LONG, private=True, clock="10m", watching=2)
    )
    host.codes["t1"] = "J5KS-D4Q3"
    host.notice = "A tournament of court begins on Friday at eight. " * 3
    async with lobby(host, language=language) as pilot:
        rows = [row.partition("│")[2].strip() for row in shown(pilot).splitlines()]
        told = " ".join(rows)
        facts = {
            "en": ("English edition", "at most 20 rounds", "10 min a turn", "private", "2 watching"),
            "de": ("englische Ausgabe", "höchstens 20 Runden", "10 min je Zug", "privat", "2 sehen zu"),
        }[language]
        assert all(fact in told for fact in (*facts, "CURRANT-12"))
        at = rows.index("/join J5KS-D4Q3")
        assert rows[at + 1 : at + 3] == ["ssh -t play.example.org join", "J5KS-D4Q3"]
        assert "…" not in told


async def test_a_running_private_table_says_how_to_watch():
    """To those who sit there."""
    running = table(1, "KIWI-7", player("Wren"), bot("Elm"), stage="running", rounds=2)
    host = Hosted(replace(running, private=True))
    host.codes["t1"] = "J5KS-D4Q3"
    async with lobby(host) as pilot:
        await pilot.press("x")
        assert "/watch J5KS-D4Q3" in shown(pilot)


async def test_a_game_that_is_over_says_how_to_fetch_its_record():
    """While its table is still there as well as later."""
    host = Hosted(table(1, "KIWI-7", player("Wren"), bot("Elm"), stage="over", rounds=9))
    host.finished = (FinishedGame("g42", "FIG-1", "court", ("Wren", "Amber"), (2, 1), 1, 900.0),)
    async with lobby(host) as pilot:
        assert "ssh play.example.org record t1" in shown(pilot)
        await pilot.press("end")
        assert "ssh play.example.org record g42" in shown(pilot)
        assert "2nd of 2" in shown(pilot)


async def test_the_header_has_the_rating_at_the_chosen_game(monkeypatch: pytest.MonkeyPatch):
    """Of a game once the choice rests, so that keys cost little; none where the player has none."""
    alarms: list[SteppedAlarm] = []

    def alarm(ring: Callable[[], object]) -> SteppedAlarm:
        alarms.append(SteppedAlarm(ring))
        return alarms[-1]

    monkeypatch.setattr("tui.screens.lobby.lobby_screen.Alarm", alarm)
    host = Hosted()
    host.ratings = {"court": ShownRating(1540, 80, 12, 6), "laurin": ShownRating(1490, 200, 3)}

    def rating(pilot: Any) -> str:
        return shown(pilot).splitlines()[0].partition("Wren")[2].partition("■")[0].strip()

    async with lobby(host) as pilot:
        assert rating(pilot) == "1540"
        for told in ("", "1490?"):
            before = rating(pilot)
            await pilot.press("down")
            await pilot.pause()
            assert rating(pilot) == before
            alarms[0].ring()
            await pilot.pause()
            assert rating(pilot) == told


async def test_a_guest_knows_to_be_one():
    """Behind the name; whoever has a key reads the name alone."""
    async with lobby(Hosted()) as pilot:
        assert " Wren  ■" in shown(pilot).splitlines()[0]
        pilot.app.port.me = replace(pilot.app.port.me, guest=True)
        await pilot.press("x")
        assert " Wren (guest)  ■" in shown(pilot).splitlines()[0]


def on_the_left(pilot: Pilot[None]) -> str:
    """The words of the left column, whatever lines they are broken into."""
    return " ".join(" ".join(row.partition("│")[0] for row in shown(pilot).splitlines()).split())


async def test_a_provisional_account_reads_what_keeps_it():
    """Behind the name, among the ways into a game, and where its key is."""
    kept = "Your account is kept once you have made your first move in a game."
    async with lobby(Hosted()) as pilot:
        assert kept not in shown(pilot)
        pilot.app.port.me = replace(pilot.app.port.me, provisional=True)
        await pilot.press("x")
        assert " Wren (new)  ■" in shown(pilot).splitlines()[0]
        assert kept in on_the_left(pilot)
        await pilot.press("slash", *"key", "enter")
        await pilot.pause()
        assert kept in shown(pilot)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("code", "login"),
    [("name-of-guest", ""), ("name-taken", ""), ("name-reserved", ""), ("", "jane.q.public.jr"), ("", "")],
)
async def test_who_has_not_chosen_a_name_reads_in_the_lobby_what_they_are_called(
    language: str, code: str, login: str
):
    """Below the ways into a game, whatever the names are: the prompt says how to begin."""
    name = "Goldhaehnchen-99"
    account = Account(name, guest=True, name_refused=code, drawn=True, login_name=login)
    told = name_note(Texts(language), account, "/" + word(Texts(language), "name"), "N")
    assert (login in told, name in told) == (True, True)
    assert (
        code != "name-of-guest" or len(wrap(told.replace(name, "Wagtail-8377"), 47)) == 2
    )  # all that a lobby has
    host = Hosted()
    port = host.port(name)
    port.me = account
    app = CrownApp(port, Texts(language))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert told in on_the_left(pilot)
    app.close()


async def test_one_key_takes_the_login_name_that_is_offered():
    """It is offered and listed among the keys until the player has a name; then the key does nothing."""
    host = Hosted()
    port = host.port("Wren-5216")
    port.me = Account("Wren-5216", guest=False, drawn=True, login_name="jane")
    app = CrownApp(port, Texts("en"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "You are Wren-5216. N: be called jane; /name: another name." in on_the_left(pilot)
        assert "N your login name" in shown(pilot)
        await pilot.press("N")
        await pilot.pause()
        assert ("rename", "jane") in host.asked
        port.me = Account("jane", guest=False)
        await pilot.press("N")
        await pilot.pause()
        assert "N does nothing here" in shown(pilot)
        assert "login name" not in shown(pilot)
    app.close()


async def test_the_key_does_nothing_where_no_name_is_offered():
    app = CrownApp(Hosted().port("Wren-5216"), Texts("en"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("N")
        assert "N does nothing here" in shown(pilot)
    app.close()


def test_sentences_without_a_key_begin_at_the_margin():
    """On pages that explain, as that of a code."""
    said = (("", "Write this down."), ("CODE", ""), ("x", "does it"))
    assert ["".join(text for text, _ in line).rstrip() for line in help_page(said, 40)] == [
        " Write this down.",
        " CODE",
        " x  does it",
    ]
    assert ["".join(text for text, _ in line).rstrip() for line in help_page(said, 80)] == [
        "     Write this down.",
        " CODE",
        " x   does it",
    ]


async def test_the_rules_follow_a_choice_that_rests(monkeypatch: pytest.MonkeyPatch):
    """They are long: while keys are pressed those of the game before stay, under its name."""
    alarms: list[SteppedAlarm] = []

    def alarm(ring: Callable[[], object]) -> SteppedAlarm:
        alarms.append(SteppedAlarm(ring))
        return alarms[-1]

    monkeypatch.setattr("tui.screens.lobby.lobby_screen.Alarm", alarm)
    texts = Texts()

    def rules_of(pilot: Any) -> str:
        return next(row for row in shown(pilot).splitlines() if "Rules" in row).split("Rules")[1].split()[0]

    async with lobby(Hosted(), size=(140, 45)) as pilot:
        names = [str(texts.of(BOARDS[game].short)) for game in ("court", "intrigue", "laurin")]
        assert rules_of(pilot) == names[0]
        await pilot.press("down", "down")
        await pilot.pause()
        assert rules_of(pilot) == names[0]
        assert [one.seconds for one in alarms] == [REST]
        alarms[0].ring()
        await pilot.pause()
        assert rules_of(pilot) == names[2]


@pytest.mark.parametrize(("size", "most"), [((80, 24), 150), ((100, 30), 150), ((140, 45), 150)])
async def test_a_key_among_the_games_costs_little(size: tuple[int, int], most: int):
    """What is chosen, and the sentence on what to do, whatever else a large window shows."""
    session = RecordedSession(Hosted(), client(columns=size[0], rows=size[1]))

    async def sent() -> int:
        quiet, before = 0, sum(map(len, session.line.sent))
        while quiet < 60 or not session.line.sent:
            count = len(session.line.sent)
            await asyncio.sleep(0)
            quiet = quiet + 1 if len(session.line.sent) == count else 0
        return sum(map(len, session.line.sent)) - before

    await sent()
    sizes = []
    for key in (b"\x1b[B", b"\x1b[B", b"\x1b[A", b"\x1b[A"):
        session.session.feed(key)
        sizes.append(await sent())
    assert max(sizes) <= most
    assert min(sizes) > 0
    await session.leave()


@pytest.mark.parametrize("language", ["en", "it"])
async def test_what_a_key_of_the_last_row_does_is_typed_behind_a_slash_too(language: str):
    """By its word, unless that is a command, by its number, or by itself."""
    texts, ways = Texts(language), set[int]()
    async with lobby(Hosted(table(1, "KIWI-7", player("Birch"), Seat())), language=language) as pilot:
        keys = pilot.app.screen._line._keys
    for number, (cap, does) in enumerate(keys, 1):
        key, way = key_meant(texts, keys, cap), number % 3
        said = (str(number), cap, does)[way]
        if cap == "/" or not key or isinstance(catalogue.parse(texts, f"/{said}"), catalogue.CommandInput):
            continue
        ways.add(way)
        seen = []
        for pressed in (False, True):
            host = Hosted(table(1, "KIWI-7", player("Birch"), Seat()))
            async with lobby(host, language=language) as pilot:
                await (pilot.press(key) if pressed else type_line(pilot, f"/{said}"))
                await pilot.pause()
                seen.append(shown(pilot))
        assert seen[0] == seen[1], (key, said)
    assert ways >= {0, 1}


async def test_a_line_behind_a_slash_answers_a_question_or_is_obeyed_instead_of_it() -> None:
    answered = list[str]()
    async with lobby(Hosted()) as pilot:
        screen = cast("LobbyScreen", pilot.app.screen)
        for line in ("/yes", "/no", "/here", "/help"):
            screen.ask("Leave crownhouse?", partial(answered.append, line))
            await type_line(pilot, line)
            await pilot.pause()
        assert (answered, screen._line.question) == (["/yes"], None)
        assert isinstance(pilot.app.screen, HelpScreen)


@pytest.mark.parametrize("size", [(120, 40), (140, 45), (200, 60)])
@pytest.mark.parametrize("many", [1, 6, 7, 8, 30, 2000])
async def test_who_is_here_is_named_whole(many: int, size: tuple[int, int]) -> None:
    """As many as a few rows have room for, and how many more there are."""
    host = Hosted()
    names = [f"Goldcrest-{number}" for number in range(1000, 1000 + many)]
    for name in names:
        host.people.append(name)
    async with lobby(host, size=size) as pilot:
        rows = [row.rpartition("│")[2].strip() for row in shown(pilot).splitlines()]
        first = rows.index("Here") + 1
        told = " ".join(rows[first : rows.index("", first)])
        named = re.findall(r"Goldcrest-\d{4}\b", told)
        assert named == names[: len(named)]
        assert len(named) >= min(many, 5)
        more = re.search(r" and (\d+) more$", told)
        assert len(named) + (int(more[1]) if more else 0) == many, told
        assert "…" not in told


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_who_waits_for_somebody_out_of_time_reads_the_way_on(size: tuple[int, int]) -> None:
    late = table(1, "PLUM-9", player("Wren"), player("Birch"), stage="running", rounds=4)
    host = Hosted(replace(late, clock="3d", your_seat=1, lendable=(2,)))
    async with lobby(host, "Wren", size=size) as pilot:
        await pilot.press("home")
        assert "PLUM-9: nobody has to wait for Birch; there L lets a bot play." in shown(pilot)
        assert ("lend PLUM-9" in shown(pilot)) is (size == (120, 40))
