"""A learner from few labels in a real browser: what is pulled is tinted, moves with the frames, and is said."""

import numpy as np

from algorithms.experiments.run import Run, compute

RUN = Run.of(
    dataset="moons", n_samples=100, noise=0.1, ratio=1.0, n_labelled=10, seed=4, learner="TSGS3VM",
    knobs={"gamma": 12.0},
)  # fmt: skip
LINK = "boundary?dataset=moons&n_samples=100&noise=0.1&ratio=1&n_labelled=10&seed=4&learner=TSGS3VM&step=1"
# Pixels of a full tint, either way, on paper.
TINTED = """canvas => {
  const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const near = (i, colour) => colour.every((v, k) => Math.abs(data[i + k] - (0.85 * v + 37)) < 14);
  let number = 0;
  for (let i = 0; i < data.length; i += 4) number += near(i, [0, 114, 178]) || near(i, [213, 94, 0]);
  return number;
}"""


def test_unlabelled_points_are_tinted_by_their_pull(page, server):
    pulls = np.array([snapshot["pull"] for snapshot in compute(RUN).snapshots])
    page.goto(f"{server.url}/{LINK}")
    page.get_by_text("labels only, tuned").wait_for()
    pulled, plane = page.locator("tr.pulled td"), page.locator("canvas.plane")
    assert pulled.inner_text() == f"{(pulls[0] > 0).sum()}, {(pulls[0] < 0).sum()}"
    before = plane.evaluate(TINTED)  # the price of the unlabelled has hardly left 0
    page.get_by_role("button", name="Step on").click()
    up, down = (pulls[1] > 0).sum(), (pulls[1] < 0).sum()
    page.locator("tr.pulled", has_text=f"{up}, {down}").wait_for()
    assert f"{up} are pulled up and {down} down" in plane.get_attribute("aria-label")
    most = int(np.abs(pulls).sum(axis=1).argmax())
    page.get_by_role("slider", name="Moment of training").fill(str(most))
    page.locator("tr.pulled", has_text=f"{(pulls[most] > 0).sum()}, {(pulls[most] < 0).sum()}").wait_for()
    assert plane.evaluate(TINTED) > 1.5 * before
    legend = page.locator(".legend").inner_text()
    assert "unlabelled" in legend and "its score is pulled up" in legend
