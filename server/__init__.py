"""Time, network and disk: the host around the rules and the screens."""
