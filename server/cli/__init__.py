"""The subcommands of `crownhouse`, and the services that run beside a host's SSH listener.

They read settings and build a host with real disk, clock and chance; what a host does is left to
`server.host`, operators' commands to `server.admin`.
"""
