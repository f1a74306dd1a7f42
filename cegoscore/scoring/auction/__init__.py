"""The referee of the bidding: states of an auction, what may be said in each, who plays what at its end."""
