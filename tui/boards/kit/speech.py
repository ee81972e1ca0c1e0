"""What a game says where there is no picture: plain mode plays every game through a `Speech`.

A board's speech is one value without state. It turns a snapshot of a table into the board's
view model, and that into whole sentences, each of which becomes a line: no columns, no signs
that are only understood when seen. It asks the engine for the rules with views, as the board's
widget does, and shares the widget's sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from engine.game import Refused
from tui.boards.kit.card_names import CardNames
from tui.boards.kit.seat_names import SeatNumbers, seat_numbers
from tui.host.port import TableSnapshot
from tui.language.texts import Texts, Translatable

M = TypeVar("M")

MOST_CHOICES = 9
"""How long a list may be that is read aloud; longer ones are asked in steps."""


class MenuChoice(NamedTuple):
    """One line of a numbered list: a move, or a list of narrower choices."""

    text: str
    """What it does, beginning with a small letter where the language does so: "roll your 3 dice"."""
    move: Any = None
    """The move it makes."""
    more: Callable[[], Menu] | None = None
    """Or what is to be chosen next; made when somebody comes to it, never before."""
    note: str = ""
    """What that means ("rerolls one active die"): said where the player has not heard it yet, and
    whenever the list is asked for.
    """


class Menu(NamedTuple):
    """A question, and what can be answered: at least one choice. Every legal move can be made by
    going down from the first menu, in one move or in several that come to the same.
    """

    question: str
    """A sentence. Of the first menu: what the player is to do now."""
    choices: tuple[MenuChoice, ...]


class Topic(NamedTuple):
    """A part of the game that a word of its own describes."""

    name: str
    """The word in English, a single one in small letters."""
    word: Translatable
    """The word in the player's language; the English one is understood as well."""
    help: Translatable
    """What is looked at, for the help: "the cards in the middle, and what they cost"."""
    lines: Callable[[Any], Sequence[str]]
    """What there is to see, as sentences, by the view model."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Speech(Generic[M]):
    """One game in words alone."""

    model: Callable[[Texts, TableSnapshot], M]
    """Makes the view model that the sentences are made from. The snapshot has a view."""
    cards: CardNames[Any]
    """What the game's cards are called."""
    topics: tuple[Topic, ...]
    """What can be looked at, the game's common area first."""
    look: Callable[[M], Sequence[str]]
    """Where the game stands for this player, in few sentences: what a decision needs, own things
    first. Who is waited for is said by plain mode itself.
    """
    seat: Callable[[M, int], str]
    """What everybody may know of a seat, as one or more sentences that do not name its player: they
    follow the name and a colon. ("5 dice. Farmer, Guard.")
    """
    menu: Callable[[M], Menu]
    """What can be done now. Only called with an open ask (`TableSnapshot.ask`)."""
    confirmation: Callable[[M, Any], str]
    """The question before a move of weight ("Take the Guard (...)?"); '' where none is needed."""
    to_notation: Callable[[Texts, str, SeatNumbers], str]
    """A typed move with the words of the game's notation instead of the player's own ("behalte 5 5":
    "keep 5 5"), and the numbers of seats instead of their players' names; words that are not known
    stay as they are. The game then parses it, and a move it cannot read at all it refuses as
    "unreadable". Raises Refused for a name that is nobody's or more than one player's.
    """
    from_notation: Callable[[Texts, str], str]
    """The way back: notation in the player's language, as it could be typed."""
    examples: Callable[[Any], Sequence[str]]
    """Moves in notation as this step of the game takes them, by a player's view; while others are
    asked, some of everything.
    """
    forms: Callable[[Texts], Sequence[tuple[str, str]]]
    """How moves are typed, in the player's language, and what they do: ("behalte 5 5", ...)."""
    about: Callable[[Texts, M | None, Any], Sequence[str]]
    """What `help WORD` says of a card, by what the rules call it. Without a view model (in the lobby, or
    before the game): what is always true.
    """


def about(speech: Speech[Any], texts: Texts, snapshot: TableSnapshot | None, word: str) -> Sequence[str]:
    """What `help WORD` says of a card, by its name in English or in the player's language, in any case of
    letters; nothing where there is no such card.
    """
    kind = speech.cards.called(texts, word)
    if kind is None:
        return ()
    if snapshot is None or snapshot.view is None:
        return speech.about(texts, None, kind)
    return speech.about(texts, speech.model(texts, snapshot), kind)


def notation(speech: Speech[Any], texts: Texts, snapshot: TableSnapshot, text: str) -> str:
    """A move typed at a table, as the game parses it. Raises Refused like `Speech.to_notation`."""
    return speech.to_notation(texts, text, seat_numbers(snapshot.info.seats))


def accepted(speech: Speech[Any], texts: Texts, view: Any) -> str:
    """Moves as they could be typed now, in the player's language, with commas between them."""
    return ", ".join(speech.from_notation(texts, move) for move in speech.examples(view))


def advised(speech: Speech[Any], texts: Texts, view: Any, refusal: Refused) -> Refused:
    """The refusal of a typed move, so that its sentence advises what can be typed in the player's own
    language; programs, which write notation, are answered with the refusal as it is.
    """
    own: dict[str, str] = {}
    if "form" in refusal.params:
        own["form"] = speech.from_notation(texts, str(refusal.params["form"]))
    if refusal.code == "unreadable":
        own["moves"] = accepted(speech, texts, view)
    return Refused(refusal.code, {**refusal.params, **own}) if own else refusal
