"""Pure: names as others see them, and errors that are sentences for people."""
