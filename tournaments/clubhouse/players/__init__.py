"""A player's page: results, seasons, seats and hands."""
