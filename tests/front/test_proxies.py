"""Behind a proxy: who asks and over what is as the proxy says, and by no other name of a header."""

import socket
from pathlib import Path

import pytest

from tests.effort import thorough
from tests.front.crowd import TIMEOUT, whole
from tests.served import Server


def heads(server: Server, *headers: str) -> list[str]:
    """The lines before the body of the answer to a request for the start page."""
    lines = ["GET / HTTP/1.1", "Host: cego.example.org", "Connection: close", *headers, "", ""]
    with socket.create_connection(("127.0.0.1", server.port), timeout=TIMEOUT) as connection:
        connection.sendall("\r\n".join(lines).encode())
        return whole(connection).partition(b"\r\n\r\n")[0].decode().lower().split("\r\n")


@thorough
@pytest.mark.sqlite  # once is enough
def test_only_what_the_proxy_says_makes_a_request_one_over_https(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PUBLIC_URL", "https://cego.example.org")
    monkeypatch.setenv("PROCESSES", "1")
    server = Server(tmp_path)
    try:
        for headers in ((), ("X_Forwarded_Proto: https",), ("X-Forwarded-Proto: http", "X_Forwarded_Proto: https")):
            answer = heads(server, *headers)
            assert answer[0].startswith("http/1.1 301 "), headers
            assert "location: https://cego.example.org/" in answer
        answer = heads(server, "X-Forwarded-Proto: https")
        assert answer[0].startswith("http/1.1 200 ")
        assert any(line.startswith("strict-transport-security: ") for line in answer)
    finally:
        server.kill()
