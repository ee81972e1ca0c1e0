"""Following, writing to one another and inviting, on one host and over nodes."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from server.host.port import HostPort
from server.identity.accounts import Player
from server.settings.limits import Limits
from tests.server.cluster.hosts import two_nodes
from tests.server.simulation import ReceivedSnapshots, Simulation, refusal, settled
from tui.host.pictures import FollowedPlayer, SeatNews
from tui.host.setting_names import FRIENDS, INVITATIONS


class PeopleStage:
    """A host with accounts, and what each of them hears."""

    def __init__(self, limits: Limits = Limits()) -> None:  # noqa: B008  (immutable)
        self.host = Simulation(limits=limits)
        self.heard: dict[str, ReceivedSnapshots] = {}

    async def come(self, name: str) -> HostPort:
        port, self.leave = await self.host.come(f"SHA256:{name}", name)
        self.heard[name] = ReceivedSnapshots()
        port.follow_seats(self.heard[name].see)
        await settled()
        return port

    async def come_beside_bert_away(self) -> HostPort:
        """Ada comes; Bert follows her and has gone."""
        bert = await self.come("Bert")
        leave = self.leave
        ada = await self.come("Ada")
        await bert.follow("Ada", True)
        bert.close()
        leave()
        return ada


async def test_following_is_told_and_shows_who_is_here_and_follows_back() -> None:
    """Those who are here come first; a second time tells nothing."""
    stage = PeopleStage()
    cleo = await stage.come("Cleo")
    await settled()
    stage.leave()
    ada, bert = await stage.come("Ada"), await stage.come("Bert")
    for _ in range(2):
        await ada.follow("cleo", True)
        await ada.follow("Bert", True)
    await bert.follow("ada", True)
    await settled()
    assert stage.heard["Bert"] == [SeatNews("followed", "", "", "Ada")]
    assert await ada.following() == (FollowedPlayer("Bert", True, True), FollowedPlayer("Cleo", False, False))
    await ada.follow("Bert", False)
    assert [one.name for one in await ada.following()] == ["Cleo"]
    assert await cleo.following() == ()


async def test_a_message_reaches_only_who_follows_back() -> None:
    """At once, on all sessions of who is here."""
    stage = PeopleStage()
    ada, bert = await stage.come("Ada"), await stage.come("Bert")
    assert (await refusal(ada.tell("Bert", "Hello"))).code == "not-followed-back"
    await bert.follow("Ada", True)
    second = ReceivedSnapshots()
    stage.host.port(stage.host.lobby.presence.named("Bert") or Player("", "")).follow_seats(second.see)
    assert await ada.tell("Bert", "Hello")
    await settled()
    assert stage.heard["Bert"].last == SeatNews("told", "", "", "Ada", "Hello")
    assert second == [SeatNews("told", "", "", "Ada", "Hello")]


async def test_who_is_away_reads_it_once_when_they_come() -> None:
    """Not again with the next session."""
    stage = PeopleStage()
    ada = await stage.come_beside_bert_away()
    assert not await ada.tell("Bert", "Later")
    table = await ada.open_table("toy", 2, {}, private=True)
    assert not await ada.invite(table, "Bert")
    await stage.come("Bert")
    name = stage.host.lobby.table(table).opening.name
    assert list(stage.heard["Bert"]) == [
        SeatNews("told", "", "", "Ada", "Later"), SeatNews("invited", table, name, "Ada"),
    ]  # fmt: skip
    await stage.host.time.pass_by(61.0)
    await stage.come("Bert")
    assert list(stage.heard["Bert"]) == []


async def test_an_invitation_opens_a_private_table_to_who_is_invited() -> None:
    """Whoever is here may be invited; who cannot see it still cannot."""
    stage = PeopleStage()
    ada, bert, cleo = [await stage.come(name) for name in ("Ada", "Bert", "Cleo")]
    table = await ada.open_table("toy", 2, {}, private=True)
    assert (await refusal(bert.join(table))).code == "no-table"
    assert await ada.invite(table, "Bert")
    await settled()
    assert stage.heard["Bert"].last.kind == "invited"
    assert await bert.join(stage.heard["Bert"].last.name) == table
    assert (await refusal(cleo.invite(table, "Bert"))).code == "no-table"
    assert (await refusal(ada.invite(table, "Bert"))).code == "sits-there"
    assert (await refusal(ada.invite(table, "Cleo"))).code == "table-full"


async def test_who_is_away_may_be_invited_by_accounts_unless_they_want_friends_alone() -> None:
    """Also by somebody whom they never met, but not by a guest; who is ignored never may."""
    stage = PeopleStage()
    bert = await stage.come("Bert")
    leave = stage.leave
    ada = await stage.come("Ada")
    guest, _ = await stage.host.come(None, "Gina")
    await bert.set(INVITATIONS, FRIENDS)
    bert.close()
    leave()
    table = await ada.open_table("toy", 3, {}, private=True)
    (code,) = [one.code for one in ada.look(table).tables]
    assert (await refusal(ada.invite(code, "Bert"))).code == "not-invitable"
    await bert.set(INVITATIONS, "")
    assert not await ada.invite(code, "Bert")
    await guest.join(code)
    assert (await refusal(guest.invite(code, "Bert"))).code == "not-invitable"
    await bert.ignore("Ada", True)
    assert (await refusal(ada.invite(table, "Bert"))).code == "not-invitable"


async def test_a_code_stands_for_the_name_of_its_table() -> None:
    """In whatever is asked of a table, for those who know it; nobody learns by it which codes there are."""
    stage = PeopleStage()
    ada, bert = await stage.come("Ada"), await stage.come("Bert")
    table = await ada.open_table("toy", 2, {}, private=True)
    (code,) = [one.code for one in ada.look(table).tables]
    assert (await refusal(bert.start(code))).code == "no-table"
    await bert.join(code)
    await ada.start(code.lower())
    assert bert.look(code).tables[0].id == table
    await bert.concede(code)
    assert ada.home() is None


async def test_an_invitation_to_a_table_that_is_gone_is_not_shown() -> None:
    """It means nothing any more."""
    stage = PeopleStage()
    ada = await stage.come_beside_bert_away()
    table = await ada.open_table("toy", 2, {})
    await ada.invite(table, "Bert")
    await ada.leave(table)
    await stage.come("Bert")
    assert list(stage.heard["Bert"]) == []


async def test_who_is_ignored_cannot_follow_write_or_invite() -> None:
    """Each with a sentence of its own, and nothing reaches who ignores them."""
    stage = PeopleStage()
    ada, bert = await stage.come("Ada"), await stage.come("Bert")
    await bert.follow("Ada", True)
    await bert.ignore("Ada", True)
    table = await ada.open_table("toy", 2, {})
    assert (await refusal(ada.follow("Bert", True))).code == "not-followable"
    assert (await refusal(ada.tell("Bert", "Hello"))).code == "not-followed-back"
    assert (await refusal(ada.invite(table, "Bert"))).code == "not-invitable"
    await settled()
    assert list(stage.heard["Bert"]) == []


@pytest.mark.parametrize(
    ("limits", "code"),
    [
        (Limits(followed=1), "too-many-followed"),
        (Limits(follows=1), "too-many-follows"),
        (Limits(follows_per_address=1), None),
    ],
)
async def test_following_has_limits(limits: Limits, code: str | None) -> None:
    """Of how many, and how quickly; an unknown address has none."""
    stage = PeopleStage(limits)
    ada, *_ = [await stage.come(name) for name in ("Ada", "Bert", "Cleo")]
    await ada.follow("Bert", True)
    if code is None:
        await ada.follow("Cleo", True)
    else:
        assert (await refusal(ada.follow("Cleo", True))).code == code


async def test_messages_and_invitations_have_limits() -> None:
    """Within an hour, and of what waits for one player."""
    stage = PeopleStage(replace(Limits(), messages=3, invitations=1, notes_waiting=2))
    ada = await stage.come_beside_bert_away()
    table = await ada.open_table("toy", 3, {})
    await ada.invite(table, "Bert")
    assert (await refusal(ada.invite(table, "Bert"))).code == "too-many-invitations"
    await ada.tell("Bert", "One")
    assert (await refusal(ada.tell("Bert", "Two"))).code == "notes-full"
    assert (await refusal(ada.tell("Bert", "Three"))).code == "notes-full"
    assert (await refusal(ada.tell("Bert", "Four"))).code == "too-many-messages"
    await stage.host.time.pass_by(3600.0)
    assert (await refusal(ada.tell("Bert", "Four"))).code == "notes-full"


async def test_followers_take_no_room_of_friends() -> None:
    """Nor do they read a refusal where there is no room to tell of them: they follow all the same."""
    stage = PeopleStage(replace(Limits(), notes_waiting=2))
    ada = await stage.come_beside_bert_away()
    strangers = [await stage.come(f"Otter-{number}") for number in range(4)]
    for stranger in strangers[:3]:
        await stranger.follow("Bert", True)
    for text in ("One", "Two"):
        await ada.tell("Bert", text)
    await strangers[3].follow("Bert", True)
    assert [one.name for one in await strangers[3].following()] == ["Bert"]
    await stage.come("Bert")
    assert [one.text for one in stage.heard["Bert"]] == ["One", "Two"]


async def test_guests_have_no_list_and_are_on_none() -> None:
    """But whoever is here can be invited."""
    stage = PeopleStage()
    ada = await stage.come("Ada")
    guest, _ = await stage.host.come(None, "Gina")
    assert (await refusal(guest.follow("Ada", True))).code == "no-account"
    assert (await refusal(ada.follow("Gina", True))).code == "guest-there"
    assert (await refusal(ada.follow("Nobody", True))).code == "no-player"
    assert (await refusal(ada.follow("Ada", True))).code == "yourself"
    heard = ReceivedSnapshots()
    guest.follow_seats(heard.see)
    assert await ada.invite(await ada.open_table("toy", 2, {}), "Gina")
    await settled()
    assert heard.last.kind == "invited"


async def test_who_forgets_the_account_is_followed_by_nobody() -> None:
    """And what they wrote waits no longer."""
    stage = PeopleStage()
    ada, bert = await stage.come("Ada"), await stage.come("Bert")
    await ada.follow("Bert", True)
    await bert.forget_me()
    assert await ada.following() == ()


async def test_notes_reach_a_player_on_another_node() -> None:
    """At once, each once on every node where they are; a private table is known there, too."""
    nodes = await two_nodes()
    ports, heard = {}, {}
    for node, key, name in (("one", "a", "Ada"), ("two", "b", "Bert"), ("one", "b", "Bert")):
        player = await nodes.at[node].host.admit(f"SHA256:{key}", name)
        ports[node, name] = nodes.enter(node, player)
        heard[node, name] = ReceivedSnapshots()
        ports[node, name].follow_seats(heard[node, name].see)
    await nodes.told()
    await ports["two", "Bert"].follow("Ada", True)
    await ports["one", "Ada"].tell("Bert", "Hello")
    table = await ports["one", "Ada"].open_table("toy", 2, {}, private=True)
    await nodes.told()
    await ports["one", "Ada"].invite(table, "Bert")
    await nodes.told()
    for node in ("one", "two"):
        assert [news.kind for news in heard[node, "Bert"]] == ["told", "invited"]
    assert await ports["two", "Bert"].join(heard["two", "Bert"].last.name) == table


async def test_messages_can_be_reported_on_every_node() -> None:
    """Single commands come to any of them: each remembers what was said last, and forgets with its author."""
    nodes = await two_nodes()
    ports = {}
    for node, name in (("one", "Ada"), ("two", "Bert")):
        player = await nodes.at[node].host.admit(f"SHA256:{name}", name)
        ports[name] = nodes.enter(node, player)
    await nodes.told()
    await ports["Bert"].follow("Ada", True)
    await ports["Ada"].tell("Bert", "I will find you")
    await nodes.told()
    ada, bert = (nodes.at["one"].host.lobby.presence.named(name) for name in ("Ada", "Bert"))
    assert ada
    assert bert
    for one in nodes.at.values():
        (message,) = one.lobby.messages.between(bert.id, ada.id)
        assert (message.sender, message.line.text, message.line.place) == (
            ada.id,
            "I will find you",
            "message",
        )
    await ports["Ada"].forget_me()
    await nodes.told()
    assert not any(one.lobby.messages.between(bert.id, ada.id) for one in nodes.at.values())
