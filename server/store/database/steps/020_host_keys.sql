-- By which host keys players know the host.
CREATE TABLE host_keys (fingerprint TEXT NOT NULL, since REAL NOT NULL) STRICT;
