"""`ssh host api`: programs play through the same door as people, in JSON lines (docs/api.md)."""
