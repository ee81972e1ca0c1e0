"""Cards, events, refusals and questions of laurin are worded completely, naturally and within their room."""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from engine.game import Refused, Standing
from engine.laurin.game import GAME
from engine.laurin.model import events
from engine.laurin.model.cards import MAGIC
from engine.laurin.model.moves import Ban, Bid, Counter, Done, Exchange, Fog, Haste, Lapse, Lead, Pass, Revolt
from engine.laurin.model.names import DwarfKind, Magic, Question
from engine.laurin.model.refusals import PARAMS, Code
from engine.laurin.model.state import Dwarf, View
from engine.laurin.notation import FORMS
from tests.engine.laurin.positions import layout
from tests.tui.boards.laurin.laurin_stage import LaurinStage
from tests.tui.boards.words_of_games import (
    ROOM,
    an_event_is_said,
    every_refusal,
    every_refusal_fits,
    long_name,
    who_reads_is_called_you,
)
from tests.tui.stage import LONG_NAMES
from tui.boards.kit import speech
from tui.boards.kit.view_model import NoIntent
from tui.boards.laurin.board import BOARD
from tui.boards.laurin.play.prompts import confirmation, prompt
from tui.boards.laurin.play.view_model import ViewModel
from tui.boards.laurin.speech import SPEECH
from tui.boards.laurin.words import cards, names, phrases, standing_answers
from tui.boards.laurin.words.refusals import EXAMPLES, SENTENCES
from tui.boards.laurin.words.typed_moves import from_notation, to_notation
from tui.language.texts import LANGUAGES, Texts

VALUES = {
    "seats": 9, "least": 3, "most": 3, "option": "rounds", "value": 9999, "accepted": "1-1000",
    "asked": (1, 2), "text": "fly",
    "form": "move d5>e4 e4>d5", "seat": 5, "cards": (3,) * 9, "square": "h8", "price": 3, "spare": 1,
    "dwarf": "5/3", "points": 5, "left": 3, "direction": "north", "after": "haste",
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_is_one_sentence_that_fits(language: str):
    """For all codes, cards and questions, with long names."""
    assert set(SENTENCES) == set(get_args(Code))
    refusals = every_refusal(Code, PARAMS, VALUES, card=MAGIC, question=get_args(Question))
    every_refusal_fits(BOARD, refusals, language, "e4>d5")


HOME = Dwarf("d5", 1, "5/3")
EVENTS = [
    (events.RoundBegan(3, 2), None, "Round 3: B has the crown.", "Runde 3: B hat die Krone."),
    (events.PhaseBegan("placing"), None, "Time to place dwarfs.", "Jetzt werden Zwerge eingesetzt."),
    (events.PhaseBegan("moving"), None, "Time to move dwarfs.", "Jetzt werden Zwerge umgesetzt."),
    (
        events.PhaseBegan("auction"),
        None,
        "Now the King's moves go to auction.",
        "Jetzt werden die Königszüge versteigert.",
    ),
    (
        events.Refilled("magic"),
        None,
        "The magic discards are shuffled and become the new pile.",
        "Die abgelegten Zauberkarten werden zum neuen Nachziehstapel gemischt.",
    ),
    (events.Drew(1, 2, (3, 1)), 1, "draws 3 1", "zieht 3 1"),
    (events.Drew(1, 1, None), 1, "draws 1 treasure card", "zieht 1 Schatzkarte"),
    (
        events.Offered(("ban", "fog")),
        None,
        "For sale: Magic Ban, Magic Fog.",
        "Zu kaufen: Magischer Bann, Magischer Nebel.",
    ),
    (events.Bought(2, "fog", (2,)), 2, "buys the Magic Fog for 2", "kauft den Magischen Nebel für 2"),
    (events.Unsold(("haste",)), None, "Not sold: Magic Haste.", "Nicht verkauft: Magische Hast."),
    (events.MovementDrawn(("h1a", "v2a"), mixed=True), None, None, None),
    (
        events.MovementDrawn(("h1a", "h2a"), mixed=False),
        None,
        "All movement cards run the same way: drawing new ones.",
        "Alle Zugkarten führen in dieselben Richtungen: Sie werden neu gezogen.",
    ),
    (
        events.Gave(1, "h2a", 2),
        1,
        "gives 2 west-east (place 7, move 2) to B",
        "gibt 2 West-Ost (einsetzen 7, umsetzen 2) an B",
    ),
    (
        events.Gave(1, "v1a", 1),
        1,
        "keeps 1 south-north (place 9, move 3)",
        "behält 1 Nord-Süd (einsetzen 9, umsetzen 3)",
    ),
    (events.TurnBegan(1, 7), None, None, None),
    (events.TurnSkipped(1, banned=True), 1, "is banned and misses this turn", "ist gebannt und setzt aus"),
    (events.TurnSkipped(1, banned=False), 1, "has nothing to do", "hat nichts zu tun"),
    (events.TurnEnded(1), None, None, None),
    (events.Placed(1, "3/2", "c4"), 1, "places a 3/2 on c4", "setzt einen 3/2-Zwerg auf c4"),
    (events.Relocated(1, (("c4", "d5"),)), 1, "moves c4 → d5", "setzt um: c4 → d5"),
    (events.Passed(1, "bid"), 1, "does not bid", "bietet nicht"),
    (events.Passed(1, "react"), None, None, None),
    (events.BidLaid(1, 2, (3, 1)), 1, "bids 3 1", "bietet 3 1"),
    (events.BidLaid(1, 2, None), 1, "bids 2 cards", "bietet 2 Karten"),
    (
        events.TurnedUp(((3,), (), (2, 2)), 3),
        None,
        "Bids: A (3), C (2 2). C wins.",
        "Gebote: A (3), C (2 2). C gewinnt.",
    ),
    (events.TurnedUp(((), (), ()), None), None, "Nobody bids.", "Niemand bietet."),
    (events.TookBack(1, (3,), (2, 1)), 1, "takes back 3 and discards 2 1", "nimmt 3 zurück und legt 2 1 ab"),
    (events.TookBack(1, (), (2,)), 1, "discards 2", "legt 2 ab"),
    (
        events.KingWent(1, 2, "v2a", "north", (4, 4), (4, 6)),
        1,
        "moves the King 2 north to d6/e7",
        "zieht den König 2 nach Norden auf d6/e7",
    ),
    (
        events.Lapsed(1, ("h3a",)),
        1,
        "lets a card lapse: 3 west-east",
        "lässt eine Karte verfallen: 3 West-Ost",
    ),
    (
        events.Lapsed(None, ("h3a", "v1a")),
        None,
        "Nobody moves the King: the face-up cards are discarded.",
        "Niemand zieht den König: Die offenen Karten werden abgelegt.",
    ),
    (
        events.MagicPlayed(1, Haste("west")),
        1,
        "plays the Magic Haste (west)",
        "spielt die Magische Hast (nach Westen)",
    ),
    (
        events.MagicPlayed(1, Revolt(1, "north")),
        1,
        "plays the Dwarf Revolt (1 straight, then north)",
        "spielt den Zwergenaufstand (1 geradeaus, dann nach Norden)",
    ),
    (
        events.MagicPlayed(1, Ban(2)),
        1,
        "plays the Magic Ban (B)",
        "spielt den Magischen Bann (B)",
    ),
    (events.MagicPlayed(1, Counter()), 1, "plays the Counterspell", "spielt den Gegenzauber"),
    (
        events.Dispelled(2, Ban(1)),
        None,
        "The Magic Ban from B has no effect.",
        "Der Magische Bann von B wirkt nicht.",
    ),
    (events.MagicWorked(1, Ban(2), (4, 4)), None, None, None),
    (
        events.MagicWorked(1, Exchange("c4", "d5"), (4, 4)),
        None,
        "The dwarfs on c4 and d5 trade squares.",
        "Die Zwerge auf c4 und d5 tauschen die Felder.",
    ),
    (
        events.MagicWorked(1, Fog(2), (4, 4)),
        None,
        "B is left out of this scoring.",
        "B geht bei dieser Wertung leer aus.",
    ),
    (
        events.MagicWorked(1, Haste("west"), (0, 0)),
        None,
        "The King stands on a1 now.",
        "Der König steht jetzt auf a1.",
    ),
    (events.Scored((5, 0, 2), (HOME,), None), None, "Points: A +5, C +2.", "Punkte: A +5, C +2."),
    (events.Scored((0, 0, 0), (), None), None, "Nobody scores.", "Niemand punktet."),
    (
        events.Ended((2,), limit=False),
        None,
        "The game is over. Won by: B.",
        "Das Spiel ist zu Ende. Sieg für B.",
    ),
    (
        events.Ended((1, 2), limit=True),
        None,
        "Round limit reached. Won by: A and B.",
        "Die letzte erlaubte Runde ist gespielt. Sieg für A und B.",
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
    """Nothing happens without a word, or on purpose."""
    assert {type(event) for event, *_ in EVENTS} == set(get_args(events.Event))


@pytest.mark.parametrize("language", LANGUAGES)
def test_card_names_are_those_that_were_settled(language: str):
    """In four languages; three letters tell them apart, and each has its key."""
    texts = Texts(language)
    settled = {
        "en": "Dwarf Revolt",
        "de": "Zwergenaufstand",
        "it": "Rivolta dei nani",
        "nl": "Dwergenopstand",
    }
    assert names.name(texts, "revolt") == settled[language]
    shorts = {names.short(texts, kind) for kind in MAGIC}
    assert len(shorts) == len(MAGIC)
    assert max(map(cell_len, shorts)) == 3
    assert "".join(map(names.key_of, MAGIC)) == "abcdef"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", MAGIC)
def test_every_card_says_when_it_is_played_and_what_it_does(language: str, kind: Magic):
    """A short line for the list, sentences for the explanation, a line for what is said beforehand."""
    texts = Texts(language)
    assert cell_len(cards.short(texts, kind)) <= 42
    assert all(said.endswith(".") for said in cards.sentences(texts, kind))
    assert cell_len(standing_answers.sentence(texts, kind)) <= 40
    assert cell_len(standing_answers.sign(texts, kind)) == 4


def scene(phase: str, language: str, seats: int = 5, seat: int = 1, **more: object) -> ViewModel:
    stage = LaurinStage(layout(phase, seats=seats, **more), names=LONG_NAMES)  # type: ignore[arg-type]
    stage.deadline = stage.time + 20
    return ViewModel(Texts(language), stage.news(LONG_NAMES[seat - 1]))


DWARFS = "1 5/3 c4, 2 5/3 d4, 3 5/3 c5, 4 3/2 d5, 5 5/3 e5"


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_fit_on_the_prompt_line(language: str):
    """What is asked and what is asked before it is done, with the longest names and most owners."""
    placing = scene("placing", language, dwarfs=DWARFS, magic="ban exchange")
    moving = scene("moving", language, dwarfs=DWARFS)
    bidding = scene("auction", language, dwarfs=DWARFS, hands="3 3 3 2 2 2 1 1 1,1,1,1,1")
    buying = scene("magic", language, offer="ban fog haste", hands="3 3 3")
    lines = [asked(each) for each in (placing, moving, bidding, buying)]
    lines += [
        confirmation(bidding, move)
        for move in (Pass(), Bid((3, 3, 3, 2, 2, 2, 1, 1)), Lead(1, "west"), Lapse(1))
    ]
    lines += [confirmation(placing, move) for move in (Done(), Exchange("c4", "d5"), Ban(2))]
    for line in lines:
        assert line
        assert "{" not in line
        assert cell_len(line) <= ROOM, line


def asked(scene: ViewModel) -> str:
    """The sentence while nothing is begun."""
    dwarf: DwarfKind | None = "5/3" if scene.question == "place" else None
    return prompt(scene, NoIntent(), dwarf, "over 5 min", elsewhere=False).text


def test_typed_words_are_understood_in_the_players_language():
    """Verbs, cards, directions and players; English words stay possible."""
    view = View(1, layout("auction", dwarfs="1 5/3 d5").position)
    called = {"Birch": 2, "B": 2}
    for language, typed, notation in [
        ("de", "setze 3/2 c4", "place 3/2 c4"),
        ("de", "Kaufe Magische Hast 2 1", "buy haste 2 1"),
        ("de", "könig birch nord", "king 2 north"),
        ("de", "könig b w", "king 2 west"),
        ("de", "zwergenaufstand 1 ost", "revolt 1 east"),
        ("de", "nimm zurück nichts", "take back nothing"),
        ("de", "passe", "pass"),
        ("it", "offri 3 3 1", "bid 3 3 1"),
        ("it", "bando magico 2", "ban 2"),
        ("nl", "wisselspreuk c4 f2", "exchange c4 f2"),
        ("nl", "koning 2 noord", "king 2 north"),
        ("en", "Magic Fog B", "fog 2"),
        ("en", "take back 3", "take back 3"),
        ("en", "king 2 north", "king 2 north"),
    ]:
        text = to_notation(Texts(language), typed, called)
        assert GAME.notate(GAME.parse(text, view)) == notation, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_advised_can_be_typed(language: str):
    """Every form of the notation, in the player's own words."""
    texts = Texts(language)
    for form in (*FORMS.values(), "take back nothing", *EXAMPLES):
        assert to_notation(texts, from_notation(texts, form)) == form


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("question", get_args(Question))
def test_what_is_advised_is_what_is_asked(language: str, question: Question):
    """Each question's own answers, in one sentence that fits; own magic where it can be played."""
    texts, at = Texts(language), layout("auction", magic="haste ban exchange,,").position
    view = View(1, replace(at, question=question, asked=(1,)))
    fly = Refused("unreadable", {"text": "fly"})
    said = BOARD.refusal(texts, long_name, speech.advised(SPEECH, texts, view, fly))
    assert said is not None
    assert cell_len(said) <= ROOM
    moves = [to_notation(texts, move) for move in speech.accepted(SPEECH, texts, view).split(", ")]
    other = {"react": "pass", "counter": "pass"}
    words = [GAME.notate(GAME.parse(move, view)).split()[0] for move in moves]
    assert other.get(question, question.partition("-")[0]) in words
    assert speech.accepted(SPEECH, texts, View(2, view.position)) == ", ".join(
        from_notation(texts, move) for move in EXAMPLES
    )


def test_a_wrong_form_is_shown_in_own_words():
    """As it can be typed; programs are shown notation."""
    texts, view = Texts("de"), View(1, layout("auction").position)
    wrong = Refused("wrong-form", {"text": "", "form": "king 2 north"})
    advised = speech.advised(SPEECH, texts, view, wrong)
    for refusal, shown in ((wrong, "king 2 north"), (advised, "könig 2 nord")):
        said = BOARD.refusal(texts, long_name, refusal)
        assert said is not None
        assert said.endswith(shown)


def test_points_are_named_by_their_squares():
    """The outer ones of up to four; in a corner the only one."""
    assert [phrases.spot(point) for point in ((4, 4), (0, 4), (8, 8), (3, 0))] == [
        "d4/e5",
        "a4/a5",
        "h8",
        "c1/d1",
    ]


def test_letters_tell_everybody_apart():
    """First letters where they can, whatever the names are."""
    assert names.letters(("Amber", "Birch", "Anna")) == ("A", "B", "N")
    assert names.letters(("Ann", "An", "Nan", "Aa", "A")) == ("A", "N", "B", "C", "D")
    assert names.letters(("Юра", "", "Åsa")) == ("A", "B", "S")


def test_scores_and_the_round_are_words():
    """Points; the round and its phase."""
    view = View(1, layout("auction").position)
    assert BOARD.score(Texts(), view, Standing(1, 1, 1)) == "1 point"
    assert BOARD.status(Texts(), long_name, view) == "round 3, auction"
