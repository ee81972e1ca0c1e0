"""Pig in words alone: see `tui.boards.kit.speech`."""

from __future__ import annotations

from collections.abc import Sequence

from engine.pig.model import HOLD, ROLL
from tui.boards.kit.speech import Menu, MenuChoice, Speech, Topic
from tui.boards.pig import words
from tui.boards.pig.controller import question
from tui.boards.pig.view_model import ViewModel
from tui.language.texts import N_, NC_


def _look(model: ViewModel) -> Sequence[str]:
    """The points of this turn, then everybody's."""
    texts = model.texts
    return (texts._("This turn: {points}.", points=words.points(texts, model.pending)), *_points(model))


def _points(model: ViewModel) -> Sequence[str]:
    seats = range(1, len(model.seats) + 1)
    return tuple(f"{model.names(seat)}: {words.points(model.texts, model.points(seat))}." for seat in seats)


def _seat(model: ViewModel, seat: int) -> str:
    return f"{words.points(model.texts, model.points(seat))}."


def _menu(model: ViewModel) -> Menu:
    texts = model.texts
    roll = MenuChoice(texts._("roll the die"), ROLL, keys=("r",))
    hold = MenuChoice(texts._("hold {points}", points=words.points(texts, model.pending)), HOLD, keys=("h",))
    return Menu(question(model), (roll, hold) if model.pending else (roll,))


SPEECH = Speech(
    topics=(Topic(NC_("plain word", "points"), N_("the points that everybody has held"), _points),),
    model=ViewModel,
    cards=words.CARDS,
    look=_look,
    seat=_seat,
    menu=_menu,
    confirmation=lambda _model, _move: "",
    to_notation=words.to_notation,
    from_notation=words.from_notation,
    examples=words.examples,
    forms=words.forms,
    about=lambda _texts, _model, _card: (),
)
