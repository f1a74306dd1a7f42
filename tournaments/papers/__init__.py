"""Documents and exports of a tournament, and reading one in."""
