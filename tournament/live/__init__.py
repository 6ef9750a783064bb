"""Telling every open screen that something changed."""
