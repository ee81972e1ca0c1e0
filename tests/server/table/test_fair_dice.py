"""What seats add to the dice: committed before, revealed at the start, voided where a seat does not."""

from hashlib import sha256
from typing import Any

import pytest

from engine.chance import FairChance, commitment, next_seed, table_key
from engine.game import Setup
from engine.playthrough import start
from engine.records.header import read_header
from server.host.port import HostPort
from server.log.entries import Entry
from server.store.journal.journal import NotSaved
from tests.server.simulation import ADA, BERT, CY, ReceivedSnapshots, Simulation, play, refusal
from tests.server.toy import GAMES

NONCE = "5f3a" * 16


def hash_of(text: str) -> str:
    return sha256(text.encode()).hexdigest()


async def seated(stage: Simulation, **wish: Any) -> tuple[str, HostPort, HostPort]:
    """A table of two that has not begun."""
    (ada, _), (bert, _) = stage.enter(ADA), stage.enter(BERT)
    table = await ada.open_table("toy", 2, {"goal": "1"}, **wish)
    await bert.join(table)
    return table, ada, bert


def shown(port: HostPort, table: str) -> Any:
    """What a player sees of the dice now."""
    pictures: list[Any] = []
    port.follow_table(table, pictures.append)()
    return pictures[-1].dice


def stage_of(stage: Simulation, table: str) -> str:
    return stage.lobby.table(table).state.stage


async def test_everybody_sees_the_commitment_before_the_deal_and_the_same_afterwards():
    stage = Simulation()
    table, ada, bert = await seated(stage)
    seen = shown(stage.enter(CY)[0], table)
    opening = stage.lobby.table(table).opening
    assert seen.commitment == commitment(opening.seed, table) == shown(ada, table).commitment
    await ada.start(table)
    assert shown(bert, table).commitment == seen.commitment


async def test_a_text_is_a_hash_until_the_game_is_dealt_from_it():
    stage = Simulation()
    table, ada, bert = await seated(stage)
    await ada.add_to_dice(table, " kiwi boat ")
    (added,) = shown(bert, table).added
    assert (added.seat, added.hash, added.text) == (1, hash_of("kiwi boat"), "")
    assert shown(ada, table).added == shown(bert, table).added
    await ada.start(table)
    assert shown(bert, table).added[0].text == "kiwi boat"
    opening = stage.lobby.table(table).opening
    key = table_key(opening.seed, table, opening.rules_version, {1: "kiwi boat"})
    dealt = start(GAMES["toy"], Setup(2, GAMES["toy"].Options(goal=1)), FairChance(key))
    assert (await stage.journal.read(table))[-1].draws == dealt.draws != ()


async def test_the_record_of_the_ended_game_says_what_was_added():
    stage = Simulation()
    table, ada, bert = await seated(stage)
    await bert.add_to_dice(table, "plum, pear")
    await ada.start(table)
    assert "seed" not in await ada.record(table)
    await play(stage, table, ada, bert)
    header = read_header(await ada.record(table))
    assert header.added == {2: "plum, pear"}
    assert header.seed == (await stage.journal.find(table)).seed.hex()


async def test_a_committed_text_is_revealed_after_the_start_was_asked_for_and_the_last_one_deals():
    stage = Simulation()
    table, ada, bert = await seated(stage)
    await ada.add_to_dice(table, "kiwi")
    await bert.commit_to_dice(table, hash_of(NONCE).upper())
    assert (await refusal(bert.add_to_dice(table, NONCE))).code == "reveal-early"
    await ada.start(table)
    seen = shown(ada, table)
    assert stage_of(stage, table) == "open"
    assert (seen.awaited, seen.reveal_by) == ((2,), stage.time.now + 60)
    assert [one.text for one in seen.added] == ["kiwi", ""]
    assert (await refusal(bert.add_to_dice(table, "other"))).code == "reveal-differs"
    await bert.add_to_dice(table, NONCE)
    assert stage_of(stage, table) == "running"
    seen = shown(ada, table)
    assert (seen.awaited, seen.reveal_by, [one.text for one in seen.added]) == ((), None, ["kiwi", NONCE])


@pytest.mark.parametrize("restart", [False, True])
async def test_a_text_that_is_not_revealed_in_time_voids_the_deal(restart):
    """The next seed follows from the first; the record tells of it, and a restart changes nothing."""
    stage = Simulation()
    table, ada, bert = await seated(stage)
    await ada.add_to_dice(table, "kiwi")
    await bert.commit_to_dice(table, hash_of(NONCE))
    first = shown(ada, table).commitment
    await ada.start(table)
    await stage.time.pass_by(30)
    if restart:
        stage = await stage.restarted(after=5)
        (ada, _), (bert, _) = stage.enter(ADA), stage.enter(BERT)
    await stage.time.pass_by(59)
    seen, seed = shown(ada, table), stage.lobby.table(table).opening.seed
    assert seen.voided == ((2,),)
    assert seen.added == seen.awaited == ()
    assert seen.commitment == commitment(next_seed(seed), table) != first
    for again in (bert.add_to_dice(table, ""), bert.commit_to_dice(table, hash_of("other"))):
        assert (await refusal(again)).code == "dice-voided"
    await ada.add_to_dice(table, "kiwi")
    await ada.start(table)
    await play(stage, table, ada, bert)
    header = read_header(await ada.record(table))
    assert header.seed == next_seed(seed).hex()
    assert [(deal.seats, deal.commitment, deal.seed) for deal in header.voided] == [((2,), first, seed.hex())]


async def test_who_voids_a_deal_has_no_say_in_the_next_whoever_comes_to_the_seat():
    """So somebody who knows the seed cannot have deals voided until one suits them: once for each seat."""
    stage = Simulation()
    table, ada, bert = await seated(stage)
    await bert.commit_to_dice(table, hash_of(NONCE))
    await ada.start(table)
    await bert.leave(table)
    (cy, _) = stage.enter(CY)
    await cy.sit(table)
    for wish in (cy.add_to_dice(table, "kiwi"), cy.commit_to_dice(table, hash_of(NONCE))):
        assert (await refusal(wish)).code == "dice-voided"
    await ada.commit_to_dice(table, hash_of(NONCE))
    await ada.start(table)
    await ada.add_to_dice(table, NONCE)
    assert stage_of(stage, table) == "running"
    assert len(shown(ada, table).voided) == 1


async def test_who_leaves_while_texts_are_awaited_voids_the_deal_too():
    """Otherwise somebody who knows the others' texts could choose between two deals uncounted."""
    stage = Simulation()
    table, ada, bert = await seated(stage)
    await ada.commit_to_dice(table, hash_of(NONCE))
    await ada.start(table)
    await bert.leave(table)
    seen = shown(ada, table)
    assert (seen.voided, seen.added, seen.reveal_by) == (((2,),), (), None)
    assert [seat.name for seat in stage.lobby.table(table).info("ada").seats] == ["Ada", ""]


async def test_nothing_else_changes_while_texts_are_awaited():
    stage = Simulation()
    table, ada, bert = await seated(stage)
    await ada.commit_to_dice(table, hash_of(NONCE))
    await ada.start(table)
    for wish in (
        ada.start(table), ada.kick(table, 2), ada.add_bot(table), ada.remove_bot(table),
        bert.add_to_dice(table, "late"), bert.commit_to_dice(table, hash_of("late")),
        stage.enter(CY)[0].sit(table),
    ):  # fmt: skip
        assert (await refusal(wish)).code == "reveals-awaited"


async def test_a_seat_that_becomes_free_takes_its_text_along():
    stage = Simulation()
    table, ada, bert = await seated(stage)
    await bert.add_to_dice(table, "plum")
    await bert.leave(table)
    assert shown(ada, table).added == ()
    assert shown(ada, table).voided == ()


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "dice-text"), ("   ", "dice-text"), ("x" * 101, "dice-text"), ("\x1b", "dice-text")],
)
async def test_texts_that_cannot_be_added_are_refused(text, code):
    stage = Simulation()
    table, ada, _ = await seated(stage)
    assert (await refusal(ada.add_to_dice(table, text))).code == code
    assert shown(ada, table).added == ()


@pytest.mark.parametrize("hash_", ["", "kiwi", "0" * 63, "g" * 64])
async def test_what_is_no_hash_is_refused(hash_):
    stage = Simulation()
    table, ada, _ = await seated(stage)
    assert (await refusal(ada.commit_to_dice(table, hash_))).code == "no-hash"


async def test_only_seats_add_to_the_dice_and_only_before_the_start():
    stage = Simulation()
    table, ada, _ = await seated(stage)
    assert (await refusal(stage.enter(CY)[0].add_to_dice(table, "kiwi"))).code == "not-seated"
    await ada.start(table)
    assert (await refusal(ada.add_to_dice(table, "kiwi"))).code == "table-running"
    assert (await refusal(ada.commit_to_dice(table, hash_of("kiwi")))).code == "table-running"


async def test_a_log_that_lacks_its_deal_costs_no_more_than_a_try_now_and_then():
    """Nothing can come of the time-out there: it does not turn round and round."""
    stage = Simulation()
    table, ada, bert = await seated(stage)
    await bert.commit_to_dice(table, hash_of(NONCE))
    await ada.start(table)
    state = stage.lobby.table(table).state
    reveal = Entry(seq=state.seq + 1, kind="reveal", time=stage.time.now, seat=2, by="player", move=NONCE)
    await stage.journal.append(table, state.seq, [reveal])
    pictures = ReceivedSnapshots()
    ada.follow_table(table, pictures.see)
    await stage.time.pass_by(120)
    assert len(pictures) < 30


async def test_a_record_whose_signatures_cannot_be_read_is_refused():
    """As everything else is that the journal cannot tell."""
    stage = Simulation()
    table, ada, bert = await seated(stage)
    await ada.start(table)
    await play(stage, table, ada, bert)

    async def fails(_: str) -> Any:
        raise NotSaved("disk I/O error")

    stage.journal.signatures = fails
    assert (await refusal(ada.record(table))).code == "busy"
