"""The way of a hand: the page of a sheet with its panel, what is posted and what is wrong with it, and the answer."""
