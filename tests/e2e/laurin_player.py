"""A person who plays laurin by what the screen says and by nothing else."""

from __future__ import annotations

import random
import re

from tests.terminal import PtyTerminal, PtyTerminals

ANSWERS = (
    (r"enough treasure for that|would leave the garden|No treasure picked", ("p",)),
    (r"stands on \S+ already|already been decided|^Not now", ("Down",)),
    (r"React\b|Counter it\?", ("p",)),
    (
        r"^Buy one|^Which treasure|^Give everyone|^Who gets|^Nobody bid|^You won|^The last movement",
        ("Enter",),
    ),
    (r"^Place a", ("walk", "Enter")),
    (r"^You can't place any more|^Move (?:up to|one of)|^Your dwarfs have moved", ("t",)),
    (r"^Auction for a King's move", ("1", "2", "Enter")),
    (r"^You lost", ("Enter",)),
)
"""What the prompt says, and the keys that answer it."""
WALKS = ("Left", "Right", "Up", "Down")
OVER = re.compile(r"^ (?:You have won|\S+ has won|.* have won)", re.MULTILINE)
CASTS = (("c", "Magic Haste"), ("d", "Dwarf Revolt"), ("e", "Magic Fog"), ("a", "Magic Ban"))


class LaurinPlayer:
    def __init__(self, name: str, terminal: PtyTerminal, seed: int) -> None:
        self.name = name
        self.terminal = terminal
        self._luck = random.Random(seed)

    @property
    def over(self) -> bool:
        """The result is on the screen; a key that came too late may have been answered since."""
        return "The result" in self.terminal.text or bool(OVER.search(self.terminal.text))

    @property
    def prompt(self) -> str:
        return self.terminal.text.splitlines()[-2].strip()

    @property
    def keys_offered(self) -> str:
        return self.terminal.text.splitlines()[-1]

    @property
    def reacts(self) -> bool:
        """This person has a chance to react, and a card of their own to do it with."""
        return bool(re.search(r"React|Counter it", self.prompt)) and self.spell is not None

    @property
    def spell(self) -> str | None:
        """The key of a magic card that is offered."""
        return next((key for key, name in CASTS if f"{key} {name}" in self.keys_offered), None)

    @property
    def asked(self) -> bool:
        """The screen asks for a key of this person."""
        return self._keys() is not None

    def answer(self, terminals: PtyTerminals) -> None:
        """Presses what the screen asks for, and looks until it has taken effect."""
        before, keys = self._seen, self._keys()
        assert keys is not None
        self.press(*[self._luck.choice(WALKS) if key == "walk" else key for key in keys])
        terminals.rest()
        terminals.check(self._seen != before, f"an answer of {self.name} to {keys}")

    def press(self, *keys: str) -> None:
        self.terminal.press(*keys)

    @property
    def _seen(self) -> str:
        """Everything but the time that passes."""
        return re.sub(r"(turn|plays), [^,]*?(?=  |$)", "", self.terminal.text, flags=re.MULTILINE)

    def _keys(self) -> tuple[str, ...] | None:
        if self.keys_offered.startswith(" Enter do it"):
            return ("Enter",)
        return next((keys for said, keys in ANSWERS if re.search(said, self.prompt)), None)


def play_on(terminals: PtyTerminals, people: list[LaurinPlayer], moves: int) -> bool:
    """Has these people answer up to `moves` times; whether the game is over then."""
    for _ in range(moves):
        terminals.rest()
        terminals.check(any(person.asked or person.over for person in people), "somebody's turn")
        if any(person.over for person in people):
            return True
        next(person for person in people if person.asked).answer(terminals)
    return False
