"""Writes to a sheet. A service owns its transaction; constraints and version columns decide races."""
