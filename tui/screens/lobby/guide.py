"""What somebody reads in the lobby who is here for the first time. Pure."""

from __future__ import annotations

from tui.language.notices import account_note
from tui.language.texts import Texts
from tui.presenters.lobby_actions import HELP, LEARN
from tui.widgets.actions import key_name
from tui.widgets.panel import Part
from tui.widgets.paragraphs import wrap_again
from tui.wire.terminal import palette

Line = list[Part]


def guide(texts: Texts, width: int, *, new: bool, provisional: bool = False) -> list[Line]:
    """Returns how to get into a game; whose account is `provisional` reads what keeps it."""
    lines: list[Line] = []
    if new:
        enter, help_key = key_name(texts, "Enter"), key_name(texts, HELP.shown)
        said = texts._(
            "Choose a game and press {enter}: bots play with you at once; {learn} is a lesson of ten"
            " minutes. {help} lists all keys.",
            enter=enter, help=help_key, learn=LEARN.shown,
        )  # fmt: skip
        lines += [
            [(" " + texts._("New here?"), palette.STRONG)],
            *wrap_again([(f" {said}", palette.DIM)], width - 1, indent=1),
        ]
    if provisional:
        lines += wrap_again([(f" {account_note(texts)}", palette.DIM)], width - 1, indent=1)
    return lines
