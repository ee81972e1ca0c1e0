"""What the documents have people type at a host: commands behind a slash, and words of plain mode; with an
exclamation mark, what only the test types on the way.
"""

from __future__ import annotations

OWN = "!"

LOBBY = (
    *("/help", "/help people", "/rules", "/rules court", "/rules intrigue", "/rules laurin", "help", "rules"),
    *("/name NAME", "name", "name NAME", "/lang de", "/lang en", "/zone", "/theme", "/theme dark"),
    *("/theme light", "/theme mono", "/display", "/display 256 utf8", "/display ascii"),
    *("/motion off", "/motion on", "/speed hand", "/speed calm", "/speed once"),
    *("/bell off", "/bell turn", "bell on", "bell turn", "bell off", "/alarm", "alarm on", "alarm off"),
    *("/hints off", "hints off", "hints on", "/ratings off", "/verbose", "verbose", "brief"),
    *("prompts off", "prompts on", "/follow NAME", "/tell NAME TEXT", "/profile NAME", "/profile hide"),
    *("/week", "/trophies", "/trophies NAME 2026-Q4", "/trophies everybody 2026-Q4"),
    *("/club", "/club new NAME", "/club invite NAME", "/club join NAME"),
    *("/club event 20:00 weekly Thursday cup=court rounds=4", "/club cancel NUMBER", "/club season 2026-Q4"),
    *("/cup open court 20:00 rounds=4", "/cup open court 20:00 club=NAME against=OTHER"),
    *("/cup", "/cup enter", "/cup seats"),
    *("/club officer NAME", "/club remove NAME", "/club note TEXT", "/club leave"),
    "/club leave NAME unnamed",
    *("/ladder court", "/opponents court", "/today", "/tables anna court open", "tables"),
    *("tables anna open", "/log", "log", "log 30"),
    *("log all", "look", "say TEXT", '"TEXT', "/conduct", "/conduct accept"),
    *("/report NAME WHY", "/ignore NAME", "ignore NAME"),
    *("/key", "/keys", "/keys drop SIGN", "/recovery", "/recover NAME CODE", "/notify", "/queue"),
    *("/notify mail anna@example.org", "/queue 7K3M mute 1d insults", "/void ID REASON", "/answer TEXT"),
    *("/dice", "/daily", "/daily check", "/daily results [GAME] [DATE]", "/daily check [GAME] DATE"),
    *("/duplicate court 4 2 private rounds=20", "/duplicate results TABLE"),
    *("/lobby", "/redraw", "/plain", "/screen"),
)
"""Typed in the lobby, one after another."""
TABLE = (
    *("/open court chance=duplicate", "/odds", "/seat", "/invite NAME", "/bot", "/dice some words"),
    *("/dice sha256:95d3...", "/dice my secret words", "/kick NAME", "/lend NAME", "/log", "who", "look"),
    *("/abandon", "/lobby", "/open", "/open court 20:00", "/lobby", "/join", "/practice court 3 elm"),
    *(
        "/plan",
        "/plan off",
        "/next",
        "/concede",
        "/rematch",
        "/share NAME",
        "/analyse",
        "/replay",
        "/lobby",
        "/practice GAME SEATS NAME",
        "odds",
    ),
    *("/lobby", "/practice", "practice", "/lobby", "/learn laurin", "/standing", "/lobby", "learn laurin"),
    *("/lobby", "learn", "/lobby", "/forget me", "/quit"),
)
"""Typed on the way to tables, at them and back."""
REPLAY = (
    *("on 3", "on turn", "on 2 rounds", "on decision", "back", "back turn", "goto 40", "moments"),
    *("on moment", "eyes anna", "eyes open", "eyes spectator", "look", "who", "odds", "run", "run 4"),
    *("analyse", "analyse anna", "mistake", "mistake back", "play", "!/replay ID", "play anna", "quit"),
)
"""Typed at a replay."""
LINES = (LOBBY, TABLE, REPLAY)
