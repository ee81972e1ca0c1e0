"""Odds against oracles: exact where they say so, never too high anywhere."""

import pickle
import random
from statistics import mean

import pytest
from msgspec.structs import replace

from engine.court.game import GAME
from engine.court.model.cards import CONDITIONS
from engine.court.model.dice import best_group
from engine.court.model.moves import Concede, Stand, Take
from engine.court.model.state import View
from engine.court.odds import card_chances, odds_with_move
from engine.court.odds.card_odds import targets
from engine.court.odds.dice import groups, leading_face
from engine.court.odds.dice.groups import NO_EFFECTS, MissingGroups
from engine.court.odds.dice.leading_face import LeaderState
from engine.court.odds.index_tables import all_rolls
from engine.court.odds.same_face import SameFace
from engine.court.odds.targets import CARDS
from engine.court.odds.whole_turn.results_met import results_met
from engine.game import Refused
from engine.value.values import Likelihood
from tests.engine.court.odds.brute_force import by_the_rules, without_powers
from tests.engine.court.positions import dice, finale, layout

AIMS = [kind for kind in CONDITIONS if kind not in {"jester", "charlatan"}]
LYING, COMING = without_powers([CONDITIONS[kind] for kind in AIMS])
EVERYTHING = (
    "farmer craftsman guard hunter knight bishop jester maid philosopher astronomer merchant lady magician "
    "alchemist nobleman general pawnbroker"
)
CLOSE = pytest.approx


def asked(state, **more):
    """The prospects of seat 1 by card."""
    return {prospect.what: prospect for prospect in card_chances(View(1, state), **more)}


def changes(view, text, *effort):
    """The chances now and after a move in notation, by card."""
    odds = odds_with_move(view, GAME.parse(text, view), *effort)
    return {now.what: (now.chance, then.chance) for now, then in zip(odds.now, odds.then, strict=True)}


def chance_of(found, kind):
    return found[kind].chance if kind in found else 0.0


@pytest.mark.parametrize("hand", range(1, 7))
def test_before_the_first_throw_chances_without_powers_are_those_of_brute_force(hand):
    """For up to six dice, every condition, to 1e-9."""
    found = asked(layout(hand=hand))
    for kind, truth in zip(AIMS, COMING((), hand), strict=True):
        assert chance_of(found, kind) == CLOSE(truth, abs=1e-9), kind
    assert all(prospect.exact for prospect in found.values())


def test_with_dice_on_the_table_chances_without_powers_are_those_of_brute_force():
    """Any dice aside and active, thrown anew or set aside from already, to 1e-9."""
    rng = random.Random(1)
    for _ in range(250):
        fell = "".join(rng.choices("123456", k=rng.randint(1, 6)))
        split = rng.randrange(len(fell))
        aside, active, kept = fell[:split], fell[split:], split > 0 and rng.random() < 0.5
        found = asked(layout(active=active, aside=aside, kept=kept))
        truths = LYING(dice(aside), dice(active), kept=kept)
        for kind, truth in zip(AIMS, truths, strict=True):
            assert chance_of(found, kind) == CLOSE(truth, abs=1e-9), (kind, aside, active, kept)


@pytest.mark.parametrize("mark", ["2x3", "3x6", "4x2", "5x5", "6x1"])
@pytest.mark.parametrize("queen", [1, 2])
def test_in_the_final_round_the_one_prospect_is_beating_the_mark(mark, queen):
    """More alike, or as many of a higher face; the Queen's owner may equal it."""
    count, face = map(int, mark.split("x"))

    def beats(result):
        own = best_group(tuple(sorted(result)))
        return own > (count, face) or (queen == 1 and own == (count, face))

    after_roll, before_roll = without_powers([beats])
    final = finale(queen=queen, king=2, mark=mark)
    found = asked(layout(hand=6, final=final))
    assert set(found) <= {"king"}
    assert chance_of(found, "king") == CLOSE(before_roll((), 6)[0], abs=1e-9)
    found = asked(layout(active="2266", aside="35", final=final))
    assert chance_of(found, "king") == CLOSE(after_roll((3, 5), (2, 2, 6, 6), kept=False)[0], abs=1e-9)


WITH_POWERS = [
    # cards, layout of the dice
    ("jester", {"hand": 4}),
    ("merchant", {"hand": 3}),
    ("maid", {"hand": 4}),
    ("philosopher", {"hand": 3}),
    ("astronomer", {"hand": 4}),
    ("magician", {"hand": 3}),
    ("lady", {"hand": 4}),
    ("nobleman", {"hand": 3}),
    ("alchemist", {"hand": 4}),
    ("craftsman", {"hand": 4}),
    ("bishop guard", {"hand": 2}),
    ("jester maid", {"hand": 3}),
    ("philosopher hunter", {"hand": 3}),
    ("astronomer craftsman", {"hand": 3}),
    ("astronomer lady", {"hand": 3}),
    ("merchant magician", {"hand": 3}),
    ("maid lady merchant", {"active": "24", "aside": "551"}),
    ("astronomer", {"active": "136", "aside": "55"}),
    ("astronomer maid guard", {"active": "26", "aside": "444"}),
    ("alchemist knight", {"active": "126", "aside": "53", "kept": True}),
    ("jester philosopher", {"active": "114", "aside": "2256", "kept": True}),
    ("pawnbroker queen", {"active": "15", "aside": "222"}),
    ("bishop lady", {"active": "", "aside": "125"}),
]


@pytest.mark.parametrize("effort", [0.0, 12_000.0, 1e9])  # first: one worker works out a truth for all three
@pytest.mark.parametrize(("cards", "lay"), WITH_POWERS)
def test_with_powers_chances_are_never_above_the_truth_and_those_called_exact_are_the_truth(
    cards, lay, effort
):
    """The truth is what every legal move of the rules can come to, whatever the effort."""
    state = layout(cards, **lay)
    kinds = list(targets(state, 1))
    found = asked(state, effort=effort)
    truths = truth(cards, tuple(lay.items()))
    for kind in kinds:
        prospect = found.get(kind, Likelihood(kind, 0.0, exact=False))
        assert prospect.chance <= truths[kind] + 1e-9, kind
        if prospect.exact:
            assert prospect.chance == CLOSE(truths[kind], abs=1e-9), kind


TRUTHS = {}


def truth(cards, lay):
    """What brute force by the rules says, once for every effort."""
    if (cards, lay) not in TRUTHS:
        state = layout(cards, **dict(lay))
        kinds = list(targets(state, 1))
        found = by_the_rules(state, [CONDITIONS[kind] for kind in kinds])
        TRUTHS[cards, lay] = dict(zip(kinds, found, strict=True))
    return TRUTHS[cards, lay]


@pytest.mark.parametrize(("cards", "lay"), WITH_POWERS)
def test_with_effort_enough_all_is_exact(cards, lay):
    """Whatever the cards, and in whatever order they are used best."""
    found, truths = asked(layout(cards, **lay), effort=1e9), truth(cards, tuple(lay.items()))
    for kind, value in truths.items():
        assert chance_of(found, kind) == CLOSE(value, abs=1e-9), kind
        assert kind not in found or found[kind].exact, kind


FEW = (
    "jester",
    "merchant",
    "maid",
    "philosopher",
    "astronomer",
    "lady",
    "magician",
    "nobleman",
    "alchemist",
    "guard",
    "bishop",
    "queen",
)


@pytest.mark.parametrize("seed", range(40))
def test_any_three_cards_and_dice_get_the_chances_that_the_rules_give(seed):
    """Exact to 1e-9 when solved, never above when bounded; with little room for more dice, too."""
    rng = random.Random(seed)
    cards = " ".join(rng.sample(FEW, 2 + seed % 2))
    active = "".join(sorted(rng.choices("123456", k=rng.randint(1, 3 - seed % 2))))
    aside = "".join(sorted(rng.choices("123456", k=rng.choice((0, 2, 4, 9)))))
    lay = {"active": active, "aside": aside, "kept": aside != "" and rng.random() < 0.5}
    truths = truth(cards, tuple(lay.items()))
    for effort in (0.0, 20_000.0, 1e9):
        found = asked(layout(cards, **lay), effort=effort)
        for kind, value in truths.items():
            assert chance_of(found, kind) <= value + 1e-9, (kind, cards, lay)
            if effort > 20_000.0 or (kind in found and found[kind].exact):
                assert chance_of(found, kind) == CLOSE(value, abs=1e-9), (kind, cards, lay)


def test_what_is_left_out_is_little():
    """Of the chances above, on average: less than 1 in 500 as asked usually, 1 in 40 with bounds alone."""
    for effort, most in ((0.0, 0.025), (12_000.0, 0.002)):
        missed = [
            value - chance_of(asked(layout(cards, **lay), effort=effort), kind)
            for cards, lay in WITH_POWERS
            for kind, value in truth(cards, tuple(lay.items())).items()
        ]
        assert 0.0 <= mean(missed) < most


@pytest.mark.parametrize(
    ("cards", "lay"),
    [
        ("lady astronomer", {"hand": 5}),
        ("philosopher magician", {"hand": 5}),
        ("jester nobleman guard", {"hand": 4}),
        ("maid hunter knight", {"hand": 4}),
        ("alchemist", {"active": "112346", "aside": "5566"}),
        ("lady maid", {"active": "12346", "aside": "3444"}),
        ("merchant bishop", {"active": "12346", "aside": "66", "kept": True}),
    ],
)
def test_bounds_are_never_above_what_weighing_everything_finds(cards, lay):
    """For five and six dice, where brute force takes too long."""
    state = layout(cards, **lay)
    bounds, weighed = asked(state, effort=0.0), asked(state, effort=1e9)
    for kind, prospect in bounds.items():
        assert prospect.chance <= weighed[kind].chance + 1e-9, kind
        assert not prospect.exact or prospect.chance == CLOSE(weighed[kind].chance, abs=1e-9)


def test_one_leader_is_nearly_as_good_as_every_choice():
    """With nine dice, of four to seven alike, within a hundredth, and never above."""
    for number in (4, 5, 6, 7):
        every = groups.before_roll(MissingGroups("alike", number, (0,) * 6), 9, NO_EFFECTS)
        one = leading_face.before_roll(LeaderState(None, number, 6), 9, NO_EFFECTS)
        assert every - 0.01 < one <= every + 1e-12


@pytest.mark.parametrize("effort", [0.0, 12_000.0])
def test_of_random_positions_the_best_move_after_it_is_as_good_as_the_position(effort):
    """No move is shown as better than best play; without powers one is as good."""
    rng = random.Random(3)
    for cards in ("", "farmer", "jester maid", "guard lady", "hunter philosopher"):
        state = layout(cards, active="".join(rng.choices("123456", k=4)), aside="5")
        view = View(1, state)
        best = {}
        for move in GAME.legal(view):
            if not isinstance(move, Take | Stand | Concede):
                for kind, (now, then) in changes(view, GAME.notate(move), effort).items():
                    assert then <= now + 1e-12
                    best[kind] = max(best.get(kind, 0.0), then)
        for kind, prospect in asked(state, effort=effort).items():
            if not cards or cards == "farmer":
                assert best[kind] == CLOSE(prospect.chance, abs=1e-9)
            assert best[kind] >= prospect.chance - 1e-9 or not prospect.exact or effort


def test_a_choice_shows_what_it_does_to_each_card():
    """Of 5 5 5 2, keeping the fives makes the four alike likelier than keeping the 2 does."""
    view = View(1, layout("farmer", active="2555"))
    fives, two = changes(view, "keep 5 5 5"), changes(view, "keep 2")
    assert fives["hunter"] == (CLOSE(1 / 6), CLOSE(1 / 6))
    now, then = two["hunter"]
    assert now == CLOSE(1 / 6)
    assert 0.0 < then < 0.05  # four 2s
    now, then = two["maid"]
    assert then == 0.0 < now


def test_a_reroll_shows_the_mean_over_what_may_fall():
    """The Jester on the last die makes a pair of 5 and 1 with one face in six."""
    view = View(1, layout("jester", active="1", aside="5"))
    assert changes(view, "use jester 1")["farmer"][1] == CLOSE(1 / 6)
    state = layout("merchant", active="1234", aside="55")
    view = View(1, state)
    now, then = changes(view, "use merchant 1 2 3 4")["guard"]
    assert then <= now <= 1.0


def test_a_throw_is_valued_without_the_dice_that_would_have_to_join_before_it():
    """Rolling now with the Guard unused: his die comes too late to be thrown with the rest."""
    state = layout("guard")
    view = View(1, state)
    rolled, joined = changes(view, "roll", 1e9), changes(view, "use guard", 1e9)
    for kind, prospect in asked(state, effort=1e9).items():
        if kind not in {"maid", "philosopher"}:
            best = max(found[kind][1] for found in (rolled, joined) if kind in found)
            assert best == CLOSE(prospect.chance, abs=1e-9)


def test_only_what_can_be_taken_and_still_be_shown_is_listed():
    """Own kinds, what is sold out and what the dice rule out are left away."""
    state = layout("farmer", active="35", aside="25", stock_left={"guard": 0})
    kinds = set(asked(state))
    assert not kinds & {"farmer", "guard", "maid", "philosopher", "charlatan", "pawnbroker", "king", "queen"}
    assert {"jester", "craftsman", "astronomer"} <= kinds
    assert asked(state)["jester"].chance == 1.0


def test_after_the_end_nothing_is_likely():
    """A finished game has no turn to ask about."""
    assert card_chances(View(1, replace(layout(), turn=None))) == ()


@pytest.mark.parametrize(
    ("view", "move", "code"),
    [
        (View(1, layout(active="123")), "roll", "must-keep-first"),
        (View(2, layout(active="123")), "keep 1", "not-your-turn"),
        (View(1, replace(layout(), turn=None)), None, "game-over"),
    ],
)
def test_odds_are_refused_for_a_reason(view, move, code):
    """Illegal moves as anywhere, and when there is no turn."""
    with pytest.raises(Refused) as refused:
        GAME.odds_calculator.odds(view, move and GAME.parse(move, view))
    assert refused.value.code == code


def test_everybody_may_know_the_chances_of_whose_turn_it_is():
    """Nothing in court is hidden: seats and spectators are told the same."""
    state = layout("maid", active="1345")
    told = [GAME.odds_calculator.odds(View(who, state)) for who in (1, 2, None)]
    assert told[0] == told[1] == told[2]
    assert told[0].seat == 1
    assert told[0].then == ()


HEAVY = [
    layout(EVERYTHING),
    layout(EVERYTHING, active="11235566", aside="444"),
    layout(EVERYTHING, active="112233445566"),
    layout(EVERYTHING, edition="en"),
    layout(EVERYTHING.replace("general", "queen"), final=finale(queen=1, king=2, mark="11x6")),
    layout(
        "farmer general charlatan charlatan charlatan charlatan charlatan charlatan", active="123456123456"
    ),
    layout("bishop knight hunter guard craftsman pawnbroker", hand=8),
]


@pytest.mark.parametrize("state", HEAVY)
def test_twelve_dice_with_every_power_get_chances_that_are_chances(state):
    """Between nothing and certain, the same again, and fit for another process."""
    found = card_chances(View(1, state))
    assert found
    assert all(0.0 < prospect.chance <= 1.0 for prospect in found)
    again = pickle.loads(pickle.dumps(found))  # noqa: S301  (bytes of our own)
    assert again == found == card_chances(View(1, state))


def test_what_cards_complete_at_once_is_certain():
    """Maid, Lady and Magician make seven of seven; the Alchemist's 6 2 1 become 3 3 3."""
    found = asked(layout("farmer general knight maid lady magician", active="45556", aside="555"))
    assert found["king"] == Likelihood("king", 1.0, exact=True)
    found = asked(layout("alchemist", active="126", aside="3"))
    assert found["hunter"] == Likelihood("hunter", 1.0, exact=True)


@pytest.mark.parametrize(
    ("state", "card"),
    [
        (layout("philosopher hunter astronomer", active="2245", aside="3", kept=True), "alchemist"),
        (layout("craftsman astronomer lady knight", active="2234"), "nobleman"),
    ],
)
def test_the_astronomer_can_copy_a_die_before_other_cards_are_used(state, card):
    """The die that he copies is set aside first; what the others then change makes the card certain."""
    assert asked(state)[card] == Likelihood(card, 1.0, exact=True)


def test_a_house_table_may_play_another_edition():
    """In edition en dice are only added after the first throw: chances are no greater than in de."""
    german, english = (asked(layout("guard hunter", edition=edition), effort=1e9) for edition in ("de", "en"))
    assert all(chance_of(english, kind) <= german[kind].chance + 1e-9 for kind in german)


def test_asked_with_more_effort_a_hard_question_gets_a_better_answer():
    """While there is more to be had, the answer says so; nothing gets worse, and what was exact stays."""
    view = View(1, layout("astronomer craftsman guard hunter farmer", hand=5))
    calculator = GAME.odds_calculator
    first = calculator.odds(view)
    assert first.more
    assert not all(likely.exact for likely in first.now)
    efforts = [calculator.better_odds(view, None, effort) for effort in (1, 2)]
    for better in efforts:
        for before, after in zip(first.now, better.now, strict=True):
            assert after.what == before.what
            assert after.chance >= before.chance - 1e-9
            assert not before.exact or after.chance == CLOSE(before.chance, abs=1e-9)
    assert all(likely.exact for likely in efforts[-1].now)
    assert not efforts[-1].more


@pytest.mark.parametrize("aside", [(), (3,), (2, 2, 5)])
@pytest.mark.parametrize("target", [*CARDS.values(), SameFace((4, 4, 3, 3, 3, 3))])
def test_all_results_at_once_meet_a_target_as_each_does(target, aside):
    """For up to seven dice beside those aside."""
    for count in range(8):
        each = [target.met(tuple(sorted(aside + fell))) for fell in all_rolls(count)]
        assert results_met(target, aside, count).tolist() == each


def test_what_cannot_be_reached_with_the_last_effort_stays_a_bound():
    """Twelve dice and every power: the answer does not promise more than it has."""
    last = GAME.odds_calculator.better_odds(View(1, HEAVY[4]), None, 2)
    assert not all(likely.exact for likely in last.now)
    assert not last.more
