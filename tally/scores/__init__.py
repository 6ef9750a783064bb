"""Pure: hands to tallies, standings and prizes; and how far a table is."""
