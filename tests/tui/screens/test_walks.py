"""Where each key of a screen leads: the screen that is shown, what the host was asked, and the last rows."""

from __future__ import annotations

from typing import Any
from unittest.mock import AsyncMock

import pytest

from engine.options import format_options, parse_options
from engine.registry import GAMES
from tests.tui import snapshots
from tests.tui.plain.test_transcripts import ANSWERS
from tests.tui.replay.replayed import ReplayPort, replayed
from tests.tui.screens.every_screen import PLACES, standing_at

WALKS = {
    "lobby": "j J K Tab o q H q d q w c q ? q m r q n Right q t q",
    "lobby, the form": "Down Right Left Down Right + Enter",
    "waiting room": "b x e|u",
    "court": "z o o T L A n C n s E v i q n I q R",
    "court, over": "r p q a q R q s q i n",
    "court, replay": "Right v s Space w m M o p n a q ? q Tab ? x Tab G q",
    "court, analysis": "Right Left Down Up Enter q i q 2 9 x ? q q",
    "a club": "Down Tab r x s q m|l|d|n|c|e",
    "a cup": "Down End 1 t q r q s q x ? q Enter",
    "deals": "Down i q r y q ? q Enter",
    "opponents": "Down Tab ? q Enter",
    "history": "Tab Tab Tab g r t Down R q 1|a|Enter",
    "profile": "x Down H q Enter",
    "queue": "Down Enter q x ? q d|w|m|b|l|o",
    "the card of a game": "x r q t|Enter",
    "card": "x",
    "log": "k j PageUp PageDown Home End q",
    "court, a plan": "Down Enter|x|q",
}
"""The keys of each place; behind a bar somebody comes there anew."""
NAMES = {
    "Tab": "\t", "Esc": "\x1b", "Enter": "\r", "Right": "\x1b[C", "Left": "\x1b[D", "Down": "\x1b[B",
    "Up": "\x1b[A", "End": "\x1b[F", "Home": "\x1b[H", "PageUp": "\x1b[5~", "PageDown": "\x1b[6~",
    "Space": " ",
}  # fmt: skip


GAME = replayed("court")
MORE = {"replay": GAME, "finished": (GAME, None), "record": "crownhouse record 2"}
"""What tables and lobbies of tests answer to beside."""


def without_defaults(request: Any) -> Any:
    """A request for a table without options of the game that are as usual: an added one changes nothing."""
    if request[0] != "open_table":
        return request
    what, game, seats, options, *more = request
    kind = GAMES[game].Options
    own = {name: value for name, value in options.items() if name in kind.__struct_fields__}
    others = {name: value for name, value in options.items() if name not in own}
    return (what, game, seats, format_options(parse_options(GAMES[game], own)) | others, *more)


@pytest.mark.usefixtures("three_games")
@pytest.mark.parametrize("name", WALKS)
async def test_each_key_leads_there(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kind = type(PLACES[name].port())
    for method, answer in (ANSWERS if kind is ReplayPort else ANSWERS | MORE).items():
        monkeypatch.setattr(kind, method, AsyncMock(return_value=answer), raising=False)
    said = []
    for walk in WALKS[name].split("|"):
        async with standing_at(name) as (terminal, found):
            port: Any = found
            asked = port.stage.requests if hasattr(port, "stage") else port.host.asked
            app: Any = terminal.session._app
            for key in walk.split():
                asked.clear()
                terminal.session.feed(NAMES.get(key, key).encode())
                await terminal.sent()
                assert not terminal.task.done(), key
                rows = " / ".join(
                    row.strip(" │") for row in terminal.text.splitlines()[-3:] if row.strip(" │")
                )
                said.append(f"{key}: {type(app.screen).__name__} {[*map(without_defaults, asked)]} {rows}")
    snapshots.check(f"walk-{name.replace(', ', '-').replace(' ', '-')}", "\n".join(said))
