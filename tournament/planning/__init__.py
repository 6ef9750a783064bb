"""The movement drawn up for tonight's players: reads rows, searches for rotations, writes nothing."""
