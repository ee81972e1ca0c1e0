"""What is wrong with a record, and how a replay ends, in words. The record is `engine.record`'s."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from engine.game import Param
from tui.language.texts import Texts

Params = Mapping[str, Param]

SENTENCES: Mapping[str, Callable[[Texts, Params], str]] = MappingProxyType(
    {
        # A text that is no record
        "no-record": lambda texts, _: texts._(
            "This is no record: it does not begin with “crownhouse record 1”."
        ),
        "record-version": lambda texts, params: texts._(
            "“{found}” is not read here, only “{wanted}”.", **params
        ),
        "header-line": lambda texts, params: texts._(
            "Line {line} does not belong in the head of a record: {text}", **params
        ),
        "header-missing": lambda texts, params: texts._("The head has no line “{word}”.", **params),
        "game-unknown": lambda texts, params: texts._("There is no game called {game}.", **params),
        "rules-not-here": lambda texts, params: texts._(
            "This was played by version {rules} of the rules; here is version {present}.", **params
        ),
        "seed-needs": lambda texts, params: texts._(
            "A seed can only be checked with a line “{word}” in the head.", **params
        ),
        # A record that breaks the rules
        "unreadable-step": lambda texts, params: texts._("This is no step: {text}", **params),
        "wrong-number": lambda texts, params: texts._("The line has the number {found} instead.", **params),
        "wrong-seat": lambda texts, params: texts._(
            "It is not for seat {seat} to move, but for seat {asked}.",
            seat=params["seat"],
            asked=_listed(params["asked"]),
        ),
        "draw-missing": lambda texts, params: texts._(
            "A draw is missing; it could be one of {expected}.", expected=_listed(params["expected"])
        ),
        "draw-impossible": lambda texts, params: texts._(
            "“{token}” cannot be drawn here, only one of {expected}.",
            token=params["token"],
            expected=_listed(params["expected"]),
        ),
        "draw-left-over": lambda texts, params: texts._("“{token}” is one draw too many.", **params),
        "draw-not-of-seed": lambda texts, params: texts._(
            "The seed gives {expected} here, not {token}.", **params
        ),
        "seed-not-committed": lambda texts, _: texts._("The seed does not fit the commitment."),
        "result-early": lambda texts, _: texts._("There is a result, but the game is not over yet."),
        "result-wrong": lambda texts, params: texts._(
            "The places are {expected}, not {found}.",
            expected=_listed(params["expected"]),
            found=_listed(params["found"]),
        ),
        "after-result": lambda texts, params: texts._("Nothing comes after the result: {text}", **params),
    }
)
"""One sentence for every code of `engine.refusals` that is about records."""


def not_begun(texts: Texts) -> str:
    return texts._("Not begun yet.")


def standings(texts: Texts) -> str:
    return texts._("Standings")


def place(texts: Texts, number: int, name: str, score: int) -> str:
    """A line of the standings."""
    return texts._("{place}. {name} (score {score})", place=number, name=name, score=score)


def to_move(texts: Texts, names: Sequence[str]) -> str:
    """Who is asked where a record stops."""
    return texts._("To move: {names}", names=", ".join(names))


def _listed(value: Param) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
