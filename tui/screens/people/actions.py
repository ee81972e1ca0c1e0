"""The actions of histories and profiles: one table for keys, prompts and help."""

from __future__ import annotations

from tui.language.actions import Action, by_letter
from tui.language.texts import N_

CHOOSE = Action(
    "choose", ("up", "down", "k", "j", "pageup", "pagedown", "home", "end"),
    "arrows",
    N_("choose"),
    N_("Go up and down in the list (also k and j, Page Up and Page Down, Home and End)."),
)  # fmt: skip
OPEN = Action(
    "open", ("enter",),
    "Enter",
    N_("open"),
    N_("Look at the chosen game again; watch one that is on; see the games against an opponent."),
)  # fmt: skip
REPLAY = OPEN._replace(label=N_("replay"))
WATCH = OPEN._replace(label=N_("watch"))
GAMES = OPEN._replace(label=N_("games"))
ANALYSIS = by_letter(
    "a",
    "analysis",
    N_("analysis"),
    N_("See what each decision of the chosen game cost, and the chances to win over the game."),
)
RECORD = by_letter("R", "record", N_("record"), N_("Read the record of the chosen game."))
PLAYER = Action(
    "player", tuple("123456789"),
    "1-9",
    N_("player"),
    N_("See the profile of the player at that seat of the chosen game, or of the chosen opponent (1)."),
)  # fmt: skip
LISTS = Action(
    "lists", ("tab", "right", "l", "shift+tab", "left", "h"),
    "Tab",
    N_("lists"),
    N_("Go to the next list: your games, everybody's, those being played now (also Left and Right)."),
)  # fmt: skip
GAME = by_letter("g", "game", N_("game"), N_("Show one kind of game, or all."))
RESULT = by_letter(
    "r", "result", N_("result"), N_("Show games that were won, lost, or had no result; or all.")
)
PERIOD = by_letter(
    "t",
    "period",
    N_("time"),
    N_("Show the last week, month or year, or all times. /history 2026-05 shows any month or day."),
)
HISTORY = by_letter("H", "history", N_("history"), N_("See all games of this player."))
HIDE = by_letter(
    "x", "hide", N_("hide"), N_("Hide your profile and your list of games from others, or show them again.")
)
SHOW = HIDE._replace(label=N_("show"))
HELP = Action("help", ("question_mark", "f1"), "?", N_("help"), N_("Show this page."))
BACK = Action(
    "back", ("q", "escape", "backspace"), "q", N_("back"), N_("Go back to where you were (also Esc).")
)
HISTORY_ACTIONS = (CHOOSE, OPEN, ANALYSIS, RECORD, PLAYER, LISTS, GAME, RESULT, PERIOD, HELP, BACK)
PROFILE_ACTIONS = (CHOOSE, OPEN, ANALYSIS, RECORD, PLAYER, HISTORY, HIDE, HELP, BACK)
