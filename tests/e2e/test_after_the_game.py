"""What becomes of a game: two accounts play a rated one, which one of them ends in single commands; both look
at it again, one plays on from the first moment that decided it; one is reported, and a moderator mutes. On
the screen, and in plain mode in lines.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence

import pytest

from tests.e2e.host import LiveHost
from tests.e2e.test_evening import table_of, type_line
from tests.e2e.test_intrigue import AtScreen
from tests.e2e.test_plain_mode import PlainPlayer
from tests.e2e.test_single_commands import DONE, POSITION, SOME, Commands
from tests.forked import run
from tests.terminal import PtyTerminal, PtyTerminals

pytestmark = pytest.mark.e2e
GAME, BOT = "open intrigue 5 1d rated=on", "bot page"
"""Three bots sit there, too: with so many at court there are moments that decide the game."""
QUESTION = re.compile(r"^(?:1: |.*Yes or no\?)", re.MULTILINE)
RUDE, REASON = "you play like a fool", "be kind"


def answer_for_bert(commands: Commands, table: str) -> bool:
    """Has Bert make his move in single commands, if he is asked at that table; returns whether he was."""
    ran = commands.run("bert", "turns")
    assert ran.status == (SOME if ran.out else DONE)
    if table not in ran.out:
        return False
    made, command = commands.play("bert", table)
    assert made.status == DONE, (command, made)
    return True


def finish(terminals: PtyTerminals, commands: Commands, anna: PlainPlayer, table: str) -> None:
    """Anna, who has the first seat, answers what she is asked in her lines with the first choice, Bert in
    single commands.
    """
    door = anna.terminal.door
    assert door
    while terminals.rest() and (position := door.tables.get(table)) and position["stage"] == "running":
        if 1 in position["asked"]:
            anna.enter("yes" if QUESTION.findall(anna.raw)[-1].endswith("?") else "1")
        else:
            assert answer_for_bert(commands, table), position


def make_moderator(commands: Commands, name: str) -> None:
    """Makes that account, which its first move keeps, a moderator."""
    table = json.loads(commands.run(name, "open court 2 --json").out)["name"]
    for command in ("bot", "start"):
        assert commands.run(name, f"{command} {table}").status == DONE
    while commands.turn((name,), table) is None:
        pass
    position = POSITION.search(commands.run(name, f"look {table}").out)
    assert position
    assert commands.run(name, f"play --at {position[1]} {table} concede").status == DONE
    data = str(commands.host.folder / "data")
    run(["crownhouse", "admin", "--data", data, "moderator", name], check=True)


def check_ratings(commands: Commands) -> None:
    """Whoever of the two was placed better has the better rating now."""
    (game,) = json.loads(commands.run("anna", "history intrigue --json").out)["games"]
    place = {seat["name"]: seat["place"] for seat in game["seats"]}
    told = {name: commands.run(name, "ladder", "intrigue").out for name in ("anna", "bert")}
    anna, bert = (re.search(rf"\? {name} \(you\) .*?(\d+)\?", told[name]) for name in told)
    assert anna, told
    assert bert, told
    assert (place["anna"] < place["bert"]) == (int(anna[1]) > int(bert[1])), (place, told)


def sit_together(terminals: PtyTerminals, anna: PtyTerminal, bert: PtyTerminal) -> str:
    """Anna opens a table, Bert finds it in the lobby's list, and the game begins; the table's name."""
    terminals.see(anna, "2 here")
    type_line(anna, f"/{GAME}")
    terminals.see(anna, "4 seats are still free.")
    terminals.see(bert, "1/5")
    bert.press("Tab")
    terminals.see(bert, "There is room at")
    bert.press("Enter")
    terminals.see(anna, "3 seats are still free.")
    for _ in range(3):
        type_line(anna, f"/{BOT}")
    terminals.see(anna, "All seats are taken: you can start.")
    anna.press("s")
    for terminal in (anna, bert):
        terminals.see(terminal, "round 1 of 6")
    return table_of(anna)


def take_turns(terminals: PtyTerminals, people: Sequence[AtScreen], until: Callable[[], bool]) -> None:
    """Whoever is asked answers."""
    while not until():
        terminals.wait(lambda: until() or any(person.asked for person in people), "somebody's turn")
        for person in people[:1] if people[0].asked else people[1:]:
            if person.asked and not until():
                person.answer(terminals)


def play_to_the_end(terminals: PtyTerminals, commands: Commands, anna: PtyTerminal, table: str) -> None:
    """Anna plays by what her screen says, Bert in single commands."""
    playing = AtScreen(anna)
    while not playing.over:
        terminals.wait(lambda: playing.asked or playing.over or "bert's turn" in anna.text, "a turn")
        if playing.asked:
            playing.answer(terminals)
        elif not playing.over:
            before = anna.text  # if it is not his turn any more, that is not shown yet
            answer_for_bert(commands, table)
            terminals.wait(lambda before=before: anna.text != before, "what came of it")


def play_on_from_the_turning_point(terminals: PtyTerminals, anna: PtyTerminal) -> None:
    """From a moment that decided the game, with the keys that the replay names; then back to the lobby."""
    anna.press("m")
    terminals.see(anna, "round ")
    terminals.wait(lambda: not re.search(r" 0/\d", anna.text), "a moment")
    at = re.search(r"round (\d) of 6", anna.text)
    assert at, anna.text
    anna.press("p")
    terminals.see(anna, "Play on from here as")
    anna.press("Enter")
    terminals.see(anna, "(bot)")
    assert f"round {at[1]} of 6" in anna.text
    anna.press("q")
    terminals.see(anna, "Your seat is kept.")
    anna.press("Enter")
    terminals.see(anna, "Your seats")


def mute_from_the_queue(terminals: PtyTerminals, cleo: PtyTerminal) -> None:
    """A moderator is told of the report, reads what was said, and mutes by the key that is named."""
    terminals.see(cleo, "1 report waits: ")
    type_line(cleo, "/queue")
    terminals.see(cleo, "m mute")
    assert RUDE in cleo.text
    cleo.press("m")
    terminals.see(cleo, " mute 1d")
    cleo.press(REASON, "Enter")
    terminals.see(cleo, "anna is muted.")


def test_on_the_screen(terminals: PtyTerminals, host: LiveHost) -> None:
    """With the keys that the screens name."""
    commands = Commands(host)
    anna, bert = host.connect("anna"), host.connect("bert")
    table = sit_together(terminals, anna, bert)
    take_turns(terminals, [AtScreen(anna), AtScreen(bert)], lambda: "round 6 of 6" in anna.text)
    bert.hang_up()
    terminals.see(anna, "(away)")
    play_to_the_end(terminals, commands, anna, table)
    terminals.wait(lambda: bool(re.search(r"anna .*rating \d+\? \([+-]\d", anna.text)), "the rating")
    check_ratings(commands)

    anna.press("p")
    terminals.see(anna, " 0/")
    bert = host.connect("bert", "replay", table)
    terminals.see(bert, " 0/")
    bert.press("G")
    terminals.see(bert, "The game is over")
    bert.press("q")
    terminals.see(bert, "crownhouse  Lobby")
    play_on_from_the_turning_point(terminals, anna)

    make_moderator(commands, "cleo")
    type_line(anna, RUDE)
    terminals.see(bert, f"anna: {RUDE}")
    type_line(bert, "/report anna rude")
    terminals.see(bert, "The moderators will read it")
    cleo = host.connect("cleo")
    mute_from_the_queue(terminals, cleo)
    terminals.see(anna, REASON)
    anna.press("Enter")
    terminals.wait(lambda: REASON not in anna.text, "the lobby")
    type_line(anna, "am I heard?")
    terminals.see(anna, "You are muted for ")
    type_line(bert, "good night")
    terminals.see(cleo, "bert: good night")
    assert "am I heard" not in cleo.text
    assert "Traceback" not in host.log


def reads(person: PlainPlayer, pattern: str) -> str:
    """Waits until a line of somebody's has that, and returns what its group found."""
    person.wait(lambda: bool(re.search(pattern, person.raw, re.MULTILINE)), pattern)
    found = re.findall(pattern, person.raw, re.MULTILINE)
    return str(found[-1])


def play_on_from_the_turning_point_in_lines(anna: PlainPlayer, table: str) -> None:
    """From the first moment that decided the game, by the replay's own words."""
    anna.enter("moments")
    reads(anna, r"^Position \d+: ")
    at = re.findall(r"^Position (\d+): ", anna.raw, re.MULTILINE)[0]
    anna.enter(f"goto {at}")
    reads(anna, rf"^Position {at} of .* To move: [\w ]+\.$")
    anna.enter("play")
    reads(anna, "Play on from here as .* Yes or no")
    anna.enter("yes")
    reads(anna, rf"^(?!{table})[A-Z]+-\d+, Plot for the Crown, round ")
    anna.enter("lobby")


def test_in_plain_mode(terminals: PtyTerminals, host: LiveHost) -> None:
    """With the words that the lines name."""
    commands = Commands(host)

    def comes(name: str, *words: str) -> PlainPlayer:
        return PlainPlayer(terminals, host.connect(name, *(words or ("plain",)), in_lines=True))

    anna = comes("anna")
    anna.enter(GAME)
    table = reads(anna, r"^([A-Z]+-\d+), Plot for the Crown.*rated")
    bert = comes("bert", "join", table)
    reads(anna, "bert sits down.")
    for _ in range(3):
        anna.enter(BOT)
    anna.enter("start")
    reads(bert, "The game begins.")
    bert.close()
    reads(anna, "bert is away.")
    finish(terminals, commands, anna, table)
    reads(anna, r"Your rating \d+\? \([+-]\d")
    check_ratings(commands)

    bert = comes("bert", "plain")
    bert.enter(f"replay {table}")
    anna.enter("replay")
    for person in (anna, bert):
        last = reads(person, r"^Position 0 of (\d+)")
        person.enter(f"goto {last}")
        reads(person, rf"^Position {last} of {last}, .*The game is over\.")
    bert.enter("lobby")
    play_on_from_the_turning_point_in_lines(anna, table)

    make_moderator(commands, "cleo")
    anna.enter(f"say {RUDE}")
    reads(bert, f"anna says: {RUDE}")
    bert.enter("report anna rude")
    reads(bert, "The moderators will read it")
    cleo = comes("cleo")
    reads(cleo, "1 report waits: /queue")
    cleo.enter("queue")
    reads(cleo, r"^1: anna: .* rude")
    cleo.enter("1")
    command = reads(cleo, r"(queue \w+ mute 1d) REASON")
    assert RUDE in cleo.raw
    cleo.enter(f"{command} {REASON}")
    reads(cleo, r"anna is muted\.")
    reads(anna, REASON)
    anna.enter("say am I heard?")
    reads(anna, r"You are muted for .*: /letters says why\.")
    bert.enter("say good night")
    reads(cleo, "bert says: good night")
    assert "am I heard" not in cleo.raw
    assert "Traceback" not in host.log
