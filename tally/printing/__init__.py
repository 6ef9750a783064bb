"""Which sheets a night prints, and what each of them needs."""
