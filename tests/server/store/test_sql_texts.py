"""A statement is written once: what two places carry out has a name that both use."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from server.store.database.migrations import OF_POSTGRES, for_postgres

SERVER = Path(__file__).parents[3] / "server"
WORDS = (
    "SELECT ", "INSERT ", "UPDATE ", "DELETE ", "WITH ", "CREATE ", "ALTER ", "DROP ", "PRAGMA ", "BEGIN ",
    "SAVEPOINT ", "RELEASE ",
)  # fmt: skip
MENTIONS = re.compile("|".join(WORDS))
BOTH = sorted(path.name.replace(OF_POSTGRES, ".sql") for path in SERVER.rglob(f"*{OF_POSTGRES}"))
OF_ANOTHER = {
    "SQLite": rf"{re.escape(OF_POSTGRES)}|postgres_(nodes_)?schema|/postgres/",
    "PostgreSQL": "|".join(("001_first", "steps/first_schema", "/sqlite/", *BOTH)),
}
"""Where it says what each of the databases is not given."""


def texts() -> Iterator[tuple[str, str]]:
    """Every string and every file that has statements, and where it is."""
    for path in sorted(SERVER.rglob("*.py")):
        text = path.read_text("utf-8")
        nodes = [*ast.walk(ast.parse(text if MENTIONS.search(text) else ""))]
        pieces = {id(piece) for node in nodes if isinstance(node, ast.JoinedStr) for piece in node.values}
        for node in nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in pieces:
                yield node.value, f"{path.relative_to(SERVER)}:{node.lineno}"
    for path in sorted(SERVER.rglob("*.sql")):
        yield path.read_text("utf-8"), str(path.relative_to(SERVER))


def statements(text: str) -> Iterator[str]:
    """What a text says, but for the indexes of a table that it makes anew."""
    for piece in text.split(";"):
        plain = " ".join(for_postgres(f"{piece};").casefold().split())
        made_anew = re.match(r"create index \w+ on (\w+)", plain)
        if made_anew and re.search(rf"DROP TABLE {made_anew[1]};", text):
            continue
        if piece.lstrip().startswith(WORDS):
            yield plain


def test_no_statement_stands_twice() -> None:
    """Of those that one database carries out."""
    said = [*texts()]
    for not_here in OF_ANOTHER.values():
        found: dict[str, list[str]] = defaultdict(list)
        for text, place in said:
            if not re.search(not_here, place):
                for statement in statements(text):
                    found[statement].append(place)
        assert len(found) > 300
        assert {text: places for text, places in found.items() if len(places) > 1} == {}
