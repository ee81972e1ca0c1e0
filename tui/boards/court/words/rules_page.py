"""Court on one page, in own words."""

from __future__ import annotations

from tui.language.texts import Texts


def rules(texts: Texts) -> tuple[tuple[str, str], ...]:
    """Headings and paragraphs, as `Board.rules` wants them."""
    return (
        (
            texts.pgettext("rules", "Aim"),
            texts._(
                "Hold the King at the end. The first player to show seven of a kind may take him; then "
                "everyone else gets one last turn to beat that."
            ),
        ),
        (
            texts.pgettext("rules", "Turn"),
            texts._(
                "Roll your dice, set at least one aside and reroll the rest, until all are set aside. "
                "Dice set aside never change again."
            ),
        ),
        (
            texts.pgettext("rules", "Card"),
            texts._(
                "Then you may take one card your dice pay for. Only the Maid and the Philosopher count "
                "every die. You can own just one of a kind."
            ),
        ),
        (
            texts.pgettext("rules", "Powers"),
            texts._(
                "From your next turn on, each card works once a turn: it adds a die, rerolls active "
                "dice, or changes them."
            ),
        ),
        (
            texts.pgettext("rules", "Dice"),
            texts._(
                "You start with 3. A Farmer adds 1, the General 2, a Charlatan (a flipped Jester) 1. "
                "At most 12 in a turn."
            ),
        ),
        (
            texts.pgettext("rules", "Rounds"),
            texts._("Whoever was last in a round begins the next one, and so plays twice in a row."),
        ),
        (
            texts.pgettext("rules", "Ending"),
            texts._(
                "Whoever first takes the King gets the Queen too. The round is finished; then comes a "
                "final round without cards. The Queen's owner plays last."
            ),
        ),
        (
            texts.pgettext("rules", "Contest"),
            texts._(
                "More of a kind wins, then the higher face. Beat the King's holder and you take him at "
                "once; for the Queen's owner a tie is enough."
            ),
        ),
        (
            texts.pgettext("rules", "Symbols"),
            texts._(
                "2= a pair, 3+2 groups, 1-6 a straight, 15+ a sum; then how many are left. ✓ you can "
                "take it, • yours, ◦ used."
            ),
        ),
    )
