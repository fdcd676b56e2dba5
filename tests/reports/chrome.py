"""A headless Chromium under DevTools' protocol over a pipe: no port, no driver, no network."""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Any

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless=new", "--no-sandbox", "--remote-debugging-pipe", "--disable-gpu",
    "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-extensions", "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND", "--force-color-profile=srgb",
)  # fmt: skip
LIMIT_S = 300.0


def find() -> str | None:
    """The browser of this machine, if it has one."""
    return next((path for path in map(shutil.which, PROGRAMS) if path), None)


class Chrome:
    """One browser with one page. `errors` and `requests` are what that page did since `open`."""

    def __init__(self, program: str, profile: Path) -> None:
        told, self._write = os.pipe()
        self._read, answered = os.pipe()
        # The protocol wants the pipe at descriptors 3 and 4.
        script = f'exec "$0" "$@" 3<&{told} 4>&{answered}'
        words = ["bash", "-c", script, program, *FLAGS, f"--user-data-dir={profile}", "about:blank"]
        self._process = subprocess.Popen(
            words, pass_fds=(told, answered), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        os.close(told)
        os.close(answered)
        self._buffer = b""
        self._number = 0
        self._session = ""
        self.errors: list[str] = []
        self.requests: list[str] = []
        self._loaded = False
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(each["targetId"] for each in targets if each["type"] == "page")
        attached = self.call("Target.attachToTarget", targetId=page, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")

    def __enter__(self) -> Chrome:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._session = ""
        self.call("Browser.close")
        self._process.wait(LIMIT_S)
        os.close(self._read)
        os.close(self._write)

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """What a method of the protocol returns. Raises RuntimeError with the browser's words."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next(method)
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return dict(answer.get("result", {}))

    def open(self, address: str) -> None:
        """Loads a page and waits until it has loaded."""
        self.errors, self.requests, self._loaded = [], [], False
        self.call("Page.navigate", url=address)
        while not self._loaded:
            self._next(address)

    def screen(self, width: int, height: int, dark: bool = False, media: str = "") -> None:
        """The size of the window in CSS pixels, its scheme of colours, and "print" or ""."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=width < 500,
        )  # fmt: skip
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", media=media, features=[scheme])

    def run(self, script: str) -> Any:
        """The value of an expression (awaited), as JSON. Raises RuntimeError if it throws."""
        answer = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in answer:
            raise RuntimeError(str(answer["exceptionDetails"].get("exception", answer)))
        return answer["result"].get("value")

    def press(self, key: str) -> None:
        """A key: Tab, Escape, Enter, ArrowRight …"""
        text = {"text": "\r"} if key == "Enter" else {}
        code = {"Tab": 9, "Escape": 27, "Enter": 13, "ArrowLeft": 37, "ArrowRight": 39}[key]
        for kind in ("keyDown", "keyUp"):
            self.call(
                "Input.dispatchKeyEvent",
                type=kind, key=key, code=key, windowsVirtualKeyCode=code, **text,
            )  # fmt: skip

    def point(self, x: float, y: float) -> None:
        """Moves the pointer, in CSS pixels of the window."""
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def picture(self, file: Path, whole: bool = False) -> None:
        """A PNG of the window, or of the full page."""
        shot = self.call("Page.captureScreenshot", captureBeyondViewport=whole, fromSurface=True)
        file.write_bytes(base64.b64decode(shot["data"]))

    def pdf(self) -> bytes:
        """The page as printed."""
        printed = self.call("Page.printToPDF", preferCSSPageSize=True, printBackground=False)
        return base64.b64decode(printed["data"])

    def _next(self, waiting_for: str) -> dict[str, Any]:
        """The next message; events are noted here."""
        end = time.monotonic() + LIMIT_S
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._read], [], [], max(0.0, end - time.monotonic()))
            part = os.read(self._read, 1 << 20) if ready else b""
            if not part:
                raise RuntimeError(f"no answer from Chromium, waiting for {waiting_for}")
            self._buffer += part
        text, self._buffer = self._buffer.split(b"\0", 1)
        message: dict[str, Any] = json.loads(text)
        self._note(message.get("method", ""), message.get("params", {}))
        return message

    def _note(self, method: str, what: dict[str, Any]) -> None:
        if method == "Page.loadEventFired":
            self._loaded = True
        elif method == "Runtime.exceptionThrown":
            self.errors.append(str(what["exceptionDetails"].get("exception", what)))
        elif method == "Runtime.consoleAPICalled" and what["type"] in ("error", "warning"):
            self.errors.append(str(what["args"]))
        elif method == "Log.entryAdded" and what["entry"]["level"] in ("error", "warning"):
            self.errors.append(str(what["entry"]["text"]))
        elif method == "Network.requestWillBeSent":
            self.requests.append(str(what["request"]["url"]))
