"""Plans the rounds for tonight's players: reads rows and searches for rotations."""
