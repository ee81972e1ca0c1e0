"""How a table stands, in sentences for a terminal: what plain mode says, and the moves that it takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, takewhile
from typing import Any

from msgspec import UNSET

from engine.game import Refused
from tui.boards import BOARDS, PLAYABLE
from tui.boards.kit.board import names_of
from tui.boards.kit.speech import Menu, MenuChoice, advised, question
from tui.host.port import FinishedGame, TableInfo, TableSnapshot
from tui.host.refusals import not_your_turn, refused, wrong_stage
from tui.language.host_lines import CALLED, spoken
from tui.language.spelling import command_word, shown, spellings
from tui.language.texts import Texts
from tui.presenters import lobby_words, plan_words, table_words
from tui.presenters.describe_event import describe_event, sentence
from tui.presenters.game_refusals import any_refusal_text
from tui.presenters.reader import Reader
from tui.presenters.share import on_the_web

RECALLED = 5
"""The fewest earlier events that are told, if there are so many."""
MOST_RECALLED = 30
MOST_CHOICES = 24
"""The most moves that are listed one by one."""
EXAMPLES = 5
INSTEAD = ("undo", "concede", "abandon")
"""Commands that stand where a move stands, by their names."""


def other_than_a_move(texts: Texts, text: str) -> str:
    """Returns which command a text is that can be played instead of a move; '' for none of them."""
    typed = text.casefold()
    return next((one for one in INSTEAD if typed in {one, *spellings(command_word(texts, one))}), "")


def what_conceding_means(texts: Texts, table: TableInfo) -> str:
    """Returns the question before a player concedes."""
    others = sum(not seat.conceded for seat in table.seats) - 1
    if others < 2:
        return texts._("Concede the game at {table}? It ends, and you lose.", table=table.name)
    return texts._("Concede at {table}? A bot takes over, and you come last.", table=table.name)


def what_abandoning_means(texts: Texts, table: TableInfo) -> str:
    """Returns the question before a player agrees to end without a result, or ends a lesson."""
    if "lesson" in table.options:
        return texts._("End the lesson? You can begin it again at any time.")
    others = (seat for number, seat in enumerate(table.seats, start=1) if number != table.your_seat)
    if table.stage == "running" and any(seat.held_by == "player" and not seat.conceded for seat in others):
        return texts._("End the game at {table} without a result? The others must agree.", table=table.name)
    return texts._("End the game at {table} without a result?", table=table.name)


def before_the_end(texts: Texts, snapshot: TableSnapshot, command: str, host: str) -> str:
    """Returns what conceding or ending without a result would mean, and the command that does it."""
    means = what_conceding_means if command == "concede" else what_abandoning_means
    typed = f"ssh {host} play --at {snapshot.seq} {snapshot.info.name} {command_word(texts, command)}"
    return " ".join([means(texts, snapshot.info), texts._("To do it: {command}", command=typed)])


def refusal(texts: Texts, snapshot: TableSnapshot, why: Refused) -> str:
    """Returns the sentence for a refusal at a table, with advice on what can be typed there."""
    info = snapshot.info
    if snapshot.view is not None:
        why = advised(BOARDS[info.game].speech, texts, snapshot.view, why)
    return any_refusal_text(texts, why, table=info)


def before_the_start(reader: Reader, snapshot: TableSnapshot) -> Iterator[str]:
    """Yields the commands that bring others to a table and start its game, to who sits there; and a line that
    can be passed on.
    """
    info, host, table = snapshot.info, reader.port.ssh_host, snapshot.info.name
    if info.stage == "open" and snapshot.seat is not None:
        is_free = any(seat.held_by == "nobody" for seat in info.seats)
        somebody = reader.texts.pgettext("usage", "NAME")
        ways = (f"invite {table} {somebody}", f"bot {table}") if is_free else ()
        starts = (f"start {table}",) if info.may_start and not is_free else ()
        typed = (*ways, *starts, f"leave {table}")
        yield reader.texts._("Next: {commands}", commands="; ".join(f"ssh {host} {one}" for one in typed))
    if info.stage == "open" and not info.private and not on_the_web(reader.port.web, info):
        yield f"ssh -t {host} join {table}"


def lent(texts: Texts, snapshot: TableSnapshot, seat: int) -> str:
    """Returns that a bot plays for a seat now, or that its player was called."""
    if snapshot.info.seats[seat - 1].lent:
        return texts._("A bot plays for {name}.", name=snapshot.info.seats[seat - 1].name)
    called = (line for line in reversed(snapshot.chat) if line.host is not UNSET and line.host.code == CALLED)
    return next((f"{line.name} {spoken(texts, line)}." for line in called), "")


def look(reader: Reader, snapshot: TableSnapshot) -> Iterator[str]:
    """Yields how a table stands: what happened since the player's last move, the position with its number,
    and what can be played; and where it is on the web, unless its game runs.
    """
    texts, port, board = reader.texts, reader.port, BOARDS[snapshot.info.game]
    yield table_words.heading(texts, board, snapshot)
    if snapshot.view is None:
        yield from table_words.open_table(
            texts, snapshot, port.now(), port.ssh_host, port.zone, in_terminal=True
        )
        yield from before_the_start(reader, snapshot)
    else:
        yield from _recalled(texts, snapshot)
        if snapshot.info.stage == "running":
            yield from board.speech.look(board.speech.model(texts, snapshot))
            yield more(texts, snapshot)
        yield from stands(texts, snapshot, port.now(), port.ssh_host)
    if snapshot.info.stage != "running":
        yield from filter(None, [on_the_web(port.web, snapshot.info)])


def ended(reader: Reader, game: FinishedGame, course: Iterable[str]) -> Sequence[str]:
    """Returns how a game ended whose table is closed: names, places, how its chances went, the record."""
    texts, port = reader.texts, reader.port
    _, *details, record = lobby_words.details(texts, game, port.now(), port.ssh_host)
    return [lobby_words.line(texts, game, port.now()), *details, *course, record]


def about(texts: Texts, snapshot: TableSnapshot, typed: str, now: float) -> Sequence[str]:
    """Returns what a word of the game is about, or who sits there; nothing for any other word."""
    if snapshot.view is None:
        return lobby_words.seat_lines(texts, snapshot.info, now)
    speech = BOARDS[snapshot.info.game].speech
    model = speech.model(texts, snapshot)
    who = texts.pgettext("plain word", "who")
    if typed.casefold() in {"who", *spellings(who)}:
        seats = range(1, len(snapshot.info.seats) + 1)
        found = ((lobby_words.seat_words(texts, snapshot.info, seat, now), seat) for seat in seats)
        return [f"{name}: {speech.seat(model, seat)}" for name, seat in found]
    topics = (topic for topic in speech.topics if topic.is_called(texts, typed))
    return [line for topic in topics for line in topic.lines(model)]


def asks_for_odds(texts: Texts, snapshot: TableSnapshot, typed: str) -> bool:
    """Returns whether a word behind `look TABLE` asks for the odds of a game that has any."""
    name = command_word(texts, "odds")
    return _has_odds(snapshot) and typed.casefold() in {"odds", name, *spellings(name)}


def odds(texts: Texts, snapshot: TableSnapshot, found: Any) -> Sequence[str]:
    """Returns odds of the position in sentences."""
    names = names_of(texts, snapshot.info.seats)
    return table_words.odds_told(texts, BOARDS[snapshot.info.game], names, found, snapshot.seat)


def _has_odds(snapshot: TableSnapshot) -> bool:
    info = snapshot.info
    return info.stage == "running" and PLAYABLE[info.game].odds_calculator is not None


def looked_at(texts: Texts, snapshot: TableSnapshot) -> str:
    """Returns which words can stand behind `look TABLE`."""
    topics = BOARDS[snapshot.info.game].speech.topics
    who = shown(texts.pgettext("plain word", "who"))
    known = [who, *(shown(texts.of(topic.word)) for topic in topics)]
    if _has_odds(snapshot) and snapshot.info.options.get("odds") != "off":
        known.append(command_word(texts, "odds"))
    return ", ".join(known)


def more(texts: Texts, snapshot: TableSnapshot) -> str:
    """Returns the same as a sentence."""
    return texts._("More to look at: {words}.", words=looked_at(texts, snapshot))


def came_of_it(reader: Reader, snapshots: Sequence[TableSnapshot]) -> Iterator[str]:
    """Yields what a move led to, from the snapshots after it, and how the table stands now."""
    for snapshot in snapshots:
        yield from _told(reader.texts, snapshot, snapshot.events)
    yield from stands(reader.texts, snapshots[-1], reader.port.now(), reader.port.ssh_host)
    if snapshots[-1].info.stage == "over":
        yield from filter(None, [on_the_web(reader.port.web, snapshots[-1].info)])


def stands(texts: Texts, snapshot: TableSnapshot, now: float, host: str) -> Iterator[str]:
    """Yields who is waited for at which position, and what the player can answer; or how the game ended."""
    names, info = names_of(texts, snapshot.info.seats), snapshot.info
    if info.stage != "running":
        yield from table_words.result(texts, BOARDS[info.game], snapshot, names, host)
        return
    turn = table_words.whose_turn(texts, snapshot, names, now)
    position = texts._("This is position {number}.", number=snapshot.seq)
    yield f"{position} {turn}".rstrip()
    yield from filter(None, [table_words.lent_seat(texts, info, f"ssh {host} sit {info.name}")])
    yield from table_words.wishes(texts, snapshot, lambda name: f"ssh {host} {name} {info.name}")
    yield from plan_words.told(texts, snapshot, snapshot.plan)
    if snapshot.ask is not None:
        yield from _choices(texts, snapshot)
        command = f"ssh {host} play --at {snapshot.seq} {info.name} ..."
        yield texts._("To answer: {command}", command=command)


def _choices(texts: Texts, snapshot: TableSnapshot) -> Iterator[str]:
    """The question, and its answers as they are typed; of many, some examples."""
    board, game = BOARDS[snapshot.info.game], PLAYABLE[snapshot.info.game]
    speech = board.speech
    menu = question(speech, game, texts, snapshot)
    yield menu.question
    choices = list(islice(_leaves(menu), MOST_CHOICES + 1))
    if len(choices) <= MOST_CHOICES:
        for choice in choices:
            yield f"  {speech.from_notation(texts, game.notate(choice.move))}: {choice.text}"
    else:
        for choice in menu.choices:
            yield f"  {choice.text} ..."
        moves = islice(game.legal(snapshot.view), EXAMPLES)
        typed = ", ".join(speech.from_notation(texts, game.notate(move)) for move in moves)
        yield texts._("You can type, for example: {moves}", moves=typed)
    if snapshot.can_undo:
        yield f"  {command_word(texts, 'undo')}: " + texts._("undo your last move")


def _leaves(menu: Menu) -> Iterator[MenuChoice]:
    """The choices that are moves, of a menu and of all below it."""
    for choice in menu.choices:
        if choice.more:
            yield from _leaves(choice.more())
        else:
            yield choice


def _recalled(texts: Texts, snapshot: TableSnapshot) -> Sequence[str]:
    """What happened since this seat did something; at least the last few events."""
    events = (*snapshot.past, *snapshot.events)[-MOST_RECALLED:]
    board, names = BOARDS[snapshot.info.game], names_of(texts, snapshot.info.seats)
    told = [one for event in events if (one := describe_event(texts, board, names, event))]
    others = sum(1 for _ in takewhile(lambda one: one.seat != snapshot.seat, reversed(told)))
    fresh = len(told) if snapshot.seat is None else others + 1
    return [sentence(names, one) for one in told[-max(RECALLED, fresh) :]]


def _told(texts: Texts, snapshot: TableSnapshot, events: Iterable[Any]) -> Iterator[str]:
    board, names = BOARDS[snapshot.info.game], names_of(texts, snapshot.info.seats)
    for event in events:
        if told := describe_event(texts, board, names, event):
            yield sentence(names, told)


def check_position(snapshot: TableSnapshot, at: int | None) -> None:
    """Raises Refused if no game runs there, or the table is not at position `at` any more; None: at any."""
    if snapshot.info.stage != "running" or snapshot.view is None:
        raise wrong_stage(snapshot.info.stage)
    if at not in {None, snapshot.seq}:
        raise refused("seq-passed", seq=snapshot.seq)


def check_seated(snapshot: TableSnapshot, at: int | None) -> None:
    """Raises Refused if the player has no seat, or like `check_position`."""
    check_position(snapshot, at)
    if snapshot.seat is None:
        raise refused("not-seated")


def check_asked(snapshot: TableSnapshot, at: int | None) -> int:
    """The id of the player's open question. Raises Refused if there is none, or like `check_position`."""
    check_seated(snapshot, at)
    if snapshot.ask is None:
        raise not_your_turn(snapshot.waiting_for)
    return snapshot.ask.id


def next_one(reader: Reader, found: TableSnapshot | None) -> str:
    """Returns how the next table stands that waits for the player; or that none does, and what to do where
    nobody has to wait.
    """
    if found is None:
        return "\n".join((reader.texts._("No table waits for you."), *lobby_words.ways_on(reader)))
    return "\n".join(look(reader, found))
