"""Every action is there behind a slash, over ssh and for programs, but for those listed with a reason."""

from __future__ import annotations

from tui.actions import clubs, cups, settings
from tui.actions.registry import ACTIONS

ON_SCREENS = ("display", "redraw", "hint", "log", "help", "lobby", "plain", "screen", "quit")
SCREEN = "only a screen or plain mode has it"
SET = "set with the name of the setting"
GUESTS = "for guests, who are somebody else in each command"
MISSING = {
    ("view", "slash"): "the screen shows it; in plain mode: look",
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
    ("duplicate_results", "slash"): "/duplicate results",
    ("duplicate_results", "ssh"): "duplicate results TABLE",
    ("play_on", "slash"): "a key or word of a replay, where the position is seen",
    ("play_on", "ssh"): "a screen: ssh -t HOST replay ID leads to the position",
    ("cast", "slash"): "bytes for another program; /read tells the command",
    ("cast", "api"): "bytes for another program, not lines of JSON",
    ("sign", "slash"): "a signature is made outside, and comes as a file",
    ("unfollow", "api"): "follow with on: false",
    ("add_key", "slash"): "/key CODE",
    ("drop_key", "slash"): "/keys drop SIGN",
    ("judge", "slash"): "/queue SIGN VERDICT REASON",
    ("judge", "ssh"): "queue SIGN VERDICT REASON",
    ("accept_conduct", "slash"): "asked when a player comes who has not accepted them",
    ("accept_conduct", "ssh"): "a command in a terminal does not ask for it",
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
        for front, there in zip(fronts, (one.slash, one.ssh, one.api), strict=True)
        if there is None
    }
    assert missing == MISSING.keys()
