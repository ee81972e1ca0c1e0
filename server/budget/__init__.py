"""The budget of work: what clients cause is drawn from one fair queue of the process, a little of it in each
turn of the event loop; and what else keeps a key from waiting: when garbage is collected, and the priority
of processes that think.

What is to be done is left to the rooms above, and how many packets a client may send, to `server.transport`.
"""
