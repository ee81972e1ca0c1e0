"""Pure rules of the house's games: no I/O, no clock, no asyncio, no `random`, no gettext."""
