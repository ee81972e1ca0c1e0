"""Numbered lists for the dwarfs of a garden table: where they are placed, moved and exchanged."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.laurin import queries
from engine.laurin.model.moves import Exchange, Move, Place
from engine.laurin.model.state import Dwarf
from tui.boards.kit.speech import Menu, MenuChoice
from tui.boards.laurin.play import square_choice
from tui.boards.laurin.play.view_model import ViewModel
from tui.boards.laurin.words import phrases


def placings(model: ViewModel) -> tuple[MenuChoice, ...]:
    """Return a line for each kind of dwarf that can be placed; it leads to the squares."""
    texts, empty = model.texts, square_choice.empty_square(model)
    kinds = dict.fromkeys(model.position.stocks[model.own - 1])
    squares = _empty(model)

    def placing(kind: str) -> MenuChoice:
        question = texts._("Where does the {dwarf} go?", dwarf=kind)
        return MenuChoice(
            texts._("place a {dwarf}", dwarf=kind),
            more=lambda: _squares(model, question, squares, lambda square: Place(kind, square)),  # type: ignore[arg-type]
        )

    return tuple(placing(kind) for kind in kinds if model.check(Place(kind, empty)) is None)


def _empty(model: ViewModel) -> tuple[str, ...]:
    """Return the squares without a dwarf."""
    return queries.set_down(model.view, (), "", ())


def _squares(
    model: ViewModel, question: str, squares: Sequence[str], then: Callable[[str], Move | Menu]
) -> Menu:
    """Return the choice of one square: its letter first, then the square."""

    def of(file: str) -> MenuChoice:
        inside = [square for square in squares if square[0] == file]
        text = model.texts._("squares {first} to {last}", first=inside[0], last=inside[-1])
        if len(inside) == 1:
            text = inside[0]
        return MenuChoice(
            text, more=lambda: Menu(question, tuple(_square(square, then) for square in inside))
        )

    return Menu(question, tuple(of(file) for file in dict.fromkeys(square[0] for square in squares)))


def _square(square: str, then: Callable[[str], Move | Menu]) -> MenuChoice:
    found = then(square)
    return MenuChoice(square, more=lambda: found) if isinstance(found, Menu) else MenuChoice(square, found)


def lifting(model: ViewModel) -> tuple[MenuChoice, ...]:
    """Return one line that leads to the dwarfs that can be moved; none if no dwarf can move."""
    turn = model.position.turn
    if turn is None or not turn.left or not _own(model):
        return ()
    return (MenuChoice(model.texts._("move dwarfs"), more=lambda: _lift(model, ())),)


def _own(model: ViewModel) -> list[Dwarf]:
    return [dwarf for dwarf in model.position.dwarfs if dwarf.seat == model.own]


def _lift(model: ViewModel, lifted: tuple[str, ...]) -> Menu:
    """Return the choice of the dwarfs to lift, one after the other; then where they go."""
    texts, turn = model.texts, model.position.turn
    entries = []
    if lifted:
        entries.append(
            MenuChoice(texts._("set down what is lifted"), more=lambda: _set_down(model, lifted, ()))
        )
    if turn is not None and len(lifted) < turn.left:
        entries += [
            MenuChoice(
                texts._(
                    "lift the {value} on {square}", value=phrases.shown(texts, dwarf), square=dwarf.square
                ),
                more=_lift_also(model, lifted, dwarf.square),
            )
            for dwarf in _own(model)
            if dwarf.square not in lifted
        ]
    question = texts._("Which of your dwarfs do you lift?")
    if lifted:
        question = texts._("Lifted: {squares}. Which others?", squares=", ".join(lifted))
    return Menu(question, tuple(entries))


def _lift_also(model: ViewModel, lifted: tuple[str, ...], square: str) -> Callable[[], Menu]:
    return lambda: _lift(model, (*lifted, square))


def _set_down(model: ViewModel, lifted: tuple[str, ...], steps: tuple[tuple[str, str], ...]) -> Menu:
    """Return the choice of where the next lifted dwarf goes."""
    source = lifted[len(steps)]
    squares = queries.set_down(model.view, lifted, source, [target for _, target in steps])
    question = model.texts._("Where does the dwarf from {square} go?", square=source)

    def then(square: str) -> Move | Menu:
        more = (*steps, (source, square))
        if len(more) == len(lifted):
            return queries.relocation(model.view, more)
        return _set_down(model, lifted, more)

    return _squares(model, question, squares, then)


def exchange(model: ViewModel) -> Menu:
    """Return the choice of the two dwarfs of an Exchange, each by its owner first."""
    texts = model.texts
    question = texts._("Which two dwarfs trade squares? Choose the first.")
    return _dwarfs(model, question, "", lambda first: _second(model, first))


def _second(model: ViewModel, first: str) -> Menu:
    question = model.texts._("The dwarf on {square} trades squares with which one?", square=first)

    def then(second: str) -> Move:
        one, other = sorted((first, second))
        return Exchange(one, other)

    return _dwarfs(model, question, first, then)


def _dwarfs(model: ViewModel, question: str, without: str, then: Callable[[str], Move | Menu]) -> Menu:
    """Return the choice of one dwarf in the garden: its owner, then the dwarf."""
    texts = model.texts
    dwarfs = [dwarf for dwarf in model.position.dwarfs if dwarf.square != without]

    def one(dwarf: Dwarf) -> MenuChoice:
        value = phrases.shown(texts, dwarf)
        text = texts._("the {value} on {square}", value=value, square=dwarf.square)
        return _square(dwarf.square, then)._replace(text=text)

    def of(seat: int) -> MenuChoice:
        text = texts._("one of {name}'s dwarfs", name=model.names(seat))
        own = tuple(dwarf for dwarf in dwarfs if dwarf.seat == seat)
        return MenuChoice(text, more=lambda: Menu(question, tuple(map(one, own))))

    return Menu(question, tuple(of(seat) for seat in dict.fromkeys(dwarf.seat for dwarf in dwarfs)))
