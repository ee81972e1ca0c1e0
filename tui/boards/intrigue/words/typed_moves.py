"""Translates typed moves between the player's language and notation: words for moves, cards and players."""

from __future__ import annotations

from collections.abc import Sequence

from engine.intrigue.model.state import View
from engine.intrigue.rules.validation import FORMS, acting_seat
from tui.boards.intrigue.words import names
from tui.boards.intrigue.words.refusals import EXAMPLES
from tui.boards.kit.seat_names import NOBODY, SeatNumbers, seats_typed
from tui.language.spelling import replaced, shown
from tui.language.texts import Texts


def to_notation(texts: Texts, text: str, seats: SeatNumbers = NOBODY) -> str:
    """Return the text with notation's words; unknown words are left for the notation to refuse. Raises
    Refused for a name that no player, or more than one, has.
    """
    text = replaced(" ".join(text.casefold().split()), _verbs(texts).items())
    verb, _, rest = text.partition(" ")
    if verb == "play":
        rest = replaced(rest, names.CARDS.typed(texts))
    elif verb == "steal":
        rest = seats_typed(rest, 0, 1, seats)
    places = _places(texts).items()
    return " ".join([verb, *(replaced(word, places) for word in rest.split())])


def forms(texts: Texts) -> Sequence[tuple[str, str]]:
    """Return how moves are written, and what they do."""
    verbs = {key: shown(entry) for entry, key in _verbs(texts).items()}
    where = {key: shown(entry) for entry, key in _places(texts).items()}
    heir = names.name(texts, "heir").lower()
    return (
        (f"{verbs['play']} {heir} {where['end']}", texts._("play this card face down at the end")),
        (f"{verbs['play']} {heir} {where['front']}", texts._("play it at the front")),
        (f"{verbs['play']} {heir} {where['on']} 3", texts._("play it on top of your card at place 3")),
        (verbs["reveal"], texts._("reveal your card that is being resolved")),
        (verbs["leave"], texts._("leave it face down, with 1 more influence on it")),
        (f"{verbs['remove']} 2", texts._("remove the card at place 2")),
        (
            f"{verbs['move']} 4 {where['to']} 1",
            texts._("move the card at place 4 so that it becomes place 1"),
        ),
        (f"{verbs['move']} 4 {where['on']} 2", texts._("move it onto the card at place 2")),
        (f"{verbs['copy']} 3", texts._("copy the card at place 3")),
        (f"{verbs['steal']} 2", texts._("steal from the player at seat 2 (or type the name)")),
    )


def from_notation(texts: Texts, text: str) -> str:
    """Return notation in the player's language, as it could be typed."""
    verb, *rest = text.split(" ")
    own = {english: shown(entry) for entry, english in _verbs(texts).items()}
    words = {english: shown(entry) for entry, english in _places(texts).items()}
    words |= names.CARDS.as_typed(texts)
    return " ".join([own.get(verb, verb), *(words.get(word, word) for word in rest)])


def examples(view: View) -> Sequence[str]:
    """Moves in notation that answer this player's question; while others are asked, some of every kind."""
    position = view.position
    if view.seat is None or acting_seat(position) != view.seat:
        return EXAMPLES
    if position.resolving is None:
        card = next(kind for kind in position.hands[view.seat - 1] if kind is not None)
        return (f"play {card} front", *((f"play {card} end",) if position.queue else ()))
    effect = position.resolving.effect
    return ("reveal", "leave") if effect is None else (FORMS[effect],)


def _verbs(texts: Texts) -> dict[str, str]:
    """The first words of moves. `leave` alone is also a general command, so the move is typed otherwise."""
    return {
        texts.pgettext("typed move", "play"): "play",
        texts.pgettext("typed move", "reveal"): "reveal",
        texts.pgettext("typed move", "wait|leave"): "leave",
        texts.pgettext("typed move", "remove"): "remove",
        texts.pgettext("typed move", "move"): "move",
        texts.pgettext("typed move", "copy"): "copy",
        texts.pgettext("typed move", "steal"): "steal",
    }


def _places(texts: Texts) -> dict[str, str]:
    return {
        texts.pgettext("typed move", "front"): "front",
        texts.pgettext("typed move", "end"): "end",
        texts.pgettext("typed move", "on"): "on",
        texts.pgettext("typed move", "to"): "to",
    }
