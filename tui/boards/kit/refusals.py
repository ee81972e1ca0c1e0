"""A sentence for each refusal that the rules of any game can raise; each board has those of its own codes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar, cast

from engine.game import Refused
from engine.refusals import CommonCode
from tui.boards.kit.board import Names
from tui.boards.kit.card_names import CardNames
from tui.language.refusals import as_said
from tui.language.texts import N_, Sentence, Texts
from tui.language.wording import sentence


@dataclass(frozen=True)
class RefusalWords:
    """The parameters of a refusal as words. Boards add their own."""

    card_names: ClassVar[CardNames[Any]]
    """What the game's cards are called."""
    examples: ClassVar[Sequence[str]] = ()
    """A few of the game's moves in notation."""

    texts: Texts
    names: Names
    params: Mapping[str, Any]

    @property
    def name(self) -> str:
        """The name of the player at the seat."""
        return self.names(self.params["seat"])

    @property
    def card(self) -> str:
        """The card as the object of a sentence; a word that is no card, as it was typed."""
        kind = self.params["card"]
        return self.card_names.object_(self.texts, kind) if kind in self.card_names.names else str(kind)

    @property
    def the_card(self) -> str:
        """The card as the subject of a sentence."""
        return self.card_names.subject(self.texts, self.params["card"])

    @property
    def form(self) -> str:
        """An example of how the move is written: in notation, or as `tui.boards.kit.speech.advised` words
        it.
        """
        return str(self.params["form"])

    @property
    def moves(self) -> str:
        """Examples of how moves begin, written in the same way."""
        return str(self.params.get("moves") or ", ".join(self.examples))

    def __getitem__(self, name: str, /) -> object:
        """What fills a placeholder: a property of this class, otherwise the parameter as it is."""
        return getattr(self, name) if hasattr(type(self), name) else as_said(self.params)[name]


S = TypeVar("S", bound=RefusalWords)
C = TypeVar("C", bound=str)

_OF_ANY_GAME: Mapping[CommonCode, Sentence[RefusalWords]] = MappingProxyType(
    {
        "seats-not-possible": N_("This game is for {players} players, not for {seats}."),
        "option-not-possible": N_("The option {option} can be {accepted}, not {value}."),
        "not-asked": N_("That has already been decided."),
        "game-over": N_("The game is over."),
        "unreadable": N_("That isn't a move. Try: {moves}."),
        "unknown-card": N_("There is no card called {card}."),
        "wrong-form": N_("Write it like this: {form}"),
    }
)
OF_ANY_GAME: Mapping[Any, Sentence[RefusalWords]] = _OF_ANY_GAME
"""A sentence for each of `engine.refusals.COMMON_PARAMS`."""


def refusal_sentence(sentences: Mapping[C, Sentence[S]], said: S, refused: Refused) -> str | None:
    """Return the sentence for a refusal; None if `sentences` has none for its code."""
    found = sentences.get(cast("C", refused.code))
    if found is None:
        return None
    text = said.texts.fill(found, said)
    begins_with_name = "seat" in said.params and text.startswith(said.name)
    return text if begins_with_name else sentence(text)  # a player is called as they call themselves
