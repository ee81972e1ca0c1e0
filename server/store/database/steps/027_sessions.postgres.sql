-- What operators see of the sessions on other nodes; older nodes tell neither.
ALTER TABLE node_sessions ADD COLUMN key text NOT NULL DEFAULT '';
ALTER TABLE node_sessions ADD COLUMN table_id text NOT NULL DEFAULT '';
