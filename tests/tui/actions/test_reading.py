"""The words of an action become its fields, behind a slash and in a terminal."""

from __future__ import annotations

import dataclasses
import re
import subprocess
import sys
from contextlib import suppress
from unittest.mock import Mock

import pytest
from msgspec import Struct
from msgspec.structs import asdict, replace

from engine.game import Refused
from server.log.clocks import parse_clock
from tests.tui.scripted_port import Hosted, Seat, table
from tui.actions import terminal_words
from tui.actions.action import Nothing, Place, Wrong
from tui.actions.registry import ACTIONS, SSH_FORMS
from tui.actions.typed_words import MOST_READ, read
from tui.boards import PLAYABLE
from tui.host.cups import CupOfSort, CupWish
from tui.host.turn_clocks import NAMED as NAMED_CLOCKS
from tui.language.texts import LANGUAGES, Texts, texts_in
from tui.presenters.game_refusals import any_refusal_text
from tui.presenters.offers import CLOCK_NAMES

RATED = {"rated": "on"}
NO_TABLE = "Which table? Choose or open one in the lobby."


def fields(name: str, /, **given: object) -> Struct:
    """The fields of an action."""
    return ACTIONS[name].args(**given)


def place(*, at_table: bool = True) -> Place:
    port = Hosted().port("Ada")
    port.me = replace(port.me, ignored=("Bert",))
    there = table(1, "KIWI-7", Seat(), Seat())
    return Place(port, Texts(), there, there.id, "laurin") if at_table else Place(port, Texts())


@pytest.mark.parametrize(
    ("name", "words", "meant"),
    [
        ("who", "", Nothing()),
        ("say", "good luck", fields("say", text="good luck", table="t1")),
        ("follow", "Bert", fields("ignore", name="Bert")),
        ("unfollow", "Bert", fields("unfollow", name="Bert", on=False)),
        ("tell", "Bert see you at eight", fields("tell", name="Bert", text="see you at eight")),
        ("tell", "Bert --json", fields("tell", name="Bert", text="--json")),
        ("invite", "KIWI-8 Bert", fields("invite", table="KIWI-8", name="Bert")),
        ("invite", "Bert", fields("invite", table="t1", name="Bert")),
        ("void", "9f2 lost on purpose", fields("void", table="9f2", reason="lost on purpose")),
        ("void", "9f2 lift it was not", fields("void", table="9f2", reason="it was not", void=False)),
        ("opponents", "", fields("opponents", game="laurin")),
        ("opponents", "King", fields("opponents", game="court")),
        ("ladder", "programs", fields("ladder", game="laurin", programs=True)),
        ("ladder", "Programs court", fields("ladder", game="court", programs=True)),
        ("start", "", fields("start", table="t1")),
        ("nobot", "", fields("nobot", table="t1")),
        ("bot", "", fields("bot", table="t1")),
        ("bot", "dorn", fields("bot", table="t1", bot="steward-46")),
        ("bot", "Deep", fields("bot", table="t1", bot="deep")),
        ("join", "", fields("join", table="t1")),
        ("join", "KIWI-8", fields("join", table="KIWI-8")),
        ("open", "court 2 8pm", fields("open", game="court", seats=2, starts="20:00")),
        ("open", "court 12:30am", fields("open", game="court", seats=3, starts="0:30")),
        ("open", "court 10m", fields("open", game="court", seats=3, options=RATED, clock="10m")),
        ("open", "court in 10m", fields("open", game="court", seats=3, starts="+10m")),
        ("open", "court in 10 Minuten 2", fields("open", game="court", seats=2, starts="+10m")),
        ("open", "court in 2 h", fields("open", game="court", seats=3, starts="+2h")),
        ("open", "court tomorrow 8 pm", fields("open", game="court", seats=3, starts="tomorrow 20:00")),
        ("open", "court 2 7:30 AM", fields("open", game="court", seats=2, starts="7:30")),
        (
            "open",
            "court 1d tomorrow 9:00 private rounds=20",
            fields(
                "open",
                game="court",
                seats=3,
                options={**RATED, "rounds": "20"},
                private=True,
                clock="24h",
                starts="tomorrow 9:00",
            ),
        ),
        ("match", "court people", fields("match", game="court", bots=False)),
        (
            "tables",
            "mine open court",
            fields("tables", game="court", stage="open", count=200, mine=True),
        ),
        ("practice", "court 3 elm", fields("practice", game="court", seats=3, bot="steward-72", beside="")),
        ("dice", "", fields("dice", table="t1")),
        ("ignore", "Cleo", fields("ignore", name="Cleo")),
        ("ignore", "bert", fields("ignore", name="bert", on=False)),
        ("recover", "Ada 7K3M-2QXP", fields("recover", name="Ada", code="7K3M-2QXP")),
        ("answer", "I was quoting", fields("answer", text="I was quoting")),
        ("report", "Bert insults me", fields("report", name="Bert", why="insults me", table="t1")),
        (
            "report",
            "Bert Program: never pauses",
            fields("report", name="Bert", why="never pauses", kind="program", table="t1"),
        ),
        ("report", "Bert program", fields("report", name="Bert", why="program", table="t1")),
        (
            "club_event",
            "20:00 monthly a party",
            fields("club_event", starts="20:00", every="month", text="a party"),
        ),
        (
            "club_event",
            "tomorrow 20:00 cup=court rounds=3",
            fields("club_event", starts="tomorrow 20:00", cup=CupOfSort(game="court", rounds=3)),
        ),
        (
            "cup_strike",
            "court-1 t3 nobody came",
            fields("cup_strike", cup="court-1", table_number=3, why="nobody came"),
        ),
        ("trophies", "Bert 2026", fields("trophies", name="Bert", period="2026")),
        ("trophies", "everybody 2026-Q4", fields("trophies", everybody=True, period="2026-Q4")),
        *(
            ("cup_open", f"20:00 court rounds={typed}", CupWish(game="court", starts="20:00", rounds=meant))
            for typed, meant in (("3", 3), ("x", 0), ("-1", 0), ("", 0))
        ),
    ],
)
def test_typed_words_become_fields(name: str, words: str, meant: Struct) -> None:
    """In order, the rest for the last; the table before the player where none is named."""
    assert asdict(read(ACTIONS[name], place(), words)) == asdict(meant)


@pytest.mark.parametrize(
    ("language", "words", "starts"),
    [
        ("en", "at 8", "8:00"),
        ("en", "tomorrow at 8 pm", "tomorrow 20:00"),
        ("en", "8 o'clock", "8:00"),
        ("en", "in 2 hours", "+2h"),
        ("en", "in 1 day", "+1d"),
        ("de", "um 20 Uhr", "20:00"),
        ("de", "morgen 20 Uhr 30", "tomorrow 20:30"),
        ("de", "20.30 Uhr", "20.30"),
        ("de", "heute um 9", "today 9:00"),
        ("de", "in 3 Tagen", "+3d"),
        ("it", "alle 20", "20:00"),
        ("it", "domani alle ore 20:30", "tomorrow 20:30"),
        ("it", "fra 2 ore", "+2h"),
        ("nl", "om 20 uur", "20:00"),
        ("nl", "20 uur", "20:00"),
        ("nl", "over 2 uur", "+2h"),
        ("nl", "at 8pm", "20:00"),
    ],
)
@pytest.mark.parametrize("seats", ["", " 2"])
def test_a_time_is_said_as_people_say_it(language: str, words: str, starts: str, seats: str) -> None:
    """A number behind it is none of it."""
    typed = f"court {words}{seats}"
    meant = read(ACTIONS["open"], dataclasses.replace(place(), texts=texts_in(language)), typed)
    assert (meant.starts, meant.seats) == (starts, 2 if seats else 3)
    cup = read(ACTIONS["cup_open"], dataclasses.replace(place(), texts=texts_in(language)), f"court {words}")
    assert cup.starts == starts


@pytest.mark.parametrize("name", [name for name, action in ACTIONS.items() if action.anywhere])
def test_a_long_text_is_not_read_to_its_end_word_by_word(name: str) -> None:
    """Neither where its words mean something nor where they do not: others would wait for that."""
    action, looks = ACTIONS[name], Mock(return_value=None)
    counted = dataclasses.replace(action, anywhere=dict.fromkeys(action.anywhere, looks))
    with suppress(Wrong):
        read(counted, place(), "xy " * 10 * MOST_READ)
    assert looks.call_count <= MOST_READ * len(action.anywhere)


@pytest.mark.parametrize(
    ("name", "words", "said"),
    [
        ("tell", "Bert", ""),
        ("report", "Bert", ""),
        *(
            ("club_event", words, "")
            for words in ("20:00", "summer party", "20:00 cup=court 21:00", "20:00 cup=court club=Kronberg")
        ),
        ("cup_strike", "court-1 t3", ""),
        ("cup_strike", "court-1 tx nobody came", ""),
        ("cup_open", "court", ""),
        ("invite", "", ""),
        ("recover", "Ada", ""),
        ("away", "off 7d", ""),
        *(
            (name, words, f"{one} can't stand beside {other}: leave one of them out.")
            for name, words, one, other in (
                ("ladder", "court laurin", "laurin", "court"),
                ("daily_results", "2026-01-01 2026-01-02", "2026-01-02", "2026-01-01"),
                ("away", "7d 3d", "3d", "7d"),
                ("open", "court 3d 12h", "12h", "3d"),
                ("open", "court live none", "none", "live"),
            )
        ),
        *(
            ("away", words, f"{words} isn't clear here: whole days such as 7d may follow, or off")
            for words in ("0", "0d", "-3d", "3h", "1w", "٣d", "2020-01-01", "tomorrow")
        ),
        *(
            ("zone", zone, f"There is no time zone {zone}: write it like Europe/Berlin.")
            for zone in (
                "right/Europe/Berlin",
                "posix/Europe/Berlin",
                "posixrules",
                "Factory",
                "../UTC",
                "UTC+2",
            )
        ),
        *(
            ("notify", words, f"{words.split()[0].casefold()} needs {what}")
            for words, what in (
                ("TURN", "on or off"),
                ("turn maybe", "on or off"),
                ("quiet", "two full hours such as 22-7, or off"),
                ("quiet 7-7", "two full hours such as 22-7, or off"),
                ("quiet 22:30-7", "two full hours such as 22-7, or off"),
                ("digest 24", "a full hour such as 18, or off"),
                ("digest -1", "a full hour such as 18, or off"),
            )
        ),
        ("ladder", "programs chess", f"There is no game called chess here: {', '.join(PLAYABLE)}."),
        ("invite", "Bert", NO_TABLE),
        ("start", "", NO_TABLE),
        ("bot", "", NO_TABLE),
        ("join", "", NO_TABLE),
        ("kick", "Bert", NO_TABLE),
        ("dice", "seven", NO_TABLE),
        (
            "open",
            "court blue",
            (
                "blue isn't clear here: seats (3), private, rounds=20 or a clock may follow: live, evening,"
                " correspondence, 3d"
            ),
        ),
        *(
            (name, words, f"There is no game called chess here: {', '.join(PLAYABLE)}.")
            for name, words in (
                ("match", "chess"),
                ("open", "3 chess"),
                ("practice", "chess 3"),
                ("duplicate", "chess 3 2"),
                ("cup_open", "20:00 chess"),
            )
        ),
        ("nobot", "", NO_TABLE),
        ("profile", "hide Bert", ""),
    ],
)
def test_words_that_mean_nothing_are_told_why(name: str, words: str, said: str) -> None:
    """'' where their form is wrong."""
    with pytest.raises(Wrong) as why:
        read(ACTIONS[name], place(at_table=False), words)
    assert str(why.value) == said


@pytest.mark.parametrize(
    ("language", "name", "words", "meant"),
    [
        ("de", "open", "Komplott 3 privat Abend", {"game": "intrigue", "seats": 3, "private": True}),
        ("it", "open", "laurino pubblico 4", {"game": "laurin", "seats": 4, "private": False}),
        ("nl", "open", "laurin privé", {"game": "laurin", "private": True}),
        ("nl", "duplicate", "complot 3 2 besloten", {"game": "intrigue", "tables": 2, "private": True}),
        ("it", "cup_open", "court 20:00 lega programmi", {"league": True, "programs": True}),
        ("de", "cup_open", "laurin 20:00 gleich", {"game": "laurin", "equal": True}),
        ("nl", "match", "laurin", {"game": "laurin"}),
        ("de", "practice", "komplott 4 birch", {"game": "intrigue", "seats": 4}),
        ("en", "practice", "plot", {"game": "intrigue"}),
    ],
)
def test_words_of_a_new_game_are_taken_in_the_language_of_the_player(
    language: str, name: str, words: str, meant: dict[str, object]
) -> None:
    found = asdict(
        read(ACTIONS[name], dataclasses.replace(place(at_table=False), texts=Texts(language)), words)
    )
    assert found | meant == found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "words"),
    [
        *(("open", f"court 2 {clock}") for clock in ("15d", "1w", "nonsense", "clock=nonsense", "clock=15d")),
        *(("cup_open", f"court 20:00 {clock}") for clock in ("15d", "nonsense", "clock=soon")),
    ],
)
def test_what_is_no_clock_is_answered_with_those_that_there_are(name: str, words: str, language: str) -> None:
    """Their names as the player can type them, and a time; before the host is asked, or as it refuses."""
    there = dataclasses.replace(place(at_table=False), texts=Texts(language))
    try:
        wish = read(ACTIONS[name], there, words)
        with pytest.raises(Refused) as refusal:
            parse_clock(asdict(wish)["clock"])
        said = any_refusal_text(there.texts, refusal.value)
    except Wrong as why:
        said = str(why)
    assert words.replace("=", " ").split()[-1] in said
    for clock, called in CLOCK_NAMES.items():
        one = there.texts.of(called)
        assert one in said
        assert asdict(read(ACTIONS[name], there, f"court 20:00 clock={one}"))["clock"] == NAMED_CLOCKS[clock]
    assert re.search(r"\b[1-9][0-9]?[dm]\b", said)


@pytest.mark.parametrize(
    ("language", "name", "words", "meant"),
    [
        ("de", "away", "aus", {"off": True}),
        ("it", "notify", "digest no", {"digest": ""}),
        ("nl", "notify", "turn uit", {"event": "turn", "on": False}),
        ("de", "notify", "turn an", {"event": "turn", "on": True}),
        ("de", "notify", "AUS 7K3M", {"off": True, "code": "7K3M"}),
        ("nl", "notify", "off", {"off": True, "code": None}),
        ("en", "notify", "QUIET 22-7", {"quiet": "22-7"}),
        ("en", "notify", "Mail Anna@example.org", {"service": "mail", "recipient": "Anna@example.org"}),
        ("en", "notify", "7Q3F-09XK", {"code": "7q3f-09xk"}),
        ("de", "standing", "immer aus", {"word": "immer", "on": False}),
        ("de", "standing", "aus", {"word": "aus", "on": True}),
        ("it", "standing", "sempre no", {"word": "sempre", "on": False}),
    ],
)
def test_settings_are_typed_in_the_language_of_the_player_and_in_any_case(
    language: str, name: str, words: str, meant: dict[str, object]
) -> None:
    running = replace(table(1, "KIWI-7", Seat(), Seat(), stage="running"), your_seat=0)
    there = dataclasses.replace(place(), texts=Texts(language), table=running)
    found = asdict(read(ACTIONS[name], there, words))
    assert found | meant == found


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("following", (Nothing(), False)),
        ("following --json", (Nothing(), True)),
        ("follow Bert", (fields("follow", name="Bert"), False)),
        ("follow --json Bert", (fields("follow", name="Bert"), True)),
        ("tell Bert 'see you'", (fields("tell", name="Bert", text="see you"), False)),
        ("tell Bert --json", (fields("tell", name="Bert", text="--json"), False)),
        ("tell --json Bert see you", (fields("tell", name="Bert", text="see you"), True)),
        ("say 'no' is no 'yes'", (fields("say", text="'no' is no 'yes'"), False)),
        ("club_note see you at 8 -- Ada", (fields("club_note", text="see you at 8 -- Ada"), False)),
        ("say --table KIWI-7 good luck", (fields("say", text="good luck", table="KIWI-7"), False)),
        ("invite KIWI-7 Bert", (fields("invite", table="KIWI-7", name="Bert"), False)),
        ("report Bert 'insults me'", (fields("report", name="Bert", why="insults me"), False)),
        ("report Bert name is rude", (fields("report", name="Bert", why="is rude", kind="name"), False)),
        ("report Bert --table KIWI-7 cheats",
         (fields("report", name="Bert", why="cheats", table="KIWI-7"), False)),
        ("report --json Bert rude --table KIWI-7",
         (fields("report", name="Bert", why="rude", table="KIWI-7"), True)),
        ("answer --json", (fields("answer", text="--json"), False)),
        ("recover --json Anna 7K3M 7K3M", (fields("recover", name="Anna", code="7K3M 7K3M"), True)),
        ("drop_key abc --json", (fields("drop_key", key="abc"), True)),
        ("profile", (fields("profile"), False)),
        ("profile --json Anna", (fields("profile", name="Anna"), True)),
        ("opponents court --json", (fields("opponents", game="court"), True)),
        ("ladder --json court", (fields("ladder", game="court"), True)),
        ("ladder court --json programs", (fields("ladder", game="court", programs=True), True)),
        ("record KIWI-7", (fields("record", table="KIWI-7"), False)),
        ("share KIWI-7 --json", (fields("share", table="KIWI-7"), True)),
        ("bot KIWI-7 elm", (fields("bot", table="t1", bot="steward-72"), False)),
        ("kick --json KIWI-7 2", (fields("kick", table="t1", seat=2), True)),
        ("dice", (fields("dice"), False)),
        ("dice KIWI-7 seven of nine", (fields("dice", table="t1", text="seven of nine"), False)),
        ("rematch KIWI-7", (fields("rematch", table="KIWI-7"), False)),
        ("tables --json mine", (fields("tables", count=200, mine=True), True)),
        *((text, None) for text in ("following all", "follow", "follow Bert Cleo", "tell Bert", "tell",
                                    "tell --json Bert", "invite Bert", "invite ../etc Bert", "invite a b c",
                                    "report Bert", "report Bert --table", "report Bert --table KIWI-7",
                                    "report Bert --table ../etc cheats", "answer", "letters all",
                                    "ladder", "opponents", "ladder court laurin", "profile Anna Bert",
                                    "profile --yaml", "record", "record ../etc", "share", "kick",
                                    "bot ../etc", "rematch",
                                    "tables --all", "follow --on")),
    ],
)  # fmt: skip
def test_words_in_a_terminal_become_fields_or_have_another_form(
    typed: str, meant: tuple[Struct, bool] | None
) -> None:
    """Nothing is guessed. What asks for JSON stands anywhere but in a text."""
    name, *words = typed.split()
    assert in_terminal(name, words) == meant


def in_terminal(name: str, words: list[str]) -> tuple[Struct, bool] | None:
    """The fields of an action in a terminal, and whether the answer is JSON; None: words mean nothing."""
    at_table = place()
    at_table.port.look = Mock(return_value=Mock(tables=[replace(at_table.table, your_seat=1)]))
    there = Place(at_table.port, Texts(), in_terminal=True)
    try:
        typed, json = terminal_words.split(ACTIONS[name], words)
        return terminal_words.read(ACTIONS[name], there, typed), json
    except Wrong:
        return None


def test_what_is_reported_is_read_in_the_language_of_the_player() -> None:
    """Of words in a terminal, once it is known."""
    asked = fields("report", name="Bert", why="Programm spielt nachts", table="KIWI-7")
    german = Place(place().port, texts_in("de"))
    meant = ACTIONS["report"].meant(german, asked)
    assert meant == fields("report", name="Bert", why="spielt nachts", kind="program", table="KIWI-7")


def test_every_action_can_be_asked_for_somewhere() -> None:
    """What is typed in a terminal is told in the help there, in a row of its own or in another's."""
    assert all(one.slash or one.ssh or one.is_request for one in ACTIONS.values())
    rows = [one for one in ACTIONS.values() if one.ssh and one.ssh.usage != ""]
    told = " ".join(f"{one.terminal_usage(texts_in())} {one.ssh.help}" for one in rows if one.ssh)
    first = [ACTIONS[name].terminal_words[0] for name in SSH_FORMS]
    assert [words for words in first if words not in told] == []


def test_boards_are_not_loaded_before_a_command_is_read() -> None:
    """A connection that only comes and goes needs none."""
    code = "import sys, server.sessions.commands; print({'tui.boards', 'textual'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
