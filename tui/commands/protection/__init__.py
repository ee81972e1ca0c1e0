"""Commands that protect players: reporting, letters, the moderators' queue, rules of conduct, lost keys."""
