-- Which codes of notices went where, and where nothing more is sent; codes that were sent before stop nothing.
CREATE TABLE notice_codes (
    code TEXT PRIMARY KEY, place TEXT NOT NULL, at REAL NOT NULL, stopped INTEGER /* flag */ NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX stopped_notices ON notice_codes (place) WHERE stopped;
CREATE INDEX sent_notice_codes ON notice_codes (at);
