"""A real browser on a server of its own. Errors on a page fail its test, and so does a request to elsewhere.

A module that needs another app than the project's defines its own `server`. Sizes by
`@pytest.mark.parametrize("viewport", [1280, 390], indirect=True)`.
"""

import os
import re
import shutil

import pytest
from playwright.sync_api import ConsoleMessage, Page, sync_playwright

from tests.browser.server import ROOT, Server

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")
FLAGS += ("--disable-sync", "--no-first-run")
# A cold deep link makes Streamlit ask for these below the page's own path before it asks in the right place.
PROBES = re.compile(r"/[^/]+/_stcore/(health|host-config)$")


def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.is_relative_to(ROOT / "tests" / "browser"):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium():
    """The path of an installed Chromium. Without one, browser tests skip; in CI (CI=true) they fail."""
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        reason = "no Chromium found: install chromium, or name one by CHROMIUM=/path/to/it"
        (pytest.fail if os.environ.get("CI", "").lower() == "true" else pytest.skip)(reason)
    return path


@pytest.fixture(scope="session")
def browser(chromium):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(chromium, tmp_path_factory):
    """The project's own app."""
    server = Server(ROOT, tmp_path_factory.mktemp("server") / "log")
    yield server
    server.stop()


@pytest.fixture
def viewport(request):
    """Width and height in pixels; the parameter is the width."""
    width = getattr(request, "param", 1280)
    return {"width": width, "height": 900 if width > 600 else 844}


@pytest.fixture
def problems():
    """What went wrong on the page so far. A test that provokes errors clears them."""
    return []


@pytest.fixture(scope="session")
def context(browser):
    """One for all tests, so that each reads Streamlit's own scripts from its cache; what a page stores is wiped."""
    context = browser.new_context()
    yield context
    context.close()


@pytest.fixture
def page(context, server, viewport, problems):
    page = watch(context.new_page(), server.url, problems)
    page.set_viewport_size(viewport)
    yield page
    if page.url.startswith("http"):
        page.evaluate("localStorage.clear()")
    for tab in context.pages:
        tab.close()
    assert problems == []


def watch(page: Page, url: str, problems: list[str]) -> Page:
    """Append to problems whatever must not happen on a page of the server at url."""
    home = (url, url.replace("http", "ws"), "data:", "blob:")

    def console(message: ConsoleMessage):
        probe = "404" in message.text and PROBES.search(message.location.get("url", ""))
        if message.type == "error" and not probe:
            problems.append(f"console: {message.text} {message.location}")

    page.on("request", lambda sent: sent.url.startswith(home) or problems.append(f"request: {sent.url}"))
    page.on("websocket", lambda sent: sent.url.startswith(home) or problems.append(f"request: {sent.url}"))
    page.on("pageerror", lambda error: problems.append(f"page: {error}"))
    page.on("console", console)
    return page
