"""Cards, events and refusals of court are worded completely, naturally and within their room."""

from __future__ import annotations

from typing import get_args

import pytest
from rich.cells import cell_len

from engine.court.game import GAME
from engine.court.model import events
from engine.court.model.cards import CONDITIONS, KINDS
from engine.court.model.refusals import PARAMS, Code
from engine.court.model.state import Final, Kind, Result, Turn, View
from engine.game import Standing
from tests.tui.boards.court.court_stage import position
from tests.tui.boards.words_of_games import (
    ROOM,
    an_event_is_said,
    every_refusal,
    every_refusal_fits,
    long_name,
    told,
    who_reads_is_called_you,
)
from tui.boards.court.board import BOARD
from tui.boards.court.panels.court_rows import court_rows
from tui.boards.court.panels.plan import TALL_FROM
from tui.boards.court.words import cards, names
from tui.boards.court.words.refusals import SENTENCES
from tui.boards.court.words.typed_moves import to_notation
from tui.language.texts import LANGUAGES, Texts
from tui.widgets.card_faces import GAP, columns, inside

VALUES = {
    "seats": 9, "least": 2, "most": 5, "option": "edition", "value": "fr", "accepted": "de, en",
    "seat": 5, "text": "fly",
    "form": "keep 3 3", "dice": (6,) * 11, "face": 6, "before": 12, "after": 13,
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_is_one_sentence_that_fits(language: str):
    """For all codes and cards, with long names and many dice; only a list of dice may be long."""
    assert set(SENTENCES) == set(get_args(Code))
    refusals = every_refusal(Code, PARAMS, VALUES, card=KINDS)
    every_refusal_fits(BOARD, refusals, language, "3 3")


EVENTS = [
    (events.RoundBegan(3, 2), None, "Round 3: B begins.", "Runde 3: B beginnt."),
    (events.RoundBegan(9, 1, final=True), None, "The final round: A begins.", "Die Schlussrunde: A beginnt."),
    (events.TurnBegan(1, 3), None, None, None),
    (events.Rolled(1, (2, 6, 4)), 1, "rolls 6 4 2", "wirft 6 4 2"),
    (events.Kept(1, (4, 6), (4, 6)), 1, "sets aside 6 4", "legt 6 4 beiseite"),
    (events.DiceChanged(2, "maid", (2,), (5,)), 2, "uses the Maid: 2 → 5", "nutzt die Dienstmagd: 2 → 5"),
    (
        events.DiceChanged(2, "philosopher", (5, 1), (3, 3)),
        2,
        "uses the Philosopher: 5 1 → 3 3",
        "nutzt den Philosophen: 5 1 → 3 3",
    ),
    (events.DieAdded(1, "hunter", 3), 1, "uses the Hunter: adds a 3", "nutzt den Jäger: eine 3 kommt dazu"),
    (
        events.DieAdded(1, "queen", None),
        1,
        "uses the Queen: one more die in hand",
        "nutzt die Königin: ein Würfel mehr",
    ),
    (events.Took(1, "farmer", (2, 2)), 1, "takes the Farmer", "nimmt den Bauern"),
    (events.Took(1, None, (2,)), 1, "takes no card", "nimmt keine Karte"),
    (
        events.EndBegan(1, Result(1, 7, 5)),
        None,
        "The final round comes next: 7 fives to beat.",
        "Jetzt folgt die Schlussrunde: Zu schlagen sind 7 Fünfen.",
    ),
    (events.Stood(1, Result(1, 5, 6), crowned=False), 1, "has 5 sixes", "hat 5 Sechsen"),
    (
        events.Stood(1, Result(1, 8, 1), crowned=True),
        1,
        "has 8 ones and takes the King",
        "hat 8 Einsen und nimmt den König",
    ),
    (events.Conceded(1), 1, "gives up this turn", "gibt diesen Zug auf"),
    (events.Ended(2), None, "B holds the King and wins.", "B hat den König und gewinnt."),
    (
        events.Ended(None),
        None,
        "Round limit reached: the game is over.",
        "Die letzte erlaubte Runde ist gespielt: Das Spiel ist zu Ende.",
    ),
]


@pytest.mark.parametrize(("event", "seat", "english", "german"), EVENTS)
def test_events_are_said_as_a_person_would(
    event: events.Event, seat: int | None, english: str | None, german: str | None
):
    """In both languages, with cases and numbers; Italian and Dutch have something to say, too."""
    an_event_is_said(BOARD, event, seat, english, german)


ABROAD = [
    ("Giro 3: comincia B.", "Ronde 3: B begint."),
    ("Il giro finale: comincia A.", "De slotronde: A begint."),
    (None, None),
    ("lancia 6 4 2", "gooit 6 4 2"),
    ("mette da parte 6 4", "legt 6 4 opzij"),
    ("usa la Domestica: 2 → 5", "gebruikt de Dienstmaagd: 2 → 5"),
    ("usa il Filosofo: 5 1 → 3 3", "gebruikt de Filosoof: 5 1 → 3 3"),
    ("usa il Cacciatore: si aggiunge un 3", "gebruikt de Jager: er komt een 3 bij"),
    ("usa la Regina: un dado in più in mano", "gebruikt de Koningin: een dobbelsteen extra"),
    ("prende il Contadino", "neemt de Boer"),
    ("non prende carte", "neemt geen kaart"),
    ("Adesso viene il giro finale: da battere 7 cinque.",
     "Hierna komt de slotronde: versla 7 vijven."),
    ("ha 5 sei", "heeft 5 zessen"),
    ("ha 8 uno e prende il Re", "heeft 8 enen en neemt de Koning"),
    ("rinuncia a questo turno", "past deze beurt"),
    ("B ha il Re e vince.", "B heeft de Koning en wint."),
    ("Il limite di giri è raggiunto: la partita è finita.",
     "De laatste toegestane ronde is gespeeld: het spel is afgelopen."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("event", "italian", "dutch"), [(e[0], *o) for e, o in zip(EVENTS, ABROAD, strict=True)]
)
def test_events_are_said_in_italian_and_dutch(event: events.Event, italian: str | None, dutch: str | None):
    """With articles and numbers, the same events in the same order."""
    for language, expected in (("it", italian), ("nl", dutch)):
        assert told(BOARD, language, event)[1] == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_reads_of_an_event_is_called_you(language: str):
    who_reads_is_called_you(BOARD, language, [event for event, *_ in EVENTS])


def test_every_kind_of_event_is_known():
    """Nothing happens without a word, or on purpose."""
    assert {type(event) for event, *_ in EVENTS} == set(get_args(events.Event))


@pytest.mark.parametrize("language", LANGUAGES)
def test_card_names_are_those_that_were_settled(language: str):
    """In four languages; three letters tell them apart."""
    texts = Texts(language)
    settled = {"en": "Pawnbroker", "de": "Pfandleiher", "it": "Banchiere", "nl": "Pandjesbaas"}
    assert names.name(texts, "pawnbroker") == settled[language]
    assert len({names.name(texts, kind) for kind in KINDS}) == len(KINDS)
    shorts = {names.short(texts, kind) for kind in KINDS}
    assert len(shorts) == len(KINDS)
    assert max(map(cell_len, shorts)) == 3


def test_german_names_are_declined():
    """Der Bauer nimmt, sie nimmt den Bauern."""
    texts = Texts("de")
    assert names.subject(texts, "farmer") == "der Bauer"
    assert names.object_(texts, "farmer") == "den Bauern"
    assert names.object_(texts, "lady") == "die Hofdame"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_card_says_what_it_demands_and_does(language: str, kind: Kind):
    """A sign for the grid, words for the explanation, and wordings that fit every card."""
    texts = Texts(language)
    assert cell_len(cards.sign(texts, kind)) <= 7
    assert bool(cards.sign(texts, kind)) == (kind in CONDITIONS and kind not in {"jester", "charlatan"})
    assert cell_len(names.name(texts, kind)) + cell_len(cards.power(texts, kind)) <= ROOM - 2
    assert cards.condition(texts, kind)
    assert cell_len(cards.short_power(texts, kind)) <= 18
    for rows in (2, 3):
        lines = inside(court_card(texts, kind), 16, rows)
        assert all(cell_len(line) <= 16 for line in lines), lines
    assert min(map(cell_len, cards.conditions(texts, kind))) <= 22


def court_card(texts: Texts, kind: Kind):
    rows = court_rows(texts, View(1, position((), (), turn=Turn(1, 3))), using=False)
    return next(card for row in rows for card in row.cards if card.key == kind)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_court_fits_into_80_columns_and_says_what_cards_do_from_its_least(language: str):
    """In every language, with every number of players' stock: in one row, and in a row below that."""
    rows = court_rows(Texts(language), View(1, position(*[()] * 5, turn=Turn(1, 3))), using=False)
    label = max(len(row.label) for row in rows)
    assert label + sum(columns(rows, 0)) <= 80
    widths = columns(rows, TALL_FROM - label)
    for row in rows:
        for card, width in zip(row.cards, widths, strict=False):
            assert cell_len(inside(card, width, 1)[0]) <= width - GAP - 1, card


def test_typed_words_are_understood_in_the_players_language():
    """Verbs and cards; English words stay possible, names of several words too."""
    view = View(1, position((), (), turn=Turn(1, 3)))
    for language, typed, notation in [
        ("de", "lege 3 3", "keep 3 3"),
        ("de", "Nutze Jäger", "use hunter"),
        ("de", "nimm nichts", "take nothing"),
        ("de", "use hunter", "use hunter"),
        ("it", "use dama di corte 2 2", "use lady 2 2"),
        ("nl", "take wachtpost", "take guard"),
        ("en", "use  MAID  2+3", "use maid 2+3"),
    ]:
        text = to_notation(Texts(language), typed)
        assert GAME.notate(GAME.parse(text, view)) == notation


def test_scores_are_words():
    """The King's holder, the others, and the end by the limit of rounds."""
    final = Final(queen=1, king=2, mark=Result(2, 7, 4), begun=True)
    ended = View(1, position(("king",), ("farmer",), final=final))
    assert BOARD.score(Texts(), ended, Standing(2, 1, 74)) == "the King, with 7 fours"
    assert BOARD.score(Texts(), ended, Standing(1, 2, 0)) == "no result"
    limit = View(1, position(("farmer",), ()))
    assert BOARD.score(Texts(), limit, Standing(1, 1, 4)) == "4 dice, 1 card"


@pytest.mark.parametrize(
    ("final", "said"),
    [
        (None, "round 9"),
        (Final(1, 1, Result(1, 7, 1)), "final round is next"),
        (Final(1, 1, Result(1, 7, 1), begun=True), "final round"),
    ],
)
def test_the_header_says_where_the_game_stands(final: Final | None, said: str):
    """Its round, and its end."""
    assert BOARD.status(Texts(), long_name, View(1, position((), (), final=final))) == said
