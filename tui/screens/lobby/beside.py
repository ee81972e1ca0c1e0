"""What the lobby shows beside its lists: the chosen table or game in full, talk, who is here. Pure."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence

from tui.boards import BOARDS
from tui.host.port import ChatLine, LobbySnapshot
from tui.language.notices import account_note
from tui.language.texts import Texts
from tui.presenters.listing import SEPARATOR, Item, OfferedGame, brief_heading, facts
from tui.presenters.lobby_actions import TALK
from tui.presenters.offers import short_title
from tui.presenters.table_details import details
from tui.screens.lobby.lists import LobbyViewModel
from tui.screens.lobby.rows import Line, heading
from tui.widgets.panel import Part
from tui.widgets.paragraphs import wrap, wrap_again
from tui.widgets.pieces import cut
from tui.wire.terminal import palette, tones

FEWEST_TALK = 3
"""The least rows of talk, with its heading; with less room there is none."""
MOST_LAST = 2
"""The most rows of what was said last."""
MOST_PEOPLE = 5
"""The most rows that name who is here."""


def chosen_lines(texts: Texts, shown: LobbyViewModel, width: int) -> list[Line]:
    """Returns the chosen table or finished game in full; of a game to be played, nothing."""
    item, now = shown.chosen, shown.now
    if item is None or isinstance(item, OfferedGame):
        return []
    told = SEPARATOR.join(facts(texts, item, now))
    name = wrap_again([(f" {brief_heading(texts, item)}", palette.STRONG)], width - 1, 1)
    agreed = wrap_again([(f" {told}", palette.DIM)], width - 1, 1) if told else []
    seats = [row for line in details(texts, item, now, shown.host) for row in wrap_again(line, width - 1, 3)]
    return [*name, *agreed, *seats]


def rules_lines(texts: Texts, item: Item | None, width: int, room: int) -> list[Line]:
    """The rules of a game, as many paragraphs as fit, for windows with room; of a table what is played."""
    if item is None:
        return []
    lines: list[Line] = [heading(texts._("Rules"), width, short_title(texts, item.game))]
    for name, text in BOARDS[item.game].rules_in(texts):
        paragraph = wrap_again([(f" {name}", palette.ACCENT), (f"  {text}", palette.TEXT)], width - 2, 3)
        if len(lines) + len(paragraph) > room:
            break
        lines += paragraph
    return lines if len(lines) > 1 else []


def talk(texts: Texts, lobby: LobbySnapshot, width: int, room: int) -> list[Line]:
    """Returns a heading and the last chat lines, as many as fit."""
    if room < FEWEST_TALK - 1:
        return []
    said: list[Line] = []
    for line in reversed(lobby.chat):
        if len(said) >= room - 1:
            break
        said[:0] = wrap_again(said_parts(line, lobby.you), width - 1, indent=3)
    if not said:
        stays: Part = (" " + texts._("what you write stays"), palette.DIM)
        said = wrap_again([(f" {TALK.shown}", tones.bold(palette.MINE)), stays], width - 1, indent=3)
    return [heading(texts._("Talk"), width), *said[-(room - 1) :]]


def last_said(texts: Texts, lobby: LobbySnapshot, width: int) -> list[Line]:
    """Returns what was said last, behind the key that answers, in one row or two; before it what to press."""
    if not lobby.chat:
        return talk(texts, lobby, width, FEWEST_TALK)[1:]
    said = [(f" {TALK.shown}", palette.ACCENT), *said_parts(lobby.chat[-1], lobby.you)]
    return wrap_again(said, width - 1, indent=3)[:MOST_LAST]


def said_parts(said: ChatLine, you: str) -> list[Part]:
    """Returns a chat line: who wrote it, in the colour of the house unless it is the player, and what."""
    ink = palette.STRONG if said.name == you else tones.bold(palette.MINE)
    return [(f" {said.name}:", ink), (f" {said.text}", palette.TEXT)]


def people(texts: Texts, lobby: LobbySnapshot, width: int) -> list[Line]:
    """Returns who is here, as many names as a few rows have room for; `/who` lists all."""
    others = [name for name in lobby.people if name != lobby.you]
    unnamed = lobby.here - len(lobby.people)

    def told(number: int) -> list[Line]:
        names, rest = ", ".join(others[:number]), len(others) - number + unnamed
        said = texts._("{names} and {number} more", names=names, number=rest) if rest else names
        return wrap([(f" {said}", palette.DIM)], width - 1, indent=1)

    most = min(len(others), MOST_PEOPLE * width)
    fits = most
    if len(told(most)) > MOST_PEOPLE:
        fits = max(1, bisect(range(1, most), MOST_PEOPLE, key=lambda number: len(told(number))))
    return [heading(texts._("Here"), width), *told(fits)[:MOST_PEOPLE], []] if others else []


def first_one(texts: Texts) -> list[Line]:
    """Returns what somebody reads who is here alone."""
    first, bots = texts._("You are the first tonight."), texts._("Bots play with you at once.")
    return [[(f" {first}", tones.bold(palette.GOLD))], [(f" {bots}", palette.TEXT)]]


def newcomer_lines(texts: Texts, shown: LobbyViewModel, width: int, room: int) -> list[Line]:
    """Returns how a newcomer is called, and what keeps their account, below blank rows: what fits."""
    said = [(shown.named, palette.TEXT), (account_note(texts) if shown.provisional else "", palette.DIM)]
    lines = list[Line]()
    for text, ink in said:
        more = wrap_again([(f" {text}", ink)], width - 1, indent=1) if text else []
        left = room - len(lines) - len(more)
        lines += [*[[]][: max(0, left)], *more] if more and left >= 0 else []
    return lines


def side_by_side(blocks: Sequence[tuple[Sequence[Line], int]], room: int) -> list[Line]:
    """Returns columns beside each other, each with its width; between them a line from top to bottom."""
    rows: list[Line] = []
    for y in range(room):
        row: Line = []
        for number, (lines, width) in enumerate(blocks):
            row += [("│", palette.FAINT)] if number else []
            own = width - (1 if number else 0)
            row += cut(lines[y], own) if y < len(lines) else [(" " * own, palette.TEXT)]
        rows.append(row)
    return rows
