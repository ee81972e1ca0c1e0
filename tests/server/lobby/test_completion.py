"""What is read once for all who wait for it."""

from __future__ import annotations

from contextvars import ContextVar

from server.lobby.completion import LATELY, LatelyRead

WHO = ContextVar("who", default="the house")


class Shelf:
    """What is read, and whose work that was."""

    def __init__(self) -> None:
        self.now = 0.0
        self.read_by: list[str] = []
        self.lately = LatelyRead[int](lambda: self.now)

    async def reading(self) -> int:
        self.read_by.append(WHO.get())
        return len(self.read_by)

    async def asked(self, who: str, *, now: bool = False) -> int:
        WHO.set(who)
        return await self.lately.read("deal", self.reading, now=now)


async def test_what_all_wait_for_is_the_house_s_work_and_what_one_wants_now_is_theirs() -> None:
    """However many want it now, nobody else's turn is longer. Others have what they read for some seconds."""
    shelf = Shelf()
    assert [await shelf.asked("ada"), await shelf.asked("bert")] == [1, 1]
    assert [await shelf.asked("ada", now=True), await shelf.asked("cleo")] == [2, 2]
    shelf.now = LATELY
    assert await shelf.asked("bert") == 3
    assert shelf.read_by == ["the house", "ada", "the house"]
