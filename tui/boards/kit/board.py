"""What the interface needs of a game: its words, and a widget that shows snapshots and makes moves.

`tui.boards` has one board per game. The table screen gives the widget snapshots and a `BoardHost`;
screens, plain mode and the log take a game's words from the `Board`. A board asks the engine for the
rules with views and never computes them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from textual.geometry import Size

from engine.game import Odds, Refused, Standing
from tui.boards.kit.speech import Speech
from tui.host.port import Seat, TableSnapshot
from tui.language.texts import Texts, Translatable
from tui.widgets.panel import Part
from tui.widgets.planned import Planned

Names = Callable[[int], str]
"""What a seat is called, by its number."""


class EventText(NamedTuple):
    """What happened, in words. With a seat: what that seat does ("rolls 6 4"), to follow its
    name; without: a whole sentence.
    """

    seat: int | None
    text: str


class Prompt(NamedTuple):
    """What to do now, and with which keys: their names and what they do, the most important first."""

    text: str
    keys: tuple[tuple[str, str], ...] = ()
    hint: str = ""
    """For whoever plays the first time: what is worth knowing at this step, shown while `/hints` are on.
    A board has a sentence of one row for every step, or none at all; then no row is kept for them.
    """


class StandingAnswerWords(NamedTuple):
    """The words for standing answers (`engine.standing_answers`)."""

    typed: Callable[[Texts], Mapping[str, str]]
    """All of it in notation, by what it is called in the player's language, in small letters."""
    sentence: Callable[[Texts, str], str]
    """What a word means, shortly."""


class OptionWords(NamedTuple):
    """What an option of a game is called, and what its values are."""

    name: Translatable
    values: Mapping[str, Translatable] = MappingProxyType({})
    """The values that have words of their own; others are said as they are."""
    unusual: Translatable | None = None
    """A `{number}` that is not the usual one, as it is said of a table; None: by its word alone."""


class BoardHost(Protocol):
    """What a board's widget may ask of the table screen around it."""

    @property
    def texts(self) -> Texts:
        """The session's words."""
        ...

    @property
    def is_typing(self) -> bool:
        """Whether a line is being typed; the focus then stays in the command line."""
        ...

    def take_focus(self) -> None:
        """Place the focus, which may be outside the board. A board calls this once it is mounted."""
        ...

    def since(self) -> str:
        """How long the present question has been open, or how much time is left for it, in words."""
        ...

    def now(self) -> float:
        """The host's clock, for what `tui.boards.kit.seat_notes` says of those who are away."""
        ...

    def submit(self, ask: int, move: Any) -> None:
        """Submit the answer to the open ask. The next snapshot shows what came of it, or `BoardView.refused`
        is called.
        """
        ...

    def answer_beforehand(self, word: str, *, on: bool) -> None:
        """Turn a standing answer on or off. `word` is notation of a game that has `StandingAnswerWords`."""
        ...

    def prompt(self, prompt: Prompt) -> None:
        """Show what to do now."""
        ...

    def notice(self, text: str) -> None:
        """Show one sentence instead of the prompt, such as why a key was refused; '' removes it."""
        ...

    def advised(self, refusal: Refused) -> Refused:
        """The refusal of a typed move, so that its sentence advises what can be typed now."""
        ...

    def explain(self, lines: Sequence[Sequence[Part]], title: str = "") -> None:
        """Show an explanation below a title where the log is; without lines show the log."""
        ...

    @property
    def room(self) -> Size:
        """Cells that an explanation has, for boards that say less where there is less room."""
        ...

    def odds(self, move: Any, done: Callable[[Odds], object], refused: Callable[[Refused], object]) -> None:
        """Ask the host for the odds of a move (`tui.host.port.Port.odds`), in games with a reckoner. Later
        one of the two callbacks runs on the screen's event loop; none runs once the screen is gone.
        """
        ...


class BoardView(Planned):
    """A game on the screen: panels, and keys that become moves."""

    def show(self, snapshot: TableSnapshot) -> None:
        """Show a snapshot of a running or finished game."""
        raise NotImplementedError

    def typed(self, text: str) -> bool:
        """Make a typed move. Returns False where no move begins like this."""
        raise NotImplementedError

    def refused(self) -> None:
        """The move submitted last was not taken; the screen has said why."""
        raise NotImplementedError

    def rows(self, width: int, most: int) -> int:
        """Rows that the board wants at a width of `width` cells, at most `most`."""
        raise NotImplementedError

    def take_focus(self) -> None:
        """Puts the focus where the next decision is."""
        raise NotImplementedError

    def show_prompt(self) -> None:
        """Show the prompt, for example after a notice."""
        raise NotImplementedError

    def ticked(self) -> None:
        """Draw again what depends on the time, such as for how long somebody has been away."""
        raise NotImplementedError

    def show_odds(self) -> bool:
        """Show or hide the odds (`/odds`). Returns False for a game without odds."""
        return False

    def key_lines(self) -> tuple[tuple[str, str], ...]:
        """All keys of this board and what they do, for the help page."""
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True, eq=False)
class Board:
    """One game's words and widget; `tui.boards` lists one value per game. Fields with a default are for
    games that need them.
    """

    key: str
    """The game's."""
    speech: Speech[Any]
    """The game in words alone, for plain mode."""
    title: Translatable
    """The game's name."""
    rules: Callable[[Texts], tuple[tuple[str, str], ...]]
    """The game on one page of 80x24, in own words: a heading of a word or two, and what belongs
    under it, for each paragraph.
    """
    widget: Callable[[BoardHost], BoardView]
    """A new widget for one session."""
    event_text: Callable[[Texts, Names, Any], EventText | None]
    """What a person would say happened (an event as the seat is shown it); None: nothing worth a word."""
    refusal: Callable[[Texts, Names, Refused], str | None]
    """One sentence for a refusal of this game's; None: it is not this game's."""
    status: Callable[[Texts, Names, Any], str]
    """A few words for the header on where the game stands (by a view): its round, its end."""
    score: Callable[[Texts, Any, Standing], str]
    """A seat's result in words, at the end that a view shows."""

    odds_name: Callable[[Texts, str], str] = lambda _texts, what: what
    """What something is called that `engine.game.Odds` name by the game's own word: for games with odds."""
    standing_answers: StandingAnswerWords | None = None
    """For games that let their players say something beforehand."""
    options: Mapping[str, OptionWords] = field(default_factory=dict)
    """The words of options that only this game has; those of several games are in `tui.presenters.offers`."""


def names_of(texts: Texts, seats: Sequence[Seat]) -> Names:
    """What seats are called: their players' names, or their numbers while nobody sits there."""

    def name(seat: int) -> str:
        here = seats[seat - 1].name if 0 < seat <= len(seats) else ""
        return here or texts._("seat {number}", number=seat)

    return name
