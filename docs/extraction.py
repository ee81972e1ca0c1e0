"""Finds the texts of the catalogues as Babel does; of a `Slash` its word, its usage and its help, of an `Ssh`
its help.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from io import BytesIO
from typing import IO, Any

from babel.messages.extract import extract_python

Found = tuple[int, str, Any, list[str]]
MARKS = {"Slash": (("NC_", "typed command"), ("NC_", "usage"), ("N_", "")), "Ssh": (("", ""), ("N_", ""))}
"""How the arguments of a call are marked, and in which context; ('', ''): not at all."""


def extract(
    file: IO[bytes], keywords: Collection[str], tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """Yield the line of each text, what it is marked with, and the text."""
    source = file.read()
    yield from extract_python(BytesIO(source), keywords, tags, options)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS:
            for (mark, context), text in zip(MARKS[node.func.id], node.args, strict=False):
                if mark and isinstance(text, ast.Constant) and text.value:
                    told = (context, text.value) if context else text.value
                    yield text.lineno, mark, told, []
