"""What every game is: asks, steps, refusals and the one shape the whole house talks to.

A game is a pure value. Seats are numbered from 1, as in records; `who` is a seat's number
or None for spectators. Whatever a player, a bot or a program may know leaves a game through
`view` and `show`; everything else takes views only, so that nothing can leak by accident.
How a game in progress is driven (undo, numbering, chance) is `engine.playthrough`'s business.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from engine.chance import Chance
from engine.standing_answers import NO_STANDING_ANSWERS, StandingAnswers

Param = str | int | tuple[int, ...] | tuple[str, ...]


class Refused(Exception):  # noqa: N818  (a refusal is an answer, not a fault)
    """A move or request that was not taken: a code and parameters, never a text.

    The texts live in the TUI's catalogues; screen, plain mode, API and log use the same.
    """

    def __init__(self, code: str, params: Mapping[str, Param] | None = None) -> None:
        super().__init__(code, dict(params or {}))
        self.code = code
        self.params: dict[str, Param] = dict(params or {})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refused) and (self.code, self.params) == (other.code, other.params)

    def __hash__(self) -> int:
        return hash(self.code)

    def __repr__(self) -> str:
        return f"Refused({self.code!r}, {self.params!r})"


class Ask(Struct, frozen=True):
    """A question to one seat. Its id stays the same while other seats answer theirs."""

    id: int
    seat: int
    kind: str
    timeout_move: Any = None
    reaction: bool = False
    """A chance to react to what others do, which several seats may have at once: for games in which
    one may break in. Leaving it takes nothing from a seat that it was sure of, so nobody who is away
    need be waited for long (`server.log.standing_answers`).
    """


class Setup(Struct, frozen=True):
    """What a table agreed on before the deal: how many seats, which options."""

    seats: int
    options: Any


class Step(Struct, frozen=True):
    """What one move led to. `reversible`: nothing was drawn or revealed by it."""

    state: Any
    events: tuple[Any, ...]
    reversible: bool


class Standing(Struct, frozen=True):
    """A seat's place (1 is best, ties share a place) and its score (the game says in what unit)."""

    seat: int
    place: int
    score: int


class Likelihood(Struct, frozen=True):
    """Something that a turn can still come to, by the game's own word (court: a card), and its chance.

    Not `exact`: it is at least this likely.
    """

    what: str
    chance: float
    exact: bool = True


class Odds(Struct, frozen=True):
    """The chances of the turn of `seat`, at best play for each single thing: `now`, and `then`, once a
    move in question is made, of the same things in the same order (empty: no move is in question).
    """

    seat: int
    now: tuple[Likelihood, ...]
    then: tuple[Likelihood, ...] = ()


class Bot(Protocol):
    """Somebody who answers asks from views alone. Has no memory between asks."""

    name: str

    def choose(self, game: AnyGame, view: Any, ask: Ask, chance: Chance) -> Any:
        """A legal move for `ask`; `chance` is the bot's own, never the table's."""
        ...


class OddsCalculator(Protocol):
    """Says how likely things are, from views alone, for people who want to know. It holds nothing."""

    def odds(self, view: Any, move: Any = None) -> Odds:
        """The chances from here; with a move of the viewing seat, what it does to them, too.

        Raises Refused: "game-over", and what `check` says to the move.
        """
        ...

    def prepare(self) -> None:
        """Makes what every answer needs, in a process that waits for questions."""
        ...


S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")
E = TypeVar("E")
O = TypeVar("O")  # noqa: E741


@dataclass(frozen=True, kw_only=True, eq=False)
class Game(Generic[S, M, V, E, O]):
    """One game's rules: functions, and what the house has to know beside them. One value per game,
    found through `engine.registry`. What has a default is what only some games have.
    """

    key: str
    seats: range
    rules_version: int
    secrets: bool
    """Whether seats know what spectators or other seats do not, while a game runs."""
    Options: type[O]
    State: Any
    Move: Any
    View: Any
    Event: Any
    """The types of what the functions take and give, for decoding; where they are several, their union."""
    bots: Mapping[str, Bot]
    """The game's own bots by name, the strongest last."""

    start: Callable[[Setup, Chance], Step]
    """The deal. Raises Refused where the number of seats or an option is not possible."""
    asks: Callable[[S], tuple[Ask, ...]]
    """Every open question; none: the game is over."""
    play: Callable[[S, Ask, M, Chance], Step]
    """The next state. Raises Refused (and draws nothing) where the rules forbid the move."""
    view: Callable[[S, int | None], V]
    """All that a seat may know (None: spectators), with perfect recall of what was public."""
    show: Callable[[E, int | None], E | None]
    """What a seat (None: spectators) sees of an event, None: nothing."""
    legal: Callable[[V], Iterator[M]]
    """Every move the viewing seat may make now, lazily, each choice once."""
    check: Callable[[V, M], Refused | None]
    """Why the viewing seat may not make this move now; None: it may."""
    preview: Callable[[V, M], V | None]
    """The view after a legal move; None where chance or a secret decides: for boards that show what a
    choice leads to, and for programs.
    """
    sample: Callable[[V, Chance], S]
    """A state that gives exactly this view: what bots search with, and by what the contract suite shows
    that a view tells no secret (two states with one view cannot be told apart).
    """
    standings: Callable[[S], tuple[Standing, ...]]
    """Every seat's standing, best first; of a running game: as it stands."""
    round: Callable[[S], int]
    """How many rounds have begun."""
    parse: Callable[[str, V], M]
    """A move from its notation. Raises Refused where it cannot be read."""
    notate: Callable[[M], str]
    """The notation of a move; `parse` of it gives the move back."""

    standing_answers: StandingAnswers = NO_STANDING_ANSWERS
    """What a seat may answer before it is asked: for games that ask often what is mostly passed."""
    odds_calculator: OddsCalculator | None = None
    """Who works out chances for people; None: this game has none to tell."""


AnyGame = Game[Any, Any, Any, Any, Any]
