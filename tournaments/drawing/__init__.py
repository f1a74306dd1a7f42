"""The draw of a round: lot, wishes, swaps, and its start."""
