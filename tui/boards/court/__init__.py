"""The board of court: its words and its widget, behind what every board offers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.court.judge import final_round
from engine.court.model import View
from engine.game import Refused, Standing
from tui.boards.board import Board, BoardView, Desk, Names, Told
from tui.boards.court import events, phrases, refusals, rules_page
from tui.boards.court.speech import CourtSpeech
from tui.boards.court.table import CourtTable
from tui.boards.speech import Speech
from tui.texts import Texts


class CourtBoard:
    """Court's words and widget; it holds nothing."""

    key = "court"
    speech: Speech = CourtSpeech()

    def title(self, texts: Texts) -> str:
        return texts._("To Court the King")

    def options(self, texts: Texts, options: Mapping[str, str | int]) -> tuple[str, ...]:
        edition = texts._("English edition") if options.get("edition") == "en" else ""
        rounds = options.get("rounds", 100)
        limit = "" if rounds == 100 else texts._("at most {number} rounds", number=rounds)
        return tuple(filter(None, (edition, limit)))

    def rules(self, texts: Texts) -> tuple[tuple[str, str], ...]:
        return rules_page.rules(texts)

    def view(self, desk: Desk) -> BoardView:
        return CourtTable(desk)

    def tell(self, texts: Texts, names: Names, event: Any) -> Told | None:
        return events.tell(texts, names, event)

    def refusal(self, texts: Texts, names: Names, refusal: Refused) -> str | None:
        return refusals.refusal(texts, names, refusal)

    def status(self, texts: Texts, names: Names, view: View) -> str:
        del names
        if final_round(view.position):
            return texts._("final round")
        if view.position.final is not None:
            return texts._("last round but one")
        return texts._("round {number}", number=view.position.round)

    def score(self, texts: Texts, view: View, standing: Standing) -> str:
        """The best group of the final round; at the limit of rounds, dice and cards."""
        final = view.position.final
        if final is None:
            cards = texts.ngettext(
                "{number} card", "{number} cards", len(view.position.cards[standing.seat - 1])
            )
            dice = texts.ngettext("{number} die", "{number} dice", standing.score)
            return f"{dice}, {cards}"
        got = phrases.group(texts, *divmod(standing.score, 10))
        return texts._("the King, with {result}", result=got) if standing.seat == final.king else got


BOARD: Board = CourtBoard()
