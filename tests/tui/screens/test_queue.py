"""What protects players on the screen: letters, the moderators' queue, rules of conduct, recovery codes."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from tests.tui.presenters.people.cases import CASE, LETTER
from tests.tui.screens.lobby_stage import lobby, prompt, shown, type_line
from tests.tui.scripted_port import Hosted
from tui.host.moderation import Conduct, Waiting
from tui.language.texts import LANGUAGES


async def press(pilot: Pilot[Any], *keys: str) -> str:
    await pilot.press(*keys)
    await pilot.pause()
    await pilot.pause()
    return shown(pilot)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 12)])
async def test_the_queue_fits_every_window(language: str, size: tuple[int, int]) -> None:
    """With the chosen report below the list; its page has everything."""
    async with lobby(Hosted(), language=language, size=size) as pilot:
        port: Any = pilot.app.port  # type: ignore[attr-defined]
        port.cases = (CASE, replace(CASE, id="9VTB-0000", about="Dorn"))
        await type_line(pilot, "/queue")
        seen = await press(pilot)
        assert "Birch" in seen
        assert "Dorn" in seen
        assert "you cheat" in await press(pilot, "enter")


async def test_a_key_begins_the_decision_and_the_reason_is_typed() -> None:
    async with lobby(Hosted()) as pilot:
        port: Any = pilot.app.port  # type: ignore[attr-defined]
        port.cases = (CASE,)
        await type_line(pilot, "/queue")
        assert "l lift" not in await press(pilot)
        await press(pilot, "m")
        assert prompt(pilot)[-1] == "> /queue 7K3M mute 1d"
        await press(pilot, *"rude", "enter")
        assert ("judge", "7K3M", "mute", "rude", 1440) in port.host.asked
        assert prompt(pilot)[0] == "Birch is muted."


async def test_a_report_that_comes_stands_in_the_list() -> None:
    async with lobby(Hosted()) as pilot:
        port: Any = pilot.app.port  # type: ignore[attr-defined]
        port.cases = (CASE,)
        await type_line(pilot, "/queue")
        assert "Dorn" not in await press(pilot)
        port.cases = (CASE, replace(CASE, id="9VTB-0000", about="Dorn"))
        port.now_waits(Waiting(reports=2))
        assert "Dorn" in await press(pilot)


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("/queue 7K3M warn be kind", ("judge", "7K3M", "warn", "be kind", None)),
        ("/queue 7K3M ban 2w cheats", ("judge", "7K3M", "ban", "cheats", 20160)),
        ("/queue 7K3M mute 30m rude", ("judge", "7K3M", "mute", "rude", 30)),
        ("/queue 7K3M dismiss nothing wrong", ("judge", "7K3M", "dismiss", "nothing wrong", None)),
        ("/report birch insults me", ("report", "birch", "insults me", "conduct", None)),
        ("/report birch program never pauses", ("report", "birch", "never pauses", "program", None)),
        ("/report birch program", ("report", "birch", "program", "conduct", None)),
        ("/answer I was quoting", ("answer_letter", "I was quoting")),
        ("/recover Ada 7K3M-2QXP", ("recover", "Ada", "7K3M-2QXP")),
    ],
)
async def test_typed_lines_ask_the_host(line: str, asked: tuple[Any, ...]) -> None:
    async with lobby(Hosted()) as pilot:
        port: Any = pilot.app.port  # type: ignore[attr-defined]
        port.cases = (CASE,)
        await type_line(pilot, line)
        assert asked in port.host.asked


@pytest.mark.parametrize("line", ["/queue 7K3M praise well", "/queue 7K3M warn", "/report birch", "/keys x"])
async def test_wrong_lines_ask_nothing_and_say_the_form(line: str) -> None:
    async with lobby(Hosted()) as pilot:
        port: Any = pilot.app.port  # type: ignore[attr-defined]
        before = list(port.host.asked)
        await type_line(pilot, line)
        assert prompt(pilot)[0].startswith("Write it like this: /")
        assert port.host.asked == before


async def test_a_letter_is_shown_at_once_over_what_is_shown() -> None:
    async with lobby(Hosted()) as pilot:
        port: Any = pilot.app.port  # type: ignore[attr-defined]
        port.written = (LETTER,)
        port.now_waits(Waiting(letter=True))
        seen = await press(pilot)
        assert "A letter to you" in seen
        assert "insults" in seen
        assert "/answer TEXT" in seen


async def test_a_moderator_is_told_of_new_reports_only() -> None:
    async with lobby(Hosted()) as pilot:
        port: Any = pilot.app.port  # type: ignore[attr-defined]
        port.now_waits(Waiting(reports=1))
        await press(pilot)
        assert prompt(pilot)[0] == "1 report waits: /queue"
        await press(pilot, "down")
        port.now_waits(Waiting(reports=0))
        await press(pilot)
        assert "report" not in prompt(pilot)[0]


async def test_a_newcomer_reads_the_rules_and_accepts_them() -> None:
    """The page is over the question, which is still there afterwards."""
    async with lobby(Hosted()) as pilot:
        port: Any = pilot.app.port  # type: ignore[attr-defined]
        port.rules = Conduct(("No spitting.",), "v1")
        port.now_waits(Waiting(conduct=True))
        assert "No spitting." in await press(pilot)
        await press(pilot, "x")
        assert prompt(pilot)[0].startswith("Do you accept the rules of conduct?")
        await press(pilot, "enter")
        assert ("accept_conduct", "v1") in port.host.asked


async def test_a_recovery_code_is_shown_after_a_yes() -> None:
    async with lobby(Hosted()) as pilot:
        await type_line(pilot, "/recovery")
        assert "AAAA-BBBB-CCCC-DDDD" in await press(pilot, "enter")
        assert "/recover Wren AAAA-BBBB-CCCC-DDDD" in shown(pilot)
