"""Pages of the door."""
