"""The subcommands of `crownhouse`, and a running host: the store that it is configured with and the services
around it, with the real disk, clock and network, in one process or in several.

What a host does is left to `server.host`, operators' commands to `server.admin`.
"""
