"""A tournament at a running server, and those who follow it with views of every kind."""

import re
import uuid

from tests.served import Server, Visitor

HIDDEN = re.compile(r'<input type="hidden" name="(number|revision|lineup|dealer)" value="([\d,]+)"')


def played_at(server: Server, players: int) -> tuple[str, str]:
    """Paths of a tournament at the server, before its first round, and of the link that runs it."""
    program = f"from tests.worlds.championship import say_tournament; say_tournament({players}, rounds=0)"
    made = server.manage("shell", "--no-imports", "-c", program)
    home, link = made.stdout.split()
    return home, link


class Evening:
    """Eight players at two tables of a tournament, and its desk."""

    def __init__(self, server: Server) -> None:
        self.home, self.link = played_at(server, 8)
        self.desk = Visitor(server)
        self.desk.get(self.link)
        for step in ("draw", "start"):
            self.desk.get(f"{self.home}/door")  # a form token
            self.desk.post(f"{self.home}/rounds/1/{step}", {"seed": "Gstieß"})
        found = re.search(r'href="(/sheets/[0-9a-f-]{36})"', self.desk.get(f"{self.home}/rounds/1/tables/1")[1])
        assert found
        self.sheet = found[1]

    def record(self) -> None:
        """One more hand at the first table."""
        hand = {"uuid": str(uuid.uuid4()), "game": "solo", "declarer": "0", "points": "45"}
        self.desk.post(f"{self.sheet}/hands", dict(HIDDEN.findall(self.desk.get(self.sheet)[1])) | hand)


class Looking(Visitor):
    """Somebody who opens a view at one server, and asks as its page does."""

    def __init__(self, server: Server, link: str, path: str) -> None:
        super().__init__(server)
        self.get(link)
        self.path, page = self.get(path)
        if self.path.endswith("/beamer"):
            version = re.search(r'data-version="([^"]+)"', page)
            assert version
            self.asks = f"{self.path}?v={version[1]}"
        else:
            asks = re.search(r'hx-get="([^"]*\bv=[^"]+)"[^>]*data-live', page)
            assert asks, page
            address = asks[1].replace("&amp;", "&")
            self.asks = self.path + address if address.startswith("?") else address

        bell = re.search(r'data-bell="([^"]+)"', page)
        assert bell, page
        self.question = f"/bell/{bell[1]}"

    def follows(self) -> str:
        """Ask the bell; the version that it names, empty if nothing happened."""
        return self.get(self.question)[1]

    def is_told(self) -> bool:
        """True if the next look brings something new."""
        return bool(self.get(self.asks)[1])
