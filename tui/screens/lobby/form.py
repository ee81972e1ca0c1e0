"""The form for a new table: game, seats, options, who may join, turn clock. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cell_len

from tui.host.port import CLOCKS
from tui.language.texts import N_, Texts
from tui.presenters.offers import Offer, clock_word, default_choice, offers, option_word, title, value_word
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
"""The first lines; after the options come who may join, and the turn clock."""


class Form(Struct, frozen=True):
    """The choices made so far."""

    offer: Offer
    seats: int
    options: Mapping[str, str]
    private: bool = False
    clock: str = CLOCKS[0]
    field: int = GAME
    """The line in focus."""

    @property
    def fields(self) -> int:
        """The number of lines."""
        return self.clock_field + 1

    @property
    def private_field(self) -> int:
        """The line for who may join."""
        return OPTIONS + len(self.offer.choices)

    @property
    def clock_field(self) -> int:
        """The line of the turn clock."""
        return self.private_field + 1


def form_for(game: str = "") -> Form:
    """Returns the form as it opens, with the default choices; `game` is a key."""
    wish = default_choice(game or offers()[0].game)
    return Form(wish.offer, wish.seats, wish.options)


def other_field(form: Form, step: int) -> Form:
    """Returns the form with the focus on the next line, or on the one before."""
    return replace(form, field=(form.field + step) % form.fields)


def with_seats(form: Form, seats: int) -> Form:
    """Returns the form with a number of seats, if the game allows it."""
    return replace(form, seats=seats, field=SEATS) if seats in form.offer.seats else form


def other_value(form: Form, step: int) -> Form:
    """Returns the form with the next value in the focused line, or the one before."""
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


@cache
def form_width(texts: Texts, around_name: int, around_value: int) -> int:
    """Returns the cells of the widest line that any choice in any game's form gives, so that what is beside
    the form stays where it is.
    """
    return max(_width(texts, offer, around_name + around_value) for offer in offers())


def _width(texts: Texts, offer: Offer, around: int) -> int:
    """Returns the cells of the widest line of a game's form."""
    usual = form_for(offer.game)
    forms = [replace(usual, private=True), *(replace(usual, clock=clock) for clock in CLOCKS)]
    for choice in offer.choices:
        forms += [replace(usual, options={**usual.options, choice.option: it}) for it in choice.values]
    lines = [line for form in forms for line in form_lines(texts, form)]
    return max(cell_len(name) for name, _ in lines) + max(cell_len(value) for _, value in lines) + around


def form_lines(texts: Texts, form: Form) -> tuple[tuple[str, str], ...]:
    """Returns each line's name and value, in words."""
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
