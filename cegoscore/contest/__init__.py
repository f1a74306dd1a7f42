"""Who meets whom and who is ahead: draw, seating, standings, ties, league, prizes, records. Pure like `scoring`."""
