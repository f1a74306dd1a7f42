"""How dates look where Django's own way would mislead; for every other language its own holds."""
