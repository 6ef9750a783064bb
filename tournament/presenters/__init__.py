"""What a page of the night shows, prepared from rows and plans before a template writes it."""
