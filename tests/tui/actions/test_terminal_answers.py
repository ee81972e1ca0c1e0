"""What an answer in a terminal names can be typed there."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from server.sessions.commands import Asked, parse
from server.sessions.single_commands import answer
from tests.tui.presenters.people.cases import CASE
from tests.tui.presenters.people.past import PROFILE
from tests.tui.scripted_port import Hosted, ScriptedPort
from tui.actions.terminal_help import as_typed
from tui.boards import PLAYABLE
from tui.language.texts import LANGUAGES, texts_in

LINES = (
    "conduct", "duplicate court 2 2", "queue", f"queue {CASE.id}", "profile Bert", "keys", "settings", "key",
    "recovery", "opponents court", "ladder court", "daily results", "letters", "following", "history",
    "hints off", "ratings off", "brief", "verbose", "who", "tables",
)  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("line", LINES)
async def test_no_answer_in_a_terminal_names_a_command_behind_a_slash(line: str, language: str) -> None:
    port = ScriptedPort(Hosted(), "Wren")
    port.cases, port.profiles["Bert"] = (CASE,), replace(PROFILE, more_opponents=True)
    asked = parse(line, PLAYABLE)
    assert isinstance(asked, Asked)
    told = (await answer(port, texts_in(language), asked)).text
    assert told
    assert as_typed(texts_in(language), told, port.ssh_host) == told
