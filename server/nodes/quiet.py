"""For parts of a host of one process that never have anything to tell."""


def nothing_to_end() -> None:
    """End what never began."""
