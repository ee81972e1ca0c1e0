"""`crownhouse selfplay`: one line a game, through the console script."""

import json

import pytest

from tests.server.start.commands import crownhouse, in_this_process


def test_one_json_object_a_line_and_game():
    done = crownhouse("selfplay", "court", "--seats", 2, "--games", 2, "--json")
    games = [json.loads(line) for line in done.out]
    assert (done.status, done.err) == (0, [])
    assert [game["number"] for game in games] == [1, 2]
    for game in games:
        assert game["game"] == "court"
        assert game["bots"] == ["steward-91"] * 2, "the usual one"
        assert sorted(game["places"]) == [1, 2]
        assert len(game["scores"]) == 2
        assert game["rounds"] > 0
        assert game["plies"] > game["rounds"]


def test_a_readable_line_without_json():
    [line] = in_this_process("selfplay", "court", "--seats", 2, "--seed", "readable").out
    assert line.startswith("game 1: 1. seat ")
    assert " rounds, " in line


def test_bots_are_named_by_seat_and_repeated():
    done = in_this_process("selfplay", "court", "--seats", 3, "--bots", "page,random", "--json")
    assert json.loads(done.out[0])["bots"] == ["page", "random", "page"]


def test_the_same_seed_plays_the_same_games():
    arguments = ("selfplay", "court", "--seats", 2, "--games", 2, "--bots", "page,random", "--json", "--seed")
    first = in_this_process(*arguments, "one").out
    assert first == in_this_process(*arguments, "one").out
    assert first != in_this_process(*arguments, "two").out


@pytest.mark.parametrize(
    "arguments",
    [
        ["court"],
        ["chess", "--seats", "2"],
        ["court", "--seats", "1"],
        ["court", "--seats", "6"],
        ["court", "--seats", "two"],
        ["court", "--seats", "2", "--games", "0"],
        ["court", "--seats", "2", "--games", "many"],
        ["court", "--seats", "2", "--bots", "page,nobody"],
        ["court", "--seats", "2", "--bots", ""],
    ],
)
def test_wrong_arguments_get_one_sentence(arguments):
    done = in_this_process("selfplay", *arguments)
    assert (done.status, done.out, len(done.err)) == (2, [], 1)


def test_who_names_no_bot_is_told_which_there_are():
    (said,) = in_this_process("selfplay", "court", "--seats", "2", "--bots", "page,nobody").err
    assert "There is no bot called nobody: random, beginner, " in said


def test_a_seed_may_be_any_bytes():
    """As a script hands them over that has them from /dev/urandom."""
    arguments = ("selfplay", "court", "--seats", "2", "--seed")
    assert in_this_process(*arguments, "\udcff").out == in_this_process(*arguments, "\udcff").out != []
