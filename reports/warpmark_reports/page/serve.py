"""Serves a report's folder to browsers of this machine only, until Ctrl-C."""

from __future__ import annotations

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ADDRESS = "127.0.0.1"


class _Quiet(SimpleHTTPRequestHandler):
    """Files of the folder and nothing else of the machine, without a line on stderr for each."""

    def log_message(self, *_: object) -> None:
        """Says nothing."""

    def send_head(self):  # type: ignore[no-untyped-def]
        """Refuses names of other hosts, by which a page from elsewhere could read the files, and
        paths that a symbolic link leads out of the folder.
        """
        host = (self.headers.get("Host") or "").rsplit(":", 1)[0]
        if host not in (ADDRESS, "localhost"):
            self.send_error(403, "only for this machine")
            return None
        root = Path(self.directory).resolve()
        path = Path(self.translate_path(self.path))
        served = (path, path / "index.html", path / "index.htm")
        if not all(each.resolve().is_relative_to(root) for each in served):
            self.send_error(404, "no file of the report")
            return None
        return super().send_head()


def server_of(directory: Path) -> ThreadingHTTPServer:
    """A server on a free port of 127.0.0.1; serve_forever() starts it."""
    return ThreadingHTTPServer((ADDRESS, 0), partial(_Quiet, directory=str(directory)))


def serve(directory: Path) -> None:
    """Prints the address and serves until Ctrl-C."""
    with server_of(directory) as server:
        print(f"open http://{ADDRESS}:{server.server_address[1]}/ (Ctrl-C ends)", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
