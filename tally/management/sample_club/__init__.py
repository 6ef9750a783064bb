"""A made-up club with years of nights, for trying pages and measuring them."""
