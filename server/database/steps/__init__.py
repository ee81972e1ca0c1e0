"""The steps of `server.database.migrations` from older schemas, and what else is worked out as they do it."""
