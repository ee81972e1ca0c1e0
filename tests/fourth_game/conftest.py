"""The fourth game's own tests run in the copy of the repository that `tree` makes."""

collect_ignore = ["laid_over"]
