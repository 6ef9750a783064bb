"""Rows to pure values: the only bridge between the database and what is computed."""
