"""Money: the box of a club, and the cash of a tournament, both in the one ledger of `cegoscore.bookings`."""
