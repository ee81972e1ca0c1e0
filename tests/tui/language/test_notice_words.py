"""What players are told of notices, of messages that come together, and of a recipient that is none."""

from __future__ import annotations

import pytest

from tui.host.pictures import NoticeChoice, SeatNews
from tui.language.away_notices import ways
from tui.language.people_refusals import SENTENCES
from tui.language.texts import texts_in
from tui.presenters.seat_news import AT_ONCE, NoteCounter

SERVICES = {"mail": "mail", "ntfy": "topic"}


@pytest.mark.parametrize(
    ("choice", "typed"),
    [
        (NoticeChoice(), []),
        (NoticeChoice(SERVICES), ["mail anna@example.org", "ntfy crown-7391"]),
        (
            NoticeChoice({"mail": "mail"}, "mail", "anna@example.org"),
            ["mail anna@example.org", "7Q3F-09XK", "off"],
        ),
        (
            NoticeChoice({"mail": "mail"}, "mail", "anna@example.org", confirmed=True),
            ["mail anna@example.org", "off"],
        ),
    ],
)
def test_only_what_makes_sense_now_is_offered(choice: NoticeChoice, typed: list[str]) -> None:
    assert [command for command, _ in ways(texts_in("en"), choice, "N")] == [f"N {one}" for one in typed]


@pytest.mark.parametrize(("kind", "wanted"), [("mail", "e-mail address"), ("topic", "4 to 64 letters")])
def test_a_wrong_recipient_is_told_what_a_right_one_is(kind: str, wanted: str) -> None:
    said = SENTENCES["wrong-recipient"](texts_in("en"), {"kind": kind, "service": "here"})
    assert wanted in said


def test_messages_that_come_together_are_counted() -> None:
    """The first of them, and one that comes later, is shown itself."""
    times = iter((0.0, AT_ONCE / 2, AT_ONCE, 9 * AT_ONCE))
    counter = NoteCounter(lambda: next(times))
    notes = [SeatNews("told", "", "", "Bert", text) for text in ("one", "two", "three", "four")]
    said = [counter.hear(texts_in("en"), one) for one in notes]
    assert (said[0], said[3]) == ("Bert to you: one", "Bert to you: four")
    assert [("2" in said[1]), ("3" in said[2])] == [True, True]
    counter.take(SeatNews("taken", "", "", "Bert", "two"))
    assert counter.received(texts_in("de")) == [f"Bert an dich: {text}" for text in ("one", "three", "four")]
