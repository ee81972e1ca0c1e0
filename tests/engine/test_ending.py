"""Why a game was won and what decided it, in every game: whole games, giving up, undo."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from engine import ending
from engine.court.model.events import EndBegan, Ended, RoundBegan, Stood, TurnBegan
from engine.court.model.state import Result
from engine.court.rules import ending as court
from engine.game import Moment, Standing, Verdict
from engine.intrigue.model.events import Collected, Gained, Removed
from engine.intrigue.rules import ending as intrigue
from engine.laurin.model.events import Dispelled, KingWent, MagicPlayed, Scored
from engine.laurin.model.moves import Counter, Fog
from engine.laurin.phases import ending as laurin
from engine.playthrough import RESIGN, UNDO, Playthrough, answer_open_ask
from engine.registry import GAMES
from tests.engine.contract import NOTHING, walk
from tests.engine.seeded_chance import luck

CODES = {
    "court": (
        {"held", "held-equal", "took", "limit", "limit-cards", "limit-shared"},
        {"dice", "mark", "crowned", "short"},
    ),
    "intrigue": ({"influence", "queue", "shared"}, {"gained", "ambush", "removed"}),
    "laurin": ({"points", "limit", "earlier", "shared"}, {"scored", "countered"}),
}  # fmt: skip


BY_SCORE = ({ending.SCORE}, set[str]())
"""Of a game that says nothing of its own."""


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_a_finished_game_says_why_and_by_what(key: str, seed: int) -> None:
    game = GAMES[key]
    over = walk(game, game.seats[-1], f"end {seed}", [next(iter(game.opponents.bots.values()))], NOTHING).end
    verdicts, moments = CODES.get(key, BY_SCORE)
    assert over.verdict().code in verdicts
    told = over.moments()
    assert bool(moments) <= len(told) <= (ending.TOLD if moments else 0)
    assert [one.round for one in told] == sorted(one.round for one in told)
    seats = range(1, game.seats[-1] + 1)
    assert all(one.code in moments and one.seat in seats and one.other in {None, *seats} for one in told)


@pytest.mark.parametrize("key", GAMES)
def test_who_concedes_is_the_reason(key: str) -> None:
    """If all others concede, and if the best by the rules has conceded."""
    game = GAMES[key]
    course = walk(game, 3, "concede", [next(iter(game.opponents.bots.values()))], NOTHING)
    early = course.steps[2][0]
    for seat in (1, 3):
        early = answer_open_ask(early, seat, RESIGN, luck("none")).playthrough
    assert early.verdict() == Verdict(ending.CONCEDED, (1, 3))
    best = next(one.seat for one in course.end.standings() if one.place == 1)
    assert replace(course.end, resigned=(best,)).verdict() == Verdict(ending.CONCEDED, (best,))


def test_an_undone_moment_is_not_told() -> None:
    """An undo goes back to the moments of the state before."""
    kept = (Moment("dice", 1, 1, 5),)
    before = Playthrough(
        SimpleNamespace(asks=lambda _: ()), SimpleNamespace(seats=3), "after", (), (), 0,
        past=("before",), undoer=1, kept=(*kept, Moment("mark", 1, 1, 9)), kept_before=(kept,),
    )  # fmt: skip
    after = answer_open_ask(before, 1, UNDO, luck("none")).playthrough
    assert (after.state, after.kept, after.kept_before) == ("before", kept, ())


def test_only_the_weightiest_moments_are_kept_and_told() -> None:
    """In the order they came; of equal weight, the later ones."""
    found = tuple(Moment("x", number, 1, number % 4) for number in range(20))
    kept: tuple[Moment, ...] = ()
    for one in found:
        kept = ending.weightiest(kept, (one,))
    assert len(kept) == ending.KEPT
    assert [one.round for one in ending.told(kept)] == [11, 15, 19]


def test_the_score_decides_where_a_game_does_not_say() -> None:
    """With the best score behind it; a shared first place has none."""
    standings = (Standing(2, 1, 9), Standing(1, 2, 7), Standing(3, 3, 1))
    assert ending.by_score(standings) == Verdict(ending.SCORE, (), (9, 7))
    assert ending.by_score((Standing(2, 1, 9), Standing(1, 1, 9))) == Verdict(ending.SCORE, (), (9,))


# Court


def court_state(**fields: Any) -> Any:
    final = {"queen": 1, "king": 1, "mark": Result(1, 7, 3), "results": ()}
    given = {"round": 8, "cards": ((), (), ()), **fields}
    ended = given.pop("final", {})
    return SimpleNamespace(**given, final=None if ended is None else SimpleNamespace(**{**final, **ended}))


def places(*scores: tuple[int, int, int]) -> Sequence[Standing]:
    return tuple(Standing(*one) for one in scores)


def test_court_says_how_the_king_was_held_or_taken() -> None:
    """Nobody beat the mark; an equal result came too late; somebody beat it."""
    found = places((1, 1, 73), (2, 2, 62))
    assert court.verdict(court_state(), found) == Verdict("held", (), (7, 3))
    equal = court_state(final={"results": (Result(2, 7, 3), Result(3, 6, 6))})
    assert court.verdict(equal, found) == Verdict("held-equal", (2,), (7, 3))
    taken = court_state(final={"king": 2, "mark": Result(2, 7, 5)})
    assert court.verdict(taken, found) == Verdict("took", (1,), (7, 5))


def test_court_says_what_decided_at_the_limit_of_rounds() -> None:
    """Dice, then cards, or neither."""
    state = court_state(final=None, cards=(("a",) * 5, ("a",) * 4, ("a",) * 5))
    assert court.verdict(state, places((2, 1, 6), (1, 2, 5))) == Verdict("limit", (), (6, 4))
    assert court.verdict(state, places((1, 1, 6), (2, 2, 6))) == Verdict("limit-cards", (2,), (6, 5))
    assert court.verdict(state, places((1, 1, 6), (3, 1, 6))) == Verdict("limit-shared", (1, 3), (6, 5))


def test_court_tells_the_first_with_many_dice_the_mark_and_the_final_round() -> None:
    """Six dice are told once; rounds are those of the events."""
    before = court_state(final=None)
    dice = court.moments(before, (RoundBegan(9, 1), TurnBegan(2, 6)), ())
    assert [(one.code, one.round, one.seat, one.amount) for one in dice] == [("dice", 9, 2, 6)]
    assert court.moments(before, (TurnBegan(3, 6),), dice) == ()
    assert [one.code for one in court.moments(before, (EndBegan(1, Result(1, 7, 3)),), dice)] == ["mark"]
    final = court_state()
    events = (Stood(2, Result(2, 7, 5), crowned=True), Stood(3, Result(3, 0, 0), crowned=False), Ended(2))
    assert [(one.code, one.seat, one.amount, one.other) for one in court.moments(final, events, ())] == [
        ("crowned", 2, 75, 1)
    ]
    near, far = (
        court.moments(final, (Stood(2, Result(2, count, 2), crowned=False),), ())[0] for count in (7, 5)
    )
    assert near.weight > far.weight


# Intrigue


def queue_of(*owners: int) -> Any:
    return SimpleNamespace(
        round=4, queue=tuple((SimpleNamespace(owner=owner),) for owner in owners), influence=(9, 9, 3)
    )


def test_intrigue_says_what_broke_a_tie() -> None:
    """Influence, then own cards in the queue; otherwise the place is shared."""
    clear = places((1, 1, 9), (2, 2, 7), (3, 3, 3))
    assert intrigue.verdict(queue_of(), clear) == Verdict("influence", (), (9, 7))
    tie = places((1, 1, 9), (2, 2, 9), (3, 3, 3))
    assert intrigue.verdict(queue_of(1, 1, 2), tie) == Verdict("queue", (2,), (9, 2, 1))
    shared = places((1, 1, 9), (2, 1, 9), (3, 3, 3))
    assert intrigue.verdict(queue_of(1, 2), shared) == Verdict("shared", (1, 2), (9,))


def test_intrigue_tells_gains_losses_and_ambushes() -> None:
    """What one card brings is one moment; small amounts are none."""
    before = queue_of()
    gained = intrigue.moments(before, (Gained(1, "lord", 2), Collected(1, "lord", 3)), ())
    assert [(one.code, one.amount, one.what) for one in gained] == [("gained", 5, "lord")]
    ambush = (Removed(2, "archer", 1, 1, "ambush", False, 0), Gained(1, "ambush", 4), Gained(2, "archer", 1))
    assert [(one.code, one.seat, one.other, one.amount) for one in intrigue.moments(before, ambush, ())] == [
        ("ambush", 1, 2, 4)
    ]
    lost = intrigue.moments(before, (Removed(2, "soldier", 1, 3, "heir", True, 2),), ())
    assert [(one.code, one.seat, one.other, one.what) for one in lost] == [("removed", 2, 3, "heir")]
    own = (Removed(1, "soldier", 1, 1, "ambush", True, 0), Gained(1, "ambush", 1))
    assert intrigue.moments(before, own, ()) == ()


# Laurin


def garden(**fields: Any) -> Any:
    given = {"round": 3, "scores": (0, 0, 0), "kings_move": None, "spells": (), **fields}
    return SimpleNamespace(position=SimpleNamespace(**given))


def test_laurin_says_what_broke_a_tie() -> None:
    """Points, who had them earlier, or that nobody has any; and whether the last round was played."""
    won = places((1, 1, 36), (2, 2, 30), (3, 3, 3))
    assert laurin.verdict(garden(), won) == Verdict("points", (), (36, 30))
    assert laurin.verdict(garden(), places((1, 1, 20), (2, 2, 3))) == Verdict("limit", (), (20, 3))
    assert laurin.verdict(garden(), places((1, 1, 36), (2, 2, 36))) == Verdict("earlier", (2,), (36,))
    assert laurin.verdict(garden(), places((1, 1, 0), (2, 1, 0))) == Verdict("shared", (1, 2), (0,))


def test_laurin_tells_scorings_with_who_moved_the_king() -> None:
    """In the same step, or in one before; a scoring that helps two alike is none."""
    went, scored = KingWent(2, 2, "n2", "north", "c3", "c5"), Scored((5, 1, 0), (), None)
    for before, events in (
        (garden(), (went, scored)),
        (garden(kings_move=SimpleNamespace(seat=2)), (scored,)),
    ):
        (one,) = laurin.moments(before, events, ())
        assert (one.code, one.seat, one.other, one.amount) == ("scored", 1, 2, 5)
    assert laurin.moments(garden(), (went, Scored((5, 5, 0), (), None)), ()) == ()


def test_laurin_tells_who_countered_whom() -> None:
    """Only where the first card has no effect: a countered counterspell changes nothing."""
    fog = SimpleNamespace(seat=1, move=Fog(3))
    dispelled = (MagicPlayed(2, Counter()), Dispelled(1, Fog(3)))
    (one,) = laurin.moments(garden(spells=(fog,)), dispelled, ())
    assert (one.code, one.seat, one.other, one.what) == ("countered", 2, 1, "fog")
    assert laurin.moments(garden(spells=(fog,)), (Dispelled(2, Counter()),), ()) == ()
