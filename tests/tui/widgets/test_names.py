"""Textual finds handlers and styles by the names of classes: no rename may leave one behind."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from typing import Any

from textual.message import Message
from textual.message_pump import MessagePump
from textual.widget import Widget

import tui

for module in pkgutil.walk_packages(tui.__path__, "tui."):
    importlib.import_module(module.name)


def below(cls: Any) -> Iterator[Any]:
    """Every class that is made from this one."""
    for child in cls.__subclasses__():
        yield child
        yield from below(child)


def ours(cls: Any) -> list[Any]:
    return sorted({found for found in below(cls) if found.__module__.startswith("tui.")}, key=str)


SENT = {message.handler_name for message in below(Message)}


def test_every_handler_has_a_message() -> None:
    """`on_panel_moved` hears a message `Panel.Moved`, or replaces a method of Textual."""
    for cls in ours(MessagePump):
        for name in vars(cls):
            if name.startswith(("on_", "_on_")):
                heard = name.removeprefix("_") in SENT
                assert heard or any(name in vars(base) for base in cls.__mro__[1:]), name


def test_every_style_is_of_a_class() -> None:
    """The types that a widget's own styles name are classes of widgets."""
    for cls in ours(Widget):
        types = {widget.__name__ for widget in below(Widget)}
        for selectors in re.findall(r"([^{}]*)\{", vars(cls).get("DEFAULT_CSS", "")):
            assert set(re.findall(r"(?<![\w.#:&-])[A-Z]\w*", selectors)) <= types, cls
