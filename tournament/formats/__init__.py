"""How dates and times are written, by locale; Django reads the module of the locale that is set."""
