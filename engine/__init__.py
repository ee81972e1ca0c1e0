"""Pure rules of the host's games: no I/O, no clock, no asyncio, no `random`, no gettext.

A game is one value of `engine.game.Game` in a folder of its own. It gets for free:
- its options are checked by their types (`engine.options`);
- turn order, counted dice and cards, places, and the refusals of a notation (`engine.kit`), and the codes
  that every game refuses with (`engine.refusals`);
- numbering of moves and asks, undo and giving up (`engine.playthrough`), answers for what others may do
  (`engine.plans`), records and replay with checked draws, self-play, and the bot `random`.

Only if it wants them: answers given beforehand (`engine.standing_answers`), for games with many chances to
react, and an odds calculator (`engine.game.OddsCalculator`).

Texts are left to `tui`; time, disk and the making of seeds to `server`.
"""
