ALTER TABLE seat_results ADD COLUMN program boolean NOT NULL DEFAULT false;
CREATE TABLE filled (what text PRIMARY KEY, upto text);
