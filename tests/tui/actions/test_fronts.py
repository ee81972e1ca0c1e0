"""Every action is there behind a slash, over ssh and for programs, but for those listed with a reason."""

from __future__ import annotations

from tui.actions import settings
from tui.actions.registry import ACTIONS

ONE_NAME = "the same is another action's there, by the name that it has had"
SET = "set with the name of the setting"
PLAY = "play TABLE, with this word instead of a move"
MISSING = {
    ("view", "slash"): "the screen shows it; in plain mode: look",
    ("odds", "ssh"): "look TABLE odds",
    ("undo", "ssh"): PLAY,
    ("concede", "ssh"): PLAY,
    ("abandon", "ssh"): PLAY,
    ("legal", "slash"): "boards show what can be done; plain mode lists it",
    ("legal", "ssh"): "look TABLE lists it, or examples",
    ("preview", "slash"): "boards show it before a move is confirmed",
    ("preview", "ssh"): "a view is for programs",
    ("go_on", "slash"): "a key of a lesson, an empty line in plain mode",
    ("go_on", "ssh"): "lessons are for screens and plain mode",
    ("ignore", "ssh"): "who is ignored is not heard on a screen; a command in a terminal hears nobody",
    ("unfollow", "api"): "follow with on: false",
    ("add_key", "slash"): "/key CODE",
    ("drop_key", "slash"): "/keys drop SIGN",
    ("start", "ssh"): "still a command of its own, which shows the table",
    ("bot", "ssh"): "still a command of its own, which shows the table",
    ("nobot", "api"): ONE_NAME,
    ("nobot", "ssh"): "not there yet: bots are removed on screens and by programs",
    ("unbot", "slash"): ONE_NAME,
    ("unbot", "ssh"): ONE_NAME,
    ("judge", "slash"): "/queue SIGN VERDICT REASON",
    ("judge", "ssh"): "queue SIGN VERDICT REASON",
    ("accept_conduct", "slash"): "asked when a player comes who has not accepted them",
    ("accept_conduct", "ssh"): "a command in a terminal does not ask for it",
    ("describe", "slash"): "it is for those who write programs",
    ("set", "slash"): "each setting by its own name",
    ("set", "ssh"): "each setting by its own name, before which set may stand",
    **{(one.name, "api"): SET for one in settings.ACTIONS if one.name not in {"name", "set"}},
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
