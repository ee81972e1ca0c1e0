"""What protects players in plain mode: sentences, a numbered queue, letters as they come."""

from __future__ import annotations

from typing import Any

from tests.tui.plain.typist import Typist
from tests.tui.presenters.people.cases import CASE, LETTER
from tests.tui.scripted_port import Hosted
from tui.host.moderation import Conduct, Waiting


async def wren() -> tuple[Typist, Any]:
    """Wren, a moderator, in the lobby."""
    port: Any = Hosted().port("Wren")
    port.cases, port.written, port.rules = (CASE,), (LETTER,), Conduct(("No spitting.",), "v1")
    typist = Typist(port)
    await typist.settle()
    typist.fresh()
    return typist, port


async def test_the_queue_is_a_numbered_list() -> None:
    typist, port = await wren()
    said = await typist.enters("/queue")
    assert said == ["Reports", "1: Birch: conduct, KIWI-7, 1 complaint: insults me"]
    said = await typist.enters("1")
    assert "> Birch: you cheat" in said
    assert "/queue 7K3M mute 1d REASON" in said
    assert await typist.enters("/queue 7K3M warn be kind") == ["Birch is warned."]
    assert ("judge", "7K3M", "warn", "be kind", None) in port.host.asked


async def test_letters_and_rules_come_by_themselves() -> None:
    typist, port = await wren()
    port.now_waits(Waiting(letter=True))
    await typist.settle()
    said = typist.fresh()
    assert said[0] == "A letter to you:"
    assert "insults" in said[1]
    port.now_waits(Waiting(conduct=True))
    await typist.settle()
    said = typist.fresh()
    assert "No spitting." in said
    assert "A letter to you:" not in said
    await typist.enters("yes")
    assert ("accept_conduct", "v1") in port.host.asked
