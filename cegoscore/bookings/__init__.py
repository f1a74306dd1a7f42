"""Bookings: money that one person gave another for an event. Never in points."""
