"""The host's games can be replayed: whole after their end, before it what the asker may know."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from engine.game import Refused
from engine.records.header import read_header
from engine.records.reading import read
from engine.records.replay import replay
from engine.registry import GAMES as REAL
from server.identity.accounts import Player
from server.identity.recovery import StoredKey
from server.log import fair_dice
from server.log.entries import Entry, Outcome, outcome_of, without_player
from server.log.records import UNTIL_THE_END
from server.log.records import finished as finished_record
from server.start.main import main
from server.store.accounts import AccountStore
from server.store.sqlite.memory import MemorySql
from server.table.named_keys import with_keys
from tests.server import toy
from tests.server.simulation import ADA, BERT, CY, Simulation, finished, play, refusal, settled, started
from tests.server.toy import GAMES, Think


async def test_a_finished_record_tells_everything() -> None:
    """Rules, table, commitment, seed, date and places; everybody may read it, also long after."""
    stage = Simulation()
    ada, bert = stage.port(ADA), stage.port(BERT)
    table = await finished(stage, ada, bert)
    stage = await stage.restarted()
    text = await stage.port(CY).record(table)
    record, opening = read(text), await stage.journal.find(table)
    header = record.header
    assert (header.game, header.seats, header.options) == ("toy", ("Ada", "Bert"), {"goal": "1"})
    assert (header.rules, header.table, header.date) == (1, table, "1970-01-01")
    assert (header.commitment, header.seed) == (opening.commitment, opening.seed.hex())
    assert sorted(record.result or ()) == [1, 2]
    assert len(list(replay(text, GAMES))) == 2


class Extended(Struct, frozen=True, forbid_unknown_fields=True):
    """Toy's options, with one that was added later."""

    goal: int = 6
    lantern: int = 0


class ExtendedToy(toy.Toy):
    Options: Any = Extended


@pytest.mark.parametrize(
    ("stored", "named"), [({"goal": 6}, "options goal=6\n"), ({"goal": 1}, "options goal=1\n"), ({}, "")]
)
async def test_a_record_names_the_options_that_its_opening_names(stored: dict[str, int], named: str) -> None:
    """Its players signed it: the text stays, whatever options the game gets. Openings of earlier versions
    name all options, and those of this one only what differs.
    """
    stage = Simulation()
    table = await finished(stage, stage.port(ADA), stage.port(BERT))
    opening, log = await stage.journal.find(table), await stage.journal.read(table)
    before = replace(opening, options=stored)
    text = finished_record(GAMES["toy"], before, log, outcome_of(log[-1]))
    assert text.startswith(f"crownhouse record 2\ngame toy\n{named}seats Ada, Bert\n")
    assert finished_record(ExtendedToy(), before, log, outcome_of(log[-1])) == text


async def test_a_finished_record_names_the_keys_that_its_players_had_at_the_end() -> None:
    """Several of one account; none of a guest. A key that comes later changes nothing."""
    stage = Simulation()
    (ada, _), (bert, _) = await stage.come("SHA256:ada", "Ada"), stage.enter(BERT)
    accounts = stage.host.dependencies.stores.accounts
    await accounts.add(Player("", "Other"), "SHA256:phone", 0.0)
    account = (await accounts.by_key("SHA256:ada") or ADA).id
    await accounts.move_key("SHA256:phone", account, 0.0)
    table = await finished(stage, ada, bert)
    await accounts.add(Player("new", "Newer"), "SHA256:late", 0.0)
    await accounts.move_key("SHA256:late", account, 0.0)
    (named,) = read(await bert.record(table)).header.keys.items()
    assert (named[0], set(named[1])) == (1, {"SHA256:ada", "SHA256:phone"})


async def test_a_game_that_ended_before_keys_were_noted_has_a_record_of_the_first_version() -> None:
    """Its text stays as its players signed it. So has one to whose dice a seat added after voiding a deal."""
    stage = Simulation()
    table = await finished(stage, stage.port(ADA), stage.port(BERT))
    opening, log = await stage.journal.find(table), await stage.journal.read(table)
    outcome = outcome_of(log[-1])
    assert outcome.keys == ((), ())
    game = GAMES["toy"]
    assert finished_record(game, opening, log, outcome).startswith("crownhouse record 2\n")
    assert finished_record(game, opening, log, replace(outcome, keys=())).startswith("crownhouse record 1\n")
    added = fair_dice.contributed(2, "kiwi")
    void = Entry(kind="void", seat=2)
    early = finished_record(game, opening, (Entry(kind="lock"), void, added, *log), outcome)
    assert (read(early).header.version, read(early).header.added) == (1, {2: "kiwi"})


async def test_who_is_forgotten_leaves_no_key_in_a_record() -> None:
    outcome = Outcome("played", ("Ada", "Bert"), (1, 2), ("ada", "bert"), keys=(("SHA256:a",), ("SHA256:b",)))
    assert without_player(outcome, "ada").keys == ((), ("SHA256:b",))
    assert without_player(replace(outcome, keys=()), "ada").keys == ()


async def test_a_game_ends_also_if_keys_cannot_be_read(caplog: pytest.LogCaptureFixture) -> None:
    """Then its record has no keys."""

    class Unread(AccountStore):
        async def keys(self, account: str) -> Sequence[StoredKey]:
            raise OSError(account)

    end = Entry(kind="end", note=msgspec.json.encode(Outcome("played", ("Ada",), (1,), ("ada",))).decode())
    assert await with_keys((end,), Unread(MemorySql())) == (end,)
    assert [record.message for record in caplog.records] == ["the keys of players could not be read"]


async def test_a_running_game_without_secrets_is_told_so_far() -> None:
    """But never the seed."""
    stage = Simulation()
    ada, bert = stage.port(ADA), stage.port(BERT)
    table = await started(stage, ada, bert)
    for _ in range(3):
        await play(stage, table, ada, bert)
    for name in (table, stage.lobby.table(table).opening.name.lower()):
        record = read(await stage.port(CY).record(name))
        assert (record.header.seed, record.result, len(record.steps)) == (None, None, 4)
        assert record.header.commitment


async def test_steps_that_the_clock_made_are_marked() -> None:
    """By a line that a replay does not read, in the midst of a game and after it."""
    stage = Simulation()
    ada, bert = stage.port(ADA), stage.port(BERT)
    table = await started(stage, ada, bert, goal=2, clock="1m")
    await play(stage, table, ada, bert)
    await stage.time.pass_by(60)
    running = await stage.port(CY).record(table)
    await stage.time.pass_by(600)
    for text in (running, await stage.port(CY).record(table)):
        lines = text.splitlines()
        marked = [
            lines[number + 1].split()[0] for number, line in enumerate(lines) if line == "# time was up"
        ]
        assert marked == [str(number) for number in range(2, len(read(text).steps))]
        assert list(replay(text, GAMES))


async def test_of_a_running_game_with_secrets_one_knows_the_own_moves() -> None:
    """In comments behind the head, without draws; watchers read the head alone. Why is said."""
    games = {"toy": toy.SecretToy()}
    stage = Simulation(games=games)
    ada, bert = stage.port(ADA), stage.port(BERT)
    table = await started(stage, ada, bert)
    await play(stage, table, ada, bert, move=Think())
    for _ in range(3):
        await play(stage, table, ada, bert)
    texts = {player.id: await stage.port(player).record(table) for player in (ADA, BERT, CY)}
    told = {
        player: [line for line in text.splitlines() if line.startswith("#")] for player, text in texts.items()
    }
    assert [lines.pop(0) for lines in told.values()] == [f"# {UNTIL_THE_END}"] * 3
    assert sum(len(lines) for lines in told.values()) == 4
    assert told["cy"] == []
    for player, text in texts.items():
        assert list(replay(text, games)) == [], player
        assert ":" not in text.replace(UNTIL_THE_END, "")


async def ended(stage: Simulation, how: str) -> str:
    """A game of court that ended in some way; its table's id."""
    ada, bert = stage.port(ADA), stage.port(BERT)
    table = await ada.open_table("court", 3, {"rounds": "2"})
    await bert.sit(table)
    await ada.add_bot(table)
    await ada.start(table)
    state = stage.lobby.table(table)
    if how == "by agreement":
        await ada.abandon(table)
        await bert.abandon(table)
    elif how == "by the last player's concession":
        await ada.concede(table)
        await bert.concede(table)
    elif how == "with one concession":
        await ada.concede(table)
    await settled()
    while state.state.stage == "running":
        asks = [ask for ask in state.state.asks if not state.state.holders[ask.seat - 1].by_bot]
        for ask in asks:
            await (ada, bert)[ask.seat - 1].submit(table, ask.id, ask.timeout_move)
        await settled()
    return table


@pytest.mark.parametrize(
    "how", ["by the rules", "by agreement", "with one concession", "by the last player's concession"]
)
async def test_records_verify(how: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`crownhouse replay` finds every draw in the seed and the places right, however a game ended."""
    stage = Simulation(games=REAL)
    table = await ended(stage, how)
    text = await stage.port(CY).record(table)
    file = tmp_path / "game"
    file.write_text(text, encoding="utf-8")
    assert main(["replay", str(file)]) == 0
    told = capsys.readouterr().out
    assert ("Standings" in told) == (read(text).result is not None) == (how != "by agreement")
    assert read_header(text).seed
    file.write_text(text.replace(": ", ": 9 ", 1), encoding="utf-8")
    assert main(["replay", str(file)]) == 1


@pytest.mark.parametrize("name", ["nowhere", "PLUM-999", "", "x" * 500])
async def test_there_is_no_record_of_what_is_not_there(name: str) -> None:
    """Unknown names and ids are refused."""
    assert (await refusal(Simulation().port(ADA).record(name))).code == "no-table"


async def test_records_of_tables_that_never_began_are_refused() -> None:
    """Before the start there is nothing to tell, and after an end without a start nothing is left."""
    stage = Simulation()
    ada = stage.port(ADA)
    table = await ada.open_table("toy", 2, {})
    assert (await refusal(ada.record(table))).code == "table-open"
    await ada.leave(table)
    assert (await refusal(ada.record(table))).code == "no-table"


async def test_records_of_private_games_are_for_who_knows_their_id() -> None:
    """A guest who played there comes again as somebody else; by the table's name, only from the own list."""
    stage = Simulation()
    ada, bert = await stage.come("SHA256:ada", "Ada"), await stage.come("SHA256:bert", "Bert")
    table = await finished(stage, ada[0], bert[0], private=True)
    name = (await stage.journal.find(table)).name
    assert (await refusal(stage.port(CY).record(name))).code == "no-table"
    assert await stage.port(CY).record(table) == await bert[0].record(table) == await ada[0].record(name)


async def test_a_record_by_rules_that_are_gone_is_refused() -> None:
    """Its moves cannot be read any more."""
    stage = Simulation()
    table = await finished(stage, stage.port(ADA), stage.port(BERT))
    newer = {"toy": type("Newer", (toy.Toy,), {"rules_version": 2})()}
    stage = await stage.restarted(games=newer)
    assert await refusal(stage.port(ADA).record(table)) == Refused(
        "rules-not-here", {"rules": 1, "present": 2}
    )
