"""What unlabelled rows are worth: verdicts by known answers, the tables' protocol by an obvious loop, the command."""

from dataclasses import replace

import numpy as np
import pytest

from algorithms.experiments import __main__ as command_line
from algorithms.experiments import semi, semi_auc, semi_svm, semi_table, verdicts
from algorithms.semi_supervised_auc.samult import SAMULT
from algorithms.semi_supervised_svm.tsg import TSGS3VM
from data import load

TASK = replace(
    semi_table.TASKS[0], n_samples=50, C=20.0, gamma=3.0,
    options={"TSGS3VM": {"max_iter": 250, "n_components": 4}, "FRS3VM": {"max_iter": 250, "n_components": 8}},
)  # fmt: skip
RANKING = semi_auc.Ranking("little", "moons", 4, ("SAMULT", "PNU-AUC", "QSG-S2AUC"), data={"n_samples": 40}, to_reach=9)


# Verdicts


@pytest.mark.parametrize(
    ("differences", "word"),
    [
        ([1.0, 3.0], "no gain"),  # 2 with an error of 1: just two errors
        ([1.01, 3.0], "gain"),
        ([-1.01, -3.0], "loss"),
        ([-1.0, 1.0, 0.5], "no gain"),
        ([0.0, 0.0], "no gain"),
        ([0.1, 0.1], "gain"),
    ],
)
def test_a_gain_is_more_than_two_standard_errors(differences, word):
    assert verdicts.gain(np.array(differences)) == word


def test_the_mean_and_its_standard_error():
    assert verdicts.mean_and_error(np.array([1.0, 2.0, 3.0, 6.0])) == pytest.approx((3.0, np.sqrt(14 / 3 / 4)))


@pytest.mark.parametrize(
    ("errors", "reference", "word"),
    [
        ([0.119, 0.119], 0.1, "reached"),  # 20 %
        ([0.121, 0.121], 0.1, "MISSED"),
        ([0.10, 0.16], 0.1, "reached"),  # 0.13 with an error of 0.03
        ([0.12, 0.16], 0.09, "MISSED"),  # 0.14 with an error of 0.02
        ([0.07, 0.07], 0.1, "better"),
        ([0.0, 0.14], 0.1, "reached"),
    ],
)
def test_a_figure_is_reached_within_20_percent_or_two_errors(errors, reference, word):
    assert verdicts.reached(np.array(errors), reference) == word


# The protocol


def test_few_labels_are_half_of_each_class_and_many_are_at_random():
    truth = np.array([1, 1, 1, 0, 1, 0, 0, 1] * 5)
    assert np.flatnonzero(semi_table.labelled_rows(truth, 4)).tolist() == [0, 1, 3, 5]
    assert np.flatnonzero(semi_table.labelled_rows(truth, 21)).tolist() == list(range(21))


def test_a_sample_hides_all_but_the_labels_and_can_be_cut():
    rows = semi_table.sample("moons", 10, seed=3, n_samples=60)
    known = rows.y != -1
    assert np.bincount(rows.truth[known]).tolist() == [5, 5] and np.array_equal(rows.y[known], rows.truth[known])
    few = rows.first(7)
    assert len(few.y) == 17 and (few.y == -1).sum() == 7
    kept = known | np.isin(np.arange(60), np.flatnonzero(~known)[:7])
    assert np.array_equal(few.X, rows.X[kept]) and np.array_equal(few.truth, rows.truth[kept])


def test_the_table_is_an_obvious_loop(monkeypatch):
    monkeypatch.setattr(semi_svm, "WIDER", (0.25, 1.0))
    monkeypatch.setattr(semi_svm, "PRICES", (1.0, 20.0))
    monkeypatch.setattr(semi_svm, "PRICES_OF_ALL", (5.0, 50.0))
    found = semi_svm.measure(TASK, "TSGS3VM", range(2))
    errors, alone, complete = [], [], []
    for seed in range(2):
        split = load("moons", n_samples=50, noise=0.12, seed=seed)
        truth = split.y > 0
        known = np.zeros(50, bool)
        known[[*np.flatnonzero(truth)[:2], *np.flatnonzero(~truth)[:2]]] = True

        def wrong(y, seed=seed, split=split, truth=truth, **options):
            settings = {"C": 20.0, "gamma": 3.0, "step_size": 0.02, "max_iter": 250, "n_components": 4} | options
            made = TSGS3VM(batch_size=256, positive_rate=truth.mean(), random_state=seed).set_params(**settings)
            return (made.fit(split.X, y).predict(split.X_test[::4]) != (split.y_test[::4] > 0)).mean()

        y = np.where(known, truth, -1)
        errors.append(wrong(y))
        alone.append([wrong(y, C=C, gamma=g, C_unlabelled=0.0) for C in (1.0, 20.0) for g in (0.75, 3.0)])
        complete.append([wrong(truth.astype(int), C=C, C_unlabelled=0.0) for C in (5.0, 50.0)])
    alone, complete = np.array(alone), np.array(complete)
    assert found.errors == pytest.approx(errors)
    assert found.labels_only == pytest.approx(alone[:, alone.mean(axis=0).argmin()])
    assert found.all_labels == pytest.approx(complete[:, complete.mean(axis=0).argmin()])


def test_each_side_of_a_ranking_is_tuned_for_itself(monkeypatch):
    monkeypatch.setitem(semi_auc.METHODS, "SAMULT", (1e-3, 1.0))
    areas = np.array([[[0.5, 0.9, 0.8], [0.7, 0.6, 0.8]], [[0.6, 0.7, 0.9], [0.8, 0.9, 0.7]]])  # seed, point, side
    monkeypatch.setattr(semi_auc, "_areas", lambda ranking, method, seed: areas[seed].tolist())
    found = semi_auc.compare(RANKING, "SAMULT", range(2))
    assert [side.tolist() for side in found] == [[0.7, 0.8], [0.9, 0.7], [0.8, 0.9]]
    monkeypatch.undo()
    monkeypatch.setitem(semi_auc.METHODS, "SAMULT", (0.1,))
    monkeypatch.setattr(semi_auc, "WIDTHS", (1.0,))
    rows = semi_table.sample("moons", 4, 1, n_samples=40)
    (point,) = RANKING.grid("SAMULT", rows)
    f = SAMULT(0.1, 1.0, point["gamma"]).fit(rows.X, rows.y).decision_function(rows.X_test)
    wins = f[rows.y_test == 1][:, None] - f[rows.y_test == 0]
    assert next(iter(semi_auc._areas(RANKING, "SAMULT", 1)))[1] == pytest.approx((np.sign(wins).mean() + 1) / 2)


# The command


@pytest.fixture
def little(monkeypatch):
    monkeypatch.setattr(semi_svm, "WIDER", (1.0,))
    monkeypatch.setattr(semi_svm, "PRICES", (20.0,))
    monkeypatch.setattr(semi_svm, "PRICES_OF_ALL", (20.0,))
    monkeypatch.setattr(semi_table, "TASKS", (TASK,))
    monkeypatch.setattr(semi_table, "OPTIONS", {"BGS3VM": {"max_iter": 300, "step_size": 0.02}})
    monkeypatch.setattr(semi_auc, "RANKINGS", (RANKING,))
    monkeypatch.setattr(semi_auc, "METHODS", dict.fromkeys(semi_auc.METHODS, (0.5,)))
    monkeypatch.setattr(semi_auc, "WIDTHS", (1.0,))
    monkeypatch.setattr(semi_auc, "approach", lambda seeds: (np.array([0.9995, 0.9991]), np.array([0.01, 0.02])))


def test_the_tables_have_a_row_for_everything_and_say_what_was_reached(little, capsys):
    semi.main(seeds=2)
    machines, approach, areas = capsys.readouterr().out.split("\n\n")[1:]
    rows = machines.splitlines()[2:]
    assert [row.split()[0] for row in rows] == list(semi_table.METHODS)
    assert all("table: " in row for row in rows) and all("beside labels only: " in row for row in rows[1:])
    (tsg,) = (row for row in rows if row.startswith("TSGS3VM"))
    assert "of their error, at most 2/3: " in tsg and " 0.096 " in tsg
    assert "at least 0.999, at most 3%: reached" in approach
    rows = areas.splitlines()[2:]
    assert [row.split()[0] for row in rows] == ["SAMULT", "PNU-AUC", "QSG-S2AUC"]
    assert all(("gain" in row or "loss" in row) and "+9.000 to reach: MISSED" in row for row in rows)


def test_one_method_on_one_task(little, capsys):
    semi.main(seeds=2, only="moons-4/FRS3VM")
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines() if line] == [
        "Mean", "moons-4:", "method", "FRS3VM",
    ]  # fmt: skip
    assert semi.chosen("/SAMULT") == [("little", "SAMULT")]
    assert semi.chosen("approach") == [semi.APPROACH]


@pytest.mark.parametrize(
    ("options", "words"),
    [({"only": "moons-4/OAM"}, "Nothing is called 'moons-4/OAM'. Tasks: moons-4, "), ({"seeds": 1}, "two")],
)
def test_what_cannot_be_measured_is_refused_in_words(options, words):
    with pytest.raises(ValueError, match=words):
        semi.main(**{"seeds": 2, "only": "approach", **options})


def test_the_command_line_hands_its_options_on(monkeypatch):
    called = []
    monkeypatch.setattr(semi, "main", lambda **options: called.append(options))
    command_line.main(["semi", "--seeds", "3", "--only", "moons-4"])
    command_line.main(["semi"])
    assert called == [{"seeds": 3, "only": "moons-4"}, {}]


def test_a_missed_approach_is_called_so():
    for correlations, gaps in (([0.9999, 0.998], [0.01, 0.01]), ([1.0, 1.0], [0.01, 0.031])):
        assert "MISSED" in semi_auc.approach_words(np.array(correlations), np.array(gaps))


def test_qsg_comes_near_samult():
    correlations, gaps = semi_auc.approach([5])
    assert correlations[0] >= semi_auc.LEAST_CORRELATION and gaps[0] <= semi_auc.LARGEST_RMS


@pytest.mark.parametrize(("options", "said"), [(["--seeds", "1"], "at least two seeds"), (["--only", "x"], "Tasks:")])
def test_a_bad_option_ends_in_a_sentence(options, said, capsys):
    with pytest.raises(SystemExit):
        command_line.main(["semi", *options])
    assert said in capsys.readouterr().err
