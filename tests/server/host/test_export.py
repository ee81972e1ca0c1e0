"""Everything that a host knows of a player is told to them: no table and no column is forgotten."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from typing import NamedTuple

import pytest

from engine.registry import GAMES
from server.host.requests.export import PARTS
from server.identity.accounts import Player
from server.results import rated_games
from server.results.trophies import TrophyRow
from server.store.database.migrations import MIGRATIONS, schema
from server.store.database.postgres_schema import POSTGRES_NODES_SCHEMA
from tests.server.simulation import ADA, BERT, CY, Simulation
from tui.host.cups import CupWish

DERIVED = "follows from what is told"
OPENS = "opens the account, or somebody else's"
OF_TABLES = "of tables, which records tell"
OF_THE_HOST = "of the host alone"
OF_CLUBS = "of a club, whose members are shown it"


class Known(NamedTuple):
    """The parts that tell what a table has of a player, and its columns; why other columns are not told."""

    parts: str
    columns: str
    withheld: Mapping[str, str] = {}


TABLES = {
    "trophies": Known("trophies", "account trophy table_id seat ended"),
    "clubs": Known("clubs", "name", {"id look founded officerless": OF_CLUBS}),
    "members": Known("clubs", "club account since role until"),
    "club_invitations": Known("clubs", "club account until", {"code": OPENS}),
    "club_notes": Known("clubs", "author text", {"club number at": OF_CLUBS}),
    "club_events": Known("clubs", "author body", {"club number starts told cup": OF_CLUBS}),
    "tables": Known("tables tables_joined", "id name game owner opened ended", {
        "rules_version seats options seed commitment private code": OF_TABLES,
        "clock rematch_of length starts matching": OF_TABLES,
    }),
    "entries": Known("tables_joined", "table_id kind who", {
        "seq time seat by ask name move draws note crc": OF_TABLES,
    }),
    "results": Known("games", "player table_id ended"),
    "accounts": Known("account", "id name created provisional", {"skeleton": DERIVED}),
    "looks": Known("account", "account", {"look": DERIVED}),
    "former_names": Known("former_names", "account name until", {"look": DERIVED}),
    "gone_names": Known("", "", {"look until": "hashes, of accounts that are gone"}),
    "keys": Known("keys", "fingerprint account added"),
    "bans": Known("ban", "what name since until reason", {"address": "of networks, not of accounts"}),
    "settings": Known("settings", "account setting value"),
    "ignored": Known("ignored", "account name", {"other": DERIVED}),
    "outages": Known("", "", {"began ended": OF_THE_HOST}),
    "life": Known("", "", {"sign": OF_THE_HOST}),
    "host_keys": Known("", "", {"fingerprint since": OF_THE_HOST}),
    "dice_counts": Known("", "", {"what number": OF_THE_HOST}),
    "missed_reveals": Known("missed_reveals", "player number", {"name": DERIVED}),
    "signatures": Known("signatures", "table_id player seat base64", {"number": "orders what is told"}),
    "game_results": Known("games", "table_id game ended ending", {"kind private started": OF_TABLES}),
    "seat_results": Known("games", "table_id seat who name place points fate game ended", {
        "holder kind private seats program": OF_TABLES,
    }),
    "filled": Known("", "", {"what upto": OF_THE_HOST}),
    "notice_recipients": Known("notices", "account service recipient language", {"code until": OPENS}),
    "further_recipients": Known("notices", "account service recipient language"),
    "waiting_notices": Known("notices", "account event body", {"table_id ask due": "when it is told, once"}),
    "pending_recipients": Known("notices", "account service recipient language", {"code until": OPENS}),
    "notices": Known("notices", "account table_id at", {"ask": OF_TABLES}),
    "notice_codes": Known("", "", {"code": OPENS, "place at stopped": "a hash, of no player"}),
    "follows": Known("follows followers", "account other", {"since": "orders what is told"}),
    "notes": Known("messages messages_sent", "to kind sent sender name table text", {"id place": DERIVED}),
    "rated_seats": Known("rating_changes", "table_id game ended who kind old_mu old_sigma mu sigma games", {
        "met since counted": "what ratings tell",
        "seat rank": OF_TABLES,
    }),
    "ratings": Known("ratings", "game who kind mu sigma games last met since"),
    "reports": Known("reports_made reports_about quoted_in_reports decisions", "time body", {
        "id thing open": DERIVED,
    }),
    "letters": Known("letters", "id player kind time until body", {"unread": "false, once they are told"}),
    "moderators": Known("account", "account", {"since": "in the audit log"}),
    "audit": Known("audit", "time body", {"id": DERIVED}),
    "recovery_codes": Known("recovery_code", "account made", {"salt hash": OPENS}),
    "deals": Known("", "", {"id body steward": OF_TABLES}),
    "deal_tables": Known("deals", "deal who table_id", {
        "number": "orders what is told", "place": "a hash until midnight", "second": "on the board",
    }),
    "cups": Known("", "", {"id ended": OF_TABLES}),
    "cup_entries": Known("cups", "cup who", {"number body": OF_TABLES}),
    "analyses": Known("", "", {"table_id version body": OF_TABLES}),
}  # fmt: skip
PASSING = {
    "nodes", "node_sessions", "talk", "node_audiences", "name_claims", "key_offers", "known_tables",
    "action_windows", "signals", "shares", "host_key",
}  # fmt: skip
"""What nodes on PostgreSQL share while they run; `talk` is in the part of this name."""


def test_every_column_of_the_database_is_told_or_says_why_not() -> None:
    """Who adds one says here in which part it is told."""
    with closing(sqlite3.connect(":memory:")) as fresh:
        fresh.executescript(schema())
        tables = [name for (name,) in fresh.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        columns = {
            table: {name for (name,) in fresh.execute("SELECT name FROM pragma_table_info(?)", (table,))}
            for table in tables
        }
    named = {table: set(" ".join((told.columns, *told.withheld)).split()) for table, told in TABLES.items()}
    assert columns == named
    assert {part for told in TABLES.values() for part in told.parts.split()} | {"talk"} == set(PARTS)


def test_what_nodes_share_is_nothing_that_stays() -> None:
    """A table of the nodes' schema that is to be told belongs to the stores, and here."""
    named = set(
        re.findall(r"CREATE (?:UNLOGGED )?TABLE (\w+)", POSTGRES_NODES_SCHEMA + MIGRATIONS[14].postgres)
    )
    assert named == PASSING


async def test_the_export_has_something_to_say_in_every_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a player who has done everything that leaves a trace; and nothing of that of somebody else."""
    monkeypatch.setattr(rated_games, "ENOUGH_MOVES", 0)
    stage = Simulation(games=GAMES)
    await stage.host.open()
    for player in (ADA, BERT, CY):
        await stage.accounts.add(Player(player.id, player.name), f"SHA256:{player.id}", 1.0)
    await stage.host.moderation.set_moderator(ADA, True)
    await stage.host.moderation.store.note(stage.host.moderation.entry("moderator", ADA, ""))
    ada, bert, cy = (stage.enter(player)[0] for player in (ADA, BERT, CY))
    await ada.follow("Bert", True)
    await bert.follow("Ada", True)
    await cy.ignore("Ada", True)
    await ada.ignore("Cyril", True)
    await ada.tell("Bert", "hello")
    await bert.tell("Ada", "good evening")
    await ada.say(None, "I am here")
    await ada.set("lang", "de")
    await ada.rename("Adele")
    await ada.rename("Ada")
    await ada.new_recovery_code()
    table = await ada.open_table("court", 2, {"rated": "on"}, clock="60m")
    await bert.join(table)
    await ada.start(table)
    await bert.concede(table)
    await ada.open_table("court", 2, {})
    await ada.open_cup(CupWish(game="court", starts="+1h"))
    await bert.report("Ada", "too good")
    await ada.report("Bert", "gave up")
    await cy.report("Bert", "a program", "cheating")
    (case,) = (one for one in await ada.reports() if one.kind == "cheating")
    await ada.judge(case.id, "warn", "play on")
    await stage.stores.trophies.write("t1", [TrophyRow("ada", "trap", "t1", 1, 1.0)])
    found = await ada.export()
    untold = {"ban", "signatures", "missed_reveals", "deals", "letters", "reports_about"}
    assert {name for name, part in found.items() if not part} == untold
    assert found["quoted_in_reports"][0]["text"] == "I am here"
    assert [one["text"] for one in found["messages_sent"] if one["kind"] == "told"] == ["hello"]
    assert [one["table"] for one in found["rating_changes"]] == [table]
    assert next(one["table"] for one in found["tables_joined"]) == table
    assert found["decisions"][0]["about"] == "Bert"
    assert {(one["what"], one["by_you"]) for one in found["audit"]} == {("moderator", False), ("warn", True)}
    assert "Cyril" not in str(found["followers"])
    await stage.host.close()
