"""Um Krone und Kragen (To Court the King): 2-5 players court the cards of a royal household."""
