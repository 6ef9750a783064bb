"""What runs: the ASGI application, and the server of a hall on one laptop."""
