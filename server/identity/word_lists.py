"""Words from which the host makes names: of tables, of players who have chosen none."""

TABLES = (
    "KIWI", "PLUM", "PEAR", "FIG", "LIME", "DATE", "MELON", "MANGO", "PEACH", "CHERRY", "QUINCE", "OLIVE",
    "APPLE", "GRAPE", "LEMON", "PAPAYA", "GUAVA", "HAZEL", "ALMOND", "WALNUT", "CURRANT", "MEDLAR",
)  # fmt: skip
GUESTS = (
    "Heron", "Otter", "Robin", "Wren", "Badger", "Marten", "Plover", "Siskin", "Dunlin", "Curlew", "Lynx",
    "Osprey", "Merlin", "Dipper", "Teal", "Swift", "Finch", "Falcon", "Hare", "Stoat", "Lapwing", "Kestrel",
    "Linnet", "Bunting", "Redstart", "Wagtail", "Avocet", "Egret", "Petrel", "Eider", "Goldcrest", "Skylark",
    "Starling", "Goldfinch", "Jackdaw", "Raven", "Crane", "Stork", "Grebe", "Ermine", "Chamois", "Ibex",
)  # fmt: skip
"""Animals that mean nothing else, in none of the four languages."""
NUMBERS = tuple(
    number
    for number in range(2100, 10_000)
    if not any(part in str(number) for part in ("69", "88", "666", "420"))
)
"""The numbers behind them: none that is taken for a year, and none that people mean something by."""
FORGOTTEN = "somebody"
"""The name in records for a player who deleted their account."""
RESERVED = (
    "admin", "administrator", "root", "host", "system", "server", "operator", "moderator", "crownhouse",
    "support", "nobody", "somebody", "someone", "everybody", "everyone", "guest", "player", "spectator",
    "bot", "user",
)  # fmt: skip
