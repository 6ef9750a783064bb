"""Safe copies of a laptop's database: made while a night runs, kept in two places, and gone on from."""
