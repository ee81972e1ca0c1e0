"""The board of laurin: its words and its widget, behind what every board offers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.game import Refused, Standing
from engine.laurin.model import View
from tui.boards.board import Board, BoardView, Desk, Habits, Names, Told
from tui.boards.laurin import events, habits, refusals, rules_page
from tui.boards.laurin.speech import LaurinSpeech
from tui.boards.laurin.table import LaurinTable
from tui.boards.speech import Speech
from tui.texts import Texts

USUAL_ROUNDS = 60


class LaurinBoard:
    """Laurin's words and widget; it holds nothing."""

    key = "laurin"
    speech: Speech = LaurinSpeech()

    def title(self, texts: Texts) -> str:
        return texts._("King Laurin")

    def options(self, texts: Texts, options: Mapping[str, str | int]) -> tuple[str, ...]:
        rounds = options.get("rounds", USUAL_ROUNDS)
        return () if rounds == USUAL_ROUNDS else (texts._("at most {number} rounds", number=rounds),)

    def rules(self, texts: Texts) -> tuple[tuple[str, str], ...]:
        return rules_page.rules(texts)

    def view(self, desk: Desk) -> BoardView:
        return LaurinTable(desk)

    def tell(self, texts: Texts, names: Names, event: Any) -> Told | None:
        return events.tell(texts, names, event)

    def refusal(self, texts: Texts, names: Names, refusal: Refused) -> str | None:
        return refusals.refusal(texts, names, refusal)

    def status(self, texts: Texts, names: Names, view: View) -> str:
        """The round and its phase; the crown stands beside a name."""
        del names
        number = view.position.round
        match view.position.phase:
            case "treasure" | "magic":
                return texts._("round {number}, magic for sale", number=number)
            case "movement":
                return texts._("round {number}, movement cards", number=number)
            case "placing":
                return texts._("round {number}, placing", number=number)
            case "moving":
                return texts._("round {number}, moving", number=number)
            case "auction":
                return texts._("round {number}, auction", number=number)
        return texts._("round {number}", number=number)

    def score(self, texts: Texts, view: View, standing: Standing) -> str:
        """Points."""
        del view
        return texts.ngettext("{number} point", "{number} points", standing.score)


BOARD: Board = LaurinBoard()
HABITS = Habits(habits.WORDS, habits.spoken, habits.sentence)
