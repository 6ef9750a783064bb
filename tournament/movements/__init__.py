"""Who sits where next. Pure: no Django, no clock, no chance that is not passed in."""
