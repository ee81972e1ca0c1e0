"""The form for a new table: which game, how many seats, which options, for whom, how fast. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from tui.host.port import CLOCKS
from tui.language.texts import N_, Texts
from tui.presenters.offers import Offer, clock_word, offers, option_word, title, usual, value_word
from tui.widgets.actions import Action

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
    "open", ("enter",),
    "Enter",
    N_("open the table"),
    N_("Open the table and sit down."),
)  # fmt: skip
BACK = Action(
    "back", ("q", "escape", "backspace"),
    "q",
    N_("back"),
    N_("Go back without opening a table (also Esc)."),
)  # fmt: skip
FORM_ACTIONS = (OPEN, VALUE, FIELD, BACK)
GAME, SEATS, OPTIONS = 0, 1, 2
"""The first lines; behind the options come who may come, and the clock."""


class Form(Struct, frozen=True):
    """What was chosen so far."""

    offer: Offer
    seats: int
    options: Mapping[str, str]
    private: bool = False
    clock: str = CLOCKS[0]
    field: int = GAME
    """The line in focus."""

    @property
    def fields(self) -> int:
        """How many lines the form has."""
        return self.clock_field + 1

    @property
    def private_field(self) -> int:
        """The line that says who may come."""
        return OPTIONS + len(self.offer.choices)

    @property
    def clock_field(self) -> int:
        """The line of the clock."""
        return self.private_field + 1


def form_for(game: str = "") -> Form:
    """The form as it opens, with the usual choices; `game` is a key."""
    wish = usual(game or offers()[0].game)
    return Form(wish.offer, wish.seats, wish.options)


def other_field(form: Form, step: int) -> Form:
    """The next line, or the one before."""
    return replace(form, field=(form.field + step) % form.fields)


def with_seats(form: Form, seats: int) -> Form:
    """That many seats, where the game allows it."""
    return replace(form, seats=seats, field=SEATS) if seats in form.offer.seats else form


def other_value(form: Form, step: int) -> Form:
    """The next value of the line in focus, or the one before."""
    if form.field == GAME:
        games = offers()
        fresh = form_for(games[(games.index(form.offer) + step) % len(games)].game)
        return replace(fresh, private=form.private, clock=form.clock)
    if form.field == SEATS:
        allowed = list(form.offer.seats)
        return replace(form, seats=allowed[(allowed.index(form.seats) + step) % len(allowed)])
    if form.field == form.private_field:
        return replace(form, private=not form.private)
    if form.field == form.clock_field:
        return replace(form, clock=CLOCKS[(CLOCKS.index(form.clock) + step) % len(CLOCKS)])
    choice = form.offer.choices[form.field - OPTIONS]
    at = choice.values.index(form.options[choice.option]) + step
    return replace(form, options={**form.options, choice.option: choice.values[at % len(choice.values)]})


def form_lines(texts: Texts, form: Form) -> tuple[tuple[str, str], ...]:
    """Each line's name and its value, in words."""
    game = form.offer.game
    chosen = [(choice.option, form.options[choice.option]) for choice in form.offer.choices]
    options = [
        (option_word(texts, game, name), value_word(texts, game, name, value)) for name, value in chosen
    ]
    whom = texts._("anyone with the code") if form.private else texts._("everyone")
    return (
        (texts._("Game"), title(texts, game)),
        (texts._("Seats"), str(form.seats)),
        *options,
        (texts._("Open to"), whom),
        (texts._("Clock"), clock_word(texts, form.clock)),
    )
