"""A notice is sent once a table has waited long enough for somebody who is away, and never twice."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from server.cluster.duties import Duties
from server.cluster.nodes import Nodes
from server.host.port import HostPort
from server.notices.delivery import Notice
from server.settings.notice_services import NoticeService, NoticeSettings, parse_services
from server.table.changes import EVERYTHING
from tests.server.simulation import Simulation, settled
from tests.server.toy import Roll
from tui.boards import PLAYABLE
from tui.host.history import HIDDEN, PROFILE_SETTING
from tui.host.port import Release

AFTER = 900.0
SERVICES = parse_services("mail mailto://smtp.example.org?to={recipient}")


class SentNotice(NamedTuple):
    """What a service got."""

    recipient: str
    notice: Notice


class FakeSender:
    """Takes every notice, but `failures` of them first."""

    def __init__(self) -> None:
        self.sent: list[SentNotice] = []
        self.failures = 0
        self.closed = False

    async def send(self, service: NoticeService, recipient: str, notice: Notice) -> bool:
        service.address_of(recipient)
        if self.failures:
            self.failures -= 1
            return False
        self.sent.append(SentNotice(recipient, notice))
        return True

    def close(self) -> None:
        self.closed = True


class AwayGame:
    """A game of two accounts who can come and go; both get notices."""

    def __init__(self, **given: Any) -> None:
        self.sender = FakeSender()
        self.given = {
            "sender": self.sender, "notice_services": SERVICES,
            "notice_settings": NoticeSettings(services="-", after=AFTER, a_day=3),
        } | given  # fmt: skip
        self.stage = Simulation(**self.given)
        self.store = self.stage.stores.notices

    async def begin(self, clock: str = "1d", game: str = "toy", bots: int = 0, **options: str) -> AwayGame:
        """Both sit down, with some bots, and the game starts; nobody has left."""
        self.players = [await self.stage.host.admit(f"SHA256:{name}", name) for name in ("Anna", "Bert")]
        self.sessions = [self.stage.enter(player) for player in self.players]
        self.ports = [port for port, _ in self.sessions]
        anna, bert = self.ports
        options = {"goal": "99"} | options if game == "toy" else {}
        self.table = await anna.open_table(game, 2 + bots, options, clock=clock)
        await bert.sit(self.table)
        for _ in range(bots):
            await anna.add_bot(self.table)
        await anna.start(self.table)
        for port in self.ports:
            await port.send_notices_to("mail", f"{port.name.casefold()}@example.org", "en")
            code = self.sender.sent.pop().notice.title.removeprefix("Your code: ")
            await port.confirm_notices(code)
        return self

    @property
    def asked(self) -> HostPort:
        """Who is asked."""
        (ask,) = self.stage.lobby.table(self.table).state.asks
        return self.ports[ask.seat - 1]

    def leave(self) -> None:
        """Both go."""
        for _, leave in self.sessions:
            leave()

    async def roll(self) -> None:
        """Whoever is asked plays, as in a single command."""
        (ask,) = self.stage.lobby.table(self.table).state.asks
        await self.asked.submit(self.table, ask.id, Roll())

    async def pass_by(self, seconds: float) -> None:
        await self.stage.time.pass_by(seconds)
        await settled()


async def test_who_is_banned_is_not_told_of_turns() -> None:
    """They could do nothing about them."""
    game = await AwayGame().begin()
    game.leave()
    await game.stage.host.bans.add_player(game.asked._player.id, game.asked.name, 3)
    await game.pass_by(86_000)
    assert game.sender.sent == []


async def test_a_host_that_has_stopped_sends_nothing() -> None:
    """Whatever it still hears of its tables."""
    game = await AwayGame().begin()
    table = game.stage.lobby.table(game.table)
    game.leave()
    host = game.stage.host
    await host.close()
    host.lobby.listeners.tell(table, EVERYTHING)
    host.notices.remind(table, game.asked._player.id, 600.0)
    await game.pass_by(86_000)
    assert game.sender.sent == []


async def test_a_table_that_waits_sends_one_notice_and_no_other() -> None:
    """Once the time is over, and not again however long it goes on waiting."""
    game = await AwayGame().begin()
    asked = game.asked.name
    game.leave()
    await game.pass_by(AFTER - 1)
    assert game.sender.sent == []
    await game.pass_by(2)
    ((recipient, notice),) = game.sender.sent
    name = game.stage.lobby.table(game.table).opening.name
    assert (recipient, notice.title) == (f"{asked.casefold()}@example.org", f"Your turn at {name}")
    assert f"ssh HOST play --at 0 {name} ..." in notice.text
    assert notice.text.endswith("ssh HOST notify off  (HOST: the address where you play)")
    await game.pass_by(10 * AFTER)
    assert len(game.sender.sent) == 1


async def test_a_notice_says_how_the_table_stands() -> None:
    """How long there is to answer, and what everybody sees of the position, with the names that those at the
    table know; with a code that stops it.
    """
    game = await AwayGame(games=PLAYABLE).begin(game="court")
    await game.ports[1].set(PROFILE_SETTING, HIDDEN)
    game.leave()
    await game.pass_by(AFTER + 1)
    ((_, notice),) = game.sender.sent
    lines = notice.text.splitlines()
    assert "Time left: 23 h 45 min." in lines
    assert {f"{name}: 3 dice. No cards yet." for name in ("Anna", "Bert")} <= set(lines)
    code = notice.stop.removeprefix("notify off ")
    guest, _ = await game.stage.come("SHA256:Guest", "Dora")
    await guest.stop_notices_of(code)
    assert (await game.ports[0].notices()).service != (await game.ports[1].notices()).service


async def test_who_is_here_gets_none() -> None:
    """Nor who comes back before the time is over; it begins again when they leave."""
    game = await AwayGame().begin()
    await game.pass_by(5 * AFTER)
    assert game.sender.sent == []
    game.leave()
    await game.pass_by(AFTER - 1)
    _, leave = game.stage.enter(game.players[game.ports.index(game.asked)])
    await game.pass_by(AFTER)
    assert game.sender.sent == []
    leave()
    await game.pass_by(AFTER + 1)
    assert len(game.sender.sent) == 1


async def test_each_turn_has_its_notice_up_to_so_many_a_day() -> None:
    """A day later there are more."""
    game = await AwayGame().begin()
    game.leave()
    seen = []
    for _ in range(10):
        await game.pass_by(AFTER + 1)
        await game.roll()
        seen.append(len(game.sender.sent))
    assert seen == [1, 2, 3, 4, 5, 6, 6, 6, 6, 6]  # three for each of the two
    await game.pass_by(86_400 + 3 * AFTER)
    assert len(game.sender.sent) > 6


async def test_a_restart_sends_nothing_twice() -> None:
    """The store knows what was sent; what was not sent is sent once the host is back."""
    game = await AwayGame().begin()
    game.leave()
    await game.pass_by(AFTER + 1)
    game.stage = await game.stage.restarted(60.0, **game.given)
    await game.pass_by(5 * AFTER)
    assert len(game.sender.sent) == 1
    await game.stage.host.close()
    assert game.sender.closed


async def test_a_service_that_fails_is_tried_again_while_the_table_waits() -> None:
    """Three times."""
    game = await AwayGame().begin()
    game.sender.failures = 2
    game.leave()
    await game.pass_by(AFTER + 1)
    assert len(game.sender.sent) == 1
    await game.roll()
    game.sender.failures = 3
    await game.pass_by(AFTER + 1)
    assert len(game.sender.sent) == 1


async def test_nobody_is_told_of_games_against_bots_or_before_the_code_was_typed() -> None:
    """A recipient that is not confirmed gets its code and nothing else."""
    game = await AwayGame().begin()
    for player in game.players:
        kept = await game.store.recipient(player.id)
        assert kept
        await game.store.keep(player.id, None)
        await game.store.keep(player.id, replace(kept, code="a code"))
    game.leave()
    await game.pass_by(5 * AFTER)
    assert game.sender.sent == []
    (port, leave) = await game.stage.come("SHA256:Anna", "Anna")
    alone = await port.open_table("toy", 2, {"goal": "99"})
    await port.add_bot(alone, "first")
    await port.start(alone)
    leave()
    await game.pass_by(5 * AFTER)
    assert game.sender.sent == []


async def test_the_notice_is_in_the_players_language() -> None:
    """The one that is kept with the account, or else the one in which the recipient was named."""
    game = await AwayGame().begin()
    for port in game.ports:
        await port.set("lang", "de")
    game.leave()
    await game.pass_by(AFTER + 1)
    assert "Keine Nachrichten mehr" in game.sender.sent[0].notice.text


async def test_what_else_happens_is_told_too() -> None:
    """A message, an invitation, a bot that plays, the end and a rematch, each as long as it is wanted."""
    settings, web = NoticeSettings(services="-", after=AFTER, a_day=20), "https://play.example.org"
    game = await AwayGame(notice_settings=settings, web=web).begin()
    anna, bert = game.ports
    await bert.set("no-notices-of", "turn time")
    await bert.follow("Anna", True)
    other = await anna.open_table("toy", 2, {})
    names = [game.stage.lobby.table(one).opening.name for one in (other, game.table)]
    game.sessions[1][1]()
    for _ in range(3):
        await anna.tell("Bert", "Hello")
    await anna.invite(other, "Bert")
    await settled()
    await anna.concede(game.table)
    await settled()
    again = await anna.rematch(game.table)
    await settled()
    assert {one.recipient for one in game.sender.sent} == {"bert@example.org"}
    assert [one.notice.title for one in game.sender.sent] == [
        "Anna has written to you",
        f"Anna invites you to {names[0]}",
        f"The game at {names[1]} has ended",
        f"A rematch at {game.stage.lobby.table(again).opening.name}",
    ]
    assert "Hello" not in game.sender.sent[0].notice.text
    shown = [names[0], game.table, game.stage.lobby.table(again).opening.name]
    for kind, one, sent in zip("trt", shown, game.sender.sent[1:], strict=True):
        assert f"To look:  {web}/{kind}/{one}\n" in sent.notice.text
    assert f"To play again:  ssh HOST rematch {names[1]}\n" in game.sender.sent[2].notice.text
    await game.pass_by(7 * 3600)
    await bert.set("no-notices-of", "message")
    await anna.tell("Bert", "Hello again")
    await settled()
    assert len(game.sender.sent) == 4
    await bert.set("no-notices-of", "")
    await anna.tell("Bert", "And again")
    await settled()
    assert len(game.sender.sent) == 5


@pytest.mark.parametrize(
    ("bots", "said"), [(0, "The game at {} has ended"), (1, "You have lost your seat at {}")]
)
async def test_who_loses_a_seat_by_time_is_told(bots: int, said: str) -> None:
    """Also where the game goes on without them."""
    game = await AwayGame().begin(bots=bots, late="lost")
    name = game.stage.lobby.table(game.table).opening.name
    for port in game.ports:
        await port.set("no-notices-of", "turn time")
    (ask,) = [one for one in game.stage.lobby.table(game.table).state.asks if one.seat < 3]
    game.sessions[ask.seat - 1][1]()
    await game.pass_by(86_400 + 1)
    assert [one.notice.title for one in game.sender.sent] == [said.format(name)]


async def test_the_end_of_a_game_against_bots_alone_is_told_to_nobody() -> None:
    """Nobody waits for it, and it may have been left."""
    game = await AwayGame().begin()
    anna, bert = game.ports
    name = game.stage.lobby.table(game.table).opening.name
    alone = await anna.open_table("toy", 2, {"goal": "99"}, private=True)
    await anna.add_bot(alone)
    await anna.start(alone)
    game.leave()
    await anna.concede(alone)
    await bert.concede(game.table)
    await settled()
    assert {one.notice.title for one in game.sender.sent} == {f"The game at {name} has ended"}


async def test_a_bot_that_took_over_is_told() -> None:
    """To the player for whom it plays, after the call."""
    game = await AwayGame(notice_settings=NoticeSettings(services="-", after=AFTER, a_day=20)).begin("none")
    for port in game.ports:
        await port.set("no-notices-of", "turn")
    seat = game.ports.index(game.asked) + 1
    here = game.ports[2 - seat]
    game.sessions[seat - 1][1]()
    await game.pass_by(600)
    for _ in range(2):
        await here.lend(game.table, seat)
        await game.pass_by(600)
    titles = [one.notice.title for one in game.sender.sent]
    name = game.stage.lobby.table(game.table).opening.name
    assert titles == [f"They wait for you at {name}", f"A bot plays for you at {name}"]
    assert f"play --at 0 {name} ..." in game.sender.sent[0].notice.text


@pytest.mark.parametrize(("late", "banned"), [("move", False), ("nothing", False), ("move", True)])
async def test_who_need_not_wait_is_told_how_to_go_on(late: str, banned: bool) -> None:
    """Once, when the time of who is away was up; not where a bot plays anyway."""
    game = await AwayGame().begin(late=late)
    for port in game.ports:
        await port.set("no-notices-of", "turn time")
    slow, other = game.asked, next(one for one in game.ports if one is not game.asked)
    game.leave()
    if banned:
        await game.stage.host.bans.add_player(slow._player.id, slow.name, 30)
    await game.pass_by(86_400 - 60)
    assert game.sender.sent == []
    await game.pass_by(3600)
    name = game.stage.lobby.table(game.table).opening.name
    to = f"{other.name.casefold()}@example.org"
    told = [one for one in game.sender.sent if one.recipient == to]
    assert [one.notice.title for one in told] == [f"{slow.name} has run out of time at {name}"] * (not banned)
    assert all(f"To have a bot play:  ssh HOST lend {name} {slow.name}\n" in one.notice.text for one in told)


async def test_the_last_call_comes_once() -> None:
    """When an eighth of the time is left."""
    game = await AwayGame().begin()
    for port in game.ports:
        await port.set("no-notices-of", "turn")
    game.leave()
    await game.pass_by(86_400 * 7 / 8 - 60)
    assert game.sender.sent == []
    await game.pass_by(120)
    ((_, notice),) = game.sender.sent
    assert notice.title.endswith("is nearly up")
    assert "Time left: 3 h.\nOut of time: a move is made.\n" in notice.text
    await game.pass_by(600)
    assert len(game.sender.sent) == 1


@pytest.mark.parametrize(("quiet", "told"), [(3, 0), (5, 1)])
async def test_who_is_asked_is_told_before_quiet_hours_in_which_the_time_is_nearly_up(
    quiet: int, told: int
) -> None:
    """Unless enough of it is left at their end: the last call of a day's clock has three hours."""
    game = await AwayGame().begin()
    first = datetime.fromtimestamp(game.stage.host.dependencies.clock() + 86_400 * 7 / 8 - 7200, UTC)
    for port in game.ports:
        await port.set("quiet", f"{first.hour}-{(first.hour + quiet) % 24}")
        await port.set("no-notices-of", "turn")
    game.leave()
    await game.pass_by(86_400 * 7 / 8 - 3600)
    assert [sent.notice.title.endswith("is nearly up") for sent in game.sender.sent] == [True] * told
    await game.pass_by(86_400 / 8)
    assert len(game.sender.sent) == 1


async def test_a_notice_waits_for_the_end_of_the_quiet_hours() -> None:
    """In the player's own time zone."""
    game = await AwayGame().begin()
    hour = datetime.fromtimestamp(game.stage.host.dependencies.clock(), ZoneInfo("Asia/Tokyo")).hour
    for port in game.ports:
        await port.set("zone", "Asia/Tokyo")
        await port.set("quiet", f"{hour}-{(hour + 3) % 24}")
    game.leave()
    await game.pass_by(AFTER + 1)
    assert game.sender.sent == []
    await game.pass_by(3 * 3600)
    assert len(game.sender.sent) == 1


class LostDuties(Duties):
    """Those of a node that takes them over late."""

    def __init__(self) -> None:
        self.mine = False
        self.changed: list[Callable[[], None]] = []

    def acts_for(self, duty: str) -> bool:  # noqa: ARG002
        return self.mine

    def follow(self, changed: Callable[[], None]) -> Release:
        self.changed.append(changed)
        return lambda: self.changed.remove(changed)


async def test_what_no_node_told_is_told_by_the_next_one() -> None:
    """The node whose table it was is lost just before the notice is due."""
    duties = LostDuties()
    game = await AwayGame(nodes=Nodes(duties=duties)).begin()
    game.leave()
    await game.pass_by(AFTER + 5)
    assert game.sender.sent == []
    duties.mine = True
    for changed in (*duties.changed, *duties.changed):
        changed()
    await game.pass_by(5)
    assert len(game.sender.sent) == 1


async def test_old_news_is_not_told_after_quiet_hours() -> None:
    """The invitation was followed and the message read."""
    game = await AwayGame().begin()
    anna, bert = game.ports
    hour = datetime.fromtimestamp(game.stage.host.dependencies.clock(), UTC).hour
    await anna.set("quiet", f"{hour}-{(hour + 3) % 24}")
    await anna.follow(bert.name, True)
    game.sessions[0][1]()
    table = await bert.open_table("toy", 2, {"goal": "99"})
    await bert.invite(table, anna.name)
    await bert.tell(anna.name, "Hello")
    await game.pass_by(60)
    await anna.messages()
    await anna.sit(table)
    await game.pass_by(4 * 3600)
    assert not any("invites you" in one.notice.text for one in game.sender.sent)
    assert not any("has written" in one.notice.text for one in game.sender.sent)


@pytest.mark.parametrize("setting", ["quiet", "digest"])
async def test_nothing_of_who_was_banned_is_told_later(setting: str) -> None:
    """After quiet hours or in a digest: no message, invitation or entry in a club's calendar. What others
    wrote is told.
    """
    game = await AwayGame(notice_settings=NoticeSettings(services="-", after=AFTER, a_day=20)).begin()
    anna, bert = game.ports
    cy, _ = game.stage.enter(await game.stage.host.admit("SHA256:Cy", "Cy"))
    now = datetime.fromtimestamp(game.stage.host.dependencies.clock(), UTC)
    later = (now.hour + 3) % 24
    await anna.set(setting, f"{now.hour}-{later}" if setting == "quiet" else str(later))
    for other in (bert, cy):
        await anna.follow(other.name, True)
    await bert.found_club("Kronberg")
    await bert.invite_to_club(anna.name)
    await anna.join_club("Kronberg")
    await anna.messages()
    game.sessions[0][1]()
    for other in (bert, cy):
        await other.tell(anna.name, "I will find you")
        await other.invite(await other.open_table("toy", 2, {"goal": "99"}), anna.name)
    await bert.plan_in_club("+20h", "I will find you all")
    await game.pass_by(60)
    assert "club-event" in {one.kind for one in await game.stage.stores.people.waiting(game.players[0].id)}
    await game.stage.host.bans.add_player(game.players[1].id, "Bert", 30, "threats")
    await game.stage.host.signals.read_bans_everywhere(game.players[1].id)
    await game.pass_by(4 * 3600)
    told = "\n".join(one.notice.text for one in game.sender.sent)
    assert told.count(f"{cy.name} has written to you.") == told.count(f"{cy.name} invites you") == 1
    assert bert.name not in told
    assert "find you" not in told


async def test_a_digest_has_all_that_can_wait() -> None:
    """At its hour, in one notice, each thing once; what cannot wait comes at once."""
    game = await AwayGame(notice_settings=NoticeSettings(services="-", after=AFTER, a_day=20)).begin()
    other = game.ports[1 - game.ports.index(game.asked)]
    hour = (datetime.fromtimestamp(game.stage.host.dependencies.clock(), UTC).hour + 2) % 24
    await game.asked.set("digest", str(hour))
    await game.asked.follow(other.name, True)
    game.leave()
    await other.tell(game.asked.name, "Hello")
    await game.pass_by(3000)
    asked = game.players[game.ports.index(game.asked)]
    game.stage.host.notices.remind(game.stage.lobby.table(game.table), asked.id, 0.0)
    await game.pass_by(1)
    assert [one.notice.title.endswith("begins now") for one in game.sender.sent] == [True]
    await game.pass_by(7200)
    notice = game.sender.sent[-1].notice
    assert (len(game.sender.sent), notice.title) == (2, "2 things for you")
    assert f"{other.name} has written to you." in notice.text
    assert notice.text.startswith("It's your turn at")
    assert notice.text.count("No more notices") == 1
    await game.pass_by(86_400 / 2)
    assert len(game.sender.sent) == 2


@pytest.mark.parametrize(("stays", "sent"), [(1.0, 1), (600.0, 0)])
async def test_a_single_command_at_its_time_takes_no_digest_away(stays: float, sent: int) -> None:
    """Whoever is here for longer has seen what waits."""
    game = await AwayGame().begin()
    player = game.players[game.ports.index(game.asked)]
    clock = game.stage.host.dependencies.clock
    await game.asked.set("digest", str((datetime.fromtimestamp(clock(), UTC).hour + 1) % 24))
    game.leave()
    await game.pass_by(3600 - clock() % 3600 - 1)
    (_, leave) = game.stage.enter(player)
    await game.pass_by(6 + stays)
    leave()
    await game.pass_by(60)
    assert len(game.sender.sent) == sent


async def test_nodes_send_one_digest() -> None:
    """Each has a table that waits; one of them sends what both have to tell."""
    nodes = [await AwayGame().begin()]
    stage = nodes[0].stage
    nodes.append(await AwayGame(stores=stage.stores, time=stage.time, life=2).begin())
    if nodes[0].asked.name != nodes[1].asked.name:
        await nodes[1].roll()
    hour = (datetime.fromtimestamp(stage.time.clock(), UTC).hour + 2) % 24
    for game in nodes:
        await game.asked.set("digest", str(hour))
        game.leave()
    await nodes[0].pass_by(3 * 3600)
    (one,) = [*nodes[0].sender.sent, *nodes[1].sender.sent]
    assert one.notice.title == "2 things for you"


async def test_what_waits_survives_a_restart_and_goes_to_all_recipients() -> None:
    """Once to each of them."""
    game = await AwayGame(notice_settings=NoticeSettings(services="-", after=AFTER, a_day=20)).begin()
    anna, bert = game.ports
    await anna.send_notices_to("mail", "second@example.org", "en")
    await anna.confirm_notices(game.sender.sent.pop().notice.title.removeprefix("Your code: "))
    hour = datetime.fromtimestamp(game.stage.host.dependencies.clock(), UTC).hour
    await anna.set("quiet", f"{hour}-{(hour + 3) % 24}")
    await anna.follow(bert.name, True)
    game.sessions[0][1]()
    await bert.tell(anna.name, "Hello")
    await game.pass_by(60)
    assert game.sender.sent == []
    game.stage = await game.stage.restarted(60.0, **game.given)
    await game.pass_by(4 * 3600)
    written = [one for one in game.sender.sent if "has written to you" in one.notice.text]
    assert sorted(one.recipient for one in written) == ["anna@example.org", "second@example.org"]
    assert len({one.notice.stop for one in written}) == 2
    await game.stage.host.close()


async def test_who_is_away_is_reminded_of_a_table_that_begins() -> None:
    """Ten minutes before and at the time, each once, on whichever node; who is here is told there."""
    game = await AwayGame().begin()
    anna = game.players[0]
    table = game.stage.lobby.table(game.table)
    game.stage.host.notices.remind(table, anna.id, 600.0)
    await settled()
    assert game.sender.sent == []
    game.leave()
    for before in (600.0, 600.0, 0.0, 0.0):
        game.stage.host.notices.remind(table, anna.id, before)
        await settled()
    name = table.opening.name
    titles = [one.notice.title for one in game.sender.sent]
    assert titles == [f"{name} begins in 10 minutes", f"{name} begins now"]
    assert f"ssh -t HOST join {name}" in game.sender.sent[0].notice.text
