-- From which network a deal of the day was begun, as a hash with the deal's secret, until it has closed; `second` stays:
-- an account of the same network had begun it before.
ALTER TABLE deal_tables ADD COLUMN place TEXT NOT NULL DEFAULT '';
ALTER TABLE deal_tables ADD COLUMN second INTEGER NOT NULL DEFAULT 0;
