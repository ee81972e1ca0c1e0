"""Whoever adds an option to a game changes nothing of what was stored, sent or signed before."""

from __future__ import annotations

from pathlib import Path

from tests.fourth_game.tree import Tree, replace_in

OPTIONS = "engine/court/model/state.py"
LAST = "    rounds: Annotated[int, Meta(ge=1, le=1000)] = 100\n"
ADDED = "    lanterns: Annotated[int, Meta(ge=1, le=9)] = 2\n"
OF_OLD_DATA = (
    "tests/kept", "tests/engine", "tests/tui/replay", "tests/server/analysis", "tests/server/bots",
    "tests/server/host", "tests/server/log", "tests/server/proofs", "tests/server/results",
    "tests/server/sessions/api", "tests/server/store", "tests/server/table",
)  # fmt: skip
"""Databases, records, signatures and conversations of earlier versions, and what reads them."""
OF_TODAY = "tests/server/sessions/api/test_docs.py::test_the_conversation_is_a_real_one"
"""What the documentation says of today's options."""


def test_an_option_is_added_to_court(tmp_path: Path) -> None:
    """Without anything else: neither its words nor bots that know it."""
    tree = Tree(tmp_path / "tree")
    replace_in(tree.folder / OPTIONS, LAST, LAST + ADDED)
    tree.run(
        "pytest", "-n", "2", "-p", "no:cacheprovider", "--tb", "short", "--deselect", OF_TODAY, *OF_OLD_DATA
    )
