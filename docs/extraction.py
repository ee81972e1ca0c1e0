"""Finds the texts of the catalogues as Babel does; of a `Slash` its usage, its help and its word, or the name
of its action (`name=`, or the word that an `Action` is given to as a keyword), of an `Ssh` its help.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from io import BytesIO
from typing import IO, Any

from babel.messages.extract import extract_python

Found = tuple[int, str, Any, list[str]]
MARKS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "Slash": (("NC_", "usage"), ("N_", "")),
    "Ssh": (("N_", ""),),
}
"""How the first arguments of a call are marked, and in which context."""


def extract(
    file: IO[bytes], keywords: Collection[str], tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """Yield the line of each text, what it is marked with, and the text."""
    source = file.read()
    yield from extract_python(BytesIO(source), keywords, tags, options)
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        for (mark, context), text in zip(MARKS.get(_called(node), ()), node.args, strict=False):
            if isinstance(text, ast.Constant) and text.value:
                yield text.lineno, mark, (context, text.value) if context else text.value, []
        for word in _words(node):
            if isinstance(word, ast.Constant):
                yield word.lineno, "NC_", ("typed command", word.value), []


def _called(node: ast.expr) -> str:
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def _words(node: ast.Call) -> Iterator[ast.expr]:
    """Yield the word of the `Slash` among the arguments of a call, or else the name of its action; and the
    names of actions that are its keywords.
    """
    given = {one.arg: one.value for one in node.keywords}
    for one in (*node.args, *given.values()):
        if isinstance(one, ast.Call) and _called(one) == "Slash":
            words = [each.value for each in one.keywords if each.arg == "word"]
            yield from words or ([given["name"]] if "name" in given else node.args[:1])
    for name, action in given.items():
        slashes = [one.value for one in action.keywords] if isinstance(action, ast.Call) else []
        for slash in slashes:
            own = isinstance(slash, ast.Call) and _called(slash) == "Slash" and slash.keywords
            if isinstance(own, list) and not any(each.arg == "word" for each in own):
                yield ast.Constant(name, lineno=slash.lineno)
