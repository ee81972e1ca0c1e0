"""What every store knows of one account besides its results."""

from __future__ import annotations

from msgspec.structs import replace

from server.log.entries import StoredSignature
from server.store.journal.journal import Journal
from server.store.journal.personal import JoinedTable, PersonalRecords, SignedRecord
from tests.server.journals import entry, opening
from tests.server.store.journal.test_ratings import last, write


async def test_what_is_known_of_an_account(journal: Journal) -> None:
    """Tables that it opened or where it sat, what it signed, its ratings after each game, missed texts; and
    nothing of others, nor of itself once it is forgotten.
    """
    sits = replace(entry(1, "sit"), who="ada", name="Ada")
    await journal.create(replace(opening("a"), owner="ada", opened=1.0))
    await journal.create(replace(opening("b"), owner="bert", opened=2.0), [sits])
    await journal.append("b", 1, [replace(entry(2, "void"), who="ada", name="Ada")])
    await journal.create(replace(opening("c"), owner="bert", opened=3.0))
    await write(journal, [("d", last(("ada", "bert"), (1, 2), (False, False), 50.0))], owner="bert")
    await journal.sign("d", StoredSignature("ada", 1, "AA=="))
    await journal.sign("d", StoredSignature("bert", 2, "BB=="))
    found = await journal.personal("ada")
    ids = [(one.table, one.owner, one.ended) for one in found.tables]
    assert ids == [("a", True, False), ("b", False, False)]
    assert found.tables[0] == JoinedTable("a", opening("a").name, opening("a").game, 1.0, True, False)
    assert found.signatures == (SignedRecord("d", 1, "AA=="),)
    (change,) = found.rating_changes
    (seat, _) = await journal.ratings.changes("d")
    assert (change.table, change.kind, change.ended, change.games) == ("d", "person", 50.0, 1)
    assert (change.old_mu, change.mu, change.sigma) == (seat.before.mu, seat.after.mu, seat.after.sigma)
    assert found.missed_reveals == 1
    assert await journal.personal("nobody") == PersonalRecords()
    await journal.forget("ada")
    assert await journal.personal("ada") == PersonalRecords()
