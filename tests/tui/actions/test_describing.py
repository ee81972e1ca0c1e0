"""A program is told what it may ask for, as it is declared."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from msgspec.json import encode

from tests.tui import snapshots
from tests.tui.scripted_port import Hosted
from tui.actions.action import Place
from tui.actions.dispatch import acts
from tui.actions.registry import ACTIONS, REQUESTS
from tui.language.texts import Texts


async def test_every_request_is_told_with_its_fields() -> None:
    """In one schema each, which names no other."""
    place, args = Place(Hosted().port("Ada"), Texts()), ACTIONS["describe"].args()
    found = await ACTIONS["describe"].asked(place, args)
    told = ACTIONS["describe"].told(place, args, found)["requests"]
    assert told.keys() == {one.name for one in REQUESTS.values()}
    for name, one in told.items():
        assert tuple(one["fields"]) == REQUESTS[name].args.__struct_fields__
        assert one["needed"] == list(REQUESTS[name].needed)
        assert one["does"]
    assert b"$ref" not in encode(told)


TEXTS = {"say", "none", "ask", "called_behind", "behind"}


def test_what_is_declared_of_each_action() -> None:
    """How it is typed behind `ssh HOST`, its flags, numbers and lists of words."""
    texts = Texts()
    said = [
        f"{name}: {action.terminal_usage(texts) if action.ssh else ''} {_declared(action)}"
        for name, action in ACTIONS.items()
    ]
    snapshots.check("actions", "\n".join(said))


def _declared(value: Any) -> str:
    if isinstance(value, type):
        return ",".join(getattr(value, "__struct_fields__", ()))
    names = [one.name for one in fields(value)] if is_dataclass(value) else getattr(value, "_fields", ())
    said = {name: _declared(getattr(value, name)) for name in names if name not in TEXTS}
    if said:
        return f"({' '.join(f'{name}={text}' for name, text in said.items() if text)})"
    if isinstance(value, tuple) and all(isinstance(one, str) for one in value):
        return ",".join(value)
    return str(value) if isinstance(value, int | float) and value else ""


def test_what_only_shows_something_does_not_act() -> None:
    """Some commands do so unless there are words behind them."""
    assert acts("start", "")
    assert not acts("help", "cup")
    assert (acts("cup", ""), acts("cup", "open court")) == (False, True)
