"""The analysis of a finished game as words, as a plot for terminals and as a picture, for every screen."""
