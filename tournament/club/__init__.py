"""Every write about the club across its nights."""
