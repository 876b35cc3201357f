"""A warm server compiles nothing more when a reader measures a regret or plays a learner."""

import subprocess
import sys

import pytest

from algorithms.compiled import numba

MEASURE = """
from algorithms import hindsight
from algorithms.experiments.run import Run
from algorithms.experiments.warm import touches
from algorithms.online import oauc
from algorithms.online_kernel import okauc
from algorithms.theory import rounds
from algorithms.theory.regret import regret_curve

for touch in touches():
    touch()
loops = hindsight._sweep, rounds._rounds, oauc._pass, okauc._pass
before = [len(loop.signatures) for loop in loops]
assert all(before), before
for learner, loss in ("OAUC-S", "psi_S/2"), ("OAUC-M", "psi_M"), ("OKAUC-M", "psi_M"):
    run = Run(learner=learner, dataset="moons", n_samples=50, ratio=4.0, n_labelled=40)
    split = run.split()
    regret_curve(split.X[split.labelled], split.y[split.labelled], run.estimator(), loss)
assert [len(loop.signatures) for loop in loops] == before
"""


@pytest.mark.skipif(numba is None or numba.config.DISABLE_JIT, reason="nothing is compiled here")
def test_a_warm_server_compiles_nothing_more():
    subprocess.run([sys.executable, "-c", MEASURE], check=True)
