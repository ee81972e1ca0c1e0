"""Komplott um die Krone (Plot for the Crown): 3-5 families plot with ten cards each for influence."""
