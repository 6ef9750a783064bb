"""Pure: how often one address, and all of them together, may do a thing; the clock is passed in."""
