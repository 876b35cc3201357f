"""A Streamlit server of its own for browser tests, on a free port of this machine."""

import http.client
import socket
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


class Server:
    """Runs APP_DIR/app.py with the project's settings until `stop`. log: the file that takes its output.

    Raises RuntimeError, with that output, if it does not come up within a minute.
    """

    def __init__(self, app_dir: Path, log: Path):
        self.script, self.log = Path(app_dir) / "app.py", log
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        """Start, or start again on the same port after `stop`."""
        options = {"server.port": self.port, "server.address": "127.0.0.1", "server.headless": "true"}
        flags = [word for name, value in options.items() for word in (f"--{name}", str(value))]
        command = [sys.executable, "-m", "streamlit", "run", str(self.script), *flags]
        with self.log.open("ab") as output:  # from ROOT come the settings and the import of pages.widgets
            self.process = subprocess.Popen(command, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT)
        deadline = time.monotonic() + 60
        while not self.healthy():
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.stop()
                raise RuntimeError(f"Streamlit did not start:\n{self.log.read_text(errors='replace')}")
            time.sleep(0.05)

    def healthy(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=1)
        try:
            connection.request("GET", "/_stcore/health")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
