"""Bots for intrigue, on views only:

`page` by rules of thumb, `steward` by playouts. The rules are left to `rules`.
"""
