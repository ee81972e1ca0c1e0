"""The private places of Textual that crownhouse relies on are where they were.

Where one of these fails after an upgrade, the module of `tui.wire.private` that names it is to be mended.
"""

from __future__ import annotations

import ast
import asyncio
import inspect
import textwrap
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from textual import _callback
from textual.app import App
from textual.css.stylesheet import Stylesheet
from textual.driver import Driver
from textual.drivers.headless_driver import HeadlessDriver
from textual.screen import Screen
from textual.widget import Widget

import tui
from tui.wire.private import app, keys, news, screens, strips, stylesheet

ROOT = Path(tui.__file__).parent
MODULES = (app, keys, news, screens, strips, stylesheet)
PLACES = [place for module in MODULES for place in module.PLACES]


@cache
def source_of(cls: type) -> str:
    """A class's source, found by its name: Textual's classes do not know their lines on every Python."""
    if cls.__module__ == "builtins":
        return ""
    module = inspect.getsource(import_module(cls.__module__))
    wanted = cls.__qualname__.rpartition(".")[2]
    classes = (node for node in ast.walk(ast.parse(module)) if isinstance(node, ast.ClassDef))
    found = next((node for node in classes if node.name == wanted), None)
    return (found and ast.get_source_segment(module, found)) or ""


def has(owner: type, name: str) -> bool:
    """Whether the class has the name, or sets it on its instances."""
    if any(name in vars(base) or name in getattr(base, "__annotations__", {}) for base in owner.__mro__):
        return True
    sources = map(source_of, owner.__mro__)
    return any(f"self.{name} =" in source or f"self.{name}:" in source for source in sources)


def test_every_private_place_is_still_there():
    """Each place we use exists, or the sentence says what breaks without it."""
    for owner, name, reason in PLACES:
        assert has(owner, name), f"{owner.__name__}.{name} has moved in this version of Textual: {reason}."


@pytest.mark.parametrize(
    ("method", "parameters"),
    [
        (App._display, ["self", "screen", "renderable"]),
        (App._handle_exception, ["self", "error"]),
        (Screen._on_idle, ["self", "event"]),
        (Screen._on_timer_update, ["self"]),
        (Screen._refresh_layout, ["self", "size", "scroll"]),
        (Stylesheet._parse_rules, ["self", "css", "read_from", "is_default_rules", "tie_breaker", "scope"]),
        (Screen._push_result_callback, ["self", "requester", "callback", "future"]),
        (Driver.__init__, ["self", "app", "debug", "mouse", "size"]),
    ],
    ids=lambda value: getattr(value, "__qualname__", ""),
)
def test_a_private_method_takes_what_it_took(method: Any, parameters: list[str]):
    """What we override or call still has the signature we count on."""
    found = list(inspect.signature(method).parameters)
    assert found == parameters, f"{method.__qualname__} takes other arguments in this version of Textual."


def test_a_call_that_takes_no_more_is_not_looked_at():
    """Textual believes what a call says of itself."""
    assert _callback.count_parameters(news.Completed(lambda _: None, 1)) == 0
    looked = inspect.getsource(_callback.count_parameters)
    assert looked.index("_param_count") < looked.index("_count_parameters"), "Textual counts otherwise now."


def test_the_frame_timer_is_only_paused_and_resumed():
    """Screens use their timer in no other way, or a screen without one would break."""
    used = {line.split("_update_timer.")[1].split("(")[0] for line in source_of(Screen).splitlines()
            if "self._update_timer." in line}  # fmt: skip
    assert used <= {"pause", "resume"}, "Screen uses _update_timer in a new way in this version of Textual."


def test_an_app_sets_the_task_factory_before_it_processes_messages():
    """`QuietApp._process_messages` puts back what `run_async` has just set, before any task begins."""
    source = inspect.getsource(App.run_async)
    factory, messages = source.index("set_task_factory"), source.index("_process_messages(")
    between = source[factory:messages]
    assert "await" not in between.removesuffix("await app."), "App.run_async begins otherwise now."
    assert "create_task" not in between, "App.run_async begins otherwise now."


async def test_the_loop_keeps_its_task_factory(monkeypatch: pytest.MonkeyPatch):
    """Whatever Textual would have for all tasks of the process."""
    begun: list[Any] = []

    def eager(loop: asyncio.AbstractEventLoop, work: Any, **named: Any) -> asyncio.Task[Any]:
        begun.append(work)
        return asyncio.Task(work, loop=loop, **named)

    monkeypatch.setattr(asyncio, "eager_task_factory", eager, raising=False)
    quiet = app.QuietApp()
    quiet.driver_class = HeadlessDriver
    quiet.call_later(quiet.exit)
    await app.run_app(quiet, 20, 5)
    assert asyncio.get_running_loop().get_task_factory() is None
    assert begun == []


def test_private_names_are_used_in_these_modules_only():
    """Nothing else of the TUI imports what Textual or Rich keep private."""
    wrong = [
        (file.name, line)
        for file in ROOT.rglob("*.py")
        for line in file.read_text(encoding="utf-8").splitlines()
        if file.parent.name != "private"
        and line.startswith(("from textual._", "import textual._", "from rich._"))
    ]
    assert wrong == []


def ours() -> list[type]:
    for file in ROOT.rglob("*.py"):
        import_module(
            ".".join(("tui", *file.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__")
        )
    found: list[type] = []
    waiting: list[type] = [Widget, App, Driver]
    while waiting:
        below = waiting.pop().__subclasses__()
        waiting += below
        found += [cls for cls in below if cls.__module__.startswith("tui.")]
    return found


def private_names(cls: type) -> set[str]:
    """Private methods and attributes that a class's own source defines."""
    tree = ast.parse(textwrap.dedent(source_of(cls)))
    names = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            names.add(node.attr)
    return {name for name in names if name.startswith("_") and not name.startswith("__")}


def test_no_name_of_ours_hides_a_private_one_of_textual():
    """A widget that calls something `_closing` would break Textual silently."""
    for cls in ours():
        base = next(base for base in cls.__mro__ if base.__module__.startswith("textual."))
        relied_on = {name for _, name, _ in PLACES}
        hidden = {name for name in private_names(cls) - relied_on if has(base, name)}
        assert hidden == set(), f"{cls.__name__} hides private names of Textual's {base.__name__}."


def test_no_widget_has_a_method_named_after_a_key():
    """`DisposableWidget.handle_key` looks for none, so such a method would never be called. (Escape at a
    screen of Textual's undoes what a mouse has selected; nothing is called "lines" or "pages".)
    """
    for cls in ours():
        named = {name for name in dir(cls) if name.startswith(("key_", "_key_"))}
        ignored = {"key_lines", "key_pages", "_key_escape"}
        assert named <= ignored, f"Textual alone would call a method of {cls.__name__}."
