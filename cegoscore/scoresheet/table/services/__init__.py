"""Writes of this room. A service owns its transaction; constraints and version columns decide races."""
