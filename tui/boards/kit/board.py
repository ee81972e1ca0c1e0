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
    """What a game lets its players say beforehand (`engine.standing_answers`), in words."""

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
        """Whether a line is being typed: then the focus stays there."""
        ...

    def take_focus(self) -> None:
        """Puts the focus where it belongs, which may be elsewhere: a board asks for this once it is
        mounted.
        """
        ...

    def since(self) -> str:
        """How long the present question has been open, or how much time is left for it, in words."""
        ...

    def now(self) -> float:
        """The host's clock, for what `tui.boards.kit.seat_notes` says of those who are away."""
        ...

    def submit(self, ask: int, move: Any) -> None:
        """Answers the open ask. What comes of it arrives as news, or at `BoardView.refused`."""
        ...

    def answer_beforehand(self, word: str, *, on: bool) -> None:
        """Has a word of the game's answer for the player from now on, or no longer: for games with
        `StandingAnswerWords`.
        """
        ...

    def prompt(self, prompt: Prompt) -> None:
        """Says from now on what to do."""
        ...

    def notice(self, text: str) -> None:
        """Says one sentence instead of the prompt: why a key was refused. '' takes it away."""
        ...

    def advised(self, refusal: Refused) -> Refused:
        """The refusal of a typed move, so that its sentence advises what can be typed now."""
        ...

    def explain(self, lines: Sequence[Sequence[Part]], title: str = "") -> None:
        """Shows an explanation where the log is, below a title; no lines: the log again."""
        ...

    @property
    def room(self) -> Size:
        """Cells that an explanation has, for boards that say less where there is less room."""
        ...

    def odds(self, move: Any, done: Callable[[Odds], object], refused: Callable[[Refused], object]) -> None:
        """Asks the host for the odds (`tui.host.port.Port.odds`): for games with a reckoner. One of the two
        is called on the screen's turn, none where the screen is gone by then.
        """
        ...


class BoardView(Planned):
    """A game on the screen: panels, and keys that become moves."""

    def show(self, snapshot: TableSnapshot) -> None:
        """The table as it is now; news of a running or finished game."""
        raise NotImplementedError

    def typed(self, text: str) -> bool:
        """A move in the game's notation, typed by its player; False: no move begins like this."""
        raise NotImplementedError

    def refused(self) -> None:
        """The move submitted last was not taken; the screen has said why."""
        raise NotImplementedError

    def rows(self, width: int, most: int) -> int:
        """How many rows the board wants at this width, out of `most`."""
        raise NotImplementedError

    def take_focus(self) -> None:
        """Puts the focus where the next decision is."""
        raise NotImplementedError

    def show_prompt(self) -> None:
        """Says once more what to do now, after something else was said."""
        raise NotImplementedError

    def ticked(self) -> None:
        """Time went by: what is said of those who are away may be different."""
        raise NotImplementedError

    def show_odds(self) -> bool:
        """Shows this game's odds, or no longer (`/odds`); False: it has none to show."""
        return False

    def key_lines(self) -> tuple[tuple[str, str], ...]:
        """All keys of this board and what they do, for the help page."""
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True, eq=False)
class Board:
    """One game's words and widget. One value per game, found through `tui.boards`. What has a default
    is what only some games have.
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
