"""Moves as text, and records: what is written is read again, everything else is refused in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import islice
from pathlib import Path

from hypothesis import strategies as st

from engine.game import AnyGame, Refused
from engine.playthrough import Playthrough
from engine.records.record import BrokenRecord, NotARecord
from engine.records.replay import replay
from engine.registry import GAMES
from server.start.offline.replay import describe_record
from tests.fuzz.target import ODD_TEXT, FuzzTarget, mutated
from tests.fuzz.texts import check_sentence

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*.record"))
TEXTS = [path.read_text("utf-8") for path in RECORDS]
MOST_LEGAL = 40


@cache
def _positions() -> Sequence[Playthrough]:
    """Every position of the records."""
    return tuple(step.applied.playthrough for text in TEXTS for step in replay(text, GAMES))


@cache
def _notations() -> Sequence[str]:
    """Every way to write a move that the records have."""
    return tuple(sorted({step.entry.notation for text in TEXTS for step in replay(text, GAMES)}))


def _notation(case: tuple[int, str]) -> None:
    """Legal moves are read as they are written; any text is a move or refused, and judging it is safe."""
    number, text = case
    playthrough = _positions()[number % len(_positions())]
    game: AnyGame = playthrough.game
    for ask in playthrough.asks[:1]:
        view = playthrough.view(ask.seat)
        for move in islice(game.legal(view), number % 7, MOST_LEGAL, 7):
            assert game.parse(game.notate(move), view) == move
        try:
            move = game.parse(text, view)
        except Refused as refused:
            check_sentence(refused, game.key)
            return
        assert game.parse(game.notate(move), view) == move
        wrong = game.check(view, move)
        if wrong is not None:
            check_sentence(wrong, game.key)


def _records(text: str) -> None:
    """A text is a record as far as it keeps the rules: it is played so far, and no further than it goes."""
    steps, broken = 0, None
    try:
        for step in replay(text, GAMES):
            assert step.applied.playthrough.steps <= steps + 1
            steps += 1
    except (NotARecord, BrokenRecord) as error:
        broken = error.step if isinstance(error, BrokenRecord) else 0
        check_sentence(error.refused)
    assert broken is None or broken >= steps
    assert steps <= text.count("\n") + 1
    try:
        lines = list(describe_record(text))
    except (NotARecord, BrokenRecord):
        return
    assert all(line.isprintable() for line in lines)


PIECE = ODD_TEXT | st.sampled_from(
    [
        "undo",
        "resign",
        "result 1 2",
        "deal",
        "\n",
        " : ",
        "3 1 ",
        "roll",
        "0 deal : 1\n",
        "seats: ",
        "%00",
        "%1b",
        "%ff",
        ",",
    ]
)
TARGETS = [
    FuzzTarget(
        "notation",
        st.deferred(lambda: st.tuples(st.integers(0, len(_positions())), mutated(_notations(), PIECE))),
        _notation,
    ),
    FuzzTarget(
        "records", mutated(TEXTS, PIECE | st.deferred(lambda: st.sampled_from(_notations()))), _records
    ),
]
