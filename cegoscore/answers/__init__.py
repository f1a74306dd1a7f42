"""Answers to other programs, as JSON or text: what a hand pays and why, a tariff, an auction; without a database."""
