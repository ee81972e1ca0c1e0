"""`ssh host api`: programs play through the same door as people, at the real listener."""

from __future__ import annotations

import asyncio
import gc
import importlib.util
import json
import re
import weakref
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest import mock

import asyncssh
import pytest
from msgspec.structs import replace

from engine.registry import GAMES
from server.bots.workers import Workers
from server.host.port import HostPort
from server.settings.address import Address
from server.store.sqlite.memory import MemoryJournal
from server.transport.line import TimedWriter
from tests.server.api_client import ApiClient, api_client
from tests.server.running_host import LIMITS, court_host, running_host
from tests.waiting import WITHIN
from tui.actions.follows import SEAT_NEWS_KEPT, Feeds
from tui.host.moderation import Waiting
from tui.host.pictures import SeatNews

EXAMPLE = Path(__file__).parents[4] / "docs" / "api_example.py"


def example() -> ModuleType:
    """The documented program, for its strategy."""
    spec = importlib.util.spec_from_file_location("api_example", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


CHOOSE = example().choose
QUICK = replace(LIMITS, api_burst=100_000)


async def open_court(one: ApiClient, seats: int = 2, rounds: int = 2, bots: int = 0) -> str:
    table: str = (await one.ask("open", game="court", seats=seats, options={"rounds": rounds}))["table"]
    for _ in range(bots):
        await one.ask("bot", table=table)
    return table


async def play(one: ApiClient, table: str) -> dict[str, Any]:
    """Plays a watched table to its end; the last news."""
    while True:
        news = (await one.until(lambda told: "news" in told))["news"]
        if news["standings"]:
            return dict(news)
        if news["ask"]:
            legal = [move["notation"] for move in (await one.ask("legal", table=table))["moves"]]
            chosen = CHOOSE(news["view"]["position"]["turn"], legal)
            await one.ask("move", table=table, move=chosen, ask=news["ask"]["id"], seq=news["seq"])


async def test_the_first_line_says_who_and_what() -> None:
    """Protocol, host, player, and every game with its seats, bots and options."""
    async with court_host() as at, api_client(at) as ada:
        hello = ada.hello
    assert (hello["protocol"], hello["host"], hello["name"], hello["guest"]) == (1, "crownhouse", "Ada", True)
    assert hello["version"]
    assert hello["home"] is None
    court = hello["games"][0]
    assert (court["key"], court["seats"]) == ("court", [2, 5])
    assert court["bots"] == ["beginner", "page", "steward", "master"]
    assert (
        court["options"].items()
        >= {
            "edition": {"default": "de", "values": ["de", "en"]},
            "rounds": {"default": 100, "least": 1, "most": 1000},
        }.items()
    )


async def test_two_programs_and_a_bot_play_a_whole_game() -> None:
    """Both see the same game to its end; somebody without a seat sees it, too, and is never asked."""
    async with (
        court_host(QUICK) as at,
        api_client(at) as ada,
        api_client(at, "Bert") as bert,
        api_client(at, "Cid") as cid,
    ):
        table = await open_court(ada, 3, rounds=3, bots=1)
        name = (await ada.ask("watch", table=table))["name"]
        assert (await bert.ask("join", table=name.lower()))["seat"] == 3
        await bert.ask("watch", table=table)
        await cid.ask("watch", table=name)
        assert (await cid.refused("start", table=table))["code"] == "not-owner"
        await ada.ask("start", table=table)
        first, second, looked = await asyncio.gather(play(ada, table), play(bert, table), play(cid, table))
        assert first["standings"] == second["standings"] == looked["standings"]
        assert sorted(standing["seat"] for standing in first["standings"]) == [1, 2, 3]
        assert (first["seat"], second["seat"], looked["seat"]) == (1, 3, None)
        assert first["info"]["stage"] == "over"
        assert (await ada.ask("view", table=table))["standings"] == first["standings"]
        assert (await ada.refused("move", table=table, move="roll"))["code"] == "table-over"
        steps = [told["news"]["seq"] for told in cid.news if "news" in told]
        assert steps == sorted(steps)
        assert all(told["news"]["ask"] is None for told in cid.news if "news" in told)


async def test_a_move_is_named_in_any_way() -> None:
    """As notation or as JSON; for the ask that is open or the one named; at a step, if one likes."""
    async with court_host(QUICK) as at, api_client(at) as ada:
        table = await open_court(ada, bots=1)
        await ada.ask("watch", table=table)
        await ada.ask("start", table=table)
        news = (await ada.until(lambda told: "news" in told and told["news"]["ask"]))["news"]
        seq = news["seq"]
        assert await ada.ask("move", table=table, move={"type": "roll"}, seq=seq) == {
            "notation": "roll", "seq": seq + 1,
        }  # fmt: skip
        for wrong in (seq, seq + 2):
            refused = await ada.refused("move", table=table, move="keep 1", seq=wrong)
            assert (refused["code"], refused["params"]) == ("seq-passed", {"seq": seq + 1})
        refused = await ada.refused("move", table=table, move="keep 1", ask=news["ask"]["id"])
        assert refused["code"] == "not-asked"
        view = await ada.ask("view", table=table)
        active = view["view"]["position"]["turn"]["active"]
        kept = f"keep {' '.join(map(str, active))}"
        preview = await ada.ask("preview", table=table, move=kept)
        assert preview["notation"] == kept
        assert preview["view"]["position"]["turn"]["aside"] == active
        assert (await ada.ask("view", table=table))["seq"] == seq + 1
        done = await ada.ask(
            "move", table=table, move={"type": "keep", "dice": active}, ask=view["ask"]["id"]
        )
        assert done == {"notation": kept, "seq": seq + 2}
        assert await ada.ask("undo", table=table) == {}
        assert (await ada.ask("view", table=table))["seq"] == seq + 3


async def test_odds_are_what_the_game_has_to_say() -> None:
    """Of intrigue what the hidden cards may be, as docs/api.md lists it."""
    games = {"intrigue": GAMES["intrigue"]}
    async with (
        running_host(games=games, workers=Workers(partial(ThreadPoolExecutor, 1))) as at,
        api_client(at) as ada,
    ):
        opened = await ada.ask("open", game="intrigue", seats=3)
        for _ in range(2):
            await ada.ask("bot", table=opened["table"])
        await ada.ask("start", table=opened["table"])
        told = await ada.ask("odds", table=opened["table"])
        assert set(told) == {
            "seat", "families", "cards", "dangers", "hit", "hit_as_left", "seats", "then",
        }  # fmt: skip
        assert [one["seat"] for one in told["families"]] == [2, 3]
        assert all(
            len(one["kinds"]) == one["queue"] + one["hand"] + one["out"] == 10 for one in told["families"]
        )


async def test_legal_moves_come_in_pages() -> None:
    """As many as asked for, from where one likes, and whether there are more."""
    async with court_host(QUICK) as at, api_client(at) as ada:
        table = await open_court(ada, bots=1)
        await ada.ask("watch", table=table)
        await ada.ask("start", table=table)
        await ada.until(lambda told: "news" in told and told["news"]["ask"])
        await ada.ask("move", table=table, move="roll")
        whole = await ada.ask("legal", table=table)
        assert not whole["more"]
        pages: list[Any] = []
        while True:
            page = await ada.ask("legal", table=table, skip=len(pages), count=2)
            pages += page["moves"]
            if not page["more"]:
                break
            assert len(page["moves"]) == 2
        assert pages == whole["moves"]
        assert (whole["seq"], whole["ask"]["seat"]) == (page["seq"], 1)
        notations = [move["notation"] for move in pages]
        assert all(notation.startswith("keep") for notation in notations)
        assert len(set(notations)) == len(notations)


async def test_refusals_are_the_screens_sentences_in_the_programs_language() -> None:
    """A code for programs, a sentence for people: names and cards in it, in German."""
    async with (
        court_host(QUICK) as at,
        api_client(at, lang="de_DE.UTF-8") as ada,
        api_client(at, "Bert") as bert,
    ):
        table = await open_court(ada)
        refused = await ada.refused("start", table=table)
        assert refused == {"code": "seats-empty", "params": {"empty": 1}, "text": "1 Platz ist noch frei."}
        await bert.ask("join", table=table)
        await ada.ask("start", table=table)
        view = await ada.ask("view", table=table)
        (turn,) = view["waiting_for"]
        one, other = (ada, bert) if turn == 1 else (bert, ada)
        said = (await other.refused("move", table=table, move="roll"))["text"]
        assert said in {"Bert ist dran.", "It's Ada's turn."}
        assert (await one.refused("move", table=table, move="take guard"))["code"] == "not-before-first-roll"
        wrong = await ada.refused("preview", table=table, move="use astronomer 6")
        assert wrong["text"] == "Schreib es so: use astronomer 6>3"
        assert (await ada.refused("move", table=table, move={"type": "fly"}))["code"] in {
            "move-wrong", "not-your-turn",
        }  # fmt: skip


async def test_tables_are_listed_in_pages_and_followed() -> None:
    """By game, stage and words, so many at a time; what changes is told while one wishes."""
    async with court_host(QUICK) as at, api_client(at) as ada, api_client(at, "Bert") as bert:
        listed = await bert.ask("list", follow=True)
        assert (listed["tables"], listed["more"], listed["people"]) == ([], False, 2)
        tables = [await open_court(ada) for _ in range(3)]
        told = await bert.until(lambda told: "lobby" in told and len(told["lobby"]["tables"]) == 3)
        assert [table["id"] for table in told["lobby"]["tables"]] == tables[::-1]
        page = await bert.ask("list", count=2)
        assert ([table["id"] for table in page["tables"]], page["more"]) == (tables[:0:-1], True)
        page = await bert.ask("list", skip=2, follow=False)
        assert ([table["id"] for table in page["tables"]], page["more"]) == (tables[:1], False)
        assert (await bert.ask("list", stage="running"))["tables"] == []
        assert (await bert.refused("list", game="laurin"))["code"] == "unknown-game"
        found = await bert.ask("list", words="ADA court", count=1)
        assert ([table["id"] for table in found["tables"]], found["found"]) == (tables[2:], 3)
        assert (await bert.ask("list", words="nobody"))["found"] == 0
        assert (await bert.ask("who"))["people"] == ["Ada", "Bert"]
        assert not at.host.lobby.broadcaster.viewers


async def test_what_happens_at_own_seats_is_told_while_one_wishes() -> None:
    """Without watching a table: who sat down, what was said there, whose turn it is."""
    async with court_host(QUICK) as at, api_client(at) as ada, api_client(at, "Bert") as bert:
        table = await open_court(ada, seats=2)
        await ada.ask("turns", follow=True)
        await ada.ask("turns", follow=True)
        await bert.ask("join", table=table)
        sat = await ada.until(lambda told: "seats" in told)
        assert sat == {"seats": {"kind": "sat", "table": table, "name": mock.ANY, "who": "Bert"}}
        await bert.ask("chat", table=table, text="Hello")
        said = await ada.until(lambda told: "seats" in told)
        assert (said["seats"]["kind"], said["seats"]["who"], said["seats"]["text"]) == (
            "said",
            "Bert",
            "Hello",
        )
        await ada.ask("turns", follow=False)
        await bert.ask("chat", table=table, text="Ready?")
        await ada.ask("start", table=table)
        for one in (ada, bert):
            await one.ask("turns", follow=True)
        ask = (await ada.ask("view", table=table))["waiting_for"]
        mover, other = (ada, bert) if ask == [1] else (bert, ada)
        while moves := (await mover.ask("legal", table=table))["moves"]:
            await mover.ask("move", table=table, move=moves[0]["move"])
        came = await other.until(lambda told: "seats" in told)
        assert came == {"seats": {"kind": "turn", "table": table, "name": mock.ANY}}


async def test_of_many_news_of_seats_the_newest_are_kept() -> None:
    """A program that reads slowly misses the oldest."""
    port = mock.Mock(**{"follow_seats.side_effect": lambda listener: heard.append(listener) or release})
    port.waiting.return_value = Waiting()
    heard: list[Any] = []
    release = mock.Mock()
    feeds = Feeds(port, lambda: 1, lambda: None)
    feeds.follow_seats(on=True)
    for number in range(SEAT_NEWS_KEPT + 5):
        heard[0](SeatNews("said", "t1", "KIWI-7", "Bert", str(number)))
    (told,) = feeds.take_news()
    assert [one["seats"]["text"] for one in told] == [str(5 + number) for number in range(SEAT_NEWS_KEPT)]
    assert list(feeds.take_news()) == [[]]
    feeds.close()
    release.assert_called_once_with()


async def test_a_letter_is_told_once_until_it_is_read() -> None:
    """At once if it waits already; and the next one again."""
    looks: list[Any] = []
    port = mock.Mock(**{"follow_waiting.side_effect": lambda listener: looks.append(listener) or mock.Mock()})
    port.waiting.return_value = Waiting(letter=True)
    feeds = Feeds(port, lambda: 1, lambda: None)
    feeds.follow_seats(on=True)
    (look,), told = looks, []
    for letter in (True, False, True):
        port.waiting.return_value = Waiting(letter=letter)
        look()
        told += [one for (news,) in [feeds.take_news()] for one in news]
    assert told == [{"seats": {"kind": "letter"}}] * 2


async def test_a_table_left_is_looked_at_no_longer() -> None:
    """Leaving and unwatching end what the host tells, and the end of the session everything."""
    async with court_host(QUICK) as at, api_client(at) as ada, api_client(at, "Bert") as bert:
        table = await open_court(ada)
        await bert.ask("join", table=table)
        await bert.ask("watch", table=table)
        there = at.host.lobby.table(table)
        assert len(there.audience.players) == 2
        await bert.ask("leave", table=table)
        assert len(there.audience.players) == 1
        await ada.ask("unwatch", table=table)
        assert len(there.audience.players) == 0
        await bert.ask("list", follow=True)
        await bert.ask("watch", table=table)
        bert.bye()
        assert (await bert.rest())[1] == 0
        await at.until(lambda: not there.audience.players and not at.host.lobby.broadcaster.viewers)


async def test_a_program_looks_at_few_tables() -> None:
    """Those it does not watch make room for others; those it watches do not."""
    limits = replace(QUICK, api_watches=2)
    async with court_host(limits) as at, api_client(at) as ada, api_client(at, "Bert") as bert:
        tables = [await open_court(ada) for _ in range(3)]
        followers = [at.host.lobby.table(table) for table in tables]
        for table in tables:
            await bert.ask("view", table=table)
        assert [len(there.audience.players) for there in followers] == [0, 2, 2]
        await bert.ask("watch", table=tables[0])
        await bert.ask("watch", table=tables[1])
        refused = await bert.refused("watch", table=tables[2])
        assert (refused["code"], refused["text"]) == (
            "too-many-watched",
            "You are already watching 2 tables.",
        )


async def test_the_end_of_input_ends_the_session_after_every_answer() -> None:
    """Answers to all that was asked, the last line without its end, then status 0."""
    async with court_host() as at, api_client(at) as ada:
        ada.write(b'{"id":1,"do":"who"}\n\n  \r\n{"id":2,"do":"list"}\r\n{"id":3,"do":"who"}')
        ada.bye()
        told, status = await ada.rest()
    assert [answer["id"] for answer in told] == [1, 2, 3]
    assert all("ok" in answer for answer in told)
    assert status == 0


async def test_requests_that_come_before_the_greeting_are_answered() -> None:
    """`echo '{"do":"who"}' | ssh host api`: what is written at once, and its end, waits for its reader."""
    async with court_host() as at, at.connect(username="Ada") as connection:
        lines = b"".join(b'{"id":%d,"do":"who"}\n' % number for number in range(3))
        done = await connection.run("api", input=lines, encoding=None, timeout=WITHIN)
        told = [json.loads(line) for line in done.stdout.splitlines()]
        assert [line.get("id", "hello") for line in told] == ["hello", 0, 1, 2]
        assert done.exit_status == 0


async def test_a_line_that_is_nothing_gets_one_refusal() -> None:
    """Too long, no JSON, no UTF-8: the connection goes on."""
    limits = replace(QUICK, api_line_bytes=1000)
    async with court_host(limits) as at, api_client(at) as ada:
        for line, code in (
            (b"x" * 100_000, "line-too-long"),
            (b'{"id": 1', "not-json"),
            (b'{"do": "\xff"}', "not-utf8"),
            (b"[]", "no-request"),
        ):
            ada.write(line + b"\n")
            answer = await ada.answer(None)
            assert answer["refused"]["code"] == code
            assert answer["refused"]["text"].endswith(".")
            await ada.ask("who")


async def test_who_asks_too_much_is_refused_and_then_read_slowly() -> None:
    """Every request gets its answer, some of them that they came too fast."""
    limits = replace(LIMITS, api_burst=4, api_per_second=200.0)
    async with court_host(limits) as at, api_client(at) as ada:
        for number in range(30):
            ada.send(id=number, do="who")
        ada.bye()
        told, status = await ada.rest()
    assert [answer["id"] for answer in told] == list(range(30))
    refused = [answer for answer in told if "refused" in answer]
    assert 0 < len(refused) < 20
    assert {answer["refused"]["code"] for answer in refused} == {"too-fast"}
    assert status == 0


async def test_who_waits_for_answers_is_only_slowed_down() -> None:
    """No request is refused to a program that has one at a time, however fast it is."""
    limits = replace(LIMITS, api_burst=2, api_per_second=500.0)
    async with court_host(limits) as at, api_client(at) as ada:
        for _ in range(20):
            await ada.ask("who")


async def test_a_terminal_is_told_what_this_is_for() -> None:
    """With a terminal there is one sentence and status 1."""
    async with court_host() as at, at.connect() as connection:
        process = await connection.create_process("api", encoding=None, term_type="xterm")
        said = (await process.stdout.read()).decode()
        await process.wait_closed()
    assert "for programs" in said
    assert said.count("\n") == 1
    assert process.exit_status == 1


async def test_a_program_that_lost_its_line_comes_back_to_its_seat() -> None:
    """With the same key it is greeted with the table where it plays, and asked the same."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with court_host(QUICK) as at, api_client(at, "Bert") as bert:
        async with api_client(at, client_keys=[key]) as ada:
            table = await open_court(ada)
            await bert.ask("join", table=table)
            await ada.ask("start", table=table)
            before = await ada.ask("view", table=table)
        async with api_client(at, client_keys=[key]) as again:
            assert again.hello["home"] == table
            after = await again.ask("view", table=table)
            assert (after["seat"], after["ask"], after["seq"]) == (1, before["ask"], before["seq"])


async def test_a_program_comes_back_after_a_restart() -> None:
    """A table that nobody has looked at since is read, and asks the same question."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    journal = MemoryJournal()
    async with (
        court_host(QUICK, journal=journal) as at,
        api_client(at, client_keys=[key]) as ada,
    ):
        table = await open_court(ada, bots=1)
        await ada.ask("watch", table=table)
        await ada.ask("start", table=table)
        before = (await ada.until(lambda told: "news" in told and told["news"]["ask"]))["news"]
    async with (
        court_host(QUICK, journal=journal) as at,
        api_client(at, client_keys=[key]) as ada,
    ):
        assert ada.hello["home"] == table
        after = await ada.ask("view", table=table)
        assert (after["ask"], after["view"]) == (before["ask"], before["view"])
        await ada.ask("move", table=table, move="roll")


async def test_two_sessions_of_a_player_have_one_seat() -> None:
    """What one of them does the other sees."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with (
        court_host(QUICK) as at,
        api_client(at, client_keys=[key]) as one,
        api_client(at, client_keys=[key]) as two,
    ):
        table = await open_court(one, bots=1)
        await two.ask("watch", table=table)
        await one.ask("start", table=table)
        news = (await two.until(lambda told: "news" in told and told["news"]["ask"]))["news"]
        await one.ask("move", table=table, move="roll")
        after = await two.until(lambda told: "news" in told and told["news"]["seq"] == news["seq"] + 1)
        assert after["news"]["seat"] == 1
        await two.ask(
            "move", table=table, move=f"keep {after['news']['view']['position']['turn']['active'][0]}"
        )


async def test_a_fault_ends_nothing(caplog: pytest.LogCaptureFixture) -> None:
    """What breaks at one request is logged and told; the next is answered, others notice nothing."""
    async with court_host() as at, api_client(at) as ada, api_client(at, "Bert") as bert:
        with mock.patch("tui.actions.tables.listed", side_effect=ZeroDivisionError):
            ada.send(id="x", do="list")
            answer = await ada.answer("x")
        assert set(answer) == {"id", "fault"}
        assert answer["fault"]["text"].endswith(".")
        assert re.fullmatch(r"connection=\d+ session=1 request=1", answer["fault"]["log"])
        await ada.ask("list")
        await bert.ask("list")
    assert "ZeroDivisionError" in caplog.text


async def test_a_session_that_breaks_ends_alone(caplog: pytest.LogCaptureFixture) -> None:
    """Beyond its requests a fault ends the session: one line, status 1, and the seat stays."""
    async with court_host(QUICK) as at, api_client(at) as ada, api_client(at, "Bert") as bert:
        table = await open_court(ada)
        await ada.ask("watch", table=table)
        await bert.ask("join", table=table)
        with mock.patch("tui.actions.answers.news", side_effect=ZeroDivisionError):
            await ada.ask("start", table=table)
            told, status = await ada.rest()
        assert set(told[-1]) == {"fault"}
        assert status == 1
        assert (await bert.ask("view", table=table))["info"]["seats"][0]["name"] == "Ada"
    assert "ZeroDivisionError" in caplog.text


async def test_a_greeting_that_fails_is_told(caplog: pytest.LogCaptureFixture) -> None:
    """Even the first line can break: there is one all the same."""
    with mock.patch.object(HostPort, "home", side_effect=ZeroDivisionError):
        async with court_host() as at, at.connect() as connection:
            process = await connection.create_process("api", encoding=None)
            assert b'"fault"' in await process.stdout.read()
            await process.wait_closed()
    assert process.exit_status == 1
    assert "ZeroDivisionError" in caplog.text


async def test_the_host_says_goodbye() -> None:
    """When the host ends, a program gets one line and status 0."""
    async with court_host() as at:
        async with api_client(at) as ada:
            closing = asyncio.ensure_future(at.ssh.close())
            told, status = await ada.rest()
        await closing
    assert told == [{"goodbye": {"reason": "shutdown", "text": mock.ANY}}]
    assert status == 0


async def test_a_program_is_told_that_it_is_moved() -> None:
    """With the reason for programs and the line for people, who has no seat that waits."""
    async with court_host(public=Address("play.example.org", 2222)) as at, api_client(at) as ada:
        (session,) = at.ssh.sessions
        session.say_goodbye("moved")
        told, status = await ada.rest()
    text = "Moved: type  ssh -p 2222 play.example.org  again."
    assert told == [{"goodbye": {"reason": "moved", "text": text}}]
    assert status == 0


async def test_nothing_of_a_program_remains() -> None:
    """After its end neither session nor port nor what it looked at is held by anybody."""
    gone: list[weakref.ref[Any]] = []
    async with court_host(QUICK) as at:
        for _ in range(3):
            async with api_client(at) as ada:
                table = await open_court(ada)
                await ada.ask("watch", table=table)
                await ada.ask("list", follow=True)
                (session,) = at.ssh._sessions
                found = session._program
                assert found is not None
                gone += [weakref.ref(thing) for thing in (session, found, found._port, found._feeds)]
                del session, found
                ada.bye()
                await ada.rest()
        await at.until(lambda: not at.ssh._connections)
        gc.collect()
        assert [thing() for thing in gone if thing() is not None] == []


async def test_a_slow_reader_gets_the_newest_picture() -> None:
    """What was overtaken while it did not read is never sent, but what happened in the meantime is."""
    async with running_host(QUICK) as at, api_client(at) as ada, at.connect(username="Bert") as line:
        table = (await ada.ask("open", game="toy", seats=2, options={"goal": 1000}))["table"]
        await ada.ask("bot", table=table, bot="first")
        process = await line.create_process("api", encoding=None, window=3000, max_pktsize=1000)
        bert = ApiClient(process)
        await bert.read()
        await bert.ask("watch", table=table)
        process.channel.pause_reading()
        await ada.ask("watch", table=table)
        await ada.ask("start", table=table)
        while (view := await ada.ask("view", table=table))["seq"] < 60:
            if not view["ask"]:
                await ada.until(lambda told: "news" in told and told["news"]["ask"])
            await ada.ask("move", table=table, move="roll")
            assert all(session._line.backlog() < 3000 for session in at.ssh._sessions)
        process.channel.resume_reading()
        await bert.until(lambda told: told["news"]["seq"] >= 60)
        assert len(bert.news) < 15
        told, prompt = (
            [event for line in one.news if "news" in line for event in line["news"]["events"]]
            for one in (bert, ada)
        )
        assert min(len(told), len(prompt)) > 50
        assert told[: len(prompt)] == prompt[: len(told)]


async def test_who_reads_a_trickle_is_dropped() -> None:
    """A byte now and then does not begin the time anew."""

    class FakeLine:
        """One that has taken a byte more at each look."""

        left = 5000
        given_up = asyncio.Event()

        def write(self, data: bytes) -> None:
            assert data == b"news"

        def backlog(self) -> int:
            self.left -= 1
            return self.left

        def give_up(self) -> None:
            self.given_up.set()

    line: Any = FakeLine()
    writer = TimedWriter(line, lambda: 0.05)
    writer.write(b"news")
    await asyncio.wait_for(line.given_up.wait(), WITHIN)
    assert line.left > 4990


async def test_who_reads_nothing_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the host's slow time the line is cut; nobody else waits for it."""
    monkeypatch.setattr("server.sessions.session.GOODBYE_TIMEOUT", 0.05)
    limits = replace(QUICK, slow_time=0.1)
    async with court_host(limits) as at, api_client(at) as ada, at.connect(username="Bert") as line:
        table = await open_court(ada)
        process = await line.create_process("api", encoding=None, window=1000, max_pktsize=500)
        bert = ApiClient(process)
        await bert.read()
        process.channel.pause_reading()
        for _ in range(5):
            bert.send(id=0, do="view", table=table)
        await asyncio.wait_for(line.wait_closed(), WITHIN)
        await at.until(lambda: len(at.ssh._sessions) == 1)
        await ada.ask("view", table=table)
