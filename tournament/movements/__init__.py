"""Pure: who sits where next."""
