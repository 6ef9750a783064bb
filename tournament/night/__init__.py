"""Every change of a night, by what a person does: one function, one transaction."""
