"""Plain mode: the house in sentences, for screen readers, dumb terminals, pipes and patience.

One line per event, a prompt, words and numbers to answer with; no cursor is ever addressed and
no ESC ever sent. What is said and done is shared with the screens; here is only how it is said
line by line (`paper`), typed (`editor`, `reader`), understood (`place`, `words`), and told
(`lobby`, `table`).
"""
