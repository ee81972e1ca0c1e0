"""What one address may use of the house: however often it comes as somebody else, others never pay for it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any, Self

import asyncssh
import pytest

from tests.bench._host import furnish
from tests.e2e.host import QUICK, LiveHost
from tests.edge.quiet_player import newcomer
from tests.server.api_client import ApiClient
from tests.terminal import PtyTerminals

MOST = 3
"""The share of an address in whatever is tried here."""
SETTINGS = QUICK | {
    "CROWNHOUSE_LIMITS_SESSIONS_PER_ADDRESS": str(MOST + 1),
    "CROWNHOUSE_LIMITS_TABLES_PER_ADDRESS": str(MOST),
    "CROWNHOUSE_LIMITS_ACCOUNTS_PER_ADDRESS": str(MOST),
    "CROWNHOUSE_LIMITS_CHAT_LINES_PER_ADDRESS": str(MOST),
    "CROWNHOUSE_LIMITS_RENAMES_PER_ADDRESS": str(MOST),
    "CROWNHOUSE_LIMITS_CODE_GUESSES_PER_ADDRESS": str(MOST),
    "CROWNHOUSE_TIMEOUTS_GUEST_TABLE": "1",
}
HOME = "127.0.9.1"
"""An address that nobody attacks from."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveHost]:
    """A host with small shares."""
    with running(tmp_path_factory.mktemp("shares"), SETTINGS) as host:
        yield host


@pytest.fixture
def small(tmp_path: Path) -> Iterator[LiveHost]:
    """A host with room for four, one of them known, and for three tables, of which it has one."""
    few = {
        "CROWNHOUSE_LIMITS_SESSIONS": "4",
        "CROWNHOUSE_LIMITS_SESSIONS_KEPT": "1",
        "CROWNHOUSE_LIMITS_TABLES": "3",
    }
    with running(tmp_path, QUICK | few) as host:
        yield host


@contextmanager
def running(path: Path, settings: Mapping[str, str]) -> Iterator[LiveHost]:
    terminals = PtyTerminals()
    furnish(path / "data", 1, [])
    host = LiveHost(path, terminals, settings)
    host.start()
    yield host
    host.close()
    terminals.close()


class Visitors:
    """Programs that come to a host from one address or another, until this is left."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._here = AsyncExitStack()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._here.aclose()

    async def comes(self, address: str, key: asyncssh.SSHKey | None = None) -> ApiClient:
        """Somebody new, once the host has said hello."""
        connection = await self._here.enter_async_context(
            asyncssh.connect(
                "127.0.0.1", self._port, local_addr=(address, 0), username="mallory", password="",
                client_keys=[key] if key else None, known_hosts=None, config=None, agent_path=None,
            )
        )  # fmt: skip
        client = ApiClient(await connection.create_process("api", encoding=None))
        client.hello = (await client.read())["hello"]
        return client


async def test_sessions_of_one_address(house: LiveHost) -> None:
    """One above the share is refused with a sentence; a newcomer of another address is in the lobby."""
    async with Visitors(house.port) as visitors:
        for _ in range(MOST + 1):
            await visitors.comes("127.0.8.1")
        with pytest.raises(asyncssh.ChannelOpenError, match="too many sessions"):
            await visitors.comes("127.0.8.1")
        await newcomer(house.port, 1)


async def test_a_full_host_takes_who_comes_from_elsewhere(small: LiveHost) -> None:
    """Instead of the newest session of the address that has all; who comes from there as well is refused."""
    async with Visitors(small.port) as visitors:
        crowd = [await visitors.comes("127.0.8.6") for _ in range(3)]
        with pytest.raises(AssertionError, match="session ended"):
            await visitors.comes("127.0.8.6")
        await visitors.comes(HOME)
        assert (await crowd[2].read())["goodbye"]["reason"] == "crowded"
        await crowd[0].ask("tables")


async def test_a_full_host_makes_room_for_who_has_played(small: LiveHost) -> None:
    """A guest's table ends for it; another guest is refused."""
    wish: dict[str, Any] = {"game": "laurin", "seats": 3}
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with Visitors(small.port) as visitors:
        ada = await visitors.comes(HOME, key)
        table = (await ada.ask("practice", game="court"))["table"]
        await ada.ask("watch", table=table)
        await ada.until(lambda told: told.get("news", {}).get("ask"))
        await ada.ask("move", table=table, move="roll")
        guest = await visitors.comes("127.0.8.7")
        taken = (await guest.ask("open", **wish))["table"]
        assert (await guest.refused("open", **wish))["code"] == "host-full"
        await guest.ask("watch", table=taken)
        await ada.ask("open", **wish)
        await guest.until(lambda told: told.get("news", {}).get("info", {}).get("stage") == "over")


async def test_accounts_of_one_address(house: LiveHost) -> None:
    """Of fresh keys the first few become accounts, the next ones are guests; another address has its own."""
    guests = []
    for address in ["127.0.8.2"] * (MOST + 2) + [HOME]:
        async with Visitors(house.port) as visitors:
            somebody = await visitors.comes(address, asyncssh.generate_private_key("ssh-ed25519"))
            guests.append(somebody.hello["guest"])
    assert guests == [False] * MOST + [True] * 2 + [False]


async def test_tables_of_one_address(house: LiveHost) -> None:
    """Guest after guest opens a table, until their address has enough; others still open theirs."""
    wish: dict[str, Any] = {"game": "court", "seats": 2}
    async with Visitors(house.port) as visitors:
        for _ in range(MOST):
            await (await visitors.comes("127.0.8.3")).ask("open", **wish)
        refused = await (await visitors.comes("127.0.8.3")).refused("open", **wish)
        assert refused["code"] == "too-many-tables-here"
        assert await (await visitors.comes(HOME)).ask("open", **wish)


async def test_tables_that_nobody_comes_to(house: LiveHost) -> None:
    """A guest's game against bots ends when the guest has been gone for the set time."""
    async with Visitors(house.port) as visitors:
        onlooker = await visitors.comes(HOME)
        async with Visitors(house.port) as gone:
            guest = await gone.comes("127.0.8.4")
            table = (await guest.ask("open", game="laurin", seats=3))["table"]
            for _ in range(2):
                await guest.ask("bot", table=table, bot="page")
            await guest.ask("start", table=table)
            assert table in _ids(await onlooker.ask("list", follow=True))
        await onlooker.until(
            lambda news: "tables" in news.get("lobby", ()) and table not in _ids(news["lobby"])
        )


def _ids(lobby: dict[str, Any]) -> set[str]:
    return {table["id"] for table in lobby["tables"]}


ACTIONS: dict[str, tuple[dict[str, str], str]] = {
    "talk": ({"do": "chat", "text": "buy"}, "too-many-lines"),
    "names": ({"do": "name", "name": "Otter-{}"}, "too-many-names"),
    "codes": ({"do": "join", "table": "NOPE-{}"}, "too-many-tries"),
}


@pytest.mark.parametrize("action", ACTIONS)
async def test_reconnecting_begins_nothing_anew(house: LiveHost, action: str) -> None:
    """Who says a line, takes a name or tries a code, goes, and comes again as another guest, is held up as if
    he had stayed; another address is not.
    """
    request, code = ACTIONS[action]
    address = f"127.0.8.{10 + list(ACTIONS).index(action)}"
    answers = []
    for number, place in enumerate([address] * (MOST + 1) + [HOME]):
        async with Visitors(house.port) as visitors:
            guest = await visitors.comes(place)
            guest.send(id=1, **{field: word.format(number) for field, word in request.items()})
            answers.append((await guest.answer(1)).get("refused", {}).get("code"))
    assert code not in answers[:MOST]
    assert answers[MOST] == code
    assert answers[MOST + 1] != code


async def test_recovery_codes_of_somebody_else(house: LiveHost) -> None:
    """Wrong ones of strangers, who are held up at last, keep out no owner who comes from elsewhere."""
    fresh = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(MOST + 2)]
    async with Visitors(house.port) as visitors:
        owner = await visitors.comes("127.0.8.40", fresh.pop())
        code = (await owner.ask("recovery"))["code"]
        name = owner.hello["name"]
        stranger = await visitors.comes("127.0.8.41", fresh.pop())
        tries = [(await stranger.refused("recover", name=name, code="AAAA"))["code"] for _ in range(MOST + 1)]
        assert tries == ["recovery-wrong"] * MOST + ["too-many-tries"]
        for number, key in enumerate(fresh):
            other = await visitors.comes(f"127.0.8.{42 + number}", key)
            for _ in range(MOST):
                assert (await other.refused("recover", name=name, code="AAAA"))["code"] == "recovery-wrong"
        back = await visitors.comes("127.0.8.50", asyncssh.generate_private_key("ssh-ed25519"))
        assert (await back.ask("recover", name=name, code=code))["name"] == name


async def test_look_alikes(house: LiveHost) -> None:
    """Who comes with a name that looks like another's is called otherwise."""
    async with Visitors(house.port) as visitors:
        names = []
        for number, wanted in enumerate(("Marlene", "Mar\u029fene", "M\u0251rlene")):
            guest = await visitors.comes(f"127.0.8.{20 + number}")
            answer = guest.send(id=1, do="name", name=wanted) or await guest.answer(1)
            names.append("ok" in answer)
    assert names == [True, False, False]


async def test_newcomers_of_other_addresses_come_at_once(house: LiveHost) -> None:
    """While one address has all it may have."""
    async with Visitors(house.port) as visitors:
        await asyncio.gather(*(visitors.comes("127.0.8.30") for _ in range(MOST + 1)))
        await asyncio.gather(*(newcomer(house.port, number) for number in range(2, 6)))
