"""How long a login may take: by its progress, in all, and in a crowd."""

from __future__ import annotations

import pytest

from server.settings.current_limits import CurrentLimits
from server.settings.limits import Limits
from server.transport.login_time import CROWD_INTERVAL, LoginsUnderWay, LoginTime

LIMITS = Limits(login_timeout=20.0, login_time=180.0)


def ends(*heard: float, limits: Limits = LIMITS, crowd_at: float = 1e9) -> float:
    """When a login ends that began at 0 and of which something came at these times."""
    login, now, coming = LoginTime(0.0), 0.0, list(heard)
    while (left := login.left(now, limits, crowd=now >= crowd_at)) > 0:
        now += min(left, 1.0)
        while coming and coming[0] <= now:
            login.heard(coming.pop(0))
    return now


def test_silence_ends_a_login() -> None:
    """From the connection on, and after each sign of progress."""
    assert ends() == 20.0
    assert ends(0.0) == 20.0
    assert ends(0.0, 15.0) == pytest.approx(35.0)
    assert ends(0.0, 15.0, 30.0, 45.0) == pytest.approx(65.0)


@pytest.mark.parametrize(("bits", "greeting", "packet"), [(300, 2.4, 40.0), (1200, 0.6, 10.0)])
def test_a_full_packet_of_a_slow_line_is_awaited(bits: int, greeting: float, packet: float) -> None:
    """1,500 bytes take so long on such a line, in which nothing comes."""
    assert packet == 1500 * 8 / bits
    assert ends(greeting, greeting + packet + 10.0) > greeting + packet + 10.0


def test_a_login_that_trickles_ends_all_the_same() -> None:
    """Whatever it sends, and however late its first byte came."""
    assert ends(*range(1000)) == pytest.approx(180.0)
    assert ends(19.0) == pytest.approx(180.0)


def test_a_crowd_leaves_nobody_more_than_before() -> None:
    """A slow login gives way as soon as there is a crowd."""
    assert ends(*range(1000), crowd_at=0.0) == 20.0
    assert ends(*range(1000), crowd_at=70.0) == pytest.approx(70.0, abs=CROWD_INTERVAL)


def test_a_longer_silence_than_the_whole_time_holds() -> None:
    """Who set `login_timeout` before there was `login_time` gets what they set."""
    assert ends(limits=Limits(login_timeout=600.0)) == pytest.approx(600.0)


def test_logins_under_way_are_counted_once_each() -> None:
    """From half of an address's logins, or of all, on there is a crowd; a login that ends twice is one."""
    told: list[bool] = []
    under_way = LoginsUnderWay(CurrentLimits(Limits(logging_in=20, logging_in_per_address=6)))
    leave = [under_way.begin("a", told.append) for _ in range(4)]
    assert (under_way.crowd("a"), under_way.crowd("b")) == (True, False)
    leave[0](True)
    leave[0](False)
    assert told == [True, False]
    assert not under_way.crowd("a")
    others = [under_way.begin(name, told.append) for name in "bcdefgh"]
    assert under_way.crowd("z")
    others[0](False)
    assert not under_way.crowd("z")
