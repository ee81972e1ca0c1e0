"""What the player has planned at a table, and what others may do that a plan can be about."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from tui.actions.catalogue import SLASH
from tui.boards import BOARDS
from tui.host.port import TableSnapshot
from tui.language.actions import Action, by_letter, labels
from tui.language.spelling import command_word, shown
from tui.language.texts import N_
from tui.presenters import conditions, plan_words
from tui.screens.people.actions import BACK, CHOOSE, HELP
from tui.screens.people.list_screen import ListScreen
from tui.screens.people.rows_panel import ListRow, RowsView
from tui.widgets.paragraphs import wrap
from tui.wire.terminal import palette

ANSWER = Action(
    "answer", ("enter",), "Enter", N_("answer"), N_("say what you answer if they do what is chosen")
)
UNTIL = by_letter("u", "until", N_("until ..."), N_("say what you answer until they do what is chosen"))
WITHDRAW = by_letter("x", "withdraw", N_("withdraw"), N_("withdraw what you have planned"))


class PlanScreen(ListScreen):
    """Lists what was `found` that others may do. Dismissed with the beginning of the line to type; None:
    nothing was chosen.
    """

    called = N_("If they ... then ...")

    def __init__(self, snapshot: TableSnapshot, found: Sequence[str]) -> None:
        super().__init__()
        self._snapshot, self._found = snapshot, found
        until = (UNTIL,) if BOARDS[snapshot.info.game].standing_answers else ()
        self.actions = (CHOOSE, ANSWER, *until, WITHDRAW, HELP, BACK)

    def view(self) -> RowsView:
        texts, width = self.texts, max(1, self._panel.size.width - 2)
        rows = [ListRow([(one, palette.TEXT)], one) for one in self._found]
        told = (*plan_words.lines(texts, self._snapshot), *plan_words.ends(texts, self._snapshot))
        below = [[(" ", palette.TEXT), *line] for one in told for line in wrap([(one, palette.TEXT)], width)]
        keys = labels(texts, tuple(one for one in self.actions if one is not CHOOSE))
        return RowsView(texts.of(self.called), self._snapshot.info.name, (), rows, [[], *below], keys)

    @property
    def keyed(self) -> Mapping[str, Callable[[], object]]:
        return {
            **super().keyed,
            "answer": self.action_answer,
            "until": self.action_until,
            "withdraw": partial(self._say, plan_words.OFF),
        }

    def action_answer(self) -> None:
        """Has the player say their answer to what is chosen."""
        begun, then = (shown(self.texts.of(plan_words.KEYWORDS[name])) for name in ("if", "then"))
        self._say(f"{begun} {self._chosen} {then} ")

    def action_until(self) -> None:
        """Has the player say what they answer until that happens; passing is what most do."""
        until = shown(self.texts.of(plan_words.KEYWORDS["until"]))
        passing = self.texts.pgettext("typed move", "pass")
        self._say(f"{passing} {until} {self._chosen}")

    @property
    def _chosen(self) -> str:
        return conditions.typed(str(self._panel.choice or ""), self._found)

    def _say(self, words: str) -> None:
        self.dismiss(f"{SLASH}{command_word(self.texts, 'plan')} {words}")
