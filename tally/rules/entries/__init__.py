"""The entries: the games of one seed in one file (or two), and `shared` for what they have in common."""
