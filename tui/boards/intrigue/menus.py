"""What can be done at an intrigue table as numbered lists: which card first, then where."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engine.intrigue import queries
from engine.intrigue.model.moves import LEAVE, REVEAL, Copy, Move, Play, Remove, Steal
from engine.intrigue.model.state import Kind
from engine.intrigue.rules.legal import legal
from tui.boards.intrigue.play import actions
from tui.boards.intrigue.play.prompts import card_at, question
from tui.boards.intrigue.play.view_model import ViewModel
from tui.boards.intrigue.words import cards, names, phrases
from tui.boards.kit.speech import MOST_CHOICES, Menu, MenuChoice

Entries = tuple[MenuChoice, ...]


def menu(model: ViewModel) -> Menu:
    """Return the first list: the present question, and its answers."""
    match model.phase:
        case "play":
            hand = tuple(_card(model, kind) for kind in model.hand)
            return Menu(model.texts._("Play a card face down: which one?"), hand)
        case "reveal":
            return Menu(question(model), _reveal_or_leave(model))
        case "move":
            places = queries.targets(model.view)
            return Menu(question(model), _by_owner(model, places, lambda place: _moved(model, place)))
    return Menu(question(model), _targets(model))


# Cards of the hand


def _card(model: ViewModel, kind: Kind) -> MenuChoice:
    texts = model.texts
    said = texts._("play {card}", card=names.object_(texts, kind))
    note = cards.effect(texts, kind).removesuffix(".")
    plays = (move for move in legal(model.view) if isinstance(move, Play))
    aims = queries.placements(model.view, (move for move in plays if move.card == kind))
    if len(aims) == 1:
        return MenuChoice(said, aims[0].move, note=note)
    asked = texts._("Where do you play {card}?", card=names.object_(texts, kind))
    return MenuChoice(said, more=lambda: Menu(asked, tuple(_aim(model, aim) for aim in aims)), note=note)


def _aim(model: ViewModel, aim: queries.Placement) -> MenuChoice:
    """Return a spot; if there is a card on it, with that card."""
    said = phrases.spot(model.texts, aim.place, on=aim.on, last=len(model.queue))
    if aim.on:
        said = f"{said}: {card_at(model, aim.place)}"
    return MenuChoice(said, aim.move)


# The card being resolved


def _reveal_or_leave(model: ViewModel) -> Entries:
    texts, acting = model.texts, model.acting
    kind = acting.kind if acting else None
    if acting is None or kind is None:
        return ()
    revealing = texts._("reveal {card}", card=names.object_(texts, kind))
    note = cards.effect(texts, kind).removesuffix(".")
    leaving = texts._("leave it face down, bringing it to {number} influence", number=acting.influence + 1)
    return (
        MenuChoice(revealing, REVEAL, note=note, keys=actions.REVEAL.keys),
        MenuChoice(leaving, LEAVE, keys=actions.LEAVE.keys),
    )


def _targets(model: ViewModel) -> Entries:
    """Return the choices of an effect that asks for one card or one family."""
    moves = {_place(move): move for move in legal(model.view)}
    if any(isinstance(move, Steal) for move in moves.values()):
        return tuple(MenuChoice(_target(model, move), move) for move in moves.values())
    return _by_owner(
        model, sorted(moves), lambda place: MenuChoice(_target(model, moves[place]), moves[place])
    )


def _place(move: Move) -> int:
    match move:
        case Remove(place) | Copy(place):
            return place
        case Steal(seat):
            return seat
    raise AssertionError(move)


def _target(model: ViewModel, move: Move) -> str:
    texts = model.texts
    match move:
        case Remove(place):
            return texts._("remove {card} at place {place}", card=card_at(model, place), place=place)
        case Copy(place):
            return texts._("copy {card} at place {place}", card=card_at(model, place), place=place)
        case Steal(seat):
            return texts._("steal 1 influence from {name}", name=model.names(seat))
    raise AssertionError(move)


def _by_owner(model: ViewModel, places: Sequence[int], choice: Callable[[int], MenuChoice]) -> Entries:
    """Return a line for each place; if there are many, for each player first."""
    if len(places) <= MOST_CHOICES:
        return tuple(choice(place) for place in places)
    owners = sorted({model.top(place).owner for place in places})
    return tuple(_of(model, owner, places, choice) for owner in owners)


def _of(
    model: ViewModel, owner: int, places: Iterable[int], choice: Callable[[int], MenuChoice]
) -> MenuChoice:
    texts = model.texts
    own = [place for place in places if model.top(place).owner == owner]
    said = texts._("one of {name}'s cards", name=model.names(owner))
    if owner == model.view.seat:
        said = texts._("one of your cards")
    return MenuChoice(said, more=lambda: Menu(texts._("Which card?"), tuple(choice(place) for place in own)))


# The card that a Decree moves


def _moved(model: ViewModel, place: int) -> MenuChoice:
    texts = model.texts
    card = card_at(model, place)
    said = texts._("move {card} at place {place}", card=card, place=place)
    return MenuChoice(
        said, more=lambda: _destinations(model, place, texts._("Where does {card} go?", card=card))
    )


def _destinations(model: ViewModel, place: int, asked: str) -> Menu:
    """Front, end and cards of its family in one list; places between two cards in a list of their own."""
    texts, last = model.texts, len(model.queue)
    aims = queries.placements(model.view, queries.pointing_at(model.view, place))
    choices = tuple(_aim(model, aim) for aim in aims)
    if len(aims) <= MOST_CHOICES:
        return Menu(asked, choices)
    between = tuple(not aim.on and 1 < aim.place <= last for aim in aims)
    gaps = tuple(choice for choice, inner in zip(choices, between, strict=True) if inner)
    others = tuple(choice for choice, inner in zip(choices, between, strict=True) if not inner)
    more = MenuChoice(texts._("between two places"), more=lambda: Menu(texts._("Between which two?"), gaps))
    return Menu(asked, (*others, more))
