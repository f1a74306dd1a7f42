"""The desk while a round is played: tables, totals, disputes, the end of a round, the ceremony."""
