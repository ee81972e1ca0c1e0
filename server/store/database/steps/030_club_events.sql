-- The calendars of clubs. Each entry has its next time, and what was done for that one.
CREATE TABLE club_events (
    club TEXT NOT NULL REFERENCES clubs (id) ON DELETE CASCADE, number INTEGER NOT NULL,
    starts REAL NOT NULL, told INTEGER NOT NULL, cup TEXT NOT NULL, author TEXT NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (club, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX coming_club_events ON club_events (starts);
