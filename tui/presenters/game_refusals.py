"""The sentence for a refusal, whether the host or the rules of a game refused."""

from __future__ import annotations

from engine.game import Refused
from tui.boards import BOARDS
from tui.boards.kit.board import names_of
from tui.boards.kit.lesson_words import REFUSAL, why_another
from tui.language.refusals import SENTENCES, refusal_text, unknown
from tui.language.texts import Texts


def any_refusal_text(texts: Texts, refused: Refused, game: str = "") -> str:
    """Returns the sentence for a refusal, in the session's language. A code of the rules is worded by the
    board of `game` or, if none is given, by the first board that knows the code. Seats appear as numbers, so
    a screen that knows their players asks its board first.
    """
    if refused.code == REFUSAL and refused.params.get("game") in BOARDS:
        board = BOARDS[str(refused.params["game"])]
        return why_another(texts, board.lesson, refused) or refusal_text(texts, refused)
    if refused.code in SENTENCES:
        return refusal_text(texts, refused)
    boards = [BOARDS[game]] if game in BOARDS else BOARDS.values()
    said = (board.refusal(texts, names_of(texts, ()), refused) for board in boards)
    return next(filter(None, said), None) or unknown(texts, refused)
