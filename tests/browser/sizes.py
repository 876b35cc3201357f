"""A desk's and a phone's width, without loading the page anew for each."""

from collections.abc import Iterator

from playwright.sync_api import Page


def widths(page: Page) -> Iterator[int]:
    """Make the page 1280 and then 390 pixels wide; yields each width once the page fits into it."""
    for width, height in ((1280, 900), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("document.documentElement.scrollWidth <= innerWidth")
        yield width
