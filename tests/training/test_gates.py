from pathlib import Path

import msgspec
import pytest

from training import gate
from training.attempts import ROOT, AttemptFile, fingerprint
from training.figures import answer_times, ratings, wilson
from training.gate import gate_figures, wanted
from training.matches import PlayedMatch, play_match
from training.measured import MODULE, STEP, chain, module_text
from training.seating import gate_seats, round_robin_seats


def match(number: int, places: tuple[int, ...], bots: tuple[str, ...], ms: float = 1.0) -> PlayedMatch:
    times = tuple((ms,) for _ in bots)
    return PlayedMatch(number, bots, places, (0,) * len(bots), times, times)


def test_a_shared_first_place_is_a_fraction_of_a_win() -> None:
    shared = match(1, (1, 3, 1, 4), ("a", "b", "c", "d"))
    assert [shared.won(seat) for seat in (1, 2, 3, 4)] == [0.5, 0.0, 0.5, 0.0]


def test_the_interval_is_that_of_wilson() -> None:
    """140 of 400: the centre is (.35 + 1.92 / 400) / (1 + 3.84 / 400)."""
    low, high = wilson(140, 400)
    assert (round(low, 4), round(high, 4)) == (0.3049, 0.398)
    assert wilson(0, 0) == (0.0, 1.0)


def test_times_have_a_mean_a_percentile_and_a_worst() -> None:
    times = answer_times([float(n) for n in range(1, 201)])
    assert (times.mean, times.p99, times.worst) == (100.5, 198.0, 200.0)


def test_every_seat_of_a_gate_gets_its_turn() -> None:
    seats = [gate_seats("m", "s", 4, number).index("m") for number in range(1, 9)]
    assert sorted(seats) == [0, 0, 1, 1, 2, 2, 3, 3]


def test_at_other_tables_an_even_share_is_exceeded() -> None:
    """At four seats more is wanted."""
    assert wanted("court", 4) == (0.32, 0.27)
    assert wanted("court", 2) == (0.5, 0.5)


def test_a_slow_bot_plays_in_as_many_games_as_it_may_and_the_others_equally_often() -> None:
    bots = ("beginner", "page", "steward", "master")
    tables = [round_robin_seats(bots, 4, n, 100, "seed", ("master", 20)) for n in range(1, 101)]
    assert sum("master" in table for table in tables) == 20
    assert all(table.count("master") <= 1 for table in tables)
    assert all(set(table) >= set(bots[:3]) for table in tables)
    assert tables == [round_robin_seats(bots, 4, n, 100, "seed", ("master", 20)) for n in range(1, 101)]


def test_a_game_is_the_same_when_it_is_played_again() -> None:
    tables = ("page", "random", "page", "random")
    first, again = (play_match("intrigue", tables, "seed", 3) for _ in range(2))
    assert (first.places, first.scores) == (again.places, again.scores)
    other = play_match("intrigue", tables, "seed", 4)
    assert (first.places, first.scores) != (other.places, other.scores)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "bots.py").write_text("1")
    return tmp_path


def listed(house: Path) -> list[dict[str, object]]:
    return [
        msgspec.json.decode(line) for line in (house / "docs/gates/court.jsonl").read_bytes().splitlines()
    ]


def test_an_interrupted_attempt_goes_on_and_a_cut_off_line_is_played_again(house: Path) -> None:
    kept = AttemptFile("gate", "court", ("m",), house)
    attempt, played = kept.begin(10, None)
    assert not played
    assert attempt.fresh
    kept.add(match(1, (1, 2), ("m", "s")))
    with next(house.glob(".gates/*")).open("ab") as file:
        file.write(b'{"number": 2, "bo')
    again, played = AttemptFile("gate", "court", ("m",), house).begin(10, None)
    assert again == attempt
    assert [one.number for one in played] == [1]
    assert [line["event"] for line in listed(house)] == ["began"]


def test_an_attempt_with_changed_code_is_given_up_and_stays_listed(house: Path) -> None:
    kept = AttemptFile("gate", "court", ("m",), house)
    first, _ = kept.begin(10, None)
    kept.add(match(1, (1, 2), ("m", "s")))
    (house / "engine" / "bots.py").write_text("2")
    second, played = kept.begin(10, None)
    assert not played
    assert second.seed != first.seed
    kept.end(second, won=3)
    assert [(line["event"], line["attempt"]) for line in listed(house)] == [
        ("began", first.seed),
        ("given up", first.seed),
        ("began", second.seed),
        ("ended", second.seed),
    ]
    assert kept.begin(10, None)[0].seed not in {first.seed, second.seed}


def test_the_fingerprint_follows_the_game_and_not_another(house: Path) -> None:
    before = fingerprint("court", house)
    for folder in ("laurin", "court"):
        (house / "engine" / folder).mkdir()
        (house / "engine" / folder / "x.py").write_text("1")
        assert (fingerprint("court", house) == before) is (folder == "laurin")


def test_the_fingerprint_follows_what_bots_have_learned(house: Path) -> None:
    learned = house / "engine" / "court" / "bots" / "learned.msgpack"
    learned.parent.mkdir(parents=True)
    learned.write_bytes(b"1")
    before = fingerprint("court", house)
    learned.write_bytes(b"2")
    assert fingerprint("court", house) != before


@pytest.mark.parametrize(
    ("games", "wins", "milliseconds", "seed", "outcome"),
    [
        (400, 140, 1.0, None, "passed"),
        (400, 139, 1.0, None, "missed"),
        (400, 140, 251.0, None, "missed"),
        (400, 140, 1.0, "again", "trial"),
        (399, 200, 1.0, None, "trial"),
    ],
)
def test_only_enough_fresh_and_quick_games_pass(
    house: Path, games: int, wins: int, milliseconds: float, seed: str | None, outcome: str
) -> None:
    attempt, _ = AttemptFile("gate", "intrigue", ("m",), house).begin(games, seed)
    played = [
        match(n, (1, 2, 2, 2) if n <= wins else (2, 1, 3, 4), ("m", "s", "s", "s"), milliseconds)
        for n in range(1, games + 1)
    ]
    assert gate_figures(attempt, played)["outcome"] == outcome


def test_ratings_order_bots_by_their_places() -> None:
    played = [match(n, (3, 1, 2), ("weak", "strong", "middling")) for n in range(1, 40)]
    rated = ratings("court", played)
    assert [one.bot for one in rated] == ["strong", "middling", "weak"]
    assert [one.won for one in rated] == [1.0, 0.0, 0.0]
    assert rated[0].points > 1500 > rated[2].points


def test_an_unknown_bot_is_refused_before_anything_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert gate.main(["intrigue", "--bot", "nobody"]) == 2
    assert "no such bot" in capsys.readouterr().err


def test_what_people_are_shown_is_what_was_measured() -> None:
    """What follows from the steps in docs/gates, and nothing else."""
    assert (ROOT / MODULE).read_text("utf-8") == module_text()


def step(house: Path, bots: tuple[str, str], won: float, games: int, seed: str | None = None) -> None:
    kept = AttemptFile(STEP, "laurin", bots, house)
    attempt, _ = kept.begin(games, seed)
    kept.end(attempt, games=games, won=won)


def test_ratings_follow_from_the_steps_up_to_the_first_that_was_not_measured(house: Path) -> None:
    """One half against three of the next weaker one are 174 ln(3) points."""
    assert chain(house, "laurin") == []
    step(house, ("page", "beginner"), 100.0, 1000)
    step(house, ("page", "beginner"), 500.0, 1000)
    step(house, ("master", "steward"), 200.0, 400)
    step(house, ("steward-20", "page"), 500.0, 1000, "repeated")
    assert chain(house, "laurin") == [("beginner", 1000, 0, 1000), ("page", 1191, 11, 1000)]


def test_what_is_written_for_people_changes_no_game(house: Path) -> None:
    before = fingerprint("court", house)
    (house / MODULE).write_text("ratings")
    assert fingerprint("court", house) == before
