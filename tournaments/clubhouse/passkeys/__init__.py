"""Fingerprints of a club, which make any device a manager."""
