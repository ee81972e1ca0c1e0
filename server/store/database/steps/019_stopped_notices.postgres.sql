CREATE TABLE notice_codes (
    code text PRIMARY KEY, place text NOT NULL, at float8 NOT NULL, stopped boolean NOT NULL
);
CREATE INDEX stopped_notices ON notice_codes (place) WHERE stopped;
CREATE INDEX sent_notice_codes ON notice_codes (at);
