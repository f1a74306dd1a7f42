"""Cego lernen: short lessons with tasks that are checked at once, by the rules of whoever reads them."""
