"""A real Chromium without a screen, spoken to over pipes (its DevTools protocol)."""

from __future__ import annotations

import asyncio
import base64
import itertools
import json
import os
import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
QUIET = (
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--hide-scrollbars", "--disable-component-update", "--disable-sync", "--remote-debugging-pipe",
)  # fmt: skip
ANSWERED = 60.0


class Browser:
    """One page. `asked`: the addresses that were asked for; `said`: what came to the console."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer, self._numbers, self._session = writer, itertools.count(1), ""
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._loaded = asyncio.Event()
        self.asked, self.said = list[str](), list[str]()

    async def listen(self, reader: asyncio.StreamReader) -> None:
        """Take what the browser says, until it ends."""
        while True:
            self._heard(json.loads((await reader.readuntil(b"\0"))[:-1]))

    def _heard(self, said: dict[str, Any]) -> None:
        about = said.get("params", {})
        match said.get("method"):
            case None:
                self._waiting.pop(said["id"]).set_result(said)
            case "Network.requestWillBeSent":
                self.asked.append(about["request"]["url"])
            case "Page.loadEventFired":
                self._loaded.set()
            case "Log.entryAdded" | "Runtime.consoleAPICalled" | "Runtime.exceptionThrown":
                self.said.append(json.dumps(about))

    async def do(self, method: str, **about: Any) -> dict[str, Any]:
        """Carry out a method of the protocol."""
        number = next(self._numbers)
        self._waiting[number] = asyncio.get_running_loop().create_future()
        session = {"sessionId": self._session} if self._session else {}
        asked = {"id": number, "method": method, "params": about, **session}
        self._writer.write(json.dumps(asked).encode() + b"\0")
        found = await asyncio.wait_for(self._waiting[number], ANSWERED)
        assert "error" not in found, (method, found)
        return dict(found["result"])

    async def begin(self) -> None:
        target = (await self.do("Target.createTarget", url="about:blank"))["targetId"]
        attached = await self.do("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for part in ("Page", "Network", "Log", "Runtime"):
            await self.do(f"{part}.enable")

    async def look(self, width: int, height: int, *, dark: bool = False, scripts: bool = True) -> None:
        """How the next pages are looked at."""
        await self.do(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=width < 800,
        )  # fmt: skip
        features = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        await self.do("Emulation.setEmulatedMedia", features=features)
        await self.do("Emulation.setScriptExecutionDisabled", value=not scripts)

    async def open(self, url: str) -> None:
        self._loaded.clear()
        await self.do("Page.navigate", url=url)
        await self.loaded()

    async def loaded(self) -> None:
        """Wait for a page to be there, and for the next one from then on."""
        await asyncio.wait_for(self._loaded.wait(), ANSWERED)
        self._loaded.clear()

    async def value(self, script: str) -> Any:
        """What an expression of JavaScript is, once it is settled."""
        found = await self.do("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    async def until(self, script: str) -> None:
        """Wait until an expression is true, looking at each change of the page."""
        await self.value(
            f"new Promise(done => {{ const look = () => {{ if ({script}) done(true); }}; look();"
            " new MutationObserver(look).observe(document,"
            " {subtree: true, childList: true, attributes: true, characterData: true}); })"
        )

    async def key(self, name: str) -> None:
        for kind in ("keyDown", "keyUp"):
            await self.do("Input.dispatchKeyEvent", type=kind, key=name, code=name)

    async def picture(self) -> bytes:
        """What is seen, as a PNG."""
        return base64.b64decode((await self.do("Page.captureScreenshot", format="png"))["data"])


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    assert CHROMIUM
    loop, (theirs, to), (back, ours) = asyncio.get_running_loop(), os.pipe(), os.pipe()
    reader = asyncio.StreamReader(limit=64 * 1024 * 1024)
    reading, _ = await loop.connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(back, "rb")
    )
    writing, protocol = await loop.connect_write_pipe(asyncio.streams.FlowControlMixin, os.fdopen(to, "wb"))
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        process = await asyncio.create_subprocess_exec(
            "bash", "-c", f'exec "$0" "$@" 3<&{theirs} 4>&{ours}', CHROMIUM, *QUIET,
            f"--user-data-dir={folder}", pass_fds=(theirs, ours), stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        os.close(theirs)
        os.close(ours)
        browser = Browser(asyncio.StreamWriter(writing, protocol, None, loop))
        listening = asyncio.ensure_future(browser.listen(reader))
        try:
            await browser.begin()
            yield browser
        finally:
            process.kill()
            await process.wait()
            listening.cancel()
            writing.close()
            reading.close()
