"""Refusals of every code of the host and of the games, with parameters as the program gives them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, product
from types import MappingProxyType
from typing import Any, get_args

from engine.court.model.cards import KINDS as COURT_CARDS
from engine.game import Refused
from engine.intrigue.model.cards import KINDS as INTRIGUE_CARDS
from engine.laurin.model.cards import MAGIC
from engine.laurin.model.names import Question
from tests.tui.host.raised_refusals import catalogue_of, params_of
from tui.host.refusals import PARAMS

CARDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"court": COURT_CARDS, "intrigue": INTRIGUE_CARDS, "laurin": MAGIC}
)
TYPED = {"unknown-card": ("hurry", "\N{REPLACEMENT CHARACTER}"), "not-drawn": ("h1a", "v3e")}
"""Cards that are not those of the game, by the code."""
VALUES: Mapping[str, tuple[Any, ...]] = MappingProxyType(
    {
        "after": ("haste", "ban"), "asked": ((1,), (1, 2, 3)), "before": (12,), "bot": ("page",),
        "bots": (("page", "king"), ()), "byte": (0, 17), "cards": ((3, 2), ()), "character": ("#", " "),
        "clock": ("2d",), "date": ("2026-11-24",), "days": (0, 1, 300), "dice": ((6,), (1, 1, 4), ()),
        "direction": ("north", "west"), "do": ("preview", ""), "dwarf": ("5/3", "1/1"), "empty": (1, 3),
        "expected": ("str", "object `{...}`", "int | null"), "face": (0, 6, 77), "field": ("options",),
        "form": ("keep 3 3",), "found": ("crownhouse record 9",), "game": ("court", "chess", ""),
        "games": (("court", "laurin"), ()), "key": ("AbCd1234",), "kind": ("mail", "topic"),
        "known": (("court",), ()), "last": (1, 30), "least": (2,), "left": (0, 3), "line": (3,),
        "longest": (9,),
        "minutes": (0, 300), "most": (1, 5), "move": ("roll",), "name": ("Sixteen-Letters!", ""), "on": (28,),
        "option": ("edition",), "place": (1, 29), "points": (5,), "present": (2,), "price": (3,),
        "question": get_args(Question), "reason": ("spam", ""), "report": ("7K3M",), "rules": (1,),
        "seat": (1, 2, 0, 99), "seats": (9,), "seconds": (60,), "seq": (0, 12), "service": ("mail", ""),
        "services": (("mail", "ntfy"), ()), "setting": ("hints",), "shortest": (3,), "spare": (1,),
        "square": ("h8", "z9"), "step": ("start", "strange"), "table": ("CURRANT-12", ""),
        "text": ("fly", ""), "token": ("6", ""), "value": ("fr",), "values": (("on", "off"), ()),
        "wait": (1, 9), "wanted": ("x 1",),
        "why": ("Expected `int`, got `str`",), "word": ("seats", ""), "words": (("all", "magic"), ()),
    }
)  # fmt: skip
"""What a parameter can be, the usual first, then what is odd and still comes: a seat that is not there."""
ANY = (3,)
"""The same of a parameter that has no values here, as a game may have that was just added."""
OF_ONE_CODE: Mapping[tuple[str, str], tuple[Any, ...]] = MappingProxyType(
    {
        ("sum-must-stay", "after"): (13,),
        ("wrong-number", "found"): (7,),
        ("result-wrong", "found"): ((1, 2),),
        ("result-wrong", "expected"): ((2, 1),),
        ("reveals-awaited", "seats"): ((1, 3), (2,)),
        ("no-such-seat", "seats"): (4,),
        ("cup-new", "games"): (3,),
        ("condition-unclear", "words"): ("if the moon falls on the castle and everybody goes home a", ""),
        ("condition-unclear", "known"): (("Birch buys a magic card", "Cedar passes"), ()),
        ("option-not-possible", "value"): ("fr", "9999"),
        ("option-not-possible", "accepted"): ("de, en", "1-1000"),
    }
)


def every_refusal(game: str) -> Iterator[Refused]:
    """Of the host and of the rules of a game."""
    catalogues = ({**params_of("engine.refusals"), **PARAMS}, params_of(catalogue_of(game)))
    for code, params in chain.from_iterable(one.items() for one in catalogues):
        yield from examples(code, params, game)


def examples(code: str, params: tuple[str, ...], game: str = "") -> Iterator[Refused]:
    """A code of the host, or of one game, with each value of each parameter that changes its words."""
    values = [_values(code, name, game) for name in params]
    for given in product(*values):
        yield Refused(code, dict(zip(params, given, strict=True)))


def _values(code: str, name: str, game: str) -> tuple[Any, ...]:
    if name == "card":
        return TYPED.get(code) or CARDS.get(game, CARDS["court"])
    return OF_ONE_CODE.get((code, name)) or VALUES.get(name, ANY)
