"""Why something was refused, whoever refused it: the host, or the rules of a game."""

from __future__ import annotations

from engine.game import Refused
from tui.boards import BOARDS
from tui.boards.kit.board import names_of
from tui.language.refusals import SENTENCES, refusal_text, unknown
from tui.language.texts import Texts


def any_refusal_text(texts: Texts, refused: Refused, game: str = "") -> str:
    """The sentence for a refusal, in the session's language. The rules' own codes are worded by the board
    of `game`; where no game is said, by the first board that knows the code. Seats are called by their
    numbers: a screen that knows who sits there asks its board first.
    """
    if refused.code in SENTENCES:
        return refusal_text(texts, refused)
    boards = [BOARDS[game]] if game in BOARDS else BOARDS.values()
    said = (board.refusal(texts, names_of(texts, ()), refused) for board in boards)
    return next(filter(None, said), None) or unknown(texts, refused)
