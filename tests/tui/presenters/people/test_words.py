"""Ended games and profiles in sentences."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from tests.tui.presenters.people.past import CONCEDED, NOW, PRACTICE, PROFILE, WON
from tests.tui.visitor import BOARD
from tui.host.history import BotTally, GameTally, HistoryGame
from tui.language.texts import LANGUAGES, Texts
from tui.presenters.people import deal_words, history_words, profile_words
from tui.screens.lobby import today_rows
from tui.screens.people import rows
from tui.wire.terminal import palette

TEXTS = Texts()
BOTH = "1. a deleted player: 9 points, 2. Wren: 3 points (conceded)."
THREE = "1. Wren: 7 dice, 2. Birch: 6 dice, 3. Elm (bot): 4 dice."
GONE = "3. Wren: 7 dice (stopped playing), 3. Birch: 6 dice (stopped playing)."
LEVEL = "1. Wren: 7 dice, 1. Birch: 6 dice, 3. Elm (bot): 4 dice."
LEFT = replace(WON, seat=None, seats=tuple(replace(one, place=3, fate="replaced") for one in WON.seats[:2]))
SHARED = replace(WON, seats=(WON.seats[0], replace(WON.seats[1], place=1), *WON.seats[2:]))
STREAK = "2 won in a row, at best 3"
NONE, MUCH, MORE = "1 without a result", "12 for practice", "13 for practice"
ALL_PLACES, PLACES = "places 1.×5 2.×3 3.×2", "places 1.×5 2.×2 3.×1"


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (WON, "KIWI-7, To Court the King, 2 days ago: won; " + THREE),
        (CONCEDED, "PEAR-2, King Laurin, 2025-10-17, private: 2nd of 2; " + BOTH),
        (
            PRACTICE,
            "FIG-9, To Court the King, 1 h ago, against bots: abandoned; Wren (stopped playing), Elm (bot).",
        ),
        (SHARED, "KIWI-7, To Court the King, 2 days ago: 1st of 3, shared; " + LEVEL),
        (LEFT, "KIWI-7, To Court the King, 2 days ago: nobody won; " + GONE),
        (replace(WON, seat=None), "KIWI-7, To Court the King, 2 days ago: Wren won; " + THREE),
    ],
)
def test_a_game_is_a_sentence(game: HistoryGame, said: str) -> None:
    assert history_words.line(TEXTS, game, NOW) == said


@pytest.mark.parametrize(("you", "second", "told"), [(True, True, 1), (True, False, 0), (False, True, 0)])
def test_who_was_not_the_first_of_an_address_is_told_so_alone(you: bool, second: bool, told: int) -> None:
    row = replace(BOARD.rows[0], you=you, second=second)
    said = deal_words.results_rows(TEXTS, replace(BOARD, rows=(row,)))
    assert sum("network address" in sentence for _, sentence in said) == told


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (WON, ["7 dice to 6, Birch second"]),
        (SHARED, ["7 dice to 4, Birch too"]),
        (replace(WON, seats=(WON.seats[0], replace(WON.seats[1], place=3))), ["7 dice to 6"]),
        (LEFT, []),
    ],
)
def test_the_lobby_names_who_is_first_and_second_and_nobody_else(game: HistoryGame, told: list[str]) -> None:
    rows = today_rows.ended(TEXTS, [game], 60, 9, NOW)
    assert [row[2][0] for row in rows[1:]] == told


def test_a_profile_is_a_sentence_for_each_game_and_each_opponent() -> None:
    assert profile_words.lines(TEXTS, replace(PROFILE, recent=()), NOW) == [
        "Wren: plays here since 2026-01-25.",
        f"all games: 10 matches, 5 won (50 %), {ALL_PLACES}, at best 3 won in a row, {NONE}, {MORE}.",
        f"To Court the King: rating 1612?, 8 matches, 5 won (62 %), {PLACES}, {STREAK}, {NONE}, {MUCH}.",
        "King Laurin: 2 matches, 0 won (0 %), places 2.×1 3.×1, 1 for practice.",
        "Birch: 7 matches, 4 better, 2 worse, 1 level, last 24 h ago.",
        "Cedar: 1 match, 0 better, 1 worse, last 2026-08-23.",
    ]


def test_a_first_place_that_is_shared_is_no_game_won() -> None:
    said = profile_words.tally(TEXTS, GameTally("court", 8, {1: 5, 2: 3}, shared=2))
    assert said == "8 matches, 3 won (38 %), 2 shared first, places 1.×5 2.×3"


def test_games_against_bots_are_told_for_themselves() -> None:
    """With the best result and wins in a row; who has played no match is told of none."""
    games = GameTally("court", practice=9, bots=BotTally(8, 3, 94, 1, 2))
    said = "against bots: 8 games, 3 won, best 9 fours, at best 2 won in a row"
    assert profile_words.tally(TEXTS, games) == f"1 for practice, {said}"
    assert profile_words.tally(TEXTS, replace(games, played=1, places={2: 1})).startswith("1 match, 0 won")
    assert not profile_words.with_bots(TEXTS, GameTally("court", 3, practice=1))


def test_a_profile_says_that_it_does_not_list_everybody() -> None:
    said = profile_words.lines(TEXTS, replace(PROFILE, recent=(), more_opponents=True), NOW)
    assert said[-1] == "others: the 2 played most; /history against NAME has the others."


def test_a_hidden_profile_says_only_that_to_others() -> None:
    hidden = replace(PROFILE, hidden=True, you=False)
    assert profile_words.lines(TEXTS, hidden, NOW) == ["Wren hides their profile."]
    own = profile_words.lines(TEXTS, replace(PROFILE, hidden=True), NOW)
    assert own[0] == "Wren: plays here since 2026-01-25, hidden from others."


def test_who_hides_the_profile_has_no_name_in_the_games_of_others() -> None:
    hidden = replace(WON, seat=None, seats=(replace(WON.seats[0], name="", hidden=True), *WON.seats[1:]))
    assert history_words.line(TEXTS, hidden, NOW).endswith(
        "(profile hidden) won; 1. (profile hidden): 7 dice, 2. Birch: 6 dice, 3. Elm (bot): 4 dice."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_all_of_it(language: str) -> None:
    said = profile_words.lines(Texts(language), PROFILE, NOW)
    assert len(said) == 9
    assert all(cell_len(line) <= 200 for line in said)


@pytest.mark.parametrize(
    ("game", "ink"),
    [
        (WON, palette.GOOD),
        (replace(WON, seats=(replace(WON.seats[0], place=2), *WON.seats[1:])), palette.TEXT),
        (PRACTICE, palette.DIM),
    ],
)
def test_a_win_against_people_is_seen_in_the_list(game: HistoryGame, ink: object) -> None:
    assert rows.game_row(TEXTS, game, NOW, 80).parts[3][1] == ink
