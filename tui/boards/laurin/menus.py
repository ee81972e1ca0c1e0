"""What can be done at a garden table as numbered lists: kinds of action first, then which card or square."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engine.laurin import queries
from engine.laurin.model.moves import Bid, Buy, Cast, Give, Lapse, Lead, Move, TakeBack
from engine.laurin.model.names import Cards, Magic
from engine.laurin.queries import KingDestination
from engine.laurin.rules.legal import COUNTER, DONE, PASS
from tui.boards.kit.speech import MOST_CHOICES, Menu, MenuChoice
from tui.boards.laurin import dwarf_menus
from tui.boards.laurin.panels import choice_rows
from tui.boards.laurin.play import actions, prompts, square_choice
from tui.boards.laurin.play.view_model import ViewModel
from tui.boards.laurin.words import cards, names, phrases
from tui.language.texts import Texts

Entries = tuple[MenuChoice, ...]
VALUES = (3, 2, 1)


def menu(model: ViewModel) -> Menu:
    """Return the first list: the present question, and every kind of action."""
    texts = model.texts
    if model.reacts:
        passing = MenuChoice(texts._("pass"), PASS, keys=actions.PASS.keys)
        return Menu(prompts.reaction(model, 999), (*_casts(model), passing))
    dwarf = square_choice.to_place(model, None) if model.question == "place" else None
    return Menu(prompts.task(model, dwarf), _tasks(model))


def _tasks(model: ViewModel) -> Entries:
    texts = model.texts
    match model.question:
        case "buy":
            return (*_purchases(model), MenuChoice(texts._("buy nothing"), PASS, keys=actions.PASS.keys))
        case "give":
            return _gifts(model)
        case "place":
            return (*dwarf_menus.placings(model), *_casts(model), _end(texts))
        case "move":
            return (*dwarf_menus.lifting(model), *_casts(model), _end(texts))
        case "bid":
            return (*_bids(model), MenuChoice(texts._("bid nothing"), PASS, keys=actions.PASS.keys))
        case "take-back":
            return _backs(model)
        case _:
            return _ways(model)


# Cards to buy and to give


def _purchases(model: ViewModel) -> Entries:
    return tuple(
        _purchase(model, card, queries.payments(model.view, card))
        for card in dict.fromkeys(model.position.offer)
        if queries.payments(model.view, card)
    )


def _purchase(model: ViewModel, card: Magic, payments: Sequence[Cards]) -> MenuChoice:
    texts, name = model.texts, names.object_(model.texts, card)
    does = cards.short(texts, card)
    if len(payments) == 1:
        paid = phrases.treasure(payments[0])
        return MenuChoice(
            texts._("buy {card} for {paid}: {does}", card=name, paid=paid, does=does), Buy(card, payments[0])
        )
    price = queries.price(card)
    text = texts._("buy {card}, which costs {price}: {does}", card=name, price=price, does=does)
    question = texts._("Which treasure do you spend on {card}?", card=name)
    ways = tuple(
        MenuChoice(texts._("pay {cards}", cards=phrases.treasure(paid)), Buy(card, paid)) for paid in payments
    )
    return MenuChoice(text, more=lambda: Menu(question, ways))


def _gifts(model: ViewModel) -> Entries:
    """Return a line for each drawn card; equal cards share a line."""
    texts, found = model.texts, dict[str, MenuChoice]()
    for card in model.position.drawn:
        first, second = queries.destinations_of(model.view, card)
        text = texts._(
            "{card}: {first}; {second}",
            card=phrases.movement(texts, first.card),
            first=_outcome(model, first),
            second=_outcome(model, second),
        )
        found.setdefault(text, MenuChoice(text, more=_receivers(model, card)))
    return tuple(found.values())


def _outcome(model: ViewModel, reach: KingDestination) -> str:
    """Return where a way leads and who would score there."""
    walk = phrases.walk(model.texts, reach)
    if reach.end is None:
        return walk
    return f"{walk}, {phrases.gains(model.texts, model.names, reach.points)}"


def _receivers(model: ViewModel, card: str) -> Callable[[], Menu]:
    question = model.texts._("Who gets this movement card?")
    seats = [seat for seat, has in enumerate(model.position.movement, start=1) if has is None]
    return lambda: Menu(question, tuple(MenuChoice(model.names(seat), Give(card, seat)) for seat in seats))


# Treasure


def _bids(model: ViewModel) -> Entries:
    texts, hand = model.texts, model.view.hand
    found = queries.selections(hand)
    if len(found) < MOST_CHOICES:
        return tuple(MenuChoice(_bid_text(model, chosen), Bid(chosen)) for chosen in found)
    return (MenuChoice(texts._("bid"), more=lambda: _counted(model, hand, len(hand), (), Bid)),)


def _end(texts: Texts) -> MenuChoice:
    return MenuChoice(texts._("end your turn"), DONE, keys=actions.DONE.keys)


def _bid_text(model: ViewModel, chosen: Cards) -> str:
    said = phrases.treasure(chosen)
    return model.texts._("bid {cards}, worth {sum}", cards=said, sum=sum(chosen))


def _backs(model: ViewModel) -> Entries:
    texts, bid, most = model.texts, queries.shown_bid(model.view), queries.most_back(model.view)
    found = (*reversed(queries.selections(bid, most)), ())
    if len(found) > MOST_CHOICES:
        first = MenuChoice(texts._("take cards back"), more=lambda: _counted(model, bid, most, (), TakeBack))
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
    model: ViewModel, held: Cards, most: int, chosen: Cards, made: Callable[[Cards], Move], at: int = 0
) -> Menu:
    """Return the choice of how many cards of each value, the highest first; at least one in all."""
    texts = model.texts
    values = [value for value in VALUES if value in held]
    value, last = values[at], at + 1 == len(values)
    numbers = range(min(held.count(value), most - len(chosen)) + 1)

    def choice(number: int) -> MenuChoice:
        more = (*chosen, *[value] * number)
        text = texts.ngettext("{number} card", "{number} cards", number)
        if last or len(more) == most:
            return MenuChoice(text, made(more))
        return MenuChoice(text, more=lambda: _counted(model, held, most, more, made, at + 1))

    so_far = phrases.treasure(chosen)
    question = texts._("How many cards of value {value}?", value=value)
    if so_far:
        question += " " + texts._("So far: {cards}.", cards=so_far)
    return Menu(question, tuple(choice(number) for number in numbers if chosen or number or not last))


# The King


def _ways(model: ViewModel) -> Entries:
    """Return every way and lapse in one list if they are few, else the cards first."""
    texts = model.texts
    declining = (
        (MenuChoice(texts._("pass"), PASS, keys=actions.PASS.keys),) if model.check(PASS) is None else ()
    )
    owners = [seat for seat, card in enumerate(model.position.movement, start=1) if card is not None]
    found = {owner: tuple(_of_card(model, owner)) for owner in owners}
    every = tuple(choice for choices in found.values() for choice in choices)
    if len(every) + len(declining) <= MOST_CHOICES:
        return (*every, *declining)
    question = texts._("Where does the King go?")

    def card(owner: int) -> MenuChoice:
        movement = queries.card(model.position.movement[owner - 1] or "")
        said = f"{movement.distance} {phrases.axis(texts, movement)}"
        text = texts._("with {name}'s card: {card}", name=model.names(owner), card=said)
        return MenuChoice(text, more=lambda: Menu(question, found[owner]))

    return (*(card(owner) for owner in owners), *declining)


def _of_card(model: ViewModel, owner: int) -> Iterable[MenuChoice]:
    texts, name = model.texts, model.names(owner)
    for reach in queries.king_destinations(model.view):
        move = Lead(owner, reach.direction)
        if reach.owner == owner and model.check(move) is None:
            said = _outcome(model, reach)
            yield MenuChoice(texts._("move the King {walk}, with {name}'s card", walk=said, name=name), move)
    if model.check(Lapse(owner)) is None:
        yield MenuChoice(texts._("let {name}'s card lapse", name=name), Lapse(owner))


# Magic


def _casts(model: ViewModel) -> Entries:
    """Return a line for each magic card that can be played now."""
    usable = [kind for kind, why in queries.playable(model.view).items() if why is None]
    return tuple(_spell(model, kind)._replace(keys=actions.CASTS[kind].keys) for kind in usable)


def _spell(model: ViewModel, kind: Magic) -> MenuChoice:
    texts, card = model.texts, names.object_(model.texts, kind)
    text = texts._("play {card}: {does}", card=card, does=cards.short(texts, kind))
    if kind == "counter":
        spell = model.position.spells[-1]
        other = names.object_(texts, queries.card_of(spell.move))
        said = texts._("counter {card} from {name}", card=other, name=model.names(spell.seat))
        return MenuChoice(said, COUNTER)
    if kind == "exchange":
        return MenuChoice(text, more=lambda: dwarf_menus.exchange(model))
    moves = queries.casts(model.view, kind)
    if kind == "ban":
        return MenuChoice(text + f" ({phrases.aim(texts, model.names, moves[0])})", moves[0])
    return MenuChoice(text, more=lambda: _aims(model, kind, moves))


def _aims(model: ViewModel, kind: Magic, moves: Sequence[Cast]) -> Menu:
    """Return the choice of how a Haste, a Revolt or a Fog is played, and what would be scored then."""

    def choice(move: Cast) -> MenuChoice:
        gains = phrases.gains(model.texts, model.names, queries.would_score(model.view, move))
        point = queries.king_after(model.view, move)
        there = f"{phrases.spot(point)}, {gains}" if point else gains
        return MenuChoice(f"{choice_rows.option(model, move)}: {there}", move)

    return Menu(prompts.aiming(model, kind), tuple(map(choice, moves)))
