"""Goofspiel in words alone: see `tui.boards.kit.speech`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from engine.goofspiel.model import Bid
from tui.boards.goofspiel import words
from tui.boards.goofspiel.controller import BIDS, card_of, question
from tui.boards.goofspiel.view_model import ViewModel
from tui.boards.kit.speech import MOST_CHOICES, Menu, MenuChoice, Speech, Topic
from tui.language.texts import N_, NC_


def _look(model: ViewModel) -> Sequence[str]:
    """What is bid for and with what, then everybody's points."""
    texts = model.texts
    own = (texts._("Your cards: {cards}.", cards=words.cards(model.hand)),) if model.hand else ()
    return (texts._("The prize is {points}.", points=words.points(texts, model.worth)), *own, *_points(model))


def _points(model: ViewModel) -> Sequence[str]:
    seats = range(1, len(model.seats) + 1)
    return tuple(f"{model.names(seat)}: {words.points(model.texts, model.points(seat))}." for seat in seats)


def _seat(model: ViewModel, seat: int) -> str:
    return f"{words.points(model.texts, model.points(seat))}."


def _menu(model: ViewModel) -> Menu:
    return _among(model, model.hand)


def _among(model: ViewModel, hand: tuple[int, ...]) -> Menu:
    texts = model.texts
    bids = {action.shown: card_of(action, model.hand) for action in BIDS}
    if len(hand) <= MOST_CHOICES:
        return Menu(
            question(model),
            tuple(
                MenuChoice(texts._("bid {card}", card=card), Bid(card), keys=_keys(bids, card, card))
                for card in hand
            ),
        )
    half = len(hand) // 2
    parts = (hand[:half], hand[half:])
    return Menu(
        question(model),
        tuple(
            MenuChoice(
                texts._("bid {least} to {most}", least=part[0], most=part[-1]),
                more=partial(_among, model, part),
                keys=_keys(bids, part[0], part[-1]),
            )
            for part in parts
        ),
    )


def _keys(bids: Mapping[str, int], least: int, most: int) -> tuple[str, ...]:
    """Return the keys on the screen that bid one of these cards."""
    return tuple(key for key, card in bids.items() if least <= card <= most)


SPEECH = Speech(
    topics=(Topic(NC_("plain word", "points"), N_("the points that everybody has taken"), _points),),
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
