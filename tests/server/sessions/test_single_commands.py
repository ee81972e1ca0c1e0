"""A whole game in commands that answer at once and end: what they print is what can be typed next."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from itertools import product

import pytest
from msgspec import Struct

from engine.game import Refused
from engine.registry import GAMES
from server.bots.worker_main import run_task
from server.bots.workers import Workers
from server.host.port import HostPort
from server.results import rated_games
from server.sessions import commands
from server.sessions.commands import Asked, Begun, Command, Misspelt
from server.sessions.single_commands import DONE, FAILED, SOME, Answer, answer
from tests.server.notices.test_scheduler import SERVICES, FakeSender
from tests.server.sessions.understood import UNKNOWN, understood
from tests.server.simulation import GUEST, AtOnce, Simulation, refusal
from tests.tui.plain.typist import Typist
from tests.tui.scripted_port import Hosted
from tui.actions import terminal_words
from tui.actions.action import Place, Wrong
from tui.actions.registry import ACTIONS, SSH_FORMS
from tui.actions.replays import Analysed
from tui.host.ratings import RATINGS
from tui.language.texts import texts_in
from tui.presenters.game_refusals import any_refusal_text

CHOICE = "  "
EXAMPLES = {
    "en": "You can type, for example: ",
    "de": "Du kannst zum Beispiel tippen: ",
    "it": "Puoi scrivere, per esempio: ",
    "nl": "Je kunt bijvoorbeeld typen: ",
}


def read(text: str) -> tuple[str, Struct, bool] | Command | None:
    """The action that words name, with its fields, and whether the answer is JSON."""
    found = understood(text)
    if not isinstance(found, Asked):
        return found
    action, there = ACTIONS[found.name], Place(Hosted().port("Ada"), texts_in("en"), in_terminal=True)
    try:
        return found.name, terminal_words.read(action, there, found.typed), found.json
    except Wrong:
        return None


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("turns", ("turns", ACTIONS["turns"].args(), False)),
        ("turns --json", ("turns", ACTIONS["turns"].args(), True)),
        ("cast 5f0c2a9e", ("cast", ACTIONS["cast"].args(table="5f0c2a9e"), False)),
        ("analyse 5f0c2a9e", ("analyse", Analysed(table="5f0c2a9e"), False)),
        ("analyse 5f0c2a9e --json --seat 2",
         ("analyse", Analysed(table="5f0c2a9e", seat=2), True)),
        ("analyse 5f0c2a9e --svg", ("analyse", Analysed(table="5f0c2a9e", svg=True), False)),
        ("replay 5f0c2a9e", Begun("replay 5f0c2a9e")),
        ("look kiwi-7", ("look", ACTIONS["look"].args(table="kiwi-7"), False)),
        ("look --json KIWI-7", ("look", ACTIONS["look"].args(table="KIWI-7"), True)),
        ("look KIWI-7 court", ("look", ACTIONS["look"].args(table="KIWI-7", word="court"), False)),
        ("play KIWI-7 keep 5 5", ("move", ACTIONS["move"].args(table="KIWI-7", move="keep 5 5"), False)),
        ("play KIWI-7 'keep 5 5'", ("move", ACTIONS["move"].args(table="KIWI-7", move="keep 5 5"), False)),
        ("play --at 12 KIWI-7 roll",
         ("move", ACTIONS["move"].args(table="KIWI-7", move="roll", seq=12), False)),
        ("play KIWI-7 --at 0 use philosopher 5>1 2",
         ("move", ACTIONS["move"].args(table="KIWI-7", move="use philosopher 5>1 2", seq=0), False)),
    ],
)  # fmt: skip
def test_a_command_names_table_move_and_position(
    text: str, meant: tuple[str, Struct, bool] | Command
) -> None:
    """The position stands anywhere; quotes that the client's shell left are no part of the move."""
    assert read(text) == meant


@pytest.mark.parametrize(
    "text", ["cast", "cast a b", "cast a --speed 4",
             "analyse", "analyse a b", "analyse a --seat", "analyse a --seat x",
             "analyse a --seat 1 --seat 2", "replay", "turns now",
             "look", "look a b c", "look ../etc", "look --at",
             "play KIWI-7", "play KIWI-7 roll --at", "play --at x KIWI-7 roll"],
)  # fmt: skip
def test_a_command_that_lacks_something_is_unknown(text: str) -> None:
    """Nothing is guessed."""
    assert read(text) == UNKNOWN


async def opened(game: str, seats: int, options: Mapping[str, str]) -> tuple[Simulation, list[HostPort], str]:
    """A game of accounts that has begun, and its table's name."""
    stage = Simulation(games=GAMES, workers=Workers(AtOnce, run_task))
    await stage.host.open()
    ports = []
    for name in ("Anna", "Bert", "Cleo")[:seats]:
        player = await stage.host.admit(f"SHA256:{name}", name)
        ports.append(stage.host.port(player, "play.example.org"))
    table = await ports[0].open_table(game, seats, options, clock="1d")
    for port in ports[1:]:
        await port.join(table)
    await ports[0].start(table)
    return stage, ports, stage.lobby.table(table).opening.name


async def do(port: HostPort, text: str, language: str = "en") -> Answer:
    try:
        return await answer(port, texts_in(language), commands.parse(text, GAMES))
    finally:
        port.close()  # as at the end of a session; a port can be used again


def typed(said: str, language: str, chance: random.Random) -> str:
    """A move that an answer offers."""
    lines = said.splitlines()
    choices = [line.strip() for line in lines if line.startswith(CHOICE) and not line.endswith("...")]
    moves = [choice.partition(": ")[0] for choice in choices]
    undo = {"undo", "zurück", "annulla", "terug"}
    moves = [move for move in moves if move not in undo]
    for line in lines:
        if line.startswith(EXAMPLES[language]):
            moves += line.removeprefix(EXAMPLES[language]).split(", ")
    return chance.choice(moves)


def position(said: str) -> int:
    """The number of the position that an answer tells."""
    command = next(line for line in said.splitlines() if " play --at " in line)
    return int(command.partition(" --at ")[2].split()[0])


@pytest.mark.parametrize(
    ("game", "seats", "options", "language", "most"),
    [
        ("court", 2, {"rounds": "2"}, "en", 1000),
        ("court", 2, {"rounds": "2"}, "de", 1000),
        ("intrigue", 3, {}, "it", 1000),
        ("intrigue", 3, {}, "en", 1000),
        ("laurin", 3, {}, "nl", 150),
        ("laurin", 3, {}, "en", 150),
    ],
)
async def test_a_game_is_played_by_what_the_commands_print(
    game: str, seats: int, options: Mapping[str, str], language: str, most: int
) -> None:
    """Whoever has a turn looks, types one of the offered moves at the position that was told, and the same
    command once more is refused and plays nothing.
    """
    stage, ports, name = await opened(game, seats, options)
    chance = random.Random(17)
    for number in range(most):
        waiting = [port for port in ports if (await do(port, "turns", language)).status == SOME]
        if not waiting:
            break
        port = waiting[0]
        looked = await do(port, f"look {name}", language)
        move = typed(looked.text, language, chance)
        command = f"play {name} --at {position(looked.text)} {move}"
        made = await do(port, command, language)
        if made.status == FAILED:  # an example that does not fit what was rolled
            continue
        steps = stage.lobby.table(name).state if stage.lobby.tables else None
        if steps is None or steps.stage == "over":
            break
        again = await do(port, command, language)
        assert again.status == FAILED, (number, command)
        assert stage.lobby.table(name).state.seq == steps.seq
    else:
        assert game == "laurin"
    assert game == "laurin" or not stage.lobby.tables


async def test_turns_are_lines_for_people_and_data_for_programs() -> None:
    """Who is not asked gets nothing and status 0."""
    stage, ports, name = await opened("court", 2, {})
    asked = stage.lobby.table(name).state.asks[0].seat
    first, other = ports[asked - 1], ports[2 - asked]
    people = await do(first, "turns")
    assert people.status == SOME
    assert people.text.startswith(f"{name}, To Court the King, your turn")
    assert await do(other, "turns") == Answer("", DONE)
    (one,) = json.loads((await do(first, "turns --json")).text)["turns"]
    assert (one["name"], one["game"], one["seq"], one["ask"]["seat"]) == (name, "court", 0, asked)
    assert json.loads((await do(other, "turns --json")).text) == {"turns": []}


async def test_the_position_is_also_data() -> None:
    """The same that programs get from `look`."""
    _, ports, name = await opened("court", 2, {})
    seen = json.loads((await do(ports[0], f"look {name} --json")).text)
    assert (seen["info"]["name"], seen["seq"], seen["seat"]) == (name, 0, 1)


async def test_a_private_table_is_looked_at_by_its_code_before_a_seat_is_taken() -> None:
    """As `watch` of programs; its name alone is none."""
    stage, ports, _ = await opened("court", 2, {})
    opening = stage.lobby.table(await ports[0].open_table("court", 2, {}, private=True)).opening
    with pytest.raises(Refused, match="no-table"):
        await do(ports[1], f"look {opening.name}")
    assert "Seat 1: Anna" in (await do(ports[1], f"look {opening.code.lower()}")).text


async def test_what_is_said_to_friends_is_not_said_in_the_lobby() -> None:
    """A line that begins with the name or code of an own table is said there; any other is not."""
    stage, ports, name = await opened("court", 2, {})
    private = stage.lobby.table(await ports[0].open_table("court", 2, {}, private=True)).opening
    for text in (f"{name} hello", f"{private.code.lower()}  see you", f"{name}", "KIWI-99 was long", "hello"):
        await do(ports[0], f"say {text}")
    await do(ports[1], f"say {private.name} is not mine")
    tables = (stage.lobby.table(one).audience for one in (name, private.id))
    talks = (stage.lobby.broadcaster.talk, *(one.talk for one in tables))
    assert [[said.line.text for said in talk._said] for talk in talks] == [
        [name, "KIWI-99 was long", "hello", f"{private.name} is not mine"], ["hello"], ["see you"]
    ]  # fmt: skip


async def test_each_part_of_the_game_has_a_word_of_its_own() -> None:
    """`look` names the words; who sits there is one of them, and an unknown word is answered with all."""
    _, ports, name = await opened("court", 2, {})
    words = next(x for x in (await do(ports[0], f"look {name}")).text.splitlines() if "More" in x)
    assert words.endswith("who, court, cards, odds.")
    assert "Queen" in (await do(ports[0], f"look {name} court")).text
    assert "Bert (away): 3 dice." in (await do(ports[0], f"look {name} who")).text
    lost = await do(ports[0], f"look {name} garden")
    assert (lost.status, "who, court, cards, odds." in lost.text) == (FAILED, True)


@pytest.mark.parametrize(("language", "odds"), [("en", "odds"), ("de", "Chancen"), ("de", "odds")])
async def test_the_odds_of_a_table_are_said_too(language: str, odds: str) -> None:
    """In sentences or as data; a table that has none says why and does not name the word."""
    _, ports, name = await opened("intrigue", 3, {})
    told = (await do(ports[0], f"look {name} {odds}", language)).text.splitlines()
    assert len(told) == 6
    assert told[4].startswith("Bert, ")
    assert "10%" in told[4]
    data = json.loads((await do(ports[0], f"look {name} odds --json", language)).text)
    assert (data["seat"], [one["seat"] for one in data["families"]]) == (1, [2, 3])
    seen = [await do(ports[0], f"look {name} who {form}") for form in ("", "--json")]
    assert json.loads(seen[1].text)["told"] == seen[0].text.splitlines()
    lost = await do(ports[0], f"look {name} weather --json")
    assert (lost.status, lost.text.startswith("More to look at: ")) == (FAILED, True)
    _, ports, name = await opened("intrigue", 3, {"odds": "off"})
    with pytest.raises(Refused, match="odds-off"):
        await do(ports[0], f"look {name} odds")
    assert "odds" not in next(
        x for x in (await do(ports[0], f"look {name}")).text.splitlines() if "More" in x
    )


async def test_a_table_that_sleeps_is_read_first() -> None:
    """After a restart of the host nobody has looked at the table yet."""
    stage, _, name = await opened("court", 2, {})
    again = await stage.restarted(games=GAMES)
    ports = [again.host.port(await again.host.admit(f"SHA256:{one}", one)) for one in ("Anna", "Bert")]
    assert sorted([(await do(port, "turns")).status for port in ports]) == [DONE, SOME]
    assert name in (await do(ports[0], f"look {name}")).text


async def test_an_answer_that_is_not_due_says_why() -> None:
    """Another's turn, a move that the rules forbid, a word that is none, a position that is past."""
    stage, ports, name = await opened("court", 2, {})
    asked = stage.lobby.table(name).state.asks[0].seat
    first, other = ports[asked - 1], ports[2 - asked]
    assert "'s turn." in (await do(other, f"play {name} roll")).text
    assert "roll your dice first" in (await do(first, f"play {name} keep 5")).text
    assert (await do(first, f"play {name} dance")).status == FAILED
    assert "position 0" in (await do(first, f"play {name} --at 7 roll")).text
    assert stage.lobby.table(name).state.playthrough.steps == 0  # type: ignore[union-attr]


async def test_the_last_move_can_be_undone() -> None:
    """As long as the rules of undo allow it, and only at the position that was meant."""
    stage, ports, name = await opened("court", 2, {})
    asked = stage.lobby.table(name).state.asks[0].seat
    port = ports[asked - 1]
    rolled = (await do(port, f"play {name} roll")).text
    face = next(word for word in rolled.split() if word.rstrip(".,").isdecimal()).rstrip(".,")
    kept = await do(port, f"play {name} keep {face}")
    assert "undo:" in kept.text
    assert (await do(port, f"play {name} --at 1 undo")).status == FAILED
    assert (await do(port, f"play {name} --at 2 undo")).status == DONE


async def test_a_game_whose_table_is_closed_tells_how_it_ended() -> None:
    """To its players, in sentences and as data; to nobody else."""
    stage, ports, name = await opened("court", 2, {})
    table = stage.lobby.table(name).opening.id
    await ports[0].concede(table)
    assert not stage.lobby.tables
    told = (await do(ports[1], f"look {name.lower()}")).text.splitlines()
    assert told[0].startswith(f"{name}, To Court the King, over, just now; Anna, Bert. Your place: 1 of 2.")
    assert told[-1] == f"Game record: ssh play.example.org record {table}"
    ports[1].web = "https://play.example.org"
    assert (await do(ports[1], f"look {name}")).text.splitlines()[-1] == f"{ports[1].web}/r/{table}"
    assert json.loads((await do(ports[0], f"look {table} --json")).text)["ended"]["places"] == [2, 1]
    cleo = stage.host.port(await stage.host.admit("SHA256:Cleo", "Cleo"))
    with pytest.raises(Refused):
        await do(cleo, f"look {name}")


@pytest.mark.parametrize("command", ["concede {}", "abandon {}", "play {} concede"])
async def test_nothing_is_asked_about_a_game_that_is_over(command: str) -> None:
    """While somebody still looks at its result."""
    stage, ports, name = await opened("court", 2, {})
    table = stage.lobby.table(name).opening.id
    ports[1].follow_table(table, lambda _: None)
    await ports[0].concede(table)
    try:
        told = (await do(ports[1], command.format(name))).text
    except Refused as why:
        told = why.code
    assert told in {"table-over", "The game at this table is over."}


async def test_the_last_move_of_a_rated_game_tells_what_became_of_ratings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They are read after the game has ended; who hides ratings is told at once, without them."""
    monkeypatch.setattr(rated_games, "ENOUGH_MOVES", 0)
    for setting, told in ("", True), ("off", False):
        _, ports, name = await opened("court", 2, {"rated": "on"})
        await ports[0].set(RATINGS, setting)
        ended = await do(ports[0], f"play {name} --at 0 concede")
        assert ended.status == DONE
        places = [line for line in ended.text.splitlines() if line.startswith(("1. ", "2. "))]
        assert [", rating " in line for line in places] == [told, told], ended


async def test_a_guest_is_told_what_it_takes() -> None:
    """A guest is somebody else each time, and has no table to come back to."""
    stage = Simulation(games=GAMES)
    await stage.host.open()
    for text in ("turns", "look KIWI-7", "play KIWI-7 roll"):
        told = await do(stage.port(GUEST), text)
        assert (told.status, "SSH key" in told.text) == (FAILED, True)


async def test_the_answer_comes_in_the_language_of_the_account() -> None:
    """Whatever the client's LANG says: a cron job has none."""
    _, ports, name = await opened("court", 2, {})
    await ports[0].set("lang", "de")
    assert "Um Krone und Kragen" in (await do(ports[0], f"look {name}")).text


@pytest.mark.parametrize(("typed", "language"), [("concede", "en"), ("aufgeben", "de")])
async def test_a_seat_is_given_up_by_the_command_that_the_question_names(typed: str, language: str) -> None:
    """Without the position's number nothing happens but the question; then the other player has won."""
    stage, ports, name = await opened("court", 2, {})
    asked = await do(ports[1], f"play {name} {typed}", language)
    assert asked.status == FAILED
    assert stage.lobby.table(name).state.stage == "running"
    command = asked.text.partition("ssh play.example.org ")[2]
    assert command == f"play --at 0 {name} {typed}"
    made = await do(ports[1], command, language)
    assert made.status == DONE
    assert "Anna" in made.text
    (ended,) = [one for one in (await do(ports[0], f"look {name}")).text.splitlines() if name in one][:1]
    assert "Anna" in ended


async def test_a_game_ends_without_a_result_once_everyone_agrees() -> None:
    """Nobody is there, as it is where the clock counts in days; the second is told how to agree."""
    stage, ports, name = await opened("court", 2, {})
    command = (await do(ports[0], f"play {name} abandon")).text.partition("ssh play.example.org ")[2]
    assert (await do(ports[0], command)).status == DONE
    assert stage.lobby.table(name).state.stage == "running"
    told = (await do(ports[1], f"look {name}")).text
    assert f"Anna: end without a result? To agree type ssh play.example.org abandon {name}." in told
    command = (await do(ports[1], f"play {name} abandon")).text.partition("ssh play.example.org ")[2]
    assert (await do(ports[1], command)).status == DONE
    assert not stage.lobby.tables


async def test_a_game_is_given_up_or_ended_with_a_yes() -> None:
    """Without it only the question is told; afterwards what came of it, even where the table is closed."""
    stage, ports, name = await opened("court", 2, {})
    for port in ports:
        asked = await do(port, f"abandon {name}")
        assert (asked.status, "--yes" in asked.text) == (FAILED, True)
    assert (await do(ports[0], f"abandon {name} --yes")).status == DONE
    assert stage.lobby.table(name).state.stage == "running"
    ended = await do(ports[1], f"abandon {name} --yes")
    assert (ended.status, "without a result" in ended.text) == (DONE, True)
    assert not stage.lobby.tables
    _, ports, name = await opened("court", 2, {})
    assert "Anna" in (await do(ports[1], f"concede {name} --yes")).text


async def test_what_is_answered_beforehand_is_listed_given_and_withdrawn() -> None:
    """In the player's own words, as behind a slash."""
    _, ports, name = await opened("laurin", 3, {})
    listed = (await do(ports[0], f"standing {name}", "de")).text
    assert f"ssh play.example.org standing {name} magische hast" in listed
    for word, given in (("passe", ["pass"]), ("passe off", [])):
        made = await do(ports[0], f"standing {name} {word} --json", "de")
        assert json.loads(made.text)["beforehand"] == given
    _, ports, name = await opened("court", 2, {})
    none = await do(ports[0], f"standing {name}")
    assert (none.status, none.text) == (FAILED, "This game has no auto-pass.")


async def test_what_a_move_was_is_told_to_a_program_too() -> None:
    """A roll is not undone."""
    stage, ports, name = await opened("court", 2, {})
    port = ports[stage.lobby.table(name).state.asks[0].seat - 1]
    rolled = json.loads((await do(port, f"play --json {name} roll")).text)
    assert (rolled["notation"], rolled["seq"]) == ("roll", 1)
    with pytest.raises(Refused, match="nothing-to-undo"):
        await do(port, f"undo {name}")


async def test_a_spectator_cannot_give_up_a_game() -> None:
    """Nor is asked whether."""
    stage, _, name = await opened("court", 2, {})
    other = stage.host.port(await stage.host.admit("SHA256:Dora", "Dora"), "play.example.org")
    for text in (f"play {name} concede", f"play --at 0 {name} concede"):
        assert (await do(other, text)).status == FAILED
    assert stage.lobby.table(name).state.stage == "running"


async def test_notices_are_chosen_and_ended_in_single_commands() -> None:
    """What is printed is what can be typed next."""
    stage, ports, _ = await opened("court", 2, {})
    assert (await do(ports[0], "notify")).text == "This host sends no notices."
    sender = FakeSender()
    stage = Simulation(games=GAMES, sender=sender, notice_services=SERVICES)
    port = stage.host.port(await stage.host.admit("SHA256:Anna", "Anna"), "play.example.org")
    told = (await do(port, "notify")).text
    assert "ssh play.example.org notify mail anna@example.org: a code is sent to that address" in told
    sent = await do(port, "notify mail anna@example.org", "de")
    assert sent.text.endswith("ssh play.example.org notify CODE")
    command, stop = (line for line in sender.sent[0].notice.text.splitlines() if " notify " in line)
    done = await do(port, command.partition("ssh play.example.org ")[2])
    assert done == Answer("Notices go to anna@example.org by mail.")
    chosen = "You get no notice when: somebody writes to you."
    assert (await do(port, "notify message off")).text == chosen
    assert (await do(port, "notify quiet 22-7")).text == "Notices wait from 22:00 to 7:00 (UTC)."
    assert port.account().settings["zone"] == "UTC"
    told = (await do(port, "notify")).text.splitlines()
    assert "ssh play.example.org notify message on: somebody writes to you (now off)" in told
    assert "ssh play.example.org notify turn off: a table waits for you (now on)" in told
    assert "ssh play.example.org notify quiet off: Notices wait from 22:00 to 7:00 (UTC)." in told
    said = "One notice a day, at 18:00 (UTC), has all that can wait."
    assert (await do(port, "notify digest 18")).text == said
    assert f"ssh play.example.org notify digest off: {said}" in (await do(port, "notify")).text
    for words in ("mail", "mail anna"):
        assert (await refusal(do(port, f"notify {words}"))).code == "wrong-recipient"
    assert (await refusal(do(port, "notify off anna@other.example"))).code == "no-recipient"
    for wrong in ("on", "fax", "a b c"):
        assert (await do(port, f"notify {wrong}")).text == (
            f"{wrong} isn't clear here: turn, time, start, invitation, message, bot, over, rematch, cup may "
            "follow, each with on or off behind it, quiet 22-7, digest 18, off, a code, or a service and a "
            "recipient"
        )
    assert (await do(port, "notify quiet off")).text == "Notices come at any hour."
    assert (await do(port, "notify off")).text == "You get no more notices."
    assert (await do(port, stop.partition("ssh play.example.org ")[2])).text.startswith(
        "Nothing more is sent"
    )
    with pytest.raises(Refused, match="notices-stopped"):
        await do(port, "notify mail anna@example.org")
    with pytest.raises(Refused):
        await do(port, "notify pigeon anna@example.org")


async def test_anybody_reads_a_ladder() -> None:
    """Guests, too; in lines, or as JSON."""
    stage = Simulation(games=GAMES)
    guest, _ = await stage.come(None, "Gus")
    told = await answer(guest, texts_in(), commands.parse("ladder court", GAMES))
    assert told.text.startswith("Nobody is listed yet")
    for words, said in (
        ("chess", "There is no game called chess here: "),
        ("court now", "now isn't clear here. Write it like this: "),
    ):
        told = await answer(guest, texts_in(), commands.parse(f"ladder {words}", GAMES))
        assert told.status == FAILED
        assert told.text.startswith(said)
    assert (await answer(guest, texts_in(), commands.parse("ladder", GAMES))).text.endswith("ladder GAME")
    told = await answer(guest, texts_in(), commands.parse("ladder court --json programs", GAMES))
    found = json.loads(told.text)["ladder"]
    assert (found["game"], found["ladder"], found["rows"]) == ("court", "programs", [])


@pytest.mark.parametrize("terminal", [False, True])
async def test_what_waits_is_answered_one_after_the_other(terminal: bool) -> None:
    """By `next`, at a pipe and at a terminal, until nothing waits; `--json` is one position."""
    stage, ports, _ = await opened("court", 2, {})
    table = await ports[0].open_table("court", 2, {}, clock="3d")
    await ports[1].join(table)
    await ports[0].start(table)
    for at in stage.lobby.tables:
        while at.state.asks[0].seat != 1:
            view = at.state.playthrough.view(2) if at.state.playthrough else None
            move = next(GAMES["court"].legal(view))
            await ports[1].submit(at.opening.id, at.state.asks[0].id, move)
    names = [one["name"] for one in json.loads((await do(ports[0], "turns --json")).text)["turns"]]
    told = json.loads((await do(ports[0], "next --json")).text)
    assert (told["name"], told["ask"]["seat"]) == (names[0], 1)
    told = json.loads((await do(ports[0], f"next {names[1]} --json")).text)
    assert (told["name"], told["ask"]["seat"]) == (names[1], 1)
    assert f"{names[1]}, To Court the King" in (await do(ports[0], f"next {names[1]}")).text
    assert (await refusal(do(ports[1], f"next {names[1]}"))).code == "not-your-turn"
    assert len(stage.lobby.tables) == len(names)
    gone = Typist(ports[0], terminal=terminal, goto="next")
    await gone.until(lambda: any(names[0] in line for line in gone.lines))
    assert await gone.leaves() == 10  # as `turns` says that something waits
    anna = Typist(ports[0], terminal=terminal, goto="next")
    for name in names:
        await anna.until(lambda: any(name in line for line in anna.lines))  # noqa: B023
        at = stage.lobby.table(name)
        while at.state.asks[0].seat == 1:
            assert not anna.task.done()
            view = at.state.playthrough.view(1) if at.state.playthrough else None
            await anna.types(GAMES["court"].notate(next(GAMES["court"].legal(view))) + "\r\n")
    assert await anna.task == 0
    assert anna.lines[-2:] == ["No table waits for you.", ""]
    assert json.loads((await do(ports[0], "next --json")).text) == {"table": None}


async def test_what_is_said_names_commands_as_they_are_typed_in_a_terminal() -> None:
    """None behind a slash, as on the screen."""
    _, ports, _ = await opened("court", 2, {})
    said = (await do(ports[0], f"follow {ports[1].name}")).text
    assert said == "You follow Bert now: ssh play.example.org following shows where they play."


async def test_own_tables_are_listed_and_a_wrong_option_is_named() -> None:
    """`tables` alone has one's own; `all` has those of others."""
    _, ports, name = await opened("court", 2, {})
    assert name in (await do(ports[0], "tables")).text
    _, others, _ = await opened("court", 2, {})
    assert "Without a clock nothing is rated." in (await do(others[0], "open court 2")).text
    assert len((await do(others[1], "tables")).text.splitlines()) == 1
    assert len((await do(others[1], "tables all")).text.splitlines()) == 2
    assert commands.parse("play KIWI-7 --at x roll", GAMES) == Misspelt("move", "--at x")
    form = terminal_words.form(ACTIONS["move"], texts_in(), "HOST", "--at x")
    assert form == "--at x isn't clear here. Write it like this: ssh HOST play TABLE MOVE --at N"
    said = (await do(others[1], "turns now")).text
    assert said == "now isn't clear here. Write it like this: ssh play.example.org turns"


ODD_WORDS = (
    "9" * 5000, "x" * 5000, "\u0663", "-1", "0", '""', "=", "a=b=c", "{name}", "[b]%s", "e\u0301" * 40,
    "--json", "--at", "\N{RIGHT-TO-LEFT OVERRIDE}abc", "2026-99-99", "+99999999999d",
)  # fmt: skip
MOST_WORDS = 3


@pytest.mark.parametrize("name", sorted(name for name, ssh in SSH_FORMS.items() if not ssh.begins))
async def test_no_words_behind_a_command_are_a_fault(name: str) -> None:
    """Each command with an odd word in each place is answered, or told in one sentence why not."""
    _, ports, table = await opened("laurin", 3, {})
    for odd, place, usual in product(ODD_WORDS, range(MOST_WORDS), ("x", table)):
        words = [usual] * place + [odd] + [usual] * (MOST_WORDS - 1 - place)
        command = commands.parse(f"{ACTIONS[name].terminal_words[0]} {' '.join(words)}", GAMES)
        if isinstance(command, Asked):
            said = await _told(ports[0], command)
            assert said is None or (said and "\n" not in said)
        else:
            assert isinstance(command, Misspelt)


async def _told(port: HostPort, command: Asked) -> str | None:
    """Why a command is not carried out; None: it is."""
    try:
        found = await answer(port, texts_in("en"), command)
    except Refused as why:
        return any_refusal_text(texts_in("en"), why)
    return found.text if found.status == FAILED else None
