"""The option chance=duplicate: draws by seat, round and throw, also in records and after failed writes."""

from engine.chance import DrawPlace, KeyedChance, table_key
from engine.records.header import read_header
from engine.records.replay import replay
from server.store.journal.journal import NotSaved
from tests.server.simulation import ADA, BERT, Simulation, play, refusal
from tests.server.toy import GAMES, Roll


async def seated(stage):
    (ada, _), (bert, _) = stage.enter(ADA), stage.enter(BERT)
    table = await ada.open_table("toy", 2, {"goal": "99", "chance": "duplicate"})
    await bert.join(table)
    return table, ada, bert


async def test_the_record_says_it_and_is_checked_with_it():
    stage = Simulation()
    table, ada, bert = await seated(stage)
    await ada.add_to_dice(table, "kiwi")
    await ada.start(table)
    release = ada.follow_table(table, lambda _: None)
    while stage.lobby.table(table).state.stage == "running":
        await play(stage, table, ada, bert)
    release()
    text = await ada.record(table)
    assert read_header(text).options["chance"] == "duplicate"
    assert read_header(text).deal is None
    assert len(list(replay(text, GAMES))) > 20


async def test_a_seats_throw_is_that_of_its_place():
    """What a failed write drew is drawn again."""
    stage = Simulation()
    table, ada, bert = await seated(stage)
    opening = stage.lobby.table(table).opening
    await ada.start(table)
    (ask,) = stage.lobby.table(table).state.asks
    append, stage.journal.append = stage.journal.append, failing
    assert (await refusal((ada, bert)[ask.seat - 1].submit(table, ask.id, Roll()))).code == "not-saved"
    stage.journal.append = append
    await play(stage, table, ada, bert)
    throw = (await stage.journal.read(table))[-1].draws
    key = table_key(opening.seed, table, opening.rules_version)
    assert throw == (str(KeyedChance(key, DrawPlace(ask.seat, 1, 1)).dice(1)[0]),)


async def failing(*_):
    raise NotSaved("disk full")


async def test_another_chance_is_refused():
    ada, _ = Simulation().enter(ADA)
    why = await refusal(ada.open_table("toy", 2, {"chance": "mine"}))
    assert (why.code, why.params) == (
        "option-not-possible",
        {"option": "chance", "value": "mine", "accepted": "usual, duplicate"},
    )
