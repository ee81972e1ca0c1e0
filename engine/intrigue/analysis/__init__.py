"""The analysis of a finished game of intrigue: decisions and chances by playouts, the luck of the cards."""
