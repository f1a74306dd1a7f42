"""Date formats where Django's own would mislead; every other language keeps its own."""
