"""What can be done at a court table as numbered lists: kinds of action first, then which dice or card."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.court import queries
from engine.court.model.moves import CONCEDE, NOTHING, ROLL, STAND, Keep, Take
from engine.court.model.state import Kind
from tui.boards.court.panels.court_rows import payable_kinds
from tui.boards.court.play.actions import FINISH, GIVE_UP, KEEP, POWER, ROLL_ALL, TAKE, TAKE_NOTHING
from tui.boards.court.play.power_questions import Answer, PowerQuestions, PowerStep, power_questions
from tui.boards.court.play.power_questions import PowerChoice as Given
from tui.boards.court.play.view_model import ViewModel
from tui.boards.court.words import cards, names, phrases
from tui.boards.kit.speech import MOST_CHOICES, Menu, MenuChoice

Entries = tuple[MenuChoice, ...]


def menu(model: ViewModel) -> Menu:
    """Return the first list: the present question, and every kind of action."""
    texts = model.texts
    match model.phase:
        case "hand":
            return Menu(_before_rolling(model), (*_rolls(model), *_powers(model), *_giving_up(model)))
        case "dice":
            return Menu(_with_dice(model), _among_dice(model))
        case "end":
            question = texts._("All dice are set aside: take a card or nothing.")
            return Menu(question, (*_cards_to_take(model), *_powers(model)))
        case _:
            finish = MenuChoice(texts._("finish your turn"), STAND, keys=FINISH.keys)
            return Menu(texts._("All dice are set aside: finish your turn."), (finish, *_powers(model)))


def _before_rolling(model: ViewModel) -> str:
    texts, final = model.texts, model.view.position.final
    if final is not None and final.begun:
        beat = phrases.group(texts, final.mark.count, final.mark.face)
        return texts._("Your last turn: roll, and beat {result}.", result=beat)
    number = len(model.dice)
    return texts.ngettext("You have {number} die to roll.", "You have {number} dice to roll.", number)


def _with_dice(model: ViewModel) -> str:
    texts, turn = model.texts, model.turn
    active = texts._("Active: {dice}.", dice=phrases.dice(model.dice))
    if turn is not None and turn.kept:
        todo = texts._("Set aside more, or reroll the rest.")
    else:
        todo = texts._("Set aside at least one die.")
    return f"{active} {todo}"


def _rolls(model: ViewModel) -> Entries:
    if model.check(ROLL) is not None:
        return ()
    texts, number = model.texts, len(model.dice)
    said = texts.ngettext("roll {number} die", "roll {number} dice", number)
    return (MenuChoice(said, ROLL, keys=ROLL_ALL.keys),)


def _giving_up(model: ViewModel) -> Entries:
    if model.check(CONCEDE) is not None:
        return ()
    return (MenuChoice(model.texts._("give up this turn"), CONCEDE, keys=GIVE_UP.keys),)


# Dice set aside


def _among_dice(model: ViewModel) -> Entries:
    """Return everything in one list if that is short, else the dice in a list of their own."""
    rolls, keeps, powers = _rolls(model), _keeps(model), _powers(model)
    if len(rolls) + len(keeps) + len(powers) <= MOST_CHOICES:
        return (*rolls, *keeps, *powers)
    texts = model.texts
    which = texts._("Which dice?")
    first = MenuChoice(texts._("set dice aside"), more=lambda: Menu(which, _by_face(model)), keys=KEEP.keys)
    return (*rolls, first, *(powers if len(powers) < MOST_CHOICES - 2 else (_one_power(model),)))


def _keeps(model: ViewModel) -> Entries:
    """Return how many dice of each face can be set aside; other sets are set aside in several steps."""
    active = model.dice
    faces = sorted(set(active), reverse=True)
    sets = [(face,) * count for face in faces for count in range(active.count(face), 0, -1)]
    every = [active] if len(faces) > 1 else []
    return tuple(_keep(model, dice) for dice in (*sets, *every))


def _keep(model: ViewModel, dice: tuple[int, ...]) -> MenuChoice:
    texts = model.texts
    said = (
        texts._("set aside all dice: {dice}", dice=phrases.dice(dice))
        if len(set(dice)) > 1
        else texts._("set aside {dice}", dice=phrases.dice(dice))
    )
    return MenuChoice(said, Keep(tuple(sorted(dice))), keys=KEEP.keys)


def _by_face(model: ViewModel) -> Entries:
    """One line for each face, then how many of them."""
    keeps = _keeps(model)
    found: list[MenuChoice] = []
    for face in sorted(set(model.dice), reverse=True):
        sets = tuple(choice for choice in keeps if set(choice.move.dice) == {face})
        found += sets if len(sets) == 1 else [_how_many(model, face, sets)]
    return (*found, *(choice for choice in keeps if len(set(choice.move.dice)) > 1))


def _how_many(model: ViewModel, face: int, sets: Entries) -> MenuChoice:
    texts = model.texts
    had = phrases.group(texts, len(sets), face)
    question = texts._("How many of your {dice}?", dice=had)
    return MenuChoice(texts._("some of your {dice}", dice=had), more=lambda: Menu(question, sets))


# Cards


def _cards_to_take(model: ViewModel) -> Entries:
    """Return the highest cards first; if there are many, the lowest in a list of their own."""
    texts = model.texts
    kinds = payable_kinds(model.view)[::-1]
    takes = tuple(_take(model, kind) for kind in kinds)
    nothing = MenuChoice(texts._("take nothing"), NOTHING, keys=TAKE_NOTHING.keys)
    if len(takes) < MOST_CHOICES:
        return (*takes, nothing)
    shown, others = takes[: MOST_CHOICES - 2], takes[MOST_CHOICES - 2 :]
    which = texts._("Which card?")
    more = MenuChoice(texts._("take another card"), more=lambda: Menu(which, others), keys=TAKE.keys)
    return (*shown, more, nothing)


def _take(model: ViewModel, kind: Kind) -> MenuChoice:
    said = model.texts._("take {card}", card=names.object_(model.texts, kind))
    return MenuChoice(said, Take(kind), note=cards.power(model.texts, kind), keys=TAKE.keys)


def _powers(model: ViewModel) -> Entries:
    """A line for each card that can be used now."""
    usable = [kind for kind, why in queries.usable_powers(model.view).items() if why is None]
    return tuple(_power(model, kind) for kind in usable)


def _one_power(model: ViewModel) -> MenuChoice:
    texts = model.texts
    question = texts._("Which power do you want to use?")
    return MenuChoice(texts._("use a card"), more=lambda: Menu(question, _powers(model)), keys=POWER.keys)


def _power(model: ViewModel, kind: Kind) -> MenuChoice:
    texts = model.texts
    text, note = texts._("use {card}", card=names.object_(texts, kind)), cards.power(texts, kind)
    found = power_questions(model.view, kind)
    if not found.steps:
        return MenuChoice(text, found.use(()), note=note, keys=POWER.keys)
    return MenuChoice(text, more=lambda: _step(model, found, ()), note=note, keys=POWER.keys)


# The questions of a power, in order


def _step(model: ViewModel, found: PowerQuestions, given: tuple[Given, ...]) -> Menu:
    step, answers = found.steps[len(given)], found.answers(given)

    def choice(answer: Answer) -> MenuChoice:
        text = _label(model, step, answer)
        more = (*given, Given(answer))
        use = found.use(more)
        return MenuChoice(text, use) if use else MenuChoice(text, more=lambda: _step(model, found, more))

    return _by_parts(model, step, answers, (), choice)


def _label(model: ViewModel, step: PowerStep, answer: Answer) -> str:
    text = step.label(model.texts, answer)
    return step.spoken(model.texts, int(text)) if text.isdecimal() else text


def _by_parts(
    model: ViewModel,
    step: PowerStep,
    answers: Sequence[Answer],
    begun: Answer,
    choice: Callable[[Answer], MenuChoice],
) -> Menu:
    """Return all answers in one list if they are few; else ask for their parts in order, highest first."""
    texts, question = model.texts, model.texts.of(step.question)
    if begun:
        so_far = texts._("So far: {dice}.", dice=" ".join(map(str, begun)))
        question = f"{question} {so_far}"
    if len(answers) <= MOST_CHOICES:
        return Menu(question, tuple(choice(answer) for answer in answers))
    longer = [answer for answer in answers if len(answer) > len(begun)]
    entries = [] if len(longer) == len(answers) else [choice(begun)._replace(text=texts._("no more"))]
    for part in dict.fromkeys(answer[len(begun)] for answer in longer):
        on = (*begun, part)
        rest = [answer for answer in longer if answer[: len(on)] == on]
        entries.append(_part(model, step, rest, on, choice))
    return Menu(question, tuple(entries))


def _part(
    model: ViewModel,
    step: PowerStep,
    answers: Sequence[Answer],
    begun: Answer,
    choice: Callable[[Answer], MenuChoice],
) -> MenuChoice:
    text = _label(model, step, begun[-1:])
    if list(answers) == [begun]:
        return choice(begun)._replace(text=text)
    return MenuChoice(text, more=lambda: _by_parts(model, step, answers, begun, choice))
