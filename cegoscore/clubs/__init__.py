"""Clubs and their people, rights (devices, links) and house rules."""
