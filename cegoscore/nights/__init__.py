"""Club nights: several tables of one club on one evening, as one event with one standing."""
