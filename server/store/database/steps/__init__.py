"""The steps of `server.store.database.migrations` from older schemas, and what else is worked out by them."""
