-- How many established opponents a rating has met, and since when it is established itself. Ratings are worked out in
-- another way since then: a host fills in all results again and, once that is done, rates all games again.
ALTER TABLE rated_seats ADD COLUMN met INTEGER NOT NULL DEFAULT 0;
ALTER TABLE rated_seats ADD COLUMN since REAL NOT NULL DEFAULT 0;
ALTER TABLE ratings ADD COLUMN met INTEGER NOT NULL DEFAULT 0;
ALTER TABLE ratings ADD COLUMN since REAL NOT NULL DEFAULT 0;
CREATE INDEX established ON ratings (game, kind, since) WHERE since > 0;
DELETE FROM filled;
