"""Every trophy that a host can give has a name of its own and a sentence, in every language."""

import pytest

from engine.registry import GAMES
from server.results import trophies
from tui.boards import BOARDS
from tui.host.trophies import TrophyCase, WonTrophy
from tui.language.texts import LANGUAGES, Texts, texts_in
from tui.presenters.people import trophy_words

GIVEN = {key: set(game.trophies.names) if game.trophies else set() for key, game in GAMES.items()}
OF_RESULTS = {
    trophies.GIANT_KILLER,
    trophies.THREE_CROWNS,
    trophies.FAITHFUL,
    trophies.ABOVE_PAR,
    trophies.POSTMASTER,
    trophies.WOODEN_SPOON,
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_trophy_has_words(language: str) -> None:
    texts = Texts(language)
    assert {key: set(board.trophies) for key, board in BOARDS.items()} == GIVEN
    assert set(trophy_words.OF_RESULTS) == OF_RESULTS
    names = [texts.of(words.name) for words in trophy_words.WORDS.values()]
    assert len(names) == len(set(names)) == sum(map(len, GIVEN.values())) + len(OF_RESULTS)


def test_trophies_are_listed_with_how_often_and_since_when() -> None:
    won = (WonTrophy("rainbow", 2, 86_400.0, 1e9), WonTrophy("of-tomorrow", 1, 86_400.0, 86_400.0))
    case = TrophyCase("Ada", "2026-Q4", won)
    assert trophy_words.heading(texts_in(), case) == "Trophies of Ada, 2026-Q4"
    assert trophy_words.rows(texts_in(), case) == [
        ("Rainbow ×2", "took a card with all six faces, 1970-01-02"),
        ("of-tomorrow", "1970-01-02"),
    ]
    assert trophy_words.rows(texts_in(), TrophyCase("Ada")) == []
