"""The subcommands of `crownhouse`, and the services that a running host has besides its listener.

They read settings and build a host from real parts; what a host does is left to `server.host`, operator
commands to `server.admin`.
"""
