"""Names and texts of players: clean, short, of one script, and not to be mistaken for another name.

Everything that a player types passes here before anybody sees it. The limits follow what other terminals do
with strange characters; `server.identity.look_alikes` knows which names look alike.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Container
from functools import cache

from rich.cells import cell_len

from engine.game import Refused
from engine.opponents import NAMES as OPPONENTS
from engine.registry import GAMES
from server.identity.look_alikes import LONGEST_TYPED, skeletons
from server.identity.scripts import is_single_script
from tui.host.pictures import SOMEBODY
from tui.host.refusals import refused

TABLES = (
    "KIWI", "PLUM", "PEAR", "FIG", "LIME", "DATE", "MELON", "MANGO", "PEACH", "CHERRY", "QUINCE", "OLIVE",
    "APPLE", "GRAPE", "LEMON", "PAPAYA", "GUAVA", "HAZEL", "ALMOND", "WALNUT", "CURRANT", "MEDLAR",
)  # fmt: skip
GUESTS = (
    "Heron", "Otter", "Robin", "Wren", "Badger", "Marten", "Plover", "Siskin", "Dunlin", "Curlew", "Lynx",
    "Osprey", "Merlin", "Dipper", "Teal", "Swift", "Finch", "Falcon", "Hare", "Stoat", "Lapwing", "Kestrel",
    "Linnet", "Bunting", "Redstart", "Wagtail", "Avocet", "Egret", "Petrel", "Eider", "Goldcrest", "Skylark",
    "Starling", "Goldfinch", "Jackdaw", "Raven", "Crane", "Stork", "Grebe", "Ermine", "Chamois", "Ibex",
)  # fmt: skip
"""Animals that mean nothing else, in none of the four languages."""
NUMBERS = tuple(
    number
    for number in range(2100, 10_000)
    if not any(part in str(number) for part in ("69", "88", "666", "420"))
)
"""The numbers behind them: none that is taken for a year, and none that people mean something by."""
FORGOTTEN = SOMEBODY
"""The name in records for a player who deleted their account."""
RESERVED = (
    "admin", "administrator", "root", "host", "system", "server", "operator", "moderator", "crownhouse",
    "support", "nobody", "somebody", "someone", "everybody", "everyone", "guest", "player", "spectator",
    "bot", "user",
)  # fmt: skip


SHORTEST, LONGEST = 3, 16  # cells
UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
MARKS_PER_BASE = 2
MOST_MARKS = 16
"""Marks in a row that are looked at: to sort them, as Unicode wants, takes the square of their number."""
JOINERS = "-_.'"
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | {
    chr(code) for code in (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
}
"""Letters, signs and marks that show nothing: all of Unicode's default-ignorable ones whose category is not
in `UNSEEN`, and two blanks.
"""


def clean_text(text: str) -> str:
    """Return the text without what is unsafe on a terminal: control and invisible characters, more than two
    marks on a letter. Removing a character can bring letters and marks together, so this is repeated until
    nothing changes.
    """
    if text.isascii() and text.isprintable():
        return text
    before = None
    while text != before:
        before, text = text, _cleaned(text)
    return text


def clean_start(text: str, most: int) -> str:
    """Return the beginning of a text, as a refusal quotes it, however long the text is."""
    return clean_text(text[: 2 * most])[:most]


def clean_words(text: str) -> str:
    """Return the words of the text, cleaned, with one space between them."""
    return " ".join(clean_text(" ".join(text.split())).split())


def _cleaned(text: str) -> str:
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", _with_few_marks(text)):
        category = unicodedata.category(character)
        marks = marks + 1 if category.startswith("M") else 0
        if category not in UNSEEN and character not in BLANK and marks <= MARKS_PER_BASE:
            kept.append(character)
    return "".join(kept)


def _with_few_marks(text: str) -> str:
    kept: list[str] = []
    marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks <= MOST_MARKS:
            kept.append(character)
    return "".join(kept)


def clean_name(text: str) -> str:
    """Return the name that a typed text gives. Raises Refused: "name-length" (with shortest, longest),
    "name-characters" (with the first wrong character), "name-scripts", "name-reserved".
    """
    name = clean_text(unicodedata.normalize("NFKC", text[: LONGEST_TYPED + 1])).strip()
    if len(text) > LONGEST_TYPED or not SHORTEST <= cell_len(name) <= LONGEST:
        raise refused("name-length", shortest=SHORTEST, longest=LONGEST)
    _check_characters(name)
    if not is_single_script(name):
        raise refused("name-scripts")
    if not _reserved().isdisjoint(skeletons(name)):
        raise refused("name-reserved")
    return name


def free_name(suggestion: str, taken: Container[str], pick: Callable[[int], int]) -> str:
    """Return a clean name none of whose skeletons is in `taken`: the suggestion, or a drawn one, which is a
    word with a number.

    `pick(n)` returns a number from 0 to n - 1.
    """
    try:
        name = clean_name(suggestion)
    except Refused:
        name = ""
    while not name or any(look in taken for look in skeletons(name)):
        name = f"{GUESTS[pick(len(GUESTS))]}-{NUMBERS[pick(len(NUMBERS))]}"
    return name


def is_drawn(name: str) -> bool:
    """Return whether a name looks like one that a host has drawn."""
    word, _, number = name.partition("-")
    return word in GUESTS and number.isdecimal()


@cache
def _reserved() -> frozenset[str]:
    # A record knows bots by their names, which were such words once: a person is not to be taken for one.
    opponents = [game.opponents for game in GAMES.values()]
    bots = [word for own in opponents for word in (*own.bots.values(), *own.words)]
    return frozenset[str]().union(*map(skeletons, (*RESERVED, *OPPONENTS, *bots)))


def _check_characters(name: str) -> None:
    if not name[0].isalpha():
        raise refused("name-characters", character=name[0])
    for character in name:
        if not (unicodedata.category(character)[0] in "LM" or character.isdigit() or character in JOINERS):
            raise refused("name-characters", character=character)
