"""The opponents of a game on the screen, the strongest above, and how the player stands to each."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from rich.cells import cell_len
from rich.style import Style

from tui.actions.new_games import told_first
from tui.boards import BOARDS, PLAYABLE
from tui.host.history import Rung, SoloLadder
from tui.language.actions import Action, labels
from tui.language.texts import N_
from tui.presenters.offers import short_title, title
from tui.presenters.people import opponent_words
from tui.presenters.practice_choice import against_rung
from tui.screens.people.actions import BACK, CHOOSE, HELP
from tui.screens.people.list_screen import ListScreen
from tui.screens.people.rows_panel import ListRow, RowsView
from tui.widgets.panel import Part
from tui.widgets.paragraphs import wrap
from tui.widgets.pieces import fit, justify, width_of
from tui.wire.terminal import palette, tones

NAME, RATING, GAP = 8, 6, "  "
"""Cells of the columns, and what is between two."""
WIDEST, WIDE_FROM = 100, 60
AIRY_FROM = 22
"""Rows of the window from which a blank one stands between two opponents."""
PLAY = Action(
    "play", ("enter",), "Enter", N_("play"), N_("Play the chosen opponent, at a table of three."), acts=True
)
GAME = Action(
    "game", ("right", "left", "tab", "shift+tab", "l", "h"), "←→", N_("game"),
    N_("See the opponents of another game (also Tab)."),
)  # fmt: skip
ACTIONS = (CHOOSE, PLAY, GAME, HELP, BACK)
BACKWARDS = ("left", "shift+tab", "h")


class OpponentsScreen(ListScreen):
    """Shows the opponents as the player stood to them when they were asked for."""

    actions = ACTIONS
    called = N_("Opponents")

    def __init__(self, ladder: SoloLadder) -> None:
        super().__init__()
        self._ladder = ladder
        self._ladders = {ladder.game: ladder}
        """Of every game, once the host has told them."""
        self._at_next = False

    def on_mount(self) -> None:
        super().on_mount()
        for game in PLAYABLE:
            if game not in self._ladders:
                self.session.request(self.session.port.opponents(game), self._know, self.refused)

    def _know(self, ladder: SoloLadder) -> None:
        self._ladders[ladder.game] = ladder
        if self._at_next or ladder is self._ladder:
            self.renew()

    def view(self) -> RowsView:
        texts, ladder, size = self.texts, self._ladder, self._panel.size
        rows = list[ListRow]()
        for rung in reversed(ladder.rungs):
            if size.height >= AIRY_FROM:
                rows.append(ListRow(()))
            rows.append(self._row(rung, min(size.width, WIDEST) - 1))
        width = max(1, size.width - 2)
        chosen, loud = self._chosen, BOARDS[ladder.game].accent.loud
        counts = opponent_words.what_counts(texts, ladder, chosen) if chosen else ""
        same = texts._("The same name plays with the same strength at every table.")
        told = [counts] if counts else []
        if size.height >= AIRY_FROM:
            told.append(same)
        elif chosen and size.width < WIDE_FROM:
            told.insert(0, opponent_words.style(texts, ladder, chosen))
        details = [line for one in told for line in wrap([(one, palette.DIM)], width)]
        asked = wrap([(opponent_words.next_words(texts, ladder), loud)], width)
        bar = [[(" ", loud), *line, (" " * (size.width - 1 - width_of(line)), loud)] for line in asked]
        name = title(texts, ladder.game)
        return RowsView(
            name if size.width < WIDE_FROM else texts._("Opponents: {game}", game=name), _beaten(ladder),
            self._games(width), rows, [[], *([(" ", palette.TEXT), *line] for line in details), *bar],
            labels(texts, (PLAY, GAME, HELP, BACK)),
        )  # fmt: skip

    def _games(self, width: int) -> list[Part]:
        """Returns the games, this one marked, with how far the player is in each if there is room."""
        for told in (True, False):
            parts: list[Part] = []
            for game in PLAYABLE:
                here, known = game == self._ladder.game, self._ladders.get(game)
                ink = BOARDS[game].accent.ink
                parts += [
                    (tones.EDGE if here else " ", ink),
                    (short_title(self.texts, game), tones.bold(ink) if here else ink),
                    (
                        f" {_beaten(known)}   " if known and told else "  ",
                        palette.GOLD if here else palette.DIM,
                    ),
                ]
            if width_of(parts) <= width:
                break
        return parts

    def _row(self, rung: Rung, width: int) -> ListRow:
        ink = palette.TEXT if rung.open else palette.DIM
        is_next = rung is self._ladder.next
        sign = ("✓", palette.GOOD) if not rung.missing else ("▶", palette.GOLD) if is_next else ("·", ink)
        name = BOARDS[self._ladder.game].accent.ink if is_next else palette.STRONG if rung.open else ink
        state = opponent_words.state(self.texts, self._ladder, rung)
        if is_next and rung.missing:
            pips = f"{'●' * rung.won}{'○' * rung.missing}"
            state = f"{pips}  {state}" if width >= WIDE_FROM - 2 else pips
        rating = "" if rung.rating is None else str(rung.rating)
        left: list[Part] = [sign, (f" {fit(rung.name, NAME)}", name), (f"{rating:>{RATING}}", palette.DIM)]
        plays = opponent_words.style(self.texts, self._ladder, rung)
        if width_of(left) + cell_len(plays) + cell_len(state) + 2 * len(GAP) <= width:
            left.append((f"{GAP}{plays}", ink))
        right: Part = (f"{state} ", palette.GOLD if is_next else ink)
        ground = tones.ROW if is_next else palette.TEXT
        on = Style(bgcolor=ground.bgcolor)
        parts = [(text, style + on) for text, style in justify(left, [right], width, ground)]
        return ListRow(parts, rung.name)

    @property
    def _chosen(self) -> Rung | None:
        return next((one for one in self._ladder.rungs if one.name == self._panel.choice), None)

    def renew(self) -> None:
        """Shows the opponents; at first the next one is chosen."""
        super().renew()
        now = self._ladder.next
        if now and not self._at_next and self.is_attached:
            self._at_next = True
            self._panel.step(-len(self._ladder.rungs))
            self._panel.step(len(self._ladder.rungs) - 1 - self._ladder.rungs.index(now))
            super().renew()

    @property
    def keyed(self) -> Mapping[str, Callable[[], object]]:
        return {**super().keyed, "play": self.action_play, "game": self.action_game}

    def action_play(self) -> None:
        """Begins a game against the chosen opponent, if it is open."""
        rung = self._chosen
        if rung and rung.open:
            told_first(self.session, against_rung(rung, self._ladder.game), self._go)
        elif rung:
            self._panel.say(opponent_words.next_words(self.texts, self._ladder))

    def _go(self, table: Coroutine[Any, Any, str]) -> None:
        self.session.request(table, self.session.go_table, self.refused)

    def action_game(self) -> None:
        """Shows the opponents of the next game, or of the one before."""
        games = list(PLAYABLE)
        by = -1 if self.pressed in BACKWARDS else 1
        game = games[(games.index(self._ladder.game) + by) % len(games)]

        def shown(found: SoloLadder) -> None:
            self._ladder, self._at_next = found, False
            self._know(found)

        self.session.request(self.session.port.opponents(game), shown, self.refused)


def _beaten(ladder: SoloLadder) -> str:
    """Returns a sign for each opponent of a game: beaten, or not yet."""
    return f"{'●' * ladder.beaten}{'○' * (len(ladder.rungs) - ladder.beaten)}"
