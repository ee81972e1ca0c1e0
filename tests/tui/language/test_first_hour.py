"""What strangers read in their first hour has no word that only those who made it know, in any language.

Every text of the program is read, but those that `BEHIND` names; and, as some are put together or shortened
when they are shown, every screen and plain line of the places that a first hour leads to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any
from unittest.mock import AsyncMock

import pytest

from engine.registry import GAMES
from tests.tui.language.test_catalogues import catalogue, forms, wanted
from tests.tui.plain.test_transcripts import ANSWERS
from tests.tui.plain.typist import Typist
from tests.tui.presenters.test_fair_dice import ADDED, AWAITED, OPEN, VOIDED, at
from tests.tui.screens.every_screen import PLACES, standing_at
from tui.host.pictures import TableSnapshot
from tui.language.texts import LANGUAGES, Texts
from tui.presenters import fair_dice

UNKNOWN: Mapping[str, str] = MappingProxyType(
    {
        "commitment": r"\b(commit(s|ted|ments?)?|Festlegung|festgelegt|impegn[oi]|vastlegging|vastgelegd)\b",
        "hash": r"\bhash|\bSHA-?\d|[0-9a-f]{17}",
        "seed": r"\b(seeds?|Startwert\w*|sem[ei]|startwaarden?)\b",
        "standard error": r"standard (error|deviation)|Standard(fehler|abweichung)|standaard(fout|afwijking)"
        r"|errore standard|deviazione|uncertainty|Unsicherheit|incertezza|onzekerheid",
        "earlier name of a bot": r"\b((bot|like|against|beats?) (the |a )?page|pages? (plays|has|wins|bots?)"
        r"|stewards?|beginners?\w*|paggi\w*|principiant[ei]|Anfänger\w*|maestr[oi])\b",
        "percentage of percentages": r"±[\d.,]*(\{\w+\})? ?%|percentage points?|Prozentpunkt|procentpunt"
        r"|punt[oi] percentual|(%|per ?cent) (of|der|von|della|delle|di|van) [^.]*(chance|probabilità|kans)",
    }
)
"""Words of each kind, in the four languages: none of them is in another one's use for something else."""
SHORTENED = (
    r"(?<![\w.\"/}])[^\W\d_]{1,9}\.(?= [^\W\d_A-Z]{2})|(?<![\w.])[^\W\d_]\. ?[^\W\d_]\.(?!\w)"
    r"|^[^\W\d_A-Z]{1,9}\.$"
)
"""A word that ends in a full stop within a sentence, or where there is none."""
BEHIND: Mapping[str, str] = MappingProxyType(
    {
        "presenters/fair_dice.py": "/dice; what a waiting room says of them is read below",
        "presenters/people/deal_words.py": "i at the deals of the day, and typed commands",
        "actions/tables.py": "/dice sha256:HASH",
        "language/refusals.py": "/dice sha256:HASH",
        "language/record_words.py": "crownhouse verify",
        "presenters/bot_words.py": "typed alone",
        "screens/people/rows.py": "H and /profile, once there are games and a rating",
        "web/cups.py": "no page of the web begins the first hour over ssh",
        "web/people.py": "no page of the web begins the first hour over ssh",
    }
)
"""Files of `tui` whose texts may have such words, and how they are reached."""
SAID_OTHERWISE = frozenset({"Il server è impegnato. Riprova tra un momento."})
"""Where a word means something else."""
NAMES_BY_LETTERS = frozenset({"card, three letters", "spell, three letters", "keys", "typed command"})
"""Contexts of what is no word, or stands for one where there is no room at all."""
WHOLE = frozenset(
    [
        "Wandler",
        "Wechsel",
        "gebruik",
        "me",
        "stiehl",
        "verval",
        "verifica",
        "rigioca",
        "Schat",
        "stop",
        "Val",
        "Wissel",
    ]
)
"""Words that stand alone and that longer ones begin with."""
FIRST = (
    "lobby", "lobby, the form", "help", "opponents", "deals", "card", "the card of a game", "waiting room",
    *(
        f"{game}{what}"
        for game in GAMES
        for what in ("", ", odds", ", a lesson", ", over", ", help")
    ),
)  # fmt: skip
"""Places of the first hour."""
SPOKEN = [name for name in FIRST if name.rpartition(", ")[2] not in {"odds", "help", "the form", "card"}]
"""Those that plain mode has, too: no key leads to them."""
LINES = "?|help|look|who|/say hello|/settings|/daily|/daily results|4|/opponents|/rules court|/tables"
RESULTS = "r", "x", "y"
"""Keys that show the results of a deal of the day, and of the one before."""
AT_TABLES = "/hint|/odds|/standing"
PAGES = 12


def unknown(text: str) -> list[str]:
    """Words that a stranger does not know, each with what it is."""
    found = ((what, re.search(pattern, text, re.IGNORECASE)) for what, pattern in UNKNOWN.items())
    return [f"{what}: {word[0]}" for what, word in found if word]


def strange(text: str) -> list[str]:
    """The same, and a word that is shortened, where the text stands by itself."""
    short = re.search(SHORTENED, text)
    return [*unknown(text), *([f"shortened: {short[0]}"] if short else [])]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Commitment to tomorrow's: {hash}", "commitment hash"), ("Standardfehler", "standard"),
        ("Next King's move (±{error}%): {ways}.", "percentage"), ("82 ±6%", "percentage"),
        ("136 % of winning chance lost in all", "percentage"), ("like the bot page plays", "earlier"),
        ("against the page", "earlier"), ("Read all rules on one page.", ""), ("the page of a club", ""),
        ("unger.", "shortened"), ("z. B. so", "shortened"), ("approx. ten", "shortened"),
        ("e.g. so", "shortened"), ("Enter plays. t teaches it.", ""), ("Goodbye.", ""), ("34% ±3", ""),
        ("Il Re si ferma. 35 punti", ""),
    ],
)  # fmt: skip
def test_words_are_told_apart(text: str, kinds: str):
    """The kinds of such words, and what looks like them."""
    assert [one.partition(":")[0].split()[0] for one in strange(text)] == kinds.split()


def texts_of(language: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Every text in a language, and the files that have it."""
    for message in catalogue(language):
        if message.id:
            files = wanted().get((message.context, forms(message.id)), frozenset())
            for english, own in zip(forms(message.id), forms(message.string), strict=True):
                yield own or english, files


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_known_or_behind_a_key(language: str):
    """Whatever screen or line it stands in."""
    wrong = [
        (text, found, *sorted(files))
        for text, files in texts_of(language)
        if (found := strange(text)) and not files <= BEHIND.keys() and text not in SAID_OTHERWISE
    ]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_that_stands_alone_is_cut(language: str):
    """It is a word of a sentence, too, or no longer word begins with it: `onev` stood on a card."""
    texts = [
        (message.context, own or english)
        for message in catalogue(language)
        if message.id
        for english, own in zip(forms(message.id), forms(message.string), strict=True)
    ]
    several = [found for _, text in texts if len(found := re.findall(r"[^\W\d_]+", text)) > 1]
    known = {word.casefold() for found in several for word in found}
    alone = {
        text
        for context, text in texts
        if re.fullmatch(r"[^\W\d_]{2,9}", text) and context not in NAMES_BY_LETTERS
    }
    cut = {
        text
        for text in alone
        if text.casefold() not in known
        and any(word.startswith(text.casefold()) and len(word) > len(text) + 1 for word in known)
    }
    assert cut - WHOLE == set()


def test_no_key_is_named_in_vain():
    """Each file that may have such words has one."""
    used = {
        file
        for language in LANGUAGES
        for text, files in texts_of(language)
        if strange(text)
        for file in files
    }
    assert BEHIND.keys() <= used


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", FIRST)
async def test_every_screen_is_known(name: str, language: str):
    """And each page of the help."""
    async with standing_at(name, LANG=f"{language}.UTF-8") as (terminal, _):
        seen: set[str] = set()
        while terminal.text not in seen and len(seen) < PAGES:
            seen.add(terminal.text)
            assert unknown(" ".join(terminal.text.split())) == []
            if "help" in name:
                terminal.session.feed(b" ")
                await terminal.sent()
        for key in RESULTS if name == "deals" else ():
            terminal.session.feed(key.encode())
            await terminal.sent()
            assert "53" in terminal.text or key == "x"
            assert unknown(" ".join(terminal.text.split())) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SPOKEN)
async def test_every_line_is_known(name: str, language: str):
    """In plain mode, where somebody says, asks and reads what can be said there."""
    place = PLACES[name]
    port: Any = place.port()
    for what, answer in ANSWERS.items():
        setattr(port, what, AsyncMock(return_value=answer))
    typist = Typist(port, goto=place.goto, LANG=f"{language}.UTF-8")
    await typist.settle()
    said = typist.fresh()
    for line in (LINES if name == "waiting room" else f"{LINES}|{AT_TABLES}").split("|"):
        said += await typist.enters(line)
        assert not typist.task.done(), line
    assert [(line, found) for line in said if (found := unknown(line))] == []
    await typist.leaves()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("table", [OPEN, ADDED, AWAITED, VOIDED, at(restored=(1.6e9,))])
def test_what_a_waiting_room_says_of_its_dice_is_known(table: TableSnapshot, language: str):
    """And what is told once somebody adds to them; a command leads to the rest."""
    texts = Texts(language)
    said = [*fair_dice.brief(texts, table, "/dice"), *fair_dice.changes(texts, OPEN, table)]
    assert said
    assert [(line, found) for line in said if (found := unknown(line))] == []
