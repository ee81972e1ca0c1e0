"""Programs that measure bots and make what they have learned; no part of what is installed.

`python -m training.gate` plays gates and round robins (`make gate`), `python -m training.GAME` makes the
learned values of a game (`make train`). What a bot knows is data in `engine/GAME/bots`. How bots choose is
left to `engine`, how ratings follow from games to `server.results`.
"""
