"""Links that readers hold on slides: what they showed when they were copied, they show for ever."""

from urllib.parse import parse_qsl, urlparse

import pytest

from algorithms.experiments import home
from algorithms.experiments.run import Run
from pages.widgets import controls
from pages.widgets.keys import query
from pages.widgets.url_state import full_link, read_link

OLD_LINKS = {
    # copied from the boundary page; never to be edited
    "/boundary?v=1&dataset=circles&n_samples=600&noise=0.25&n_labelled=all&order=shuffled&scaling=%5B-1%2C+1%5D&seed=6"
    "&learner=SVC&learner2=OKAUC-M&step=300&threshold=0&threshold2=0.125&present=0&ratio=19&C=1&gamma=4"
    "&regularization2=0.03&gamma2=4&buffer_size2=100&compensation2=nearest": (
        [home.SVC, home.OKAUC_M],
        {"step": 300, "threshold2": 0.125, "present": False},
    ),
    "/boundary?v=1&dataset=moons&n_samples=600&noise=0.25&n_labelled=40&order=drifting&scaling=unit+ball&seed=3"
    "&learner=OAUC-S&learner2=none&step=end&threshold=0&threshold2=0&present=1&ratio=9&regularization=0.5"
    "&step_size=0.125&average=1&first_rounds=as+printed": (
        [
            Run(
                dataset="moons", n_labelled=40, order="drifting", scaling="unit ball", seed=3, ratio=9.0,
                learner="OAUC-S", knobs=(
                    ("average", True), ("first_rounds", "as printed"), ("regularization", 0.5), ("step_size", 0.125),
                ),
            )
        ],
        {"step": "end", "present": True},
    ),
    "/boundary?v=1&dataset=german&n_samples=600&noise=0.25&n_labelled=all&order=by+class&scaling=standard&seed=0"
    "&learner=Perceptron&learner2=OAUC-M&step=21&threshold=-1.5&threshold2=0&present=0&ratio=0&features=two&x=4&y=1"
    "&step_size=0.05&fit_intercept=0&regularization2=0.01&average2=0&first_rounds2=wait": (
        [
            Run(
                dataset="german", order="by class", scaling="standard", ratio=0.0, features=(4, 1),
                learner="Perceptron", knobs=(("fit_intercept", False),),
            ),
            Run(
                dataset="german", order="by class", scaling="standard", ratio=0.0, features=(4, 1),
                learner="OAUC-M", knobs=(("regularization", 0.01),),
            ),
        ],
        {"step": 21, "threshold": -1.5},
    ),
}  # fmt: skip


def read(link: str) -> dict:
    return read_link(controls.experiment(home.BOUNDARY), dict(parse_qsl(urlparse(link).query)))


@pytest.mark.parametrize("link", OLD_LINKS)
def test_an_old_link_means_what_it_meant(link):
    runs, others = OLD_LINKS[link]
    values = read(link)
    assert controls.runs(values) == runs
    assert {key: values[key] for key in others} == others


@pytest.mark.parametrize("link", OLD_LINKS)
def test_a_copied_link_reads_back_the_same(link):
    values = read(link)
    params = controls.experiment(home.BOUNDARY)
    assert read_link(params, full_link(params, values)) == values


@pytest.mark.parametrize("runs", [[home.SVC, home.OKAUC_M], [home.BOUNDARY]])
def test_a_link_made_from_runs_says_these_runs(runs):
    values = read_link(controls.experiment(Run()), query(*runs, step=5))
    assert controls.runs(values) == runs
    assert values["step"] == 5
