"""Pages of the sheet, a module for each group of them."""
