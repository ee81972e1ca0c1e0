"""What happened reads the same, whether it was told at once or only where somebody could read it."""

from __future__ import annotations

from itertools import islice

import pytest

from engine.intrigue.model.events import RoundBegan, Stole
from tui.boards import BOARDS
from tui.boards.kit.board import names_of
from tui.host.pictures import Seat
from tui.language.texts import Texts
from tui.screens.table.log_items import AT_ONCE, KEPT, LogItem, LogItems, paragraph
from tui.screens.table.snapshot_feed import event_item
from tui.widgets.paragraphs import inked
from tui.wire.terminal import palette

NAMES = ("Amber", "Amber", "Birch", "", "Cedar", "Cedar", "Cedar")


def happened(number: int) -> LogItem | None:
    """What event of this number was; of every ninth there is nothing to be said."""
    return None if number % 9 == 8 else LogItem(NAMES[number % len(NAMES)], f"does {number}")


@pytest.mark.parametrize("events", [0, 1, AT_ONCE - 1, AT_ONCE, AT_ONCE + 1, 3 * AT_ONCE + 5])
@pytest.mark.parametrize("later", [0, 1, 4])
def test_what_is_told_late_reads_like_what_was_told_at_once(events: int, later: int) -> None:
    """Paragraphs are not torn where telling stopped."""
    items = [item for item in map(happened, range(events + later)) if item]
    at_once, late = LogItems(), LogItems()
    at_once.add(items)
    late.begin(range(events), happened)
    late.add([item for item in map(happened, range(events, events + later)) if item])
    assert list(late.backwards()) == list(at_once.backwards())


def test_only_what_can_be_read_is_told() -> None:
    """Of three hundred events, those that a few paragraphs need."""
    told: list[int] = []
    items = LogItems()
    items.begin(range(300), lambda number: told.append(number) or happened(number))
    assert not told
    assert [item.text for item in next(items.backwards())] == ["does 298", "does 299"]
    list(islice(items.backwards(), 5))
    assert told == list(range(300 - AT_ONCE, 300))


def test_a_log_does_not_grow_for_ever() -> None:
    """What would be further back than it keeps is never told."""
    told: list[int] = []
    items = LogItems()
    items.begin(range(10), lambda number: told.append(number) or happened(number))
    items.add(LogItem("", str(number)) for number in range(KEPT + 1))
    assert len(list(items.backwards())) == KEPT
    assert not told


def test_who_concedes_does_not_play_what_a_bot_plays_then() -> None:
    """It is a paragraph of its own."""
    items = LogItems()
    before, given_up, after = (
        LogItem("Amber", "does 1"), LogItem("Amber", "concedes", alone=True), LogItem("Amber", "does 2"),
    )  # fmt: skip
    items.add([before, given_up, after])
    assert list(items.backwards()) == [(after,), (given_up,), (before,)]


def test_everybody_s_name_has_the_colour_of_their_seat() -> None:
    """Of who acts and of who is acted on, also in a sentence that nobody begins."""
    seats = tuple(Seat(name, "player") for name in ("Amber", "Birch", "Cedar"))
    names = names_of(Texts(), seats)
    stolen = event_item(Texts(), BOARDS["intrigue"], names, Stole(1, 3))
    begun = event_item(Texts(), BOARDS["intrigue"], names, RoundBegan(2, 2))
    assert stolen is not None
    assert begun is not None
    assert paragraph((stolen,))[2] == ("Cedar", palette.SEATS[2])
    assert ("Birch", palette.SEATS[1]) in paragraph((begun,))


@pytest.mark.parametrize(
    ("event", "who", "text"),
    [
        (Stole(2, 1), "Bert", "steals 1 influence from you"),
        (RoundBegan(2, 1), "", "Round 2: you have the crown and begin."),
        (RoundBegan(2, 2), "", "Round 2: Bert has the crown and begins."),
        (Stole(1, 2), "Ada", "steals 1 influence from Bert"),
    ],
)
def test_who_reads_the_log_is_called_you_but_where_they_act(event: object, who: str, text: str) -> None:
    names = names_of(Texts(), (Seat("Ada", "player"), Seat("Bert", "player")))
    item = event_item(Texts(), BOARDS["intrigue"], names, event, 1)
    assert item is not None
    assert (item.who, "".join(part for part, _ in inked(item.text, palette.TEXT))) == (who, text)
