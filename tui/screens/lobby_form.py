"""The form for a new table: which game, how many seats, which options. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from tui.actions import Action
from tui.offers import Offer, offers, option_word, title, value_word
from tui.texts import Texts

USUAL_SEATS = 3

FIELD = Action(
    "field", ("up", "down", "k", "j", "tab", "shift+tab"),
    "Up, Down",
    lambda texts: texts._("line"),
    lambda texts: texts._("Choose what to change."),
)  # fmt: skip
VALUE = Action(
    "value", ("left", "right", "h", "l", "space"),
    "Left, Right",
    lambda texts: texts._("change"),
    lambda texts: texts._("Change it; a digit says the number of seats."),
)  # fmt: skip
OPEN = Action(
    "open", ("enter",),
    "Enter",
    lambda texts: texts._("open the table"),
    lambda texts: texts._("Open the table and sit down."),
)  # fmt: skip
BACK = Action(
    "back", ("q", "escape", "backspace"),
    "q",
    lambda texts: texts._("back"),
    lambda texts: texts._("Go back without a table; Esc does the same."),
)  # fmt: skip
FORM_ACTIONS = (OPEN, VALUE, FIELD, BACK)


class Form(Struct, frozen=True):
    """What was chosen so far."""

    offer: Offer
    seats: int
    options: Mapping[str, str]
    field: int = 0
    """The line in focus: 0 the game, 1 the seats, from 2 on the options."""

    @property
    def fields(self) -> int:
        return 2 + len(self.offer.choices)


def form_for(game: str = "") -> Form:
    """The form as it opens, with the usual choices; `game` is a key."""
    offer = next((offer for offer in offers() if offer.game == game), offers()[0])
    return _for_offer(offer)


def _for_offer(offer: Offer) -> Form:
    seats = USUAL_SEATS if USUAL_SEATS in offer.seats else offer.seats[0]
    return Form(offer, seats, {choice.option: choice.values[0] for choice in offer.choices})


def other_field(form: Form, step: int) -> Form:
    """The next line, or the one before."""
    return replace(form, field=(form.field + step) % form.fields)


def with_seats(form: Form, seats: int) -> Form:
    """That many seats, where the game allows it."""
    return replace(form, seats=seats, field=1) if seats in form.offer.seats else form


def other_value(form: Form, step: int) -> Form:
    """The next value of the line in focus, or the one before."""
    if form.field == 0:
        games = offers()
        return _for_offer(games[(games.index(form.offer) + step) % len(games)])
    if form.field == 1:
        allowed = list(form.offer.seats)
        return replace(form, seats=allowed[(allowed.index(form.seats) + step) % len(allowed)])
    choice = form.offer.choices[form.field - 2]
    at = choice.values.index(form.options[choice.option]) + step
    return replace(form, options={**form.options, choice.option: choice.values[at % len(choice.values)]})


def form_lines(texts: Texts, form: Form) -> tuple[tuple[str, str], ...]:
    """Each line's name and its value, in words."""
    options = [
        (option_word(texts, choice.option), value_word(texts, choice.option, form.options[choice.option]))
        for choice in form.offer.choices
    ]
    return (
        (texts._("Game"), title(texts, form.offer.game)),
        (texts._("Seats"), str(form.seats)),
        *options,
    )
