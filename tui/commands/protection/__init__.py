"""Commands that protect players: reporting, letters, the moderators' queue and rules of conduct."""
