"""What a player sees and presses. Renders views, turns keys into moves; never sees a state."""
