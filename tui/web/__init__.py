"""Pages of the window on the web: what spectators are shown, as HTML. Pure; `server.web` serves them.

Everything a page says is escaped where it is put in (`tui.boards.kit.html`). A page works without JavaScript;
with it, a table's parts are replaced as the game goes on.
"""
