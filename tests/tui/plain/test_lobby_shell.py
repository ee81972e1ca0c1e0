"""The lobby in plain mode: tables by number and by word, people, talk, and the way to a game."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.bots import usual_bot
from engine.game import Ask, Refused
from engine.registry import GAMES
from tests.tui.lines import ended
from tests.tui.plain.typist import Typist
from tests.tui.screens.evening import evening_of
from tests.tui.scripted_port import Hosted, bot, player, table
from tui.boards import PLAYABLE
from tui.host.port import FinishedGame, Seat
from tui.language.texts import Texts, texts_in
from tui.presenters.offers import about, size_words, title
from tui.presenters.practice_choice import rated_opponent

pytestmark = pytest.mark.usefixtures("three_games")


def evening() -> Hosted:
    return Hosted(
        table(1, "PLUM-9", player("Birch"), bot("Elm"), stage="running", rounds=4),
        table(2, "KIWI-7", player("Cedar"), Seat(), Seat()),
    )


async def arrived(host: Hosted, **options: str) -> Typist:
    wren = Typist(host.port("Wren"), **options)
    await wren.settle()
    return wren


async def test_a_provisional_account_hears_what_keeps_it():
    """On arrival."""
    host = evening()
    port = host.port("Wren")
    port.me = replace(port.me, provisional=True)
    wren = Typist(port)
    await wren.settle()
    assert wren.fresh()[2] == "Your account is kept once you have made your first move in a game."


async def test_who_did_not_get_their_name_hears_why():
    """On arrival, with the way to change it."""
    host = evening()
    port = host.port("Heron-7")
    port.me = replace(port.me, name_refused="name-taken")
    wren = Typist(port)
    await wren.settle()
    assert wren.fresh()[2] == "Your login name is taken: you are Heron-7; name NAME changes it."


async def test_what_there_is_is_said_on_arrival():
    """Who is here, every table in a sentence with a number, and what can be done."""
    wren = await arrived(evening())
    texts = Texts()
    games = [f"{title(texts, game)}: {about(texts, game)}; {size_words(texts, game)}." for game in PLAYABLE]
    assert wren.fresh() == [
        "Welcome to crownhouse, Wren.",
        "Plain mode: type a word or a number, then Enter. Type help for more.",
        "Lobby. 1 person here: Wren.",
        "Games and tables:",
        *[f"{number}: {said}" for number, said in enumerate(games, start=1)],
        "4: KIWI-7, To Court the King, open; 1 of 3 seats taken: Cedar.",
        "5: PLUM-9, To Court the King, round 4; 2 of 2 seats taken: Birch, Elm.",
        "6: learn a game by playing it",
    ]


async def test_what_can_be_played_today_is_said_on_arrival():
    """Deals that were not played yet, and who plays next: once, not whenever the lobby is shown."""
    host = evening()
    port = host.port("Wren")
    evening_of(port)
    wren = Typist(port)
    await wren.settle()
    today = [
        "Deal of the day: Plot, Laurin; type daily.",
        "Your next opponents: Court: Birch, 1222; Plot: Birch, 1205; Laurin: Amber, 1000; type opponents.",
    ]
    told = wren.fresh()
    assert told[2:4] == today
    assert told[4].startswith("Lobby.")
    assert not set(today) & set(await wren.enters("look"))


async def test_a_table_by_its_number():
    """Its details, what can be done there, and doing it."""
    host = evening()
    wren = await arrived(host)
    wren.fresh()
    assert await wren.enters("4") == [
        "KIWI-7, To Court the King, open for 10 min.",
        "Seat 1: Cedar.",
        "Seat 2: free.",
        "Seat 3: free.",
        "There is room at KIWI-7: sit down, or open a table of your own.",
        "1: sit down",
        "2: watch",
        "0: back",
    ]
    await wren.enters("1")
    assert ("join", "t2") in host.asked
    assert "Seat 2: Wren (you)." in wren.lines


async def test_a_key_of_the_screen_can_be_typed():
    """For what it does there, while that is listed."""
    host = evening()
    wren = await arrived(host)
    await wren.enters("4", "w")
    assert ("watch", "t2") in host.asked


async def test_commands_with_and_without_a_slash():
    """Open, join by name, who; a wrong one says how it is written."""
    host = evening()
    wren = await arrived(host)
    wren.fresh()
    assert await wren.enters("who") == ["1 person here:", "Wren: you"]
    assert await wren.enters("kick") == ["Write it like this: /kick SEAT|NAME"]
    assert await wren.enters("/fly") == ["fly isn't a command here. help lists them; to talk, use say."]
    assert await wren.enters("ope") == ["ope isn't a command here. Did you mean open?"]
    await wren.enters("open court 4 private")
    assert ("open_table", "court", 4, {}, True, "none") in host.asked
    assert "Others join with: join CODE-0003" in wren.lines
    await wren.enters("/lobby", "join kiwi-7")
    assert ("join", "kiwi-7") in host.asked


@pytest.mark.parametrize("stage", ["open", "running", "over"])
@pytest.mark.parametrize("comes", ["join", "watch"])
async def test_who_leaves_gives_up_a_seat_where_the_game_has_not_begun(comes: str, stage: Any):
    """A watcher has none, and later it is kept."""
    host = evening()
    wren = await arrived(host)
    await wren.enters(f"{comes} KIWI-7")
    host.change(replace(host.tables["t2"], stage=stage))
    await wren.settle()
    await wren.enters("leave", "yes")
    assert (("leave", "t2") in host.asked) == (comes == "join" and stage == "open")


async def test_a_table_is_opened_filled_and_started_by_words():
    """Everything the lobby's keys can do, up to the game."""
    host = Hosted()
    wren = await arrived(host)
    told = await wren.enters("open court 2", "bot", "start")
    assert "Amber, a bot, sits down." in told or "Cedar, a bot, sits down." in told
    assert [asked[0] for asked in host.asked if asked[0] != "follow_table"] == [
        "open_table",
        "add_bot",
        "start",
    ]


async def test_practice_is_one_word():
    """A private table, bots at all other seats, and the deal."""
    host = Hosted()
    wren = await arrived(host)
    await wren.enters("practice 3 strong")
    assert [asked[0] for asked in host.asked][:5] == ["set", "open_table", "add_bot", "add_bot", "start"]
    assert [asked[2] for asked in host.asked if asked[0] == "add_bot"] == [usual_bot(GAMES["court"]).name] * 2


async def test_play_asks_which_game_and_which_opponent():
    """Two numbers lead to the game, against one opponent as on the screen; later the word leads back."""
    host = Hosted()
    wren = await arrived(host)
    wren.fresh()
    asked = await wren.enters("play")
    assert asked[0] == "Which game do you want to play against bots?"
    assert asked[2] == "2: Plot for the Crown: bluff in a queue of cards; 3-5 players, 30 min."
    opponents = GAMES["intrigue"].opponents.bots.values()
    listed = [
        f"{number}: {rated_opponent(texts_in(), 'intrigue', bot)}" for number, bot in enumerate(opponents, 1)
    ]
    first = [listed[0], "2: choose another opponent", "0: back"]
    assert await wren.enters("2") == ["Who is to play with you?", *first]
    assert await wren.enters("2") == ["Who is to play with you?", *listed, "0: back"]
    await wren.enters("4")
    assert ("set", "practice", "intrigue 3 quick-60") in host.asked
    assert [asked[2] for asked in host.asked if asked[0] == "add_bot"] == ["quick-60", "page-55"]
    opened = len([asked for asked in host.asked if asked[0] == "open_table"])
    await wren.enters("lobby", "play")
    assert len([asked for asked in host.asked if asked[0] == "open_table"]) == opened
    assert host.asked[-1] == ("follow_table", "t1")


async def test_a_game_by_its_number():
    """It is played against bots, opened for people, or read about."""
    host = Hosted(table(1, "FIG-1", player("Wren"), bot("Elm"), stage="running", rounds=3))
    wren = await arrived(host, goto="lobby")
    wren.fresh()
    assert await wren.enters("2") == [
        "To Court the King",
        "1: go on against the bots at FIG-1",
        f"2: play against bots: {rated_opponent(texts_in(), 'court', 'beginner')}",
        "3: choose another opponent",
        "4: open a table for people",
        "5: the rules",
        "0: back",
    ]
    assert "Aim: Hold the King at the end." in " ".join(await wren.enters("5"))
    await wren.enters("1")
    assert host.asked[-1] == ("follow_table", "t1")


@pytest.mark.parametrize("word", ["play", "spielen"])
async def test_play_behind_a_game_plays_it(word: str) -> None:
    """Against the opponent that is named there: which game is no question any more."""
    host = Hosted()
    wren = await arrived(host, LANG="de_DE.UTF-8")
    await wren.enters("court", word)
    assert [asked[1] for asked in host.asked if asked[0] == "open_table"] == ["court"]


@pytest.mark.parametrize(
    ("language", "typed", "title"),
    [
        ("en_GB", "court", "To Court the King"),
        ("en_GB", "to court the king", "To Court the King"),
        ("de_DE", "koenig laurin", "König Laurin"),
        ("it_IT", "complotto", "Complotto per la corona"),
        ("nl_NL", "intrigue", "Complot om de kroon"),
    ],
)
async def test_a_listed_game_can_be_typed(language: str, typed: str, title: str) -> None:
    """By its key or its name, as by its number; and so can the opponents that are listed then."""
    wren = await arrived(Hosted(), LANG=f"{language}.UTF-8")
    assert title in await wren.enters(typed)
    host = Hosted()
    await (await arrived(host, LANG=f"{language}.UTF-8")).enters(typed, "amber")
    assert any(asked[0] == "open_table" for asked in host.asked)


async def test_an_opponent_can_be_typed():
    """By its name, or by earlier words for how strong it is, in English or in the player's language."""
    for word in ("flint", "strong", "steward", "stark"):
        host = Hosted()
        wren = await arrived(host)
        await wren.enters("lang de", "open court 2", f"bot {word}")
        assert [asked[2] for asked in host.asked if asked[0] == "add_bot"] == ["steward-91"], word
    wren = await arrived(Hosted())
    assert "fly isn't clear here: seats (3) or bots (elm) may follow" in await wren.enters("play court fly")
    assert any(line.startswith("There is no game called fly here") for line in await wren.enters("play fly"))


async def test_talk_needs_say_or_a_quotation_mark():
    """And what others say is told."""
    host = evening()
    wren = await arrived(host)
    wren.fresh()
    assert await wren.enters("say good evening") == ["Wren says: good evening"]
    assert await wren.enters('"and hello') == ["Wren says: and hello"]
    assert [asked for asked in host.asked if asked[0] == "say"] == [
        ("say", None, "good evening"), ("say", None, "and hello"),
    ]  # fmt: skip


async def test_what_changes_is_told():
    """New tables, the host's word, the end of the evening; not every coming and going."""
    host = evening()
    wren = await arrived(host)
    wren.fresh()
    host.port("Birch")
    host.change(table(3, "FIG-2", player("Birch"), Seat()))
    host.notice, host.draining = "Backup at ten.", True
    host.tell()
    await wren.settle()
    assert sorted(wren.fresh()) == [
        "Backup at ten.",
        "New table: FIG-2, To Court the King, open; 1 of 2 seats taken: Birch.",
        "The host will stop soon: no new tables, but running games can finish.",
    ]


async def test_a_store_that_is_not_reached_is_told():
    """When it is lost, when it is back, and to whoever comes in between."""
    host = evening()
    wren = await arrived(host)
    wren.fresh()
    away = "The host can't reach its store: nothing can begin until it does."
    for host.unreached, told in ((True, away), (False, "Saving works again.")):
        host.tell()
        await wren.settle()
        assert wren.fresh() == [told]
    host.unreached = True
    assert away in (await arrived(host)).fresh()


async def test_ones_turn_elsewhere_is_told():
    """Somebody in the lobby hears where they are waited for, and the list says so."""
    host = Hosted(table(1, "PLUM-9", player("Wren"), bot("Elm"), stage="running", rounds=4))
    wren = await arrived(host)
    assert "Your seat at PLUM-9 is waiting. Go there now? Yes or no?" in wren.fresh()
    await wren.enters("no")
    host.asking["t1"] = Ask(7, 1, "roll")
    host.tell()
    await wren.settle()
    assert "It is your turn at PLUM-9." in wren.fresh()
    listed = await wren.enters("tables")
    assert "1: PLUM-9, To Court the King, your turn; 2 of 2 seats taken: Wren, Elm." in listed


async def test_the_way_back_to_a_game():
    """A yes leads to the waiting seat."""
    host = Hosted(table(1, "PLUM-9", player("Wren"), bot("Elm"), stage="running", rounds=4))
    wren = await arrived(host)
    await wren.enters("yes")
    assert ("follow_table", "t1") in host.asked
    assert "PLUM-9, To Court the King." in wren.lines


async def test_a_game_that_begins_waits_for_what_is_typed():
    """A line begun in the lobby is understood in the lobby."""
    open_table = table(1, "PLUM-9", player("Wren"), player("Birch"))
    host = Hosted(open_table)
    wren = await arrived(host, terminal=True)
    await wren.types("say see y")
    host.change(replace(open_table, stage="running", round=1))
    await wren.settle()
    assert "PLUM-9, To Court the King." not in wren.lines
    await wren.types("ou\r")
    assert ("say", None, "see you") in host.asked
    assert "PLUM-9, To Court the King." in wren.lines


async def test_a_start_is_followed_by_whoever_sat_down_a_moment_ago():
    """Sitting down and the start can come in the same picture."""
    host = Hosted(table(1, "PLUM-9", player("Elm"), player("Birch")))
    wren = await arrived(host)
    host.change(table(1, "PLUM-9", player("Elm"), player("Wren"), stage="running", rounds=1))
    await wren.settle()
    assert "PLUM-9, To Court the King." in wren.lines


async def test_a_start_is_followed_by_whoever_goes_to_the_lobby_at_that_moment():
    """They left a room in which everybody waited."""
    host = Hosted(table(1, "PLUM-9", player("Wren"), player("Birch")))
    wren = await arrived(host, goto="watch t1")
    host.tables["t1"] = table(1, "PLUM-9", player("Wren"), player("Birch"), stage="running", rounds=1)
    assert "Games and tables:" not in await wren.enters("lobby")
    assert host.asked.count(("follow_table", "t1")) > 1


async def test_finished_games_are_listed():
    """With the own place, and how to fetch the record."""
    host = evening()
    host.finished = (FinishedGame("abc", "LIME-1", "court", ("Wren", "Birch"), (2, 1), 1, 940.0),)
    wren = await arrived(host)
    line = "6: LIME-1, To Court the King, over, 1 min ago; Wren, Birch. Your place: 2 of 2."
    assert line in wren.fresh()
    assert "Game record: ssh play.example.org record abc" in await wren.enters("6")
    host.finished = (replace(host.finished[0], places=(1, 1)),)
    assert any("Wren, Birch. You share first place." in line for line in (await arrived(host)).fresh())


async def test_where_one_wanted_to_go_at_once():
    """A game, a code; a wrong one is told, and then the lobby."""
    host = evening()
    await arrived(host, goto="court")
    assert ("sit", "t2") in host.asked
    wren = await arrived(evening(), goto="join NOPE-9")
    assert wren.fresh()[0] == "There is no table NOPE-9."
    assert "Games and tables:" in wren.lines


async def test_whoever_comes_to_answer_is_led_from_table_to_table():
    """To the one that waits; without one the session ends."""
    host = evening()
    host.tables["t1"] = replace(host.tables["t1"], seats=(player("Wren"), bot("Elm")))
    host.asking["t1"] = Ask(1, 1, "roll")
    wren = await arrived(host, goto="next")
    assert wren.session._session.place.current_table.id == "t1"
    host.asking.clear()
    wren.session._session.answered()
    await wren.settle()
    assert await wren.task == 0
    assert wren.fresh()[-1] == "No table waits for you."


async def test_refusals_are_sentences():
    """The lobby stays as it was."""
    host = evening()
    wren = await arrived(host)
    wren.fresh()
    host.refuse_next = Refused("host-full")
    assert await wren.enters("open") == ["This host is full: no more tables can be opened now."]


async def test_another_language_from_now_on():
    """Words and sentences, at once."""
    wren = await arrived(evening())
    wren.fresh()
    assert "Spiele und Tische:" in await wren.enters("lang de")
    assert (
        "5: PLUM-9, Um Krone und Kragen, Runde 4; 2 von 2 Plätzen besetzt: Birch, Elm."
        in await wren.enters("tische")
    )


async def test_help_says_what_can_be_typed():
    """Words, commands, cards and rules, also before any game."""
    wren = await arrived(evening())
    wren.fresh()
    helped = await wren.enters("help")
    usage = "open [GAME] [SEATS] [private] [CLOCK] [OPTION=VALUE]"
    opening = f"{usage}: open a table: /open court 3 private 5m rounds=20"
    for word in ("Words:", "Commands:", opening):
        assert word in helped
    assert (await wren.enters("help guard"))[0] == "Guard: needs three of a kind. Adds a die showing 2."
    assert (await wren.enters("help laurin"))[0].startswith(
        "King Laurin: Place dwarfs where the King will stop"
    )
    assert await wren.enters("help practice") == [
        "practice: play at once against bots, at a table nobody else sees."
    ]
    part = await wren.enters("help conduct")
    assert part[0] == "Commands:"
    assert part[1].startswith("report NAME [program|cheating|name] WHY: tell the moderators about somebody")
    assert "queue" not in " ".join(part)
    assert len(await wren.enters("rules")) > 6
    assert len(await wren.enters("commands")) > 20


async def test_tab_writes_words_out():
    """Words of plain mode, commands with and without a slash, and names behind them."""
    wren = await arrived(evening(), terminal=True)
    for typed, line in (
        ("pra", "practice "),
        ("/rem", "/rematch "),
        ("join ki", "join KIWI-7 "),
        ("xy", "xy"),
    ):
        wren.session.feed(f"\x15{typed}\t".encode())
        await wren.settle()
        assert wren.lines[-1] == f"> {line}".rstrip()


async def test_ctrl_c_forgets_the_line_then_leaves():
    """First the line, then a hint, then away."""
    wren = await arrived(evening(), terminal=True)
    await wren.types("open co")
    await wren.types("\x03")
    assert wren.lines[-1] == ">"
    assert (await wren.types("\x03"))[-1] == "To leave, type quit or press Ctrl+D."
    await wren.types("\x03")
    assert await wren.task == 0


async def test_nothing_is_left_behind():
    """Whoever leaves follows nothing any more."""
    host = evening()
    wren = await arrived(host)
    assert host.followed == 1
    assert await wren.leaves() == 0
    assert host.followed == 0


async def test_many_tables_are_listed_some_at_a_time():
    """All of them can be reached by numbers, and the way back is the same; words list those that fit."""
    many = 30
    host = Hosted(
        *[table(number, f"PEAR-{number}", player(f"Birch{number}"), Seat()) for number in range(many)]
    )
    wren = await arrived(host)
    listed = wren.fresh()
    offer = next(line for line in listed if line.endswith(": all tables"))
    first = await wren.enters(offer.partition(":")[0])
    assert first[0] == "30 tables:"
    assert [line.split()[1] for line in first[1:21]] == [f"PEAR-{number}," for number in range(29, 9, -1)]
    assert first[21:] == ["21: more tables", "0: back"]
    rest = await wren.enters("21")
    assert [line.split()[1] for line in rest[1:11]] == [f"PEAR-{number}," for number in range(9, -1, -1)]
    assert rest[11:] == ["0: back"]
    found = await wren.enters("tables birch17")
    assert found[:2] == ["1 table:", "1: PEAR-17, To Court the King, open; 1 of 2 seats taken: Birch17."]
    assert (await wren.enters("1"))[1] == "Seat 1: Birch17."
    assert await wren.enters("tables nobody") == ["No table fits that."]


@pytest.mark.parametrize("slow", [False, True])
async def test_a_slow_line_is_told_what_helps(slow: bool) -> None:
    wren = Typist(evening().port("Wren"), slow=slow)
    await wren.settle()
    assert ("ssh -C" in wren.raw) == slow
    await wren.leaves()


async def test_whoever_has_no_seat_is_not_told_that_it_is_kept():
    wren = await arrived(Hosted())
    assert await wren.leaves() == 0
    assert wren.lines[-2].removeprefix("> ") == "Goodbye."


@pytest.mark.parametrize(
    ("lang", "why"),
    [
        ("en_GB.UTF-8", "The game has started: seats can't change now."),
        ("de_DE.UTF-8", "Das Spiel läuft: Die Plätze bleiben, wie sie sind."),
    ],
)
async def test_to_sit_down_is_to_join(lang: str, why: str) -> None:
    """As commands over ssh have it; who is there and gets no seat hears why."""
    host = evening()
    wren = await arrived(host, LANG=lang)
    await wren.enters("sit plum-9")
    assert ("join", "plum-9") in host.asked
    assert why in await wren.enters("sit")


async def test_who_comes_to_answer_is_led_to_what_waits() -> None:
    """`ssh HOST next`: to the table that asks; where none does, the session ends with a sentence."""
    host = evening()
    host.asking["t1"] = Ask(7, 1, "roll")
    birch = Typist(host.port("Birch"), goto="next")
    await birch.settle()
    assert ("follow_table", "t1") in host.asked
    wren = await arrived(host, goto="next")
    assert await ended(wren.task) == 0
    assert wren.lines[-2:] == ["No table waits for you.", ""]
