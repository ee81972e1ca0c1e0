"""The man page and the completions know every subcommand and every flag."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import pytest

from docs.manual import DEPLOY
from docs.release import current_version
from server.start.main import COMMANDS, make_parser

FILES = ("man/crownhouse.1", "completions/crownhouse", "completions/_crownhouse")


def flags(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Every flag of a parser and of those below it."""
    for action in parser._actions:
        yield from action.option_strings
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from flags(inner)


@pytest.mark.parametrize("name", FILES)
def test_no_subcommand_and_no_flag_is_missing(name: str) -> None:
    """`python -m docs.manual` writes the files anew."""
    text = (DEPLOY / name).read_text("utf-8").replace("\\-", "-")
    wanted = {*COMMANDS, *flags(make_parser())} - {"--help"}  # which every one has
    assert [one for one in sorted(wanted) if one not in text] == []


def test_the_man_page_is_of_this_version() -> None:
    heading, _, _ = (DEPLOY / "man" / "crownhouse.1").read_text("utf-8").partition("\n")
    assert f'"crownhouse {current_version()}"' in heading
