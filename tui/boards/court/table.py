"""The court table as a widget: four panels, and keys that become moves.

What is drawn is made by the modules beside this one; what a player is in the middle of is an
`Intent`. A move leaves only through `_submit`, with the ask it answers; until the news of it
arrive, keys that would act do nothing, because they were meant for what comes next.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from textual.app import ComposeResult
from textual.events import DescendantFocus, Key
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from engine.court import advice
from engine.court.game import GAME
from engine.court.legal import CONCEDE, NOTHING, ROLL, STAND
from engine.court.model import Kind
from engine.court.moves import Keep, Move, Take
from engine.game import Refused
from tui import palette
from tui.boards.board import BoardView, Desk
from tui.boards.court import court_rows, explain, phrases, spoken, worth
from tui.boards.court.intents import Idle, Intent, Powers, Sure, Using
from tui.boards.court.plan import Plan, plan
from tui.boards.court.prompts import ACTIONS, key_lines, prompt
from tui.boards.court.recipes import Choice, becomes, probe, recipe
from tui.boards.court.scene import Scene, scene_of
from tui.boards.court.seat_rows import seat_entries
from tui.port import TableNews
from tui.widgets.card_grid import CardGrid
from tui.widgets.dice_tray import NOTHING as NO_DICE
from tui.widgets.dice_tray import DiceTray, Limit
from tui.widgets.lines import Lines
from tui.widgets.panel import Part, line_of
from tui.widgets.roster import Roster

_NAMES_OF: Mapping[str, str] = MappingProxyType(
    {key: name for name, action in ACTIONS.items() for key in action.keys}
)
_PASSES = frozenset(("tab", "shift+tab", "slash", "question_mark"))
"""Keys that do no harm while a move is on its way."""


class CourtTable(BoardView):
    """Court, seats, dice, and what they are worth."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.court = CardGrid(id="court")
        self.seats = Roster(id="seats")
        self.tray = DiceTray(id="tray")
        self.worth = Lines(id="worth")
        self._scene: Scene | None = None
        self._intent: Intent = Idle()
        self._waiting: int | None = None
        """The ask that a submitted move answers, until its news arrive."""
        self._set_by: tuple[int, ...] = ()
        """Marks to set aside, put away while a power is chosen."""
        self._explains = False
        self._does: Mapping[str, Callable[[], None]] = MappingProxyType(
            {
                "roll": lambda: self._submit(ROLL),
                "keep": self._keep,
                "power": self._open_powers,
                "take": self._go_to_court,
                "nothing": lambda: self._weigh(NOTHING),
                "stand": lambda: self._weigh(STAND),
                "concede": lambda: self._weigh(CONCEDE),
                "back": self._back,
                "help": self._toggle_help,
            }
        )

    def compose(self) -> ComposeResult:
        yield self.court
        yield self.seats
        yield self.tray
        yield self.worth

    # What the table screen asks for

    def show(self, news: TableNews) -> None:
        before, self._scene = self._scene, scene_of(self.desk.texts, news)
        asked = news.ask.id if news.ask else None
        if self._waiting != asked:
            self._waiting = None
        fresh = before is None or (before.ask.id if before.ask else None) != asked
        if fresh:
            self._intent = Idle()
        if before is None or _dice_of(before) != _dice_of(self._scene):
            self._set_by = ()
            self.tray.mark(())
        self._draw()
        if fresh and news.ask:
            self.take_focus()

    def typed(self, text: str) -> None:
        scene = self._scene
        if scene is None:
            return
        try:
            move = GAME.parse(spoken.in_english(scene.texts, text), scene.view)
        except Refused as refusal:
            self._say(refusal)
        else:
            self._submit(move)

    def refused(self) -> None:
        self._waiting = None
        self._set(Idle())

    def rows(self, width: int, most: int) -> int:
        return self._plan(Size(width, most)).height

    def take_focus(self) -> None:
        focused = self.screen.focused
        if focused is not None and focused not in self.children:
            return
        if self._scene is not None and self._scene.phase == "end":
            self._go_to_court()
        else:
            self.tray.focus()

    def again(self) -> None:
        if self._scene is not None:
            self.desk.prompt(prompt(self._scene, self._intent, self.desk.since()))

    def key_lines(self) -> tuple[tuple[str, str], ...]:
        return key_lines(self.desk.texts)

    # Where things stand

    def plan(self, size: Size) -> Mapping[Widget, Region]:
        where = self._plan(size)
        return {
            self.court: where.court,
            self.seats: where.seats,
            self.tray: where.tray,
            self.worth: where.worth,
        }

    def _plan(self, size: Size) -> Plan:
        return plan(size.width, size.height, len(self._scene.seats) if self._scene else 5)

    def render_line(self, y: int) -> Strip:
        rules = self._plan(self.size).rules
        if y not in rules:
            return Strip.blank(self.size.width)
        said = self._mark_to_beat() if y == rules[-1] else ""
        width = self.size.width
        parts: list[Part] = [("──", palette.FAINT), (f" {said} " if said else "", palette.ACCENT)]
        return line_of([*parts, ("─" * width, palette.FAINT)], width)

    def _mark_to_beat(self) -> str:
        final = self._scene.view.position.final if self._scene else None
        if final is None or self._scene is None:
            return ""
        mark = phrases.mark(final.mark.count, final.mark.face)
        name = self._scene.names(final.mark.seat)
        return self.desk.texts._("to beat: {result} of {name}", result=mark, name=name)

    # Drawing

    def _draw(self) -> None:
        """Brings every panel up to date; panels draw only what differs."""
        scene = self._scene
        if scene is None:
            return
        texts = scene.texts
        using = isinstance(self._intent, Powers)
        self.court.show(court_rows.court_rows(texts, scene.view, using=using))
        self.seats.show(seat_entries(scene, self.size.width or 80))
        hand = scene.turn is not None and not scene.turn.rolled
        active = texts._("in hand") if hand else texts._("active")
        self.tray.show(scene.dice, scene.aside, (texts._("aside"), active))
        self.tray.restrict(self._limit(scene))
        self._draw_choice()
        self.refresh(*[Region(0, y, self.size.width, 1) for y in self._plan(self.size).rules])
        self.again()

    def on_resize(self) -> None:
        self._draw()

    def _draw_choice(self) -> None:
        """What depends on marks and cursors: the line under the dice, signs, results."""
        scene = self._scene
        if scene is None:
            return
        idle = isinstance(self._intent, Idle)
        marked = self.tray.marked_faces if idle else ()
        self.court.light(court_rows.payable(scene.view, marked) if marked else ())
        self.tray.note(self._results(scene))
        self.worth.show([self._below(scene, marked)])
        if self._explains:
            self._explain()

    def _below(self, scene: Scene, marked: tuple[int, ...]) -> list[Part]:
        match self._intent:
            case Using() as using:
                return worth.choice_line(scene, using)
            case Powers():
                return worth.card_line(scene, self._card(), using=True)
        if self.court.has_focus and self.court.card:
            return worth.card_line(scene, self._card(), using=False)
        return worth.worth_line(scene, marked, self.size.width or 80)

    def _results(self, scene: Scene) -> dict[int, str]:
        """What stands under dice that a power touches: what they become, where that is known."""
        using = self._intent
        if not isinstance(using, Using):
            return {}
        if using.step is not None and using.step.of == "dice":
            choice = Choice(self.tray.marked_faces, self.tray.marks)
            use, places = using.use(choice), (*using.places, *choice.places)
        else:
            use, places = using.under_cursor, using.places
        return becomes(use, scene.dice, places) if use and places else dict.fromkeys(using.places, "*")

    def _limit(self, scene: Scene) -> Limit:
        match self._intent:
            case Idle() if scene.phase == "dice":
                return Limit()
            case Using() as using if using.step is not None and using.step.of == "dice":
                faces, taken, dice = using.recipe.faces(using.given), using.places, scene.dice
                return Limit(using.recipe.most(using.given), lambda at: dice[at] in faces and at not in taken)
        return NO_DICE

    def _card(self) -> Kind:
        card = self.court.card
        return court_rows.kind_of(card.key) if card else "jester"

    # Intents

    def _set(self, intent: Intent) -> None:
        """Another intent; marks to set aside come back once it is idle again."""
        before, self._intent = self._intent, intent
        if isinstance(before, Idle) and not isinstance(intent, Idle | Sure):
            self._set_by = self.tray.marks
        self.court.limit(self._can_choose if isinstance(intent, Powers) else None)
        if not isinstance(before, Sure) and not isinstance(intent, Sure):
            self.tray.mark(self._set_by if isinstance(intent, Idle) else ())
        self._draw()
        if isinstance(intent, Using) or (isinstance(before, Powers) and isinstance(intent, Idle)):
            self.tray.focus()

    def _can_choose(self, key: str) -> bool:
        return self._scene is not None and key in advice.usable(self._scene.view)

    def _open_powers(self) -> None:
        scene = self._scene
        if scene is None or self._barred(ROLL, "not-your-turn", "game-over"):
            return
        powers = advice.usable(scene.view)
        if not powers:
            self.desk.notice(scene.texts._("You own no card with a power to use yet."))
            return
        usable = [kind for kind, why in powers.items() if why is None] or list(powers)
        if not isinstance(self._intent, Powers):
            self._set(Powers())
        self.court.select(usable[0])
        self.court.focus()
        self._draw_choice()

    def _begin(self, kind: Kind) -> None:
        """Starts using a card, or says why it cannot be used."""
        scene = self._scene
        if scene is None:
            return
        why = advice.usable(scene.view).get(kind)
        if why is not None:
            self._say(why)
        else:
            self._set(Using(recipe(scene.view, kind)))
            self._aim(scene)

    def _aim(self, scene: Scene) -> None:
        """Puts the tray's cursor on the first die that can be chosen."""
        allowed = self.tray.limit.allowed
        places = [at for at in range(len(scene.dice)) if allowed(at)]
        if places and self.tray.limit.most and not allowed(self.tray.cursor):
            self.tray.go(places[0])

    def _answer_dice(self, scene: Scene, using: Using, marks: tuple[int, ...]) -> None:
        choice = Choice(tuple(scene.dice[at] for at in marks), marks)
        more = using.answered(choice)
        if not using.recipe.open(more.given):
            self._say(scene.check(probe(scene.view, using.card, using.given, choice.answer)))
        elif more.step is None:
            self._submit(using.use(choice))
        else:
            self._set(more)
            self._aim(scene)

    def _back(self) -> None:
        match self._intent:
            case Using() as using:
                self._set(using.back() if using.given else Powers())
                if isinstance(self._intent, Powers):
                    self.court.select(using.card)
                    self.court.focus()
            case Idle():
                self._close_help()
            case _:
                self._set(Idle())

    # Moves

    def _keep(self) -> None:
        if isinstance(self._intent, Idle):
            self._submit(Keep(tuple(sorted(self.tray.marked_faces))))

    def _weigh(self, move: Move) -> None:
        """Asks for the confirming key of a move of weight, if it is allowed at all."""
        if not self._barred(move):
            self._set(Sure(move))

    def _submit(self, move: Move | None) -> None:
        scene = self._scene
        if scene is None or move is None or self._waiting is not None or self._barred(move):
            return
        if scene.ask is not None:
            self._waiting = scene.ask.id
            self.desk.submit(scene.ask.id, move)

    def _barred(self, move: Move, *codes: str) -> bool:
        """Whether the move is refused (by one of these codes), having said why."""
        why = self._scene.check(move) if self._scene else None
        if why is None or (codes and why.code not in codes):
            return False
        self._say(why)
        return True

    def _say(self, refusal: Refused | None) -> None:
        text = self._scene.why(refusal) if self._scene and refusal else None
        self.desk.notice(text or self.desk.texts._("That is not possible now."))

    def _go_to_court(self) -> None:
        scene = self._scene
        if scene is None or self._barred(NOTHING):
            return
        found = court_rows.payable(scene.view)
        if found:
            self.court.select(found[-1])
        self.court.focus()
        self._draw_choice()

    # Keys

    def on_key(self, event: Key) -> None:
        self.desk.notice("")
        if self._waiting is not None and event.key not in _PASSES:
            event.stop()
            return
        name = _NAMES_OF.get(event.key)
        if self._chosen(event):
            event.stop()
        elif name is not None:
            event.stop()
            self._does[name]() if name in self._does else None

    def _chosen(self, event: Key) -> bool:
        """Whether the key belonged to the intent: a value, the confirming key, the way back."""
        match self._intent:
            case Idle():
                return False
            case Using() as using if using.values and self._choose_value(using, event.key):
                return True
            case Using() as using if event.key in {"enter", "y"} and (using.step is None or using.values):
                self._submit(using.under_cursor)
            case Sure(move) if event.key in {"enter", "y"}:
                self._submit(move)
            case _ if event.key in {"q", "z"}:
                self._back()
            case Sure():
                self._set(Idle())
                return event.key in {"escape", "backspace"}
            case _:
                return False
        return True

    def _choose_value(self, using: Using, key: str) -> bool:
        """Moves among the values, or goes to the one that a digit names."""
        steps = {"left": -1, "h": -1, "down": -1, "j": -1, "right": 1, "l": 1, "up": 1, "k": 1}
        if key in steps:
            at = max(0, min(using.at + steps[key], len(using.values) - 1))
        elif key.isdigit() and (int(key),) in using.values:
            at = using.values.index((int(key),))
        else:
            return False
        self._intent = using._replace(at=at)
        self._draw_choice()
        return True

    # What the panels say

    def on_dice_tray_marked(self) -> None:
        self._draw_choice()

    def on_dice_tray_barred(self, event: DiceTray.Barred) -> None:
        scene, using = self._scene, self._intent
        if scene is None:
            return
        if isinstance(using, Using) and event.index in using.places:
            self.desk.notice(scene.texts._("Choose another die: pips move from one die to another."))
        elif isinstance(using, Using):
            faces = (*self.tray.marked_faces, scene.dice[event.index])
            self._say(scene.check(probe(scene.view, using.card, using.given, faces)))
        else:
            self._say(scene.check(Keep(())))

    def on_dice_tray_confirmed(self, event: DiceTray.Confirmed) -> None:
        scene = self._scene
        if scene is None or self._waiting is not None:
            return
        match self._intent, scene.phase:
            case Using() as using, _:
                self._answer_dice(scene, using, event.marks)
            case _, "last":
                self._weigh(STAND)
            case _, "end":
                self._go_to_court()
            case _, "dice":
                self._keep()
            case _:
                self._submit(ROLL)

    def on_card_grid_moved(self) -> None:
        self._draw_choice()

    def on_card_grid_confirmed(self, event: CardGrid.Confirmed) -> None:
        kind = court_rows.kind_of(event.key)
        if self._waiting is not None:
            return
        if isinstance(self._intent, Powers):
            self._begin(kind)
        else:
            self._weigh(Take(kind))

    def on_roster_moved(self) -> None:
        self._draw_choice()

    def on_roster_confirmed(self) -> None:
        self._toggle_help()

    def on_descendant_focus(self, _event: DescendantFocus) -> None:
        if isinstance(self._intent, Powers) and not self.court.has_focus:
            self._set(Idle())
        self._draw_choice()

    # Explanations

    def _toggle_help(self) -> None:
        self._explains = not self._explains
        if self._explains:
            self._explain()
        else:
            self.desk.explain(())

    def _close_help(self) -> None:
        if self._explains:
            self._toggle_help()

    def _explain(self) -> None:
        scene = self._scene
        if scene is None:
            return
        if self.court.has_focus:
            lines = explain.card_lines(scene, self._card())
        elif self.seats.has_focus:
            lines = explain.seat_lines(scene, self.seats.cursor + 1)
        else:
            lines = explain.dice_lines(scene)
        self.desk.explain(lines)


def _dice_of(scene: Scene) -> object:
    """What changes with a roll, with dice set aside and with the turn: then marks are gone."""
    turn = scene.turn
    return turn and (turn.seat, turn.rolled, turn.kept, turn.aside)
