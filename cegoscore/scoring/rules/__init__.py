"""Rule sets as data: the files in `rule_sets/`, what they say of paying, bidding and playing, and where it stands."""
