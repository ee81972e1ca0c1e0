"""The odds of face-down cards in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from engine.intrigue.model.cards import missing
from engine.intrigue.model.state import Kind
from engine.intrigue.odds import CardOdds, DangerOdds, FamilyOdds, IntrigueOdds
from engine.value.values import Likelihood
from tui.boards.intrigue.words.names import name
from tui.boards.kit.board import Names
from tui.language.odds_words import percent
from tui.language.texts import Texts

NAMED = 4
"""So many kinds that a card may be are told."""
ERROR = 3
"""The standard error of how the round may end, in percent: of 300 rounds at most 2.9."""


def sentences(texts: Texts, called: Names, listener: int | None, odds: IntrigueOdds) -> Sequence[str]:
    """Return what is in danger, how the round may end, what the cards of each family may be, and which of
    them can do harm. What is told to the seat that asks calls it you.
    """
    assumed = texts._("Odds, by the rules alone / as strong players leave cards:")
    left = [one for one in odds.cards if not one.under]
    you = odds.seat is not None and odds.seat == listener
    whose = called(odds.seat) if odds.seat is not None else ""
    dangers = danger(texts, odds) if you else danger(texts, odds, whose) if whose else ""
    return tuple(
        filter(
            None,
            (
                assumed if odds.families else texts._("No card is hidden from you."),
                dangers,
                *prospects(texts, called, odds),
                *(family(texts, called, one) for one in odds.families),
                *(_said_of(texts, called, one, None if you else whose) for one in left),
            ),
        )
    )


def danger(texts: Texts, odds: IntrigueOdds, whose: str | None = None) -> str:
    """Return what can still be hit this round, and with which chance. `whose`: a name instead of you."""
    if not odds.dangers:
        return (
            texts._("No face-down card can hit you this round.")
            if whose is None
            else texts._("No face-down card can hit {name} this round.", name=whose)
        )
    if whose is None:
        return texts._("Face-down cards can hit you this round: {items}.", items=_items(texts, odds))
    return texts._(
        "Face-down cards can hit {name} this round: {items}.", name=whose, items=_items(texts, odds)
    )


def danger_then(texts: Texts, odds: IntrigueOdds) -> str:
    """Return what could be hit this round after the move that is being chosen."""
    if not odds.dangers:
        return texts._("After your choice no face-down card can hit you this round.")
    return texts._(
        "After your choice face-down cards can hit you this round: {items}.", items=_items(texts, odds)
    )


def _items(texts: Texts, odds: IntrigueOdds) -> str:
    """Return the dangers, influence after the cards, and how likely there is any."""
    items = [_item(texts, one) for one in sorted(odds.dangers, key=lambda one: one.kind is None)]
    if len(items) > 1:
        items.append(texts._("any of it {percent}%", percent=_both(odds.hit, odds.hit_as_left)))
    return ", ".join(items)


def _item(texts: Texts, one: DangerOdds) -> str:
    number = _both(one.chance, one.as_left)
    if one.kind is None:
        return texts._("influence {percent}%", percent=number)
    card = name(texts, one.kind)
    return texts._("{card} at place {place} {percent}%", card=card, place=one.place, percent=number)


def family(texts: Texts, called: Names, one: FamilyOdds) -> str:
    """Return what each hidden card of a family may be, and where they lie."""
    return texts._(
        "{name}, hidden: {each} ({queue} in the queue, {hand} in hand, {out} out).",
        name=called(one.seat),
        each=_each(texts, one.kinds),
        queue=one.queue,
        hand=one.hand,
        out=one.out,
    )


def _each(texts: Texts, kinds: Sequence[Kind]) -> str:
    """Return kinds that are equally likely, named by those that are left out where they are fewer."""
    others = missing(kinds)
    if len(kinds) <= len(others):
        cards = ", ".join(name(texts, kind) for kind in kinds)
    elif others:
        cards = texts._("every card but {cards}", cards=", ".join(name(texts, kind) for kind in others))
    else:
        cards = texts._("every card")
    return texts._("{percent}% each for {cards}", percent=_percent(1 / len(kinds)), cards=cards)


def threat(texts: Texts, called: Names, one: CardOdds, whose: str | None = None) -> str:
    """Return with which chance a card can hit the seat that asks. `whose`: its name instead of you."""
    card, number = _card(texts, called, one), _both(one.hits, one.hits_as_left)
    if whose is None:
        return texts._("{card}: can hit you {percent}%.", card=card, percent=number)
    return texts._("{card}: can hit {name}, {percent}%.", card=card, name=whose, percent=number)


def _said_of(texts: Texts, called: Names, one: CardOdds, whose: str | None) -> str:
    """Return what is said of a card: what it can hit, if anything in this round, and what it may be."""
    if one.soon and one.hits > 0:
        return f"{threat(texts, called, one, whose)} {may_be(texts, one)}."
    return f"{_card(texts, called, one)}: {may_be(texts, one)}."


def may_be(texts: Texts, one: CardOdds) -> str:
    """Return what a card may be, likeliest first: Ambush 17/40%, Lord 17/30%, others 66/30%."""
    by_rule = {likely.what: likely.chance for likely in one.kinds}
    ranked = sorted(one.as_left, key=lambda likely: -likely.chance)
    named, others = (ranked, ()) if len(ranked) <= NAMED + 1 else (ranked[:NAMED], ranked[NAMED:])
    items = [
        f"{name(texts, cast(Kind, likely.what))} {_both(by_rule[likely.what], likely.chance)}%"
        for likely in named
    ]
    if others:
        chances = sum(by_rule[likely.what] for likely in others), sum(likely.chance for likely in others)
        items.append(texts._("others {percent}%", percent=_both(*chances)))
    return ", ".join(items)


def prospects(texts: Texts, called: Names, odds: IntrigueOdds) -> Sequence[str]:
    """Return how the round may end for each seat."""
    leads = ", ".join(f"{called(one.seat)} {_percent(one.leads)}%" for one in odds.seats)
    spared = ", ".join(f"{called(one.seat)} {_percent(one.spared)}%" for one in odds.seats)
    return (
        texts._("Most influence after this round (±{error}): {seats}.", error=ERROR, seats=leads),
        texts._("Lose nothing to others in it (±{error}): {seats}.", error=ERROR, seats=spared),
    )


def prospects_then(texts: Texts, odds: IntrigueOdds) -> str:
    """Return how the round may end for the seat that asks after the move that is being chosen."""
    own = next(one for one in odds.seats if one.seat == odds.seat)
    return texts._(
        "Then you have most influence after this round {leads}%, lose nothing to others {spared}%.",
        leads=_percent(own.leads),
        spared=_percent(own.spared),
    )


def _card(texts: Texts, called: Names, one: CardOdds) -> str:
    return texts._("Place {place}, {name}'s face-down card", place=one.place, name=called(one.seat))


def _both(by_rule: float, as_left: float) -> str:
    """Return two chances: by the rules alone, and as strong players leave cards."""
    return f"{_percent(by_rule)}/{_percent(as_left)}"


def _percent(chance: float) -> str:
    return percent(Likelihood("", chance))
