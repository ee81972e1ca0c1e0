"""A player's profile: what their games add up to, the record against each opponent, their newest games."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from tui.host.history import HIDDEN, PROFILE_SETTING, HistoryFilter, HistoryGame, PlayerProfile
from tui.language.actions import Action, labels
from tui.presenters.people import profile_words, trophy_words
from tui.screens.people import actions, rows
from tui.screens.people.history_screen import HistoryScreen
from tui.screens.people.list_screen import ListScreen
from tui.screens.people.rows_panel import ListRow, RowsView
from tui.widgets.paragraphs import wrap
from tui.wire.terminal import palette

BLANK = ListRow([])


class ProfileScreen(ListScreen):
    """Shows a profile as it was when it was asked for."""

    actions = actions.PROFILE_ACTIONS

    def __init__(self, profile: PlayerProfile) -> None:
        super().__init__()
        self._profile = profile

    def view(self) -> RowsView:
        texts, profile, port = self.texts, self._profile, self.session.port
        width = self._panel.size.width
        heading = profile_words.heading(texts, profile)
        if said := profile_words.is_hidden(texts, profile):
            keys = labels(texts, (actions.HELP, actions.BACK))
            return RowsView(heading, rows=[ListRow([(said, palette.TEXT)])], keys=keys)
        listed = [ListRow([(f"{', '.join(profile_words.about(texts, profile))}.", palette.TEXT)]), BLANK]
        if matches := [one for one in profile.games if one.played or one.unfinished]:
            listed += [*rows.tally_rows(texts, profile.total, matches, width), BLANK]
        if with_bots := [one for one in profile.games if one.bots.played]:
            listed += [*rows.bot_rows(texts, with_bots, width), BLANK]
        if said := trophy_words.in_a_profile(texts, profile):
            told = texts._("Trophies: {trophies}.", trophies=said)
            listed += [*map(ListRow, wrap([(told, palette.TEXT)], max(1, width))), BLANK]
        if profile.opponents:
            records = [rows.opponent_row(texts, one, port.now(), width) for one in profile.opponents]
            more = profile_words.more_opponents(texts, profile)
            last = [ListRow([(f"  {more}", palette.DIM)])] if more else []
            listed += [rows.opponent_headings(texts, width), *records, *last, BLANK]
        if profile.recent:
            recent = [rows.game_row(texts, one, port.now(), width) for one in profile.recent]
            listed += [ListRow(rows.game_headings(texts, width)), *recent]
        else:
            listed.append(ListRow([(texts._("No game has ended yet."), palette.DIM)]))
        game = self._chosen_game
        details = rows.game_details(texts, game, port.ssh_host) if game else ()
        return RowsView(heading, "", (), listed, details, labels(texts, self._offered))

    @property
    def _offered(self) -> tuple[Action, ...]:
        kind = self._panel.choice.partition(":")[0] + ":"
        here: tuple[Action, ...] = ()
        if kind == rows.GAME_ROW:
            here = (actions.REPLAY, actions.RECORD, actions.PLAYER)
        elif kind == rows.OPPONENT_ROW:
            here = (actions.GAMES, actions.PLAYER)
        own = (actions.SHOW if self._profile.hidden else actions.HIDE,) if self._profile.you else ()
        return (*here, actions.HISTORY, *own, actions.HELP, actions.BACK)

    @property
    def _chosen_game(self) -> HistoryGame | None:
        kind, _, name = self._panel.choice.partition(":")
        games = self._profile.recent if kind + ":" == rows.GAME_ROW else ()
        return next((game for game in games if game.id == name), None)

    @property
    def keyed(self) -> Mapping[str, Callable[[], object]]:
        return {
            **super().keyed,
            "open": self.action_open,
            "history": self.action_history,
            "analysis": self.action_analysis,
            "record": self.action_record,
            "player": self.action_player,
            "hide": self.action_hide,
        }

    def action_open(self) -> None:
        """Looks at the chosen game again, or lists the games against the chosen opponent."""
        kind, _, name = self._panel.choice.partition(":")
        if kind + ":" == rows.GAME_ROW:
            self.replay(name)
        elif name:
            self._list(opponent=name)

    def action_history(self) -> None:
        """Lists all games of this player."""
        if not profile_words.is_hidden(self.texts, self._profile):
            self._list()

    def _list(self, opponent: str = "") -> None:
        player = "" if self._profile.you else self._profile.name
        self.app.push_screen(HistoryScreen(HistoryFilter(player=player, opponent=opponent)))

    def action_player(self) -> None:
        """Shows the profile of the chosen opponent, or of a player of the chosen game."""
        kind, _, name = self._panel.choice.partition(":")
        number, game = int(self.pressed), self._chosen_game
        if kind + ":" == rows.OPPONENT_ROW and number == 1:
            self.show_player(name)
        elif game:
            self.show_player_of(game, number)
        else:
            self._panel.say(self.texts._("Only players with an account have a profile."))

    def action_hide(self) -> None:
        """Hides one's own profile from others, or shows it again."""
        profile = self._profile
        if not profile.you:
            return
        hidden = not profile.hidden

        def done(_: None) -> None:
            self._profile = replace(profile, hidden=hidden)
            self.renew()

        port = self.session.port
        self.session.request(port.set(PROFILE_SETTING, HIDDEN if hidden else ""), done, self.refused)
