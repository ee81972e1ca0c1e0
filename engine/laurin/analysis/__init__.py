"""The analysis of a finished game of laurin: decisions and chances by playouts, the luck of the draw."""
