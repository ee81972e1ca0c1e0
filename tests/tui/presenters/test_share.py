"""The card of a game is short, is text alone, and tells nothing that it should not."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from engine.analysis.rounds import Curve
from engine.registry import GAMES
from tests.three_games import THREE
from tests.tui.screens.test_results import played
from tests.tui.stage import LONG_NAMES, NAMES
from tui.host.deals import DealResults, DealRow
from tui.host.pictures import ReplayedGame
from tui.language.texts import LANGUAGES, Texts
from tui.presenters import share

HOST = "play.example.org"


def ended(key: str, seat: int = 1, deal: str | None = None) -> Any:
    """An ended game of five with long names, or as many as there may be."""
    end = played(key, 5, LONG_NAMES).playthrough
    header = SimpleNamespace(deal=deal)
    return SimpleNamespace(course=SimpleNamespace(game=GAMES[key], end=end, header=header), your_seat=seat)


def curve(seats: int, rounds: int = 12) -> Curve:
    return Curve(
        tuple([(n / rounds, *[(1 - n / rounds) / (seats - 1)] * (seats - 1)) for n in range(rounds + 1)])
    )


def results(rank: int = 3, names: tuple[str, ...] = NAMES) -> DealResults:
    rows = [DealRow(name, "finished", place, you=place == rank) for place, name in enumerate(names, 1)]
    return DealResults("court", "2026-11-27", True, 99.0, "d", "c", "", 5, 0, tuple(rows))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("signs", ["eighths", "halves", "ascii"])
@pytest.mark.parametrize("key", GAMES)
def test_a_card_has_five_lines_of_text_and_nobody_s_name(key: str, signs: Any, language: str) -> None:
    """At most 64 columns, for a long game with long names, too."""
    game = ended(key)
    for found in (None, results()):
        for rounds in (5, 300):
            made = share.card_lines(Texts(language), game, curve(5, rounds), found, HOST, signs)
            assert 3 < len(made) <= 5
            assert max(map(cell_len, made)) <= 64, made
            assert all(line.isprintable() and "…" not in line for line in made), made
            assert not any(name in line for name in LONG_NAMES for line in made)
            assert made[0].startswith("crownhouse")
            assert any("0-8" in line for line in made) == (signs != "eighths")
            assert made[-1].startswith("ssh -t play.example.org ")
            if signs == "ascii" and language == "en":
                assert all(map(str.isascii, made))


@pytest.mark.parametrize("key", THREE)
def test_who_lost_tells_how_much_was_missing(key: str) -> None:
    """Who won does not."""
    seats = range(1, ended(key).course.end.setup.seats + 1)
    said = [share.card_lines(Texts("en"), ended(key, seat=seat), None, None, HOST)[1] for seat in seats]
    short = [line for line in said if re.search(r", \d+ short", line)]
    assert short
    assert not any(line.startswith("1st") for line in short)


def test_it_is_the_card_of_the_picture() -> None:
    """Place, result, rounds, and the chances in eight heights."""
    game = ended("court", seat=2)
    chances = (0.33, 0.3, 0.36, 0.45, 0.5, 0.44, 0.52, 0.48, 0.55, 0.22, 0.3, 0.26, 0.17, 1.0)
    made = share.card_lines(Texts("en"), game, Curve(tuple([(0.0, one) for one in chances])), None, HOST)
    assert made[0] == "crownhouse  To Court the King"
    assert made[2] == "▃▃▄▄▅▄▅▄▅▃▃▃▂█  chance to win"
    assert made[3] == "ssh -t play.example.org court"


def test_a_deal_s_card_is_equal_for_games_with_the_same_place_rank_and_chances() -> None:
    """Whatever was rolled, played and reached, and whoever played."""
    texts, cards = Texts("en"), set()
    for seats, names in ((5, NAMES), (5, LONG_NAMES)):
        for key_seed in (1, 2):
            stage = played("court", seats, names)
            end = stage.playthrough
            assert end is not None
            winner = end.standings()[0].seat
            state = end.state if key_seed == 1 else replace(end.state, round=end.state.round + 3)
            end = replace(end, state=state)
            header = SimpleNamespace(deal="daily-court-2026-11-27")
            course = SimpleNamespace(game=GAMES["court"], end=end, header=header)
            game: Any = SimpleNamespace(course=course, your_seat=winner)
            chances = Curve(((0.5,) * 5, (1.0,) * 5))
            cards.add(share.card_lines(texts, game, chances, results(names=names), HOST))
    (card,) = cards
    assert card == (
        "crownhouse  deal of the day 2026-11-27  To Court the King",
        "1st of 5 at the table, 3rd of 5 players",
        "▅█  chance to win",
        "everyone has the same luck and one try",
        "ssh -t play.example.org daily court",
    )


@pytest.mark.parametrize(
    ("number", "said"), [(1, "1st"), (11, "11th"), (22, "22nd"), (103, "103rd"), (4, "4th")]
)
def test_ranks_are_said_short(number: int, said: str) -> None:
    """Also those of many players."""
    assert share.ordinal(Texts("en"), number) == said
    assert share.ordinal(Texts("de"), number) == f"{number}."


def test_a_card_ends_with_where_the_game_is_on_the_web() -> None:
    """Of a public game, or of the day's results; else with what is typed."""
    web, texts = "https://play.example.org", Texts("en")
    played = ended("court")
    game = ReplayedGame("", played.course, played.your_seat)
    public = ReplayedGame("5ca1ab1e", played.course, played.your_seat, public=True)
    assert share.card_lines(texts, public, None, None, HOST, web=web)[-1] == f"{web}/r/5ca1ab1e"
    assert share.card_lines(texts, game, None, None, HOST, web=web)[-1].startswith("ssh -t ")
    assert share.card_lines(texts, public, None, None, HOST)[-1].startswith("ssh -t ")
    daily = share.card_lines(texts, game, None, results(), HOST, web=web)
    assert daily[-1] == f"{web}/day/court/2026-11-27"


def test_a_first_place_that_is_shared_says_so() -> None:
    game = ended("court", seat=2)
    (standings := [*game.course.end.standings()]).sort(key=lambda one: one.place)
    alike = [replace(one, place=1) for one in standings]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(game.course.end), "standings", lambda _: alike)
        made = share.card_lines(Texts("en"), game, None, None, HOST)
    assert made[1].startswith(f"1st of {len(alike)}, shared  ")


def test_the_card_of_who_gave_up_tells_of_no_result_that_a_bot_reached() -> None:
    game = ended("court")
    whole = share.card_lines(Texts(), game, None, None, HOST)
    game.course.end = replace(game.course.end, resigned=(1,))
    rounds = whole[1].split("  ")[-1]
    assert len(whole[1].split("  ")) == 3
    assert share.card_lines(Texts(), game, None, None, HOST)[1].split("  ")[1:] == [rounds]
