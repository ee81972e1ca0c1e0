"""Cards, events and refusals of intrigue are worded completely, naturally and within their room."""

from __future__ import annotations

from textwrap import wrap
from typing import get_args

import pytest
from rich.cells import cell_len
from textual.geometry import Size

from engine.game import Refused, Standing
from engine.intrigue.game import GAME
from engine.intrigue.model import events
from engine.intrigue.model.cards import KINDS
from engine.intrigue.model.refusals import PARAMS, Code
from engine.intrigue.model.state import Kind, State, View
from engine.intrigue.rules.validation import FORMS
from tests.tui.boards.intrigue.intrigue_stage import position
from tests.tui.boards.words_of_games import (
    an_event_is_said,
    every_refusal,
    every_refusal_fits,
    long_name,
    who_reads_is_called_you,
)
from tui.boards.intrigue.board import BOARD
from tui.boards.intrigue.panels.acting import acting
from tui.boards.intrigue.panels.faces import owners_of
from tui.boards.intrigue.panels.places import longest
from tui.boards.intrigue.speech import SPEECH
from tui.boards.intrigue.words import cards, names
from tui.boards.intrigue.words.refusals import EXAMPLES, SENTENCES
from tui.boards.intrigue.words.typed_moves import from_notation, to_notation
from tui.boards.kit import speech
from tui.language.texts import LANGUAGES, Texts
from tui.screens.base.help_page import MOST_KEYS, help_page
from tui.screens.base.help_screen import AROUND

VALUES = {
    "seats": 9, "least": 3, "most": 5, "option": "edition", "value": "fr", "accepted": "de, en",
    "seat": 5, "text": "fly",
    "form": "move 4 to 1", "place": 29, "last": 30, "on": 28,
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_is_one_sentence_that_fits(language: str):
    """For all codes and cards, with long names."""
    assert set(SENTENCES) == set(get_args(Code))
    refusals = every_refusal(Code, PARAMS, VALUES, card=KINDS)
    every_refusal_fits(BOARD, refusals, language, "move 4 to 1")


EVENTS = [
    (
        events.RoundBegan(3, 2),
        None,
        "Round 3: B has the crown and begins.",
        "Runde 3: B hat die Krone und beginnt.",
    ),
    (events.Laid(1, 1, False, None), 1, "plays a card at the front", "spielt eine Karte an den Anfang"),
    (events.Laid(1, 4, False, None), 1, "plays a card at the end", "spielt eine Karte ans Ende"),
    (
        events.Laid(1, 4, True, None),
        1,
        "plays a card onto place 4",
        "spielt eine Karte auf den Stapel an Position 4",
    ),
    (
        events.Laid(1, 1, False, "heir"),
        1,
        "plays the Heir face down at the front",
        "spielt den Nachfahren verdeckt an den Anfang",
    ),
    (
        events.Laid(1, 2, False, "heir"),
        1,
        "plays the Heir face down at the end",
        "spielt den Nachfahren verdeckt ans Ende",
    ),
    (
        events.Laid(1, 1, True, "heir"),
        1,
        "plays the Heir face down onto place 1",
        "spielt den Nachfahren verdeckt auf den Stapel an Position 1",
    ),
    (
        events.ResolutionBegan(1),
        None,
        "Everyone has played: the queue is resolved.",
        "Alle haben gespielt: Die Reihe wird ausgewertet.",
    ),
    (
        events.Left(2, 3, 2),
        2,
        "leaves the card at place 3 face down (2 influence on it)",
        "lässt die Karte an Position 3 verdeckt (2 Einfluss darauf)",
    ),
    (
        events.Revealed(2, 3, "soldier"),
        2,
        "reveals the Soldier at place 3",
        "deckt an Position 3 den Soldaten auf",
    ),
    (events.Copied(2, 3, 4, "spy"), 2, "copies the Spy at place 4", "kopiert die Spionin an Position 4"),
    (events.Gained(2, "lord", 3), 2, "takes 3 influence for the Lord", "nimmt 3 Einfluss für den Gebieter"),
    (events.Idle(2, 1, "decree"), 2, "gets nothing out of the Royal Decree", "bekommt nichts für das Dekret"),
    (
        events.Removed(1, "soldier", 2, 2, "heir", True, 0),
        1,
        "removes B's Heir",
        "entfernt die Karte Nachfahre von B",
    ),
    (
        events.Removed(1, "archer", 2, 1, "archer", True, 2),
        1,
        "removes their own Archer (2 influence lost)",
        "entfernt die eigene Karte Bogenschützin (2 Einfluss verloren)",
    ),
    (
        events.Moved(1, 4, 1, False, 2, "heir"),
        1,
        "moves B's Heir from place 4 to place 1",
        "bewegt die Karte Nachfahre von B von Position 4 nach 1",
    ),
    (
        events.Moved(1, 4, 1, True, 2, None),
        1,
        "moves B's face-down card from place 4 onto place 1",
        "bewegt die verdeckte Karte von B von Position 4 auf 1",
    ),
    (
        events.Moved(1, 4, 1, False, 1, None),
        1,
        "moves their own face-down card from place 4 to place 1",
        "bewegt die eigene verdeckte Karte von Position 4 nach 1",
    ),
    (events.Stole(1, 2), 1, "steals 1 influence from B", "stiehlt 1 Einfluss von B"),
    (
        events.Doubled(1, 6),
        1,
        "doubles the influence on the Conspiracy to 6",
        "verdoppelt den Einfluss auf dem Komplott auf 6",
    ),
    (
        events.Returned(1, 2),
        1,
        "returns the 2 influence on the Ambush",
        "legt den Einfluss vom Hinterhalt zurück (2)",
    ),
    (
        events.Collected(1, "spy", 2),
        1,
        "takes the 2 influence that lay on it",
        "nimmt den Einfluss, der darauf lag (2)",
    ),
    (events.Discarded(1, 2, "decree"), 1, "discards the Royal Decree", "legt das Dekret ab"),
    (events.Ended((2,)), None, "The game is over: B wins.", "Das Spiel ist zu Ende: B gewinnt."),
    (
        events.Ended((1, 2)),
        None,
        "The game is over: A, B share first place.",
        "Das Spiel ist zu Ende: A, B teilen sich den ersten Platz.",
    ),
]


@pytest.mark.parametrize(("event", "seat", "english", "german"), EVENTS)
def test_events_are_said_as_a_person_would(
    event: events.Event, seat: int | None, english: str | None, german: str | None
):
    """In both languages, with cases and numbers; Italian and Dutch have something to say, too."""
    an_event_is_said(BOARD, event, seat, english, german)


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_reads_of_an_event_is_called_you(language: str):
    who_reads_is_called_you(BOARD, language, [event for event, *_ in EVENTS])


def test_every_kind_of_event_is_known():
    """Nothing happens without a word."""
    assert {type(event) for event, *_ in EVENTS} == set(get_args(events.Event))


@pytest.mark.parametrize("language", LANGUAGES)
def test_card_names_are_those_that_were_settled(language: str):
    """In four languages; in seven cells they are still told apart."""
    texts = Texts(language)
    settled = {"en": "Shapeshifter", "de": "Formwandlerin", "it": "Mutaforma", "nl": "Gedaantewisselaar"}
    assert names.name(texts, "shapeshifter") == settled[language]
    for length, most in ((0, 18), (1, 7)):
        words = [names.lengths(texts, kind)[length] for kind in KINDS]
        assert len(set(words)) == len(KINDS)
        assert max(map(cell_len, words)) <= most, words


def test_german_names_are_declined():
    """Der Nachfahre nimmt, sie spielt den Nachfahren."""
    texts = Texts("de")
    assert names.subject(texts, "heir") == "der Nachfahre"
    assert names.object_(texts, "heir") == "den Nachfahren"
    assert names.object_(texts, "spy") == "die Spionin"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_card_says_what_it_does(language: str, kind: Kind):
    """In sentences, whether it stays, and in words that no frame breaks."""
    texts = Texts(language)
    assert cards.effect(texts, kind).endswith(".")
    assert cards.stays(texts, kind).endswith(".")
    assert max(map(len, cards.short_effect(texts, kind).split())) <= 10
    assert len(wrap(cards.short_effect(texts, kind), 9)) <= 5
    assert max(map(cell_len, cards.short_effect(texts, kind).split())) <= 9


@pytest.mark.parametrize(
    ("language", "typed", "notation"),
    [
        ("de", "spiele Nachfahre hinten", "play heir end"),
        ("de", "Spiele  gebieter auf 2", "play lord on 2"),
        ("de", "zeige", "reveal"),
        ("de", "lasse", "leave"),
        ("de", "bewege 4 nach vorn", "move 4 to 1"),
        ("de", "entferne 2", "remove 2"),
        ("it", "gioca decreto reale testa", "play decree front"),
        ("nl", "speel koninklijk besluit achter", "play decree end"),
        ("nl", "steel 2", "steal 2"),
        ("en", "play Royal Decree end", "play decree end"),
        ("en", "play decree end", "play decree end"),
        ("en", "wait", "leave"),
    ],
)
def test_typed_words_are_understood_in_the_players_language(language: str, typed: str, notation: str):
    """Verbs, cards and places; English words stay possible, names of several words too."""
    view = GAME.view(position("1lord | 1heir | 2spy | 3spy", waiting=(1,)), 1)
    assert GAME.notate(GAME.parse(to_notation(Texts(language), typed), view)) == notation


@pytest.mark.parametrize(
    ("language", "typed"), [("en", "steal bir"), ("de", "stiehl Birch"), ("nl", "steel b")]
)
def test_the_spy_may_name_whom_it_steals_from(language: str, typed: str):
    """By the player's name or its beginning."""
    view = GAME.view(position("1lord | 1heir | 2spy | 3spy", waiting=(1,)), 1)
    text = to_notation(Texts(language), typed, {"Amber": 1, "Birch": 2, "Cedar": 3})
    assert GAME.notate(GAME.parse(text, view)) == "steal 2"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_advised_can_be_typed(language: str):
    """Every form of the notation, in the player's own words."""
    texts = Texts(language)
    for form in (*FORMS.values(), "play decree on 3", "move 2 on 1", *EXAMPLES):
        assert to_notation(texts, from_notation(texts, form)) == form


@pytest.mark.parametrize(
    ("state", "accepted"),
    [
        (position("", waiting=(1,)), "spiele formwandlerin vorn"),
        (position("2heir", waiting=(1,)), "spiele formwandlerin vorn, spiele formwandlerin hinten"),
        (position("1spy", at=1), "zeige, warte"),
        (position("1spy^ | 2heir", at=1, effect="spy"), "stiehl 2"),
        (position("2heir", waiting=(2,)), "spiele nachfahre hinten, zeige, warte, entferne 2"),
    ],
)
def test_what_is_advised_is_what_is_asked(state: State, accepted: str):
    """A card of the own hand, turning it over, or the choice for its effect; to others everything."""
    texts, view = Texts("de"), GAME.view(state, 1)
    assert speech.accepted(SPEECH, texts, view) == accepted
    fly = Refused("unreadable", {"text": "fly"})
    said = BOARD.refusal(texts, long_name, speech.advised(SPEECH, texts, view, fly))
    assert said == f"So beginnt kein Zug. Zum Beispiel: {accepted}."


def test_a_wrong_form_is_shown_in_own_words():
    """Also where another kind of choice is asked for."""
    texts, view = Texts("de"), GAME.view(position("1spy^ | 2heir", at=1, effect="spy"), 1)
    for code, params in (("wrong-form", {"text": "", "form": "play soldier front"}),
                         ("other-choice", {"card": "spy", "form": "play soldier front"})):  # fmt: skip
        said = BOARD.refusal(texts, long_name, speech.advised(SPEECH, texts, view, Refused(code, params)))
        assert said is not None
        assert said.endswith("spiele soldat vorn")


def test_scores_and_the_round_are_words():
    """Influence, and the cards that decide a tie."""
    view = GAME.view(position("1lord^ | 2heir/2lord^", now=6), None)
    assert BOARD.score(Texts(), view, Standing(2, 1, 12)) == "12 influence, 2 cards in the queue"
    assert BOARD.score(Texts("de"), view, Standing(1, 2, 1)) == "1 Einfluss, 1 Karte in der Reihe"
    assert BOARD.status(Texts(), long_name, View(1, view.position)) == "round 6 of 6"


def test_only_unusual_options_are_worth_a_word():
    """A table of the usual kind says nothing."""


@pytest.mark.parametrize(
    ("called", "tags"),
    [
        (("Amber", "Birch", "Cedar"), ("Amb", "Bir", "Ced")),
        (("Anna", "Annabel", "Bo"), ("An1", "An2", "Bo")),
        (("葵葵葵", "葵", "x"), ("葵1", "葵2", "x")),
    ],
)
def test_owners_are_told_apart_in_three_cells(called: tuple[str, ...], tags: tuple[str, ...]):
    """By the beginning of the name, or by that and the seat's number."""
    owners = owners_of(lambda seat: called[seat - 1], len(called))
    assert tuple(names[-1] for names in owners) == tags


def test_an_owner_keeps_as_many_letters_as_fit():
    """Between the whole name and its tag, of a guest's name without its number."""
    mine, others = owners_of(lambda seat: ("Petrel-2770", "Petra")[seat - 1], 2)
    assert longest(mine, 10) == "Petrel"
    assert longest(mine, 5) == "Petre"
    assert longest(mine, 4) == "Pet1"
    assert longest(others, 4) == "Pet2"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_one_page(language: str):
    """Of 80x24, under short headings."""
    page = help_page(BOARD.rules_in(Texts(language)), 80)
    assert len(page) <= 24 - AROUND
    assert max(cell_len(heading) for heading, _ in BOARD.rules_in(Texts(language))) <= MOST_KEYS


@pytest.mark.parametrize(
    ("happened", "shown"),
    [
        ((events.ResolutionBegan(1), events.Revealed(2, 1, "spy"), events.Stole(2, 1)), "Spy"),
        ((events.Left(3, 1, 0),), "▒"),
        ((events.ResolutionBegan(1),), ""),
        ((events.RoundBegan(2, 1), events.Laid(1, 1, False, "lord")), ""),
    ],
)
def test_what_acts_is_the_card_of_the_first_who_does_something_in_the_queue(happened: tuple, shown: str):
    """Not one that is only laid there."""
    view = GAME.view(position("2spy^ | 1lord"), 1)
    rows = acting(Texts(), lambda seat: "ABC"[seat - 1], view, happened, Size(80, 9))
    assert (shown in "".join(text for text, _ in [*rows[0], *rows[1]])) if shown else rows == ()
