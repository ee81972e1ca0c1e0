"""Translates typed moves between the player's language and notation: its words for moves and cards."""

from __future__ import annotations

from collections.abc import Sequence

from engine.court.model.state import View
from engine.court.notation import FORMS
from tui.boards.court.words import names
from tui.boards.court.words.refusals import EXAMPLES
from tui.boards.kit.seat_names import NOBODY, SeatNumbers
from tui.language.spelling import replaced, shown
from tui.language.texts import Texts


def to_notation(texts: Texts, text: str, _seats: SeatNumbers = NOBODY) -> str:
    """Return the text with notation's words; unknown words are left for the notation to refuse. No move of
    court names a seat.
    """
    text = replaced(" ".join(text.casefold().split()), _verbs(texts).items())
    verb, _, rest = text.partition(" ")
    if verb in {"use", "take"}:
        rest = replaced(rest, (*names.CARDS.typed(texts), (_nothing(texts), "nothing")))
    return f"{verb} {rest}".strip()


def forms(texts: Texts) -> Sequence[tuple[str, str]]:
    """Return how moves are written, and what they do."""
    verbs = {key: shown(entry) for entry, key in _verbs(texts).items()}
    guard, maid = (names.name(texts, kind).lower() for kind in ("guard", "maid"))
    nothing = shown(_nothing(texts))
    return (
        (verbs["roll"], texts._("roll your dice, or reroll the active ones after setting one aside")),
        (f"{verbs['keep']} 5 5", texts._("set aside active dice with these faces")),
        (f"{verbs['use']} {maid} 2+3", texts._("use the power of one of your cards, each once a turn")),
        (f"{verbs['take']} {guard}", texts._("take this card and end your turn")),
        (f"{verbs['take']} {nothing}", texts._("end your turn without a card")),
        (verbs["stand"], texts._("end your turn of the final round")),
    )


def from_notation(texts: Texts, text: str) -> str:
    """Return notation in the player's language, as it could be typed."""
    verb, _, rest = text.partition(" ")
    own = {english: shown(entry) for entry, english in _verbs(texts).items()}
    card, blank, more = rest.partition(" ")
    words = {**names.CARDS.as_typed(texts), "nothing": shown(_nothing(texts))}
    return f"{own.get(verb, verb)} {words.get(card, card)}{blank}{more}".strip()


def examples(view: View) -> Sequence[str]:
    """Return moves in notation: those of this step if the viewer is to move, else some of every kind."""
    turn = view.position.turn
    if turn is None or turn.seat != view.seat:
        return EXAMPLES
    if not turn.rolled:
        return ("roll",)
    if not turn.active:
        return ("take guard", "take nothing") if view.position.final is None else ("stand",)
    own = view.position.cards[turn.seat - 1]
    powers = [FORMS[kind] for kind in own if kind in FORMS and kind not in turn.used]
    return (f"keep {turn.active[-1]}", *(("roll",) if turn.kept else ()), *powers[:1])


def _verbs(texts: Texts) -> dict[str, str]:
    return {
        texts.pgettext("typed move", "roll"): "roll",
        texts.pgettext("typed move", "keep"): "keep",
        texts.pgettext("typed move", "use"): "use",
        texts.pgettext("typed move", "take"): "take",
        texts.pgettext("typed move", "stand"): "stand",
        texts.pgettext("typed move", "concede"): "concede",
    }


def _nothing(texts: Texts) -> str:
    return texts.pgettext("typed move", "nothing")
