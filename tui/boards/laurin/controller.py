"""The controller of the laurin board: it turns keys and choices into intents and moves.

`tui.boards.kit.controller` does what every board needs: one move at a time, confirming, refusals.
`tui.boards.laurin.play.square_choice` says what a chosen square means.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, cast

from engine.game import Refused
from engine.laurin import queries
from engine.laurin.game import GAME
from engine.laurin.model.moves import Bid, Buy, Give, Lapse, Lead, Move, Place, TakeBack
from engine.laurin.model.names import DwarfKind, Magic
from engine.laurin.model.refusals import refused
from engine.laurin.rules.legal import COUNTER, DONE, PASS
from tui.boards.kit.board import BoardHost
from tui.boards.kit.controller import BoardController
from tui.boards.kit.keys import BACK
from tui.boards.kit.seat_names import seat_numbers
from tui.boards.kit.view_model import Confirming, NoIntent
from tui.boards.laurin.panels import choice_rows
from tui.boards.laurin.panels.choice_list import ChoiceList
from tui.boards.laurin.panels.choice_rows import (
    DrawnCard,
    MagicOffer,
    MoveOption,
    Option,
    StandingAnswerOption,
    WayOption,
)
from tui.boards.laurin.panels.garden import Garden
from tui.boards.laurin.panels.seat_rows import Seats
from tui.boards.laurin.panels.treasure_panel import TreasurePanel
from tui.boards.laurin.play import prompts, square_choice
from tui.boards.laurin.play.actions import ACTIONS, CASTS
from tui.boards.laurin.play.intents import (
    ChoosingExchange,
    ChoosingMove,
    ChoosingStandingAnswers,
    Intent,
    MovingDwarfs,
)
from tui.boards.laurin.play.king_ways import number_of
from tui.boards.laurin.play.view_model import ViewModel
from tui.boards.laurin.words import typed_moves
from tui.widgets.lines import Lines

_DWARFS: Mapping[str, DwarfKind] = MappingProxyType({"5": "5/3", "3": "3/2", "1": "1/1"})
"""The dwarf that a digit means while dwarfs are placed."""


class LaurinPanels(NamedTuple):
    """The panels that the controller reads and moves."""

    garden: Garden
    seats: Seats
    choices: ChoiceList
    treasure_panel: TreasurePanel
    info: Lines
    hand: Lines


class LaurinController(BoardController[ViewModel]):
    """One player's keys and choices at a table of laurin."""

    intent: Intent

    def __init__(self, host: BoardHost, panels: LaurinPanels, changed: Callable[[], None]) -> None:
        super().__init__(host, changed, ACTIONS)
        self._panels = panels
        self._dwarf: DwarfKind | None = None
        """The dwarf that the player wants while dwarfs are placed."""

    @property
    def dwarf(self) -> DwarfKind | None:
        """The dwarf that would be placed now: the wanted one, or the strongest one that can be placed."""
        model = self.model
        if model is None or model.question != "place":
            return None
        return square_choice.to_place(model, self._dwarf)

    @property
    def option(self) -> Option | None:
        """The option under the cursor of the list."""
        model = self.model
        return choice_rows.option_at(model, self.intent, self._panels.choices.place) if model else None

    @property
    def chosen(self) -> Move | None:
        """The move that the present keys are about: the one that waits for its confirming key, dwarfs that
        were set down, the one under the cursor of the list, or a dwarf placed where the cursor is; None if
        there is none.
        """
        model, move = self.model, self._chosen()
        return move if model is not None and move is not None and model.check(move) is None else None

    def _chosen(self) -> Move | None:
        model, option = self.model, self.option
        match self.intent:
            case Confirming(move, _):
                return cast(Move, move)
            case MovingDwarfs(steps, None) as lifting if steps and model is not None:
                return lifting.move(model.view)
        if self._panels.choices.is_focused and isinstance(option, MoveOption | WayOption):
            return option.move if isinstance(option, MoveOption) else self._way(option)
        if self.is_idle and self.dwarf is not None and self._panels.garden.is_focused:
            return Place(self.dwarf, self._panels.garden.cursor)
        return None

    def apply(self, model: ViewModel) -> bool:
        before = self.model
        if not self.set_model(model):
            if not self.is_idle and before is not None and model.view != before.view:
                self.intent = NoIntent()
            return False
        self.intent, self._dwarf = NoIntent(), None
        garden = self._panels.garden
        if model.question == "place" != (before and before.question):
            garden.go(square_choice.nearest_free(model, garden.cursor))
        if model.question == "move" != (before and before.question):
            garden.go(square_choice.nearest_dwarf(model, garden.cursor, own=True))
        self._lay_out(model)
        self._panels.choices.start(choice_rows.best(model))
        return model.ask is not None

    def _lay_out(self, model: ViewModel) -> None:
        """Lay treasure out for a new question: no cards for a bid, the best cards for taking back."""
        match model.question:
            case "bid":
                self._panels.treasure_panel.lay((), len(model.view.hand))
            case "take-back":
                most = queries.most_back(model.view)
                self._panels.treasure_panel.lay(queries.shown_bid(model.view)[:most], most)
            case _:
                self._panels.treasure_panel.lay((), 0)

    @property
    def begun(self) -> Hashable:
        """What is begun; dwarfs that are lifted and set down are marks, and no question of their own."""
        return NoIntent() if isinstance(self.intent, MovingDwarfs) else self.intent

    def read(self, model: ViewModel, text: str) -> Move:
        letters = {letter: seat for seat, letter in enumerate(model.letters, start=1)}
        words = typed_moves.to_notation(model.texts, text, {**letters, **seat_numbers(model.seats)})
        return GAME.parse(words, model.view)

    # Keys

    def press_action(self, key: str) -> bool:
        if key in BACK.keys and self.is_idle:
            return False
        return self._digit(key) or super().press_action(key)

    def _digit(self, key: str) -> bool:
        """Handle a digit: it names one of the King's ways, or which dwarf to place."""
        model = self.model
        if model is None or not self.is_idle or len(key) != 1 or not key.isdigit():
            return False
        if model.leads:
            ways = [way for way in queries.king_destinations(model.view) if number_of(way) == key]
            for way in ways:
                self._choose_way(WayOption(way))
            return bool(ways)
        if model.question == "place" and key in _DWARFS:
            self._want(model, _DWARFS[key])
            return True
        return False

    def _want(self, model: ViewModel, kind: DwarfKind) -> None:
        why = model.check(Place(kind, square_choice.empty_square(model)))
        if why is not None:
            self.show_refusal(why)
            return
        self._dwarf = kind
        self._changed()

    # Intents

    def begin(self, intent: Intent) -> None:
        """Change the intent. Choosing among several moves happens in the list; from there the focus goes back
        to where the question is, if it is at a place of its own.
        """
        before, self.intent = self.intent, intent
        if isinstance(intent, ChoosingExchange) and intent.first is None:
            self._go_to_dwarf()
        if isinstance(intent, ChoosingMove | ChoosingStandingAnswers):
            self._panels.choices.start((0, 0))
        self._changed()
        if isinstance(intent, ChoosingMove | ChoosingStandingAnswers):
            self._panels.choices.focus()
        elif isinstance(intent, ChoosingExchange):
            self._panels.garden.focus()
        elif isinstance(before, ChoosingMove | ChoosingStandingAnswers) and self._panels.choices.is_focused:
            self._panels.garden.focus()
            self._host.take_focus()

    def _go_to_dwarf(self) -> None:
        """Put the cursor on the nearest dwarf if its square is empty."""
        garden, model = self._panels.garden, self.model
        if model is not None:
            garden.go(square_choice.nearest_dwarf(model, garden.cursor))

    def go_back(self) -> None:
        match self.intent:
            case MovingDwarfs() as lifting:
                self.begin(square_choice.one_step_back(lifting))
            case ChoosingExchange(first) if first is not None:
                self.begin(ChoosingExchange())
            case _:
                self.begin(NoIntent())

    def _open_standing_answers(self) -> None:
        """List the standing answers; the same key closes the list."""
        model = self.model
        if isinstance(self.intent, ChoosingStandingAnswers):
            self.begin(NoIntent())
        elif model is None or not GAME.standing_answers.words(model.view):
            self._host.notice(self._host.texts._("There is nothing to auto-pass right now."))
        elif self.is_idle:
            self.begin(ChoosingStandingAnswers())

    # When something is chosen

    def choose_square(self, square: str) -> None:
        """Do what Enter means in the garden."""
        model = self.ready_model
        if model is None:
            return
        if model.question == "place" and self.is_idle and self.dwarf is None:
            self._host.notice(prompts.none_to_place(model))
            return
        found = square_choice.chosen(model, self.intent, square, self.dwarf)
        if isinstance(found, Refused):
            self.show_refusal(found)
        elif isinstance(found, Place):
            self.submit(found)
        elif isinstance(found, MovingDwarfs):
            self.begin(found)
        else:
            self.go_on(found)

    def choose_option(self) -> None:
        """Do what Enter means in the list."""
        model, target = self.ready_model, self.option
        if model is None or target is None:
            return
        match target:
            case MoveOption(move):
                self.submit(move)
            case MagicOffer(card):
                self._choose_payment(model, card)
            case StandingAnswerOption(word):
                self._host.answer_beforehand(word, on=word not in model.standing_answers)
            case DrawnCard(card):
                self._choose_among("give", card, _gifts(model, card))
            case WayOption():
                self._choose_way(target)

    def _choose_payment(self, model: ViewModel, card: Magic) -> None:
        payments = queries.payments(model.view, card)
        if model.question != "buy":
            self.show_refusal(model.check(Buy(card, model.view.hand)))
        elif payments:
            self._choose_among("pay", card, tuple(Buy(card, paid) for paid in payments))
        else:
            self._host.notice(model.texts._("You don't have enough treasure for that."))

    def _choose_among(self, of: str, card: str, moves: tuple[Move, ...]) -> None:
        """Let the player choose among moves, if it is their question. The first is checked for them all."""
        if moves and not self.refuses(moves[0]):
            self.go_on(ChoosingMove(of, card, moves))  # type: ignore[arg-type]  # one of the three words

    def _way(self, target: WayOption) -> Move:
        reach = target.reach
        lapses = reach.end is None and self.model is not None and self.model.question != "king-last"
        return Lapse(reach.owner) if lapses else Lead(reach.owner, reach.direction)

    def _choose_way(self, target: WayOption) -> None:
        self.confirm(self._way(target))

    def choose_treasure(self, cards: tuple[int, ...]) -> None:
        """Do what Enter means at the treasure."""
        model = self.ready_model
        if model is None:
            return
        if model.question == "take-back":
            self.submit(TakeBack(cards))
        elif model.question == "bid" and not cards:
            self._pass()
        else:
            self.confirm(Bid(cards))

    def miss_treasure(self) -> None:
        """Show why a card cannot be laid out."""
        model = self.model
        if model is None:
            return
        if model.question == "take-back":
            self.show_refusal(refused("takes-back-too-many", most=queries.most_back(model.view)))
        else:
            self.show_refusal(model.check(Bid(())))

    # Actions of keys

    def _move(self) -> None:
        if isinstance(self.intent, MovingDwarfs) and self.model is not None:
            self.submit(self.intent.move(self.model.view))

    def _done(self) -> None:
        model = self.model
        if model is None or self.refuses(DONE):
            return
        if square_choice.could_do_more(model, self.dwarf):
            self.go_on(Confirming(DONE))
        else:
            self.submit(DONE)

    def _pass(self) -> None:
        """Pass: at a chance to react with one key; declining anything else needs a second one."""
        if self.model is not None and self.model.reacts:
            self.submit(PASS)
        else:
            self.confirm(PASS)

    def _cast(self, kind: Magic) -> None:
        model = self.model
        if model is None:
            return
        playable, buys = queries.playable(model.view), model.question == "buy"
        why = playable.get(kind)
        if buys and kind in model.position.offer and (why or kind not in playable):
            self._choose_payment(model, kind)
        elif kind in model.position.offer and kind not in playable:
            self.show_refusal(model.check(Buy(kind, model.view.hand)))
        elif kind not in playable:
            self.show_refusal(refused("not-on-offer" if buys else "not-owned", card=kind))
        elif why is not None:
            self.show_refusal(why)
        elif kind == "counter":
            self.go_on(Confirming(COUNTER))
        elif kind == "exchange":
            self.go_on(ChoosingExchange())
        else:
            moves = queries.casts(model.view, kind)
            self.go_on(Confirming(moves[0]) if kind == "ban" else ChoosingMove("cast", kind, moves))

    handlers: ClassVar[Mapping[str, Callable[[Any], None]]] = MappingProxyType(
        {
            "move": _move,
            "done": _done,
            "pass": _pass,
            "back": go_back,
            "standing_answers": _open_standing_answers,
            **{f"cast {kind}": lambda self, kind=kind: self._cast(kind) for kind in CASTS},  # type: ignore[misc]
        }
    )
    """What each action does. A class attribute, so that a controller holds no reference to itself."""


def _gifts(model: ViewModel, card: str) -> tuple[Move, ...]:
    """Return the moves that give a movement card to each player without one."""
    movement = model.position.movement
    return tuple(Give(card, seat) for seat, has in enumerate(movement, start=1) if has is None)
