"""What the interface needs of a game: its words, and a widget that shows snapshots and makes moves.

`tui.boards` has one board per game. The table screen gives the widget snapshots and a `BoardHost`;
screens, plain mode and the log take a game's words from the `Board`. A board asks the engine for the
rules with views and never computes them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from textual.geometry import Size

from engine.game import Moment, Refused, Standing, Verdict
from tui.analysis.value_words import AnalysisWords
from tui.boards.kit.lesson_words import Lessons
from tui.boards.kit.page import BoardPage, Sketch
from tui.boards.kit.speech import Speech
from tui.host.port import Seat, TableSnapshot
from tui.language.actions import Action
from tui.language.texts import Texts, Translatable
from tui.language.wording import listed
from tui.widgets.panel import Part
from tui.widgets.planned import PlannedPanel
from tui.wire.terminal import tones
from tui.wire.terminal.tones import Accent


class FirstTable(NamedTuple):
    """A card that can be read in a quarter of a minute."""

    aim: Translatable
    """How the game is won, in two sentences at most."""
    steps_of: Translatable
    """What consists of the steps: a turn, or a round."""
    steps: tuple[Translatable, Translatable, Translatable]
    advice: Translatable
    """What to begin with, in one sentence."""
    picture: Callable[[Texts, int], Sequence[Sequence[Part]]]
    """Returns an example as lines of at most so many cells, 40 at least."""


BESIDE_LOG = 100
"""The columns that a board wants beside its log."""
Frame = Callable[[], object]
"""Draws one picture of several that follow each other by the clock (`BoardHost.show_frames`)."""
Names = Callable[[int], str]
"""Returns the name of a seat by its number."""


class EventText(NamedTuple):
    """An event in words. With a seat: what that seat does ("rolls 6 4"), to follow its name; without: a whole
    sentence.
    """

    seat: int | None
    text: str


class Progress(NamedTuple):
    """Where steps are: what goes on, in a few words, and how many things of how many are done; 0: unknown."""

    what: str
    done: int = 0
    total: int = 0


class Prompt(NamedTuple):
    """What to do now, and the keys to do it with: their names and what they do, the most important first."""

    text: str
    keys: tuple[tuple[str, str], ...] = ()
    hint: Callable[[], str] = str
    """Says what a beginner should know at this step, shown while `/hints` are on. A board has a sentence of
    one row for every step, or none at all; then no row is kept free for it.
    """
    answers: int = 1
    """How many of the first keys answer what is asked: they have room before the last key."""


def by_score(
    texts: Texts, names: Names, standings: Sequence[Standing], verdict: Verdict, you: int | None
) -> str:
    """Returns the verdict of a game in which the highest score wins (`engine.ending`)."""
    best, *others = verdict.amounts
    called = with_you(texts, names, you)
    first = listed(texts, (called(one.seat) for one in standings if one.place == 1))
    if not others:
        return texts._("{names} share the highest score, {best}.", names=first, best=best)
    return texts._(
        "Highest score: {names} with {best}, against {next}.", names=first, best=best, next=others[0]
    )


class TrophyWords(NamedTuple):
    """The words for a trophy."""

    name: Translatable
    about: Translatable
    """What it is given for, without a full stop."""


class StandingAnswerWords(NamedTuple):
    """The words for standing answers (`engine.standing_answers`)."""

    typed: Callable[[Texts], Mapping[str, str]]
    """All standing answers in notation, by the words for them in the player's language, in small letters."""
    sentence: Callable[[Texts, str], str]
    """Returns what a standing answer means, in a few words."""


class OptionWords(NamedTuple):
    """The words for an option and its values."""

    name: Translatable
    values: Mapping[str, Translatable] = MappingProxyType({})
    """The values that have words of their own; other values are shown as they are."""
    unusual: Translatable | None = None
    """The phrase for a `{number}` that is not the default; None: the option's word alone."""
    help: Translatable | None = None
    """A sentence or two on what the choice means; None: the board has it in `option_help`."""


class BoardHost(Protocol):
    """What a board's widget may ask of the table screen around it."""

    @property
    def texts(self) -> Texts:
        """The session's words."""

    @property
    def is_typing(self) -> bool:
        """Whether a line is being typed; the focus then stays in the command line."""

    def take_focus(self) -> None:
        """Place the focus, which may be outside the board. A board calls this once it is mounted."""

    @property
    def is_brief(self) -> bool:
        """Whether a step is shown on a slow line: what follows from the rest is left out."""

    def since(self) -> str:
        """Return how long the present question has been open, or how much time is left for it, in words."""

    def now(self) -> float:
        """Return the time of the host's clock, in seconds, for `tui.boards.kit.seat_notes`."""

    def submit(self, ask: int, move: Any) -> None:
        """Submit the answer to the open ask. The next snapshot shows the result, or `BoardView.refused` is
        called.
        """

    def may_act(self) -> bool:
        """Return whether the key that is worked on was pressed when its player had seen what is asked now; if
        not, say so.
        """

    def answer_beforehand(self, word: str, *, on: bool) -> None:
        """Turn a standing answer on or off. `word` is notation of a game that has `StandingAnswerWords`."""

    def prompt(self, prompt: Prompt) -> None:
        """Show what to do now."""

    def show_frames(self, frames: Sequence[Frame]) -> None:
        """Draw the first frame now and the others a step of the clock apart. The last one must draw what the
        board looks like without them. They can be skipped or cut short at any time, also by whatever the
        player has chosen: only the last one is certain to come once the first one did.
        """

    def notice(self, text: str) -> None:
        """Show one sentence instead of the prompt, such as why a key was refused; '' removes it."""

    def advised(self, refusal: Refused) -> Refused:
        """The refusal of a typed move, so that its sentence advises what can be typed now."""

    def explain(self, lines: Sequence[Sequence[Part]], *titles: str) -> None:
        """Show an explanation below the first title that fits in place of the log; no lines: the log."""

    @property
    def room(self) -> Size:
        """The cells that an explanation can fill; boards say less if there is less room."""

    def odds(
        self, move: Any, done: Callable[[Any], object], refused: Callable[[Refused], object], effort: int = 0
    ) -> None:
        """Ask the host for the odds of a move (`tui.host.port.Port.odds`), in games that have odds. Later one
        of the two callbacks runs on the screen's event loop; neither runs once the screen is gone.
        """


class BoardView(PlannedPanel):
    """A game on the screen: panels, and keys that become moves."""

    actions: Sequence[Action] = ()
    """What its keys do, as the help page lists it."""
    gives_rows = True
    """Whether the board can do with a few rows less; otherwise a lesson takes only rows of the log."""

    def show(self, snapshot: TableSnapshot) -> None:
        """Show a snapshot of a running or finished game."""
        raise NotImplementedError

    def goes_on(self, snapshot: TableSnapshot) -> bool:
        """Return whether a step is a part of a movement, so that it can be shown with the next one."""
        del snapshot
        return False

    def typed(self, text: str) -> bool:
        """Make a typed move. Return False if no move begins like this."""
        raise NotImplementedError

    def refused(self) -> None:
        """Go on after the move submitted last was refused; the screen has shown why."""
        raise NotImplementedError

    def rows(self, width: int, most: int) -> int:
        """Rows that the board wants at a width of `width` cells, at most `most`."""
        raise NotImplementedError

    def columns(self, most: int, rows: int) -> int:
        """Columns that the board wants beside its log, in so many rows; the log gets the others. `most`: what
        the narrowest log leaves.
        """
        del rows
        return min(most, BESIDE_LOG)

    def take_focus(self) -> None:
        """Put the focus where the next decision is."""
        raise NotImplementedError

    def show_prompt(self) -> None:
        """Show the prompt, for example after a notice."""
        raise NotImplementedError

    @property
    def question(self) -> Hashable:
        """What the player has begun of what they are asked: another value whenever a key that acts would do
        something else.
        """
        raise NotImplementedError

    def ticked(self) -> None:
        """Redraw what depends on the time, such as how long a player has been away."""
        raise NotImplementedError

    def show_odds(self) -> bool:
        """Show or hide the odds (`/odds`). Return False for a game without odds."""
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
    """The game's key."""
    speech: Speech[Any]
    """The game in words, for plain mode."""
    title: Translatable
    """The game's name."""
    short: Translatable
    """Its name in a word, for lists: at most seven cells in every language."""
    about: Translatable
    """What it is, in a few words for those who do not know it: at most 34 cells in every language."""
    minutes: int
    """About how long people take for a game: what its box says, or what its number of moves does."""
    rules: Mapping[Translatable, Translatable]
    """The rules on one page of 80x24, in our own words: paragraphs by their headings of a word or two."""
    widget: Callable[[BoardHost], BoardView]
    """Makes a widget for one session."""
    event_text: Callable[[Texts, Names, Any], EventText | None]
    """Returns an event, as the seat is shown it, in words; None if it needs no words."""
    refusal: Callable[[Texts, Names, Refused], str | None]
    """Returns one sentence for a refusal by this game's rules, None for any other refusal."""
    status: Callable[[Texts, Names, Any], str]
    """Returns a few words for the header on how far the game is, from a view: its round, its end."""
    score: Callable[[Texts, Any, Standing], str]
    """Returns a seat's result in words, from a view at the end of the game."""

    aim: Translatable | None = None
    """What players do in it and who wins, in a sentence or two, for somebody who has never played it."""
    first_table: FirstTable | None = None
    """What somebody is told before their first table: for games that have a card for that."""
    accent: Accent = tones.LOBBY
    """The game's own colour, for the header, the prompt row and its keys, and for the board's loud tiles."""
    verdict: Callable[[Texts, Names, Sequence[Standing], Verdict, int | None], str] = by_score
    """Returns why the first seats are first, in a sentence, for the codes of `engine.game.Game.verdict`; it
    calls the seat of the player who reads it "you".
    """
    staged: Callable[[Any, Any], bool] = lambda _event, _view: False
    """Whether an event, in the position of a view, is one that is shown as a step of its own
    (`tui.presenters.steps`): where secrets are turned over, and where the game ends.
    """
    one_by_one: Callable[[Any, Any, Sequence[Any]], Sequence[tuple[Any, Sequence[Any]]]] = (
        lambda _before, after, events: ((after, events),)
    )
    """Divides what one move led to into steps, by the views before and after it and its events: of each step
    the view behind it and its events.
    """
    progress: Callable[[Texts, Names, Any], Progress | None] = lambda _texts, _names, _view: None
    """Returns how far the steps of a view's position are."""
    following: Callable[[Texts, Names, Any, Sequence[Any]], str] = lambda _texts, _names, _view, _events: ""
    """Returns what Enter shows next, in a sentence, from a view and the events of the step behind it; '': the
    board has no words of its own for that.
    """
    acting: Callable[[Texts, Names, Any, Sequence[Any], Size], Sequence[Sequence[Part]]] = (
        lambda _texts, _names, _view, _events, _room: ()
    )
    """Returns what acts, on whom, and with what result, as a picture of a few lines that there is room for:
    of the events of a step, in the position of a view after it.
    """
    triumph: Callable[[Texts, str, Verdict], str] = lambda _texts, _winner, _why: ""
    """What the winner has won, in a sentence; `winner` is a name, '' for "you". '': nothing but the game."""
    points: Callable[[Texts, int], str] = lambda texts, score: texts.ngettext(
        "{number} point", "{number} points", score
    )
    """Returns the score of a `Standing` in words, without the position it comes from."""
    shortfall: Callable[[Any, Standing, int], int] = lambda _view, own, best: best - own.score
    """Returns by how much of the same a seat missed the best score, from a view at the end of the game; 0:
    by nothing that can be told.
    """
    moment: Callable[[Texts, Names, Moment, int | None], str] | None = None
    """Returns a moment of `engine.game.Game.moments` in a sentence, which calls the seat of the player who
    reads it "you": for games that tell moments.
    """
    yours: Callable[[Texts, Names, Any, int], str] = lambda *_: ""
    """Returns what somebody did at a seat, or did to it, as a sentence without its full stop that calls that
    seat "you"; '': the event's other words name it.
    """
    brings: Callable[[Texts, Any], str] = lambda _texts, _event: ""
    """Returns what an event brings whoever did it, in a few words; '' if its own words say it."""
    odds_name: Callable[[Texts, str], str] = lambda _texts, what: what
    """Returns the name of what a `Likelihood` is about, by the game's own word: for games whose odds are
    `engine.game.Odds`.
    """
    odds_words: Callable[[Texts, Names, int | None, Any], Sequence[str]] | None = None
    """Returns odds in sentences, told to a seat (None: to somebody who only looks on): for games whose odds
    are their own.
    """
    analysis: AnalysisWords | None = None
    """The words for the analysis of a finished game: for games that have one."""
    standing_answers: StandingAnswerWords | None = None
    """The words for standing answers: for games that have them."""
    sketch: Callable[[Sketch, Any], None] | None = None
    """Draws what lies on the table in a view, for a preview of a link; None: the preview has names alone."""
    page: Callable[[Texts, TableSnapshot, Sequence[str]], BoardPage] | None = None
    """Returns what a spectator's snapshot shows on a page of the web, with the names of the seats; None: the
    page is made of the speech.
    """
    opponents: Mapping[str, Translatable] = field(default_factory=dict)
    """How each of the game's opponents plays, by name, in a few words: at most 36 cells in every language."""
    trophies: Mapping[str, TrophyWords] = field(default_factory=dict)
    """The words for what its games give, by `engine.game.Trophies`: for games that give trophies."""
    lesson: Lessons = field(default_factory=dict)
    """The words of the game's lesson, by its codes: for games that have one."""
    options: Mapping[str, OptionWords] = field(default_factory=dict)
    """The words of options that only this game has; those of several games are in `tui.presenters.offers`."""
    option_help: Mapping[str, Translatable] = field(default_factory=dict)
    """What an option of several games means in this one, where that differs."""

    def rules_in(self, texts: Texts) -> tuple[tuple[str, str], ...]:
        """Return each heading of the rules and its paragraph."""
        return tuple((texts.of(heading), texts.of(said)) for heading, said in self.rules.items())


def with_you(texts: Texts, names: Names, you: int | None) -> Names:
    """Return names for lists, in which the seat of the player who reads them is "you"."""
    return lambda seat: texts._("you") if seat == you else names(seat)


def names_of(texts: Texts, seats: Sequence[Seat]) -> Names:
    """Return the names of seats: their players' names, or their numbers if nobody sits there."""

    def name(seat: int) -> str:
        here = seats[seat - 1].name if 0 < seat <= len(seats) else ""
        return here or texts._("seat {number}", number=seat)

    return name
