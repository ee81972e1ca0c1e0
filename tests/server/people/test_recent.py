"""What players have written to each other last is remembered, up to a number."""

from __future__ import annotations

from server.people.recent import KEPT, READERS, Message, RecentMessages
from tui.host.pictures import ChatLine


def message(sender: str, to: str, number: int = 0) -> Message:
    return Message(sender, to, ChatLine(sender, f"line {number}", float(number), "message"))


def test_the_last_messages_of_two_players_are_told_in_order() -> None:
    """Each once, whoever wrote it; those of others are not among them."""
    recent = RecentMessages()
    lines = [message("ada", "bert", 1), message("bert", "ada", 2), message("ada", "bert", 3)]
    for one in (lines[2], lines[1], lines[0], lines[0], message("cy", "bert", 2), message("ada", "cy", 2)):
        recent.add(one)
    assert recent.between("ada", "bert") == recent.between("bert", "ada") == lines
    assert [one.to for one in recent.sent_by("ada")] == ["bert", "bert", "cy"]
    recent.forget("ada")
    assert recent.between("ada", "bert") == []
    assert [one.sender for one in recent.between("cy", "bert")] == ["cy"]


def test_only_so_many_are_remembered() -> None:
    """The last ones to each reader, and of readers those who were written to last."""
    recent = RecentMessages()
    for number in range(KEPT + 5):
        recent.add(message("ada", "bert", number))
    assert [one.line.time for one in recent.between("ada", "bert")] == [*map(float, range(5, KEPT + 5))]
    for number in range(READERS):
        recent.add(message("ada", f"reader {number}"))
    assert recent.between("ada", "bert") == []
