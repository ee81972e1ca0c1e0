"""The contract of a game: asks, steps, refusals, and the one value through which everything plays it.

A game is a pure value. Seats are numbered from 1, as in records; `who` is a seat's number
or None for spectators. Whatever a player, a bot or a program may know leaves a game through
`view` and `show`; everything else takes views only, so that nothing can leak by accident.
`engine.playthrough` drives a game in progress (undo, numbering, chance).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

from msgspec import Struct

from engine.chance import Chance
from engine.lessons import Lesson
from engine.opponents import ANYBODY, NOBODY, Opponents, in_order
from engine.standing_answers import NO_STANDING_ANSWERS, StandingAnswers
from engine.value.seats import Sitting
from engine.value.values import Likelihood, Values

LONGEST_QUOTE = 200
Param = str | int | tuple[int, ...] | tuple[str, ...]


class Refused(Exception):  # noqa: N818  (a refusal is an answer, not a fault)
    """A move or request that was refused: a code and parameters, never a text.

    The TUI's catalogues hold the texts; screen, plain mode, API and log share them. A parameter may quote
    what somebody typed: characters that are not printable are replaced, and no more than its beginning kept.
    """

    def __init__(self, code: str, params: Mapping[str, Param] | None = None) -> None:
        self.code = code
        self.params: dict[str, Param] = {
            name: quoted(value) if isinstance(value, str) else value for name, value in (params or {}).items()
        }
        super().__init__(code, self.params)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refused) and (self.code, self.params) == (other.code, other.params)

    def __hash__(self) -> int:
        return hash(self.code)

    def __repr__(self) -> str:
        return f"Refused({self.code!r}, {self.params!r})"


def quoted(text: str) -> str:
    """What somebody typed, as a sentence quotes it: nothing in it steers a terminal, and of a long text the
    beginning is kept.
    """
    return printable(text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 1]}…")


def printable(text: str) -> str:
    """A text that can be shown, whoever typed it: nothing in it steers a terminal."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)


class Ask(Struct, frozen=True):
    """A question to one seat. Its id stays while other seats answer theirs."""

    id: int
    seat: int
    kind: str
    timeout_move: Any = None
    reaction: bool = False
    """True for a chance to react to what others do; several seats may have one at once. A seat that lets
    it pass loses nothing it was sure of, so nobody needs to wait long for an absent player.
    """


class Setup(Struct, frozen=True):
    """What is fixed before the deal: the number of seats and the options."""

    seats: int
    options: Any


class Step(Struct, frozen=True):
    """What one move led to. `reversible`: it drew and revealed nothing."""

    state: Any
    events: tuple[Any, ...]
    reversible: bool


class Standing(Struct, frozen=True):
    """A seat's place (1 is best, ties share a place) and its score (the game says in what unit)."""

    seat: int
    place: int
    score: int


class Verdict(Struct, frozen=True):
    """Why the first seats are first, by the game's own word (`engine.ending` has those of every game)."""

    code: str
    seats: tuple[int, ...] = ()
    """The seats that the word is about besides the winner, such as those that a tie was broken against."""
    amounts: tuple[int, ...] = ()
    """What decided, as the word has it: points of the winner, points of the next."""


class Moment(Struct, frozen=True):
    """Something that decided a game, by the game's own word. Everybody saw it."""

    code: str
    round: int
    seat: int
    """Whose moment it was."""
    weight: int
    """How much it decided, compared with others of the same game."""
    amount: int = 0
    """How much it brought, in the unit of the word."""
    other: int | None = None
    """The other seat that it was about."""
    what: str = ""
    """The card or the like that it was about, by its name in the notation."""


class PastStep(NamedTuple):
    """A step of an ended game: the state before it, its seat (None of both: the deal), and its events."""

    before: Any
    seat: int | None
    events: tuple[Any, ...]


class Trophies(Struct, frozen=True):
    """What games give trophies for, and the function that finds them, each with its seat, in an ended game:
    from its steps without those that were undone, its places by seat, and its verdict.
    """

    names: tuple[str, ...]
    found: Callable[[Sequence[PastStep], Mapping[int, int], Verdict], set[tuple[int, str]]]


class Odds(Struct, frozen=True):
    """The chances of the turn of `seat`, each with best play for that one thing.

    `now` are those of the position; `then` are those after the move asked about, for the same things in
    the same order (empty if no move was asked about).
    """

    seat: int
    now: tuple[Likelihood, ...]
    then: tuple[Likelihood, ...] = ()
    more: bool = False
    """True if the same question, asked with more effort, may get a better answer."""


class Bot(Protocol):
    """Answers asks from views alone, without memory between asks."""

    name: str

    @property
    def known_options(self) -> frozenset[str] | None:
        """The options that it plays by (None: all there are). It is seated at no table where another one
        differs from its default: it would play as if that option were not there.
        """

    def choose(self, game: AnyGame, view: Any, ask: Ask, chance: Chance) -> Any:
        """A legal move for `ask`. `chance` is the bot's own, never the table's."""


@runtime_checkable
class AnytimeBot(Bot, Protocol):
    """A Bot that has a move to show before it has thought to the end, for when its time is up."""

    def improving(self, game: AnyGame, view: Any, ask: Ask, chance: Chance) -> Iterator[Any]:
        """The best legal move found so far, again and again; the last one is the move that `choose` returns
        from the same chance.
        """


class OddsCalculator(Protocol):
    """Calculates chances from views alone, to be shown to players. Has no state of its own."""

    @property
    def answer(self) -> type:
        """What `odds` returns, a Struct: `Odds`, or one of the game's own that its board has words for."""

    @property
    def dear(self) -> bool:
        """Whether an answer takes more than a tenth of a second, so that players may ask less often."""

    def odds(self, view: Any, move: Any = None) -> Any:
        """The chances in this position and, if a move of the viewing seat is given, those after it.

        Raises Refused: "game-over", and what `check` says to the move.
        """

    def prepare(self) -> None:
        """Fills caches that every answer needs, in a process that waits for questions."""


@runtime_checkable
class PatientOddsCalculator(OddsCalculator, Protocol):
    """An OddsCalculator that answers at once, and knows better if it is given more time.

    While its answers say that there is `more`, the next effort may find chances exact or lower bounds higher,
    or less by sampling. The first answer is of effort 0.
    """

    def better_odds(self, view: Any, move: Any, effort: int) -> Any:
        """The same as `odds`, with more effort. Raises the same."""


@runtime_checkable
class SeatedOddsCalculator(PatientOddsCalculator, Protocol):
    """A PatientOddsCalculator of a game whose chances depend on how the seats play."""

    @property
    def telling(self) -> frozenset[str]:
        """The kinds of questions whose answers everybody sees, and which tell how a seat plays."""

    def odds_among(self, view: Any, move: Any, sitting: Sequence[Sitting], effort: int) -> Any:
        """The same as `better_odds`, if these sit at the table, seat 1 first. Raises the same."""


S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")
E = TypeVar("E")
O = TypeVar("O")  # noqa: E741


@dataclass(frozen=True, kw_only=True, eq=False)
class Game(Generic[S, M, V, E, O]):
    """One game: the functions of its rules, and what callers have to know beside them.

    There is one value per game, found through `engine.registry`. Fields with a default are those that
    only some games need.
    """

    key: str
    seats: range
    rules_version: int
    secrets: bool
    """True if seats know things during a game that spectators or other seats do not."""
    Options: type[O]
    State: Any
    Move: Any
    View: Any
    Event: Any
    """The types that the functions take and return, for decoding; a union if there are several."""
    bots: Mapping[str, Bot]
    """The game's own bots by their keys, strongest last; none are needed (`engine.bots`)."""

    start: Callable[[Setup, Chance], Step]
    """The deal. Raises Refused if the number of seats or an option is not possible."""
    asks: Callable[[S], tuple[Ask, ...]]
    """Every open question; empty once the game is over."""
    play: Callable[[S, Ask, M, Chance], Step]
    """The next state. Raises Refused, having drawn nothing, if the rules forbid the move."""
    view: Callable[[S, int | None], V]
    """All that a seat (None: spectators) may know, with perfect recall of what was public."""
    show: Callable[[E, int | None], E | None]
    """What a seat (None: spectators) sees of an event; None if nothing."""
    legal: Callable[[V], Iterator[M]]
    """Every move the viewing seat may make now, lazily, each choice once."""
    check: Callable[[V, M], Refused | None]
    """Why the viewing seat may not make this move now; None if it may."""
    preview: Callable[[V, M], V | None]
    """The view after a legal move, for boards that show what a choice leads to, and for programs. None
    if chance or a secret decides.
    """
    sample: Callable[[V, Chance], S]
    """A state that gives exactly this view. Bots search with it, and the contract tests prove with it
    that a view holds no secret: two states with one view cannot be told apart.
    """
    standings: Callable[[S], tuple[Standing, ...]]
    """Every seat's standing, best first; in a running game, the standings so far."""
    round: Callable[[S], int]
    """How many rounds have begun."""
    parse: Callable[[str, V], M]
    """A move from its notation. Raises Refused if it cannot be read."""
    notate: Callable[[M], str]
    """The notation of a move, which `parse` turns back into it."""

    verdict: Callable[[S, Sequence[Standing]], Verdict] | None = None
    """Why those who are first by `standings` are first, once the game is over; None: by score."""
    reveal: Callable[[S, int | None], V] | None = None
    """A position of a game that has ended, with nothing hidden, as a view of a seat (None: of spectators).
    Nobody may have it while the game runs. None: `view` hides nothing.
    """
    staged: Callable[[V], bool] = lambda _: False
    """Whether what happens in a view's position is shown one thing at a time, at each reader's own speed:
    where secrets are turned over, and where the game ends.
    """
    moments: Callable[[S, Sequence[E], Sequence[Moment]], tuple[Moment, ...]] | None = None
    """The moments in the events of a step from a state; the moments kept so far tell what was seen before.
    None: the game tells none.
    """
    trophies: Trophies | None = None
    """What its games give trophies for; None: nothing."""
    opponents: Opponents = NOBODY
    """Those of its bots that people choose, by their names; all of them if nothing else is said."""
    standing_answers: StandingAnswers = NO_STANDING_ANSWERS
    """Answers that a seat can give in advance, for games that ask often what most players pass."""
    phase: Callable[[V], int] = lambda _view: 0
    """A number that is another one once a phase of the game is over, for games that have phases: how long a
    seat's plans hold (`engine.plans`) that are not over with its turn.
    """
    value: Values | None = None
    """The value of its positions and moves, where all chances come from; None: it has none, and no analysis.
    """
    odds_calculator: OddsCalculator | None = None
    """Calculates chances for players; None if the game offers none."""
    lesson: Lesson | None = None
    """A game with a fixed course, to learn the rules by; None if there is none."""
    older_starts: Mapping[int, Callable[[Setup, Chance], Step]] = field(
        default_factory=lambda: MappingProxyType({})
    )
    """The deal by each older version of the rules that can still be played, by its number. What is different
    by them lies in the state from the deal on, and as far as players may know it in the view; so all other
    functions serve every version.
    """

    def __post_init__(self) -> None:
        if self.opponents is NOBODY:
            object.__setattr__(self, "opponents", in_order(self.bots) if self.bots else ANYBODY)


AnyGame = Game[Any, Any, Any, Any, Any]


@lru_cache
def telling(game: AnyGame) -> frozenset[str]:
    """The kinds of questions whose answers tell how a seat plays; none where no chances depend on that. It is
    asked for every move of every log: to look for a protocol's methods takes longer than the move.
    """
    calculator = game.odds_calculator
    return calculator.telling if isinstance(calculator, SeatedOddsCalculator) else frozenset()


def with_rules(game: AnyGame | None, version: int) -> AnyGame | None:
    """The game by a version of its rules: the present one, or an older one that running games and records
    began with. None if it cannot be played by that version.
    """
    if game is None or game.rules_version == version:
        return game
    start = game.older_starts.get(version)
    return replace(game, rules_version=version, start=start) if start else None
