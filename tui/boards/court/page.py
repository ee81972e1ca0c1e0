"""Court on a page of the web: dice, the court by its rows, and who has which cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.court import queries
from engine.court.model.state import Kind, View
from tui.boards.court.panels.court_rows import ROWS, payable_kinds
from tui.boards.court.words import cards
from tui.boards.court.words import names as card_names
from tui.boards.kit.html import Html, joined, tag
from tui.boards.kit.page import BoardPage, Sketch, label, mark, part, piece, seats
from tui.host.pictures import TableSnapshot
from tui.language.texts import Texts


def page(texts: Texts, snapshot: TableSnapshot, names: Sequence[str]) -> BoardPage:
    """Return a position of court."""
    view: View = snapshot.view
    position = view.position
    facts = [
        (str(queries.hand_size(view, seat)), ", ".join(card_names.name(texts, kind) for kind in own) or "–")
        for seat, own in enumerate(position.cards, start=1)
    ]
    board = joined(_dice(texts, view, names), _court(texts, view, names))
    return BoardPage(board, seats(texts, snapshot, names, (texts._("Dice"), texts._("Cards")), facts))


def _faces(faces: Iterable[int], more: str = "") -> Html:
    shown = sorted(faces, reverse=True)
    return joined(*(piece(f"d{face}", str(face), f"die {more}".strip()) for face in shown))


def _dice(texts: Texts, view: View, names: Sequence[str]) -> Html | None:
    turn = view.position.turn
    if turn is None:
        return None
    active = _faces(turn.active) if turn.rolled else joined(*[piece("d0", "", "die")] * turn.hand)
    aside = _faces(turn.aside, "aside") if turn.aside else tag("span", "–", class_="none")
    return tag(
        "section",
        tag("h2", tag("bdi", names[turn.seat - 1])),
        tag("div", label(texts._("Dice")), active),
        tag("div", label(texts._("set aside")), aside),
        class_="tray",
        data_part="dice",
    )


def _court(texts: Texts, view: View, names: Sequence[str]) -> Html:
    can = payable_kinds(view)
    rows = []
    for number, (level, kinds) in enumerate(ROWS, start=1):
        own = tag("ul", [_card(texts, view, names, kind, can=kind in can) for kind in kinds])
        rows.append(tag("div", tag("b", level, class_="rank"), own, class_=f"level l{number}"))
    return part("court", texts._("the court"), rows)


def _card(texts: Texts, view: View, names: Sequence[str], kind: Kind, *, can: bool) -> Html:
    left = view.position.stock.get(kind)
    owners = [seat for seat, own in enumerate(view.position.cards, start=1) for one in own if one == kind]
    state = " gone" if left == 0 else " can" if can else ""
    name = card_names.name(texts, kind)
    foot = tag(
        "span",
        tag("span", [mark(names, seat) for seat in owners], class_="own"),
        tag("span", "∞" if left is None else f"×{left}", class_="left"),
        class_="foot",
    )
    shown = tag("s", name) if left == 0 else name
    cost = tag("span", cards.condition(texts, kind), class_="cost")
    return tag("li", tag("b", shown), cost, foot, class_=f"card{state}")


def sketch(draw: Sketch, view: View) -> None:
    """Draw the dice of the turn: those in play, and below them those set aside; at the end those that won."""
    turn, final = view.position.turn, view.position.final
    active, aside = [final.mark.face] * final.mark.count if final else [], list[int]()
    if turn:
        active, aside = sorted(turn.active, reverse=True) or [0] * turn.hand, list(turn.aside)
    if not active:
        active, aside = aside, []
    columns, size = (4, 120) if len(active) <= 8 else (6, 78)
    for number, face in enumerate(active[: 3 * columns]):
        draw.die(560 + number % columns * size * 1.2, 230 + number // columns * size * 1.2, size, face)
    below = 230 + -(-len(active) // columns) * size * 1.2 + 10
    for number, face in enumerate(aside[:7]):
        draw.die(560 + number * 84, below, 66, face)
