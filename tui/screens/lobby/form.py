"""The forms for a new table and for a game against bots: what can be chosen, and what it means. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cell_len

from tui.host.turn_clocks import CLOCKS, NAMED, NO_CLOCK
from tui.language.actions import Action
from tui.language.texts import N_, Texts
from tui.presenters.bot_words import opponents
from tui.presenters.offers import (
    LATE,
    RATED,
    Offer,
    about,
    default_choice,
    named_clock,
    offers,
    option_help,
    option_word,
    size_words,
    title,
    value_word,
)
from tui.presenters.practice_choice import PracticeChoice, opponent_help, rated_opponent

FIELD = Action(
    "field", ("up", "down", "k", "j", "tab", "shift+tab"),
    "Up, Down",
    N_("line"),
    N_("Choose what to change."),
)  # fmt: skip
VALUE = Action(
    "value", ("left", "right", "h", "l", "space"),
    "Left, Right",
    N_("change"),
    N_("Change the value; a digit sets the number of seats."),
)  # fmt: skip
OPEN = Action(
    "open", ("enter",), "Enter", N_("open the table"), N_("Open the table and sit down."), acts=True
)
PLAY = OPEN._replace(label=N_("play"), help=N_("Play against the bots."))
SEARCH = OPEN._replace(label=N_("look for people"), help=N_("Join a table that fits, or wait for people."))
EXPLAIN = Action(
    "explain", ("question_mark", "f1"), "?", N_("explain"), N_("Explain every line of this form.")
)
BACK = Action(
    "back", ("q", "escape", "backspace"), "q", N_("back"), N_("Go back without opening a table (also Esc).")
)
FORM_ACTIONS = (OPEN, VALUE, EXPLAIN, FIELD, BACK)
T = TypeVar("T")

STARTING = "starts"
STARTS = ("", "+15m", "+30m", "+1h", "+2h", "+3h", "18:00", "20:00", "22:00", "tomorrow 20:00")
"""The start times to choose from."""
BOTS_AFTER = 45
"""Seconds after which a host's bots join a search."""
GAME, SEATS, PRIVATE, CLOCK, BOTS, PROGRAMS = "game", "seats", "private", "clock", "bots", "programs"
"""The lines besides those of the game's options."""


class Form(Struct, frozen=True):
    """The choices made so far."""

    offer: Offer
    seats: int
    options: Mapping[str, str]
    purpose: Literal["table", "practice", "match"] = "table"
    private: bool = False
    clock: str = NAMED["live"]
    programs: bool = False
    """Whether programs may play where that is a choice: at a rated table that anybody may join."""
    bot: str = ""
    """The bots of a game against bots."""
    starts: str = ""
    """When the game begins, one of STARTS."""
    with_bots: bool = True
    """Whether bots join a search for people after a while."""
    any_game: bool = False
    """Whether a search for people is for whatever game is played next."""
    field: int = 0
    """The line in focus."""

    @property
    def fields(self) -> tuple[str, ...]:
        """What each line is about."""
        left_out = {
            *(() if self.asks_for_programs else (PROGRAMS,)),
            *((LATE,) if self.clock == NO_CLOCK else ()),
        }
        return tuple(name for name in self.possible if name not in left_out)

    @property
    def possible(self) -> tuple[str, ...]:
        """What each line is about that there can be, whatever is chosen in others."""
        if self.purpose == "practice":
            return GAME, SEATS, BOTS
        if self.purpose == "match":
            return GAME, BOTS
        own = (choice.option for choice in self.offer.choices if choice.option != LATE)
        programs = (PROGRAMS,) if RATED in self.options else ()
        return (GAME, SEATS, *own, PRIVATE, CLOCK, LATE, STARTING, *programs)

    @property
    def asks_for_programs(self) -> bool:
        """Whether it is a choice who may play: elsewhere programs are welcome."""
        return not self.private and self.options.get(RATED) == "on"

    @property
    def table_options(self) -> Mapping[str, str]:
        """The options of the table, as the host is asked for them."""
        usual = self.options.get(LATE) == "move" or self.clock == NO_CLOCK
        options = {name: value for name, value in self.options.items() if name != LATE or not usual}
        return {**options, PROGRAMS: "on"} if self.asks_for_programs and self.programs else options

    @property
    def focused(self) -> str:
        """What the line in focus is about."""
        return self.fields[self.field]

    @property
    def practice(self) -> PracticeChoice:
        """The choice of a game against bots."""
        return PracticeChoice(self.offer.game, self.seats, self.bot)


def form_for(game: str) -> Form:
    """Returns the form for a new table as it opens, with the default choices; `game` is a key."""
    wish = default_choice(game or offers()[0].game)
    return Form(wish.offer, wish.seats, wish.options)


def practice_form(choice: PracticeChoice) -> Form:
    """Returns the form for a game against bots as it opens."""
    wish = default_choice(choice.game)
    return Form(wish.offer, choice.seats, wish.options, "practice", bot=choice.bot)


def match_form(game: str) -> Form:
    """Returns the form for a search for people as it opens."""
    return replace(form_for(game), purpose="match")


def form_actions(form: Form) -> tuple[Action, ...]:
    """Returns what can be done in a form."""
    first = {"table": OPEN, "practice": PLAY, "match": SEARCH}[form.purpose]
    return (first, *FORM_ACTIONS[1:])


def other_field(form: Form, step: int) -> Form:
    """Returns the form with the focus on the next line, or on the one before."""
    return replace(form, field=(form.field + step) % len(form.fields))


def with_seats(form: Form, seats: int) -> Form:
    """Returns the form with a number of seats, if the game allows it."""
    return replace(form, seats=seats, field=1) if seats in form.offer.seats else form


def other_value(form: Form, step: int) -> Form:
    """Returns the form with the next value in the focused line, or the one before."""
    match form.focused:
        case "game" if form.purpose == "match":
            wanted = _next((*offers(), None), None if form.any_game else form.offer, step)
            return _with_game(form, wanted) if wanted else replace(form, any_game=True)
        case "game":
            return _with_game(form, _next(offers(), form.offer, step))
        case "seats":
            return replace(form, seats=_next(form.offer.seats, form.seats, step))
        case "private":
            return replace(form, private=not form.private)
        case "programs":
            return replace(form, programs=not form.programs)
        case "clock":
            return _with_clock(form, _next(CLOCKS, form.clock, step))
        case "starts":
            return replace(form, starts=_next(STARTS, form.starts, step))
        case "bots" if form.purpose == "match":
            return replace(form, with_bots=not form.with_bots)
        case "bots":
            return replace(form, bot=_next(tuple(opponents(form.offer.game)), form.bot, step))
    choice = next(choice for choice in form.offer.choices if choice.option == form.focused)
    value = _next(choice.values, form.options[choice.option], step)
    chosen = replace(form, options={**form.options, choice.option: value})
    if chosen.options.get(RATED) == "on" and form.clock == NO_CLOCK:
        return replace(chosen, clock=NAMED["live"])
    return chosen


def _with_clock(form: Form, clock: str) -> Form:
    """Returns the form with another clock; without one nothing is rated."""
    unrated = {**form.options, RATED: "off"} if clock == NO_CLOCK else form.options
    return replace(form, clock=clock, options=unrated)


def _next(values: Sequence[T], value: T, step: int) -> T:
    return values[(values.index(value) + step) % len(values)]


def _with_game(form: Form, offer: Offer) -> Form:
    """Returns the form for another game, with what does not depend on the game. Bots stay as strong."""
    fresh = form_for(offer.game)
    if form.purpose == "table":
        return replace(
            fresh, private=form.private, clock=form.clock, programs=form.programs, starts=form.starts
        )
    if form.purpose == "match":
        return replace(fresh, purpose="match", with_bots=form.with_bots)
    before, now = tuple(opponents(form.offer.game)), tuple(opponents(offer.game))
    bot = now[min(before.index(form.bot), len(now) - 1)]
    return replace(fresh, purpose="practice", bot=bot)


def widest_name(texts: Texts, form: Form) -> int:
    """Returns the cells of the longest name that a line can have, so that no choice moves the values."""
    return max(cell_len(_name(texts, form, name)) for name in form.possible)


def form_lines(texts: Texts, form: Form) -> tuple[tuple[str, str], ...]:
    """Returns each line's name and value, in words."""
    return tuple((_name(texts, form, name), _value(texts, form, name)) for name in form.fields)


def _name(texts: Texts, form: Form, name: str) -> str:
    match name:
        case "game":
            return texts._("Game")
        case "seats":
            return texts._("Seats")
        case "bots":
            return texts._("Bots")
        case "private":
            return texts._("Open to")
        case "programs":
            return texts._("Programs")
        case "clock":
            return texts._("Clock")
        case "starts":
            return texts._("Begins")
    return option_word(texts, form.offer.game, name)


def _value(texts: Texts, form: Form, name: str) -> str:
    game = form.offer.game
    match name:
        case "game":
            return texts._("any game") if form.any_game else title(texts, game)
        case "seats":
            return str(form.seats)
        case "bots" if form.purpose == "match":
            return texts._("join after {number} s", number=BOTS_AFTER) if form.with_bots else texts._("none")
        case "bots":
            return rated_opponent(texts, game, form.bot)
        case "private":
            return texts._("anyone with the code") if form.private else texts._("everyone")
        case "programs":
            return texts._("may play") if form.programs else texts._("may only watch")
        case "clock":
            return named_clock(texts, form.clock)
        case "starts":
            return _start(texts, form.starts)
    return value_word(texts, game, name, form.options[name])


def _start(texts: Texts, starts: str) -> str:
    """Returns when a game begins, in words."""
    day, _, time = starts.rpartition(" ")
    if not starts:
        return texts._("once everyone is there")
    if starts.startswith("+"):
        return texts._("in {time}", time=starts.removeprefix("+").replace("m", " min").replace("h", " h"))
    return texts._("{time} tomorrow", time=time) if day else texts._("at {time}", time=time)


def explanation(texts: Texts, form: Form, name: str) -> str:
    """Returns what a line means, in a sentence or two."""
    game, practice = form.offer.game, form.purpose == "practice"
    match name:
        case "game" if form.any_game:
            return texts._("Whatever is played next: a table that waits for people, if there is one.")
        case "game":
            return f"{title(texts, game)}: {about(texts, game)}. {size_words(texts, game)}."
        case "bots" if form.purpose == "match":
            return texts._("Whether bots take the free seats when nobody comes.")
        case "seats" if practice:
            return texts._("How many play: you, and bots at all other seats.")
        case "seats":
            return texts._("How many play. At the table you can give free seats to bots.")
        case "bots":
            return opponent_help(texts, game, form.bot)
        case "private":
            return texts._("Everyone: the lobby lists the table. With the code: only those you give it to.")
        case "programs":
            return texts._("Whether players may let programs move for them; their seats are marked.")
        case "clock":
            return texts._("How long a turn may take before a move is made for you.")
        case "starts":
            return texts._("Until then everybody may be away, and is reminded. /open takes any time.")
    return option_help(texts, game, name)


def explained(texts: Texts, form: Form) -> tuple[tuple[str, str], ...]:
    """Returns the name of every line and what it means."""
    return tuple((_name(texts, form, name), explanation(texts, form, name)) for name in form.fields)
