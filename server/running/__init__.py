"""A running host: the store that it is configured with and the services around it, with the real disk, clock
and network, in one process or, for a host of several, in their parent and in each of them.

What operators type is left to `server.cli`, how processes are started to `server.processes`.
"""
