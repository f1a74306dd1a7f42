"""Outings: a row for each person at an evening or a tournament that is over, derived from hands and results."""
