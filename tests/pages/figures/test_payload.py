"""What the player is sent: exact where it is read, small enough to send, never a number that JSON lacks."""

import json
import struct
from dataclasses import replace

import numpy as np
import pytest
from scipy.interpolate import RegularGridInterpolator
from sklearn.metrics import roc_auc_score

from algorithms.trace import Scene, Trace
from pages.figures.payload import pack, read_header, timeline, unpack
from pages.figures.support import HEAVIEST, NOBODY


def trace(
    frames=5, n=40, m=60, side=8, *, n_features=2, positives=30, labelled=None, step=None, losses=None,
    scores=None, unit="example", stopped="", run=None, seed=0,
):  # fmt: skip
    """A Trace of random scores that grow from frame to frame; scores replaces single probes."""
    rng = np.random.default_rng(seed)
    step = np.linspace(2, n, frames).astype(int) if step is None else np.asarray(step)
    growth = np.linspace(0.1, 3, len(step))[:, None]
    sizes = {"train": n, "test": m, "grid": side * side}
    drawn = {name: growth * rng.normal(size=(len(step), size)) for name, size in sizes.items()}
    labelled = np.ones(n, bool) if labelled is None else labelled
    scene = Scene(
        points=rng.uniform(-1, 1, (n, 2)),
        y=np.where(rng.random(n) < 0.3, 1.0, -1.0),
        labelled=labelled,
        y_test=np.where(np.arange(m) < positives, 1.0, -1.0),
        extent=(-1.1, 1.2, -1.3, 1.4),
        axes=("length", "width"),
        classes=("no", "yes"),
        ratio=9.0,
        n_features=n_features,
        explained=0.5,
    )
    return Trace(
        run={"learner": "OAUC-M", "seed": seed, "knobs": {}} | (run or {}),
        scene=scene,
        step=step,
        scores=drawn | (scores or {}),
        losses={} if losses is None else {"psi_M": losses, "psi_S": losses / 2},
        snapshots=({},) * len(step),
        seconds=np.zeros(len(step)),
        bytes=np.zeros(len(step)),
        unit=unit,
        stopped=stopped,
    )


def only(*traces, **options):
    """Header of the first panel and its arrays."""
    header, arrays = unpack(pack(traces, **options))
    return header["panels"][0], arrays[0]


def assert_exact(levels, bytes_, scores):
    """A score is above a level exactly where its byte reaches the level's number."""
    above = scores[:, :, None] > levels[:, None, :]
    assert np.array_equal(above, bytes_[:, :, None] >= np.arange(1, 256))


@pytest.mark.parametrize("shape", ["random", "crowded at -1", "one side", "constant", "zero", "two values"])
def test_bytes_and_counts_are_exact_at_every_level(shape):
    rng = np.random.default_rng(1)

    def draw(size):
        noise = rng.normal(size=(3, size))
        return {
            "random": noise,
            "crowded at -1": -1 + 1e-3 * noise,
            "one side": np.abs(noise) + 0.1,
            "constant": np.full((3, size), -0.7),
            "zero": np.zeros((3, size)),
            "two values": np.sign(noise),
        }[shape]

    scores = {"train": draw(40), "test": draw(60), "grid": draw(64)}
    made = trace(step=[10, 20, 40], scores=scores, n_features=5)
    header, arrays = only(made)
    levels = arrays["levels"].astype(float)
    assert levels.shape == (3, 255)
    assert (levels[:, 127] == 0).all()
    assert (np.diff(levels) >= 0).all()
    assert (levels[:, 126] < 0).all()
    assert (levels[:, 128] > 0).all()
    assert_exact(levels, arrays["plane"].reshape(3, 64), scores["grid"])
    assert_exact(levels, arrays["own"], scores["train"])
    edges = np.hstack([np.full((3, 1), -np.inf), levels, np.full((3, 1), np.inf)])
    for row, side in enumerate((-1, 1)):
        part = scores["test"][:, made.scene.y_test == side]
        assert np.array_equal(arrays["counts"][:, row], (part[:, :, None] > edges[:, None, :]).sum(axis=1))
    assert header["n_test"] == [30, 30]


def test_levels_follow_scores_that_crowd():
    """With even steps alone all of these scores would lie within one step of each other."""
    rng = np.random.default_rng(2)
    scores = -1 + 1e-3 * rng.normal(size=(1, 1000))
    _, arrays = only(trace(m=1000, positives=500, step=[40], frames=1, scores={"test": scores}))
    assert len(np.unique(arrays["counts"][0, 1])) > 40
    assert arrays["levels"][0, 0] <= scores.min() + 1e-6


def test_auc_and_hinge_are_those_of_the_float_scores():
    rng = np.random.default_rng(3)
    scores = rng.integers(-3, 4, (4, 60)) / 4  # many ties
    made = trace(step=[5, 10, 20, 40], scores={"test": scores})
    header, _ = only(made)
    y = made.scene.y_test
    assert header["auc"] == pytest.approx([roc_auc_score(y, row) for row in scores], abs=1e-14)
    hinge = [np.maximum(0, 1 - (row[y > 0][:, None] - row[y < 0])).mean() for row in scores]
    assert header["hinge"] == pytest.approx(hinge, abs=1e-12)


def test_interval_only_where_few_positives_are_tested():
    assert only(trace(positives=30))[0]["interval"] is None
    header, _ = only(trace(positives=29))
    for value, (low, high) in zip(header["auc"], header["interval"], strict=True):
        assert 0 <= low < value < high <= 1


def test_loss_is_the_mean_since_the_last_frame_and_null_where_there_is_none():
    losses = np.array([np.nan, np.nan, 4.0, 2.0, np.nan, 1.0])
    header, _ = only(trace(n=6, step=[1, 2, 4, 5, 6], losses=losses))
    assert header["loss"] == [None, None, 3.0, None, 1.0]
    assert only(trace(n=6, step=[3, 6]))[0]["loss"] == [None, None]


def test_header_is_strict_json_in_front_of_aligned_sections():
    payload = pack([trace(n=41, losses=np.full(41, np.nan)), trace(m=61)])
    (length,) = struct.unpack_from("<I", payload)
    assert length % 4 == 0

    def refuse(constant):
        raise AssertionError(f"{constant} is no JSON")

    header = json.loads(payload[4 : 4 + length], parse_constant=refuse)
    assert header == read_header(payload)
    assert all(part["offset"] % 4 == 0 for part in header["sections"])
    assert {part["panel"] for part in header["sections"]} == {0, 1}


def test_fits_the_budget_at_sixty_frames():
    shape = dict(frames=60, n=4_504, m=4_000, side=60, positives=2_000)
    _, panels = unpack(pack([keeping(**shape), keeping(**shape, n_features=20)]))
    for arrays in panels:
        size = {kind: array.nbytes for kind, array in arrays.items()}
        plane = sum(size[kind] for kind in ("plane", "xy", "position", "positive", "labelled", "support", "weight"))
        assert plane <= 250_000
        assert size["levels"] + size["counts"] + size.get("own", 0) <= 250_000
    assert set(panels[1]) - set(panels[0]) == {"own"}


def keeping(support=None, **shape):
    """A trace whose learner keeps examples: all that it has met, or those given for each frame."""
    made = trace(**shape)
    support = [np.arange(step) for step in made.step] if support is None else support
    snapshots = tuple(
        {"support": np.asarray(kept), "weight": np.linspace(-1, 0.5, len(kept)), "removed": int(step) - 2, "heir": -1}
        for kept, step in zip(support, made.step, strict=True)
    )
    return replace(made, snapshots=snapshots)


def test_kept_examples_are_named_by_drawn_points_and_sized_by_weight():
    labelled = np.arange(40) % 2 == 1
    header, arrays = only(keeping(labelled=labelled, step=[2, 20], support=[[0, 1], [3, 4, 19]]))
    assert arrays["support"].shape == arrays["weight"].shape == (2, HEAVIEST)
    # the place k of the stream is the point 2 k + 1; the heaviest stands first
    assert arrays["support"][0, :3].tolist() == [1, 3, NOBODY]
    assert arrays["support"][1, :4].tolist() == [7, 39, 9, NOBODY]
    assert arrays["weight"][1, :4].tolist() == [255, 128, 64, 0]
    assert (header["removed"], header["heir"]) == ([1, 37], [-1, -1])


def test_the_heaviest_are_sent():
    _, arrays = only(keeping(n=400, step=[400], frames=1))
    weight = np.abs(np.linspace(-1, 0.5, 400))
    assert set(arrays["support"][0]) == set(np.argsort(-weight, kind="stable")[:HEAVIEST])


def test_a_learner_that_keeps_nothing_sends_nothing_of_it():
    header, arrays = only(trace())
    assert not {"support", "weight"} & set(arrays)
    assert "heir" not in header


def test_counts_of_a_large_test_part_do_not_wrap():
    _, arrays = only(trace(frames=1, step=[40], m=70_000, positives=1_000))
    assert arrays["counts"][0, :, 0].tolist() == [69_000, 1_000]


def test_points_keep_their_place_and_their_turn():
    labelled = np.arange(40) % 3 == 0
    made = trace(labelled=labelled, step=[1, 2, 5, 14])
    header, arrays = only(made)
    assert header["seen"] == "sees 14 of 40 points"
    assert header["shown"] == ""
    assert header["total"] == 14
    assert np.array_equal(arrays["labelled"], labelled)
    assert arrays["position"][labelled].tolist() == list(range(14))
    assert (arrays["position"][~labelled] == -1).all()
    x0, x1, y0, y1 = made.scene.extent
    back = arrays["xy"] / 65535 * [x1 - x0, y1 - y0] + [x0, y0]
    assert np.abs(back - made.scene.points).max() < 1e-4
    assert header["moment"] == [0, 3, 12, 39]
    assert np.array_equal(arrays["positive"], made.scene.y > 0)


def test_a_sample_is_drawn_and_told_but_holds_every_example_of_a_moment():
    step = np.geomspace(5, 4_504, 60).astype(int)
    header, arrays = only(trace(n=4_504, step=step))
    assert header["shown"] == "1,500 of 4,504 points shown"
    assert len(arrays["xy"]) == len(np.unique(arrays["position"])) == 1_500
    assert [int(arrays["position"][k]) for k in header["moment"]] == (step - 1).tolist()


def test_learners_that_do_not_stream_have_no_example_of_the_moment():
    labelled = np.arange(40) < 10
    header, _ = only(trace(unit="iteration", labelled=labelled, step=[1, 7, 90]))
    assert header["moment"] is None
    assert header["streamed"] is False
    assert header["seen"] == "10 of 40 points labelled"
    assert header["total"] == 90


def test_points_on_the_wrong_colour_are_counted_where_the_plane_is_a_projection():
    made = trace(n_features=7, n=200, frames=3)
    header, _ = only(made)
    x0, x1, y0, y1 = made.scene.extent
    axes = np.linspace(y0, y1, 8), np.linspace(x0, x1, 8)
    for frame, strays in enumerate(header["strays"]):
        plane = RegularGridInterpolator(axes, made.scores["grid"][frame].reshape(8, 8))
        colour = plane(made.scene.points[:, ::-1]) > 0
        assert strays == (colour != (made.scores["train"][frame] > 0)).sum()
    assert "strays" not in only(trace())[0]


def test_a_learner_that_stopped_stays_where_it_was():
    header, _ = unpack(pack([trace(step=[4, 8, 20, 40]), trace(step=[4, 8], stopped="It diverged.")]))
    assert header["timeline"] == [[0, 0], [1, 1], [2, 1], [3, 1]]
    assert header["panels"][1]["stopped"] == "It diverged."
    assert header["panels"][1]["total"] == 40
    header, _ = unpack(pack([trace(step=[4, 8], stopped="It diverged."), trace(step=[4, 8, 20, 40])]))
    assert header["timeline"] == [[0, 0], [1, 1], [1, 2], [1, 3]]


@pytest.mark.parametrize(
    ("fractions", "expected"),
    [
        ([[0.1, 0.5, 1.0], [0.1, 0.5, 1.0]], [[0, 0], [1, 1], [2, 2]]),
        ([[1.0], [0.2, 0.6, 1.0]], [[0, 0], [0, 1], [0, 2]]),
        ([[0.1, 0.2], [0.1, 0.6, 1.0]], [[0, 0], [1, 1], [1, 2]]),
        ([[0.1, 0.2, 0.3], [0.3, 1.0]], [[0, 0], [1, 0], [2, 0], [2, 1]]),
        ([[0.5, 1.0]], [[0], [1]]),
    ],
)
def test_panels_meet_at_the_same_fraction_of_training(fractions, expected):
    assert timeline([np.array(own) for own in fractions]).tolist() == expected


@pytest.mark.parametrize(("asked", "start"), [(None, 3), (0, 0), (8, 1), (13, 1), (15, 2), (10**6, 3)])
def test_opens_at_the_frame_nearest_to_the_step_asked_for(asked, start):
    assert read_header(pack([trace(step=[4, 8, 20, 40])], start_step=asked))["start"] == start


def test_a_still_first_panel_opens_at_the_end():
    header = read_header(pack([trace(step=[40]), trace(step=[4, 8, 40])], start_step=40))
    assert header["start"] == len(header["timeline"]) - 1 == 2


def test_is_a_pure_function_whose_id_says_what_is_shown():
    made = trace()
    assert pack([made], start_step=3) == pack([made], start_step=3)
    plain = read_header(pack([made]))["id"]
    assert read_header(pack([made], present=True))["id"] == plain
    assert read_header(pack([made], id="mine"))["id"] == "mine"
    others = [pack([made], start_step=3), pack([made], thresholds=(0.5,)), pack([trace(seed=1)])]
    assert len({plain, *(read_header(other)["id"] for other in others)}) == 4


def test_titles_tell_runs_of_one_learner_apart():
    runs = [{"knobs": {"gamma": 1}}, {"knobs": {"gamma": 4}}, {"learner": "SVC", "knobs": {"gamma": 4}}]
    header = read_header(pack([trace(run=run) for run in runs]))
    assert [panel["title"] for panel in header["panels"]] == ["OAUC-M, gamma 1", "OAUC-M, gamma 4", "SVC"]


def test_missing_thresholds_are_zero():
    header = read_header(pack([trace(), trace(seed=1)], thresholds=(0.25,)))
    assert [panel["threshold"] for panel in header["panels"]] == [0.25, 0.0]


@pytest.mark.parametrize("number", [0, 5])
def test_refuses_more_panels_than_it_can_show(number):
    with pytest.raises(ValueError, match="1 to 4 panels"):
        pack([trace()] * number)
