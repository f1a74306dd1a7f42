"""Commands for those who work on the app, behind `make`."""
