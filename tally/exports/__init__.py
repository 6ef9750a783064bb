"""A night as a file for other programs."""
