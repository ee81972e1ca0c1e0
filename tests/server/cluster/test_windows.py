"""How often something is done on a host of one process."""

from __future__ import annotations

from server.cluster.windows import LocalWindows, RateWindow


def window(key: str, seconds: float = 10.0) -> RateWindow:
    return RateWindow("talk" if seconds == 10 else "accounts", key, 2, seconds)


async def test_a_window_takes_so_many_and_again_once_they_are_long_ago() -> None:
    windows = LocalWindows()
    for now in (0.0, 1.0):
        assert await windows.count([window("ada")], now) is None
    full = await windows.count([window("ada"), window("bert")], 4.0)
    assert full is not None
    assert (full.window.key, full.wait) == ("ada", 6.0)
    assert await windows.count([window("bert")], 4.0) is None
    assert await windows.count([window("ada")], 10.0) is None


async def test_those_who_come_once_leave_nothing_behind() -> None:
    """However many they are, and however long other actions are counted."""
    windows = LocalWindows()
    assert await windows.count([window("here", 86_400.0)], 0.0) is None
    for number in range(5000):
        assert await windows.count([window(f"guest {number}"), window("ada")], 6.0 * number) is None
    assert sorted(map(len, windows._times.values())) == [1, 3]
    for now in (30_000.0, 30_001.0):
        assert (await windows.count([window("here", 86_400.0)], now) is None) == (now < 30_001)
