"""What holds for every game, as checks that fail with an AssertionError.

Each check takes a game and courses of it (positions of played games) and claims one thing;
`test_contract` runs them over the registry, `test_contract_bites` over sabotaged games.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from types import MappingProxyType
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from engine.bots import available_bots
from engine.chance import BadDraw, NoChance, RecordingChance, ScriptedChance
from engine.codec import decode, encode
from engine.game import AnyGame, Odds, Refused, Setup
from engine.options import format_options, parse_options
from engine.playthrough import UNDO, PlayedStep, Playthrough, answer_open_ask, event_type, move_type, start
from engine.records.reading import read
from engine.records.record import Header, Record, deal_step, places, record_step
from engine.records.replay import replay
from engine.records.writing import write
from tests.engine.seeded_chance import luck

MOVES_PER_POSITION = 60
MANY = 3000
"""Where a position has more legal moves than this, only so many are looked at."""
LONGEST = 5000
NOTHING: Mapping[str, str] = MappingProxyType({})


class Walk(NamedTuple):
    """A played game: a course before each move, the move, and what it led to; the last course."""

    steps: tuple[tuple, ...]
    end: Playthrough


def walk(
    game: AnyGame, seats: int, seed: object, bots: list[str], texts: Mapping[str, str] = NOTHING
) -> Walk:
    """Plays a game with bots by name (from the first again where there are fewer than seats)."""
    seated = [available_bots(game)[bots[seat % len(bots)]] for seat in range(seats)]
    table, thoughts = luck(f"{seed} table"), luck(f"{seed} bots")
    playthrough = start(game, Setup(seats, parse_options(game, texts)), table).playthrough
    steps = []
    while not playthrough.over and len(steps) < LONGEST:
        ask = playthrough.asks[thoughts.pick(range(len(playthrough.asks)))]
        move = seated[ask.seat - 1].choose(game, playthrough.view(ask.seat), ask, thoughts)
        applied = answer_open_ask(playthrough, ask.seat, move, table)
        steps.append((playthrough, ask.seat, move, applied))
        playthrough = applied.playthrough
    return Walk(tuple(steps), playthrough)


def everybody(playthrough: Playthrough) -> list[int | None]:
    return [None, *range(1, playthrough.setup.seats + 1)]


def some_moves(game: AnyGame, view, seed: object) -> list:
    """All legal moves, or a fair choice of them where there are very many."""
    moves = list(islice(game.legal(view), MANY))
    if len(moves) <= MOVES_PER_POSITION:
        return moves
    chance = luck(seed)
    return [chance.pick(moves) for _ in range(MOVES_PER_POSITION)]


def attempt(playthrough: Playthrough, seat: int, move, chance=None):
    """(what play said, tokens it drew): an Applied step or the Refused."""
    drawn = RecordingChance(chance or luck(f"{playthrough.steps} {move}"))
    try:
        return answer_open_ask(playthrough, seat, move, drawn), drawn.tokens
    except Refused as refused:
        return refused, drawn.tokens


# Moves


def legal_moves_are_lazy_distinct_and_play(game: AnyGame, playthrough: Playthrough) -> None:
    before = encode(playthrough.state)
    for ask in playthrough.asks:
        view = playthrough.view(ask.seat)
        moves = game.legal(view)
        assert isinstance(moves, Iterator), "legal must be lazy"
        coded = [encode(move) for move in islice(moves, MANY)]
        assert coded, f"seat {ask.seat} is asked and cannot answer"
        assert len(set(coded)) == len(coded), "a choice appears twice"
        for move in some_moves(game, view, playthrough.steps):
            assert game.check(view, move) is None, (move, game.check(view, move))
            said, _ = attempt(playthrough, ask.seat, move)
            assert not isinstance(said, Refused), (move, said)
            assert encode(playthrough.state) == before, "play changed the state it was given"


def check_agrees_with_play(game: AnyGame, playthrough: Playthrough, strangers: list) -> None:
    """For moves from anywhere: legal ones play, all others are refused alike by both."""
    before = encode(playthrough.state)
    for ask in playthrough.asks:
        view = playthrough.view(ask.seat)
        legal = {encode(move) for move in islice(game.legal(view), MANY)}
        own = [twisted for move in islice(game.legal(view), 8) for twisted in twists(game, move)]
        for move in [*strangers, *own]:
            why = game.check(view, move)
            if len(legal) < MANY or why is not None:
                assert (why is None) == (encode(move) in legal), (move, why)
            said, drawn = attempt(playthrough, ask.seat, move)
            if why is None:
                assert not isinstance(said, Refused), (move, said)
                continue
            assert said == why, (move, said, why)
            assert drawn == (), "a refused move drew"
            assert encode(playthrough.state) == before, "a refused move changed something"


def twists(game: AnyGame, move) -> Iterator:
    """Moves of the right type that are a little different from a move."""
    fields = msgspec.to_builtins(move)
    for name, value in fields.items():
        for other in _others(value):
            try:
                yield msgspec.convert({**fields, name: other}, game.Move)
            except msgspec.ValidationError:
                continue


def _others(value) -> Iterator:
    if isinstance(value, int):
        yield from (value - 1, value + 1, 0, -1, 7, 99)
    elif value is None:
        yield from (1, 6)
    elif isinstance(value, list | tuple):
        yield from ([], list(value[1:]), [*value, 1], [*value, 6], list(value[::-1]))


def who_is_not_asked_cannot_move(game: AnyGame, playthrough: Playthrough, strangers: list) -> None:
    asked = {ask.seat for ask in playthrough.asks}
    for who in everybody(playthrough):
        if who in asked:
            continue
        view = playthrough.view(who)
        assert list(game.legal(view)) == []
        assert all(game.check(view, move) is not None for move in strangers)


def notation_gives_the_move_back(game: AnyGame, playthrough: Playthrough) -> None:
    for ask in playthrough.asks:
        view = playthrough.view(ask.seat)
        seen = {}
        for move in some_moves(game, view, playthrough.steps):
            text = game.notate(move)
            assert game.parse(text, view) == move, text
            assert text == text.strip()
            assert text.isprintable()
            assert ":" not in text, "the colon belongs to the record"
            assert text.split()[0] != "undo", "undo is a notation of every game"
            assert seen.setdefault(text, move) == move, "two moves with one notation"


def preview_agrees_with_play(game: AnyGame, playthrough: Playthrough) -> int:
    """How many previews there were."""
    count = 0
    for ask in playthrough.asks:
        view = playthrough.view(ask.seat)
        for move in some_moves(game, view, playthrough.steps):
            preview = game.preview(view, move)
            if preview is not None:
                count += 1
                after = answer_open_ask(playthrough, ask.seat, move, NoChance()).playthrough
                assert encode(preview) == encode(after.view(ask.seat)), move
    return count


def reversible_steps_draw_nothing(game: AnyGame, playthrough: Playthrough) -> None:
    for own in playthrough.game_asks:
        for move in some_moves(game, playthrough.view(own.seat), playthrough.steps):
            drawn = RecordingChance(luck(playthrough.steps))
            step = game.play(playthrough.state, own, move, drawn)
            assert not (step.reversible and drawn.tokens), move


# Asks


def asks_are_one_to_a_seat_and_stable(game: AnyGame, playthrough: Playthrough) -> None:
    seats = [ask.seat for ask in playthrough.asks]
    assert len(set(seats)) == len(seats), "two questions to one seat at once"
    again = decode(game.State, encode(playthrough.state))
    assert game.asks(again) == playthrough.game_asks


def an_ask_is_one_question_and_never_comes_back(_game: AnyGame, walked: Walk) -> None:
    """An id of the game stays open without a break and always means the same question."""
    open_now: dict[int, tuple] = {}
    closed: set[int] = set()
    for playthrough in [*(step[0] for step in walked.steps), walked.end]:
        asks = {ask.id: (ask.seat, ask.kind) for ask in playthrough.game_asks}
        assert not closed & asks.keys(), "a closed question came back"
        for number in asks.keys() & open_now.keys():
            assert asks[number] == open_now[number]
        closed |= open_now.keys() - asks.keys()
        open_now = asks


def what_is_said_beforehand_makes_legal_moves(game: AnyGame, playthrough: Playthrough) -> None:
    """Only in a chance to react, only with words that can be said; no words leave it to the player."""
    said = game.standing_answers
    assert said.words(playthrough.view(None)) == ()
    for ask in playthrough.asks:
        view = playthrough.view(ask.seat)
        words = said.words(view)
        assert len(set(words)) == len(words)
        assert all(word.isascii() and word.isalpha() and word.islower() for word in words)
        assert said.answer(view, ()) is None
        for given in (*((word,) for word in words), words):
            move = said.answer(view, given)
            assert move is None or (ask.reaction and game.check(view, move) is None)
        assert [said.span(view, word) for word in words] == [said.span(view, word) for word in words]


def timeout_moves_are_legal(game: AnyGame, playthrough: Playthrough) -> None:
    for ask in playthrough.asks:
        if ask.timeout_move is not None:
            assert game.check(playthrough.view(ask.seat), ask.timeout_move) is None, ask


# Secrets


def a_sample_gives_the_view_back(game: AnyGame, playthrough: Playthrough) -> None:
    for who in everybody(playthrough):
        view = playthrough.view(who)
        for seed in range(2):
            sampled = game.sample(view, luck(f"{playthrough.steps} {seed}"))
            assert encode(game.view(sampled, who)) == encode(view)
            assert decode(game.State, encode(sampled)) == sampled


def twins_cannot_be_told_apart(game: AnyGame, playthrough: Playthrough, *, steps: int = 4) -> int:
    """Two states that give a seat the same view: playing on, it cannot tell which is the case.

    After the same step in both that draws and reveals nothing, it is shown the same. After any
    other step, it is shown the same exactly if its views are the same: what is shown can be
    remembered, and what changes is shown. This holds too for a move or a draw that only one of
    the two allows, against another one in the other. Returns how many steps were compared.
    """
    compared = 0
    for who in everybody(playthrough):
        view = playthrough.view(who)
        twins = [
            _twin(game, playthrough, game.sample(view, luck(f"{playthrough.steps} twin {n}"))) for n in (1, 2)
        ]
        assert encode(twins[0].view(who)) == encode(twins[1].view(who))
        for number in range(steps):
            chance = luck(f"{playthrough.steps} {who} {number}")
            for pairs in _secret_moves(game, twins, who, chance):
                compared += 1
                _one_is_told_alike(game, who, pairs)
            pair = _common_step(game, twins, chance)
            if pair is None:
                break
            compared += 1
            alike = _equally_told(game, who, pair)
            assert alike or not _reversible(pair), (who, "nothing was to be revealed", _events(pair))
            if not alike:
                break
            twins = [one.playthrough for one in pair]
    return compared


def _equally_told(game: AnyGame, who: int | None, pair: tuple[PlayedStep, PlayedStep]) -> bool:
    """Whether `who` cannot tell two steps apart: by what it is shown and by what it sees alike."""
    first, second = ([encode(game.show(event, who)) for event in one.events] for one in pair)
    views = [encode(one.playthrough.view(who)) for one in pair]
    assert (first == second) == (views[0] == views[1]), (who, _events(pair))
    return first == second


def _one_is_told_alike(
    game: AnyGame, who: int | None, pairs: Iterator[tuple[PlayedStep, PlayedStep]]
) -> None:
    """A secret that a step keeps could be another: of moves that only the twin allows, one looks the same.

    Others may differ in what is public about them.
    """
    different = []
    for pair in pairs:
        if _equally_told(game, who, pair) or not _reversible(pair):
            return
        different.append(_events(pair))
    raise AssertionError((who, "nothing was to be revealed", different))


def _reversible(pair: tuple[PlayedStep, PlayedStep]) -> bool:
    return all(one.playthrough.past for one in pair)


def _events(pair: tuple[PlayedStep, PlayedStep]) -> list[tuple]:
    return [one.events for one in pair]


def _twin(game: AnyGame, playthrough: Playthrough, state) -> Playthrough:
    own = game.asks(state)
    assert [(ask.id, ask.seat) for ask in own] == [(ask.id, ask.seat) for ask in playthrough.game_asks]
    return replace(playthrough, state=state, game_asks=own, past=(), undoer=None)


def _shared_seats(twins: list[Playthrough]) -> list[int]:
    return [ask.seat for ask in twins[0].asks if twins[1].ask_of(ask.seat) is not None]


def _secret_moves(game: AnyGame, twins: list[Playthrough], who: int | None, chance) -> Iterator[Iterator]:
    """For each other seat: a move that only the first allows, beside all that only the second does."""
    for seat in _shared_seats(twins):
        if seat != who:
            views = [twin.view(seat) for twin in twins]
            moves = [
                [move for move in some_moves(game, views[one], seat) if game.check(views[1 - one], move)]
                for one in (0, 1)
            ]
            if all(moves):
                one = answer_open_ask(twins[0], seat, chance.pick(moves[0]), chance)
                yield ((one, answer_open_ask(twins[1], seat, move, chance)) for move in moves[1])


def _common_step(game: AnyGame, twins: list[Playthrough], chance) -> tuple[PlayedStep, PlayedStep] | None:
    """The same move in both, with the same draws where both can have them."""
    seats = _shared_seats(twins)
    if not seats:
        return None
    seat = chance.pick(seats)
    moves = some_moves(game, twins[0].view(seat), chance.position)
    both = [move for move in moves if game.check(twins[1].view(seat), move) is None]
    if not both:
        return None
    move = chance.pick(both)
    first = answer_open_ask(twins[0], seat, move, chance)
    try:
        return first, answer_open_ask(twins[1], seat, move, ScriptedChance(first.draws))
    except BadDraw:
        return first, answer_open_ask(twins[1], seat, move, chance)


# Data


def everything_survives_encoding(game: AnyGame, walked: Walk) -> None:
    for playthrough, seat, move, applied in walked.steps:
        assert decode(game.State, encode(playthrough.state)) == playthrough.state
        assert decode(move_type(game), encode(move)) == move
        assert decode(game.View, encode(playthrough.view(seat))) == playthrough.view(seat)
        for event in applied.events:
            for who in everybody(playthrough):
                shown = game.show(event, who)
                assert shown is None or decode(event_type(game), encode(shown)) == shown
    options = walked.end.setup.options
    assert decode(game.Options, encode(options)) == options
    assert parse_options(game, format_options(options)) == options


# Whole games


def standings_are_complete(_game: AnyGame, playthrough: Playthrough) -> None:
    standings = playthrough.standings()
    assert sorted(one.seat for one in standings) == list(range(1, playthrough.setup.seats + 1))
    listed = [one.place for one in standings]
    assert listed == sorted(listed), "best first"
    assert listed == [1 + sum(other < place for other in listed) for place in listed], "ties share a place"


def odds_are_chances_or_refused(game: AnyGame, playthrough: Playthrough) -> int:
    """Told or refused to everybody alike, and as its type says. How many were told."""
    assert game.odds_calculator is not None
    if playthrough.over:
        assert _odds(game, playthrough.view(None)) == Refused("game-over")
        return 0
    seat = playthrough.asks[0].seat
    now = _odds(game, playthrough.view(seat))
    if isinstance(now, Refused):
        assert now == _odds(game, playthrough.view(None)), "who looks on is refused alike"
        return 0
    assert now == _odds(game, playthrough.view(seat)), "the same view has the same odds"
    assert not now.then
    moves = some_moves(game, playthrough.view(seat), playthrough.steps)[:3]
    for odds in (now, *(_odds(game, playthrough.view(seat), move) for move in moves)):
        assert decode(game.odds_calculator.answer, encode(odds)) == odds
        if isinstance(odds, Odds):
            _are_chances_of_one_turn(odds)
    return 1


def _are_chances_of_one_turn(odds: Odds) -> None:
    """Of the same things after a move as before it, and none of them better."""
    _are_chances(odds.now)
    then = odds.then or odds.now
    assert [one.what for one in odds.now] == [one.what for one in then]
    assert all(after.chance <= one.chance + 1e-12 for one, after in zip(odds.now, then, strict=True))


def _odds(game: AnyGame, view, move=None):
    try:
        return game.odds_calculator.odds(view, move)
    except Refused as refused:
        return refused


def _are_chances(told) -> None:
    assert len({one.what for one in told}) == len(told)
    assert all(0.0 < one.chance <= 1.0 for one in told), told


def a_record_replays_to_the_same_states(game: AnyGame, walked: Walk) -> int:
    """Through text and rules, with steps taken back on the way. Returns how many were."""
    setup, undone = walked.end.setup, 0
    chance, whim = luck("record"), luck("whim")
    applied = start(game, setup, chance)
    states, entries = [applied.playthrough.state], [deal_step(applied.draws)]
    moves = 0
    while not applied.playthrough.over and moves < len(walked.steps):
        playthrough = applied.playthrough
        undoers = [seat for seat in range(1, setup.seats + 1) if playthrough.can_undo(seat)]
        if undoers and whim.pick(range(4)) == 0:
            seat, move = undoers[0], UNDO
            undone += 1
        else:
            seat = playthrough.asks[whim.pick(range(len(playthrough.asks)))].seat
            move = whim.pick(some_moves(game, playthrough.view(seat), moves))
        applied = answer_open_ask(playthrough, seat, move, chance)
        states.append(applied.playthrough.state)
        entries.append(record_step(game, seat, move, applied.draws))
        moves += 1
    over = applied.playthrough.over
    result = places(applied.playthrough.standings()) if over else None
    names = tuple(f"seat {seat}" for seat in range(1, setup.seats + 1))
    header = Header(
        game=game.key, seats=names, options=format_options(setup.options), rules=game.rules_version
    )
    record = Record(header, tuple(entries), result)
    text = write(record)
    assert read(text) == record
    played = [one.applied.playthrough for one in replay(text, {game.key: game})]
    assert [encode(playthrough.state) for playthrough in played] == [encode(state) for state in states]
    assert played[-1].draws == sum(len(one.draws) for one in entries)
    return undone
