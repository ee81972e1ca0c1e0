"""The prompts of laurin: a line that says what to do now, and the keys to do it with."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rich.cells import cell_len

from engine.laurin import queries
from engine.laurin.model.moves import Ban, Bid, Cast, Counter, Done, Exchange, Lapse, Lead, Move, Pass
from engine.laurin.model.names import DwarfKind, Magic
from engine.laurin.model.state import Spell
from tui.boards.kit.board import Prompt
from tui.boards.kit.keys import BACK, CHOOSE, DO, MOVE
from tui.boards.kit.view_model import Confirming, NoIntent
from tui.boards.laurin.play.actions import EXPLAIN, PASS, SWITCH, offered, resting
from tui.boards.laurin.play.hints import hint
from tui.boards.laurin.play.intents import (
    ChoosingExchange,
    ChoosingMove,
    ChoosingStandingAnswers,
    Intent,
    MovingDwarfs,
)
from tui.boards.laurin.play.view_model import ViewModel
from tui.boards.laurin.words import names, phrases
from tui.language.actions import labels
from tui.language.wording import listed, sentence

ROOM = 78
"""The cells of a sentence in the smallest window."""


def prompt(
    model: ViewModel, intent: Intent, dwarf: DwarfKind | None, since: str, *, elsewhere: bool
) -> Prompt:
    """Return what to do now. `dwarf` is the one to be placed; `since` says how long the present question has
    been open, or how much time is left; `elsewhere`: the cursor is not where one decides.
    """
    said = _asked(model, intent, dwarf, since, elsewhere=elsewhere)
    return said._replace(hint=partial(hint, model, intent))


def _asked(
    model: ViewModel, intent: Intent, dwarf: DwarfKind | None, since: str, *, elsewhere: bool
) -> Prompt:
    match intent:
        case ChoosingMove():
            return Prompt(_choosing(model, intent), labels(model.texts, (CHOOSE, MOVE, EXPLAIN, BACK)))
        case ChoosingStandingAnswers():
            text = model.texts._("What do you want to auto-pass? An x marks what is on.")
            return Prompt(text, labels(model.texts, (SWITCH, MOVE, EXPLAIN, BACK)))
        case ChoosingExchange(first):
            return Prompt(_swapping(model, first), labels(model.texts, (CHOOSE, MOVE, EXPLAIN, BACK)))
        case Confirming(move):
            return Prompt(confirmation(model, move), labels(model.texts, (DO, BACK)))
        case MovingDwarfs():
            said = _lifting(model, intent)
        case NoIntent():
            said = _sentence(model, dwarf, since)
    actions = offered(model, intent)
    answers = actions.index(PASS) + 1 if PASS in actions else 1
    keys = labels(model.texts, actions, resting(model, intent) if elsewhere else frozenset())
    return Prompt(said, keys, answers=answers)


def _sentence(model: ViewModel, dwarf: DwarfKind | None, since: str) -> str:
    texts = model.texts
    if model.position.question is None:
        return texts._("The game is over.")
    if model.question is None:
        return waiting(model, since)
    if model.reacts:
        left = f" ({since})" if model.timed else ""
        return reaction(model, ROOM - cell_len(left)) + left
    return task(model, dwarf)


def is_weighty(model: ViewModel, move: Move) -> bool:
    """Return whether a move needs a confirming key: passing, bids, magic and the King's moves do. Passing a
    chance to react does not.
    """
    if isinstance(move, Pass):
        return not model.reacts
    return isinstance(move, Bid | Lead | Lapse | Counter | Exchange | Ban)


def waiting(model: ViewModel, since: str) -> str:
    """Return who is asked, and since when."""
    texts, asked = model.texts, model.position.asked
    if len(asked) == 1:
        return texts._("{name}'s turn ({since}).", name=model.names(asked[0]), since=since)
    if len(asked) == 2:
        both = listed(texts, map(model.names, asked))
        return texts._("{names} decide ({since}).", names=both, since=since)
    return texts._("{number} players decide ({since}).", number=len(asked), since=since)


def task(model: ViewModel, dwarf: DwarfKind | None) -> str:
    """Return what the viewer has to do in their turn."""
    texts, view = model.texts, model.view
    left = model.position.turn.left if model.position.turn else 0
    match model.question:
        case "buy":
            return texts._("Buy one magic card, or pass. Your treasure is worth {sum}.", sum=sum(view.hand))
        case "give":
            return texts._("Give everyone a movement card: choose a card, then a player.")
        case "place":
            return _placing(model, dwarf, left)
        case "move" if left:
            return texts.ngettext(
                "Move one of your dwarfs, or end your turn.",
                "Move up to {number} of your dwarfs, or end your turn.",
                left,
            )
        case "move":
            return texts._("Your dwarfs have moved: end your turn.")
        case "bid":
            return texts._("Auction for a King's move: pick treasure and bid, or pass.")
        case "take-back":
            return texts.ngettext(
                "You lost the auction: take back up to {number} card.",
                "You lost the auction: take back up to {number} cards.",
                queries.most_back(view),
            )
        case "king":
            return texts._("You won the auction: move the King.")
        case "king-free":
            return texts._("Nobody bid: move the King, or pass.")
    return texts._("The last movement card is yours: move the King, or pass.")


def _placing(model: ViewModel, dwarf: DwarfKind | None, left: int) -> str:
    if dwarf is None:
        return none_to_place(model)
    return model.texts.ngettext(
        "Place a {dwarf} dwarf ({number} point left), or end your turn.",
        "Place a {dwarf} dwarf ({number} points left), or end your turn.",
        left,
        dwarf=dwarf,
    )


def none_to_place(model: ViewModel) -> str:
    """Return why there is nothing more to place: no points left, or no dwarf that is small enough."""
    return model.texts._("You can't place any more dwarfs: end your turn.")


def reaction(model: ViewModel, room: int = ROOM) -> str:
    """Return the question whether to react, with what can be reacted to."""
    texts, position = model.texts, model.position
    if position.spells:
        return _counter(model, position.spells[-1], room)
    if position.kings_move is not None:
        gains = queries.points(model.view, position.king)
        said = texts._(
            "The King's move scores {gains}. React?", gains=phrases.gains(texts, model.names, gains)
        )
        short = texts._("The King's move scores {gains}. React?", gains=phrases.signs(model.letters, gains))
        nobody = texts._("The King's move scores nothing. React?")
        return (said if cell_len(said) <= room else short) if any(gains) else nobody
    if position.turn is None:
        return texts._("All dwarfs have moved. React before the auction?")
    name = model.names(position.turn.seat)
    if position.turn.seat == model.own:
        return texts._("Your turn is next. React first?")
    if position.phase == "placing":
        return texts._("{name} is about to place dwarfs. React first?", name=name)
    return texts._("{name} is about to move dwarfs. React first?", name=name)


def _counter(model: ViewModel, spell: Spell, room: int) -> str:
    texts, name = model.texts, model.names(spell.seat)
    said = texts._(
        "{name} plays {spell}. Counter it?", name=name, spell=phrases.cast(texts, model.names, spell.move)
    )
    card = names.object_(texts, queries.card_of(spell.move))
    return (
        said
        if cell_len(said) <= room
        else texts._("{name} plays {spell}. Counter it?", name=name, spell=card)
    )


# While something is begun


def _choosing(model: ViewModel, intent: ChoosingMove) -> str:
    texts = model.texts
    if intent.of == "give":
        return texts._("Who gets this movement card?")
    card = names.object_(texts, intent.card)  # type: ignore[arg-type]  # only "give" has others
    if intent.of == "pay":
        return texts._("Which treasure do you spend on {card}?", card=card)
    return aiming(model, intent.card)  # type: ignore[arg-type]  # likewise


def aiming(model: ViewModel, card: Magic) -> str:
    """Return the question of a Haste, a Revolt or a Fog."""
    texts = model.texts
    if card == "fog":
        return texts._("Who is left out of the scoring?")
    return texts._("Where does {card} take the King?", card=names.subject(texts, card))


def _swapping(model: ViewModel, first: str | None) -> str:
    texts = model.texts
    if first is None:
        return texts._("Which two dwarfs trade squares? Choose the first.")
    return texts._("The dwarf on {square} trades squares with which one?", square=first)


def _lifting(model: ViewModel, intent: MovingDwarfs) -> str:
    texts = model.texts
    left = (model.position.turn.left if model.position.turn else 0) - len(intent.lifted)
    if intent.held is not None:
        return texts._("Where does the dwarf from {square} go?", square=intent.held)
    done = phrases.steps(intent.steps)
    if left:
        return texts._("{steps}: move them, or lift another one.", steps=done)
    return texts._("{steps}: move them?", steps=done)


def confirmation(model: ViewModel, move: Move) -> str:
    """Return what an important move will do, shown before its confirming key."""
    texts = model.texts
    match move:
        case Pass():
            return _no(model)
        case Done():
            if model.question == "place":
                return texts._("You could still place dwarfs. End your turn?")
            return texts._("You could still move dwarfs. End your turn?")
        case Bid(cards):
            bid, back = {"cards": phrases.treasure(cards), "sum": sum(cards)}, len(cards) // 2
            if not back:
                return texts._("Bid {cards} ({sum}), gone even if you don't win?", **bid)
            return texts.ngettext(
                "Bid {cards} ({sum}): all gone if you win, {number} card back if not?",
                "Bid {cards} ({sum}): all gone if you win, {number} cards back if not?",
                back,
                **bid,
            )
        case Lead():
            return _lead(model, move)
        case Lapse(seat):
            name = model.names(seat)
            return texts._("Let {name}'s card lapse (discarded, nobody scores)?", name=name)
    return _cast(model, move)


def _no(model: ViewModel) -> str:
    texts = model.texts
    match model.question:
        case "buy":
            return texts._("Buy nothing in this round?")
        case "bid":
            return texts._("Bid nothing for this King's move?")
        case "king-last":
            return texts._("Pass on the last card, so the King stays and nobody scores?")
    return texts._("Leave the King where he is?")


def _lead(model: ViewModel, move: Lead) -> str:
    texts = model.texts
    ways = queries.king_destinations(model.view)
    reach = next(way for way in ways if (way.owner, way.direction) == (move.seat, move.direction))
    walk = phrases.walk(texts, reach)
    said = texts._(
        "Move the King {walk}: {gains}?", walk=walk, gains=phrases.gains(texts, model.names, reach.points)
    )
    if cell_len(said) <= ROOM:
        return said
    return texts._(
        "Move the King {walk}: {gains}?", walk=walk, gains=phrases.signs(model.letters, reach.points)
    )


def _cast(model: ViewModel, move: Move) -> str:
    """Return the question before a magic card is played."""
    texts = model.texts
    if isinstance(move, Counter):
        spell = model.position.spells[-1]
        card = names.object_(texts, queries.card_of(spell.move))
        return texts._("Counter {card} from {name}?", card=card, name=model.names(spell.seat))
    if isinstance(move, Exchange):
        squares = (move.first, move.second)
        for called in (model.names, model.letter):
            first, second = (_who(model, square, called) for square in squares)
            said = texts._("Exchange {first} and {second}?", first=first, second=second)
            if cell_len(said) <= ROOM:
                break
        return said
    if isinstance(move, Ban):
        card, name = names.object_(texts, "ban"), model.names(move.seat)
        return sentence(texts._("Play {card} and skip {name}'s turn?", card=card, name=name))
    cast: Cast = move  # type: ignore[assignment]  # magic is what is left of weight
    return sentence(texts._("Play {spell}?", spell=phrases.cast(texts, model.names, cast)))


def _who(model: ViewModel, square: str, called: Callable[[int], str]) -> str:
    """Return a dwarf by square, owner and value: c4 (Amber 5)."""
    dwarf = queries.dwarf_on(model.view, square)
    return f"{square} ({called(dwarf.seat)} {phrases.seen(dwarf)})" if dwarf else square
