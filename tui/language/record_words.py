"""What is wrong with a record, and how a replay ends, in words. The record is `engine.record`'s."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from engine.game import Param
from tui.host.refusals import Code
from tui.language.texts import N_, Sentence, Texts, Translatable

Params = Mapping[str, Param]


def _with_lists(message: Translatable) -> Sentence[Params]:
    """A sentence in which several words stand side by side."""
    return lambda texts, params: texts.fill(message, {name: _listed(value) for name, value in params.items()})


def _listed(value: Param) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


SENTENCES: Mapping[Code, Sentence[Params]] = MappingProxyType(
    {
        # A text that is no record
        "no-record": N_("This isn't a record: it doesn't begin with “crownhouse record 1”."),
        "record-version": N_("This program reads “{wanted}”, not “{found}”."),
        "header-line": N_("Line {line} doesn't belong in a record's header: {text}"),
        "header-missing": N_("The header has no “{word}” line."),
        "game-unknown": N_("There is no game called {game}."),
        "rules-not-here": N_("This was played with rules version {rules}; this host has version {present}."),
        "seed-needs": N_("To check a seed, the header needs a “{word}” line."),
        # A record that breaks the rules
        "unreadable-step": N_("This isn't a step: {text}"),
        "wrong-number": N_("This line is numbered {found} instead."),
        "wrong-seat": _with_lists(N_("Seat {asked} is to move, not seat {seat}.")),
        "draw-missing": _with_lists(N_("A draw is missing; it could be one of {expected}.")),
        "draw-impossible": _with_lists(N_("“{token}” cannot be drawn here, only one of {expected}.")),
        "draw-left-over": N_("“{token}” is one draw too many."),
        "draw-not-of-seed": N_("The seed gives {expected} here, not {token}."),
        "seed-not-committed": N_("The seed doesn't match the commitment."),
        "result-early": N_("There is a result, but the game is not over yet."),
        "result-wrong": _with_lists(N_("The places are {expected}, not {found}.")),
        "after-result": N_("Nothing comes after the result: {text}"),
    }
)
"""One sentence for every code of `engine.refusals` that is about records."""


def not_begun(texts: Texts) -> str:
    """Said of a game that has not begun."""
    return texts._("Not started yet.")


def standings(texts: Texts) -> str:
    """The heading of the standings."""
    return texts._("Standings")


def place(texts: Texts, number: int, name: str, score: int) -> str:
    """A line of the standings."""
    return texts._("{place}. {name} (score {score})", place=number, name=name, score=score)


def to_move(texts: Texts, names: Sequence[str]) -> str:
    """Who is asked where a record stops."""
    return texts._("To move: {names}", names=", ".join(names))
