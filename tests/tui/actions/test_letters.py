"""What waits for a player is told once."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tests.tui.screens.lobby_stage import lobby, prompt
from tests.tui.scripted_port import Hosted
from tui.host.moderation import Waiting
from tui.language.moderation_words import waits
from tui.language.texts import Texts


async def test_a_moderator_hears_of_a_report_once_and_again_of_another() -> None:
    """Whatever else makes the screen look whether something waits."""
    async with lobby(Hosted()) as pilot:
        app: Any = pilot.app
        told = []
        for reports in (1, 1, 2, 1, 2):
            app.screen.say("before")
            app.port.waits = replace(Waiting(), reports=reports)
            for listener in tuple(app.port.waiting_listeners):
                listener()
            await pilot.pause()
            told.append(prompt(pilot)[0])
    one, two = waits(Texts(), 1), waits(Texts(), 2)
    assert told == [one, "before", two, "before", two]
