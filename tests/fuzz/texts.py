"""What players call themselves and say: clean, short, and nobody's but theirs."""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Callable

from hypothesis import strategies as st
from rich.cells import cell_len

from engine.game import Refused
from server.identity.look_alikes import skeleton, skeletons
from server.identity.names import LONGEST, MARKS_PER_BASE, SHORTEST, UNSEEN, clean_name, clean_text, free_name
from server.identity.scripts import is_single_script
from server.table.chat import LONGEST as LONGEST_LINE
from server.table.chat import clean_line
from tests.fuzz.target import ODD_TEXT, FuzzTarget, mutated
from tui.language.texts import LANGUAGES, Texts
from tui.presenters.game_refusals import any_refusal_text

LONGEST_SENTENCE = 1000
"""Characters of a refusal; those that list every draw there can be are the longest."""
NAMES = [
    "Ada", "Marlene", "ΗΑΝΝΑ", "ηαννα", "Ольга", "НОРА", "山田さん", "김철수", "O'Neill", "anna_2", "ﬁlius",
    "Ǆenana", "İris",
    "Straße", "ΌΣΟΣ", "ὈΔΥΣΣΕΎΣ", "Jörg", "J\u0301\u0301\u0301ane", "ᎠᏂᎦ", "ՀԱՅԿ", "Ꙩꙩꙩ", "ⲒⲒⲒ", "ქართული",
    "admin",
    "rn-vv-cl",
]  # fmt: skip
LINES = [
    "Hello, everybody!",
    "Guten Tag, Jörg – wie geht's?",
    "e\u0301e\u0301",
    "x" * 200,
    "漢" * 100,
    "a b  c",
]


def check_clean(text: str, *, most: int) -> None:
    """Nothing unseen, no heap of marks, no more cells than there may be; cleaned again it is the same."""
    unseen = [char for char in text if unicodedata.category(char) in UNSEEN]
    assert not unseen, unseen
    marks = [len(list(run)) for mark, run in itertools.groupby(text, _is_mark) if mark]
    assert max(marks, default=0) <= MARKS_PER_BASE
    assert cell_len(text) <= most
    assert clean_text(text) == text
    text.encode()


def _is_mark(char: str) -> bool:
    return unicodedata.category(char).startswith("M")


def check_sentence(refused: Refused, game: str = "") -> None:
    """A refusal is worded in every language, on one line that nothing in it can break."""
    for language in LANGUAGES:
        said = any_refusal_text(Texts(language), refused, game)
        assert said.strip()
        assert "\n" not in said
        assert not any(unicodedata.category(char) in UNSEEN for char in said), (refused, said)
        assert len(said) <= LONGEST_SENTENCE
        assert refused.code not in said.split()


def _talk(text: str) -> None:
    """A line is refused, or clean."""
    check_clean(clean_text(text), most=2 * len(text) * 18)
    line = _attempt(clean_line, text)
    if isinstance(line, Refused):
        assert line.code in {"line-empty", "line-long"}
        check_sentence(line)
    else:
        check_clean(line, most=LONGEST_LINE)
        assert clean_line(line) == line


def _attempt(clean: Callable[[str], str], text: str) -> str | Refused:
    try:
        return clean(text)
    except Refused as refused:
        return refused


def _names(case: tuple[str, str]) -> None:
    """A name is refused, or keeps the rules; its look is its own, and in any case the same."""
    text, other = case
    for name in case:
        assert skeleton(skeleton(name)) == skeleton(name)
        assert skeletons(name) & skeletons(name.swapcase())
    name = _attempt(clean_name, text)
    if isinstance(name, Refused):
        assert name.code in {"name-length", "name-characters", "name-scripts", "name-reserved"}
        check_sentence(name)
    else:
        check_clean(name, most=LONGEST)
        assert cell_len(name) >= SHORTEST
        assert clean_name(name) == name
        assert is_single_script(name)
        assert skeleton(name), "a name that looks like nothing"
    numbers = itertools.count(1)
    given = free_name(text, skeletons(other), lambda n: next(numbers) % n)
    assert not skeletons(given) & skeletons(other)
    assert clean_name(given) == given


TEXT = mutated(LINES, ODD_TEXT) | st.lists(ODD_TEXT, max_size=30).map("".join)
NAME = mutated(NAMES, ODD_TEXT | st.sampled_from(NAMES)) | st.text(min_size=2, max_size=17)
TARGETS = [FuzzTarget("talk", TEXT, _talk), FuzzTarget("names", st.tuples(NAME, NAME), _names)]
