"""Every action is there behind a slash, over ssh and for programs, but for those listed with a reason."""

from __future__ import annotations

import pytest

from server.sessions import commands
from tui.actions import clubs, cups, settings
from tui.actions.catalogue import CommandInput, parse
from tui.actions.dispatch import CommandPlace
from tui.actions.registry import ACTIONS
from tui.boards import PLAYABLE
from tui.language.spelling import shown
from tui.language.texts import Texts
from tui.plain.table_shell import TableShell
from tui.screens.table.table_screen import TableScreen

ON_SCREENS = ("display", "redraw", "hint", "log", "help", "lobby", "plain", "screen", "quit")
SCREEN = "only a screen or plain mode has it"
SET = "set with the name of the setting"
GUESTS = "for guests, who are somebody else in each command"
MISSING = {
    ("look", "slash"): "the screen shows it; in plain mode: look",
    ("odds", "ssh"): "look TABLE odds",
    ("legal", "slash"): "boards show what can be done; plain mode lists it",
    ("legal", "ssh"): "look TABLE lists it, or examples",
    ("preview", "slash"): "boards show it before a move is confirmed",
    ("preview", "ssh"): "a view is for programs",
    ("go_on", "slash"): "a key of a lesson, an empty line in plain mode",
    ("go_on", "ssh"): "lessons are for screens and plain mode",
    ("play_daily", "slash"): "/daily GAME",
    ("play_daily", "ssh"): "ssh -t HOST daily GAME",
    ("daily_results", "slash"): "/daily results",
    ("duplicate_results", "slash"): "/duplicate results TABLE",
    ("duplicate_results", "ssh"): "duplicate results TABLE",
    ("play_on", "slash"): "a key or word of a replay, where the position is seen",
    ("play_on", "ssh"): "a screen: ssh -t HOST replay ID leads to the position",
    ("cast", "slash"): "bytes for another program; /record tells the command",
    ("cast", "api"): "bytes for another program, not lines of JSON",
    ("sign", "slash"): "a signature is made outside, and comes as a file",
    ("unfollow", "api"): "follow with on: false",
    ("add_key", "slash"): "/key add CODE",
    ("drop_key", "slash"): "/keys drop SIGN",
    ("judge", "slash"): "/queue SIGN ban REASON",
    ("judge", "ssh"): "queue SIGN ban REASON",
    ("accept_conduct", "slash"): "/conduct accept",
    ("accept_conduct", "ssh"): "conduct accept",
    ("describe", "slash"): "it is for those who write programs",
    **{(name, front): SCREEN for name in ON_SCREENS for front in ("ssh", "api")},
    ("set", "slash"): "each setting by its own name",
    ("set", "ssh"): "each setting by its own name, before which set may stand",
    **{(one.name, "api"): SET for one in settings.SETTINGS},
    ("settings", "api"): "account has them",
    ("sit", "slash"): "/join",
    ("finished", "slash"): "the lobby lists them; /history",
    ("finished", "ssh"): "history",
    ("turns", "slash"): "the lobby lists the tables that wait first",
    ("unwatch", "slash"): "who looks on leaves the table",
    ("unwatch", "ssh"): "a command in a terminal is sent no news",
    **{(one.name, "slash"): "behind /club" for one in clubs.PARTS},
    **{(one.name, "slash"): "behind /cup" for one in cups.PARTS},
    ("club_export", "api"): "club",
    ("seat", "ssh"): GUESTS,
    ("resume", "ssh"): GUESTS,
}


def test_what_is_missing_in_a_front_is_listed_with_its_reason() -> None:
    """And nothing is listed that is there."""
    fronts = ("slash", "ssh", "api")
    missing = {
        (name, front)
        for name, one in ACTIONS.items()
        for front, there in zip(fronts, (one.slash, one.ssh, one.is_request or None), strict=True)
        if there is None
    }
    assert missing == MISSING.keys()


OTHERWISE = {
    ("move", "ssh"): "play, as notices that were sent say; play alone goes on with a game",
    ("settings", "ssh"): "set, which stands before the name of a setting",
    ("add_key", "ssh"): "key add, as behind a slash",
    ("drop_key", "ssh"): "keys drop, as behind a slash",
}


def test_an_action_has_one_name_in_all_fronts() -> None:
    """Unless it is listed, with its reason."""
    otherwise = set()
    for name, one in ACTIONS.items():
        told = {"slash": one.slash and shown(one.called.text), "ssh": one.ssh and one.terminal_words[0]}
        otherwise |= {
            (name, front) for front, word in told.items() if word and word.replace(" ", "_") != name
        }
    assert otherwise == OTHERWISE.keys()


BEHIND = ("duplicate_results", "add_key", "drop_key", "judge", "accept_conduct")
"""Actions that are typed behind another one's word."""


@pytest.mark.parametrize("name", BEHIND)
def test_what_is_typed_behind_another_word_is_read_as_the_reason_says(name: str) -> None:
    """Behind a slash, and in a terminal where it has no word of its own there."""
    typed = parse(Texts(), MISSING[name, "slash"])
    assert isinstance(typed, CommandInput)
    assert ACTIONS[typed.name].behind_word(Texts(), typed.words)[0].name == name
    if (name, "ssh") in MISSING:
        asked = commands.parse(MISSING[name, "ssh"], PLAYABLE)
        assert isinstance(asked, commands.Asked)
        assert ACTIONS[asked.name].behind_word(Texts(), asked.typed.words)[0].name == name


@pytest.mark.parametrize("place", [TableScreen, TableShell])
def test_what_asks_the_host_nothing_is_done_where_it_is_typed(place: type[CommandPlace]) -> None:
    """A screen and plain mode have a way of their own for it."""
    does = {name: (one.asks, one.run, one.at, one.parts, one.on_screen) for name, one in ACTIONS.items()}
    nothing = {name for name, ways in does.items() if not any(ways)}
    assert nothing
    assert nothing - object.__new__(place).own.keys() == set()
