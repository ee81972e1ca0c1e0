"""Golden records of intrigue: what they show, and what the record's documentation says of it."""

import re
from pathlib import Path

import pytest

from engine.intrigue.game import GAME
from engine.intrigue.model.cards import KINDS
from engine.intrigue.model.events import Doubled, Removed, Revealed
from engine.intrigue.rules.validation import FORMS
from engine.records.reading import read
from engine.records.record import BrokenRecord, places
from engine.records.replay import replay
from tests.engine.intrigue.positions import written

ROOT = Path(__file__).parent.parent.parent.parent
TEXTS = {
    path.stem: path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "tests" / "records").glob("intrigue-*.record"))
}
DOCUMENT = "\n" + "\n".join(
    path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs").glob("record*.md"))
)
GAMES = {GAME.key: GAME}


def played(name):
    """The steps of a record: what each led to."""
    return [step.applied for step in replay(TEXTS[name], GAMES)]


def test_there_are_records_of_every_number_of_seats_and_both_editions():
    headers = [read(text).header for text in TEXTS.values()]
    assert {len(header.seats) for header in headers} == set(GAME.seats)
    assert {header.options.get("edition", "de") for header in headers} == {"de", "en"}
    assert any(header.seed for header in headers)


def test_every_card_is_revealed_in_a_record_written_by_hand():
    by_hand = [name for name, text in TEXTS.items() if not read(text).header.seed]
    events = [event for name in by_hand for step in played(name) for event in step.events]
    assert {event.card for event in events if isinstance(event, Revealed)} == set(KINDS)


def test_every_word_of_the_notation_is_in_a_record_written_by_hand():
    text = "".join(text for text in TEXTS.values() if not read(text).header.seed)
    words = (
        "play.*front",
        "play.*end",
        "play.* on ",
        "reveal",
        "leave",
        "remove",
        "move.*to",
        "move.*on",
        "steal",
    )
    for word in (*words, "undo"):
        assert re.search(rf"^\d+ \d {word}", text, re.MULTILINE), word


def test_the_whole_game_by_hand_ends_as_counted():
    """15, 12 and 9 influence; what lies on a covered card counts for nobody."""
    playthrough = played("intrigue-by-hand")[-1].playthrough
    assert playthrough.state.influence == (15, 12, 9)
    assert places(playthrough.standings()) == (1, 2, 3)
    assert (
        written(playthrough.state.queue) == "2heir^ | 2shapeshifter^ | 1soldier^/1heir^ | 3spy^/3conspiracy+1"
    )


def test_stacks_chains_and_the_decree_onto_its_own_place():
    steps = played("intrigue-stacks")
    assert steps[11].playthrough.state.discards[2] == ("archer",), "it removed itself"
    assert [event.influence for step in steps for event in step.events if isinstance(event, Doubled)] == [
        2
    ] * 3
    assert written(steps[22].playthrough.state.queue).endswith("| 1conspiracy+1"), "its place was over"
    assert written(steps[28].playthrough.state.queue).startswith("3soldier+1 | 1conspiracy+1 | 3lord^")


def test_in_the_english_edition_attackers_of_an_ambush_go():
    steps = played("intrigue-english")
    assert [step.playthrough.state.discards[0] for step in steps][7] == ("soldier",)
    assert steps[28].playthrough.state.discards[2] == ("archer", "shapeshifter")
    removed = [event for step in steps for event in step.events if isinstance(event, Removed)]
    assert [event.removed for event in removed].count("ambush") == 2


BROKEN = [
    ("0 deal : 1 archer spy", "0 deal : 4 archer spy", 0, "draw-impossible"),
    ("0 deal : 1 archer spy", "0 deal : 1 archer archer", 0, "draw-impossible"),
    (" soldier shapeshifter lord", " soldier shapeshifter", 0, "draw-missing"),
    (" soldier shapeshifter lord", " soldier shapeshifter lord heir", 0, "draw-left-over"),
    ("1 1 play heir front", "1 1 play heir front : heir", 1, "draw-left-over"),
    ("1 1 play heir front", "1 2 play heir front", 1, "wrong-seat"),
    ("1 1 play heir front", "1 1 play spy front", 1, "not-in-hand"),
    ("2 2 play lord end", "2 2 play lord on 1", 2, "not-own-stack"),
    ("4 1 reveal", "4 1 remove 1", 4, "reveal-or-leave"),
    ("18 3 remove 1", "18 3 remove 5", 18, "not-itself"),
    ("20 1 move 1 on 6", "20 1 move 3 on 6", 20, "not-same-family"),
    ("20 1 move 1 on 6", "20 1 undo", 20, "nothing-to-undo"),
    ("result 1 2 3", "result 1 2 2", 44, "result-wrong"),
]


@pytest.mark.parametrize(("good", "bad", "step", "code"), BROKEN)
def test_a_record_that_breaks_the_rules_is_refused_at_that_step(good, bad, step, code):
    text = TEXTS["intrigue-by-hand"]
    assert text.count(f"\n{good}") + text.count(f"{good}\n") > 0
    with pytest.raises(BrokenRecord) as broken:
        list(replay(text.replace(good, bad, 1), GAMES))
    assert (broken.value.step, broken.value.refused.code) == (step, code)


def test_a_card_that_the_seed_did_not_take_out_of_the_game_is_found():
    """Possible by the rules, but not what the committed seed gives."""
    text = TEXTS["intrigue-five"]
    deal = next(line for line in text.splitlines() if line.startswith("0 deal"))
    drawn = deal.split()[3:]
    for place in range(len(drawn)):
        family = drawn[(place - 1) // 3 * 3 + 1 :][:3] if place else []
        others = (
            [kind for kind in KINDS if kind not in family] if place else ["1" if drawn[0] != "1" else "2"]
        )
        changed = " ".join([*drawn[:place], others[0], *drawn[place + 1 :]])
        with pytest.raises(BrokenRecord) as broken:
            list(replay(text.replace(deal, f"0 deal : {changed}"), GAMES))
        assert (broken.value.step, broken.value.refused.code) == (0, "draw-not-of-seed")


def test_the_documentation_shows_every_notation_and_steps_of_a_golden_record():
    chapter = DOCUMENT.split("\n## intrigue\n")[1].split("\n## ")[0]
    for form in FORMS.values():
        assert f"`{form}`" in chapter, form
    for word in ("play soldier end", "play heir on 3", "move 4 on 2"):
        assert f"`{word}`" in chapter
    shown = re.findall(r"^```\n(.*?)^```", chapter, re.DOTALL | re.MULTILINE)[:2]
    for steps in shown:
        assert steps in TEXTS["intrigue-by-hand"]
