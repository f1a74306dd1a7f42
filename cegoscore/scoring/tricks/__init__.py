"""The cards themselves: what each is worth, what may be played, who wins a trick and who leads to the next."""
