"""Names that look alike are one name, by the whole of Unicode's table."""

from __future__ import annotations

import sys
import unicodedata

import pytest

from engine.game import Refused
from server.identity.look_alikes import confusables, skeleton, skeletons
from server.identity.names import clean_name
from server.identity.scripts import is_single_script

LIKE_MARLENE = [
    "Marʟene",
    "Mɑrlene",
    "Маrlene",
    "MARLENE",
    "Mar1ene",
    "Marlène",
    "Ｍarlene",
    "Marl℮ne",
    "Marłene",
]


@pytest.mark.parametrize("name", LIKE_MARLENE)
def test_a_name_that_looks_like_another_has_its_skeleton(name: str) -> None:
    """Small capitals, script letters, other alphabets, accents, strokes and digits tell nobody apart."""
    assert skeleton(name) == skeleton("Marlene")


@pytest.mark.parametrize("name", ["Marleen", "Malene", "Karlene", "Марина"])
def test_other_names_stay_other_names(name: str) -> None:
    """Coarse is not blind."""
    assert skeleton(name) != skeleton("Marlene")


@pytest.mark.parametrize(
    ("one", "other"),
    [("HANNA", "ΗΑΝΝΑ"), ("hanna", "ηαννα"), ("Hawa", "Ηαννα"), ("TOMMY", "ΤΟΜΜΥ"), ("Nora", "ΝΟRΑ")],
)
def test_a_name_in_capitals_of_another_script_looks_like_it(one: str, other: str) -> None:
    """Greek capitals look like other letters than small ones: both count, and so does what is written."""
    assert not skeletons(one).isdisjoint(skeletons(other))
    assert skeletons(one.swapcase()) & skeletons(other)


def test_case_tells_no_names_apart_and_a_skeleton_is_its_own() -> None:
    """For every letter of Unicode, and each alone: nothing of a skeleton looks like something else."""
    letters = [one for one in map(chr, range(sys.maxunicode + 1)) if one.isalpha()]
    assert len(letters) > 100_000
    cased = [one for one in letters if one.lower() != one.upper()]
    assert [one for one in cased if skeleton(one.lower()) != skeleton(one.upper())] == []
    assert [one for one in cased if not skeletons(one.lower()) & skeletons(one.upper())] == []
    looks = set[str]().union(*map(skeletons, letters))
    assert {look for look in looks if skeleton(look) != look} == set()


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKD", text.casefold())


def test_every_letter_of_the_table_is_taken_for_what_it_looks_like() -> None:
    """Unicode 15.0 lists 6,311 of them."""
    table = confusables()
    assert len(table) == 6311
    small = {one: shown for one, shown in table.items() if one.isalpha() and one == _folded(one)}
    letters = {one: shown for one, shown in small.items() if shown.isascii() and shown.isalpha()}
    assert len(letters) > 250
    assert {one: shown for one, shown in letters.items() if skeleton(one) != skeleton(shown)} == {}


@pytest.mark.parametrize(
    "name", ["Marlene", "Μαρία", "Марина", "東京カナです", "한국漢字", "ביל-2", "O'Neill"]
)
def test_one_script_is_enough_for_a_name(name: str) -> None:
    """What is written together (Japanese, Korean) counts as one; digits and signs go with all."""
    assert is_single_script(name)


@pytest.mark.parametrize("name", ["Маrlene", "Αnna", "カ한글", "anna東"])
def test_two_scripts_in_a_name_are_refused(name: str) -> None:
    """UTS 39, section 5.1."""
    assert not is_single_script(name)
    with pytest.raises(Refused, match="name-scripts"):
        clean_name(name)
