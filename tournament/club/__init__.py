"""Every write about the club across its nights, named for what a person does."""
