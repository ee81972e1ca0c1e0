"""What an operator or an account does on one node holds on all of them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec import json
from msgspec.structs import replace

from engine.game import Refused
from server.admin import elsewhere, protocol
from server.admin.elsewhere import NodeQuestion
from server.admin.service import AdminService
from server.cluster.names import CLAIM_SECONDS
from server.cluster.signals import Signal
from server.identity.accounts import Player
from server.settings.reloading import Reloaded
from tests.server.cluster.hosts import SimulatedNodes, two_nodes
from tests.server.simulation import ADA, BERT, CY, refusal
from tui.host.moderation import Waiting
from tui.host.session import GoodbyeReason

WISH = ("toy", 2, {"goal": "9"})


class NotedSession:
    """A session whose end is noted. See `AdminSession`."""

    def __init__(self, player: Player, address: str = "192.0.2.7") -> None:
        self.player, self.address, self.since = player, address, 1.0
        self.ended: list[GoodbyeReason] = []

    def say_goodbye(self, reason: GoodbyeReason) -> None:
        self.ended.append(reason)


def operator(nodes: SimulatedNodes, name: str, *sessions: NotedSession) -> AdminService:
    async def copy() -> Path:
        raise NotImplementedError

    return AdminService(
        nodes.at[name].host,
        sessions=lambda: [session for session in sessions if not session.ended],
        copy=copy,
        stop=lambda: None,
        reload=lambda: Reloaded(None, ()),  # type: ignore[arg-type]
    )


async def do(service: AdminService, request: protocol.AdminRequest) -> str:
    answer, _ = await service.serve(request)
    assert isinstance(answer, protocol.CommandDone), answer
    return " ".join(answer.lines)


async def test_an_announcement_is_shown_on_all_nodes_and_by_those_that_start_later() -> None:
    nodes = await two_nodes(message="Welcome")
    await do(operator(nodes, "one"), protocol.AnnounceRequest("Tea at five"))
    await nodes.start("three")
    await nodes.told()
    assert [one.lobby.broadcaster.notice for one in nodes.at.values()] == ["Tea at five"] * 3
    await do(operator(nodes, "two"), protocol.AnnounceRequest(""))
    await nodes.told()
    assert [one.lobby.broadcaster.notice for one in nodes.at.values()] == ["Welcome"] * 3


async def test_a_draining_host_opens_no_tables_on_any_node() -> None:
    nodes = await two_nodes()
    bert = nodes.enter("two", BERT)
    await do(operator(nodes, "one"), protocol.DrainRequest(on=True))
    await nodes.told()
    assert (await refusal(bert.open_table(*WISH))).code == "draining"
    await do(operator(nodes, "two"), protocol.DrainRequest(on=False))
    await nodes.told()
    assert await nodes.enter("one", ADA).open_table(*WISH)


async def test_what_was_signalled_ends_with_the_last_node() -> None:
    """As it ends with a host of one process: a host that was drained and stopped begins anew."""
    nodes = await two_nodes(message="Welcome")
    await do(operator(nodes, "one"), protocol.DrainRequest(on=True))
    await do(operator(nodes, "one"), protocol.AnnounceRequest("We stop at noon"))
    await nodes.told()
    for name in ("one", "two"):
        await nodes.kill(name)
    await nodes.time.pass_by(10.0)
    await nodes.start("three")
    await nodes.start("four")
    await nodes.told()
    for one in nodes.at.values():
        assert (one.lobby.broadcaster.draining, one.lobby.broadcaster.notice) == (False, "Welcome")


async def test_guests_are_refused_on_all_nodes() -> None:
    nodes = await two_nodes()
    await do(operator(nodes, "one"), protocol.GuestsRequest(on=False))
    await nodes.told()
    await nodes.start("three")
    for one in nodes.at.values():
        with pytest.raises(Refused, match="no-guests"):
            await one.come(None, "Heron")


async def test_an_operator_sees_key_table_and_node_of_all_sessions() -> None:
    """And how many watch a table there; the screen is at it also when the bell of a seat lets go."""
    nodes = await two_nodes()
    table = await nodes.enter("one", ADA).open_table(*WISH)
    await nodes.told()
    port = nodes.enter("two", replace(BERT, key="SHA256:bert"), "192.0.2.7")
    no_more_bell = port.follow_table(table, lambda _: None)
    port.follow_table(table, lambda _: None)
    no_more_bell()
    await nodes.told()
    found = (await operator(nodes, "one").serve(protocol.WhoRequest()))[0]
    assert isinstance(found, protocol.HostStatus)
    (name,) = {one.opening.name for one in nodes.tables(table)}
    rows = [(one.name, one.key, one.table, one.node) for one in found.sessions]
    assert rows == [("Bert", "SHA256:bert", name, "two")]
    assert [one.watching for one in found.tables] == [1]
    port.close()
    await nodes.told()
    found = (await operator(nodes, "one").serve(protocol.WhoRequest(node="two")))[0]
    assert isinstance(found, protocol.HostStatus)
    assert [one.table for one in found.sessions] == [""]


async def test_a_command_for_another_node_is_carried_out_and_noted_there() -> None:
    """By one that is alive, and soon: nobody reloads what was asked for long ago."""
    nodes = await two_nodes()
    one, _two = operator(nodes, "one"), operator(nodes, "two")
    asked = asyncio.ensure_future(one.serve(protocol.ReloadRequest(node="two")))
    await nodes.told()
    assert (await asked)[0] == protocol.CommandDone((), {})
    (noted,) = await nodes.stores.moderation.audit(9)
    assert (noted.what, noted.text) == ("reload", "at two")
    answer, _ = await one.serve(protocol.HealthRequest(node="three"))
    assert answer == protocol.CommandDeclined("There is no node three, or no longer: alive are one, two.")
    late = NodeQuestion("x", nodes.time.clock() - 1, protocol.ReloadRequest(node="two"))
    await nodes.at["one"].host.signals.everywhere(Signal("asked", "two", json.encode(late).decode()))
    await nodes.told()
    assert len(await nodes.stores.moderation.audit(9)) == 1


async def test_what_a_lost_node_was_asked_it_does_not_do_when_it_is_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The operator was told that it is not there."""
    monkeypatch.setattr(elsewhere, "LOOK", 0.01)
    nodes = await two_nodes()
    one, _two = operator(nodes, "one"), operator(nodes, "two")
    nodes.joined.cut("two")
    asked = asyncio.ensure_future(one.serve(protocol.ReloadRequest(node="two")))
    await nodes.time.pass_by(5.0)
    assert (await asked)[0] == protocol.CommandDeclined("There is no node two, or no longer: alive are one.")
    nodes.joined.mend("two")
    await nodes.told()
    (noted,) = await nodes.stores.moderation.audit(9)
    assert (noted.what, noted.text.partition(" (")[::2]) == (
        "reload", ("at two", "not done: There is no node two, or no longer: alive are one.)"),
    )  # fmt: skip


async def test_a_kick_ends_the_sessions_on_all_nodes() -> None:
    nodes = await two_nodes()
    here, there, other = NotedSession(ADA), NotedSession(ADA), NotedSession(BERT)
    one = operator(nodes, "one", here)
    operator(nodes, "two", there, other)
    for name, player in (("one", ADA), ("two", ADA), ("two", BERT)):
        nodes.enter(name, player, "192.0.2.7")
    await nodes.told()
    assert "2 sessions" in await do(one, protocol.KickRequest("Ada"))
    await nodes.told()
    assert (here.ended, there.ended, other.ended) == (["kicked"], ["kicked"], [])
    await do(one, protocol.KickRequest("192.0.2.7"))
    await nodes.told()
    assert other.ended == ["kicked"]


async def test_a_ban_holds_on_all_nodes_and_ends_the_sessions_there() -> None:
    nodes = await two_nodes()
    bert, _ = await nodes.at["two"].come("SHA256:bert", "Bert")
    there = NotedSession(bert._player)
    one = operator(nodes, "one")
    operator(nodes, "two", there)
    lobbies = [nodes.lobby_of(nodes.enter(name, ADA)) for name in ("one", "two")]
    await bert.say(None, "I will find you")
    await nodes.told()
    assert all(lobby.last.chat for lobby in lobbies)
    said = await do(one, protocol.BanRequest("Bert", None, lift=False))
    assert said == "Bert is banned for good. 1 session ended."
    await nodes.told()
    assert there.ended == ["banned"]
    assert not any(lobby.last.chat for lobby in lobbies)
    with pytest.raises(Refused, match="banned"):
        await nodes.at["two"].come("SHA256:bert", "Bert")
    await do(one, protocol.BanRequest("Bert", None, lift=True))
    await nodes.told()
    await nodes.at["two"].come("SHA256:bert", "Bert")


async def test_a_closed_table_ends_on_all_nodes() -> None:
    nodes = await two_nodes()
    bert = nodes.enter("two", BERT)
    table = await bert.open_table(*WISH)
    await nodes.told()
    name = nodes.tables(table)[0].opening.name
    await do(operator(nodes, "one"), protocol.CloseRequest(name))
    await nodes.told()
    assert (await refusal(bert.watch(table))).code == "no-table"


async def test_who_lists_the_sessions_of_all_nodes() -> None:
    nodes = await two_nodes()
    nodes.enter("two", BERT, "192.0.2.7")
    await nodes.told()
    status, _ = await operator(nodes, "one", NotedSession(ADA)).serve(protocol.WhoRequest())
    assert isinstance(status, protocol.HostStatus)
    assert {(one.name, one.address) for one in status.sessions} == {
        ("Ada", "192.0.2.7"),
        ("Bert", "192.0.2.7"),
    }


# Accounts


async def test_a_new_name_is_shown_on_all_nodes() -> None:
    nodes = await two_nodes()
    ada, _ = await nodes.at["one"].come("SHA256:ada", "Ada")
    again, _ = await nodes.at["two"].come("SHA256:ada", "Ada")
    bert = nodes.enter("two", BERT)
    lobby = nodes.lobby_of(bert)
    await nodes.told()
    await ada.rename("Augusta")
    await nodes.told()
    assert set(lobby.last.people) == {"Augusta", "Bert"}
    assert again.account().name == "Augusta"
    assert (await refusal(bert.rename("Augusta"))).code == "name-taken"


async def test_the_last_of_two_new_names_is_shown_on_all_nodes() -> None:
    """Although each node hears of the other one's after it has changed the name itself."""
    nodes = await two_nodes(delay=lambda: None)
    one, _ = await nodes.at["one"].come("SHA256:ada", "Ada")
    two, _ = await nodes.at["two"].come("SHA256:ada", "Ada")
    await one.rename("Augusta")
    await two.rename("Adeline")
    await nodes.told()
    assert [port.account().name for port in (one, two)] == ["Adeline", "Adeline"]
    assert [node.lobby.presence.names for node in nodes.at.values()] == [("Adeline",), ("Adeline",)]


async def test_a_name_of_another_node_that_comes_in_between_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """One node has stored a name and not shown it yet when it hears of the other node's, which is newer."""
    nodes = await two_nodes()
    one, _ = await nodes.at["one"].come("SHA256:ada", "Ada")
    two, _ = await nodes.at["two"].come("SHA256:ada", "Ada")
    rename = nodes.accounts.rename

    async def and_then_the_other(account: str, name: str, now: float) -> None:
        await rename(account, name, now)
        if name == "Augusta":
            await two.rename("Adeline")
            await nodes.told()

    monkeypatch.setattr(nodes.accounts, "rename", and_then_the_other)
    await one.rename("Augusta")
    await nodes.told()
    assert [port.account().name for port in (one, two)] == ["Adeline", "Adeline"]
    assert [node.lobby.presence.names for node in nodes.at.values()] == [("Adeline",), ("Adeline",)]


async def test_a_name_that_was_given_up_on_one_node_is_taken_on_the_other() -> None:
    """For others; its account can return to it there."""
    nodes = await two_nodes()
    one, _ = await nodes.at["one"].come("SHA256:ada", "Ada")
    bert, _ = await nodes.at["two"].come("SHA256:bert", "Bert")
    await one.rename("Augusta")
    await nodes.told()
    assert (await refusal(bert.rename("Ada"))).code == "name-taken"
    stranger, _ = await nodes.at["two"].come("SHA256:new", "Ada")
    assert stranger.account().name_refused == "name-taken"
    two, _ = await nodes.at["two"].come("SHA256:ada", "")
    await nodes.time.pass_by(CLAIM_SECONDS)
    await two.rename("Ada")
    await nodes.told()
    assert [port.account().name for port in (one, two)] == ["Ada", "Ada"]


async def test_a_name_is_given_back_on_a_node_that_has_not_heard_of_another_one() -> None:
    nodes = await two_nodes(delay=lambda: None)
    one, _ = await nodes.at["one"].come("SHA256:ada", "Ada")
    two, _ = await nodes.at["two"].come("SHA256:ada", "Ada")
    await two.rename("Augusta")
    await one.rename("Ada")
    await nodes.told()
    assert [port.account().name for port in (one, two)] == ["Ada", "Ada"]
    again, _ = await nodes.at["two"].come("SHA256:ada", "Ada")
    assert again.name == "Ada"


async def test_two_guests_on_two_nodes_never_have_one_name() -> None:
    nodes = await two_nodes()
    one, _ = await nodes.at["one"].come(None, "Heron")
    two, _ = await nodes.at["two"].come(None, "Heron")
    await nodes.told()
    assert one.name != two.name
    assert (await refusal(two.rename("Heron"))).code == "name-taken"


async def test_a_setting_holds_in_the_sessions_on_other_nodes() -> None:
    nodes = await two_nodes()
    one, _ = await nodes.at["one"].come("SHA256:ada", "Ada")
    two, _ = await nodes.at["two"].come("SHA256:ada", "Ada")
    await one.set("bell", "off")
    await nodes.told()
    assert two.account().settings == {"bell": "off"}


async def test_a_player_on_another_node_can_be_ignored() -> None:
    nodes = await two_nodes()
    ada, _ = await nodes.at["one"].come("SHA256:ada", "Ada")
    again, _ = await nodes.at["two"].come("SHA256:ada", "Ada")
    bert, _ = await nodes.at["two"].come("SHA256:bert", "Bert")
    lobby = nodes.lobby_of(again)
    await nodes.told()
    await ada.ignore("Bert", on=True)
    await nodes.told()
    await bert.say(None, "hello")
    await nodes.told()
    assert lobby.last.chat == ()


async def test_a_code_of_one_node_adds_a_key_on_another() -> None:
    nodes = await two_nodes()
    laptop, _ = await nodes.at["one"].come("SHA256:laptop", "Ada")
    desk, _ = await nodes.at["two"].come("SHA256:desk", "Adeline")
    await desk.add_key(await laptop.new_key_code())
    await nodes.told()
    assert desk.account().keys == 2
    assert (await refusal(laptop.set("bell", "off"))).code == "account-moved"


async def test_a_forgotten_account_is_gone_on_all_nodes() -> None:
    nodes = await two_nodes()
    ada, _ = await nodes.at["one"].come("SHA256:ada", "Ada")
    again, _ = await nodes.at["two"].come("SHA256:ada", "Ada")
    lobby = nodes.lobby_of(nodes.enter("two", BERT))
    await ada.say(None, "hello")
    await nodes.told()
    assert lobby.last.chat
    await ada.forget_me()
    await nodes.told()
    assert (await refusal(again.set("bell", "off"))).code == "account-gone"
    assert lobby.last.people == ("Bert",)
    assert lobby.last.chat == ()


async def test_a_mute_holds_on_all_nodes_and_its_letter_comes_there() -> None:
    """Decided on one node about somebody who plays on another; reports come to moderators on each."""
    nodes = await two_nodes()
    await nodes.accounts.add(ADA, "SHA256:ada", 0.0)
    ada, bert = nodes.enter("one", ADA), nodes.enter("two", BERT)
    heard: list[Waiting] = []
    ada.follow_waiting(lambda: heard.append(ada.waiting()))
    await nodes.at["two"].host.moderation.set_moderator(ADA, True)
    await nodes.told()
    await nodes.enter("two", CY).report("Bert", "insults")
    await nodes.told()
    (case,) = await ada.reports()
    await ada.judge(case.id, "mute", "insults", 60)
    await nodes.told()
    assert (await refusal(bert.say(None, "hello"))).code == "muted"
    assert bert.waiting().letter
    assert Waiting(reports=1) in heard
