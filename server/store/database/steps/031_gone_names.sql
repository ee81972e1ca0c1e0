-- Names of accounts that were deleted, as hashes, and until when nobody gets them.
CREATE TABLE gone_names (look TEXT PRIMARY KEY, until REAL NOT NULL) STRICT, WITHOUT ROWID;
