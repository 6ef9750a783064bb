"""Help: its chapters, which part is about which page, and finding words. Its text is in the templates."""
