"""The board of pig: its words and its widget, behind what every board offers."""

from __future__ import annotations

from types import MappingProxyType

from engine.game import Standing
from engine.pig.game import GAME
from engine.pig.model import View
from tui.boards.kit.board import Board, Names, OptionWords
from tui.boards.pig import words
from tui.boards.pig.speech import SPEECH
from tui.boards.pig.table import PigTable
from tui.language.texts import N_, Texts


def _status(texts: Texts, _names: Names, view: View) -> str:
    return texts._("round {number}", number=GAME.round(view.position))


def _score(texts: Texts, _view: View, standing: Standing) -> str:
    return words.points(texts, standing.score)


BOARD = Board(
    key="pig",
    speech=SPEECH,
    title=N_("Pig"),
    short=N_("Pig"),
    about=N_("roll on, or keep what you have"),
    minutes=10,
    rules=words.RULES,
    widget=PigTable,
    event_text=words.event_text,
    refusal=words.refusal,
    status=_status,
    score=_score,
    options=MappingProxyType({"goal": OptionWords(N_("Points to win"), unusual=N_("{number} points win"))}),
)
