"""Measures what laurin tells of the future: how often it comes true. Nothing of it is learned."""
