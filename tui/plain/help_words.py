"""The help of plain mode: what can be typed here, what a word does, what a card does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tui.actions import catalogue
from tui.actions.dispatch import run_command
from tui.boards.kit.board import Board
from tui.boards.kit.speech import about
from tui.host.port import TableSnapshot
from tui.language.texts import Texts
from tui.plain import words
from tui.plain.shell import Shell
from tui.presenters.offers import aim, game_meant, title


def help_with(place: Shell, word: str, snapshot: TableSnapshot | None, boards: Iterable[Board]) -> None:
    """Shows what a word means: a card or another topic of a game, a word of plain mode, a command. Without a
    word, shows everything that can be typed here. `snapshot` is that of the table of the only board, if there
    is one.
    """
    texts, boards = place.texts, tuple(boards)
    if not word:
        _all(place, snapshot, boards)
        return
    told = next(filter(None, (about(board.speech, texts, snapshot, word) for board in boards)), ())
    lines = [*told, *_about_word(texts, place, boards, word)]
    moderator = place.session.port.account().moderator
    topic = () if lines else catalogue.topic_lines(texts, word, moderator=moderator)
    if topic:
        place.show(texts._("Commands"), [_without_slash(line) for line in topic])
        return
    for line in lines or [catalogue.help_line(texts, word).removeprefix(catalogue.SLASH)]:
        place.say(line)


def _about_word(texts: Texts, place: Shell, boards: Sequence[Board], word: str) -> list[str]:
    known = words.find(texts, place.words, word)
    game = game_meant(texts, word)
    aims = [f"{title(texts, game)}: {aim(texts, game)}"] if game and aim(texts, game) else []
    topics = [topic for board in boards for topic in board.speech.topics if topic.is_called(texts, word)]
    found = [*([known] if known else []), *topics]
    return [*aims, *(f"{word}: {texts.of(each.help)}." for each in found)]


def _without_slash(line: tuple[str, str]) -> tuple[str, str]:
    return line[0].removeprefix(catalogue.SLASH), line[1]


def _all(place: Shell, snapshot: TableSnapshot | None, boards: Sequence[Board]) -> None:
    texts = place.texts
    plays = snapshot is not None and snapshot.view is not None
    speech = boards[0].speech if plays else None
    if speech:
        place.show(texts._("Moves"), speech.forms(texts))
        place.say(texts._("Or type a number from the list."))
    typed = (*(speech.topics if speech else ()), *place.words)
    place.show(texts._("Words"), [one.told(texts) for one in typed])
    orders = catalogue.help_lines(texts, place.main_commands)
    place.show(texts._("Commands"), [_without_slash(line) for line in orders])
    say = catalogue.word(texts, "say")
    place.say(
        texts._('{say} TEXT: says something to everyone here; " before the text does the same.', say=say)
    )
    place.say(texts._("{help} WORD: explains a word, a command or a card.", help=words.help_word(texts)))


def rules(place: Shell, board: Board, typed: str) -> None:
    """Shows the rules of a game, or what was typed behind the word as a command does."""
    texts = place.texts
    if typed:
        run_command(place, "rules", typed)
        return
    place.say(f"{texts.of(board.title)}:")
    for heading, sentences in board.rules_in(texts):
        place.say(f"{heading}: {sentences}")
