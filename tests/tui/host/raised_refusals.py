"""Every place in the program that makes a refusal: which codes it can have, and what it gives them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import MappingProxyType
from typing import Any, NamedTuple, get_args

import engine
import server
import tui
from engine.records.replay import _BAD_DRAWS
from engine.registry import GAMES
from tui.host.refusals import GoneCode, LimitCode, PlayingCode

ROOT = Path(next(iter(engine.__path__))).parent
MODULES = sorted(
    path.relative_to(ROOT)
    for room in (engine, server, tui)
    for path in Path(next(iter(room.__path__))).rglob("*.py")
)
CARRIERS: Mapping[str, tuple[int, str]] = MappingProxyType(
    {"BadRequest": (1, "tui.host.refusals"), "NotARecord": (0, "engine.refusals")}
)
"""Exceptions that make a refusal: which argument is its code, and whose code it is."""
CHOSEN: Mapping[tuple[str, str], tuple[str, ...]] = MappingProxyType(
    {
        ("server/cluster/limits.py", "self.code"): get_args(LimitCode),
        ("server/identity/known_players.py", "self.gone"): get_args(GoneCode),
        ("server/host/account_removal.py", "code"): get_args(PlayingCode),
        ("engine/records/replay.py", "_BAD_DRAWS[bad.reason]"): tuple(_BAD_DRAWS.values()),
    }
)
"""The codes at places where the code is no literal: mypy lets no other one come there."""
PASSED_ON = frozenset(
    {
        ("engine/records/record.py", "code"),  # NotARecord: the places that raise it are looked at
        ("server/sessions/api/parsing.py", "code"),  # BadRequest: likewise
        ("engine/records/replay.py", "cast('Code', why.code)"),  # a refusal of options, with what it carries
        ("server/analysis/courses/work.py", "code"),  # the same refusal, from another process
        ("tui/boards/kit/speech.py", "refusal.code"),  # the same refusal, with advice
        ("tui/presenters/game_refusals.py", "refusal.code"),  # the same refusal, with words
        ("tui/host/refusals.py", "_WRONG_STAGE[stage]"),  # none of them carries anything
    }
)
"""Places that pass on a refusal whose making is looked at elsewhere."""


class Raised(NamedTuple):
    """A refusal as the program makes it."""

    place: str
    catalogue: str
    """The module that lists its code."""
    code: str
    params: frozenset[str]


def raised() -> Iterator[Raised]:
    """Every refusal that the program makes."""
    for module in MODULES:
        text = (ROOT / module).read_text(encoding="utf-8")
        if not any(name in text for name in ("efused", *CARRIERS)):
            continue
        tree = ast.parse(text)
        makers = _makers(module, tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in makers:
                at, catalogue = makers[node.func.id]
                yield from _made(module, node, at, catalogue)


def _makers(module: Path, tree: ast.Module) -> Mapping[str, tuple[int, str]]:
    """What makes refusals in a module: the argument that is the code, and the module that lists it."""
    names = {
        alias.asname or alias.name: (0, node.module or "")
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.name == "refused" and (node.module or "").split(".")[-1] in {"refusals", "model"}
    }
    own = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    if "refused" in own:
        names["refused"] = (0, ".".join(module.with_suffix("").parts))
    return {**CARRIERS, **names, "Refused": (0, "")}


def _made(module: Path, call: ast.Call, at: int, catalogue: str) -> Iterator[Raised]:
    place, code = module.as_posix(), call.args[at]
    written = ast.unparse(code)
    if (place, written) in PASSED_ON or (not catalogue and _is_maker(module, written)):
        return
    game = module.parts[1] if module.parts[0] == "engine" else ""
    if not catalogue and game in GAMES:
        catalogue, given = catalogue_of(game), _written_out(call)
    else:
        given = frozenset(word.arg or "" for word in call.keywords)
    assert catalogue, f"{place}:{call.lineno} makes a refusal without the `refused` of a catalogue"
    assert all(word.arg for word in call.keywords), f"{place}:{call.lineno} hides what it carries"
    for one in _codes(place, code, written):
        yield Raised(f"{place}:{call.lineno}", catalogue, one, given)


def _is_maker(module: Path, written: str) -> bool:
    """Whether this is the body of a catalogue's `refused` itself."""
    return module.name == "refusals.py" and written == "code"


def _codes(place: str, code: ast.expr, written: str) -> tuple[str, ...]:
    match code:
        case ast.Constant(value=str(one)):
            return (one,)
        case ast.IfExp(body=ast.Constant(value=str(one)), orelse=ast.Constant(value=str(other))):
            return (one, other)
    return CHOSEN[place, written]


def _written_out(call: ast.Call) -> frozenset[str]:
    """What a `Refused(code, {...})` carries, in a game that has no `refused` of its own."""
    given = call.args[1] if len(call.args) > 1 else ast.Dict([], [])
    assert isinstance(given, ast.Dict), f"line {call.lineno} hides what it carries"
    return frozenset(ast.literal_eval(key) for key in given.keys if key)


@cache
def catalogue_of(game: str) -> str:
    """The module that lists the codes of a game, wherever in its folder it is."""
    (found,) = (one.__name__ for one in _modules_of(f"engine.{game}") if {"Code", "PARAMS"} <= _own(one))
    return found


def sentences_of(game: str) -> Mapping[str, Any]:
    """The sentences that the board of a game has for its codes."""
    (found,) = (one.SENTENCES for one in _modules_of(f"tui.boards.{game}") if "SENTENCES" in _own(one))
    return found


def _modules_of(package: str) -> Iterator[Any]:
    room = import_module(package)
    yield from (import_module(one.name) for one in walk_packages(room.__path__, f"{package}."))


def _own(module: Any) -> set[str]:
    """The names that a module assigns itself."""
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    targets = [
        target
        for node in tree.body
        for target in (node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)])
    ]
    return {target.id for target in targets if isinstance(target, ast.Name)}


def params_of(catalogue: str) -> Mapping[str, tuple[str, ...]]:
    """The parameters of each code that a module lists."""
    found: Mapping[str, tuple[str, ...]] = import_module(catalogue).PARAMS
    return found
