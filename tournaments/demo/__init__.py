"""A believable evening with made-up people, to look around in."""
