"""König Laurin (King Laurin): 3-5 players auction the King's walks through a garden of dwarfs."""
