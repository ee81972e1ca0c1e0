"""The course of two games that differ only in what some seats may not know: made with the rules alone.

Both games are played side by side. Whoever may not know what differs makes the same moves; a seat whose
secrets differ makes moves that look the same to others. The pair ends before something that differs comes
into the open, so before the end. For court, which hides nothing, the draws to come differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from random import Random
from typing import Any, TypeVar

from msgspec import Struct

from engine import playthrough
from engine.bots import bot_named
from engine.chance import Chance, FairChance
from engine.game import AnyGame, Ask, Refused, Setup
from engine.playthrough import UNDO, PlayedStep, Playthrough
from engine.registry import GAMES
from server.log.table_options import game_options, parse_table_options
from tests.twins.hidden import HIDDEN

T = TypeVar("T")
Play = Callable[[Chance], PlayedStep]
"""A step of a game, with the chance from which it draws."""

MOST_STEPS = 70
LONGEST = 12
"""Steps of a pair that are compared, at most."""
LEAST = 3
"""A pair with fewer steps is not worth a comparison."""
CONSIDERED = 40
"""Legal moves among which a player chooses."""
OPTIONS = {"court": {"rounds": "2"}, "laurin": {"rounds": "2"}}
PAGE = "page"


class LeakFound(AssertionError):  # noqa: N818
    """Somebody was shown something that depends on what they may not know."""


class PairTurn(Struct, frozen=True):
    """One step: the answer to a question, in either game. `late`: nobody answers, the clock does."""

    seat: int
    ask: int
    moves: tuple[Any, Any]
    late: bool = False


class PairPlan(Struct, frozen=True):
    """A pair. `secretive` are the seats whose secrets differ; `begins` is the first turn that is compared;
    `draws` are all tokens in either game. `bot` is the seat of a bot, 0: there is none.
    """

    game: str
    number: int
    seats: int
    secretive: tuple[int, ...]
    bot: int
    clock: str
    draws: tuple[tuple[str, ...], tuple[str, ...]]
    turns: tuple[PairTurn, ...]
    begins: int
    different: int
    """After how many of the compared turns the two positions differed."""

    @property
    def uninformed(self) -> tuple[int, ...]:
        """The seats that may not know what differs."""
        return tuple(seat for seat in range(1, self.seats + 1) if seat not in self.secretive)


def make_plan(game: str, number: int) -> PairPlan:
    """The pair with this number. Raises LeakFound if the rules themselves give something away."""
    for attempt in range(50):
        plan = _TwinCourse(game, number, Random(f"{game} {number} {attempt}")).plan()
        if plan is not None:
            return plan
    raise AssertionError(f"no pair number {number} of {game}")


class _Impossible(Exception):  # noqa: N818
    """The draws of the other game cannot be made in this one."""


class _SteeredChance:
    """Draws what it is told, if it can be drawn: else nothing, or anything for a position in `free`."""

    def __init__(self, tokens: Sequence[str], free: frozenset[int], rng: Random) -> None:
        self._tokens, self._free, self._rng = tokens, free, rng
        self._next = 0

    def dice(self, count: int) -> tuple[int, ...]:
        return tuple(int(self.pick("123456")) for _ in range(count))

    def pick(self, options: Sequence[T]) -> T:
        place, self._next = self._next, self._next + 1
        token = self._tokens[place] if place < len(self._tokens) else None
        fitting = [option for option in options if str(option) == token]
        if place in self._free:
            return self._rng.choice([each for each in options if str(each) != token] or fitting)
        if not fitting:
            raise _Impossible
        return fitting[0]


class _TwinCourse:
    """Plays one pair."""

    def __init__(self, game: str, number: int, rng: Random) -> None:
        self.game: AnyGame = GAMES[game]
        self.hidden = HIDDEN[game]
        self.number, self.rng = number, rng
        self.seats = rng.choice([seats for seats in self.game.seats if seats <= 4])
        some = rng.sample(range(1, self.seats + 1), rng.randint(1, self.seats - 1))
        self.secretive = tuple(sorted(some)) if self.game.secrets else ()
        self.bot = rng.choice((0, rng.randint(2, self.seats)))
        self.clock = rng.choice(("none", "1m", "1m"))
        self.key = rng.randbytes(32)
        self.tokens: tuple[list[str], list[str]] = ([], [])
        self.turns: list[PairTurn] = []
        self.differed: list[bool] = []
        self._plays_on = False
        """The clock makes the next turn, too: time is up for a seat until others are asked."""

    def plan(self) -> PairPlan | None:
        """The whole pair; None if nothing that is hidden differs for long enough."""
        options = game_options(self.game, parse_table_options(self.game, OPTIONS.get(self.game.key, {})))
        setup = Setup(self.seats, options)
        deal = partial(playthrough.start, self.game, setup)
        pair = self._both(deal, deal, FairChance(self.key))
        shown = False
        while pair is not None and len(self.turns) < MOST_STEPS and not pair[0].over:
            pair = self._turn(pair)
            shown = pair is None
        return self._window(shown)

    def _window(self, shown: bool) -> PairPlan | None:
        while self.turns and self._plays_on:
            self._plays_on = self.turns.pop().late and bool(self.turns) and self.turns[-1].late
        count = min(len(self.turns), self.rng.randint(LEAST + 2, LONGEST))
        latest = len(self.turns) - count
        begins = self.rng.choice((0, self.rng.randint(0, latest), latest, latest if shown else 0))
        turns = self.turns[: begins + count]
        different = sum(self.differed[begins : begins + count])
        if count < LEAST or (self.game.secrets and different < LEAST):
            return None
        draws = tuple(self.tokens[0]), tuple(self.tokens[1])
        return PairPlan(
            self.game.key, self.number, self.seats, self.secretive, self.bot, self.clock, draws,
            tuple(turns), begins, different,
        )  # fmt: skip

    def _turn(self, pair: tuple[Playthrough, Playthrough]) -> tuple[Playthrough, Playthrough] | None:
        """Both games one step later; None if every step would show what differs."""
        first, second = pair
        if not self._plays_on and self.rng.random() < 0.05 and (after := self._undo(pair)):
            return after
        ask = self._ask(first)
        other = second.ask_of(ask.seat)
        assert other is not None
        for late, moves in self._moves(pair, ask, other):
            after = self._step(pair, ask, moves)
            if after is not None and not after[0].over:
                self.turns.append(PairTurn(ask.seat, ask.id, moves, late))
                self.differed.append(after[0].state != after[1].state)
                rounds = [self.game.round(one.state) for one in (first, after[0])]
                self._plays_on = late and rounds[0] == rounds[1] and after[0].ask_of(ask.seat) is not None
                return after
        return None

    def _ask(self, now: Playthrough) -> Ask:
        """The question that is answered next: of who is late, else of a bot, else any."""
        if self._plays_on and (ask := now.ask_of(self.turns[-1].seat)):
            return ask
        bots = [ask for ask in now.asks if ask.seat == self.bot]
        return bots[0] if bots else self.rng.choice(now.asks)

    def _undo(self, pair: tuple[Playthrough, Playthrough]) -> tuple[Playthrough, Playthrough] | None:
        """Nobody takes back what the clock played."""
        seat = pair[0].undoer
        if seat is None or seat == self.bot or not all(one.can_undo(seat) for one in pair):
            return None
        if self.turns[-1].late:
            return None
        after = self._step(pair, Ask(0, seat, ""), (UNDO, UNDO))
        if after is not None:
            self.turns.append(PairTurn(seat, 0, (UNDO, UNDO)))
            self.differed.append(after[0].state != after[1].state)
        return after

    def _moves(
        self, pair: tuple[Playthrough, Playthrough], ask: Ask, other: Ask
    ) -> Iterator[tuple[bool, tuple[Any, Any]]]:
        """Answers that look the same, in either game; the first of which is made that shows nothing."""
        views = [one.view(ask.seat) for one in pair]
        legal = [list(islice(self.game.legal(view), CONSIDERED)) for view in views]
        alone = len(pair[0].asks) == 1 and ask.seat != self.bot and self.clock != "none"
        if self._plays_on or (alone and self.rng.random() < 0.15):
            yield True, (ask.timeout_move or legal[0][0], other.timeout_move or legal[1][0])
            if self._plays_on:
                return
        for _ in range(6):
            move = self._move(views[0], ask, legal[0])
            if ask.seat not in self.secretive:
                yield False, (move, move)
                continue
            alike = [each for each in legal[1] if self.hidden.move(each) == self.hidden.move(move)]
            if len(alike) > 1 and self.rng.random() < 0.7:
                alike = [each for each in alike if each != move]
            if alike:
                yield False, (move, self.rng.choice(alike))

    def _move(self, view: Any, ask: Ask, legal: Sequence[Any]) -> Any:
        if self.rng.random() < 0.3:
            chance = FairChance(self.rng.randbytes(32))
            return bot_named(self.game, PAGE).choose(self.game, view, ask, chance)
        return self.rng.choice(legal)

    def _step(
        self, pair: tuple[Playthrough, Playthrough], ask: Ask, moves: tuple[Any, Any]
    ) -> tuple[Playthrough, Playthrough] | None:
        first, second = (
            partial(playthrough.apply, one, ask.seat, ask.id, move)
            for one, move in zip(pair, moves, strict=True)
        )
        try:
            return self._both(first, second, FairChance(self.key, pair[0].draws))
        except Refused as refused:
            raise LeakFound(f"{moves} in turn {len(self.turns) + 1}: {refused} in one game") from refused

    def _both(
        self, play: Play, play_twin: Play, chance: FairChance
    ) -> tuple[Playthrough, Playthrough] | None:
        """The step in both games, if it shows nothing of what differs."""
        first = play(chance)
        second = self._twin(first, play_twin)
        if second is None or not self._alike(first, second):
            return None
        self.tokens[0].extend(first.draws)
        self.tokens[1].extend(second.draws)
        return first.playthrough, second.playthrough

    def _twin(self, first: PlayedStep, play: Play) -> PlayedStep | None:
        """The step of the other game, with as many other draws as its seats' secrets allow."""
        tokens = list(first.draws)
        found: PlayedStep | None = None
        try:
            found = play(_SteeredChance(tokens, frozenset(), self.rng))
            self._check(first, found)
        except _Impossible:
            """Some other draw may be possible."""
        places = list(range(len(tokens))) if self.secretive else []
        self.rng.shuffle(places)
        for place in places[:12]:
            try:
                step = play(_SteeredChance(tokens, frozenset((place,)), self.rng))
            except _Impossible:
                continue
            if self._alike(first, step):
                tokens, found = list(step.draws), step
        return found

    def _check(self, first: PlayedStep, second: PlayedStep) -> None:
        """What nobody can tell apart leads to what nobody can tell apart, unless something is turned up."""
        shown = any(isinstance(event, self.hidden.shows) for event in first.events)
        if not (shown or self._alike(first, second)):
            raise LeakFound(
                f"{self.game.key} {self.number}: the rules show what is hidden, turn {len(self.turns) + 1}"
            )

    def _alike(self, first: PlayedStep, second: PlayedStep) -> bool:
        return self._open(first) == self._open(second)

    def _open(self, step: PlayedStep) -> Any:
        now, hidden = step.playthrough, self.hidden
        return (
            hidden.state(now.state, self.secretive),
            [hidden.event(event, self.secretive) for event in step.events],
            [(ask.id, ask.seat, ask.kind, ask.reaction) for ask in now.asks],
            [ask for ask in now.asks if ask.seat not in self.secretive],
            now.undoer,
            len(step.draws),
        )
