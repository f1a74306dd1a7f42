"""The score sheet: sessions, seats, the ledger of hands, and the page that a table writes on.

A posted hand goes through access, panel_reading, panel_check, services.ledger and answers. `services` are the writes,
`writing` and `errors` the values and exceptions around them. Everything else reads: rows (ledger_rows, sql_statements,
seats, turns, customs), pages (sheet_page, lines, panel, evening_page, what_if_page, rule_change_page), files (exports,
unsent, document_limits). Forms are called `*_forms`; a view fetches, reads, calls one service and answers.
"""
