"""What holds of every game's words: each refusal is a sentence that fits, each event is said as expected."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, get_args

from rich.cells import cell_len

from engine.game import Refused
from tests.tui.stage import LONG_NAMES
from tui.boards.kit.board import Board
from tui.language.texts import LANGUAGES, Texts

ROOM = 78
"""Cells of a sentence on the prompt line."""


SECOND_PERSON = {
    "en": re.compile(r"\byour?\b", re.IGNORECASE),
    "de": re.compile(r"\b(du|dir|deine?)\b", re.IGNORECASE),
    "nl": re.compile(r"\b(je|jij|jou)\b", re.IGNORECASE),
}
"""Italian shows it in its verbs alone."""


def long_name(seat: int) -> str:
    return LONG_NAMES[seat - 1]


def every_refusal(
    code: Any, params: Mapping[str, tuple[str, ...]], values: Mapping[str, Any], **kinds: Iterable[str]
) -> Iterator[Refused]:
    """Every code with these values, which should be the longest, and with each of the `kinds` that a
    parameter can be.
    """
    for one in get_args(code):
        found = [{key: values[key] for key in params[one] if key not in kinds}]
        for key, choices in kinds.items():
            if key in params[one]:
                found = [{**before, key: kind} for before in found for kind in choices]
        yield from (Refused(one, given) for given in found)


def every_refusal_fits(board: Board, refusals: Iterable[Refused], language: str, form: str) -> None:
    """One sentence each, with long names; only an example, `form`, ends without a full stop. What
    somebody else refuses is left to others.
    """
    for refusal in refusals:
        said = board.refusal(Texts(language), long_name, refusal)
        assert said is not None, refusal
        assert said[0] == said[0].upper(), said
        assert said.endswith((".", form)), said
        assert not {"{", "None"} & set(re.findall(r"\w+|{", said)), said
        assert cell_len(said) <= ROOM, said
    assert board.refusal(Texts(language), long_name, Refused("table-frozen")) is None


def told(board: Board, language: str, event: Any) -> tuple[int | None, str | None]:
    """Of whom an event is said (seats are A, B, C), and what; nothing: (None, None)."""
    said = board.event_text(Texts(language), lambda seat: " ABC"[seat], event)
    return (said.seat, said.text) if said else (None, None)


def an_event_is_said(board: Board, event: Any, seat: int | None, english: Any, german: Any) -> None:
    """In English and in German like this; and whoever says something there does everywhere."""
    assert told(board, "en", event) == (seat, english)
    assert told(board, "de", event) == (seat, german)
    for language in LANGUAGES:
        assert (told(board, language, event)[1] is None) == (english is None)


def who_reads_is_called_you(board: Board, language: str, happened: Iterable[Any]) -> None:
    """Of an event in which a seat acts, or that names it, the player there is told in words that do not name
    that seat; of any other there are no such words.
    """
    texts, names = Texts(language), "<{}>".format
    for event in happened:
        said = board.event_text(texts, names, event)
        for seat in (1, 2, 3):
            own = board.yours(texts, names, event, seat)
            about = said is not None and (said.seat == seat or names(seat) in said.text)
            assert bool(own) == about, (event, seat, own)
            assert names(seat) not in own, own
            assert not own.endswith("."), own
            assert said is None or own not in {said.text, said.text.removesuffix(".")}, own
            if own and language in SECOND_PERSON:
                assert SECOND_PERSON[language].search(own), own
