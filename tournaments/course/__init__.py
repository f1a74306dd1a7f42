"""What every room of an evening shares: the steps, turns, access, people, decisions and refusals."""
