"""Standing answers: a seat gives an answer once, in advance, instead of at every question.

A game with many chances to react defines which words a seat can set (`words`), how long each word holds
(`span`), and which move the set words give at the open question (`answer`). All three take the seat's
own view, so they cannot depend on what the seat does not know. The server keeps the words and decides
when to answer. Most games have none.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Protocol


class StandingAnswers(Protocol):
    """One game's standing answers. Has no state of its own."""

    def words(self, view: Any) -> tuple[str, ...]:
        """The words that the viewing seat may set now; each can be typed."""

    def span(self, view: Any, word: str) -> int:
        """A number for the stretch of the game in which a word set now holds: until the number changes."""

    def answer(self, view: Any, words: Collection[str]) -> Any | None:
        """The move that these words give at the viewing seat's open question, or None."""


class _NoStandingAnswers:
    """For games without standing answers."""

    def words(self, view: Any) -> tuple[str, ...]:  # noqa: ARG002
        return ()

    def span(self, view: Any, word: str) -> int:  # noqa: ARG002
        return 0

    def answer(self, view: Any, words: Collection[str]) -> Any | None:  # noqa: ARG002
        return None


NO_STANDING_ANSWERS: StandingAnswers = _NoStandingAnswers()
