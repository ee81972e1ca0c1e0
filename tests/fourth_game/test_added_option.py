"""Whoever adds an option to a game changes nothing of what was stored, sent or signed before."""

from __future__ import annotations

from pathlib import Path

from tests.fourth_game.tree import Tree, replace_in

OPTIONS = "engine/court/model/state.py"
LAST = "    rounds: Annotated[int, Meta(ge=1, le=1000)] = 100\n"
ADDED = "    lanterns: Annotated[int, Meta(ge=1, le=9)] = 2\n"
OF_TODAY = (
    "tests/server/sessions/api/test_docs.py::test_the_conversation_is_a_real_one",
    "tests/tui/presenters/test_offers.py::test_every_option_has_words",
    "tests/tui/screens/test_lobby.py::test_the_lobby_looks_like_this",
    "tests/tui/screens/test_lobby.py::test_from_nothing_to_a_table_by_keys",
    "tests/tui/screens/test_every_screen.py::test_everything_is_drawn_anew[lobby, the form]",
    "tests/tui/screens/test_walks.py::test_each_key_leads_there[lobby, the form]",
)
"""What the documentation says of today's options, how they are worded, and the form to choose them in."""


def test_an_option_is_added_to_court(tmp_path: Path) -> None:
    """Without anything else: neither its words nor bots that know it."""
    tree = Tree(tmp_path / "tree")
    replace_in(tree.folder / OPTIONS, LAST, LAST + ADDED)
    whole = ("tests/engine", "tests/kept", "tests/server", "tests/tui")
    today = [f"--deselect={name}" for name in OF_TODAY]
    tree.run("pytest", "-n", "2", "-p", "no:cacheprovider", "--tb", "short", *today, *whole)
