"""What each session is shown of the lobby, and when: a page of its tables, counts, talk, news of seats.

The tables themselves, and what happens to them, are left to `server.lobby`.
"""
