"""Acts of a table beside writing the next hand: correct, insert, why so much, seats, rules, customs, what if."""
