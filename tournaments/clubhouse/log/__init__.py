"""The club's log as a page: in words, searchable, with undo where it makes sense."""
