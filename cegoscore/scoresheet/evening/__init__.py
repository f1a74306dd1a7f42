"""An evening around its sheet: lists, new tables and circles, the end, going on, late hands, what a phone keeps."""
