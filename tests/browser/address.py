"""The address of a page in the browser: what its query says, and waiting until it says something."""

from playwright.sync_api import Page


def query(page: Page) -> dict[str, str]:
    return page.evaluate("Object.fromEntries(new URLSearchParams(location.search))")


def wait_for_query(page: Page, **expected) -> None:
    text = {key: str(value) for key, value in expected.items()}
    page.wait_for_function(
        "want => Object.entries(want).every(([k, v]) => new URLSearchParams(location.search).get(k) === v)",
        arg=text, timeout=20_000,
    )  # fmt: skip
