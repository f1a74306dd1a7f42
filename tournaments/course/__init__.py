"""The common ground of the tournament's rooms: steps, turns, access, people, decisions, refusals."""
