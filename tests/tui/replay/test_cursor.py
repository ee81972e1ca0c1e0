"""Where one is in a game that is looked at again, and what is seen from there."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine import codec
from engine.playthrough import show
from tests.tui.replay.replayed import NAMES, replayed
from tui.language.texts import LANGUAGES, texts_in
from tui.replay import actions, words
from tui.replay.cursor import OPEN, SPECTATOR, ReplayCursor, seconds_at
from tui.replay.frames import events, frame

GAMES = list(NAMES)


@pytest.mark.parametrize("game", GAMES)
def test_each_pair_of_eyes_sees_what_it_saw_and_no_more(game: str) -> None:
    """A seat its own view and the events shown to it, a spectator theirs."""
    cursor = ReplayCursor(replayed(game))
    course = cursor.course
    for position in (0, course.last // 2, course.last):
        cursor.go_to(position)
        for eyes in (SPECTATOR, *range(1, cursor.seats + 1)):
            cursor.eyes = eyes
            seat = None if eyes == SPECTATOR else eyes
            snapshot = frame(cursor)
            assert codec.encode(snapshot.view) == codec.encode(course.at(cursor.position).view(seat))
            assert snapshot.ask is None
            happened = (show(course.game, one, seat) for one in course.events[cursor.position])
            assert events(cursor, cursor.position, cursor.position) == [one for one in happened if one]


def test_each_leap_goes_one_unit_on_or_back() -> None:
    for name, leap in actions.LEAPS.items():
        assert leap.by == (-1 if name.endswith("_back") or name == "first" else 1), name


@pytest.mark.parametrize("game", GAMES)
def test_open_is_the_seat_of_whoever_is_to_move_and_every_event_whole(game: str) -> None:
    """The position is that of the seat, as far as the seat knew it, and the rest of it is filled in."""
    cursor = ReplayCursor(replayed(game))
    for position in range(0, cursor.course.last, 7):
        cursor.go_to(position)
        assert cursor.seat == cursor.course.steps[cursor.position + 1].seat
        assert frame(cursor).view == cursor.course.at(position).reveal(cursor.seat)
        assert events(cursor, 0, cursor.position) == [
            one for happened in cursor.course.events[: cursor.position + 1] for one in happened
        ]


def test_the_eyes_go_round() -> None:
    """Open, each seat, a spectator, and open again."""
    cursor = ReplayCursor(replayed("court"))
    seen = [cursor.eyes]
    for _ in range(4):
        cursor.turn_eyes()
        seen.append(cursor.eyes)
    assert seen == [OPEN, 1, 2, SPECTATOR, OPEN]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_told_in_every_language(game: str, language: str) -> None:
    """Every event, every moment and every pair of eyes has words."""
    texts, cursor = texts_in(language), ReplayCursor(replayed(game))
    told = words.happened(texts, cursor, 0, cursor.course.last, 1000)
    assert len(told) > cursor.course.last // 2
    names = cursor.course.header.seats
    assert all(sentence for _, sentence in words.moments(texts, cursor.course, lambda seat: names[seat - 1]))
    assert words.eyes_called(texts, names[1], names) == 2
    assert words.eyes_called(texts, texts.pgettext("replay", "open"), names) == OPEN
    for unit, word in actions.UNIT_WORDS.items():
        assert all(actions.unit_called(texts, one) == unit for one in texts.of(word).split("|"))


def test_a_running_game_stays_longer_where_more_happened() -> None:
    """After a round longer than after a turn, after that longer than after a step; half as long at twice the
    speed.
    """
    course = replayed("court").course
    turn = next(n for n in range(1, course.last) if course.is_turn(n) and not course.is_round(n))
    round_ = next(n for n in range(1, course.last) if course.is_round(n))
    step = next(n for n in range(1, course.last) if not course.is_turn(n) and not course.is_round(n))
    found = [seconds_at(course, number) for number in (step, turn, round_)]
    assert found == sorted(found)
    assert seconds_at(course, turn, 2) == seconds_at(course, turn) / 2


def test_open_hides_no_card_of_intrigue() -> None:
    """Every hand, every card that is out of the game and every place of the queue; a spectator sees none."""
    cursor = ReplayCursor(replayed("intrigue"))
    for position in range(0, cursor.course.last, 5):
        cursor.go_to(position)
        for eyes, nothing_hidden in ((OPEN, True), (SPECTATOR, False)):
            cursor.eyes = eyes
            shown = frame(cursor).view.position
            queued = [card.kind for stack in shown.queue for card in stack]
            hidden = None in queued or any(None in cards for cards in (*shown.hands, *shown.out))
            assert hidden is not nothing_hidden


def test_open_has_the_treasure_of_every_seat_of_laurin() -> None:
    """Bids included, though no seat knew them all."""
    cursor = ReplayCursor(replayed("laurin"))
    unknown = 0
    for position in range(0, cursor.course.last, 5):
        cursor.go_to(position)
        shown = frame(cursor).view.position
        state = cursor.course.at(position).state
        held = [len(hand) + len(bid) for hand, bid in zip(state.hands, state.bids, strict=True)]
        assert list(map(len, shown.known)) == held
        before = cursor.course.at(position).view(cursor.seat).position
        assert before.scores == shown.scores
        unknown += before.known != shown.known
    assert unknown


def test_who_is_to_move_is_said_and_that_a_game_is_over() -> None:
    """Of the last position that it is over, of the others whose turn it is."""
    texts, cursor = texts_in(), ReplayCursor(replayed("court"))
    cursor.go_to(cursor.course.last)
    names = words.names_in(texts, cursor.course)
    over = frame(cursor)
    assert over.info.stage == "over"
    assert words.to_move(texts, over, names) == "The game is over."
    running = replace(over, info=replace(over.info, stage="running"))
    assert words.to_move(texts, running, names) == ""
    cursor.go_to(1)
    assert words.to_move(texts, frame(cursor), names).startswith("To move: ")
