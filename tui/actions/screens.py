"""What screens and plain mode show and how: the terminal, drawing anew, the rules of a game."""

from __future__ import annotations

from tui.actions.action import Action, Shows, Slash, Ssh, Wrong, declared
from tui.actions.context import CommandContext, SessionContext, request
from tui.boards import BOARDS, PLAYABLE
from tui.boards.kit.board import Board
from tui.host.port import Port
from tui.host.refusals import refused
from tui.host.setting_names import MODE
from tui.language.texts import N_
from tui.presenters.reader import Page
from tui.wire.terminal.display import AS_IT_SAYS, format_wish, parse_wish, setting_name
from tui.wire.terminal.terminals import Depth


def change_mode(context: CommandContext, mode: str, table: str) -> None:
    """Keeps the mode that the player wants, then changes to it, at a table or ('') in the lobby."""
    session = context.session
    request(context, session.port.set(MODE, mode), lambda _: session.change_mode(table))


def _display(context: CommandContext, words: str) -> None:
    session = context.session
    wanted = parse_wish(words, session.showing.wanted)
    if wanted is None:
        raise Wrong

    def use(_: object = None) -> None:
        session.set_display(wanted)
        context.say(_used_as(session))

    if words:
        keep = session.port.set(setting_name(session.showing.term), format_wish(wanted))
        request(context, keep, use)
    else:
        context.say(_used_as(session))


def _used_as(session: SessionContext) -> str:
    texts, showing = session.texts, session.showing
    depth = showing.terminal.depth
    colours = {Depth.NONE: texts._("no colours"), Depth.TRUE: texts._("all colours")}.get(
        depth, texts._("{number} colours", number=int(depth))
    )
    signs = showing.terminal.charset.upper().replace("ISO", "ISO ")
    detected = N_("Display for {type}: {colours}, {signs} (detected).")
    chosen = N_("Display for {type}: {colours}, {signs} (your choice).")
    said = detected if showing.wanted == AS_IT_SAYS else chosen
    return texts.of(said, type=showing.term, colours=colours, signs=signs)


async def _board(_: Port, game: str) -> Board:
    if game not in BOARDS:
        raise refused("unknown-game", game=game[:40], games=tuple(PLAYABLE))
    return BOARDS[game]


ACTIONS = declared(
    rules=Shows(
        run=_board,
        say=lambda place, args, found: Page(
            place.texts.of(found.title), found.rules_in(place.texts), ": ", game=args.game
        ),
        answer=lambda place, _, found: {"rules": found.rules_in(place.texts)},
        slash=Slash("[GAME]", "the rules of a game, on one page"),
        ssh=Ssh(usage="rules GAME", for_guests=True),
        api="the `rules` of a game in the player's language, each a heading and what it says",
    ),
    display=Action(
        on_screen=_display,
        slash=Slash(
            "[auto] [mono|8|16|256|true] [utf8|ascii]",
            "the colours and characters your terminal gets; auto: as detected",
        ),
    ),
    redraw=Shows(
        on_screen=lambda context, _: context.session.redraw(),
        slash=Slash("", "draw everything anew, as Ctrl+L does; in plain mode: how things stand"),
    ),
    hint=Shows(slash=Slash("", "what you could do now, and why")),
    log=Shows(slash=Slash("[NUMBER|all]", "everything that was said or happened here, to scroll through")),
    help=Shows(
        optional=("about",),
        slash=Slash("[COMMAND|TOPIC]", "all keys and commands, those of a topic, or what one of them does"),
    ),
    lobby=Action(slash=Slash("", "go to the lobby; your seat is kept")),
    plain=Action(slash=Slash("", "switch to plain mode: sentences instead of a screen")),
    screen=Action(slash=Slash("", "switch from plain mode to the screen")),
    quit=Action(slash=Slash("", "leave crownhouse; seats in running games stay yours")),
)
