"""Guests come again as somebody else: whoever left without a seat is not remembered for long."""

from __future__ import annotations

from server.host.host import Host
from server.identity.accounts import Player, Profile
from server.identity.known_players import FORGOTTEN_AT_ONCE, GUEST_KEPT, MOST_MEMBERS, KnownPlayers
from server.settings.limits import Limits
from tests.server.simulation import BERT, Simulation, refusal

ADDRESS = "192.0.2.7"


async def visit(host: Host) -> Player:
    """Somebody without a key comes and goes."""
    guest = await host.admit(None, "")
    host.enter(guest, ADDRESS)()
    return guest


async def test_guests_who_left_are_forgotten() -> None:
    """However many come; while one is known they can still be ignored."""
    stage = Simulation()
    await stage.host.open()
    members = stage.host.lobby.members
    for _ in range(50):
        guest = await visit(stage.host)
        assert members.find(guest.id)
        await stage.time.pass_by(60)
    assert len(members) <= GUEST_KEPT / 60 + 1


async def test_guests_who_are_here_or_have_a_seat_are_known() -> None:
    """As long as they are, or have it: a game at which no person is ends after half an hour."""
    stage = Simulation()
    await stage.host.open()
    members = stage.host.lobby.members
    here = await stage.host.admit(None, "")
    stage.host.enter(here, ADDRESS)
    seated = await stage.host.admit(None, "")
    release = stage.host.enter(seated, ADDRESS)
    port = stage.host.port(seated)
    table = await port.open_table("toy", 2, {"goal": "9"})
    await port.add_bot(table, "first")
    await port.start(table)
    release()
    for _ in range(3):
        await stage.time.pass_by(GUEST_KEPT)
        await visit(stage.host)
    assert members.find(here.id)
    assert members.find(seated.id)
    for _ in range(9):
        await stage.time.pass_by(GUEST_KEPT)
        await visit(stage.host)
    assert members.find(here.id)
    assert members.find(seated.id) is None


async def test_guests_who_only_ask_are_forgotten() -> None:
    """Who was turned away at the door, or whose request came late, is noted as well."""
    stage = Simulation()
    await stage.host.open()
    members = stage.host.lobby.members
    turned_away = await stage.host.admit(None, "")
    late = await visit(stage.host)
    await stage.time.pass_by(3 * GUEST_KEPT)
    await visit(stage.host)
    assert members.find(late.id) is None
    assert stage.host.port(late).name == late.name
    await stage.time.pass_by(3 * GUEST_KEPT)
    await visit(stage.host)
    assert members.find(late.id) is None
    assert members.find(turned_away.id) is None


async def test_coming_again_is_no_way_around_a_limit_or_an_ignoring_player() -> None:
    """Both keep what they need: the address its actions, the player the names they ignore."""
    stage = Simulation(limits=Limits(code_guesses_per_address=2))
    await stage.host.open()
    bert, _ = stage.enter(BERT)
    guest = await stage.host.admit(None, "")
    release = stage.host.enter(guest, ADDRESS)
    await bert.ignore(guest.name, True)
    for _ in range(2):
        assert (await refusal(stage.host.port(guest).join("NOPE-7"))).code == "no-table"
    release()
    await stage.time.pass_by(GUEST_KEPT + 1)
    again = await visit(stage.host)
    assert stage.host.lobby.members.find(guest.id) is None
    stage.host.enter(again, ADDRESS)
    assert (await refusal(stage.host.port(again).join("NOPE-7"))).code == "too-many-tries"
    assert bert.account().ignored == (guest.name,)


def test_a_crowd_is_forgotten_little_by_little() -> None:
    """Whoever comes when its time is up does not pay for all of it."""
    now, crowd = [0.0], 3 * FORGOTTEN_AT_ONCE
    known = KnownPlayers(lambda _: False, lambda _: False, lambda: now[0])
    for number in range(crowd):
        known.add(Player(f"guest-{number}", f"Wren-{number}"), Profile(), ())
    now[0] = GUEST_KEPT
    for left in (2, 1, 0, 0):
        known.add(Player(f"account-{left}-{len(known)}", ""), Profile(), ())
        assert sum(known.find(f"guest-{number}") is not None for number in range(crowd)) == (
            left * FORGOTTEN_AT_ONCE
        )


def test_the_absent_make_room_little_by_little() -> None:
    """Those who have been known for longest; who is here stays."""
    known = KnownPlayers(lambda player: player == "account-0", lambda _: False, lambda: 0.0)
    for number in range(MOST_MEMBERS + 1):
        known.add(Player(f"account-{number}", ""), Profile(), ())
    assert len(known) == MOST_MEMBERS + 1 - (FORGOTTEN_AT_ONCE - 1)
    assert known.find("account-0")
    assert known.find("account-1") is None
    assert known.find(f"account-{FORGOTTEN_AT_ONCE}")
