"""Rights: devices, links, short codes, access, QR codes."""
