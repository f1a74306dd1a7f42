"""Pairing and ranking: draw, seating, standings, ties, league, prizes, records. Pure like `scoring`."""
