"""The budget of work: what clients cause is drawn from one fair queue of the process, a little of it in each
turn of the event loop.

What is to be done is left to the rooms above, and how many packets a client may send, to `server.transport`.
"""
