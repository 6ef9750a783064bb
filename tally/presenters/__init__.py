"""Loaded values to what a page shows: buttons, labels, panels. No request, and no write."""
