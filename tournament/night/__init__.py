"""Every change of a night, by what a person does; each is one function and one transaction."""
