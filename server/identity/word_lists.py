"""Words from which the host makes names: of tables, of guests without a name, of bots."""

TABLES = (
    "KIWI", "PLUM", "PEAR", "FIG", "LIME", "DATE", "MELON", "MANGO", "PEACH", "CHERRY", "QUINCE", "OLIVE",
    "APPLE", "GRAPE", "LEMON", "PAPAYA", "GUAVA", "HAZEL", "ALMOND", "WALNUT", "CURRANT", "MEDLAR",
)  # fmt: skip
GUESTS = (
    "Heron", "Otter", "Robin", "Wren", "Badger", "Marten", "Plover", "Siskin", "Dunlin", "Curlew", "Lynx",
    "Beaver", "Osprey", "Merlin", "Dipper", "Pipit", "Teal", "Swift", "Finch", "Falcon", "Hare", "Stoat",
)  # fmt: skip
BOTS = (
    "Amber",
    "Birch",
    "Cedar",
    "Dorn",
    "Elm",
    "Fern",
    "Gorse",
    "Holly",
    "Ivy",
    "Juniper",
    "Larch",
    "Maple",
)
FORGOTTEN = "somebody"
"""The name in records for a player who deleted their account."""
RESERVED = (
    "admin", "administrator", "root", "host", "system", "server", "operator", "moderator", "crownhouse",
    "support", "nobody", "somebody", "someone", "everybody", "everyone", "guest", "player", "spectator",
    "bot", "user",
)  # fmt: skip
