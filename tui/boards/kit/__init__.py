"""What every board has: its shape, one move at a time, intents, speech, names of cards and seats.

A board is one value of `tui.boards.kit.board.Board`. It gives its words (title, rules, events, results,
options, a sentence for each code of its own refusals), a `Speech` for plain mode, a `TableWidget` (its
panels, where they stand, what they show) and a `BoardController` (what its keys do, what can be begun, how
a typed move is read).

It gets for free: one move at a time and its confirming key, going back, keys put off while a move is on its
way, refusals said, explanations switched on and off, the help page from its actions, focus and typing
beside the command line; around it the log, chat, clocks, notes on seats, undo, odds, the API, spectators,
results and rematches. Only if it wants them: `standing_answers` (words for them), `odds_name` (what its
odds are about) or `odds_words` and `position_odds`, hints in its prompts and in its speech.

Words and pictures of one game are left to its own folder.
"""
