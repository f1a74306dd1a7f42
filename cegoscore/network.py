"""Under which names and addresses other devices of the same network reach this machine."""

import ipaddress
import socket

# Nothing is sent to these: choosing a route is enough to learn which address of ours would be used.
# The first stands for "the internet", the others for the ranges of private networks without a way out.
DESTINATIONS = ("192.0.2.1", "192.168.254.254", "10.254.254.254", "172.16.254.254")


def addresses() -> list[str]:
    """IPv4 addresses of this machine in its networks, the one that phones most likely reach first."""
    found = [_address_towards(destination) for destination in DESTINATIONS]
    return list(dict.fromkeys(address for address in found if address and not address.startswith("127.")))


def host_names() -> list[str]:
    """Every name and address by which this machine may be addressed while no PUBLIC_URL is set."""
    name = socket.gethostname().lower()
    names = [name, name if name.endswith(".local") else f"{name}.local"]
    return ["localhost", "127.0.0.1", "[::1]", *names, *addresses()]


def is_loopback(host: str) -> bool:
    """True if the name or address means, wherever it is opened, the machine that opens it."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def check_port(host: str, port: int) -> None:
    """Raise OSError with the system's reason if a server could not listen here now."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((host, port))


def _address_towards(destination: str) -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((destination, 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])
