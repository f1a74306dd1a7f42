"""Who may do what: devices, links, short codes, access, QR codes."""
