CREATE INDEX opponents ON seat_results (table_id) INCLUDE (who, place) WHERE holder = 'account';
