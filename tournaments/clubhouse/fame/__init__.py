"""A club's hall of fame."""
