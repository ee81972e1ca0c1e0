"""The odds as paragraphs where the log is: what is in danger, the card at the cursor, every family. Pure."""

from __future__ import annotations

from engine.intrigue.odds import CardOdds, IntrigueOdds
from tui.boards.intrigue.panels.explain import Lines
from tui.boards.intrigue.play.view_model import ViewModel
from tui.boards.intrigue.words import odds as words
from tui.boards.kit.position_odds import KnownOdds
from tui.widgets.panel import Part
from tui.wire.terminal import palette


def title(model: ViewModel) -> str:
    """Return what the odds assume."""
    return model.texts._("odds: by the rules alone / as strong players leave cards")


def lines(model: ViewModel, known: KnownOdds, place: int) -> Lines:
    """Return the odds, with those of the top card of a place (0: of none) before the families.

    While a move is chosen, what would be in danger after it comes first.
    """
    texts, odds = model.texts, known.odds
    found: list[tuple[Part, ...]] = []
    if odds.then is not None and odds.seat is not None:
        after = f"{words.danger_then(texts, odds.then)} {words.prospects_then(texts, odds.then)}"
        found.append(((after, palette.ACCENT),))
    elif odds.seat is not None:
        found.append(((words.danger(texts, odds), palette.STRONG),))
    card = next((one for one in odds.cards if one.place == place and not one.under), None)
    if card is not None:
        found.append(_card(model, odds, card))
    found += [((said, palette.STRONG),) for said in words.prospects(texts, model.names, odds)]
    found += [((words.family(texts, model.names, one), palette.TEXT),) for one in odds.families]
    if not odds.families:
        found.append(((texts._("No card is hidden from you."), palette.DIM),))
    return tuple(found)


def _card(model: ViewModel, odds: IntrigueOdds, card: CardOdds) -> tuple[Part, ...]:
    texts = model.texts
    if odds.seat is not None and card.hits > 0:
        said = words.threat(texts, model.names, card)
    else:
        said = texts._(
            "Place {place}, {name}'s face-down card", place=card.place, name=model.names(card.seat)
        )
        said = f"{said}."
    return ((said, palette.STRONG), (f" {words.may_be(texts, card)}.", palette.TEXT))
