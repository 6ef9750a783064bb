"""The activity log, and the events that tell every open screen that something changed."""
