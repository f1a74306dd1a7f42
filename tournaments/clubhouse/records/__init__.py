"""A club's records."""
