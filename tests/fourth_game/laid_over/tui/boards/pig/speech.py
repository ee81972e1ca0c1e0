"""Pig in words alone: see `tui.boards.kit.speech`."""

from __future__ import annotations

from collections.abc import Sequence

from engine.pig.model import HOLD, ROLL
from tui.boards.kit.speech import Menu, MenuChoice, Speech, Topic
from tui.boards.pig import words
from tui.boards.pig.controller import question
from tui.boards.pig.view_model import ViewModel, view_model
from tui.host.port import TableSnapshot
from tui.language.texts import N_, NC_, Texts


def _look(texts: Texts, snapshot: TableSnapshot) -> Sequence[str]:
    """The points of this turn, then everybody's."""
    model = view_model(texts, snapshot)
    return (texts._("This turn: {points}.", points=words.points(texts, model.pending)), *_points(model))


def _points(model: ViewModel) -> Sequence[str]:
    seats = range(1, len(model.seats) + 1)
    return tuple(f"{model.names(seat)}: {words.points(model.texts, model.points(seat))}." for seat in seats)


def _seat(texts: Texts, snapshot: TableSnapshot, seat: int) -> str:
    return f"{words.points(texts, view_model(texts, snapshot).points(seat))}."


def _menu(texts: Texts, snapshot: TableSnapshot) -> Menu:
    model = view_model(texts, snapshot)
    roll = MenuChoice(texts._("roll the die"), ROLL)
    hold = MenuChoice(texts._("hold {points}", points=words.points(texts, model.pending)), HOLD)
    return Menu(question(model), (roll, hold) if model.pending else (roll,))


SPEECH = Speech(
    topics=(
        Topic(
            "points",
            NC_("plain word", "points"),
            N_("the points that everybody has held"),
            lambda texts, snapshot: _points(view_model(texts, snapshot)),
        ),
    ),
    look=_look,
    seat=_seat,
    menu=_menu,
    sure=lambda _texts, _snapshot, _move: "",
    in_english=words.in_english,
    in_own_words=words.in_own_words,
    examples=words.examples,
    forms=words.forms,
    about=lambda _texts, _snapshot, _word: (),
)
