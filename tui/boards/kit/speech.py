"""A game in words alone: plain mode plays every game through a `Speech`.

A board's speech is one value without state. It turns a snapshot of a table into the board's view model, and
that into whole sentences, one on each line: no columns, and no signs that only make sense to the eye. It asks
the engine for the rules with views, as the board's widget does, and shares the widget's sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, Generic, NamedTuple, TypeVar

from engine.game import AnyGame, Refused
from tui.boards.kit.card_names import CardNames
from tui.boards.kit.seat_names import SeatNumbers, seat_numbers
from tui.host.port import TableSnapshot
from tui.language.spelling import PlainWord
from tui.language.texts import Texts
from tui.language.wording import NO_WORDS, worded

M = TypeVar("M")

MOST_CHOICES = 9
"""The most lines of a list that is read aloud; longer lists are asked in steps."""


class MenuChoice(NamedTuple):
    """One line of a numbered list: a move, or a list of narrower choices."""

    text: str
    """What it does; it begins with a small letter if the language allows it: "roll your 3 dice"."""
    move: Any = None
    """The move that it makes."""
    more: Callable[[], Menu] | None = None
    """Returns the list of narrower choices; called when the player gets there, never before."""
    note: str = ""
    """What that means ("rerolls one active die"): shown if the player has not heard it yet, and when the list
    is asked for.
    """
    keys: tuple[str, ...] = ()
    """The keys that do it on the screen, which may be typed for it; several choices can have the same."""


class Menu(NamedTuple):
    """A question and its possible answers: at least one. Every legal move can be made by going down from the
    first menu, as one move or as several with the same effect.
    """

    question: str
    """A sentence. In the first menu: what the player is to do now."""
    choices: tuple[MenuChoice, ...]


@dataclass(frozen=True)
class Topic(PlainWord):
    """A part of the game that a word of its own describes."""

    lines: Callable[[Any], Sequence[str]]
    """Returns what the word shows, as sentences, from the view model."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Speech(Generic[M]):
    """One game in words alone."""

    model: Callable[[Texts, TableSnapshot], M]
    """Makes the view model for the sentences. The snapshot has a view."""
    cards: CardNames[Any]
    """What the game's cards are called."""
    topics: tuple[Topic, ...]
    """What can be looked at, the common area of the game first."""
    look: Callable[[M], Sequence[str]]
    """Returns the state of the game for this player in a few sentences: what a decision needs, own things
    first. Plain mode itself says who is waited for.
    """
    seat: Callable[[M, int], str]
    """Returns what everybody may know of a seat, as one or more sentences without its player's name: they
    follow the name and a colon. ("5 dice. Farmer, Guard.")
    """
    menu: Callable[[M], Menu]
    """Returns what can be done now. Only called with an open ask (`TableSnapshot.ask`)."""
    confirmation: Callable[[M, Any], str]
    """Returns the question before an important move ("Take the Guard (...)?"); '' if none is needed."""
    to_notation: Callable[[Texts, str, SeatNumbers], str]
    """Returns a typed move in the words of the game's notation ("behalte 5 5": "keep 5 5"), with the numbers
    of seats instead of their players' names; unknown words stay as they are. The game then parses it, and
    refuses a move it cannot read as "unreadable". Raises Refused for a name that no player, or more than one,
    has.
    """
    from_notation: Callable[[Texts, str], str]
    """Returns notation in the player's language, as it could be typed."""
    examples: Callable[[Any], Sequence[str]]
    """Returns moves in notation that this step of the game takes, from a player's view; while others are
    asked, some moves of every kind.
    """
    forms: Callable[[Texts], Sequence[tuple[str, str]]]
    """Returns how moves are typed, in the player's language, and what they do: ("behalte 5 5", ...)."""
    about: Callable[[Texts, M | None, Any], Sequence[str]]
    """Returns what `help WORD` says of a card. Without a view model (in the lobby, or before the game): what
    is always true.
    """
    minor: tuple[type, ...] = ()
    """Events that are left out of a bot's turn for players who want it brief, and of what decided a game, if
    there are others.
    """
    tip: Callable[[M], str] = lambda _: ""
    """Returns what a beginner should know at this step, without keys; '' if there is nothing to say. It
    begins with a small letter if the language allows it: a word that marks it as a hint stands before it.
    """


def about(speech: Speech[Any], texts: Texts, snapshot: TableSnapshot | None, word: str) -> Sequence[str]:
    """Return what `help WORD` says of a card, by its name in English or in the player's language, in any case
    of letters; nothing if there is no such card.
    """
    kind = speech.cards.called(texts, word)
    if kind is None:
        return ()
    if snapshot is None or snapshot.view is None:
        return speech.about(texts, None, kind)
    return speech.about(texts, speech.model(texts, snapshot), kind)


def question(speech: Speech[Any], game: AnyGame, texts: Texts, snapshot: TableSnapshot) -> Menu:
    """What the player can do now, at a table with an open ask; in notation where there are no words."""

    def in_notation() -> Menu:
        moves = islice(game.legal(snapshot.view), MOST_CHOICES)
        typed = (MenuChoice(speech.from_notation(texts, game.notate(move)), move) for move in moves)
        return Menu(texts.of(NO_WORDS), tuple(typed))

    return _asked(lambda: speech.menu(speech.model(texts, snapshot)), in_notation)


def _asked(menu: Callable[[], Menu], in_notation: Callable[[], Menu]) -> Menu:
    """Return a menu each of whose further ones is in notation, too, where there are no words. It is no
    closure: one that names itself lives, with the snapshot, until the garbage collector visits it.
    """
    made = worded("a question", menu, in_notation)
    choices = (
        one._replace(more=partial(_asked, one.more, in_notation)) if one.more else one for one in made.choices
    )
    return made._replace(choices=tuple(choices))


def notation(speech: Speech[Any], texts: Texts, snapshot: TableSnapshot, text: str) -> str:
    """Return a move typed at a table as the game parses it. Raises Refused like `Speech.to_notation`."""
    return speech.to_notation(texts, text, seat_numbers(snapshot.info.seats))


def typed_move(game: AnyGame, speech: Speech[Any], texts: Texts, snapshot: TableSnapshot, text: str) -> Any:
    """Return the move that a text means, in the player's own language or in notation. Raises Refused if it
    means none, or one that is not allowed; the snapshot has a view.
    """
    move = game.parse(notation(speech, texts, snapshot, text), snapshot.view)
    why = game.check(snapshot.view, move)
    if why:
        raise why
    return move


def accepted(speech: Speech[Any], texts: Texts, view: Any) -> str:
    """Return moves that could be typed now, in the player's language, separated by commas."""
    return ", ".join(speech.from_notation(texts, move) for move in speech.examples(view))


def advised(speech: Speech[Any], texts: Texts, view: Any, refusal: Refused) -> Refused:
    """Return the refusal of a typed move with advice on what can be typed in the player's own language.
    Programs write notation and get the refusal as it is.
    """
    own: dict[str, str] = {}
    if "form" in refusal.params:
        own["form"] = speech.from_notation(texts, str(refusal.params["form"]))
    if refusal.code == "unreadable":
        own["moves"] = accepted(speech, texts, view)
    return Refused(refusal.code, {**refusal.params, **own}) if own else refusal
