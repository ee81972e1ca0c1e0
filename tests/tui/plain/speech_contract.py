"""What plain mode demands of every game's words, checked over games that are played through them.

`walk` plays a whole game by nothing but numbers: wherever somebody is asked, it goes down the
lists at random and makes the move that it finds.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from engine import playthrough
from engine.chance import FairChance
from engine.game import AnyGame, Setup
from engine.playthrough import Playthrough
from engine.registry import GAMES
from tui.boards.kit.board import Board
from tui.boards.kit.speech import Menu, MenuChoice
from tui.host.port import Seat, TableInfo, TableSnapshot
from tui.language.texts import Texts
from tui.presenters.describe_event import describe_event, sentence

NAMES = ("Amber", "Birch", "Cedar", "Dorn", "Elm", "Fern")
DEEPEST = 40
"""Lists below each other; deeper ones never end."""


class SpokenMoment(NamedTuple):
    """Somebody is asked something; `events` are what happened since somebody was asked before."""

    news: TableSnapshot
    events: tuple[Any, ...]


def news_of(game: AnyGame, at: Playthrough, seat: int | None, seats: int) -> TableSnapshot:
    held = tuple(Seat(name, "player") for name in NAMES[:seats])
    stage: Any = "over" if at.over else "running"
    info = TableInfo("t1", "KIWI-7", game.key, {}, held, stage, 0.0, your_seat=seat)
    return TableSnapshot(
        info, at.steps, seat, at.view(seat), at.ask_of(seat) if seat else None,
        tuple(ask.seat for ask in at.asks), standings=at.standings() if at.over else (),
    )  # fmt: skip


def walk(
    game: AnyGame, board: Board, seats: int, seed: int, texts: Texts, most: int
) -> Iterator[SpokenMoment]:
    """The moments of a game that is played by numbers alone, at most so many."""
    luck = random.Random(seed)
    chance = FairChance(seed.to_bytes(32, "big"))
    applied = playthrough.start(game, Setup(seats, game.Options()), chance)
    for _ in range(most):
        at = applied.playthrough
        if at.over:
            yield SpokenMoment(news_of(game, at, 1, seats), applied.events)
            return
        ask = luck.choice(at.asks)
        news = news_of(game, at, ask.seat, seats)
        yield SpokenMoment(news, applied.events)
        move = chosen(board, texts, news, luck)
        applied = playthrough.apply(at, ask.seat, ask.id, move, chance)


def chosen(board: Board, texts: Texts, news: TableSnapshot, luck: random.Random) -> Any:
    """Goes down the lists to a move."""
    menu = board.speech.menu(board.speech.model(texts, news))
    for _ in range(DEEPEST):
        check_menu(menu)
        choice = luck.choice(menu.choices)
        if not choice.more:
            return choice.move
        menu = choice.more()
    raise AssertionError(f"no end of lists: {menu}")


def check_menu(menu: Menu) -> None:
    """A question, and answers that can be told apart and are either a move or lead on."""
    check_line(menu.question)
    assert menu.choices
    texts = [choice.text for choice in menu.choices]
    assert len(set(texts)) == len(texts), texts
    for choice in menu.choices:
        check_line(choice.text)
        if choice.note:
            check_line(choice.note)
        assert (choice.move is None) != (choice.more is None), choice


def check_line(line: str) -> None:
    assert line
    assert line == line.strip()
    assert line.isprintable()
    assert "{" not in line


def every_move(menu: Menu) -> Iterator[MenuChoice]:
    """Every choice that makes a move, however deep."""
    for choice in menu.choices:
        if choice.more:
            yield from every_move(choice.more())
        else:
            yield choice


def check_words(board: Board, texts: Texts, moment: SpokenMoment) -> None:
    """Everything that plain mode may say of this moment is sentences."""
    news, speech = moment.news, board.speech
    model = speech.model(texts, news)
    for topic in speech.topics:
        assert topic.name.isalpha()
        check_line(texts.of(topic.help))
        for line in topic.lines(model):
            check_line(line)
    for line in speech.look(model):
        check_line(line)
    for seat in range(1, len(news.info.seats) + 1):
        check_line(speech.seat(model, seat))
    for event in moment.events:
        shown = playthrough.show(GAMES[news.info.game], event, news.seat)
        happened = describe_event(texts, board, name, shown) if shown is not None else None
        if happened:
            check_line(sentence(name, happened))


def name(seat: int) -> str:
    return NAMES[seat - 1]
