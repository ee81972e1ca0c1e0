"""Positions of intrigue written as text, and moves played on them: the tests' shorthand.

A queue is written from its front, places apart by `|`, the top card of a stack first, cards of a
stack apart by `/`: `1soldier^ | 2heir+2/2lord^` is a Soldier of seat 1, face up, then a Heir of
seat 2, face down with 2 influence on it, on top of that seat's face-up Lord.
"""

import re

import pytest

from engine.chance import NoChance
from engine.codec import encode
from engine.game import Refused
from engine.intrigue.game import GAME
from engine.intrigue.model.cards import KINDS, OUT
from engine.intrigue.model.state import Card, Options, Resolving, State

CARD = re.compile(r"([1-5])([a-z?]+)(\^?)(?:\+([0-9]+))?")


def queue(text, played=1):
    """The queue that a text describes."""
    stacks = [place.split("/") for place in text.split("|")] if text.strip() else []
    return tuple(tuple(_card(card.strip(), played) for card in reversed(stack)) for stack in stacks)


def _card(text, played):
    owner, kind, up, influence = CARD.fullmatch(text).groups()
    return Card(int(owner), played, None if kind == "?" else kind, bool(up), int(influence or 0))


def written(stacks):
    """The text of a queue."""
    return " | ".join("/".join(map(_written, reversed(stack))) for stack in stacks)


def _written(card):
    on = f"+{card.influence}" if card.influence else ""
    return f"{card.owner}{card.kind or '?'}{'^' if card.up else ''}{on}"


def position(text="", *, at=None, effect=None, waiting=(), seats=3, edition="de", now=2, influence=None):
    """A position with this queue in round `now`, with the place `at` being resolved or seats `waiting`.

    Everybody has 5 influence where nothing else is said, in the hand what is not in the queue, and
    of that the first three in the rules' order are out of the game.
    """
    stacks = queue(text)
    rest = [_rest(stacks, seat) for seat in range(1, seats + 1)]
    return State(
        options=Options(edition=edition),
        number=20,
        round=now,
        crown=1,
        waiting=tuple(waiting),
        influence=tuple(influence or (5,) * seats),
        hands=tuple(cards[OUT:] for cards in rest),
        out=tuple(cards[:OUT] for cards in rest),
        discards=((),) * seats,
        queue=stacks,
        resolving=None if at is None else Resolving(at, effect),
    )


def _rest(stacks, seat):
    laid = {card.kind for stack in stacks for card in stack if card.owner == seat}
    return tuple(kind for kind in KINDS if kind not in laid)


def play(state, *texts):
    """The state after these moves, each by who is asked then, and everything that happened."""
    events = []
    for text in texts:
        [ask] = GAME.asks(state)
        step = GAME.play(state, ask, GAME.parse(text, GAME.view(state, ask.seat)), NoChance())
        state = step.state
        events += step.events
    return state, events


def refused(state, text):
    """Why the seat that is asked may not make this move, from the view and from the rules alike."""
    [ask] = GAME.asks(state)
    before, view = encode(state), GAME.view(state, ask.seat)
    with pytest.raises(Refused) as why:
        GAME.play(state, ask, GAME.parse(text, view), NoChance())
    assert encode(state) == before
    if why.value.code not in {"unreadable", "unknown-card", "wrong-form"}:
        assert GAME.check(view, GAME.parse(text, view)) == why.value
    return why.value


def asked(state):
    """Who is asked what, as text; nothing: the game is over."""
    return " ".join(f"{ask.seat} {ask.kind}" for ask in GAME.asks(state))


def choices(state):
    """What the seat that is asked may do, as text."""
    [ask] = GAME.asks(state)
    return [GAME.notate(move) for move in GAME.legal(GAME.view(state, ask.seat))]


def gains(before, after):
    """By how much influence in front of the seats changed, of those where it did."""
    pairs = zip(before.influence, after.influence, strict=True)
    return {seat: new - old for seat, (old, new) in enumerate(pairs, start=1) if new != old}
