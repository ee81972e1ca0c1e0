-- A column has the same name in both databases, so that one SQL asks both, and what is told in the order in which it
-- came has a number in both.
ALTER TABLE entries RENAME COLUMN "table" TO table_id;
ALTER TABLE results RENAME COLUMN "table" TO table_id;
ALTER TABLE game_results RENAME COLUMN "table" TO table_id;
ALTER TABLE seat_results RENAME COLUMN "table" TO table_id;
ALTER TABLE notices RENAME COLUMN "table" TO table_id;
ALTER TABLE rated_seats RENAME COLUMN "table" TO table_id;
ALTER TABLE analyses RENAME COLUMN "table" TO table_id;
DROP INDEX seatings;
CREATE INDEX seatings ON entries (table_id, seq) WHERE kind <> 'move';
DROP INDEX public_results;
CREATE INDEX public_results ON game_results (ended, table_id) WHERE NOT private;
DROP INDEX public_results_of_game;
CREATE INDEX public_results_of_game ON game_results (game, ended, table_id) WHERE NOT private;
DROP INDEX results_of;
CREATE INDEX results_of ON seat_results (who, ended, table_id, game, kind, private, place, seats)
    WHERE holder = 'account';
DROP INDEX rated_games;
CREATE INDEX rated_games ON rated_seats (game, ended, table_id);
DROP INDEX rated_games_of;
CREATE INDEX rated_games_of ON rated_seats (game, who, kind, ended, table_id);
CREATE TABLE numbered_signatures (
    number INTEGER PRIMARY KEY, table_id TEXT NOT NULL REFERENCES tables (id), player TEXT NOT NULL,
    seat INTEGER NOT NULL, base64 TEXT NOT NULL, UNIQUE (table_id, player)
) STRICT;
INSERT INTO numbered_signatures SELECT rowid, "table", player, seat, base64 FROM signatures;
DROP TABLE signatures;
ALTER TABLE numbered_signatures RENAME TO signatures;
CREATE TABLE numbered_deal_tables (
    number INTEGER PRIMARY KEY, deal TEXT NOT NULL REFERENCES deals (id), who TEXT NOT NULL,
    table_id TEXT NOT NULL, UNIQUE (deal, who)
) STRICT;
INSERT INTO numbered_deal_tables SELECT rowid, deal, who, "table" FROM deal_tables;
DROP TABLE deal_tables;
ALTER TABLE numbered_deal_tables RENAME TO deal_tables;
CREATE INDEX deals_of ON deal_tables (who);
