"""Bans hold as long as they should, survive restarts, and no address is stored longer than it may be."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from engine.game import Refused
from server.host.bans import Bans
from server.identity.accounts import Player
from server.identity.bans import DAY, parse_network, without_addresses
from server.store.moderation import BanStore
from server.store.sqlite.database import Database, SqliteSql
from tests.server.journals import start_thread
from tests.server.stores import Stores


class SteppedClock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def store(stores: Stores) -> BanStore:
    return stores.bans


async def opened(store: BanStore, clock: SteppedClock, address_days: int = 30) -> Bans:
    bans = Bans(store, clock, address_days)
    await bans.open()
    return bans


async def test_a_player_is_kept_out_for_good_or_for_days(store: BanStore) -> None:
    """By account, after a restart as well, until the days are over or the ban is lifted."""
    clock = SteppedClock()
    bans = await opened(store, clock)
    await bans.add_player("id1", "Ada", None)
    await bans.add_player("id2", "Bert", 3)
    bans = await opened(store, clock)
    with pytest.raises(Refused) as for_good:
        bans.check(Player("id1", "Ada"))
    with pytest.raises(Refused) as for_days:
        bans.check(Player("id2", "Ada"))
    bans.check(Player("id3", "Ada"))
    assert (for_good.value.code, for_days.value.code) == ("banned", "banned-until")
    assert for_days.value.params == {"days": 3, "minutes": 3 * 24 * 60}
    clock.now += 3 * DAY
    bans.check(Player("id2", "Ada"))
    assert [ban.name for ban in bans.all] == ["Ada"]
    await bans.lift(bans.all[0])
    bans.check(Player("id1", "Ada"))
    assert (await opened(store, clock)).all == ()


async def test_a_second_ban_takes_the_place_of_the_first(store: BanStore) -> None:
    """The last word counts."""
    bans = await opened(store, SteppedClock())
    await bans.add_player("id1", "Ada", None)
    await bans.add_player("id1", "Ada", 2)
    with pytest.raises(Refused, match="banned-until"):
        bans.check(Player("id1", "Ada"))
    assert len(await store.all()) == 1


NETWORKS = {
    "192.0.2.7": "192.0.2.7/32", "192.0.2.0/24": "192.0.2.0/24", "2001:db8::7": "2001:db8::/64",
    "192.0.2.7/24": None, "10.0.0.0/4": None, "2001:db8::7/64": None,
    "2001:0db8:0000:0001": "2001:db8:0:1::/64",
    "::ffff:192.0.2.7": "192.0.2.7/32", "::ffff:192.0.2.0/120": "192.0.2.0/24", "::ffff:192.0.2.7/120": None,
    "[2001:db8::7]": "2001:db8::/64", "[2001:db8::7]:2222": "2001:db8::/64", "[192.0.2.7]:22": "192.0.2.7/32",
    "[2001:db8::]/32": "2001:db8::/32", "[2001:db8::/32]": "2001:db8::/32",
    "[::ffff:192.0.2.7]:22": "192.0.2.7/32",
    "192.0.2.7:50312": "192.0.2.7/32", "fe80::7%eth0": "fe80::/64", "[fe80::7%eth0]:22": "fe80::/64",
    "[2001:db8::7]/32": None, "[2001:db8::7": None, "anna:22": None, "[anna]": None,
    "2001:db8::/48": "2001:db8::/48", "Ada": None, "192.0.2.777": None, "": None,
}  # fmt: skip


@pytest.mark.parametrize(("text", "meant"), NETWORKS.items())
def test_an_address_means_its_client(text: str, meant: str | None) -> None:
    """One IPv4 address, the 64 bits of an IPv6 client, or the network that is written out."""
    assert parse_network(text) == meant


HIDDEN = {
    "from 192.0.2.7:22, [2001:db8::7]:22": "from (address):22, [(address)]:22",
    "Adresse:192.0.2.7 host:2001:db8::7": "Adresse:(address) host:(address)",
    "192.0.2.7:192.0.2.8-192.0.2.9": "(address):(address)-(address)",
    "192.0.2.0/255.255.255.0. 10.0.0.1/8": "(address). (address)",
    "192.0.2.7/33, 192.0.2.007/, 2001:db8::7/129": "(address), (address)/, (address)",
    "::ffff:192.0.2.7, fe80::7%eth0": "(address), (address)%eth0",
    "[::1]:22, ::1 and fe80:: (::1)": "[(address)]:22, (address) and (address) ((address))",
    "std::move x::1 a:1 12:30:45": "std::move x::1 a:1 12:30:45",
    "at 12:30: bad face. Cafe 1.2, ::": "at 12:30: bad face. Cafe 1.2, ::",
}


@pytest.mark.parametrize(("text", "kept"), HIDDEN.items())
def test_an_address_leaves_a_mark_where_it_is_not_kept(text: str, kept: str) -> None:
    """Whatever is around it; what is none stays."""
    assert without_addresses(text) == kept


async def test_a_network_is_kept_out(store: BanStore) -> None:
    """Whoever comes from it, however the address is written; nobody else."""
    bans = await opened(store, SteppedClock())
    await bans.add_network("192.0.2.0/24", None)
    await bans.add_network("2001:db8::/64", 1)
    for address in ("192.0.2.200", "::ffff:192.0.2.200", "2001:db8::99", "2001:db8::99%eth0"):
        assert bans.of_address(address)
    for address in ("192.0.3.1", "2001:db8:0:1::1", "", "a socket"):
        assert bans.of_address(address) is None
    assert bans.of_player("192.0.2.0/24") is None


async def test_no_address_is_stored_longer_than_it_may_be(tmp_path: Path) -> None:
    """However long the ban was meant, also where the host is told later to keep them shorter;
    nothing of it is left in the file.
    """
    clock, file = SteppedClock(), tmp_path / "host.db"
    database = Database(file, start_thread)
    bans = await opened(BanStore(SqliteSql(database)), clock, 30)
    await bans.add_network("203.0.113.7/32", 365)
    await bans.add_network("203.0.113.8/32", None)
    await bans.add_player("id1", "Ada", None)
    assert {ban.until for ban in bans.all} == {None, 1000 + 30 * DAY}
    clock.now += 10 * DAY
    bans = await opened(BanStore(SqliteSql(database)), clock, 10)
    assert [ban.name for ban in bans.all] == ["Ada"]
    database.close()
    assert b"203.0.113" not in file.read_bytes()


async def test_what_is_over_is_deleted_while_the_host_runs(store: BanStore) -> None:
    """Not only at the next start."""
    clock = SteppedClock()
    bans = await opened(store, clock)
    await bans.add_network("203.0.113.7/32", 2)
    clock.now += 2 * DAY
    await bans.forget()
    assert await store.all() == ()


async def test_a_ban_that_cannot_be_written_does_not_hold(tmp_path: Path) -> None:
    """What an operator is told is on disk."""
    database = Database(tmp_path / "host.db", start_thread)
    bans = await opened(BanStore(SqliteSql(database)), SteppedClock())
    await database.run(lambda connection: connection.execute("DROP TABLE bans") and None)
    with pytest.raises(sqlite3.Error):
        await bans.add_player("id1", "Ada", None)
    bans.check(Player("id1", "Ada"))
    database.close()
