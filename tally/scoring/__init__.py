"""Every change to what was scored: one function, one transaction."""
