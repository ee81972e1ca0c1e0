"""What is told of a table's dice: before the start, while texts are awaited, after a void deal."""

from __future__ import annotations

from msgspec.structs import replace

from tests.tui.scripted_port import player, table
from tui.host.dice import AddedToDice, DiceCounts, FairDice
from tui.host.pictures import TableSnapshot
from tui.language.texts import Texts
from tui.presenters import fair_dice
from tui.presenters.fair_dice import counted

EN = Texts("en")
HASH = "ab" * 32
SEATS = (player("Amber"), player("Birch"))
OPEN = TableSnapshot(table(7, "KIWI-7", *SEATS), 0, 1, dice=FairDice("5c" * 32))


def at(**dice: object) -> TableSnapshot:
    return replace(OPEN, dice=replace(OPEN.dice, **dice))


ADDED = at(added=(AddedToDice(1, HASH), AddedToDice(2, HASH)))
AWAITED = at(added=(AddedToDice(1, HASH, "kiwi"), AddedToDice(2, HASH)), awaited=(2,), reveal_by=145.0)
VOIDED = at(voided=((2,),))


def test_the_waiting_room_says_the_commitment_and_what_is_next():
    first = "Fair chance: /dice tells how to check it, /dice TEXT adds to it."
    assert fair_dice.brief(EN, OPEN, "/dice") == [first]
    assert fair_dice.brief(EN, ADDED, "/dice") == [first, "Added to the dice: Amber and Birch"]
    assert fair_dice.brief(EN, AWAITED, "/dice")[1:] == ["Still to reveal a text for the dice: Birch"]
    assert fair_dice.brief(EN, VOIDED, "/dice")[1:] == [
        "The deal is void: no text revealed by Birch. The dice are new."
    ]
    assert fair_dice.brief(EN, replace(OPEN, seat=None), "/dice") == [
        "Fair chance: /dice tells how to check it."
    ]


def test_a_page_has_the_whole_commitment_every_text_and_the_time_that_is_left():
    page = list(fair_dice.page(EN, AWAITED, "/dice", now=100.0, host="play.example.org"))
    assert page[:4] == [
        ("Commitment", "5c" * 32),
        ("Amber", "added: kiwi"),
        ("Birch", "still has to reveal a text with the hash abababababab…"),
        ("", "Still to reveal a text for the dice: Birch (45 s left)"),
    ]
    assert ("Voided deal 1", "The deal is void: no text revealed by Birch. The dice are new.") in list(
        fair_dice.page(EN, VOIDED, "/dice", now=100.0, host="play.example.org")
    )


def test_a_text_that_is_withheld_later_is_named_as_it_was_told():
    """Its hash stays; one that another text has taken the place of, or that was not told, is none."""
    other = at(added=(AddedToDice(1, "cd" * 32), AddedToDice(2, HASH)))
    assert fair_dice.taken(EN, AWAITED, ADDED) == ["Amber added this to the dice: kiwi"]
    assert list(fair_dice.page(EN, ADDED, "/dice", now=100.0, host=""))[1] == (
        "Amber",
        "adds a text with the hash abababababab…",
    )
    for before, now in ((AWAITED, AWAITED), (ADDED, ADDED), (AWAITED, other), (AWAITED, OPEN)):
        assert fair_dice.taken(EN, before, now) == []


def test_plain_mode_tells_each_change_once():
    assert list(fair_dice.changes(EN, OPEN, ADDED)) == ["Amber adds to the dice.", "Birch adds to the dice."]
    assert list(fair_dice.changes(EN, ADDED, AWAITED)) == [
        "Amber added this to the dice: kiwi",
        "Still to reveal a text for the dice: Birch",
    ]
    assert list(fair_dice.changes(EN, AWAITED, VOIDED)) == [
        "The deal is void: no text revealed by Birch. The dice are new."
    ]
    assert list(fair_dice.changes(EN, VOIDED, VOIDED)) == []


def test_the_counts_of_a_host_name_those_who_did_not_reveal():
    counts = DiceCounts(opened=9, dealt=7, finished=4, unfinished=2, voided=3, missed=(("Birch", 2),))
    rows = counted(EN, counts)
    assert [number for number, _ in rows] == ["9", "7", "4", "1", "2", "3", "Birch"]
    assert rows[-1][1] == "did not reveal 2 texts"
