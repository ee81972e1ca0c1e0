-- Counts of what became of commitments, worked out from the logs, and signatures of records.
CREATE TABLE dice_counts (what TEXT PRIMARY KEY, number INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE missed_reveals (
    player TEXT PRIMARY KEY, name TEXT NOT NULL, number INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE signatures (
    "table" TEXT NOT NULL REFERENCES tables (id), player TEXT NOT NULL, seat INTEGER NOT NULL,
    base64 TEXT NOT NULL, UNIQUE ("table", player)
) STRICT;
INSERT INTO dice_counts SELECT 'opened', count(*) FROM tables;
INSERT INTO dice_counts SELECT 'dealt', count(*) FROM entries WHERE kind = 'start';
INSERT INTO dice_counts SELECT
    iif(json_array_length(note, '$.places') > 0, 'finished', 'unfinished'), count(*)
    FROM entries WHERE kind = 'end' AND note <> '' GROUP BY 1;
