"""Numbered lists of plain mode, and the conversation with the player that shows them."""
