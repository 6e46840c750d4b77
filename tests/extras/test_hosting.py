"""A hosted table with OpenSSH's client and with Chromium, both from Debian packages."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pexpect
import pytest

from heat_tui.game.table.shared import SharedMatch
from heat_tui.store.codes import shown_code
from heat_tui.store.shared_tables import Seat, SharedTables, TableInfo
from tests.cli.program import COMMAND, environment
from tests.shared.screens import news_of

PATIENCE = 60.0
CODE = re.compile(r"[0-9A-Z]{5}-[0-9A-Z]{5}")


class Running(NamedTuple):
    """A headless server, with one table of Ada and Bo."""

    tables: SharedTables
    info: TableInfo
    code: str
    ssh: int
    page: str

    @property
    def seats(self) -> Mapping[int, Seat]:
        return news_of(self.tables, self.info).seats


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    """Yield a running server, and end it cleanly."""
    ports = []
    for _each in range(2):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            ports.append(free.getsockname()[1])
    options = ["--headless", "--ssh", str(ports[0]), "--web", str(ports[1]), "--drivers", "Ada,Bo", "--legends", "0"]
    said = tmp_path / "said"
    with said.open("w") as output:
        server = subprocess.Popen([*COMMAND, "host", *options], env=environment(tmp_path), stdout=output)
    try:
        until(lambda: "fingerprint" in said.read_text())
        tables = SharedTables(f"sqlite:///{tmp_path / 'tables.sqlite'}")
        info = tables.list()[0]
        found = CODE.search(said.read_text())
        assert found is not None
        yield Running(tables, info, found[0], ports[0], f"http://localhost:{ports[1]}/")
        server.send_signal(signal.SIGTERM)
        assert server.wait(20) == 0
    finally:
        server.kill()
        server.wait()


@pytest.fixture
def browsing() -> Iterator[Callable[[], Any]]:
    """Yield a function that returns a page of a browser of its own, with a touch screen and a clipboard.

    Tests ask for it before `running`, so that no server is started for a test that is skipped.
    """
    browser = shutil.which("chromium")
    if browser is None:
        pytest.skip("Chromium is not installed; on Debian, run apt-get install chromium")
    api = pytest.importorskip("playwright.sync_api", reason="Playwright is among the extras: make extras")
    with api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        look = {"viewport": {"width": 1200, "height": 760}, "has_touch": True}
        yield lambda: chromium.new_context(**look, permissions=["clipboard-read", "clipboard-write"]).new_page()
        chromium.close()


def opens(page: Any, link: str) -> None:  # noqa: ANN401
    """Open a link, which has to load the page even if only its fragment is new, and wait until it shows the game."""
    with page.expect_event("load"):
        page.goto(link)
    shows(page)


def shows(page: Any) -> None:  # noqa: ANN401
    """Wait until a page shows the game."""
    page.wait_for_selector("body.-first-byte", timeout=PATIENCE * 1000)
    time.sleep(3)


def stored(page: Any, name: str, value: str | None) -> None:  # noqa: ANN401
    """Wait until a page has stored this value; None waits until it has none."""
    until(lambda: page.evaluate(f"sessionStorage.getItem('{name}')") == value)


def paste(page: Any, text: str) -> None:  # noqa: ANN401
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    page.keyboard.press("Control+v")


def until(happens: Callable[[], bool]) -> None:
    """Wait until a condition holds; fail after `PATIENCE` seconds."""
    end = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < end
        time.sleep(0.2)


@pytest.mark.long
def test_openssh_comes_in_and_back_after_its_connection_is_cut(running: Running, tmp_path: Path) -> None:
    ssh = shutil.which("ssh")
    if ssh is None:
        pytest.skip("OpenSSH's client is not installed; on Debian, run apt-get install openssh-client")
    options = [*("-C", "-p", str(running.ssh), "-o", "StrictHostKeyChecking=accept-new")]
    options += ["-o", f"UserKnownHostsFile={tmp_path / 'known'}", "-F", "none", "bo@localhost"]
    for cut in range(3):
        client = pexpect.spawn(ssh, options, dimensions=(30, 100), timeout=PATIENCE, encoding="utf-8")
        client.expect("Your name")
        time.sleep(1)
        client.send(f"{running.code}\r\r")
        client.expect("Bo   ")
        until(lambda: running.seats.keys() == {1})
        if cut < 2:
            client.kill(signal.SIGKILL)
            client.wait()
    client.send("\r")
    until(lambda: running.seats[1].ready)
    client.close(force=True)
    refused = subprocess.run([ssh, *options, "id"], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert "only shows the game" in refused.stderr
    assert refused.returncode == 1


def test_chromium_comes_in_by_keys_and_by_touch_and_back_when_it_is_cut(
    browsing: Callable[[], Any], running: Running, tmp_path: Path
) -> None:
    page = browsing()
    opens(page, f"{running.page}#{running.code}")
    page.keyboard.type("Bo", delay=50)
    page.keyboard.press("Enter")
    until(lambda: running.seats.keys() == {1})
    assert page.title() == "Heat"
    for _cut in range(2):
        stored(page, "name", "Bo")
        screens = _screens()
        for each in screens:
            os.kill(each, signal.SIGKILL)
        until(partial(_has_others, screens))
    time.sleep(3)
    page.context.set_offline(True)
    page.get_by_text("The connection is lost.").wait_for(timeout=PATIENCE * 1000)
    page.context.set_offline(False)
    page.get_by_text("The connection is lost.").wait_for(state="hidden", timeout=PATIENCE * 1000)
    shows(page)
    box = page.locator(".xterm-screen").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + 70, box["y"] + box["height"] - 85)
    page.screenshot(path=str(tmp_path / "page.png"))
    until(lambda: running.seats[1].ready)
    page.close()
    until(lambda: len(_screens()) <= 1)  # the nursery


@pytest.mark.parametrize(("width", "height"), [(1200, 760), (393, 727), (727, 393), (360, 640)])
def test_chromium_shows_the_game_on_a_small_screen(
    browsing: Callable[[], Any], running: Running, width: int, height: int
) -> None:
    """At the size of a phone, the font is smaller, so that the 80 x 24 characters that the game needs fit."""
    page, said = browsing(), list[Any]()
    page.on("websocket", lambda socket: socket.on("framesent", lambda sent: said.append(json.loads(sent))))
    page.set_viewport_size({"width": width, "height": height})
    opens(page, running.page)
    size = said[0][1]
    assert size["width"] >= 80
    assert size["height"] >= 24


def test_chromium_comes_back_with_the_language_that_its_guest_has_chosen(
    browsing: Callable[[], Any], running: Running
) -> None:
    page, said = browsing(), list[Any]()
    page.on("websocket", lambda socket: socket.on("framesent", lambda sent: said.append(json.loads(sent))))
    opens(page, f"{running.page}#{running.code}")
    for key in ("ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    stored(page, "language", "ja")
    page.reload()
    shows(page)
    assert [each[1]["language"] for each in said if each[0] == "hello"] == ["en", "ja"]


def test_chromium_opens_any_link_in_the_page_and_pastes_what_is_not_too_long(
    browsing: Callable[[], Any], running: Running
) -> None:
    page = browsing()
    opens(page, f"{running.page}#50%")
    opens(page, f"{running.page}#")
    paste(page, running.code)
    page.keyboard.press("Enter")
    page.keyboard.type("Bo", delay=50)
    page.keyboard.press("Enter")
    stored(page, "name", "Bo")
    paste(page, "漢" * 30_000)
    page.get_by_text("That is too long to paste.").wait_for(timeout=PATIENCE * 1000)
    opens(page, f"{running.page}#{running.code.lower()}")
    stored(page, "name", None)
    page.keyboard.type("Bo", delay=50)
    page.keyboard.press("Enter")
    stored(page, "name", "Bo")
    assert running.seats.keys() == {1}


def test_chromium_comes_back_with_the_new_code_unless_its_guest_was_sent_away(
    browsing: Callable[[], Any], running: Running
) -> None:
    pages = [browsing(), browsing()]
    for page, name in zip(pages, ("Ada", "Bo"), strict=True):
        opens(page, f"{running.page}#{running.code}")
        page.keyboard.type(name, delay=50)
        page.keyboard.press("Enter")
        stored(page, "name", name)
    ada, bo = pages
    SharedMatch.watch(running.tables, running.info.name).send_away(1)
    bo.get_by_text("The host has sent you away from the table.").wait_for(timeout=PATIENCE * 1000)
    code = shown_code(running.tables.find(running.info.name)[0].code)
    assert code != running.code
    stored(ada, "code", code)
    for key in ("Escape", "ArrowRight", "Enter") * 2:  # to the door, and out
        ada.keyboard.press(key)
        time.sleep(1.5)
    ada.get_by_text(f"Come back with the code {code} and the same name.").wait_for(timeout=PATIENCE * 1000)
    stored(ada, "name", None)
    ada.get_by_text("Come back", exact=True).click()
    shows(ada)
    ada.keyboard.type("Ada", delay=50)
    ada.keyboard.press("Enter")
    stored(ada, "code", code)
    assert bo.evaluate("location.hash") == f"#{running.code}"


def _has_others(screens: list[int]) -> bool:
    return bool(_screens()) and not {*screens} & {*_screens()}


def _screens() -> list[int]:
    """Return the ids of the processes that show guests' screens, and of the nursery from which they come."""
    said = subprocess.run(["ps", "-eo", "pid=,args="], capture_output=True, text=True, check=True).stdout
    rows = (line.split(maxsplit=1) for line in said.splitlines())
    return [int(pid) for pid, command in rows if command == f"{sys.executable} -P -m heat_tui door"]
