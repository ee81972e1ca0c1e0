"""The board of intrigue: its words and its widget, behind what every board offers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.game import Refused, Standing
from engine.intrigue.cards import ROUNDS
from engine.intrigue.model import View
from tui.boards.board import Board, BoardView, Desk, Names, Told
from tui.boards.intrigue import cards, events, refusals, rules_page
from tui.boards.intrigue.speech import IntrigueSpeech
from tui.boards.intrigue.table import IntrigueTable
from tui.boards.speech import Speech
from tui.texts import Texts


class IntrigueBoard:
    """Intrigue's words and widget; it holds nothing."""

    key = "intrigue"
    speech: Speech = IntrigueSpeech()

    def title(self, texts: Texts) -> str:
        return texts._("Plot for the Crown")

    def options(self, texts: Texts, options: Mapping[str, str | int]) -> tuple[str, ...]:
        return (texts._("English edition"),) if options.get("edition") == "en" else ()

    def rules(self, texts: Texts) -> tuple[tuple[str, str], ...]:
        return rules_page.rules(texts)

    def view(self, desk: Desk) -> BoardView:
        return IntrigueTable(desk)

    def tell(self, texts: Texts, names: Names, event: Any) -> Told | None:
        return events.tell(texts, names, event)

    def refusal(self, texts: Texts, names: Names, refusal: Refused) -> str | None:
        return refusals.refusal(texts, names, refusal)

    def status(self, texts: Texts, names: Names, view: View) -> str:
        del names
        return texts._("round {number} of {last}", number=view.position.round, last=ROUNDS)

    def score(self, texts: Texts, view: View, standing: Standing) -> str:
        """Influence, and the cards in the queue that decide ties."""
        lying = sum(card.owner == standing.seat for stack in view.position.queue for card in stack)
        queued = texts.ngettext("{number} card in the queue", "{number} cards in the queue", lying)
        return f"{cards.influence(texts, standing.score)}, {queued}"


BOARD: Board = IntrigueBoard()
