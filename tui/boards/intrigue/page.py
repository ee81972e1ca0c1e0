"""Plot on a page of the web: the queue with its stacks, and what lies where of each seat."""

from __future__ import annotations

from collections.abc import Sequence

from engine.intrigue.model.state import Card, Stack, View
from tui.boards.intrigue.words import cards
from tui.boards.intrigue.words import names as card_names
from tui.boards.kit.html import Html, tag
from tui.boards.kit.page import BoardPage, Sketch, label, mark, meter, part, seats
from tui.host.pictures import TableSnapshot
from tui.language.texts import Texts, texts_in

MOST_INFLUENCE = 20
"""The influence that fills a bar."""


def page(texts: Texts, snapshot: TableSnapshot, names: Sequence[str]) -> BoardPage:
    """Return a position of plot."""
    view: View = snapshot.view
    position = view.position
    facts = []
    for seat, (influence, hand) in enumerate(zip(position.influence, position.hands, strict=True)):
        gone = ", ".join(card_names.name(texts, kind) for kind in position.discards[seat])
        bar = meter(influence, MOST_INFLUENCE, texts._("influence"))
        facts.append((bar, str(len(hand)), gone or "–"))
    heads = (texts._("influence"), texts._("in hand"), texts._("discarded"))
    return BoardPage(_queue(texts, view, names), seats(texts, snapshot, names, heads, facts))


def _queue(texts: Texts, view: View, names: Sequence[str]) -> Html:
    resolving = view.position.resolving
    now = resolving.place if resolving else 0
    places = [
        _place(texts, stack, place, names, now=place == now)
        for place, stack in enumerate(view.position.queue, start=1)
    ]
    queue = tag("ol", places, class_="queue") if places else tag("p", "–", class_="none")
    said = texts._("The queue: the card at the front (1) acts first.")
    return part("queue", texts._("the queue"), label(said), queue)


def _place(texts: Texts, stack: Stack, place: int, names: Sequence[str], *, now: bool) -> Html:
    *under, top = stack
    lower = [_under(texts, card, names) for card in reversed(under)]
    return tag(
        "li",
        tag("span", str(place), class_="place"),
        tag("b", _name(texts, top), class_=None if top.kind else "back"),
        tag("span", cards.short_effect(texts, top.kind) if top.kind else "", class_="cost"),
        tag("ul", lower, class_="under") if lower else None,
        tag(
            "span",
            tag("span", mark(names, top.owner), " ", tag("bdi", names[top.owner - 1]), class_="own"),
            _tokens(texts, top),
            class_="foot",
        ),
        class_=f"card s{top.owner}b{'' if top.kind else ' shut'}{' at' if now else ''}",
        aria_current="step" if now else None,
    )


def _under(texts: Texts, card: Card, names: Sequence[str]) -> Html:
    return tag("li", mark(names, card.owner), " ", _name(texts, card), " ", _tokens(texts, card))


def _name(texts: Texts, card: Card) -> str:
    return card_names.name(texts, card.kind) if card.kind else texts._("face down")


def _tokens(texts: Texts, card: Card) -> Html | None:
    if not card.influence:
        return None
    said = cards.influence(texts, card.influence)
    return tag("span", "●" * card.influence, class_="tokens", role="img", aria_label=said)


def sketch(draw: Sketch, view: View) -> None:
    """Draw the queue: the top card of each place."""
    for number, stack in enumerate(view.position.queue[:10]):
        top = stack[-1]
        said = card_names.name(texts_in(), top.kind) if top.kind else ""
        draw.card(520 + number % 5 * 130, 220 + number // 5 * 150, top.owner, said)
