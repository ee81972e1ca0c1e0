"""Whole games through the public contract: golden records and their document, undo, time running out."""

import re
from pathlib import Path

import pytest

from engine.chance import NoChance
from engine.game import Refused, Setup
from engine.laurin.game import GAME
from engine.laurin.model.cards import MAGIC
from engine.laurin.model.state import Options
from engine.laurin.notation import FORMS
from engine.playthrough import UNDO, answer_open_ask, start
from engine.records.reading import read
from engine.records.replay import replay
from engine.registry import GAMES
from tests.engine.seeded_chance import luck

ROOT = Path(__file__).parent.parent.parent.parent
GOLDEN = {
    path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "tests/records").glob("laurin-*.record")
}
DOCUMENT = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
LAURIN = re.split(r"\n##? ", DOCUMENT.split("## laurin")[1])[0]


def test_there_are_golden_records_of_every_magic_card_and_number_of_seats():
    """Every card is bought and played in the one written by hand."""
    notations = [one.notation for one in read(GOLDEN["laurin-magic"]).steps]
    for card in MAGIC:
        assert any(re.match(f"buy {card} ", notation) for notation in notations), card
        assert any(re.match(rf"{card}\b", notation) for notation in notations), card
    assert {len(read(text).header.seats) for text in GOLDEN.values()} == set(GAME.seats)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("laurin-magic", ((4, 7), (7, 5, 8), 3)), ("laurin-one-round", ((6, 1), (0, 0, 6), 1))],
)
def test_golden_records_lead_where_they_say(name, expected):
    """Places and points, the King and what he scored."""
    position = list(replay(GOLDEN[name], GAMES))[-1].applied.playthrough.state.position
    assert (position.king, position.scores, position.round) == expected


def test_every_notation_is_documented():
    """With the very example that refusals show."""
    for form in FORMS.values():
        assert f"`{form}`" in LAURIN, form


def test_the_kings_move_in_the_document_is_the_golden_one():
    """Line by line."""
    [steps] = re.findall(r"```\n(.*?)```", LAURIN, re.DOTALL)
    assert len(steps.splitlines()) == 5
    assert all(f"\n{line}\n" in GOLDEN["laurin-magic"] for line in steps.splitlines())


def course_at(question: str, seed: int = 0):
    """A game of chance up to the first question of this kind."""
    chance = luck(seed)
    playthrough = start(GAME, Setup(3, Options()), chance).playthrough
    while playthrough.asks[0].kind != question:
        ask = playthrough.asks[0]
        moves = list(GAME.legal(playthrough.view(ask.seat)))
        playthrough = answer_open_ask(
            playthrough, ask.seat, moves[-1] if ask.kind == "place" else chance.pick(moves[:50]), chance
        ).playthrough
    return playthrough


def test_own_steps_are_taken_back_until_somebody_else_is_asked():
    """Dwarfs placed one by one, and then being done."""
    playthrough = course_at("place")
    seat = playthrough.asks[0].seat
    before = playthrough.state
    for _ in range(2):
        small = [
            move for move in GAME.legal(playthrough.view(seat)) if GAME.notate(move).startswith("place 1/1")
        ]
        playthrough = answer_open_ask(playthrough, seat, small[0], NoChance()).playthrough
    for _ in range(2):
        playthrough = answer_open_ask(playthrough, seat, UNDO, NoChance()).playthrough
    assert playthrough.state == before
    playthrough = answer_open_ask(
        playthrough, seat, GAME.parse("done", playthrough.view(seat)), NoChance()
    ).playthrough
    assert not playthrough.can_undo(seat)


def test_a_bid_is_not_taken_back_once_the_next_seat_is_asked():
    """It would know how many cards there are against it."""
    playthrough = course_at("bid")
    seat = playthrough.asks[0].seat
    after = answer_open_ask(
        playthrough, seat, list(GAME.legal(playthrough.view(seat)))[1], NoChance()
    ).playthrough
    with pytest.raises(Refused, match="nothing-to-undo"):
        answer_open_ask(after, seat, UNDO, NoChance())


@pytest.mark.parametrize("seats", GAME.seats)
def test_games_go_on_when_time_runs_out(seats):
    """Nobody's absence stops a round, whatever is asked."""
    chance = luck(seats)
    playthrough = start(GAME, Setup(seats, Options(rounds=3)), chance).playthrough
    kinds = set()
    while not playthrough.over:
        ask = playthrough.asks[-1]
        kinds.add(ask.kind)
        playthrough = answer_open_ask(playthrough, ask.seat, ask.timeout_move, chance).playthrough
    assert {"buy", "give", "place", "bid", "king-free"} <= kinds
    assert GAME.round(playthrough.state) == 3
