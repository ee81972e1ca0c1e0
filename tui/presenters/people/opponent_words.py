"""The opponents of a game in words, and how the player stands to each."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from tui.boards import BOARDS
from tui.host.history import Rung, SoloLadder
from tui.language.texts import Texts
from tui.presenters.offers import title
from tui.presenters.people.profile_words import named


def heading(texts: Texts, ladder: SoloLadder) -> str:
    """Returns whose opponents these are, and how many are beaten."""
    return texts._(
        "{game}: {number} of {all} opponents beaten",
        game=title(texts, ladder.game), number=ladder.beaten, all=len(ladder.rungs),
    )  # fmt: skip


def state(texts: Texts, ladder: SoloLadder, rung: Rung) -> str:
    """Returns how the player stands to an opponent, in a few words."""
    if not rung.open:
        before = ladder.rungs[ladder.rungs.index(rung) - 1]
        return texts._("opens after {name}", name=before.name)
    if not rung.games:
        return texts._("not played yet")
    return texts._("won {won} of {games}", won=rung.won, games=rung.games)


def style(texts: Texts, ladder: SoloLadder, rung: Rung) -> str:
    """Returns how an opponent plays, in a few words; '' if its game has none for it."""
    words = BOARDS[ladder.game].opponents.get(rung.name) if ladder.game in BOARDS else None
    return texts.of(words) if words else ""


def next_words(texts: Texts, ladder: SoloLadder) -> str:
    """Returns whom the player meets next, and what opens the one after."""
    rung = ladder.next
    if rung is None:
        return texts._("Nobody has measured opponents of this game.")
    if not rung.missing:
        return texts._("You have beaten them all. {name} plays again.", name=rung.name)
    at = ladder.rungs.index(rung) + 1
    if at == len(ladder.rungs):
        return texts.ngettext(
            "{opponent}: {number} more win, and you have beaten them all.",
            "{opponent}: {number} more wins, and you have beaten them all.",
            rung.missing, opponent=named(rung),
        )  # fmt: skip
    return texts.ngettext(
        "{opponent}: {number} more win, and {name} sits down.",
        "{opponent}: {number} more wins, and {name} sits down.",
        rung.missing, opponent=named(rung), name=ladder.rungs[at].name,
    )  # fmt: skip


def what_counts(texts: Texts, ladder: SoloLadder, rung: Rung) -> str:
    """Returns what a win against an opponent is, and how a guest keeps it."""
    said = texts._(
        "{beside} plays, too; you win with a better place than {name}.", beside=rung.beside, name=rung.name
    )
    kept = (
        ""
        if ladder.kept
        else texts._(
            "You are a guest: /{key} takes your wins to an account.",
            key=texts.pgettext("typed command", "key"),
        )
    )
    return f"{said} {kept}".strip()


def about(texts: Texts, ladder: SoloLadder, rung: Rung) -> str:
    """Returns how an opponent plays, and how the player stands to it."""
    return ", ".join(filter(None, (style(texts, ladder, rung), state(texts, ladder, rung))))


def in_lines(texts: Texts, ladder: SoloLadder) -> Sequence[str]:
    """Returns the opponents in lines, the weakest first; last, whom the player meets next."""
    width = max((cell_len(one.name) for one in ladder.rungs), default=0)
    rows = [
        f"{one.name:<{width}}  {'' if one.rating is None else one.rating:>4}  {about(texts, ladder, one)}"
        for one in ladder.rungs
    ]
    now = ladder.next
    counts = [what_counts(texts, ladder, now)] if now else []
    return [f"{heading(texts, ladder)}.", *rows, *counts, next_words(texts, ladder)]
