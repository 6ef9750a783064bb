"""The laptop that serves a hall: its own browser, the page that says how things are, a second start, its shortcut."""
