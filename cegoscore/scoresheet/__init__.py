"""The score sheet: sessions, seats, the ledger of hands, and the page that a table writes on."""
