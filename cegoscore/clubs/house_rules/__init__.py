"""Published rule sets and a club's own: storing, editing, comparing, tariff cards."""
