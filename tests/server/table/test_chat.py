"""Talk reaches those it is meant for, cleaned and in measure."""

from __future__ import annotations

import pytest

from engine.game import Refused
from server.table.chat import ChatHistory, ChatReader, clean_line
from tests.server import toy
from tests.server.simulation import (
    ADA,
    BERT,
    CY,
    GUEST,
    ReceivedSnapshots,
    Simulation,
    finished,
    play,
    refusal,
    started,
)
from tui.host.pictures import ChatLine, LobbySnapshot, TableSnapshot


def heard(picture: LobbySnapshot | TableSnapshot) -> list[str]:
    return [f"{line.name}: {line.text}" for line in picture.chat]


async def test_everybody_in_the_lobby_hears_what_is_said_there() -> None:
    """Also who comes later; at tables it is not heard."""
    stage, lobby, news = Simulation(), ReceivedSnapshots(), ReceivedSnapshots()
    ada, bert = stage.port(ADA), stage.port(BERT)
    table = await ada.open_table("toy", 2, {})
    ada.follow_table(table, news.see)
    await ada.say(None, "hello  there")
    bert.follow_lobby(lobby.see)
    await bert.say(None, "hi")
    await stage.time.pass_by(1)
    assert heard(lobby.last) == ["Ada: hello there", "Bert: hi"]
    assert lobby.last.chat[0] == ChatLine("Ada", "hello there", 100, "lobby")
    assert news.last.chat == ()


async def test_talk_at_a_table_is_heard_by_seats_and_watchers() -> None:
    """Each line says whether it came from a seat; names are those of the moment."""
    stage, ada_hears, cy_hears = Simulation(), ReceivedSnapshots(), ReceivedSnapshots()
    ada, bert, cy = (stage.port(player) for player in (ADA, BERT, CY))
    table = await started(stage, ada, bert)
    ada.follow_table(table, ada_hears.see)
    cy.follow_table(table, cy_hears.see)
    await bert.say(table, "your turn")
    await cy.say(table, "go, Ada!")
    assert [line.place for line in ada_hears.last.chat] == ["table", "watchers"]
    assert heard(cy_hears.last) == heard(ada_hears.last) == ["Bert: your turn", "Cyril: go, Ada!"]
    assert ada_hears.last.events == (), "talk is no step"


async def test_while_a_game_with_secrets_runs_seats_do_not_hear_watchers() -> None:
    """Watchers hear everybody; afterwards so does everybody."""
    stage, ada_hears, cy_hears = (
        Simulation(games={"toy": toy.SecretToy()}),
        ReceivedSnapshots(),
        ReceivedSnapshots(),
    )
    ada, bert, cy = (stage.port(player) for player in (ADA, BERT, CY))
    table = await started(stage, ada, bert, goal=1)
    ada.follow_table(table, ada_hears.see)
    cy.follow_table(table, cy_hears.see)
    await cy.say(table, "Bert has the assassin")
    await ada.say(table, "hm")
    assert (heard(ada_hears.last), len(heard(cy_hears.last))) == (["Ada: hm"], 2)
    await play(stage, table, ada, bert)
    assert heard(ada_hears.last) == heard(cy_hears.last) == ["Cyril: Bert has the assassin", "Ada: hm"]


async def test_who_gave_up_talks_as_a_watcher() -> None:
    """They know secrets that are no longer theirs."""
    stage, hears = Simulation(games={"toy": toy.SecretToy()}), ReceivedSnapshots()
    ada, bert, cy = (stage.port(player) for player in (ADA, BERT, CY))
    table = await started(stage, ada, bert, cy)
    ada.follow_table(table, hears.see)
    await bert.concede(table)
    await bert.say(table, "I had the assassin")
    assert hears.last.chat == ()


async def test_nobody_says_more_than_five_lines_in_ten_seconds() -> None:
    """Lobby and tables together; what was refused does not count, others are not held up."""
    stage = Simulation()
    ada = stage.port(ADA)
    table = await ada.open_table("toy", 2, {})
    for number in range(5):
        await ada.say((None, table)[number % 2], f"line {number}")
        await stage.time.pass_by(1)
    too_many = Refused("too-many-lines", {"most": 5, "seconds": 10, "wait": 5})
    assert await refusal(ada.say(None, "more")) == too_many
    await stage.port(BERT).say(None, "I can")
    await stage.time.pass_by(5)
    await ada.say(None, "more")
    assert (await refusal(ada.say(table, "and more"))).code == "too-many-lines"


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("a\x1b[31mb\x07\x9b", "a[31mb"),
        ("\x1b]52;c;AAAA\x07", "]52;c;AAAA"),
        ("right\u202eleft\u2066", "rightleft"),
        ("zero\u200bwidth\ufe0f\U000e0041", "zerowidth"),
        ("e" + "\u0301" * 40, "\u00e9\u0301\u0301"),
        ("two\nlines\tand\u2028more", "two lines and more"),
        ("[link=http://x]not markup[/]", "[link=http://x]not markup[/]"),
        ("界" * 100, "界" * 100),
    ],
)
def test_lines_are_cleaned(said: str, shown: str) -> None:
    """Nothing that steers a terminal or cannot be seen gets through; brackets are just brackets."""
    assert clean_line(said) == shown


@pytest.mark.parametrize(
    ("said", "refused"),
    [
        (" \t", Refused("line-empty")),
        ("\x1b\u200b\u3164", Refused("line-empty")),
        ("x" * 201, Refused("line-long", {"most": 200})),
        ("界" * 101, Refused("line-long", {"most": 200})),
    ],
)
async def test_a_line_that_cannot_be_is_refused(said: str, refused: Refused) -> None:
    """Nothing to see, or more cells than fit; it does not count as said."""
    stage, lobby = Simulation(), ReceivedSnapshots()
    ada = stage.port(ADA)
    ada.follow_lobby(lobby.see)
    assert await refusal(ada.say(None, said)) == refused
    await stage.time.pass_by(1)
    assert lobby.last.chat == ()


def test_the_last_hundred_lines_are_kept() -> None:
    """Older ones are gone."""
    talk = ChatHistory()
    for number in range(150):
        talk.add("ada", ChatLine("Ada", str(number), 0.0, "lobby"))
    assert [line.text for line in talk.lines(ChatReader())] == [str(number) for number in range(50, 150)]


async def test_who_is_ignored_is_not_read() -> None:
    """In the lobby and at tables, what was said before, too, under any name, until taken back."""
    stage, lobby, news = Simulation(), ReceivedSnapshots(), ReceivedSnapshots()
    ada, _ = await stage.come("SHA256:ada", "Ada")
    mallory, _ = await stage.come("SHA256:mallory", "Mallory")
    table = await ada.open_table("toy", 2, {})
    ada.follow_lobby(lobby.see)
    ada.follow_table(table, news.see)
    await mallory.say(None, "spam")
    await mallory.say(table, "spam")
    await ada.ignore("mallory", on=True)
    await stage.time.pass_by(1)
    assert (lobby.last.chat, news.last.chat, ada.account().ignored) == ((), (), ("Mallory",))
    await mallory.rename("Innocent")
    await mallory.say(None, "spam")
    await stage.time.pass_by(1)
    assert lobby.last.chat == ()
    stage = await stage.restarted()
    ada, _ = await stage.come("SHA256:ada", "Ada")
    mallory, _ = await stage.come("SHA256:mallory", "")
    await mallory.say(None, "spam")
    ada.follow_lobby(lobby.see)
    assert lobby.last.chat == ()
    await ada.ignore("Mallory", on=False)
    await stage.time.pass_by(1)
    assert (heard(lobby.last), ada.account().ignored) == (["Innocent: spam"], ())


@pytest.mark.parametrize(
    ("name", "code"), [("Nobody-here", "nobody-called"), ("ada", "yourself"), ("", "nobody-called")]
)
async def test_who_cannot_be_ignored(name: str, code: str) -> None:
    """Strangers and oneself."""
    stage = Simulation()
    ada, _ = await stage.come("SHA256:ada", "Ada")
    assert (await refusal(ada.ignore(name, on=True))).code == code


async def test_only_who_may_look_at_a_table_talks_there() -> None:
    """Not at private ones without the code, not at tables that are gone."""
    stage = Simulation()
    ada, bert, guest = (stage.port(player) for player in (ADA, BERT, GUEST))
    table = await ada.open_table("toy", 2, {}, private=True)
    over = await finished(stage, ada, bert)
    for wish in (bert.say(table, "knock"), guest.say(over, "hello?"), guest.say("PLUM-999", "hello?")):
        assert (await refusal(wish)).code == "no-table"
    await bert.join(stage.lobby.table(table).opening.code)
    await bert.say(table, "here I am")
