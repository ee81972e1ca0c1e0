"""What can be done at a garden table as numbered lists: kinds of action first, then which card or square."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engine.laurin import advice
from engine.laurin.advice import Reach
from engine.laurin.model.moves import Bid, Buy, Cast, Exchange, Give, Lapse, Lead, Move, Place, TakeBack
from engine.laurin.model.names import Cards, Magic
from engine.laurin.model.state import Dwarf
from engine.laurin.rules.legal import COUNTER, DONE, PASS
from tui.boards.kit.speech import MOST_CHOICES, Menu, MenuChoice
from tui.boards.laurin.panels import choice_rows
from tui.boards.laurin.play import prompts, square_choice
from tui.boards.laurin.play.view_model import ViewModel
from tui.boards.laurin.words import cards, names, phrases

Entries = tuple[MenuChoice, ...]
VALUES = (3, 2, 1)


def menu(scene: ViewModel) -> Menu:
    """The first list: the question of this moment, and every kind of action."""
    texts = scene.texts
    if scene.reacts:
        passing = MenuChoice(texts._("pass"), PASS)
        return Menu(prompts.reaction(scene, 999), (*_casts(scene), passing))
    dwarf = square_choice.to_place(scene, None) if scene.question == "place" else None
    return Menu(prompts.task(scene, dwarf), _tasks(scene))


def _tasks(scene: ViewModel) -> Entries:
    texts = scene.texts
    match scene.question:
        case "buy":
            return (*_purchases(scene), MenuChoice(texts._("buy nothing"), PASS))
        case "give":
            return _gifts(scene)
        case "place":
            return (*_placings(scene), *_casts(scene), MenuChoice(texts._("end your turn"), DONE))
        case "move":
            return (*_lifting(scene), *_casts(scene), MenuChoice(texts._("end your turn"), DONE))
        case "bid":
            return (*_bids(scene), MenuChoice(texts._("bid nothing"), PASS))
        case "take-back":
            return _backs(scene)
        case _:
            return _ways(scene)


# Cards that are bought and given


def _purchases(scene: ViewModel) -> Entries:
    return tuple(
        _purchase(scene, card, advice.payments(scene.view, card))
        for card in dict.fromkeys(scene.position.offer)
        if advice.payments(scene.view, card)
    )


def _purchase(scene: ViewModel, card: Magic, payments: Sequence[Cards]) -> MenuChoice:
    texts, name = scene.texts, names.object_(scene.texts, card)
    does = cards.short(texts, card)
    if len(payments) == 1:
        paid = phrases.treasure(payments[0])
        return MenuChoice(
            texts._("buy {card} for {paid}: {does}", card=name, paid=paid, does=does), Buy(card, payments[0])
        )
    price = advice.price(card)
    text = texts._("buy {card}, which costs {price}: {does}", card=name, price=price, does=does)
    question = texts._("Which treasure do you pay for {card}?", card=name)
    ways = tuple(
        MenuChoice(texts._("pay {cards}", cards=phrases.treasure(paid)), Buy(card, paid)) for paid in payments
    )
    return MenuChoice(text, more=lambda: Menu(question, ways))


def _gifts(scene: ViewModel) -> Entries:
    """A line for each card drawn; cards that are alike are one."""
    texts, found = scene.texts, dict[str, MenuChoice]()
    for card in scene.position.drawn:
        first, second = advice.ways(scene.view, card)
        text = texts._(
            "{card}: {first}; {second}",
            card=phrases.movement(texts, first.card),
            first=_outcome(scene, first),
            second=_outcome(scene, second),
        )
        found.setdefault(text, MenuChoice(text, more=_receivers(scene, card)))
    return tuple(found.values())


def _outcome(scene: ViewModel, reach: Reach) -> str:
    """Where a way leads and what that would bring."""
    walk = phrases.walk(scene.texts, reach)
    if reach.end is None:
        return walk
    return f"{walk}, {phrases.gains(scene.texts, scene.names, reach.points)}"


def _receivers(scene: ViewModel, card: str) -> Callable[[], Menu]:
    question = scene.texts._("Who gets this movement card?")
    seats = [seat for seat, has in enumerate(scene.position.movement, start=1) if has is None]
    return lambda: Menu(question, tuple(MenuChoice(scene.names(seat), Give(card, seat)) for seat in seats))


# Dwarfs


def _placings(scene: ViewModel) -> Entries:
    texts, empty = scene.texts, square_choice.empty_square(scene)
    kinds = dict.fromkeys(scene.position.stocks[scene.own - 1])
    squares = _empty(scene)

    def placing(kind: str) -> MenuChoice:
        question = texts._("Where does the {dwarf} go?", dwarf=kind)
        return MenuChoice(
            texts._("place a {dwarf}", dwarf=kind),
            more=lambda: _squares(scene, question, squares, lambda square: Place(kind, square)),  # type: ignore[arg-type]
        )

    return tuple(placing(kind) for kind in kinds if scene.check(Place(kind, empty)) is None)


def _empty(scene: ViewModel) -> tuple[str, ...]:
    """The squares on which nobody stands."""
    return advice.set_down(scene.view, (), "", ())


def _squares(
    scene: ViewModel, question: str, squares: Sequence[str], then: Callable[[str], Move | Menu]
) -> Menu:
    """One square: its letter first, then the square."""

    def of(file: str) -> MenuChoice:
        inside = [square for square in squares if square[0] == file]
        text = scene.texts._("squares {first} to {last}", first=inside[0], last=inside[-1])
        if len(inside) == 1:
            text = inside[0]
        return MenuChoice(
            text, more=lambda: Menu(question, tuple(_square(square, then) for square in inside))
        )

    return Menu(question, tuple(of(file) for file in dict.fromkeys(square[0] for square in squares)))


def _square(square: str, then: Callable[[str], Move | Menu]) -> MenuChoice:
    found = then(square)
    return MenuChoice(square, more=lambda: found) if isinstance(found, Menu) else MenuChoice(square, found)


def _lifting(scene: ViewModel) -> Entries:
    turn = scene.position.turn
    if turn is None or not turn.left or not _own(scene):
        return ()
    return (MenuChoice(scene.texts._("move dwarfs"), more=lambda: _lift(scene, ())),)


def _own(scene: ViewModel) -> list[Dwarf]:
    return [dwarf for dwarf in scene.position.dwarfs if dwarf.seat == scene.own]


def _lift(scene: ViewModel, lifted: tuple[str, ...]) -> Menu:
    """Which dwarfs are lifted, one after the other, then where they go."""
    texts, turn = scene.texts, scene.position.turn
    entries = []
    if lifted:
        entries.append(
            MenuChoice(texts._("set down what is lifted"), more=lambda: _set_down(scene, lifted, ()))
        )
    if turn is not None and len(lifted) < turn.left:
        entries += [
            MenuChoice(
                texts._(
                    "lift the {value} on {square}", value=phrases.shown(texts, dwarf), square=dwarf.square
                ),
                more=_lift_also(scene, lifted, dwarf.square),
            )
            for dwarf in _own(scene)
            if dwarf.square not in lifted
        ]
    question = texts._("Which of your dwarfs do you lift?")
    if lifted:
        question = texts._("Lifted: {squares}. Which others?", squares=", ".join(lifted))
    return Menu(question, tuple(entries))


def _lift_also(scene: ViewModel, lifted: tuple[str, ...], square: str) -> Callable[[], Menu]:
    return lambda: _lift(scene, (*lifted, square))


def _set_down(scene: ViewModel, lifted: tuple[str, ...], steps: tuple[tuple[str, str], ...]) -> Menu:
    """Where the next lifted dwarf goes."""
    source = lifted[len(steps)]
    squares = advice.set_down(scene.view, lifted, source, [target for _, target in steps])
    question = scene.texts._("Where does the dwarf from {square} go?", square=source)

    def then(square: str) -> Move | Menu:
        more = (*steps, (source, square))
        if len(more) == len(lifted):
            return advice.relocation(scene.view, more)
        return _set_down(scene, lifted, more)

    return _squares(scene, question, squares, then)


# Treasure


def _bids(scene: ViewModel) -> Entries:
    texts, hand = scene.texts, scene.view.hand
    found = advice.selections(hand)
    if len(found) < MOST_CHOICES:
        return tuple(MenuChoice(_bid_text(scene, chosen), Bid(chosen)) for chosen in found)
    return (MenuChoice(texts._("bid"), more=lambda: _counted(scene, hand, len(hand), (), Bid)),)


def _bid_text(scene: ViewModel, chosen: Cards) -> str:
    said = phrases.treasure(chosen)
    return scene.texts._("bid {cards}, worth {sum}", cards=said, sum=sum(chosen))


def _backs(scene: ViewModel) -> Entries:
    texts, bid, most = scene.texts, advice.shown_bid(scene.view), advice.most_back(scene.view)
    found = (*reversed(advice.selections(bid, most)), ())
    if len(found) > MOST_CHOICES:
        first = MenuChoice(texts._("take cards back"), more=lambda: _counted(scene, bid, most, (), TakeBack))
        return (first, MenuChoice(texts._("take nothing back"), TakeBack(())))
    return tuple(
        MenuChoice(
            texts._("take back {cards}", cards=phrases.treasure(chosen))
            if chosen
            else texts._("take nothing back"),
            TakeBack(chosen),
        )
        for chosen in found
    )


def _counted(
    scene: ViewModel, held: Cards, most: int, chosen: Cards, made: Callable[[Cards], Move], at: int = 0
) -> Menu:
    """How many cards of each value, the highest first; at least one in all."""
    texts = scene.texts
    values = [value for value in VALUES if value in held]
    value, last = values[at], at + 1 == len(values)
    numbers = range(min(held.count(value), most - len(chosen)) + 1)

    def choice(number: int) -> MenuChoice:
        more = (*chosen, *[value] * number)
        if last or len(more) == most:
            return MenuChoice(str(number), made(more))
        return MenuChoice(str(number), more=lambda: _counted(scene, held, most, more, made, at + 1))

    so_far = phrases.treasure(chosen)
    question = texts._("How many of your cards of value {value}?", value=value)
    if so_far:
        question += " " + texts._("So far: {cards}.", cards=so_far)
    return Menu(question, tuple(choice(number) for number in numbers if chosen or number or not last))


# The King


def _ways(scene: ViewModel) -> Entries:
    """Every way and lapse at once where they are few, otherwise the cards first."""
    texts = scene.texts
    declining = (MenuChoice(texts._("pass"), PASS),) if scene.check(PASS) is None else ()
    owners = [seat for seat, card in enumerate(scene.position.movement, start=1) if card is not None]
    found = {owner: tuple(_of_card(scene, owner)) for owner in owners}
    every = tuple(choice for choices in found.values() for choice in choices)
    if len(every) + len(declining) <= MOST_CHOICES:
        return (*every, *declining)
    question = texts._("Where does the King go?")

    def card(owner: int) -> MenuChoice:
        movement = advice.card(scene.position.movement[owner - 1] or "")
        said = f"{movement.distance} {phrases.axis(texts, movement)}"
        text = texts._("with the card of {name}: {card}", name=scene.names(owner), card=said)
        return MenuChoice(text, more=lambda: Menu(question, found[owner]))

    return (*(card(owner) for owner in owners), *declining)


def _of_card(scene: ViewModel, owner: int) -> Iterable[MenuChoice]:
    texts, name = scene.texts, scene.names(owner)
    for reach in advice.reaches(scene.view):
        move = Lead(owner, reach.direction)
        if reach.owner == owner and scene.check(move) is None:
            said = _outcome(scene, reach)
            yield MenuChoice(
                texts._("lead the King {walk}, with the card of {name}", walk=said, name=name), move
            )
    if scene.check(Lapse(owner)) is None:
        yield MenuChoice(texts._("let the card of {name} lapse", name=name), Lapse(owner))


# Magic


def _casts(scene: ViewModel) -> Entries:
    """A line for each magic card that can be played now."""
    usable = [kind for kind, why in advice.playable(scene.view).items() if why is None]
    return tuple(_cast(scene, kind) for kind in usable)


def _cast(scene: ViewModel, kind: Magic) -> MenuChoice:
    texts, card = scene.texts, names.object_(scene.texts, kind)
    text = texts._("play {card}: {does}", card=card, does=cards.short(texts, kind))
    if kind == "counter":
        spell = scene.position.spells[-1]
        other = names.object_(texts, advice.card_of(spell.move))
        said = texts._("counter {card} of {name}", card=other, name=scene.names(spell.seat))
        return MenuChoice(said, COUNTER)
    if kind == "exchange":
        return MenuChoice(text, more=lambda: _exchange(scene))
    moves = advice.casts(scene.view, kind)
    if kind == "ban":
        return MenuChoice(text + f" ({phrases.aim(texts, scene.names, moves[0])})", moves[0])
    return MenuChoice(text, more=lambda: _aims(scene, kind, moves))


def _aims(scene: ViewModel, kind: Magic, moves: Sequence[Cast]) -> Menu:
    """What a Haste, a Revolt or a Fog is played for, and what would be scored then."""

    def choice(move: Cast) -> MenuChoice:
        gains = phrases.gains(scene.texts, scene.names, advice.would_score(scene.view, move))
        point = advice.leads_to(scene.view, move)
        there = f"{phrases.spot(point)}, {gains}" if point else gains
        return MenuChoice(f"{choice_rows.option(scene, move)}: {there}", move)

    return Menu(prompts.aiming(scene, kind), tuple(map(choice, moves)))


def _exchange(scene: ViewModel) -> Menu:
    """The first dwarf by its owner, then the second likewise."""
    texts = scene.texts
    question = texts._("Which two dwarfs trade squares? Choose the first.")
    return _dwarfs(scene, question, "", lambda first: _second(scene, first))


def _second(scene: ViewModel, first: str) -> Menu:
    question = scene.texts._("The dwarf on {square} trades squares with which one?", square=first)

    def then(second: str) -> Move:
        one, other = sorted((first, second))
        return Exchange(one, other)

    return _dwarfs(scene, question, first, then)


def _dwarfs(scene: ViewModel, question: str, without: str, then: Callable[[str], Move | Menu]) -> Menu:
    """One dwarf of the garden: whose, then which."""
    texts = scene.texts
    dwarfs = [dwarf for dwarf in scene.position.dwarfs if dwarf.square != without]

    def one(dwarf: Dwarf) -> MenuChoice:
        value = phrases.shown(texts, dwarf)
        text = texts._("{value} on {square}", value=value, square=dwarf.square)
        return _square(dwarf.square, then)._replace(text=text)

    def of(seat: int) -> MenuChoice:
        text = texts._("a dwarf of {name}", name=scene.names(seat))
        own = tuple(dwarf for dwarf in dwarfs if dwarf.seat == seat)
        return MenuChoice(text, more=lambda: Menu(question, tuple(map(one, own))))

    return Menu(question, tuple(of(seat) for seat in dict.fromkeys(dwarf.seat for dwarf in dwarfs)))
