"""The sentence for a refusal, whether the host or the rules of a game refused: for every front."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from engine.game import Refused
from tui.boards import BOARDS
from tui.boards.kit.board import Board, names_of
from tui.boards.kit.lesson_words import REFUSAL, why_another
from tui.host.port import TableInfo
from tui.language.refusals import SENTENCES, refusal_text, unknown
from tui.language.texts import Texts

log = logging.getLogger(__name__)


def any_refusal_text(texts: Texts, refused: Refused, game: str = "", table: TableInfo | None = None) -> str:
    """Returns the sentence for a refusal, in the session's language. At a table its game words every code
    that it knows, with the names of the players. Elsewhere a code of the rules is worded by the board of
    `game` or, if none is given, by the first board that has words for it; seats appear as numbers. If no
    sentence can be made, the log says why, and the code is told.
    """
    failed: Exception | None = None
    for say in _ways(texts, refused, game, table):
        try:
            said = say()
        except Exception as error:  # noqa: BLE001  (whatever it is, the reader gets a sentence)
            failed = error
        else:
            if said:
                return said
    if failed:
        log.error("a refusal could not be worded", exc_info=failed, extra={"code": refused.code})
    return unknown(texts, refused)


def _ways(
    texts: Texts, refused: Refused, game: str, table: TableInfo | None
) -> Iterator[Callable[[], str | None]]:
    """Yields what can word a refusal, the most special words first."""
    taught = BOARDS.get(str(refused.params.get("game")))
    if refused.code == REFUSAL and taught:
        yield partial(why_another, texts, taught.lesson, refused)
    own = BOARDS.get(table.game if table else game)
    if own and table:
        yield partial(own.refusal, texts, names_of(texts, table.seats), refused)
    if refused.code in SENTENCES:
        yield partial(refusal_text, texts, _titled(texts, refused, taught) if taught else refused)
    boards: Sequence[Board] = (own,) if own else tuple(BOARDS.values())
    for board in boards:
        yield partial(board.refusal, texts, names_of(texts, ()), refused)


def _titled(texts: Texts, refusal: Refused, board: Board) -> Refused:
    """Returns a refusal that names a game as players call it."""
    return Refused(refusal.code, {**refusal.params, "game": texts.of(board.short)})


def as_called(refusal: Refused, spoken: Mapping[str, str]) -> Refused:
    """Returns a refusal that lists standing answers with the player's own words for them."""
    called = {answer: word for word, answer in spoken.items()}
    words = refusal.params.get("words")
    if not isinstance(words, tuple):
        return refusal
    told = tuple(called.get(str(word), str(word)) for word in words)
    return Refused(refusal.code, {**refusal.params, "words": told})
