"""A PostgreSQL that keeps itself: two nodes of Patroni with etcd, HAProxy and PgBouncer, as Debian has them.

Whoever uses it connects to PgBouncer (transaction mode), which connects to HAProxy, which leads to the node that is
primary. Replication is synchronous: what was committed is on both nodes. HAProxy also stands before the app's hosts.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
import urllib.request
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

import psycopg

from tests.served import ROOT, free_port, wait_until

PROGRAMS = {"patroni": "patroni", "etcd": "etcd-server", "haproxy": "haproxy", "pgbouncer": "pgbouncer"}
"""Programs with their Debian packages."""

NODE = """
scope: cego
name: {name}
restapi: {{listen: "127.0.0.1:{rest}", connect_address: "127.0.0.1:{rest}"}}
etcd3: {{host: "127.0.0.1:{etcd}"}}
bootstrap:
  dcs:
    ttl: 10
    loop_wait: 1
    retry_timeout: 4
    synchronous_mode: true
    postgresql:
      parameters: {{max_connections: 60, fsync: off, full_page_writes: off}}
  initdb: [{{encoding: UTF8}}, {{auth: trust}}]
postgresql:
  listen: 127.0.0.1:{port}
  connect_address: 127.0.0.1:{port}
  data_dir: {folder}/data
  bin_dir: {programs}
  pgpass: {folder}/pgpass
  authentication: {{superuser: {{username: postgres}}, replication: {{username: replicator}}}}
  parameters: {{unix_socket_directories: "{folder}"}}
  pg_hba: ["host all all 127.0.0.1/32 trust", "local all all trust", "host replication all 127.0.0.1/32 trust"]
"""

DATABASE_PROXY = """
defaults
    timeout connect 2s
    timeout client 60s
    timeout server 60s
listen postgresql
    mode tcp
    bind 127.0.0.1:{database}
    option httpchk OPTIONS /primary
    default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
{nodes}
"""

FORWARDER = """
defaults
    mode tcp
    timeout connect 2s
    timeout client 60s
    timeout server 60s
listen forwarder
    bind 127.0.0.1:{port}
    server there 127.0.0.1:{to}
"""
"""A way to the database that can hang without a word."""

POOLER = """
[databases]
postgres = host=127.0.0.1 port={database} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 15
query_wait_timeout = 5
server_login_retry = 1
server_connect_timeout = 2
ignore_startup_parameters = extra_float_digits
"""


def missing() -> str:
    """Line that installs what this machine lacks; empty if all is there."""
    lacking = [package for program, package in PROGRAMS.items() if not found(program)]
    lacking += [] if programs_of_postgresql() else ["postgresql"]
    return f"apt-get install {' '.join(lacking)}" if lacking else ""


def found(program: str) -> str | None:
    """Path of a program, also of one for administrators."""
    return shutil.which(program) or shutil.which(program, path="/usr/sbin")


def programs_of_postgresql() -> Path | None:
    """Folder of the newest PostgreSQL's programs."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    return next((folder for folder in reversed(folders) if (folder / "initdb").exists()), None)


class Cluster:
    """Everything that runs, and the ports on which it answers."""

    def __init__(self, hosts: Sequence[int], *, asked: str = "/readyz") -> None:
        """Start the cluster and a proxy before hosts of the app on these ports, whenever they start.

        The proxy is that of `deploy/haproxy.cfg`; it asks the hosts for another address while 0.1 is among them.
        """
        self.asked = asked
        self.folder = Path(tempfile.mkdtemp(prefix="cegoscore-cluster-"))
        self.folder.chmod(0o755)
        self.user = "postgres" if os.geteuid() == 0 else None  # PostgreSQL refuses to be root
        self.port, self.database, self.pooler, self.etcd = (free_port() for _ in range(4))
        self.running = ExitStack()
        try:
            self._start(hosts)
        except BaseException:
            self.stop()
            raise

    def _start(self, hosts: Sequence[int]) -> None:
        etcd = f"http://127.0.0.1:{self.etcd}"
        own = [f"--listen-peer-urls=http://127.0.0.1:{free_port()}", f"--data-dir={self._folder('etcd')}/data"]
        self._run("etcd", f"--listen-client-urls={etcd}", f"--advertise-client-urls={etcd}", *own)
        wait_until(lambda: answers(f"{etcd}/health"), "etcd answers")
        self.nodes = [Node(self, number) for number in (1, 2)]
        self._write_settings(hosts)
        for settings in ("hosts.cfg", "database.cfg"):
            self._run("haproxy", "-db", "-f", str(self.folder / settings))
        self._run("pgbouncer", "-q", str(self.folder / "pgbouncer.ini"))
        wait_until(lambda: any(node.says("/primary") for node in self.nodes), "a node is primary")
        wait_until(lambda: any(node.says("/synchronous") for node in self.nodes), "the other one follows")
        with psycopg.connect(f"postgresql://postgres@127.0.0.1:{self.database}/postgres", autocommit=True) as owner:
            for limit in limits_of_the_role():
                owner.execute(limit)

    def _write_settings(self, hosts: Sequence[int]) -> None:
        nodes = "\n".join(f"    server {n.name} 127.0.0.1:{n.port} check port {n.rest}" for n in self.nodes)
        (self.folder / "database.cfg").write_text(DATABASE_PROXY.format(database=self.database, nodes=nodes))
        (self.folder / "hosts.cfg").write_text(proxy_before(hosts, web=self.port).replace("/readyz", self.asked))
        (self.folder / "pgbouncer.ini").write_text(POOLER.format(database=self.database, port=self.pooler))

    @property
    def address(self) -> str:
        """DATABASE_URL of the app's hosts."""
        return f"postgresql://postgres@127.0.0.1:{self.pooler}/postgres"

    def forwarder(self) -> tuple[str, subprocess.Popen[bytes]]:
        """Another address of the database, and the program behind it, which can be stopped."""
        port = free_port()
        settings = self.folder / "forwarder.cfg"
        settings.write_text(FORWARDER.format(port=port, to=self.pooler))
        program = self._run("haproxy", "-db", "-f", str(settings))
        return f"postgresql://postgres@127.0.0.1:{port}/postgres", program

    def standby(self) -> Node:
        """The node that follows."""
        return next(node for node in self.nodes if node.says("/synchronous"))

    def primary(self) -> Node:
        """The node that takes writes; there is one after `_start` and after each promotion."""
        return next(node for node in self.nodes if node.says("/primary"))

    def stop(self) -> None:
        """End everything, and leave nothing behind."""
        self.running.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _folder(self, name: str) -> Path:
        """A folder that the processes may write to."""
        folder = self.folder / name
        folder.mkdir(mode=0o700)
        if self.user:
            shutil.chown(folder, self.user)
        return folder

    def _run(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        """Start a program as a user that is not root, in a group of its own; what it says is kept for a look."""
        environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "HOME": str(self.folder)}
        said = (self.folder / f"{program}-{len(list(self.folder.glob('*.log')))}.log").open("wb")
        self.running.callback(said.close)
        process = subprocess.Popen(
            [str(found(program)), *arguments],
            env=environment,
            stdout=said,
            stderr=said,
            user=self.user,
            group=self.user,
            start_new_session=True,
            cwd=self.folder,
        )
        self.running.callback(kill, process)
        return process


class Node:
    """A PostgreSQL and the Patroni that keeps it."""

    def __init__(self, cluster: Cluster, number: int) -> None:
        self.name, self.port, self.rest = f"node{number}", free_port(), free_port()
        folder = cluster._folder(self.name)
        self.pid_file = folder / "data" / "postmaster.pid"
        settings = cluster.folder / f"{self.name}.yml"
        ports = {"port": self.port, "rest": self.rest, "etcd": cluster.etcd}
        settings.write_text(NODE.format(name=self.name, folder=folder, programs=programs_of_postgresql(), **ports))
        cluster.running.callback(self.kill_postgresql)
        self.patroni = cluster._run("patroni", str(settings))
        if number == 1:
            wait_until(lambda: self.says("/primary"), "the first node is primary")

    def says(self, path: str) -> bool:
        """Ask Patroni whether the node is what the path says: `/primary`, `/synchronous`."""
        return answers(f"http://127.0.0.1:{self.rest}{path}")

    def kill(self) -> None:
        """End the node as a power cut would."""
        kill(self.patroni)
        self.kill_postgresql()

    def kill_postgresql(self) -> None:
        """SIGKILL to PostgreSQL's first process and all that it has started."""
        with suppress(OSError, ValueError):
            first = int(self.pid_file.read_text().split()[0])
            for process in [first, *children_of(first)]:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)


def limits_of_the_role() -> list[str]:
    """The statements of docs/hosting.md that give the database's role its limits behind a pooler, for the user here."""
    lines = re.findall(r"^ALTER ROLE .*;$", (ROOT / "docs" / "hosting.md").read_text(), re.MULTILINE)
    assert len(lines) == 3, lines
    return [line.replace(" cegoscore ", " postgres ") for line in lines]


def proxy_before(hosts: Sequence[int], *, web: int, tls: str = "") -> str:
    """`deploy/haproxy.cfg` for hosts on these ports of this machine; `tls` is where it answers HTTPS, if it does."""
    text = (ROOT / "deploy" / "haproxy.cfg").read_text()
    binds = re.findall(r"^ +bind .*\n", text, re.MULTILINE)
    servers = re.findall(r"^ +server .*\n", text, re.MULTILINE)
    assert (len(binds), len(servers)) == (2, 3), text
    text = text.replace("".join(binds), f"    bind 127.0.0.1:{web}\n{tls}")
    ours = [f"    server host{port} 127.0.0.1:{port}\n" for port in hosts]
    return text.replace("".join(servers), "".join(ours))


def children_of(parent: int) -> list[int]:
    """Ids of the processes that a process has started."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            if int(stat.read_text().rpartition(")")[2].split()[1]) == parent:
                found.append(int(stat.parent.name))
    return found


def kill(process: subprocess.Popen[bytes]) -> None:
    """SIGKILL to a process and its group."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def answers(address: str) -> bool:
    """Say whether something answers there with 200."""
    with suppress(OSError), urllib.request.urlopen(address, timeout=5):
        return True
    return False
