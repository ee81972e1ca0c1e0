"""What is typed reaches the host, and the host's answer is one line: at a table and in the lobby."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.court.model.state import Turn
from engine.game import Refused
from tests.tui.boards.court.court_stage import CourtStage, position
from tests.tui.screens.lobby_stage import lobby, prompt, shown, type_line
from tests.tui.scripted_port import Hosted, Seat, player, table
from tests.tui.stage import seated
from tui.actions.action import Place
from tui.actions.settings import SETTINGS
from tui.actions.typed_words import read
from tui.host.port import FinishedGame
from tui.language.texts import LANGUAGES, Texts
from tui.screens.lobby.lobby_screen import LobbyScreen
from tui.screens.table.table_screen import TableScreen

pytestmark = pytest.mark.usefixtures("three_games")


def running(**more: Any) -> CourtStage:
    return CourtStage(position((), (), (), turn=Turn(1, 0, (1, 3, 5, 5), (), rolled=True)), **more)


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("/lend 2", ("lend", 2)),
        ("/lend birch", ("lend", 2)),
        ("/seat", ("seat_code",)),
        ("/name Ada", ("rename", "Ada")),
        ("/ignore Birch", ("ignore", "Birch", True)),
        ("/follow Birch", ("follow", "Birch", True)),
        ("/unfollow Birch", ("follow", "Birch", False)),
        ("/bell on", ("set", "bell", "on")),
        ("/key", ("new_key_code",)),
        ("/key add AAAA-BBBB", ("add_key", "AAAA-BBBB")),
        ("/key AAAA-BBBB", None),
        ("/join KIWI-7", ("join", "KIWI-7")),
        ("/undo", ("undo",)),
        ("/bot dorn", ("add_bot", "steward-46")),
        ("/kick 2", None),
        ("/say good luck", ("say", "good luck")),
    ],
)
async def test_orders_at_a_running_table(line: str, asked: tuple[Any, ...] | None):
    """Each asks the host for one thing, or for nothing where it cannot be."""
    stage = running()
    async with seated(stage) as one:
        stage.refuse_next = Refused("table-running") if line.startswith(("/bot", "/undo")) else None
        await one.type(line.removeprefix("/"))
        assert stage.requests == ([asked] if asked else [])
        assert stage.submitted == []


@pytest.mark.parametrize(
    ("line", "question", "asked"),
    [
        ("/concede", "Concede at KIWI-7? A bot takes over, and you come last.", ["concede"]),
        ("/abandon", "End the game at KIWI-7 without a result? The others must agree.", ["abandon"]),
        ("/forget me", "Delete your account, your keys and your name for good?", ["forget_me"]),
        ("/keys drop 7K", "Drop the key 7K? It opens your account no longer.", ["drop_key"]),
        ("/quit", "Leave crownhouse?", []),
        ("/leave", "Go to the lobby? Your seat is kept.", []),
    ],
)
async def test_what_weighs_takes_one_confirming_key(line: str, question: str, asked: list[str]):
    """Any other key does nothing."""
    stage = running()
    async with seated(stage) as one:
        await one.type(line.removeprefix("/"))
        assert one.prompt == question
        await one.press("x")
        assert stage.asked == []
        assert one.prompt == "Set aside at least one die."
        await one.type(line.removeprefix("/"))
        await one.press("enter")
        assert stage.asked == asked


@pytest.mark.parametrize(("key", "asked"), [("A", "abandon"), ("C", "concede")])
async def test_weighty_things_have_capital_keys(key: str, asked: str):
    """With the same question."""
    stage = running()
    async with seated(stage) as one:
        await one.press(key, "enter")
        assert stage.asked == [asked]


async def test_the_code_of_a_seat_is_shown_whole():
    """A page of its own: the code, what to do with it, and how to type it."""
    async with seated(running()) as one:
        await one.type("seat")
        assert " /resume ABCD-EFGH-JKMN-PQRS" in one.rows
        assert " If you lose your connection, reconnect and type:" in one.rows
        await one.press("q")
        assert isinstance(one.app.screen, TableScreen)


async def test_moves_are_typed_even_where_a_command_has_their_name():
    """The command comes first; behind /move it is the move."""
    stage = running()
    async with seated(stage) as one:
        await one.type("move concede")
        assert one.prompt == "That is only possible in the final round."
        await one.type("move keep 5 5")
        assert stage.moves == ["keep 5 5"]
        await one.type("move dance")
        assert one.prompt.startswith("That isn't a move")


async def test_an_absent_seat_is_lent_by_one_key():
    """L does it where there is one such seat; among several it is to be said which."""
    stage = running()
    stage.seat(2, Seat("Birch", "player", away_since=1.0))
    stage.change(lendable=(2,))
    async with seated(stage) as one:
        assert "Birch away: L calls them, or lets a bot play until they are back." in one.text
        await one.press("L")
        assert stage.requests == [("lend", 2)]
        stage.change(lendable=(2, 3))
        await one.press("L", "3", "enter")
        assert stage.requests[1:] == [("lend", 3)]


async def test_nobody_is_asked_to_agree_where_nobody_else_is() -> None:
    """Against bots the question names no others."""
    stage = running()
    stage.seat(2, Seat("Birch", "bot", "page"))
    stage.seat(3, Seat("Cedar", "bot", "page"))
    async with seated(stage) as one:
        await one.type("abandon")
        assert one.prompt == "End the game at KIWI-7 without a result?"


async def test_a_lesson_ends_with_a_question_of_its_own() -> None:
    """Nothing is lost there: it has no result."""
    stage = running()
    stage.change(options={"lesson": 1})
    async with seated(stage) as one:
        await one.press("A")
        assert one.prompt == "End the lesson? You can begin it again at any time."


async def test_the_ladder_is_that_of_the_chosen_game() -> None:
    """In the lobby, the game under the cursor is meant."""
    host = Hosted()
    async with lobby(host) as pilot:
        await pilot.press("down", "down")
        await type_line(pilot, "/ladder")
        assert "Laurin: 0 players with a rating" in shown(pilot)


async def test_another_language_is_spoken_at_once():
    """And is remembered; the table is the same."""
    stage = running()
    async with seated(stage) as one:
        await one.type("lang de")
        assert stage.requests == [("set", "lang", "de")]
        assert one.prompt == "Lege mindestens einen Würfel beiseite."
        await one.type("hilfe sprache")
        assert one.prompt.startswith("/sprache [en|de|it|nl]")


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        (
            "/open court 4 private 5m edition=en",
            ("open_table", "court", 4, {"rated": "on", "edition": "en"}, True, "5m"),
        ),
        ("/open", ("open_table", "court", 3, {}, False, "none")),
        ("/open tomorrow 20:00", ("open_table", "court", 3, {}, False, "none", "tomorrow 20:00")),
        ("/open +30m", ("open_table", "court", 3, {}, False, "none", "+30m")),
        ("/open tonight 8.30 5m", ("open_table", "court", 3, {"rated": "on"}, False, "5m", "today 8.30")),
        ("/match laurin", ("match", "laurin", True)),
        ("/match people", ("match", None, False)),
        ("/join kiwi-7", ("join", "kiwi-7")),
        ("/join", ("join", "t1")),
        ("/watch", ("watch", "t1")),
        ("/resume ABCD", ("resume", "ABCD")),
    ],
)
async def test_orders_in_the_lobby_that_lead_to_a_table(line: str, asked: tuple[Any, ...]):
    """Without a name they mean the chosen one."""
    host = Hosted(table(1, "KIWI-7", player("Amber"), Seat(), Seat()))
    async with lobby(host) as pilot:
        await pilot.press("tab")
        await type_line(pilot, line)
        assert host.asked[0] == asked
        assert not isinstance(pilot.app.screen, LobbyScreen)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("/name Ada", "You are now called Ada."),
        ("/bell on", "The bell rings for turns, arrivals and chat after ten seconds without a key."),
        ("/bell", "The bell rings for turns, arrivals and chat after ten seconds without a key."),
        ("/ignore", "You aren't ignoring anyone."),
        ("/follow Amber", "You follow Amber now: /following shows where they play."),
        ("/unfollow Amber", "You no longer follow Amber."),
        ("/ignore Amber", "You are ignoring Amber; the same command ends it."),
        ("/open chess", "There is no game called chess here: court, intrigue, laurin."),
        ("/match chess", "There is no game called chess here: court, intrigue, laurin."),
        ("/tell Amber", "Write it like this: /tell NAME TEXT"),
        ("/messages", "Nobody has written to you since you came."),
        ("/zone Mars", "There is no time zone Mars: write it like Europe/Berlin."),
        ("/lobby", "This is the lobby."),
        ("/undo", "You can only do that at the table: go there first."),
        ("/keep 3", "There is no command /keep. /help lists them; to talk, drop the slash."),
        ("/concede", "Which table? Choose or open one in the lobby."),
        ("/record", "Which game? /record NAME, or choose one in the lobby first."),
        ("/key add", "Write it like this: /key add CODE"),
        ("/keys drop", "Write it like this: /keys drop KEY"),
        ("/profile hide Amber", "Write it like this: /profile [NAME|hide|show]"),
        ("/club cancel first", "Write it like this: /club cancel NUMBER [once]"),
        ("/cup leave a b", "Write it like this: /cup leave [CUP]"),
        ("/forget you", "Write it like this: /forget me"),
        ("/lang xx", "Write it like this: /lang [en|de|it|nl]"),
    ],
)
async def test_orders_in_an_empty_lobby_are_answered(line: str, answer: str):
    """In one line, and the lobby stays."""
    async with lobby(Hosted()) as pilot:
        await type_line(pilot, line)
        assert prompt(pilot)[0] == answer
        assert isinstance(pilot.app.screen, LobbyScreen)


async def test_who_is_here_is_a_page():
    """Everybody, and where they sit."""
    host = Hosted(table(1, "KIWI-7", player("Amber"), Seat()))
    host.port("Amber")
    async with lobby(host) as pilot:
        await type_line(pilot, "/who")
        rows = shown(pilot).splitlines()
        assert rows[0] == " 2 people here"
        assert " Amber   at KIWI-7" in rows
        assert " Wren    you" in rows


async def test_the_record_of_a_chosen_game_is_named_by_its_id():
    """A game long over, chosen in the list."""
    host = Hosted()
    host.finished = (FinishedGame("g42", "FIG-1", "court", ("Wren", "Amber"), (2, 1), 1, 900.0),)
    async with lobby(host) as pilot:
        await pilot.press("tab")
        await type_line(pilot, "/record")
        assert "ssh play.example.org record g42" in shown(pilot)


@pytest.mark.parametrize(("bots", "asked"), [(("page", "page"), "page"), (("page", "steward"), None)])
async def test_the_next_game_has_as_many_seats_and_the_same_bots(bots: tuple[str, ...], asked: str | None):
    """Bots of several kinds are replaced by the strongest."""
    seats = (Seat("Wren", "player"), *(Seat(name, "bot", bot=name) for name in bots))
    host = Hosted(table(1, "KIWI-7", *seats, stage="over", rounds=9))
    async with lobby(host) as pilot:
        await type_line(pilot, "/next")
        opened, *added, started = (call for call in host.asked if call[0] != "follow_table")
        assert opened[:3] == ("open_table", "court", 3)
        assert [call[0::2] for call in added] == [("add_bot", asked)] * 2
        assert started[0] == "start"
        assert isinstance(pilot.app.screen, TableScreen)


async def test_being_forgotten_ends_the_session():
    """With a last word that stays on the terminal."""
    host = Hosted()
    async with lobby(host) as pilot:
        await type_line(pilot, "/forget me")
        await pilot.press("enter")
        await pilot.pause()
        assert host.asked == [("forget_me",)]
        assert pilot.app.parting == "Your account is deleted. Farewell."


@pytest.mark.parametrize("line", ["concede", "abandon", "end", "move roll", "move nonsense"])
async def test_nobody_is_asked_whether_to_end_what_has_ended(line: str):
    """The refusal comes at once, without a question before it; nor is a move read there."""
    stage = running()
    stage.ended = "conceded"
    async with seated(stage) as one:
        await one.type(line)
        assert one.prompt == "The game at this table is over."
        assert stage.asked == []


async def test_whoever_gave_up_may_play_again_too():
    """The key is offered to whom the seat belonged; those who only watched have none."""
    stage = running()
    stage.ended = "conceded"
    async with seated(stage, name="Wren") as one:
        assert "play again" not in one.keys
        stage.change(given_up=2)
        await one.pilot.pause()
        assert "r play again" in one.keys
        await one.press("r")
        assert stage.asked == ["rematch"]


async def test_guests_are_told_how_to_come_back():
    """Once, at a running game of theirs; whoever has a key needs nothing."""
    stage = running()
    hint = "You connected without a key: type /seat for a code to return with."
    async with seated(stage) as one:
        assert hint not in one.text
        one.app.port.me = replace(one.app.port.me, guest=True)
        stage.tell()
        await one.pilot.pause()
        assert hint in one.text
        stage.tell()
        await one.pilot.pause()
        assert one.text.count(hint) == 1


async def test_where_nobody_can_come_back_no_guest_is_told_how():
    """`crownhouse play` ends with its session."""
    stage = running()
    async with seated(stage) as one:
        one.app.port.me, one.app.lasting = replace(one.app.port.me, guest=True), False
        stage.tell()
        await one.pilot.pause()
        assert "/seat" not in one.text


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("following", "You follow nobody yet: /follow NAME begins."),
        ("help keys", "/keys [drop SIGN]: "),
    ],
)
async def test_what_is_asked_is_answered_in_the_prompt_line(line: str, said: str):
    async with seated(running()) as one:
        await one.type(line)
        assert one.prompt.startswith(said)


async def test_a_topic_of_the_help_is_a_page():
    async with seated(running()) as one:
        await one.type("help people")
        assert "/follow NAME" in one.text
        assert "/open" not in one.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_settings_are_taken_in_the_player_s_language_and_in_english(language: str) -> None:
    """Each that a usage shows means what stands in its place in the English one."""
    host = Hosted()
    place = Place(host.port("Wren"), Texts(language))
    taken = 0
    for one in SETTINGS:
        if one.slash and one.slash.usage.text.startswith("[") and one.name != "zone":
            own, english = (
                usage.strip("[]").split("|")
                for usage in (place.texts.of(one.slash.usage), one.slash.usage.text)
            )
            for said, value in zip(own, english, strict=True):
                assert read(one, place, said.upper()).value == read(one, place, value).value == value
                taken += 1
    assert taken > 20
