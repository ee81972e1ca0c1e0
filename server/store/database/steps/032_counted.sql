-- Whether a seat of a rated game counted then as somebody established, and who is established in the order in which
-- they were active: ratings are worked out in another way since then, see `RESULTS_FILLED` in server.store.history.
-- The index `established` stays for nodes of the version before.
ALTER TABLE rated_seats ADD COLUMN counted INTEGER /* flag */ NOT NULL DEFAULT false;
CREATE INDEX lately_established ON ratings (game, kind, last) WHERE since > 0;
