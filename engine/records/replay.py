"""Replays a record through the rules, checking that each step was allowed and each draw possible.

The same `Playthrough` runs here as on a table. The record's draws are its chance and must be used up
exactly. If a record gives its seed, every draw must also be the one that the seed gives
(docs/record.md, "Fair dice").
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar, cast

from engine.chance import (
    BadDraw,
    Chance,
    DrawPlace,
    PlacedChance,
    ScriptedChance,
    chance_at,
    commitment,
    next_seed,
    table_key,
)
from engine.game import AnyGame, Refused, Setup, with_rules
from engine.options import parse_options
from engine.playthrough import PlayedStep, Playthrough, answer_open_ask, chance_of_step, start
from engine.records.header import read_header
from engine.records.reading import read_steps
from engine.records.record import (
    CHANCE,
    COMMON_MOVES,
    DUPLICATE,
    BrokenRecord,
    Header,
    NotARecord,
    RecordStep,
    Signature,
    places,
)
from engine.refusals import Code, refused

T = TypeVar("T")

_BAD_DRAWS: Mapping[str, Code] = MappingProxyType(
    {
        "missing": "draw-missing",
        "impossible": "draw-impossible",
        "left over": "draw-left-over",
        "unfair": "draw-not-of-seed",
    }
)


class FairKey(NamedTuple):
    """What a record with a seed is checked with: the keys of its draws, and how they follow from them.

    Each key holds for the steps before a number, the last one for all that follow.
    """

    keys: tuple[tuple[int, bytes], ...]
    last: bytes
    is_duplicate: bool

    def of_step(self, number: int) -> bytes:
        return next((key for before, key in self.keys if number < before), self.last)


class ReplayedStep(NamedTuple):
    """A step of a record that follows the rules, and what it led to."""

    entry: RecordStep
    applied: PlayedStep


def replay(text: str, games: Mapping[str, AnyGame]) -> Iterator[ReplayedStep]:
    """The steps of a record, as far as it goes; none if it stops before the deal.

    Raises NotARecord before the first step, or BrokenRecord after the last correct one.
    """
    header = read_header(text)
    game, setup = setup_of(header, games)
    if header.rules is None:
        game = _version_followed(text, game, setup)
    yield from _replay(text, game, setup, _fair_key(header, game))


def dealt(game: AnyGame, setup: Setup, entry: RecordStep) -> PlayedStep:
    """The deal of a record. Raises BrokenRecord if its draws are not possible."""
    return _deal(game, setup, entry, None)


def follow(playthrough: Playthrough, entry: RecordStep) -> PlayedStep:
    """A step of a record after a position. Raises BrokenRecord if the rules forbid it."""
    return _step(playthrough, entry, None)


def move_of(playthrough: Playthrough, entry: RecordStep) -> Any:
    """The move that a step after a position names. Raises Refused if its seat has none."""
    return _move(playthrough, entry.seat or 0, entry.notation)


def _version_followed(text: str, present: AnyGame, setup: Setup) -> AnyGame:
    """The game by the newest version of its rules that a record without a version follows; the present one
    if it follows none.
    """
    versions = [present.rules_version, *sorted(present.older_starts, reverse=True)]
    games = [game for version in versions if (game := with_rules(present, version))]
    if len(games) == 1:
        return present
    return next((game for game in games if _follows(text, game, setup)), present)


def _follows(text: str, game: AnyGame, setup: Setup) -> bool:
    try:
        for _ in _replay(text, game, setup, None):
            pass
    except BrokenRecord:
        return False
    return True


def _replay(text: str, game: AnyGame, setup: Setup, key: FairKey | None) -> Iterator[ReplayedStep]:
    playthrough: Playthrough | None = None
    for part in read_steps(text):
        if isinstance(part, Signature):
            continue
        if not isinstance(part, RecordStep):
            _judge_result(playthrough, part)
            continue
        applied = _deal(game, setup, part, key) if playthrough is None else _step(playthrough, part, key)
        playthrough = applied.playthrough
        yield ReplayedStep(part, applied)


def setup_of(header: Header, games: Mapping[str, AnyGame]) -> tuple[AnyGame, Setup]:
    """The game of a record, and its setup. Raises NotARecord if it cannot be played here."""
    present = games.get(header.game)
    if present is None:
        raise NotARecord("game-unknown", game=header.game)
    game = present if header.rules is None else with_rules(present, header.rules)
    if game is None:
        raise NotARecord("rules-not-here", rules=header.rules or 0, present=present.rules_version)
    seats = len(header.seats)
    if seats not in game.seats:
        raise NotARecord("seats-not-possible", seats=seats, least=game.seats[0], most=game.seats[-1])
    if CHANCE in header.options and not header.is_duplicate:
        raise NotARecord(
            "option-not-possible", option=CHANCE, value=header.options[CHANCE], accepted=DUPLICATE
        )
    try:
        return game, chosen_setup(header, game)
    except Refused as why:
        raise NotARecord(cast("Code", why.code), **why.params) from None


def chosen_setup(header: Header, game: AnyGame) -> Setup:
    """The setup that a header names. Raises Refused if an option is not possible."""
    own = {name: value for name, value in header.options.items() if name != CHANCE}
    return Setup(len(header.seats), parse_options(game, own))


def _fair_key(header: Header, game: AnyGame) -> FairKey | None:
    """The key of all draws if the record gives its seed, else None."""
    if header.seed is None:
        return None
    for word in ("table", "rules"):
        if getattr(header, word) is None:
            raise NotARecord("seed-needs", word=word)
    seed, table = bytes.fromhex(header.seed), header.dice_of or ""
    given_up = [(one.step, bytes.fromhex(one.seed or "")) for one in header.restored]
    dealt = next((old for step, old in given_up if step), seed)
    kept = header.commitment in (None, commitment(seed, table)) and all(
        commitment(old, table) == one.commitment
        for one, (_, old) in zip(header.restored, given_up, strict=True)
    )
    if not kept or not _voided_fairly(header, dealt, table):
        raise BrokenRecord(0, refused("seed-not-committed"))
    _check_added(header)
    keys = ((step, table_key(old, table, game.rules_version, header.added)) for step, old in given_up)
    last = table_key(seed, table, game.rules_version, header.added)
    return FairKey(tuple(keys), last, header.is_duplicate)


def _check_added(header: Header) -> None:
    """Raises BrokenRecord if a seat that voided a deal added to the next one, which version 1 allowed."""
    voided = {seat for deal in header.voided for seat in deal.seats}
    if header.version > 1 and voided & header.added.keys():
        raise BrokenRecord(0, refused("added-after-void", seat=min(voided & header.added.keys())))


def _voided_fairly(header: Header, seed: bytes, table: str) -> bool:
    """Whether voided deals had the seeds committed to, and each seed follows from the one before."""
    seeds = [*(bytes.fromhex(deal.seed) for deal in header.voided), seed]
    kept = all(
        commitment(used, table) == deal.commitment for used, deal in zip(seeds, header.voided, strict=False)
    )
    return kept and all(next_seed(before) == after for before, after in pairwise(seeds))


def _deal(game: AnyGame, setup: Setup, entry: RecordStep, key: FairKey | None) -> PlayedStep:
    chance = _RecordChance(entry.draws, _fair(key, None, 0))
    try:
        applied = start(game, setup, chance)
        chance.finish()
    except BadDraw as bad:
        raise BrokenRecord(0, _draw_refused(bad)) from None
    return applied


def _step(playthrough: Playthrough, entry: RecordStep, key: FairKey | None) -> PlayedStep:
    seat = entry.seat or 0
    chance = _RecordChance(entry.draws, _fair(key, playthrough, seat))
    try:
        applied = answer_open_ask(playthrough, seat, _move(playthrough, seat, entry.notation), chance)
        chance.finish()
    except Refused as refused:
        raise BrokenRecord(playthrough.steps + 1, refused) from None
    except BadDraw as bad:
        raise BrokenRecord(playthrough.steps + 1, _draw_refused(bad)) from None
    return applied


def _move(playthrough: Playthrough, seat: int, notation: str) -> Any:
    """The move that a step names. Raises Refused if this seat has no move now."""
    if playthrough.over:
        raise refused("game-over")
    if notation in COMMON_MOVES and 1 <= seat <= playthrough.setup.seats:
        return COMMON_MOVES[notation]
    if playthrough.ask_of(seat) is None:
        raise refused("wrong-seat", seat=seat, asked=tuple(ask.seat for ask in playthrough.asks))
    return playthrough.game.parse(notation, playthrough.view(seat))


def _judge_result(playthrough: Playthrough | None, result: tuple[int, ...]) -> None:
    """Raises BrokenRecord unless these are the places of a finished game."""
    if playthrough is None or not playthrough.over:
        raise BrokenRecord(0 if playthrough is None else playthrough.steps + 1, refused("result-early"))
    expected = places(playthrough.standings())
    if result != expected:
        raise BrokenRecord(playthrough.steps, refused("result-wrong", found=result, expected=expected))


def _draw_refused(bad: BadDraw) -> Refused:
    return refused(_BAD_DRAWS[bad.reason], token=bad.token, expected=bad.expected)


def _fair(key: FairKey | None, playthrough: Playthrough | None, seat: int) -> Chance | None:
    if key is None:
        return None
    number = playthrough.steps + 1 if playthrough else 0
    return chance_of_step(key.of_step(number), playthrough, seat, is_duplicate=key.is_duplicate)


class _RecordChance(PlacedChance):
    """A step's draws from a record, checked against fair ones if it has a seed."""

    def __init__(self, tokens: Sequence[str], fair: Chance | None) -> None:
        self._scripted = ScriptedChance(tokens)
        self._fair = fair

    def at(self, place: DrawPlace) -> Chance:
        found = _RecordChance((), chance_at(self._fair, place) if self._fair else None)
        found._scripted = self._scripted
        return found

    def dice(self, count: int) -> tuple[int, ...]:
        fell = self._scripted.dice(count)
        if self._fair is not None:
            for face, fair in zip(fell, self._fair.dice(count), strict=True):
                _same(str(face), str(fair))
        return fell

    def pick(self, options: Sequence[T]) -> T:
        picked = self._scripted.pick(options)
        if self._fair is not None:
            _same(str(picked), str(self._fair.pick(options)))
        return picked

    def finish(self) -> None:
        self._scripted.finish()


def _same(token: str, fair: str) -> None:
    if token != fair:
        raise BadDraw("unfair", token, fair)
