"""No text is cut at 80x24 in any language: line by line, and on every screen of the lobby."""

from __future__ import annotations

import re
from string import Formatter
from typing import Any

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from engine.court.model.cards import KINDS
from engine.game import Ask
from tests.tui.cuts import Cuts, cuts
from tests.tui.language.test_catalogues import TRANSLATED, pairs
from tests.tui.screens.lobby_stage import lobby
from tests.tui.screens.lobby_stage import shown as seen
from tests.tui.scripted_port import Hosted, Seat, bot, player, table
from tests.tui.stage import LONG_NAMES
from tui.boards import BOARDS
from tui.boards.court.words import names, phrases
from tui.host.port import FinishedGame
from tui.host.turn_clocks import CLOCKS
from tui.language import elapsed
from tui.language.texts import LANGUAGES, Texts
from tui.presenters.listing import stage_words
from tui.presenters.offers import about, offers, short_title, size_words, title
from tui.screens.lobby.page import LEFT_WIDTH
from tui.screens.lobby.rows import GAME, SHORT, result_words

__all__ = ["cuts"]

ROOM = 78
"""Cells of a sentence on the prompt line."""
VALUES: dict[str, object] = {
    "name": LONG_NAMES[3], "names": LONG_NAMES[3], "table": "CURRANT-12", "number": 12, "face": 6, "seat": 5,
    "dice": "6 6 6 6 6 6", "before": "6 5 4", "after": "5 5 5", "game": "intrigue", "option": "edition",
    "word": "/abcdefghijkl", "meant": "/verschicken", "form": "use maid 2+3", "clock": "2d", "do": "preview",
}  # fmt: skip
TYPED = re.compile(r"\w+(\|\w+)+")
"""Words that may be typed: shown are single ones of them."""
STAGE, RESULT = 15, 12
"""The most cells of a table's state, and of how a game ended, in the lobby's lists."""
LISTED = re.compile(r"[\w-]+, [\w-]*…")
SEATS = ((Seat(),), (player("A"),))
OTHER = "12345678"
"""What else is put in."""


def worst(texts: Texts) -> dict[str, object]:
    """The longest of what a language's sentences are filled with."""
    groups = [phrases.group(texts, 12, face) for face in range(1, 7)]
    return {
        **VALUES,
        "card": max((names.object_(texts, kind) for kind in KINDS), key=cell_len),
        "result": max(groups, key=cell_len),
        "since": elapsed.in_words(texts, 999),
        "time": elapsed.in_coarse_words(texts, 2000),
    }


def filled(text: str, values: dict[str, object]) -> str:
    fields = {name for _, name, _, _ in Formatter().parse(text) if name}
    return text.format(**{name: values.get(name, OTHER) for name in fields})


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_fits_on_a_line_in_english_does_so_in_every_language(language: str):
    """Prompts, questions, notices, answers: with long names, no translation needs a second line."""
    english, own = worst(Texts()), worst(Texts(language))
    long = [
        said
        for message, translated in pairs(language)
        if not TYPED.fullmatch(message)
        and cell_len(filled(message, english)) <= ROOM < cell_len(said := filled(translated, own))
    ]
    assert long == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_state_of_a_table_fits_its_column(language: str):
    """Every stage with every clock, in the lobby's list."""
    texts = Texts(language)
    tables = [
        *(
            table(1, "FIG-1", Seat(), stage=stage, rounds=99)
            for stage in ("open", "running", "over", "frozen")
        ),
        table(1, "FIG-1", player("A")),
    ]
    said = [stage_words(texts, replace(each, clock=clock)) for each in tables for clock in (*CLOCKS, "60m")]
    said += [texts._("your turn"), texts._("{time} ago", time=elapsed.in_coarse_words(texts, 2000))]
    assert [words for words in said if cell_len(words) > STAGE] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_a_game_ended_fits_its_column(language: str):
    """Every place that there can be, and none, with a blank behind it."""
    most = max(offer.seats[-1] for offer in offers())
    places = [(), *[tuple(range(place, 0, -1)) + (9,) * (most - place) for place in range(1, most + 1)]]
    places.append((1,) * most)
    said = [
        result_words(Texts(language), FinishedGame("g", "PLUM-9", "court", (), each, 1, 0.0))
        for each in places
    ]
    assert [words for words in said if cell_len(words) >= RESULT] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_title_of_every_game_fits_its_column(language: str):
    """In the lobby's lists, with a blank behind it: in full, in a word; what it is, how long it takes."""
    texts = Texts(language)
    assert [game for game in BOARDS if cell_len(title(texts, game)) >= GAME] == []
    assert [game for game in BOARDS if cell_len(short_title(texts, game)) >= SHORT] == []
    said = [words(texts, game) for game in BOARDS for words in (about, size_words)]
    assert [words for words in said if cell_len(words) >= LEFT_WIDTH[0] - 2] == []


def full_host() -> Hosted:
    """A table of every kind with the longest names, a game that is over, the host about to stop."""
    one, two, three, four, five = LONG_NAMES
    away = replace(player(two), away_since=400.0)
    lent = replace(bot(two), lent=True)
    crowd = (player(one), away, bot(three), player(four))
    host = Hosted(
        table(1, "CURRANT-1", player(three), player(four), stage="frozen"),
        table(2, "CURRANT-2", player(two), player(three), stage="over"),
        table(3, "CURRANT-3", player(one), lent, stage="running", rounds=12, watching=12),
        table(4, "CURRANT-4", player(two), player(three), stage="running", rounds=12),
        table(5, "CURRANT-5", *crowd, player(five)),
        table(6, "CURRANT-6", *crowd, Seat(kept_for=five)),
        table(7, "CURRANT-7", *crowd, Seat()),
        table(8, "CURRANT-8", player(three), Seat(), Seat()),
    )
    slow = {"edition": "en", "rounds": 20}
    host.tables["t7"] = replace(host.tables["t7"], options=slow, clock="1d", private=True, watching=12)
    host.codes["t7"] = "ABCD-EFGH"
    host.owners |= {"t5": one, "t7": one}
    host.finished = (FinishedGame("g1", "PLUM-9", "court", (one, ""), (1, 2), 1, 20.0),)
    host.asking["t3"] = Ask(1, 1, "turn")
    host.draining = host.unreached = True
    return host


@pytest.mark.parametrize("language", LANGUAGES)
async def test_nothing_in_the_lobby_is_cut(language: str, cuts: Cuts):
    """Every table chosen in turn, every line of the form with every value, help, questions, a typed line."""
    async with lobby(full_host(), LONG_NAMES[0], language=language) as pilot:
        tour = [
            "n",
            "q",
            "p",
            "right",
            "q",
            *["down"] * 13,
            "e",
            "n",
            "u",
            "n",
            "question_mark",
            "space",
            "escape",
            "q",
            "n",
        ]
        tour += ["slash", "o", "tab", "escape", "quotation_mark", "a", "escape"]
        for key in tour:
            await pilot.press(key)
            await pilot.pause()
            cuts.check(shown(pilot))
        await pilot.press("n")
        for _ in range(6):
            for _ in range(7):
                await pilot.press("right")
                cuts.check(shown(pilot))
            await pilot.press("down")


def shown(pilot: Any) -> str:
    """The screen, without the ends of the list's names: the chosen table names everybody below."""
    return LISTED.sub("", seen(pilot))
