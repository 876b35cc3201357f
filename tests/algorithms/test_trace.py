"""Traces: where frames stop, what is recorded, and that a file gives back what was saved."""

import dataclasses
import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms import LEARNERS
from algorithms.trace import FRAMES, Cancelled, Scene, Trace, checkpoints, record
from tests.algorithms.streams import STREAMS, cloud

X, Y = STREAMS["cloud"]
STREAMED = [name for name, learner in LEARNERS.items() if learner.unit == "example"]
X_TEST, Y_TEST = cloud(n=40, seed=11)


def stream_of(n, first):
    """Labels (n,) whose first example of the other class is number `first`."""
    return np.where(np.arange(n) < first - 1, -1.0, 1.0)


def scene():
    return Scene(
        points=X[:, :2].copy(),
        y=Y,
        labelled=np.ones(len(Y), bool),
        y_test=Y_TEST,
        extent=(-3.0, 3.0, -2.0, 2.0),
        axes=("a", "b"),
        classes=("no", "yes"),
        ratio=9.0,
        n_features=3,
        explained=0.75,
        notes=("Few.", "Noisy."),
    )


def recorded(name="OKAUC-M", X=X, y=Y, frames=12, **options):
    callbacks = {key: options.pop(key) for key in ("tell", "stopped") if key in options}
    return record(
        LEARNERS[name](**options),
        X,
        y,
        {"train": X, "test": X_TEST},
        scene=scene(),
        run={"learner": name, "knobs": options, "features": []},
        versions={"numpy": "2"},
        frames=frames,
        **callbacks,
    )


def equal(a, b, tolerance=0.0):
    """Whether two traces hold the same, numbers to a relative tolerance."""
    if isinstance(a, np.ndarray):
        if a.dtype.kind == "f":
            return a.shape == b.shape and np.allclose(a, b, rtol=tolerance, atol=0, equal_nan=True)
        return a.dtype == b.dtype and np.array_equal(a, b)
    if dataclasses.is_dataclass(a):
        return all(equal(getattr(a, f.name), getattr(b, f.name), tolerance) for f in dataclasses.fields(a))
    if hasattr(a, "keys"):
        return set(a) == set(b) and all(equal(a[key], b[key], tolerance) for key in a)
    if isinstance(a, (tuple, list)):
        return len(a) == len(b) and all(equal(x, y, tolerance) for x, y in zip(a, b, strict=True))
    return a == b and type(a) is type(b)


# Where frames stop


@given(n=st.integers(2, 3000), share=st.floats(0, 1), frames=st.integers(2, 90))
def test_stops_begin_where_both_classes_are_seen_and_end_with_the_stream(n, share, frames):
    first = 2 + round(share * (n - 2))
    for signs in (stream_of(n, first), -stream_of(n, first)):
        stops = checkpoints(signs, frames)
        assert stops[0] == first
        assert stops[-1] == n
        assert (np.diff(stops) > 0).all()
        assert len(stops) <= frames


@given(n=st.integers(2, 3000), first=st.integers(2, 50))
def test_stops_are_every_example_where_there_is_room(n, first):
    if first <= n < first + FRAMES:
        assert checkpoints(stream_of(n, first)).tolist() == list(range(first, n + 1))


@pytest.mark.parametrize("n", [150, 600, 3000, 100_000])
def test_stops_are_dense_at_first_and_then_geometric(n):
    stops = checkpoints(stream_of(n, 4))
    gaps = np.diff(stops)
    assert (gaps[:4] == 1).all()
    assert (np.diff(gaps[:-1]) >= -gaps[:-2] / 2).all()  # a round number may come a little early
    thirds = [gaps[i : i + len(gaps) // 3].sum() for i in range(0, len(gaps) - len(gaps) // 3, len(gaps) // 3)]
    assert thirds == sorted(thirds) and thirds[0] < thirds[-1] / 3
    assert len(stops) > 0.8 * FRAMES


def test_stops_are_round_numbers():
    stops = checkpoints(stream_of(600, 7))
    assert {50, 100, 200, 300, 400, 500} <= set(stops.tolist())
    assert all(stop % 5 == 0 for stop in stops if stop > 100)


def test_a_single_frame_is_the_end():
    assert checkpoints(stream_of(50, 5), 1).tolist() == [50]


def test_one_class_has_no_stops():
    with pytest.raises(ValueError, match="one class only"):
        checkpoints(np.ones(9))


# What is recorded


@pytest.mark.parametrize("name", STREAMED)
def test_frames_hold_what_the_learner_answers_then(name):
    options = {"gamma": 0.5} if "gamma" in LEARNERS[name]().get_params() else {}
    trace = recorded(name, **options)
    assert trace.learner == name
    assert np.array_equal(trace.step, checkpoints(Y, 12))
    assert {key: value.shape for key, value in trace.scores.items()} == {"train": (12, 70), "test": (12, 40)}
    for frame in (0, 7, 11):
        seen = trace.step[frame]
        learner = LEARNERS[name](**options).fit(X[:seen], Y[:seen])
        for key, probe in (("train", X), ("test", X_TEST)):
            assert trace.scores[key][frame] == pytest.approx(learner.decision_function(probe), rel=1e-9, abs=1e-12)
        assert trace.snapshots[frame]["offset"] == pytest.approx(learner.offset_)
    assert all(len(line) == len(Y) for line in trace.losses.values())
    assert (np.diff(trace.seconds) >= 0).all() and (trace.bytes > 0).all()
    assert trace.stopped == "" and trace.unit == "example"


def test_losses_are_those_of_every_round():
    trace = recorded("OAUC-M")
    every = list(LEARNERS["OAUC-M"]().steps(X, Y))
    for name in ("psi_M", "psi_S"):
        assert np.array_equal(trace.losses[name], np.ravel([s[name] for _, _, s in every]), equal_nan=True)


def test_progress_is_told_frame_by_frame():
    told = []
    recorded(tell=lambda done, total: told.append((done, total)))
    assert told == [(frame, 12) for frame in range(1, 13)]


def test_cancelling_stops_at_the_next_frame():
    told = []
    with pytest.raises(Cancelled):
        recorded(tell=lambda done, total: told.append(done), stopped=lambda: len(told) == 5)
    assert told == [1, 2, 3, 4, 5]


def test_divergence_is_explained_and_leaves_the_frames_before_it():
    trace = recorded("OAUC-S", step_size=100.0, regularization=1000.0, frames=70)
    assert "grew without bound by step" in trace.stopped and "Lower step_size" in trace.stopped
    frames = len(trace.step)
    assert 5 < frames < 69
    assert all(len(line) == frames and np.isfinite(line).all() for line in trace.scores.values())
    assert len(trace.losses["psi_S"]) == trace.step[-1]
    assert len(trace.snapshots) == len(trace.seconds) == len(trace.bytes) == frames
    calm = recorded("OAUC-S", step_size=0.01, regularization=1.0, frames=70)
    assert np.array_equal(trace.step, calm.step[:frames])


def test_divergence_before_the_first_frame_is_an_error_in_words():
    with pytest.raises(ValueError, match="grew without bound"):
        recorded("OAUC-S", step_size=100.0, regularization=1000.0, frames=1)


# Frozen, and the same again from a file


def test_a_trace_cannot_be_changed():
    trace = recorded()
    held = [trace.step, trace.seconds, trace.bytes, *trace.scores.values(), *trace.losses.values()]
    held += [trace.scene.points, trace.scene.y, trace.snapshots[3]["support"], trace.snapshots[3]["weight"]]
    for array in held:
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0
    with pytest.raises(dataclasses.FrozenInstanceError):
        trace.stopped = "no"
    with pytest.raises(dataclasses.FrozenInstanceError):
        trace.scene.ratio = 1.0
    for mapping in (trace.scores, trace.losses):
        with pytest.raises(TypeError):
            mapping["train"] = None


@pytest.mark.parametrize("name", STREAMED)
def test_a_file_gives_back_an_equal_trace(name, tmp_path):
    trace = recorded(name)
    trace.save(tmp_path / "trace.npz")
    assert equal(Trace.load(tmp_path / "trace.npz"), trace)


def test_a_trace_that_ended_early_comes_back_equal_too():
    trace, file = recorded("OAUC-S", step_size=100.0, regularization=1000.0), io.BytesIO()
    trace.save(file)
    file.seek(0)
    back = Trace.load(file)
    assert equal(back, trace) and back.stopped


def test_a_compact_file_is_smaller_and_equal_to_a_relative_1e_6(tmp_path):
    trace = recorded(frames=40)
    trace.save(tmp_path / "full.npz")
    trace.save(tmp_path / "compact.npz", compact=True)
    back = Trace.load(tmp_path / "compact.npz")
    assert not equal(back, trace)
    assert equal(back, trace, tolerance=1e-6)
    assert (tmp_path / "compact.npz").stat().st_size < 0.75 * (tmp_path / "full.npz").stat().st_size


def test_a_loaded_trace_cannot_be_changed_either():
    file = io.BytesIO()
    recorded().save(file)
    file.seek(0)
    with pytest.raises(ValueError, match="read-only"):
        Trace.load(file).scores["train"][0] = 0


def other_archive():
    file = io.BytesIO()
    np.savez(file, numbers=np.ones(3))
    return file.getvalue()


def array_file():
    file = io.BytesIO()
    np.save(file, np.ones(3))
    return file.getvalue()


@pytest.mark.parametrize("content", [b"", b"not a trace", b"PK\x03\x04 broken", array_file(), other_archive()])
def test_what_is_no_trace_is_refused_in_words(tmp_path, content):
    (tmp_path / "file.npz").write_bytes(content)
    with pytest.raises(ValueError, match="does not hold a trace"):
        Trace.load(tmp_path / "file.npz")


@pytest.mark.parametrize("place", [0.1, 0.3, 0.5, 0.7])
def test_a_damaged_file_is_refused_in_words(place):
    file = io.BytesIO()
    recorded().save(file)
    content = bytearray(file.getvalue())
    middle = int(place * len(content))
    content[middle : middle + 40] = bytes(255 - byte for byte in content[middle : middle + 40])
    with pytest.raises(ValueError, match="does not hold a trace"):
        Trace.load(io.BytesIO(content))


def test_the_frame_at_a_step_is_the_nearest_the_earlier_of_two():
    trace = recorded()
    steps = trace.step.tolist()
    assert [trace.frame_at(step) for step in steps] == list(range(len(steps)))
    assert trace.frame_at(0) == 0
    assert trace.frame_at(10**6) == len(steps) - 1
    wide = next(i for i in range(len(steps) - 1) if (steps[i + 1] - steps[i]) % 2 == 0)
    assert trace.frame_at((steps[wide] + steps[wide + 1]) // 2) == wide
