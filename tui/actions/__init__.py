"""What a player can ask for, each declared once for all fronts and documents: `registry` has them; what is
typed is read by `catalogue` and carried out by `dispatch`.
"""
