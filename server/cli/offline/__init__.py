"""Subcommands that need no running host: for records, games of bots, a database, the configuration."""
