"""A club as a whole: its page, players, records, people as personal data, and its backup."""
