-- How many established opponents a rating has met, and since when it is established itself. Ratings are worked out in
-- another way since then: see `RESULTS_FILLED` in server.storage.history.
ALTER TABLE rated_seats ADD COLUMN met INTEGER NOT NULL DEFAULT 0;
ALTER TABLE rated_seats ADD COLUMN since REAL NOT NULL DEFAULT 0;
ALTER TABLE ratings ADD COLUMN met INTEGER NOT NULL DEFAULT 0;
ALTER TABLE ratings ADD COLUMN since REAL NOT NULL DEFAULT 0;
CREATE INDEX established ON ratings (game, kind, since) WHERE since > 0;
