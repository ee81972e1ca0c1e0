"""Answers given beforehand: what a seat says once, so that it need not say it at every question.

A game with chances to react says here what can be said (`words`), for how long each word holds
(`span`), and what the words said answer to the question that is open now (`answer`). All of it
is asked of the seat's own view, so that nothing can be said of what the seat does not know. Who
keeps the words, and when an answer is given, is the house's business. Most games have none.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Protocol


class StandingAnswers(Protocol):
    """One game's answers beforehand; it holds nothing."""

    def words(self, view: Any) -> tuple[str, ...]:
        """What the viewing seat may say now, each as a word that can be typed."""
        ...

    def span(self, view: Any, word: str) -> int:
        """The stretch of the game for which a word said now holds: until this number is another."""
        ...

    def answer(self, view: Any, words: Collection[str]) -> Any | None:
        """The move that these words make at the viewing seat's open question; None: they make none."""
        ...


class _NoStandingAnswers:
    """For games in which nothing can be said beforehand."""

    def words(self, view: Any) -> tuple[str, ...]:  # noqa: ARG002
        return ()

    def span(self, view: Any, word: str) -> int:  # noqa: ARG002
        return 0

    def answer(self, view: Any, words: Collection[str]) -> Any | None:  # noqa: ARG002
        return None


NO_STANDING_ANSWERS: StandingAnswers = _NoStandingAnswers()
