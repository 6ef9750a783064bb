"""What runs: the ASGI application, and the hall on one laptop."""
