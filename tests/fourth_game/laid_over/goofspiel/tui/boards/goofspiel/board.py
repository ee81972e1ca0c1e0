"""The board of goofspiel: its words and its widget, behind what every board offers."""

from __future__ import annotations

from types import MappingProxyType

from engine.game import Standing
from engine.goofspiel.model import View
from tui.boards.goofspiel import words
from tui.boards.goofspiel.speech import SPEECH
from tui.boards.goofspiel.table import GoofspielTable
from tui.boards.kit.board import Board, Names, OptionWords
from tui.language.texts import N_, Texts


def _status(texts: Texts, _names: Names, view: View) -> str:
    return texts._("round {number}", number=view.position.round)


def _score(texts: Texts, _view: View, standing: Standing) -> str:
    return words.points(texts, standing.score)


BOARD = Board(
    key="goofspiel",
    speech=SPEECH,
    title=N_("Goofspiel"),
    short=N_("Goof"),
    about=N_("bid for numbers, all at once"),
    minutes=15,
    rules=words.RULES,
    widget=GoofspielTable,
    event_text=words.event_text,
    refusal=words.refusal,
    status=_status,
    score=_score,
    options=MappingProxyType(
        {
            "cards": OptionWords(N_("Cards"), unusual=N_("{number} cards each")),
            "ties": OptionWords(N_("Ties"), {"added": N_("prizes stay"), "lost": N_("prizes are lost")}),
        }
    ),
)
