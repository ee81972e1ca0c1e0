"""Laurin on a page of the web: the garden with the King on a crossing, movement cards, magic, bids."""

from __future__ import annotations

from collections.abc import Sequence

from engine.laurin import queries
from engine.laurin.model import components
from engine.laurin.model.state import Dwarf, View
from tui.boards.kit.html import Html, joined, tag
from tui.boards.kit.page import PIECES, BoardPage, Sketch, mark, meter, part, seats
from tui.boards.laurin.words import names as words
from tui.boards.laurin.words import phrases
from tui.host.pictures import TableSnapshot
from tui.language.texts import Texts

FILES = "abcdefgh"


def page(texts: Texts, snapshot: TableSnapshot, names: Sequence[str]) -> BoardPage:
    """Return a position of laurin."""
    view: View = snapshot.view
    position, goal = view.position, queries.target(view)
    facts = [
        (
            meter(score, goal, texts._("points")),
            str(position.cards[seat]),
            str(len(position.stocks[seat])),
            ", ".join(words.word(texts, kind) for kind in position.magic[seat]) or "–",
        )
        for seat, score in enumerate(position.scores)
    ]
    heads = (
        texts._("points of {goal}", goal=goal), texts._("treasure"), texts._("dwarfs"), texts._("magic"),
    )  # fmt: skip
    board = joined(
        _garden(texts, view, names), _movement(texts, view, names), _bids(texts, view, names)
    )  # fmt: skip
    return BoardPage(board, seats(texts, snapshot, names, heads, facts))


def _garden(texts: Texts, view: View, names: Sequence[str]) -> Html:
    at = {dwarf.square: dwarf for dwarf in view.position.dwarfs}
    near = frozenset(queries.beside(view.position.king))
    rows = []
    for row in range(components.SIZE, 0, -1):
        squares = [f"{letter}{row}" for letter in FILES]
        cells = [_square(at.get(square), square, names, near=square in near) for square in squares]
        rows.append(tag("tr", tag("th", str(row), scope="row"), cells))
    rows.append(tag("tr", tag("td"), [tag("th", letter, scope="col") for letter in FILES]))
    return part(
        "garden",
        texts._("the garden"),
        tag("div", tag("table", tag("tbody", rows)), _king(texts, view), class_="garden"),
    )


def _square(dwarf: Dwarf | None, square: str, names: Sequence[str], *, near: bool) -> Html:
    shown = None
    if dwarf:
        title = f"{names[dwarf.seat - 1]} {square}"
        shown = tag(
            "abbr", str(queries.dwarf_value(dwarf)),
            class_=f"dwarf s{dwarf.seat}{' turned' if dwarf.turned else ''}", title=title,
        )  # fmt: skip
    return tag("td", shown, class_="near" if near else None)


def _king(texts: Texts, view: View) -> Html:
    x, y = view.position.king
    size, half = 0.6, 0.3
    crown = tag(
        "use", href=f"{PIECES}crown", x=f"{x - half:g}", y=f"{components.SIZE - y - half:g}",
        width=size, height=size,
    )  # fmt: skip
    said = texts._("The King stands on {spot}.", spot=phrases.spot(view.position.king))
    return tag("svg", crown, class_="king", viewBox="0 0 8 8", role="img", aria_label=said)


def _movement(texts: Texts, view: View, names: Sequence[str]) -> Html:
    """Return the movement cards that lie open: whose they are, where they lead, and their numbers."""
    shown = []
    for seat, name in enumerate(view.position.movement, start=1):
        if name is None:
            continue
        card = queries.card(name)
        ways = [
            tag("li", phrases.walk(texts, reach))
            for reach in queries.king_destinations(view)
            if reach.owner == seat
        ]
        numbers = (
            texts._("placing points: {number}", number=card.points),
            texts._("dwarfs to move: {number}", number=card.moves),
        )
        shown.append(
            tag(
                "li",
                tag("b", mark(names, seat), " ", f"{card.distance} ", "↔" if card.axis == "h" else "↕"),
                tag("ul", ways),
                [tag("span", one, class_="cost") for one in numbers],
                class_=f"card s{seat}b",
            )
        )
    lapsed = tag("p", "–", class_="none")
    cards = tag("ul", shown, class_="queue moves") if shown else lapsed
    offer = ", ".join(words.name(texts, kind) for kind in view.position.offer)
    sold = tag("p", texts._("Magic on offer: {cards}.", cards=offer), class_="label") if offer else None
    return part("movement", texts._("Movement cards"), cards, sold, seen=True)


def _bids(texts: Texts, view: View, names: Sequence[str]) -> Html | None:
    """Return the bids, as far as everybody sees them."""
    auction = view.position.auction
    if auction is None:
        return None
    rows = []
    for seat, laid in enumerate(auction.laid, start=1):
        if auction.shown:
            said = phrases.treasure(auction.shown[seat - 1]) or "–"
        elif laid:
            said = texts.ngettext("{number} card", "{number} cards", laid)
        else:
            said = "…" if laid is None else "–"
        rows.append(tag("li", mark(names, seat), " ", said))
    return part("bids", texts._("Bids"), tag("ul", rows, class_="bids"), seen=True)


def sketch(draw: Sketch, view: View) -> None:
    """Draw the garden, the dwarfs with what they score, and the King on his corner."""
    left, upper, square = 690, 120, 50
    draw.grid(left, upper, square, components.SIZE)
    for dwarf in view.position.dwarfs:
        x = left + (ord(dwarf.square[0]) - ord("a")) * square + 6
        y = upper + (components.SIZE - int(dwarf.square[1])) * square + 6
        draw.disc(x, y, square - 12, dwarf.seat, str(queries.dwarf_value(dwarf)))
    column, row = view.position.king
    draw.crown(left + column * square - 20, upper + (components.SIZE - row) * square - 22, 40)
