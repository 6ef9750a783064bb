"""Help's contents: its chapters, and which part is about which page. The text is in `templates/tournament/help/`."""
