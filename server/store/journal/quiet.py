"""For what never has anything more to tell, such as parts of a host of one process."""


def nothing_to_end() -> None:
    """End what never began."""
