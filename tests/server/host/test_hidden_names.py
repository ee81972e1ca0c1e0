"""A name that somebody hides is in nothing that strangers are sent, and in all that its table is."""

from __future__ import annotations

from server.host.port import HostPort
from server.identity.accounts import AccountFacts, Player
from server.lobby.hidden_profiles import HiddenProfiles
from tests.server.cluster.hosts import two_nodes
from tests.server.journals import entry, opening
from tests.server.simulation import ReceivedSnapshots, Simulation, settled
from tui.host.history import HIDDEN, PROFILE_SETTING
from tui.host.pictures import SOMEBODY, FollowedPlayer
from tui.host.table_search import ALL_TABLES, TableSearch

SHY = "Bartleby"


class Meeting:
    """Ada and Bartleby, who hides the profile, at a table that Ada has opened. Cyril has no seat there."""

    def __init__(self, stage: Simulation) -> None:
        self.stage = stage
        self.seen = {"Ada": ReceivedSnapshots(), SHY: ReceivedSnapshots(), "Cyril": ReceivedSnapshots()}
        self.lobby = ReceivedSnapshots()

    async def come(self, *, private: bool = False) -> None:
        self.ports = {name: (await self.stage.come(f"SHA256:{name}", name))[0] for name in self.seen}
        self.ada, self.shy, self.cyril = self.ports.values()
        await self.shy.set(PROFILE_SETTING, HIDDEN)
        self.table = await self.ada.open_table("toy", 2, {"goal": 99}, private=private)
        self.code = self.ada.look(self.table).tables[0].code
        await self.shy.join(self.code or self.table)
        self.cyril.follow_lobby(self.lobby.see)
        if not private:
            self.follow(self.ports)

    def follow(self, ports: dict[str, HostPort]) -> None:
        for name, port in ports.items():
            port.follow_table(self.table, self.seen[name].see)

    async def told(self) -> str:
        """All that Cyril was sent, and finds."""
        await self.stage.time.pass_by(20.0)
        find = self.cyril.find_tables
        record = await self.cyril.record(self.table) if self.seen[SHY].last.view else ""
        return repr([*self.lobby, *self.seen["Cyril"], self.cyril.people(), find(ALL_TABLES), record])

    def names(self, name: str) -> list[str]:
        return [seat.name for seat in self.seen[name].last.info.seats]


async def meeting(*, private: bool = False) -> Meeting:
    found = Meeting(Simulation())
    await found.come(private=private)
    return found


async def test_who_hides_the_profile_is_named_to_those_at_the_table_alone() -> None:
    """Before the game and in it, in its talk, its record, among tables and people; who has no seat sees that
    the seat is taken, and finds nothing by the name.
    """
    at = await meeting()
    await at.shy.say(at.table, "hello, Ada")
    assert SHY not in await at.told()
    await at.ada.start(at.table)
    await at.cyril.say(at.table, "who is this?")
    assert SHY not in await at.told()
    assert at.names("Ada") == at.names(SHY) == ["Ada", SHY]
    assert at.names("Cyril") == ["Ada", ""]
    assert at.seen["Cyril"].last.info.seats[1].held_by == "player"
    said = {who: [line.name for line in seen.last.chat] for who, seen in at.seen.items()}
    assert said == {"Ada": [SHY, "Cyril"], SHY: [SHY, "Cyril"], "Cyril": ["", "Cyril"]}
    assert SHY in await at.ada.record(at.table)
    assert "seats Ada, somebody\n" in await at.cyril.record(at.table)
    assert at.cyril.find_tables(TableSearch(words=("bartleby",))).tables == ()
    assert [one.id for one in at.ada.find_tables(TableSearch(words=("bartleby",))).tables] == [at.table]


async def test_a_seat_that_is_given_up_or_kept_tells_no_name_either() -> None:
    """A conceded seat keeps its player's name for those at the table; one that is kept is somebody's."""
    at = await meeting()
    await at.ada.start(at.table)
    await at.shy.concede(at.table)
    assert SHY not in await at.told()
    assert at.names("Ada") == ["Ada", SHY]
    again = await at.ada.rematch(at.table)
    found = [one for one in at.cyril.find_tables(ALL_TABLES).tables if one.id == again]
    assert [seat.kept_for for one in found for seat in one.seats] == ["", SOMEBODY]
    (own,) = [one for one in at.shy.find_tables(ALL_TABLES).tables if one.id == again]
    assert own.seats[1].kept_for == SHY


async def test_who_is_here_is_counted_and_named_to_nobody_but_who_it_is() -> None:
    at = await meeting()
    await at.told()
    assert (at.lobby.last.here, set(at.lobby.last.people)) == (3, {"Ada", "Cyril"})
    own = ReceivedSnapshots()
    at.shy.follow_lobby(own.see)
    assert set(own.last.people) == set(at.shy.people()) == {"Ada", SHY, "Cyril"}
    await at.cyril.follow(SHY, True)
    assert await at.cyril.following() == (FollowedPlayer(SHY, here=False, back=False),)
    await at.shy.follow("Cyril", True)
    assert await at.cyril.following() == (FollowedPlayer(SHY, here=True, back=True),)


async def test_a_profile_is_hidden_and_shown_again_at_once() -> None:
    at = await meeting()
    await at.shy.set(PROFILE_SETTING, "")
    await at.told()
    assert at.names("Cyril") == ["Ada", SHY]
    assert set(at.lobby.last.people) == {"Ada", SHY, "Cyril"}
    await at.shy.set(PROFILE_SETTING, HIDDEN)
    at.lobby.clear()
    at.seen["Cyril"].clear()
    at.cyril.follow_table(at.table, at.seen["Cyril"].see)
    assert SHY not in await at.told()


async def test_whoever_knows_a_private_table_is_no_stranger_there() -> None:
    at = await meeting(private=True)
    await at.cyril.watch(at.code)
    at.follow(at.ports)
    assert at.names("Cyril") == ["Ada", SHY]


async def test_no_name_is_told_after_a_restart_before_it_is_read_who_hides() -> None:
    """Nor on a node that has not met them; others' names are there from the first."""
    at = await meeting()
    stage = await at.stage.restarted()
    cyril, _ = await stage.come("SHA256:Cyril", "Cyril")
    (found,) = cyril.find_tables(ALL_TABLES).tables
    assert [seat.name for seat in found.seats] == ["Ada", ""]


async def test_another_node_hides_the_same_names() -> None:
    nodes = await two_nodes()
    one, two = nodes.at.values()
    shy, _ = await one.come(f"SHA256:{SHY}", SHY)
    cyril, _ = await two.come("SHA256:Cyril", "Cyril")
    table = await shy.open_table("toy", 2, {"goal": 99})
    await nodes.told()

    def seats() -> list[str]:
        return [seat.name for seat in cyril.look(table).tables[0].seats]

    assert (seats(), SHY in cyril.people()) == ([SHY, ""], True)
    await shy.set(PROFILE_SETTING, HIDDEN)
    await nodes.told()
    assert (seats(), SHY in cyril.people()) == (["", ""], False)


async def test_until_it_is_read_everybody_hides() -> None:
    """Guests never do; who is shown otherwise is told of once, with all who were read at once."""
    told: list[tuple[str, ...]] = []
    asked: list[list[str]] = []

    async def facts(accounts: object) -> dict[str, AccountFacts]:
        asked.append(sorted(accounts))  # type: ignore[call-overload]
        return {SHY: AccountFacts(SHY, 0.0, True, True), "Ada": AccountFacts("Ada", 0.0, False, True)}

    hidden = HiddenProfiles(facts, lambda news: told.append(tuple(news)))
    assert [hidden.hides(one) for one in (SHY, "Ada", "gone", Player("guest-1", "").id, "")] == [
        True, True, True, False, False,
    ]  # fmt: skip
    await settled()
    assert asked == [["Ada", SHY, "gone"]]
    assert [hidden.hides(one) for one in (SHY, "Ada", "gone")] == [True, False, False]
    assert told == [("Ada", "gone")]
    hidden.note("Ada", hidden=False)
    hidden.note("Ada", hidden=True)
    hidden.note("new", hidden=True)
    assert told == [("Ada", "gone"), ("Ada",)]
    assert hidden.accounts == {SHY, "Ada", "new"}


async def test_a_text_for_the_dice_that_was_not_revealed_is_counted_without_a_name() -> None:
    at = await meeting()
    missed = [entry(1, "void", seat=1, who=at.shy._player.id, name=SHY)]
    await at.stage.journal.create(opening("t1"), missed)
    assert (await at.cyril.dice_counts()).missed == (("", 1),)
    await at.shy.set(PROFILE_SETTING, "")
    assert (await at.cyril.dice_counts()).missed == ((SHY, 1),)
