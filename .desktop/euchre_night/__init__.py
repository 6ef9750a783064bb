"""The app that Briefcase packs."""
