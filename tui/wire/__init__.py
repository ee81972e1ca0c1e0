"""From Textual to one client's terminal and back, with as few bytes as its terminal allows."""
