"""The door: everybody who comes gets a start number."""
