"""The score sheet in four rooms, each on the one before: `ledger`, `hand`, `evening` and `table`."""
